"""Rush: as many puzzles of a game as possible in three minutes."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from quintet.draw import DRAWERS
from quintet.games import find_game
from quintet.i18n.sentence import sentence
from quintet.puzzles import LEVELS, of_game
from quintet.server.api.games import facts
from quintet.server.api.replies import reply
from quintet.server.boards import board
from quintet.server.context import context_of
from quintet.server.pages.puzzles.tasks import find_puzzle, rush_task
from quintet.server.pages.rendering import as_json, render
from quintet.server.pages.shared import shared_page
from quintet.server.schemas.pages import RushData
from quintet.server.web.errors import NotFound

router = APIRouter(include_in_schema=False)

SECONDS = 180


@router.get("/puzzles/{game}/rush")
async def rush(game: str, request: Request) -> Response:
    """Show the page of a rush; the browser fetches its puzzles one by one."""
    found, locale, known = find_game(game), context_of(request).locale, of_game(game)
    if not known:
        raise NotFound(sentence("There is no such puzzle."))

    def make() -> Response:
        levels = [[it.number for it in known if it.level == level] for level in LEVELS]
        data: RushData = {"game": game, "levels": levels, "seconds": SECONDS}
        return render(
            request,
            "rush.html",
            game=facts(found),
            minutes=SECONDS // 60,
            data=as_json(data),
            board=board(known[0].position, locale.say),
            views=DRAWERS[game].VIEWS,
        )

    return await shared_page(request, ("rush", game, locale.code), make)


@router.get("/puzzles/{game}/{number}/task")
async def task(game: str, number: int, request: Request) -> Response:
    """Return one puzzle for a rush."""
    found, locale = find_puzzle(game, number), context_of(request).locale
    key = "task", game, number, locale.code
    return await shared_page(request, key, lambda: reply(rush_task(found, locale.say)))
