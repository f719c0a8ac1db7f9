"""Slow readers hold nobody up, and get the rest when they read again."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from quintet.server.api.websocket import Connection
from quintet.server.play.chat import MAX_LINES_IN_MEMORY
from quintet.server.play.create import open_table
from quintet.server.play.registry import Registry
from quintet.server.play.subscriber import Subscriber
from quintet.server.play.table import Table
from quintet.server.schemas.requests import NewChair, NewTable
from quintet.server.store import Store
from quintet.server.web.locale import Locale
from server.tables import command_of
from server.waiting import wait_for

LOCALE = Locale("en", "ltr", str)
MOVES = ["A@a1", "B@b2", "C@c3", "D@d4"]


class Socket:
    """A connection that takes nothing until it is opened."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.heard: list[dict[str, Any]] = []
        self.news = asyncio.Event()

    async def send_text(self, text: str) -> None:
        await self.open.wait()
        self.heard.append(json.loads(text))
        self.news.set()

    async def receive_text(self) -> str:
        await asyncio.Event().wait()
        return ""


@asynccontextmanager
async def stuck_reader(folder: Path) -> AsyncIterator[tuple[Table, Subscriber, Socket]]:
    """A table, and somebody there who does not read."""
    store = Store(f"sqlite:///{folder / 'test.sqlite3'}")
    registry = Registry(store)
    request = NewTable(game="quantik", chairs=[NewChair(), NewChair()], first=0)
    table = await open_table(registry, request, "device", LOCALE)
    socket, subscriber = Socket(), Subscriber(table, "device", LOCALE, table.number, None)
    await subscriber.catch_up()
    connection = Connection(socket, table, subscriber, LOCALE, "")  # type: ignore[arg-type]
    running = asyncio.create_task(connection.run(registry.advice_of(table)))
    await asyncio.sleep(0)
    try:
        yield table, subscriber, socket
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        assert table.subscribers == set()
        await registry.close()
        store.close()


async def read_at_last(socket: Socket, is_told: Callable[[], bool]) -> list[dict[str, Any]]:
    socket.open.set()
    while not is_told():
        socket.news.clear()
        await socket.news.wait()
    return socket.heard


async def without_waiting(work: Awaitable[Any]) -> None:
    await asyncio.wait_for(work, 20)
    await asyncio.sleep(0)  # the reader is woken, and stuck with the first of them


async def play(folder: Path) -> list[dict[str, Any]]:
    async with stuck_reader(folder) as (table, subscriber, socket):
        for move in MOVES:
            command = command_of(number=table.number, do="move", move=move)
            await without_waiting(table.perform(command, "device"))
        return await read_at_last(socket, lambda: subscriber.since == table.number)


async def talk(folder: Path, lines: int) -> list[dict[str, Any]]:
    async with stuck_reader(folder) as (table, subscriber, socket):
        for number in range(lines):
            said = command_of(do="say", room="players", text=str(number))
            await without_waiting(table.chat.say(said, "device", ""))
        return await read_at_last(
            socket, lambda: subscriber.seen is not None and subscriber.seen.number == lines
        )


async def come_and_go(folder: Path, visitors: int) -> list[dict[str, Any]]:
    async with stuck_reader(folder) as (table, _, socket):
        for number in range(visitors):
            table.subscribe(Subscriber(table, f"visitor {number}", LOCALE, table.number, None))
            await asyncio.sleep(0)
        heard = await read_at_last(
            socket, lambda: bool(socket.heard) and socket.heard[-1]["watchers"] == visitors
        )
        table.subscribers.clear()
        return heard


def test_a_slow_reader_holds_nobody_up(tmp_path: Path) -> None:
    heard = wait_for(play(tmp_path))
    moves = [event["move"] for message in heard for event in message.get("events", ())]
    assert moves == MOVES  # each once, in order
    assert len(heard) < len(MOVES)  # what had gathered came at once


def test_talk_waits_for_a_slow_reader_in_one_place_for_all(tmp_path: Path) -> None:
    heard = [message for message in wait_for(talk(tmp_path, 30)) if message["type"] == "chat"]
    lines = [line["text"] for message in heard for line in message["lines"]]
    assert lines == [str(number) for number in range(30)]  # each once, in order
    assert len(heard) <= 2


def test_who_has_missed_too_much_is_told_the_latest(tmp_path: Path) -> None:
    lines = MAX_LINES_IN_MEMORY + 20
    heard = [message for message in wait_for(talk(tmp_path, lines)) if message["type"] == "chat"]
    assert heard[-1]["whole"]
    shown = [line["text"] for line in heard[-1]["lines"]]
    assert shown == [str(number) for number in range(lines)][-MAX_LINES_IN_MEMORY:]


def test_only_the_latest_presence_is_told(tmp_path: Path) -> None:
    heard = wait_for(come_and_go(tmp_path, 50))
    assert {message["type"] for message in heard} == {"presence"}
    assert len(heard) < 10  # a few before the reader was stuck, and the latest
