"""Your mistakes: puzzles from the games of this device that were reviewed."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from quintet.games import find_game
from quintet.server.api.replies import reply
from quintet.server.context import context_of
from quintet.server.pages.my_games.listing import as_listed
from quintet.server.pages.rendering import render
from quintet.server.pages.review.mistakes import mistakes_of
from quintet.server.schemas.pages import MistakeLinks
from quintet.server.web.processor_time import in_thread

router = APIRouter(include_in_schema=False)


@router.get("/puzzles/mistakes")
async def own_mistakes(request: Request, game: str = "") -> Response:
    """Show the mistakes of this device, of all games or of one."""
    chosen = find_game(game).name if game else ""
    context = context_of(request)
    say, found = context.locale.say, await mistakes_of(context)
    titles = {each.game.listed.game: each.game.variant.title for each in found}
    listed = [each for each in found if chosen in ("", each.game.listed.game)]

    def make() -> Response:
        return render(
            request,
            "mistakes.html",
            games=[{**as_listed(each.game, say), "mistakes": each.links} for each in listed],
            total=sum(len(each.plies) for each in listed),
            titles=titles,
            chosen=chosen,
        )

    return await in_thread(make)


@router.get("/puzzles/mistakes/links")
async def links(request: Request) -> Response:
    """Return the mistakes of this device, for pages that count them."""
    found = await mistakes_of(context_of(request))
    body: MistakeLinks = {"mistakes": [link for each in found for link in each.links]}
    return reply(body)
