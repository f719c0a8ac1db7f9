"""Pages to join a table: the lobby and invitations."""

from __future__ import annotations

import json

from fastapi import APIRouter, Request
from pydantic import ValidationError
from starlette.responses import HTMLResponse, RedirectResponse, Response

from quintet.games import GAMES
from quintet.server.api.games import facts
from quintet.server.api.tables import table_board
from quintet.server.context import context_of
from quintet.server.pages.rendering import as_json, render
from quintet.server.play.seating import NO_CHAIR, chair_with_key, chairs_to_choose
from quintet.server.play.table import Table
from quintet.server.play.views.view import view
from quintet.server.schemas.requests import JoinRequest
from quintet.server.web.chosen_name import chosen_name, keep_name
from quintet.server.web.errors import NotFound
from quintet.server.web.validation import invalid
from quintet.tutorials import TUTORIALS

router = APIRouter(include_in_schema=False)


@router.get("/lobby")
async def lobby(request: Request) -> HTMLResponse:
    """Show the public tables, to join or to watch."""
    context = context_of(request)
    _, listed = await context.registry.lobby.listing(context.locale)
    return render(
        request,
        "lobby.html",
        games=[facts(game) for game in GAMES.values()],
        my_name=chosen_name(request),
        data=as_json(json.loads(listed)),
    )


@router.get("/tables/{table_id}/join/{key}")
async def invitation(table_id: str, key: str, request: Request) -> Response:
    """Show an invitation: a field for the name, and one button."""
    context = context_of(request)
    table = await context.registry.find(table_id)
    chair = chair_with_key(table.chairs, key)
    if chair is not None and table.chairs[chair].device == context.device:
        return RedirectResponse(f"/tables/{table_id}", 303)
    if chair is None and table.is_player(context.device):
        # This device has used the link before.
        return RedirectResponse(f"/tables/{table_id}", 303)
    if chair is None and not table.may_look(context.device):
        raise NotFound(NO_CHAIR)
    return _page(request, table, chair)


@router.post("/tables/{table_id}/join/{key}")
async def accept(table_id: str, key: str, request: Request) -> Response:
    """Take the chair of an invitation, or another open one."""
    chosen = (await request.form()).get("chair")
    where = {} if chosen is None else {"chair": str(chosen)}
    return await _join(request, table_id, key=key, **where)


@router.post("/tables/{table_id}/join")
async def sit_down(table_id: str, request: Request) -> Response:
    """Show an open chair of a public table, by its number."""
    return await _join(request, table_id, chair=str((await request.form()).get("chair", "")))


async def _join(request: Request, table_id: str, **where: str) -> Response:
    context = context_of(request)
    name = str((await request.form()).get("name", ""))
    try:
        wish = JoinRequest.model_validate({"name": name, **where}, strict=False)
    except ValidationError as error:
        raise invalid(error, JoinRequest) from error
    table = await context.registry.find(table_id)
    await table.join(wish, context.device, context.locale)
    table.note_request(context.client)
    back = RedirectResponse(f"/tables/{table_id}", 303)
    if name.strip():
        keep_name(back, name)
    return back


def _page(request: Request, table: Table, chair: int | None) -> HTMLResponse:
    context = context_of(request)
    seen = view(table, context.device, context.locale)
    return render(
        request,
        "join.html",
        status_code=200 if chair is not None else 404,
        view=seen,
        table_id=table.id,
        chair=chair,
        chairs=[] if chair is None else chairs_to_choose(table.state, chair),
        taken=chair is not None and table.chairs[chair].device is not None,
        stand_in=chair is not None and table.state.seat_at(chair) in table.state.stand_ins,
        may_watch=table.may_look(context.device),
        my_name=chosen_name(request),
        board=table_board(table, request),
        learnable=table.state.setup.game in TUTORIALS,
    )
