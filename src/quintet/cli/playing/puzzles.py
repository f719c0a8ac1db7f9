"""Puzzles at a terminal: a board, a question, an answer, and the next."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from quintet.cli.reports.analysis import line_in_words, move_marks
from quintet.cli.terminal.line_input import read_line
from quintet.cli.terminal.output import columns, print_json, print_picture, say, tell, wrapped
from quintet.draw import terminal
from quintet.engine import analyse
from quintet.engine.phrasing import analysis_sentence
from quintet.errors import BadMove, IllegalMove
from quintet.i18n.sentence import Sentence, any_of, counted, sentence
from quintet.narration import narrate
from quintet.puzzles import Puzzle
from quintet.puzzles.goals import right_sentence, task_sentence, turn_sentence, wrong_sentence

NODES = 100_000  # of the search that refutes a wrong move
HELP = sentence("Type a move, or hint, moves, board, solution, skip (the next puzzle) or quit.")
HINT_MOVES = 3  # moves in a hint, one of them right
COMMANDS = ("help", "hint", "board", "moves", "solution", "skip", "quit")


def solve_puzzles(puzzles: Sequence[Puzzle]) -> None:
    """Ask puzzle after puzzle, and print how many were solved at the first try."""
    tell(HELP)
    solved = asked = 0
    for puzzle in puzzles:
        try:
            at_once = _ask(puzzle)
        except EOFError:
            print()
            break
        if at_once is None:
            break
        asked += 1
        solved += at_once
    if not asked:
        return
    tell(
        counted(
            "{solved} of {count} puzzle solved at the first try.",
            "{solved} of {count} puzzles solved at the first try.",
            solved=solved,
            count=asked,
        )
    )


def _ask(puzzle: Puzzle) -> bool | None:
    """Return whether the first try was right, or None to leave."""
    position = puzzle.position
    choices = (*COMMANDS, *position.moves)
    _draw(puzzle)
    first = True
    while True:
        words = read_line("> ", lambda before: () if before else choices).split()
        match words:
            case []:
                continue
            case ["quit" | "exit"]:
                return None
            case ["skip"]:
                return False
            case ["help" | "?"]:
                tell(HELP)
                continue
            case ["moves"]:
                print(" ".join(position.moves))
                continue
            case ["hint"]:
                tell(_hint(puzzle))
                continue
            case ["board"]:
                _draw(puzzle)
                continue
            case ["solution"]:
                _show_solution(puzzle)
                return False
        by_path = {path: word for word, path in position.paths.items()}
        move = by_path.get(tuple(words), words[0])
        try:
            position.play(move)
        except (BadMove, IllegalMove) as error:
            tell(error.message)
            continue
        if move == puzzle.move:
            tell(right_sentence(puzzle.goal, puzzle.plies))
            _show_solution(puzzle)
            return first
        first = False
        _explain(puzzle, move)


def _draw(puzzle: Puzzle) -> None:
    position = puzzle.position
    print()
    tell(
        sentence(
            "Puzzle {number} of {game}, level {level}.",
            number=puzzle.number,
            game=position.variant.title,
            level=puzzle.level,
        )
    )
    print()
    print_picture(terminal(position, columns=columns(), say=say))
    print()
    variant, seat = position.variant, position.turn
    turn = turn_sentence(position, variant.seat_names[seat] if variant.sign(seat) else None)
    tell(task_sentence(puzzle.goal, turn, puzzle.plies))


def _hint(puzzle: Puzzle) -> Sentence:
    """Say how the right move begins, or offer a few moves where that would be all of it."""
    position = puzzle.position
    first, *others = position.paths[puzzle.move]
    if others:
        return sentence("The right move begins with {touch}.", touch=first)
    wrong = [move for move in position.moves if move != puzzle.move]
    rng = random.Random(puzzle.text)
    offered = {puzzle.move, *rng.sample(wrong, min(len(wrong), HINT_MOVES - 1))}
    return sentence(
        "The right move is {moves}.", moves=any_of(it for it in position.moves if it in offered)
    )


def _show_solution(puzzle: Puzzle) -> None:
    """Show the board with the right move marked, and the line in words."""
    position = puzzle.position
    marks = move_marks(position, puzzle.move)
    print_picture(terminal(position, columns=columns(), marks=marks, say=say))
    for said in line_in_words(position, puzzle.line):
        print("\n".join(wrapped(said, columns(), hanging=3)))


def _explain(puzzle: Puzzle, move: str) -> None:
    """Say that a move is wrong, and show its refutation."""
    tell(wrong_sentence(puzzle.goal, narrate(puzzle.position, move), puzzle.plies))
    after = puzzle.position.play(move)
    if after.outcome is not None:
        return
    found = analyse(after, nodes=NODES)
    tell(sentence("After it: {value}.", value=analysis_sentence(found)))
    for said in list(line_in_words(after, found.best.line))[:1]:
        print(said)


def puzzle_facts(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as plain values."""
    return {
        "number": puzzle.number,
        "game": puzzle.game,
        "options": dict(puzzle.options),
        "level": puzzle.level,
        "themes": [theme.value for theme in puzzle.themes],
        "goal": puzzle.goal,
        "plies": puzzle.plies,
        "position": puzzle.text,
        "line": puzzle.line,
    }


def print_puzzles(puzzles: Sequence[Puzzle]) -> None:
    print_json([puzzle_facts(puzzle) for puzzle in puzzles])
