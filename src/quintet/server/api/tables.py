"""Tables: open one, look at it, play, download the record."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from quintet import record
from quintet.i18n.sentence import sentence, template
from quintet.record import Form, Record
from quintet.server.api.replies import accepted, reply, sends
from quintet.server.boards import Picture, board
from quintet.server.context import context_of
from quintet.server.play.create import open_table
from quintet.server.play.invitations import invitation
from quintet.server.play.table import Table
from quintet.server.play.views.motions import motions_after
from quintet.server.play.views.updates import snapshot
from quintet.server.play.views.view import earlier_plies, refusal, view
from quintet.server.schemas.commands import (
    Command,
    HintCommand,
    PongCommand,
    SayCommand,
    ValuesCommand,
    ViewCommand,
)
from quintet.server.schemas.messages import AcceptedMessage, HintMessage, ViewMessage
from quintet.server.schemas.requests import MAX_KEY, JoinRequest, NewTable
from quintet.server.schemas.responses import (
    BegunMoves,
    EarlierPlies,
    Invitation,
    Refusal,
    SeatTaken,
    TableList,
    TableOpened,
)
from quintet.server.web.chosen_name import chosen_name
from quintet.server.web.errors import InvalidField
from quintet.server.web.processor_time import in_thread
from quintet.server.web.rate_limit import count_command, count_table, counting_open, limits_of
from quintet.table.importing import exported
from quintet.table.marks import last_marks
from quintet.table.saving import record_of

router = APIRouter(prefix="/api/v1/tables", tags=["tables"])

MAX_LISTED = 100


@router.post(
    "",
    status_code=201,
    summary=template("Open a table"),
    description=template("Opens a table; the game begins when every chair is taken."),
    responses=sends(TableOpened, template("The table."), 201),
    dependencies=[Depends(count_table)],
)
async def create(new: NewTable, request: Request) -> Response:
    context = context_of(request)
    address, device = context.client
    async with counting_open(request, new):
        table = await open_table(context.registry, new, device, context.locale, address)
    table.note_request(context.client)
    opened: TableOpened = {
        "id": table.id,
        "url": f"/tables/{table.id}",
        "view": view(table, device, context.locale),
    }
    return reply(opened, 201)


@router.get(
    "",
    summary=template("List your tables"),
    description=template("The tables this device plays at, the latest first."),
    responses=sends(TableList, template("The tables.")),
)
async def mine(request: Request) -> Response:
    context = context_of(request)
    listed = await context.registry.store.tables_of(context.device, MAX_LISTED)
    found: TableList = {
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
    return reply(found)


@router.get(
    "/{table_id}",
    summary=template("Show a table"),
    description=template("The table as this device sees it."),
    responses=sends(ViewMessage, template("The view.")),
)
async def show(table_id: str, request: Request) -> Response:
    table, context = await _table(request, table_id), context_of(request)
    return reply(snapshot(table, context.device, context.locale))


@router.get(
    "/{table_id}/plies",
    summary=template("Show earlier plies"),
    description=template("The last 50 plies before one; a view has only the latest."),
    responses=sends(EarlierPlies, template("The plies.")),
)
async def show_plies(
    table_id: str, request: Request, before: Annotated[int, Query(ge=1, le=10_000)]
) -> Response:
    table = await _table(request, table_id)
    found: EarlierPlies = {"plies": earlier_plies(table, before, context_of(request).locale)}
    return reply(found)


@router.post(
    "/{table_id}/commands",
    summary=template("Send a command"),
    description=template("Does something at the table; the answer comes when it is on disk."),
    responses=sends(AcceptedMessage | HintMessage | ViewMessage, template("The command is done.")),
)
async def command(table_id: str, asked: Command, request: Request) -> Response:
    table, context = await _table(request, table_id), context_of(request)
    device, locale = context.device, context.locale
    table.presence.note_request(device)
    count_command(limits_of(request), context.client, asked)
    match asked:
        case SayCommand():
            await table.take_over(device)
            line = await table.chat.say(asked, device, chosen_name(request))
            return reply(accepted(asked, table.number, line))
        case HintCommand():
            await table.take_over(device)
            return reply(await context.advice_of(table).hint(context.client, locale))
        case ViewCommand():
            return reply(snapshot(table, device, locale))
        case ValuesCommand() | PongCommand():
            raise InvalidField(sentence("This is asked for at a live table only."), field="do")
    return reply(accepted(asked, await table.perform(asked, device)))


@router.get(
    "/{table_id}/join/{key}",
    summary=template("Show an invitation"),
    description=template("What is played at a chair. The key is required."),
    responses=sends(Invitation, template("The game and its players.")),
)
async def show_invitation(
    table_id: str, key: Annotated[str, Path(max_length=MAX_KEY)], request: Request
) -> Response:
    context = context_of(request)
    table = await context.registry.find(table_id)
    return reply(invitation(table, key, context.device, context.locale))


@router.post(
    "/{table_id}/join",
    summary=template("Take a chair"),
    responses=sends(SeatTaken, template("The chair, and the table.")),
    description=template(
        "Sits down at a chair: with its key, or without one at an open chair of a public table. "
        "With the key of an open chair, any open chair may be chosen. "
        "With the key of one's own chair, one takes it to this device."
    ),
)
async def join(table_id: str, asked: JoinRequest, request: Request) -> Response:
    context = context_of(request)
    table = await context.registry.find(table_id)
    chair = await table.join(asked, context.device, context.locale)
    table.note_request(context.client)
    taken: SeatTaken = {
        "id": table.id,
        "url": f"/tables/{table.id}",
        "chair": chair,
        "view": view(table, context.device, context.locale),
    }
    return reply(taken)


@router.get(
    "/{table_id}/why",
    summary=template("Explain why touches make no move"),
    description=template(
        "Why no legal move begins with these touches; the sentence is null when one does."
    ),
    responses=sends(Refusal, template("The reason.")),
)
async def why(
    table_id: str, request: Request, touched: Annotated[str, Query(max_length=80)]
) -> Response:
    table, say = await _table(request, table_id), context_of(request).locale.say
    return reply(refusal(table.state.position.why_not(*touched.split(",")[:8]), say))


@router.get(
    "/{table_id}/motions",
    summary=template("Preview moves"),
    description=template(
        "What the legal moves that begin with these touches would do to the pieces."
    ),
    responses=sends(BegunMoves, template("The motions.")),
)
async def motions(
    table_id: str, request: Request, touched: Annotated[str, Query(max_length=80)] = ""
) -> Response:
    position = (await _table(request, table_id)).state.position
    begun = [touch for touch in touched.split(",")[:8] if touch]
    made: BegunMoves = {"position": position.text, "motions": motions_after(position, begun)}
    return reply(made)


@router.get(
    "/{table_id}/record",
    response_class=Response,
    responses={
        200: {
            "description": template("The record."),
            "content": {
                "text/plain": {"schema": {"type": "string"}},
                "application/json": {"schema": {"type": "object"}},
            },
        }
    },
    summary=template("Download the record"),
    description=template("The game as a record, in text or as JSON."),
)
async def take_home(table_id: str, request: Request, form: str = "text") -> Response:
    table = await _table(request, table_id)
    texts = await context_of(request).registry.store.library.records([table_id])
    written: Form = "json" if form == "json" else "text"
    made = await in_thread(lambda: record.dumps(_record(table, texts.get(table_id)), written))
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
    summary=template("Draw the board"),
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
    say, look = context_of(request).locale.say, state.setup.look
    if ply is not None and ply < len(state.played):
        return board(state.positions[ply], say, {}, view, look=look, style=style)
    marks = None if state.position.winning else last_marks(state)
    return board(state.position, say, marks, view, look=look, style=style)


def _record(table: Table, source: str | None) -> Record:
    """Return the game as a record; `source` is the text it was imported from, if it was."""
    if source is None:
        return record_of(table.state, table.time())
    return exported(table.state, table.time(), record.loads(source)[0])


async def _table(request: Request, table_id: str) -> Table:
    context = context_of(request)
    table = await context.find(table_id)
    table.note_request(context.client)
    return table
