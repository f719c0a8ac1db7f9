"""Slow readers: whoever does not read holds nobody up, and is told the rest when they do."""

import asyncio
import json
from pathlib import Path
from typing import Any

from quintet.server.commands import Command
from quintet.server.live import Connection
from quintet.server.opening import Chair, Wishes, open_table
from quintet.server.speech import Speech
from quintet.server.store import Store
from quintet.server.tables import Tables
from quintet.server.teller import Teller
from server.waiting import wait_for

SPEECH = Speech("en", "ltr", str)
MOVES = ["A@a1", "B@b2", "C@c3", "D@d4"]


class Socket:
    """A connection that takes nothing until it is opened."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.heard: list[dict[str, Any]] = []

    async def send_text(self, text: str) -> None:
        await self.open.wait()
        self.heard.append(json.loads(text))

    async def receive_text(self) -> str:
        await asyncio.Event().wait()
        return ""


async def play(folder: Path) -> list[dict[str, Any]]:
    store = Store(f"sqlite:///{folder / 'test.sqlite3'}")
    tables = Tables(store)
    wishes = Wishes(game="quantik", chairs=[Chair(), Chair()], first=0)
    table = await open_table(tables, wishes, "device", SPEECH)
    socket = Socket()
    teller = Teller(table, "device", SPEECH, table.number, None)
    connection = Connection(socket, table, teller, SPEECH, "")  # type: ignore[arg-type]
    running = asyncio.create_task(connection.run(tables.advice_of(table)))
    for move in MOVES:
        command = Command(number=table.number, do="move", move=move)
        await asyncio.wait_for(table.perform(command, "device"), 20)
        await asyncio.sleep(0)  # the reader is woken, and stuck with the first of them
    socket.open.set()
    while teller.since < table.number or not socket.heard:
        await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert table.listeners == set()
    await tables.close()
    store.close()
    return socket.heard


def test_a_slow_reader_holds_nobody_up(tmp_path: Path) -> None:
    heard = wait_for(play(tmp_path))
    moves = [event["move"] for message in heard for event in message.get("events", ())]
    assert moves == MOVES  # each once, in order
    assert len(heard) < len(MOVES)  # what had gathered came at once
