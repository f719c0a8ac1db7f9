"""The live connection to a table: a WebSocket."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from quintet.errors import QuintetError
from quintet.i18n.sentence import sentence
from quintet.server.api.replies import accepted
from quintet.server.context import context_of
from quintet.server.play.chat import read_seen
from quintet.server.play.subscriber import Subscriber
from quintet.server.play.table import Table
from quintet.server.schemas.commands import (
    COMMANDS,
    MAX_COMMAND,
    Command,
    HintCommand,
    PongCommand,
    SayCommand,
    ValuesCommand,
    ViewCommand,
)
from quintet.server.schemas.encoding import encode
from quintet.server.schemas.messages import AcceptedMessage, RefusedMessage
from quintet.server.thinking.advice import Advice
from quintet.server.web.chosen_name import chosen_name
from quintet.server.web.client import Client
from quintet.server.web.errors import (
    Forbidden,
    InternalError,
    MalformedRequest,
    NotFound,
    problem,
)
from quintet.server.web.locale import Locale
from quintet.server.web.rate_limit import count_command, limits_of
from quintet.server.web.validation import invalid

log = logging.getLogger("quintet.server")
router = APIRouter()

# Close codes.
NO_SUCH_TABLE = 4404
NOT_FOR_YOU = 4403
TRY_LATER = 1013
BROKEN_OFF = 1011
GONE = (WebSocketDisconnect, RuntimeError)


@router.websocket("/api/v1/tables/{table_id}/live")
async def live(websocket: WebSocket, table_id: str, since: str = "", chat: str = "") -> None:
    """Send messages and take commands until either side closes."""
    context = context_of(websocket)
    number = int(since) if since.isdecimal() and len(since) < 10 else 0
    await websocket.accept()
    try:
        table = await context.find(table_id)
        subscriber = Subscriber(
            table,
            context.device,
            context.locale,
            number,
            read_seen(chat),
            address=context.client.address,
        )
        await subscriber.catch_up()
    except QuintetError as error:
        await websocket.close(_closing_code(error))
        return
    connection = Connection(websocket, table, subscriber, context.locale, chosen_name(websocket))
    await connection.run(context.advice_of(table))


class Connection:
    """One client at one table: a loop that sends, and one that receives."""

    def __init__(
        self, websocket: WebSocket, table: Table, subscriber: Subscriber, locale: Locale, name: str
    ) -> None:
        self._websocket = websocket
        self._table = table
        self._subscriber = subscriber
        self._locale = locale
        self._name = name
        self._client = Client(subscriber.address, subscriber.device)
        self._sending = asyncio.Lock()

    async def run(self, advice: Advice) -> None:
        self._advice = advice
        self._table.subscribe(self._subscriber)
        telling = asyncio.create_task(self._tell())
        try:
            await self._listen()
        except GONE:
            pass  # the client has disconnected
        finally:
            telling.cancel()
            self._table.unsubscribe(self._subscriber)
            with suppress(asyncio.CancelledError, *GONE):
                await telling

    async def _tell(self) -> None:
        try:
            while True:
                await self._subscriber.wait()
                for text in self._subscriber.messages():
                    await self._send(text)
                await self._measure()
        except Forbidden as error:
            # Somebody else has the seat now, and the table takes no spectators.
            await self._websocket.close(_closing_code(error))
        except GONE:
            pass  # the other loop ends, too
        except Exception:
            log.exception("A client could not be told what happens.")
            await self._websocket.close(BROKEN_OFF)

    async def _measure(self) -> None:
        """Ping a player whose clock counts, to measure the latency."""
        table, latency = self._table, self._subscriber.latency
        counts = table.state.deadline is not None and table.is_player(self._subscriber.device)
        if counts and latency.is_due:
            await self._send(encode(latency.ping()))

    async def _listen(self) -> None:
        while True:
            text = await self._websocket.receive_text()
            # The answer is sent before the next command is read, which slows down fast clients.
            answer = await self._answer(text)
            if answer is not None:
                await self._send(encode(answer))

    async def _send(self, text: str) -> None:
        async with self._sending:
            await self._websocket.send_text(text)

    async def _answer(self, text: str) -> AcceptedMessage | RefusedMessage | None:
        command_id = ""
        try:
            command = read_command(text)
            command_id = command.id
            return await self._do(command)
        except QuintetError as error:
            refused = error
        except Exception:
            log.exception("A command failed.")
            refused = InternalError()
        found = problem(refused, self._locale.say, self._websocket.url.path)
        return {"type": "refused", "id": command_id, "error": found}

    async def _do(self, command: Command) -> AcceptedMessage | None:
        table, subscriber = self._table, self._subscriber
        count_command(limits_of(self._websocket), self._client, command)
        line: int | None = None
        number = None
        match command:
            case PongCommand():
                subscriber.latency.pong(command.id)
                return None
            case ViewCommand():
                subscriber.resync()
            case HintCommand():
                await table.take_over(subscriber.device)
                hint = await self._advice.hint(self._client, self._locale)
                subscriber.post("hint", lambda _: hint)
            case ValuesCommand(on=False):
                self._advice.want_no_values(subscriber)
            case ValuesCommand():
                self._advice.want_values(subscriber, command.ply)
            case SayCommand():
                await table.take_over(subscriber.device)
                line = await table.chat.say(command, subscriber.device, self._name)
            case _:
                delay = subscriber.latency.milliseconds
                number = await table.perform(command, subscriber.device, delay)
        return accepted(command, table.number if number is None else number, line)


def read_command(text: str) -> Command:
    if len(text) > MAX_COMMAND:
        raise MalformedRequest(sentence("A command is shorter than that."))
    try:
        return COMMANDS.validate_json(text)
    except ValidationError as error:
        raise invalid(error, COMMANDS) from error


def _closing_code(error: QuintetError) -> int:
    if isinstance(error, NotFound):
        return NO_SUCH_TABLE
    return NOT_FOR_YOU if isinstance(error, Forbidden) else TRY_LATER
