"""The main pages; `templates/` has their markup."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from quintet.draw import DRAWERS
from quintet.engine.level_names import LEVEL_GROUPS
from quintet.games import GAMES, find_game
from quintet.games.variant import Variant
from quintet.i18n.catalogue import languages
from quintet.i18n.sentence import Sentence, any_of, sentence
from quintet.position import first_position, read_position
from quintet.server.api.games import facts
from quintet.server.api.tables import table_board
from quintet.server.boards import board
from quintet.server.context import context_of
from quintet.server.pages.choices import offered_levels
from quintet.server.pages.editor import editing
from quintet.server.pages.rendering import as_json, render
from quintet.server.pages.shared import shared_page
from quintet.server.pages.typed import Typed
from quintet.server.pages.way_back import way_back
from quintet.server.play.views.view import present, view
from quintet.server.schemas.pages import GameInProgress
from quintet.server.schemas.requests import PROPOSED_LEVEL
from quintet.server.schemas.views import PresentView
from quintet.server.web.chosen_name import chosen_name
from quintet.server.web.errors import KINDS, InvalidField
from quintet.server.web.locale import COOKIE, PARAMETER
from quintet.server.web.processor_time import in_thread
from quintet.server.web.shared_address import shared_base
from quintet.tutorials import TUTORIALS

router = APIRouter(include_in_schema=False)

MAX_CONTINUED = 12
YEAR = 366 * 24 * 3600


@router.get("/")
async def home(request: Request) -> Response:
    """Show the games, and the games in progress on this device."""
    context = context_of(request)
    listed = await context.registry.store.tables_of(context.device, 100)
    going = [
        await _going(request, it.id)
        for it in [it for it in listed if it.phase != "over"][:MAX_CONTINUED]
    ]

    def make() -> Response:
        games = [facts(game) for game in GAMES.values()]
        return render(
            request,
            "home.html",
            games=games,
            going=going,
            level_groups=LEVEL_GROUPS,
            proposed_level=PROPOSED_LEVEL,
            learnable=TUTORIALS,
        )

    if going:
        return await in_thread(make)
    page = await shared_page(request, ("home", context.locale.code), make)
    # A browser that goes back must ask again: there may be a game in progress by then.
    page.headers["Cache-Control"] = "no-store"
    return page


@router.get("/tables/{table_id}")
async def table(table_id: str, request: Request) -> HTMLResponse:
    """Show a table."""
    context = context_of(request)
    found = await context.find(table_id)
    found.note_request(context.client)
    seen = view(found, context.device, context.locale)
    return render(
        request,
        "table.html",
        table_id=table_id,
        share=shared_base(request),
        my_name=chosen_name(request),
        view=seen,
        data=as_json(seen),
        board=table_board(found, request),
        views=DRAWERS[seen["game"]].VIEWS,
    )


@router.get("/edit/{game}")
async def edit(game: str, request: Request) -> Response:
    """Show the position editor; the query has options and a position."""
    found = find_game(game)
    return await in_thread(lambda: _editor(request, found))


def _editor(request: Request, found: type[Variant]) -> Response:
    game, query = found.name, dict(request.query_params)
    text = query.pop("position", None)
    query.pop(PARAMETER, None)
    options = {**found.table_options, **query}
    position = first_position(game, options) if text is None else read_position(game, text, options)
    say = context_of(request).locale.say
    parts = editing(position, say)
    return render(
        request,
        "edit.html",
        game=facts(found),
        levels=offered_levels(say),
        proposed_level=PROPOSED_LEVEL,
        my_name=chosen_name(request),
        friends=False,
        typed=Typed(),
        options=parts["options"],
        editing=parts,
        data=as_json(parts),
        board=board(position, say),
    )


@router.get("/settings")
async def settings(request: Request, back: str = "") -> HTMLResponse:
    """Show the settings, with a way back."""
    return render(request, "settings.html", back=way_back(request, back))


@router.post("/language")
async def language(request: Request) -> Response:
    """Remember the chosen language; an empty one leaves it to the browser."""
    form = await request.form()
    chosen = str(form.get("language", ""))
    if chosen and chosen not in languages():
        known = any_of(languages())
        said = sentence("{field} must be one of {allowed}.", field="language", allowed=known)
        raise InvalidField(said, field="language", allowed=languages())
    back = RedirectResponse(way_back(request, str(form.get("back", ""))), 303)
    back.set_cookie(COOKIE, chosen, max_age=YEAR, samesite="lax", httponly=True)
    return back


@router.get("/api/docs")
async def api_docs(request: Request) -> Response:
    """Show the API reference, from the OpenAPI document."""

    def make() -> Response:
        description, problems = request.app.openapi(), list(KINDS.values())
        return render(request, "api.html", description=description, problems=problems)

    return await shared_page(request, ("api", context_of(request).locale.code), make)


@router.get("/api/v1/openapi.json")
async def openapi(request: Request) -> Response:
    """Return the OpenAPI document."""
    return await shared_page(request, ("openapi",), lambda: JSONResponse(request.app.openapi()))


def error_page(request: Request, status: int, said: str) -> Response:
    return render(request, "error.html", status_code=status, said=said)


def _away(seen: PresentView) -> Sentence | None:
    """Return what a player is told who is away from a game, for the home page."""
    if not seen["allowed"]["return"]:
        return None
    if any(seat["here"] and seat["stand_in"] for seat in seen["seats"]):
        return sentence("The engine is playing for you until you are back.")
    return sentence("You have left this game. Open it to come back.")


async def _going(request: Request, table_id: str) -> GameInProgress:
    """Return a game in progress, for the home page."""
    context = context_of(request)
    table = await context.find(table_id)
    seen = present(table, context.device, context.locale)
    return {
        "url": f"/tables/{table_id}",
        "title": seen["title"],
        "game": seen["game"],
        "seats": seen["seats"],
        "prompt": context.locale.say(away) if (away := _away(seen)) else seen["prompt"],
        "options": seen["options"],
        "look": seen["look"],
        "position": seen["position"],
    }
