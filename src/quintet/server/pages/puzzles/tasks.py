"""A puzzle as data for pages: what is asked, what may be touched, and the replies."""

from __future__ import annotations

from quintet.draw import DRAWERS
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Sentence, sentence
from quintet.narration import narrate
from quintet.puzzles import Puzzle, Theme, of_game
from quintet.puzzles.goals import right_sentence, task_sentence, turn_sentence, wrong_sentence
from quintet.server.pages.player_names import player_names
from quintet.server.play.views.prompts import more_paths, next_prompts
from quintet.server.play.views.steps import line_steps, move_step
from quintet.server.play.views.view import buttons
from quintet.server.schemas.pages import PuzzleData, PuzzleTask, RushTask
from quintet.server.web.errors import NotFound


def find_puzzle(game: str, number: int) -> Puzzle:
    known = of_game(game)
    if not 1 <= number <= len(known):
        raise NotFound(sentence("There is no such puzzle."))
    return known[number - 1]


def task_of(puzzle: Puzzle, say: Translate) -> str:
    """Return what is asked, in a sentence."""
    position = puzzle.position
    has_name = bool(DRAWERS[puzzle.game].COLOURS)
    turn = turn_sentence(position, player_names(position, say)[position.turn] if has_name else None)
    return say(task_sentence(puzzle.goal, turn, puzzle.plies))


def puzzle_data(puzzle: Puzzle, say: Translate) -> PuzzleData:
    """Return the data of the page: the task, the replies and the solution."""
    position, known = puzzle.position, of_game(puzzle.game)
    names = player_names(position, say)
    return {
        **_task_data(puzzle, say),
        "right": say(right_sentence(puzzle.goal, puzzle.plies)),
        "wrong": {
            word: move_step(position, word, say(wrong_move(puzzle, word, names)))
            for word in position.moves
            if word != puzzle.move
        },
        "line": line_steps(position, puzzle.line, names, say),
        "all": [each.text for each in known],
        "themes": {
            theme.value: numbers
            for theme in Theme
            if (numbers := [each.number for each in known if theme in each.themes])
        },
    }


def rush_task(puzzle: Puzzle, say: Translate) -> RushTask:
    """Return a puzzle for a rush: the task and the right move."""
    names = player_names(puzzle.position, say)
    (answer,) = line_steps(puzzle.position, puzzle.line[:1], names, say)
    return {**_task_data(puzzle, say), "answer": answer}


def wrong_move(puzzle: Puzzle, word: str, names: list[str]) -> Sentence:
    """Return what is said to a wrong move."""
    said = narrate(puzzle.position, word, names)
    return wrong_sentence(puzzle.goal, said, puzzle.plies)


def _task_data(puzzle: Puzzle, say: Translate) -> PuzzleTask:
    position = puzzle.position
    return {
        "game": puzzle.game,
        "number": puzzle.number,
        "options": dict(puzzle.options),
        "position": puzzle.text,
        "seat": position.turn,
        "task": task_of(puzzle, say),
        "paths": position.paths,
        "more_paths": more_paths(position.variant, position),
        "prompts": next_prompts(position.variant, position, say),
        "asked_piece": position.variant.asked_piece(position),
        "buttons": buttons(position, say),
    }
