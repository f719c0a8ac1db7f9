"""The pages. How they look is in `templates/`; what they show comes from here."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from markupsafe import Markup
from pydantic import ValidationError
from starlette.responses import HTMLResponse, RedirectResponse, Response

from quintet.draw import DRAWERS
from quintet.engine.levels import LEVELS
from quintet.games import GAMES, find_game
from quintet.position import first_position, read_position
from quintet.server.api_games import facts
from quintet.server.api_tables import table_board
from quintet.server.context import Context, context_of
from quintet.server.devices import device_of
from quintet.server.editing import editing
from quintet.server.forms import read_form
from quintet.server.opening import PROPOSED_LEVEL, Wishes, open_table
from quintet.server.picture import board
from quintet.server.problems import bad_request
from quintet.server.rendering import as_json, drawn, render
from quintet.server.speech import COOKIE, Speech
from quintet.server.store import Listed
from quintet.server.view import view

router = APIRouter(include_in_schema=False)

MOST_CONTINUED = 12
_YEAR = 366 * 24 * 3600
_PLAYERS: dict[str, Any] = {"levels": list(LEVELS), "proposed_level": PROPOSED_LEVEL}


@router.get("/")
async def home(request: Request) -> HTMLResponse:
    """The games, and the games in progress on this device."""
    context = context_of(request)
    listed = await context.tables.store.tables_of(device_of(request), 100)
    going = [it for it in listed if it.phase == "playing"][:MOST_CONTINUED]
    return render(
        request,
        "home.html",
        games=[{**facts(game), "board": _start(game.name, context)} for game in GAMES.values()],
        going=[await _going(request, it) for it in going],
    )


@router.get("/new/{game}")
async def new(game: str, request: Request) -> HTMLResponse:
    """The choices for a table."""
    found = facts(find_game(game))
    return render(
        request, "new.html", game=found, board=_start(game, context_of(request)), **_PLAYERS
    )


@router.post("/tables")
async def create(request: Request) -> Response:
    """Opens a table from a form, and goes there."""
    context = context_of(request)
    try:
        wishes = Wishes.model_validate(read_form(await request.form()))
    except ValidationError as error:
        raise bad_request(error.errors()[0]["loc"]) from error
    table = await open_table(context.tables, wishes, device_of(request), context.speech)
    return RedirectResponse(f"/tables/{table.id}", 303)


@router.get("/tables/{table_id}")
async def table(table_id: str, request: Request) -> HTMLResponse:
    """A table to play at."""
    context = context_of(request)
    found = await context.tables.find(table_id)
    found.attend()
    seen = view(found, device_of(request), context.speech)
    return render(
        request,
        "table.html",
        table_id=table_id,
        view=seen,
        data=as_json(seen),
        board=drawn(table_board(found, request)),
        views=DRAWERS[seen["game"]].VIEWS,
    )


@router.get("/rules/{game}")
async def rules(game: str, request: Request) -> HTMLResponse:
    """The rules of a game; `figure` draws positions, as many as the page wants."""
    found, speech, drawings = find_game(game), context_of(request).speech, iter(range(100))

    def figure(
        text: str | None = None, marks: dict[str, str] | None = None, **options: object
    ) -> Markup:
        position = (
            first_position(game, options) if text is None else read_position(game, text, options)
        )
        return drawn(board(position, speech.say, marks, prefix=f"figure-{next(drawings)}-"))

    return render(request, "rules.html", game=facts(found), figure=figure)


@router.get("/edit/{game}")
async def edit(game: str, request: Request, table: str = "") -> HTMLResponse:
    """Any legal position to start from; with a table given, the one that stands there."""
    context = context_of(request)
    proposed = find_game(game).table_options
    position = first_position(game, {**proposed, **_options(request)})
    if table:
        position = (await context.tables.find(table)).state.position
    made = editing(position)
    return render(
        request,
        "edit.html",
        game=facts(find_game(game)),
        options=made["options"],
        editing=made,
        data=as_json(made),
        board=drawn(board(position, context.speech.say)),
        **_PLAYERS,
    )


@router.get("/settings")
async def settings(request: Request) -> HTMLResponse:
    return render(request, "settings.html")


@router.post("/language")
async def language(request: Request) -> Response:
    """Remembers the language chosen with a form; an empty one leaves it to the browser."""
    form = await request.form()
    back = RedirectResponse("/settings", 303)
    back.set_cookie(
        COOKIE, str(form.get("language", ""))[:40], max_age=_YEAR, samesite="lax", httponly=True
    )
    return back


@router.get("/api/docs")
async def api_docs(request: Request) -> HTMLResponse:
    """What the API offers, from its own description."""
    return render(request, "api.html", description=request.app.openapi())


def error_page(request: Request, status: int, said: str) -> Response:
    return render(request, "error.html", status_code=status, said=said)


async def _going(request: Request, listed: Listed) -> dict[str, Any]:
    """A game in progress, for the home page."""
    context = context_of(request)
    found = await context.tables.find(listed.id)
    seen = view(found, device_of(request), context.speech)
    picture = board(found.state.position, context.speech.say, prefix=f"going-{listed.id}-")
    return {
        "url": f"/tables/{listed.id}",
        "board": drawn(picture),
        **{key: seen[key] for key in ("title", "game", "seats", "prompt", "turn_name")},
    }


_starts: dict[tuple[str, str], Markup] = {}


def _start(game: str, context: Context) -> Markup:
    """A game's first position, drawn once in every language."""
    speech: Speech = context.speech
    made = _starts.get((game, speech.code))
    if made is None:
        position = first_position(game, find_game(game).table_options)
        made = drawn(board(position, speech.say, prefix="start-"))
        _starts[game, speech.code] = made
    return made


def _options(request: Request) -> dict[str, object]:
    """Options in an address: `?option-size=3`."""
    return {
        key.removeprefix("option-"): value
        for key, value in request.query_params.items()
        if key.startswith("option-")
    }
