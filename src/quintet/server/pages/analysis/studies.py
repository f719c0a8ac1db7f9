"""The way to the analysis board: its games, and saved studies."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from quintet.games import GAMES
from quintet.position import read_position
from quintet.server.api.games import facts
from quintet.server.api.studies import MAX_LISTED, find_study, listed, saved
from quintet.server.context import context_of
from quintet.server.pages.analysis.addresses import analysis_board
from quintet.server.pages.analysis.board import analysis_page
from quintet.server.pages.captions import captioned_options
from quintet.server.pages.rendering import render
from quintet.server.web.processor_time import in_thread

router = APIRouter(include_in_schema=False)


@router.get("/analysis")
async def index(request: Request) -> Response:
    """Show the games to analyse, the studies of this device, and the public ones."""
    context = context_of(request)
    store, say = context.registry.store.studies, context.locale.say
    mine = [listed(it, context.device) for it in await store.of_device(context.device, MAX_LISTED)]
    others = [listed(it, context.device) for it in await store.public(MAX_LISTED)]
    games = [
        {
            **facts(game),
            "variants": [
                (analysis_board(game.name, options), caption)
                for options, caption in captioned_options(game, say)
            ],
        }
        for game in GAMES.values()
    ]
    return await in_thread(
        lambda: render(
            request,
            "analyses.html",
            games=games,
            mine=mine,
            others=[study for study in others if not study["mine"]],
            titles={name: game.title for name, game in GAMES.items()},
        )
    )


@router.get("/studies")
async def studies() -> Response:
    """Lead to the list of studies."""
    return RedirectResponse("/analysis#studies", 307)


@router.get("/studies/{study_id}")
async def study(study_id: str, request: Request) -> Response:
    """Show a study on the analysis board."""
    context = context_of(request)
    found = await find_study(context, study_id)
    begin = read_position(found.game, found.position, found.options)
    told = saved(found, context.device)
    return await in_thread(lambda: analysis_page(request, begin, [], told))
