"""A stranger while the server is attacked: plays a friend and an engine, and looks at pages."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect

SECONDS_BETWEEN_MOVES = 0.1
SECONDS_BETWEEN_PAGES = 0.25
ENGINE_LEVEL = 6
SHORT_SLEEP = 0.002
TIMEOUT = 60.0
PAGES = ("/", "/new/quixo", "/rules/qomet", "/puzzles/quixo/2", "/known", "/lobby", "/puzzles")
Chairs = list[dict[str, Any]]
TWO_PEOPLE: Chairs = [{"kind": "person"}, {"kind": "person"}]
AGAINST_ENGINE: Chairs = [{"kind": "person"}, {"kind": "engine", "level": ENGINE_LEVEL}]


@dataclass
class Times:
    """What somebody waited for, in seconds."""

    moves: list[float] = field(default_factory=list)  # from a command to its event
    pages: list[float] = field(default_factory=list)
    replies: list[float] = field(default_factory=list)  # from a command to the engine's move
    machine: list[float] = field(default_factory=list)  # by how much a short sleep is late
    failures: Counter[str] = field(default_factory=Counter)


class Victim:
    """One device at one address."""

    def __init__(self, address: str, own: str) -> None:
        self._address = address
        self._own = own
        self._rng = random.Random(1)

    async def measure(self, seconds: float) -> Times:
        """Play and look around for so many seconds."""
        times = Times()
        until = time.perf_counter() + seconds
        transport = httpx2.AsyncHTTPTransport(local_address=self._own)
        async with httpx2.AsyncClient(
            base_url=self._address, transport=transport, timeout=TIMEOUT
        ) as client:
            await client.get("/api/v1/games")  # which sets the cookie
            work = self._play_friend, self._play_engine, self._read
            watching = asyncio.create_task(asyncio.to_thread(_watch, times, until))
            await asyncio.gather(*(each(client, times, until) for each in work))
            await watching
            if not await self._is_listed(client):
                times.failures["not in the lobby"] += 1
        return times

    async def _play_friend(self, client: httpx2.AsyncClient, times: Times, until: float) -> None:
        while time.perf_counter() < until:
            async with self._table(client, TWO_PEOPLE) as (socket, view):
                while view["phase"] == "playing" and time.perf_counter() < until:
                    began = time.perf_counter()
                    await self._move(socket, view)
                    view = (await hear(socket, "events"))["view"]
                    times.moves.append(time.perf_counter() - began)
                    await asyncio.sleep(SECONDS_BETWEEN_MOVES)

    async def _play_engine(self, client: httpx2.AsyncClient, times: Times, until: float) -> None:
        while time.perf_counter() < until:
            async with self._table(client, AGAINST_ENGINE) as (socket, view):
                while view["phase"] == "playing" and time.perf_counter() < until:
                    began = time.perf_counter()
                    await self._move(socket, view)
                    view = {}
                    while not view.get("paths") and view.get("phase") != "over":
                        view = (await hear(socket, "events"))["view"]
                    if view["phase"] == "playing":
                        times.replies.append(time.perf_counter() - began)
                    await asyncio.sleep(SECONDS_BETWEEN_MOVES)

    async def _read(self, client: httpx2.AsyncClient, times: Times, until: float) -> None:
        number = 0
        while time.perf_counter() < until:
            began = time.perf_counter()
            answer = await client.get(PAGES[number % len(PAGES)])
            times.pages.append(time.perf_counter() - began)
            if not answer.is_success:
                times.failures[f"page {answer.status_code}"] += 1
            number += 1
            await asyncio.sleep(SECONDS_BETWEEN_PAGES)

    async def _is_listed(self, client: httpx2.AsyncClient) -> bool:
        """Whether a table that is opened for anybody is shown in the lobby."""
        chairs: Chairs = [{"kind": "person"}, {"kind": "open"}]
        table = await self._open(client, chairs, public=True)
        listed = (await client.get("/api/v1/lobby")).json()
        return any(each["id"] == table for each in listed["open"])

    @asynccontextmanager
    async def _table(
        self, client: httpx2.AsyncClient, chairs: Chairs
    ) -> AsyncIterator[tuple[ClientConnection, dict[str, Any]]]:
        table = await self._open(client, chairs)
        live = f"{self._address.replace('http', 'ws')}api/v1/tables/{table}/live"
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        async with connect(
            live,
            additional_headers={"Cookie": cookies},
            local_addr=(self._own, 0),
            open_timeout=TIMEOUT,
        ) as socket:
            yield socket, (await hear(socket, "view"))["view"]

    async def _open(self, client: httpx2.AsyncClient, chairs: Chairs, **more: Any) -> str:
        wishes = {"game": "quixo", "chairs": chairs, "first": 0, **more}
        answer = await client.post("/api/v1/tables", json=wishes)
        answer.raise_for_status()
        found: str = answer.json()["id"]
        return found

    async def _move(self, socket: ClientConnection, view: dict[str, Any]) -> None:
        move = self._rng.choice(list(view["paths"]))
        await socket.send(json.dumps({"number": view["number"], "do": "move", "move": move}))


def _watch(times: Times, until: float) -> None:
    """Measure how late the machine wakes up a thread that sleeps."""
    while (began := time.perf_counter()) < until:
        time.sleep(SHORT_SLEEP)
        times.machine.append(time.perf_counter() - began - SHORT_SLEEP)


async def hear(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next message of a type."""
    async with asyncio.timeout(TIMEOUT):
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if message["type"] == kind:
                return message
