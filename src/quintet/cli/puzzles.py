"""Puzzles at this terminal: a board, a question, an answer, and the next."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from quintet.cli.analyse import line_in_words, move_marks
from quintet.cli.common import columns, print_json, print_picture, say, tell, wrapped
from quintet.cli.play import ask_line
from quintet.draw import terminal
from quintet.engine import analyse
from quintet.engine.phrasing import analysis_sentence
from quintet.errors import BadMove, IllegalMove
from quintet.i18n.sentence import Sentence, any_of, counted, sentence
from quintet.narration import narrate
from quintet.puzzles import Puzzle
from quintet.puzzles.goals import right_sentence, task_sentence, turn_sentence, wrong_sentence

NODES = 100_000  # to say what is wrong with a move
HELP = sentence(
    "Type a move; hint helps, solution shows the answer, skip the next puzzle, quit leaves."
)
IN_A_HINT = 3  # moves, one of them right


def solve(puzzles: Sequence[Puzzle]) -> None:
    """Asks for one right move after the other, and says at the end how many were found at once."""
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
    """Whether the right move was found at the first try; None when it is time to leave."""
    position = puzzle.position
    _draw(puzzle)
    first = True
    while True:
        words = ask_line("> ").split()
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
    """How the right move begins; a few moves to choose from where one word is all of it."""
    position = puzzle.position
    first, *others = position.paths[puzzle.move]
    if others:
        return sentence("The right move begins with {touch}.", touch=first)
    wrong = [move for move in position.moves if move != puzzle.move]
    chance = random.Random(puzzle.text)  # noqa: S311 - who asks again is told nothing new
    offered = {puzzle.move, *chance.sample(wrong, min(len(wrong), IN_A_HINT - 1))}
    return sentence(
        "The right move is {moves}.", moves=any_of(it for it in position.moves if it in offered)
    )


def _show_solution(puzzle: Puzzle) -> None:
    """The board with the right move marked, and the line in words."""
    position = puzzle.position
    marks = move_marks(position, puzzle.move)
    print_picture(terminal(position, columns=columns(), marks=marks, say=say))
    for said in line_in_words(position, puzzle.line):
        print("\n".join(wrapped(said, columns(), hanging=3)))


def _explain(puzzle: Puzzle, move: str) -> None:
    """Says that a move is wrong, and what it comes to."""
    tell(wrong_sentence(puzzle.goal, narrate(puzzle.position, move), puzzle.plies))
    after = puzzle.position.play(move)
    if after.outcome is not None:
        return
    found = analyse(after, nodes=NODES)
    tell(sentence("After it: {value}.", value=analysis_sentence(found)))
    for said in list(line_in_words(after, found.best.line))[:1]:
        print(said)


def puzzle_facts(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as plain values."""
    return {
        "number": puzzle.number,
        "game": puzzle.game,
        "options": dict(puzzle.options),
        "level": puzzle.level,
        "goal": puzzle.goal,
        "plies": puzzle.plies,
        "position": puzzle.text,
        "line": puzzle.line,
    }


def print_puzzles(puzzles: Sequence[Puzzle]) -> None:
    print_json([puzzle_facts(puzzle) for puzzle in puzzles])
