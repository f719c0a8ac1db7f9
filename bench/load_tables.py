"""Tables under load, with two clients each that play whole games.

Clients survive restarts of the server: they retry a command under its id until it is answered, and
reconnect from the last event they have seen. Everything they send and receive is recorded for the
check afterwards.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from load_requests import Refused, ask

GAMES = ("quantik", "quarto", "qomet", "quixo", "cubulus")
MAX_PLIES = 60  # then a player resigns, so that every game ends
TROUBLE = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError)
RETRY_SECONDS = 0.1


@dataclass
class Load:
    """The state shared by all tables."""

    addresses: list[str]  # of the servers
    rng: random.Random
    rate: float  # moves a second
    ready: list[Table] = field(default_factory=list)  # tables at which somebody may move now
    finished: list[Table] = field(default_factory=list)
    times: list[float] = field(default_factory=list)  # from a command to its event, at every seat
    moves: int = 0
    reconnects: int = 0

    async def pace(self, seconds: float) -> None:
        """Start so many moves a second, each at a random table.

        If tables moved in turn, all games of a kind would end at the same time.
        """
        began = time.perf_counter()
        allowed = 0
        while (passed := time.perf_counter() - began) < seconds:
            while allowed < passed * self.rate and self.ready:
                self._any_ready().go_on()
                allowed += 1
            if not self.ready:
                allowed = max(allowed, int(passed * self.rate) - 1)  # unused moves are not saved up
            await asyncio.sleep(0.002)

    def begin(self) -> None:
        """Reset counts and times."""
        self.moves = self.reconnects = 0
        self.times.clear()

    def _any_ready(self) -> Table:
        chosen = self.rng.randrange(len(self.ready))
        self.ready[chosen], self.ready[-1] = self.ready[-1], self.ready[chosen]
        return self.ready.pop()


@dataclass
class Heard:
    """What one seat received."""

    acknowledged: dict[str, int] = field(default_factory=dict)  # by command, its event's number
    events: dict[int, dict[str, Any]] = field(default_factory=dict)  # by number
    faults: list[str] = field(default_factory=list)
    result: str | None = None


class Seat:
    """A client in one seat."""

    def __init__(self, load: Load, table: Table, cookie: str) -> None:
        self.heard = Heard()
        self.view: dict[str, Any] = {}
        self._load = load
        self._table = table
        self._headers = {"Cookie": cookie}
        self._unanswered: dict[str, dict[str, Any]] = {}
        self._count = 0
        self._socket: ClientConnection | None = None

    async def stay(self) -> None:
        """Stay connected until the game is over and every command is answered."""
        while not self._is_done:
            with suppress(*TROUBLE):
                async with connect(self._live, additional_headers=self._headers) as socket:
                    self._socket = socket
                    for command in self._unanswered.values():
                        await socket.send(json.dumps(command))
                    while not self._is_done:
                        self._hear(json.loads(await socket.recv()))
            self._socket = None
            if not self._is_done:
                self._load.reconnects += 1
                await asyncio.sleep(RETRY_SECONDS)

    def break_off(self) -> None:
        """Cut the connection."""
        if self._socket is not None:
            self._socket.transport.abort()

    def act(self) -> None:
        """Send a random move; resign a long game."""
        action: dict[str, Any] = {"do": "resign"}
        if self._table.plies < MAX_PLIES:
            action = {"do": "move", "move": self._load.rng.choice(list(self.view["paths"]))}
        self._count += 1
        command = {"id": str(self._count), "number": self.view["number"], **action}
        self._unanswered[command["id"]] = command
        self._table.sent[self._table.plies + 1] = time.perf_counter()
        if self._socket is not None:
            asyncio.get_running_loop().create_task(self._send(self._socket, command))

    @property
    def _is_done(self) -> bool:
        return self.view.get("phase") == "over" and not self._unanswered

    @property
    def _live(self) -> str:
        address = self._load.rng.choice(self._load.addresses).replace("http", "ws")
        since = self.view.get("number", 0)
        return f"{address}api/v1/tables/{self._table.id}/live?since={since}"

    async def _send(self, socket: ClientConnection, command: dict[str, Any]) -> None:
        with suppress(*TROUBLE):
            await socket.send(json.dumps(command))

    def _hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "accepted":
                self._unanswered.pop(message["id"], None)
                self.heard.acknowledged[message["id"]] = message["number"]
            case "refused":
                # Nobody else moves for this seat, so nothing may be refused.
                self._unanswered.pop(message["id"], None)
                self.heard.faults.append(json.dumps(message))
            case "view":
                self._know(message["view"])
            case "events":
                first = message["number"] - len(message["events"]) + 1
                if first != self.view["number"] + 1:
                    self.heard.faults.append(f"{first} came after {self.view['number']}")
                for number, event in enumerate(message["events"], first):
                    self.heard.events[number] = event
                now = time.perf_counter()
                for ply in message["plies"]:
                    if ply["ply"] in self._table.sent:
                        self._load.times.append(now - self._table.sent[ply["ply"]])
                self._know(message["view"])

    def _know(self, view: dict[str, Any]) -> None:
        self.view = view
        if view["outcome"] is not None:
            self.heard.result = view["outcome"]["result"]
        self._table.look(self)


class Table:
    """A table and its two clients."""

    def __init__(self, load: Load, table_id: str, cookies: list[str]) -> None:
        self.id = table_id
        self.plies = 0
        self.sent: dict[int, float] = {}  # by ply, when its move was sent
        self.seats = [Seat(load, self, cookie) for cookie in cookies]
        self._load = load
        self._moved_at = 0  # the event that was answered last
        self._mover: Seat | None = None

    async def play(self) -> None:
        await asyncio.gather(*(seat.stay() for seat in self.seats))
        self._load.finished.append(self)

    def look(self, seat: Seat) -> None:
        """Queue the seat to move; each turn is played once."""
        number = seat.view["number"]
        if seat.view["paths"] and number > self._moved_at:
            self._moved_at = number
            self._mover = seat
            self._load.ready.append(self)

    def go_on(self) -> None:
        assert self._mover is not None
        self._load.moves += 1
        self._mover.act()
        self.plies += 1


async def open_table(load: Load, cookies: list[str], number: int) -> Table:
    """Open a table as Ann with an open seat, and join as Ben by the link."""
    address = load.rng.choice(load.addresses)
    body = {
        "game": GAMES[number % len(GAMES)],
        "chairs": [{"kind": "person", "name": "Ann"}, {"kind": "open"}],
        "first": 0,
    }
    made = await ask(f"{address}api/v1/tables", cookies[0], body)
    key = made["view"]["invitations"][0]["url"].rpartition("/")[2]
    await ask(f"{address}api/v1/tables/{made['id']}/join", cookies[1], {"key": key, "name": "Ben"})
    return Table(load, made["id"], cookies)


async def keep_playing(load: Load, cookies: list[str], number: int, enough: asyncio.Event) -> None:
    """Play one game after another; finish the last one."""
    while not enough.is_set():
        try:
            table = await open_table(load, cookies, number)
        except (*TROUBLE, Refused):
            await asyncio.sleep(RETRY_SECONDS)
            continue
        await table.play()
        number += 1
