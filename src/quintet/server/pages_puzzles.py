"""The pages of puzzles: all games, one game's levels, and one puzzle on its board."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from quintet.draw import DRAWERS
from quintet.games import GAMES, find_game
from quintet.language import Say
from quintet.narration import narrate_line
from quintet.position import Position
from quintet.puzzles import LEVELS, Puzzle, of_game
from quintet.puzzles.goals import right_sentence, task_sentence, wrong_sentence
from quintet.sentence import sentence
from quintet.server.api_games import facts
from quintet.server.context import context_of
from quintet.server.picture import Picture, board
from quintet.server.problems import NotFound
from quintet.server.rendering import as_json, render
from quintet.server.view import buttons

router = APIRouter(include_in_schema=False)


@router.get("/puzzles")
async def games(request: Request) -> HTMLResponse:
    """The games that have puzzles: all of them."""
    listed = [{**facts(game), "puzzles": of_game(name)} for name, game in GAMES.items()]
    return render(request, "puzzles.html", games=listed)


@router.get("/puzzles/{game}")
async def levels(game: str, request: Request) -> HTMLResponse:
    """The puzzles of a game, level by level."""
    found = find_game(game)
    by_level = {
        level: [puzzle for puzzle in of_game(game) if puzzle.level == level] for level in LEVELS
    }
    return render(request, "puzzle_list.html", game=facts(found), levels=by_level)


@router.get("/puzzles/{game}/{number}")
async def puzzle(game: str, number: int, request: Request) -> HTMLResponse:
    """One puzzle to solve."""
    found, say = _find(game, number), context_of(request).speech.say
    position = found.position
    return render(
        request,
        "puzzle.html",
        game=facts(find_game(game)),
        puzzle=found,
        last=len(of_game(game)),
        task=_task(found, say),
        data=as_json(_facts(found, say)),
        board=board(position, say),
        views=DRAWERS[game].VIEWS,
    )


@router.get("/puzzles/{game}/{number}/board.svg")
async def picture(
    game: str, number: int, request: Request, plies: int = 0, view: str | None = None
) -> Response:
    """The board after so many plies of the solution."""
    found = _find(game, number)
    position = found.position
    for word in found.line[: max(0, plies)]:
        position = position.play(word)
    return Picture(board(position, context_of(request).speech.say, view=view))


def _find(game: str, number: int) -> Puzzle:
    known = of_game(game)
    if not 1 <= number <= len(known):
        raise NotFound(sentence("There is no such puzzle."))
    return known[number - 1]


def _task(puzzle: Puzzle, say: Say) -> str:
    position = puzzle.position
    side = position.variant.seat_names[position.turn]
    return say(task_sentence(puzzle.goal, side, puzzle.plies))


def _facts(puzzle: Puzzle, say: Say) -> dict[str, Any]:
    """What the page needs to ask, to judge and to show the solution."""
    position = puzzle.position
    return {
        "game": puzzle.game,
        "number": puzzle.number,
        "options": dict(puzzle.options),
        "position": puzzle.text,
        "seat": position.turn,
        "task": _task(puzzle, say),
        "paths": position.paths,
        "buttons": buttons(position, say),
        "right": say(right_sentence(puzzle.goal, puzzle.plies)),
        "wrong": say(wrong_sentence(puzzle.goal, "{move}", puzzle.plies)),
        "line": _line(position, puzzle.line, say),
    }


def _line(position: Position, line: tuple[str, ...], say: Say) -> list[dict[str, Any]]:
    """The moves of the solution, what each does to the pieces, and how the game then ends."""
    listed = []
    for word, said in zip(line, narrate_line(position, line), strict=True):
        after = position.play(word)
        listed.append(
            {
                "word": word,
                "said": say(said),
                "motions": _motions(position, word),
                "lines": after.winning,
            }
        )
        position = after
    return listed


def _motions(position: Position, word: str) -> list[dict[str, str]]:
    return [
        {"piece": it.piece, "origin": it.origin, "target": it.target, "becomes": it.becomes}
        for it in position.motion(word)
    ]
