"""The live connection: a WebSocket for everyone at a table."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from quintet.errors import NotAllowed, QuintetError
from quintet.sentence import sentence
from quintet.server.advice import Advice
from quintet.server.commands import LONGEST_COMMAND, Command
from quintet.server.context import context_of
from quintet.server.devices import device_of
from quintet.server.live_table import LiveTable, Make
from quintet.server.problems import BROKEN, BadRequest, bad_request, other_problem, problem
from quintet.server.speech import Speech
from quintet.server.telling import encode, news

log = logging.getLogger("quintet.server")
router = APIRouter()

NO_SUCH_TABLE = 4404


@router.websocket("/api/v1/tables/{table_id}/live")
async def live(websocket: WebSocket, table_id: str, since: str = "") -> None:
    """Tells what happens, and takes commands, until either side has had enough."""
    context = context_of(websocket)
    try:
        table = await context.find(table_id)
    except QuintetError:
        await websocket.accept()
        await websocket.close(NO_SUCH_TABLE)
        return
    await websocket.accept()
    number = int(since) if since.isdecimal() and len(since) < 10 else 0
    connection = Connection(websocket, table, device_of(websocket), context.speech, number)
    await connection.run(context.advice_of(table))


class Connection:
    """One client at one table: two loops, one that tells and one that listens."""

    def __init__(
        self,
        websocket: WebSocket,
        table: LiveTable,
        device: str,
        speech: Speech,
        number: int,
    ) -> None:
        self.wants_values = False
        self._websocket = websocket
        self._table = table
        self._device = device
        self._speech = speech
        self._told = number  # the latest event the client knows of
        self._posts: dict[str, Make] = {}
        self._news = asyncio.Event()
        self._news.set()
        self._sending = asyncio.Lock()

    def wake(self) -> None:
        self._news.set()

    def look_again(self) -> None:
        self._told = 0
        self._news.set()

    def post(self, kind: str, make: Make) -> None:
        self._posts[kind] = make
        self._news.set()

    async def run(self, advice: Advice) -> None:
        self._advice = advice
        self._table.come(self)
        telling = asyncio.create_task(self._tell())
        try:
            await self._listen()
        except (WebSocketDisconnect, RuntimeError):
            pass  # they are gone; what they did stays
        finally:
            telling.cancel()
            self._table.leave(self)
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await telling

    async def _tell(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            table = self._table
            if self._told != table.number:
                text = news(table, self._told, self._device, self._speech)
                self._told = table.number
                await self._send(text)
            posts, self._posts = self._posts, {}
            for make in posts.values():
                message = make(self._speech)
                if message is not None:
                    await self._send(encode(message))

    async def _listen(self) -> None:
        while True:
            text = await self._websocket.receive_text()
            # The answer is sent before the next command is read, so whoever asks too fast waits.
            await self._send(encode(await self._answer(text)))

    async def _send(self, text: str) -> None:
        async with self._sending:
            await self._websocket.send_text(text)

    async def _answer(self, text: str) -> dict[str, Any]:
        command_id = ""
        try:
            command = read_command(text)
            command_id = command.id
            return await self._do(command)
        except QuintetError as error:
            found = problem(error, self._speech.say)
        except Exception:
            log.exception("A command failed.")
            found = other_problem("broken", BROKEN, self._speech.say)
        return {"type": "refused", "id": command_id, "error": found}

    async def _do(self, command: Command) -> dict[str, Any]:
        table = self._table
        number = table.number
        match command.do:
            case "view":
                self.look_again()
            case "hint":
                hint = await self._advice.hint(table.standing(self._device), self._speech)
                self.post("hint", lambda _: hint)
            case "values":
                if not table.state.setup.values:
                    raise NotAllowed(sentence("Values are not shown at this table."))
                self.wants_values = command.on is not False
                self._advice.look()
            case _:
                number = await table.perform(command, self._device)
        return {"type": "accepted", "id": command.id, "number": number}


def read_command(text: str) -> Command:
    if len(text) > LONGEST_COMMAND:
        raise BadRequest(sentence("A command is shorter than that."))
    try:
        return Command.model_validate_json(text)
    except ValidationError as error:
        raise bad_request(error.errors()[0]["loc"]) from error
