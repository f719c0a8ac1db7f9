"""Pages of saved studies: one, and the list."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from quintet.games import GAMES
from quintet.position import read_position
from quintet.server.api.studies import MAX_LISTED, find_study, listed, saved
from quintet.server.context import context_of
from quintet.server.pages.analysis.board import analysis_page
from quintet.server.pages.rendering import render
from quintet.server.web.processor_time import in_thread

router = APIRouter(include_in_schema=False)


@router.get("/studies")
async def studies(request: Request) -> Response:
    """Show the studies of this device, and the public ones."""
    context = context_of(request)
    store = context.registry.store.studies
    mine = [listed(it, context.device) for it in await store.of_device(context.device, MAX_LISTED)]
    others = [listed(it, context.device) for it in await store.public(MAX_LISTED)]
    titles = {name: game.title for name, game in GAMES.items()}
    return await in_thread(
        lambda: render(
            request,
            "studies.html",
            mine=mine,
            others=[study for study in others if not study["mine"]],
            titles=titles,
        )
    )


@router.get("/studies/{study_id}")
async def study(study_id: str, request: Request) -> Response:
    """Show a study on the analysis board."""
    context = context_of(request)
    found = await find_study(context, study_id)
    begin = read_position(found.game, found.position, found.options)
    told = saved(found, context.device)
    return await in_thread(lambda: analysis_page(request, begin, [], told))
