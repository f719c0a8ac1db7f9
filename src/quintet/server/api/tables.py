"""The API's tables: open one, look at it, play, take it home as a record."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from quintet import record
from quintet.i18n.sentence import template
from quintet.server.context import context_of
from quintet.server.pages.boards import Picture, board
from quintet.server.play.commands import Command
from quintet.server.play.create import Wishes, open_table
from quintet.server.play.invitations import invitation
from quintet.server.play.seating import LONGEST_KEY, Joining
from quintet.server.play.table import Table
from quintet.server.play.updates import whole
from quintet.server.play.view import refusal, view
from quintet.server.web.chosen_name import chosen_name
from quintet.server.web.device_tokens import device_of
from quintet.server.web.rate_limit import count_command, count_table
from quintet.table.marks import last_places
from quintet.table.saving import record_of

router = APIRouter(prefix="/api/v1/tables", tags=["tables"])

MOST_LISTED = 100


@router.post(
    "",
    status_code=201,
    description=template("Opens a table; the game begins when every chair is taken."),
    dependencies=[Depends(count_table)],
)
async def create(wishes: Wishes, request: Request) -> dict[str, Any]:
    context, device = context_of(request), device_of(request)
    table = await open_table(context.registry, wishes, device, context.locale)
    table.note_request()
    return {
        "id": table.id,
        "url": f"/tables/{table.id}",
        "view": view(table, device, context.locale),
    }


@router.get("", description=template("The tables this device plays at, the latest first."))
async def mine(request: Request) -> dict[str, Any]:
    listed = await context_of(request).registry.store.tables_of(device_of(request), MOST_LISTED)
    return {
        "tables": [
            {
                "id": it.id,
                "url": f"/tables/{it.id}",
                "game": it.game,
                "created": it.created,
                "changed": it.changed,
                "phase": it.phase,
            }
            for it in listed
        ]
    }


@router.get("/{table_id}", description=template("The table as this device sees it."))
async def show(table_id: str, request: Request) -> dict[str, Any]:
    table = await _table(request, table_id)
    return whole(table, device_of(request), context_of(request).locale)


@router.post(
    "/{table_id}/commands",
    description=template("Does something at the table; the answer comes when it is on disk."),
)
async def command(table_id: str, wish: Command, request: Request) -> dict[str, Any]:
    table, locale = await _table(request, table_id), context_of(request).locale
    device = device_of(request)
    table.presence.note_request(device)
    count_command(request, wish.do, wish.what)
    match wish.do:
        case "say":
            line = await table.chat.say(wish, device, chosen_name(request))
            return {"type": "accepted", "id": wish.id, "number": table.number, "line": line}
        case "hint":
            advice = context_of(request).advice_of(table)
            return await advice.hint(table.standing(device), locale)
        case "view":
            return whole(table, device, locale)
    number = await table.perform(wish, device)
    return {"type": "accepted", "id": wish.id, "number": number}


@router.get(
    "/{table_id}/join/{key}",
    description=template("What is played at a chair, for whoever has its key."),
)
async def show_invitation(
    table_id: str, key: Annotated[str, Path(max_length=LONGEST_KEY)], request: Request
) -> dict[str, Any]:
    context = context_of(request)
    table = await context.registry.find(table_id)
    return invitation(table, key, context.device, context.locale)


@router.post(
    "/{table_id}/join",
    description=template(
        "Sits down at a chair: with its key, or without one at an open chair of a public table. "
        "With the key of one's own chair, one takes it to this device."
    ),
)
async def join(table_id: str, wish: Joining, request: Request) -> dict[str, Any]:
    context = context_of(request)
    table = await context.registry.find(table_id)
    chair = await table.join(wish, context.device, context.locale)
    table.note_request()
    return {
        "id": table.id,
        "url": f"/tables/{table.id}",
        "chair": chair,
        "view": view(table, context.device, context.locale),
    }


@router.get(
    "/{table_id}/why",
    description=template(
        "Why no legal move begins with these touches; the sentence is null when one does."
    ),
)
async def why(
    table_id: str, request: Request, touched: Annotated[str, Query(max_length=80)]
) -> dict[str, Any]:
    table, say = await _table(request, table_id), context_of(request).locale.say
    return refusal(table.state.position.why_not(*touched.split(",")[:8]), say)


@router.get(
    "/{table_id}/record",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}, "application/json": {}}}},
    description=template("The game as a record, in text or as JSON."),
)
async def take_home(table_id: str, request: Request, form: str = "text") -> Response:
    table = await _table(request, table_id)
    made = record.dumps(record_of(table.state, table.time()), "json" if form == "json" else "text")
    kind, ending = ("application/json", "json") if form == "json" else ("text/plain", "txt")
    name = f"{table.state.setup.game}-{table.id}.{ending}"
    return Response(
        made,
        media_type=kind,
        headers={"Content-Disposition": f'inline; filename="{name}"'},
    )


@router.get(
    "/{table_id}/board.svg",
    response_class=Picture,
    description=template("The board as it stands, or as it stood after so many plies."),
)
async def picture(
    table_id: str,
    request: Request,
    view: Annotated[str | None, Query(max_length=20)] = None,
    ply: Annotated[int | None, Query(ge=0, le=10_000)] = None,
    style: bool = False,
) -> Response:
    table = await _table(request, table_id)
    made = table_board(table, request, view=view, ply=ply, style=style)
    return Picture(made)


def table_board(
    table: Table,
    request: Request,
    *,
    view: str | None = None,
    ply: int | None = None,
    style: bool = False,
) -> str:
    state = table.state
    say = context_of(request).locale.say
    if ply is not None and ply < len(state.played):
        return board(state.positions[ply], say, {}, view, style=style)
    marks = None if state.position.winning else dict.fromkeys(last_places(state), "last")
    return board(state.position, say, marks, view, style=style)


async def _table(request: Request, table_id: str) -> Table:
    table = await context_of(request).find(table_id)
    table.note_request()
    return table
