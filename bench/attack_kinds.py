"""Attacks from one address: what a stranger could do to make others wait.

Each is a coroutine that goes on until a time, as fast as the server answers or, where that would
only measure the attacker, at a rate. It returns the answers, counted.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from server.hostile import send_frames, send_requests

Seen = Counter[str]
Attack = Callable[[str, str, float], Awaitable[Seen]]

CLIENTS = 8
TIMEOUT = 60.0
PUZZLES = 240  # of each game
IDLE_CONNECTIONS = 1100
ENGINE_TABLES = 121
LOBBY_TABLES = 52
COSTLY = ("/known", "/api/docs", "/puzzles", "/api/v1/openapi.json", "/rules/cubulus")
LANGUAGES = ("en", "fr")
TROUBLE = (httpx2.HTTPError, OSError, TimeoutError, ConnectionClosed, InvalidHandshake, EOFError)


async def costly_pages(address: str, long_table: str, until: float) -> Seen:
    """Ask for the pages that take longest to render, without a cache, 100 times a second."""
    del long_table
    rng = random.Random(2)

    def path() -> str:
        if rng.random() < 0.5:
            return f"/puzzles/cubulus/{rng.randrange(PUZZLES) + 1}"
        return rng.choice(COSTLY)

    return await _gets(address, path, until, rate=100.0)


async def bursts(address: str, long_table: str, until: float) -> Seen:
    """Send 200 requests at the same moment, again and again."""
    del long_table
    seen: Seen = Counter()
    async with _client(address, connections=200) as client:
        while time.monotonic() < until:
            await asyncio.gather(*(_get(client, "/", seen) for _ in range(200)))
            await asyncio.sleep(0.5)
    return seen


async def long_game(address: str, long_table: str, until: float) -> Seen:
    """Look at a game of 999 plies: views, parts, drawings and records."""
    rng = random.Random(3)
    table = f"/api/v1/tables/{long_table}"
    paths = (
        lambda: table,
        lambda: f"/tables/{long_table}",
        lambda: f"{table}/plies?before={rng.randrange(1, 1000)}",
        lambda: f"{table}/board.svg?ply={rng.randrange(1000)}",
        lambda: f"{table}/record",
        lambda: f"{table}/poll?wait=0",
    )
    return await _gets(address, lambda: rng.choice(paths)(), until, rate=100.0)


async def engines(address: str, long_table: str, until: float) -> Seen:
    """Have 121 tables of engines play, and ask for as many analyses."""
    del long_table
    seen: Seen = Counter()

    async def watch(number: int) -> None:
        async with _client(address) as client:
            chairs = [{"kind": "engine", "level": 10}] * 2
            table = await _open(client, seen, game="quixo", chairs=chairs, clock="60")
            if table is None:
                return
            live = f"{address.replace('http', 'ws')}api/v1/tables/{table}/live"
            async with connect(live, open_timeout=TIMEOUT) as socket:
                while (left := until - time.monotonic()) > 0:
                    await asyncio.wait_for(socket.recv(), left)
                    seen["messages"] += number >= 0

    async def analyse() -> None:
        async with _client(address) as client:
            while time.monotonic() < until:
                asked = {"game": "cubulus", "seconds": 5, "best": 1000}
                answer = await client.post("/api/v1/positions/analyse", json=asked)
                seen[str(answer.status_code)] += 1

    work = [watch(number) for number in range(ENGINE_TABLES)]
    work += [analyse() for _ in range(ENGINE_TABLES)]
    await _all(work, seen, until)
    return seen


async def idle_connections(address: str, long_table: str, until: float) -> Seen:
    """Open 1,100 connections and say nothing."""
    del long_table
    seen: Seen = Counter()
    site = urlsplit(address)

    async def stay() -> None:
        reader, writer = await asyncio.open_connection(site.hostname, site.port)
        seen["opened"] += 1
        with suppress(TimeoutError):
            await asyncio.wait_for(reader.read(), max(0.0, until - time.monotonic()))
            seen["closed by the server"] += 1
        writer.close()

    await _all([stay() for _ in range(IDLE_CONNECTIONS)], seen, until)
    return seen


async def full_lobby(address: str, long_table: str, until: float) -> Seen:
    """Open 52 public tables from as many devices, and look at the lobby all the time."""
    del long_table
    seen: Seen = Counter()
    chairs = [{"kind": "person"}, {"kind": "open"}]
    for _ in range(LOBBY_TABLES):
        async with _client(address) as client:
            with suppress(*TROUBLE):
                await _open(client, seen, game="quixo", chairs=chairs, public=True)
    seen.update(await _gets(address, lambda: "/api/v1/lobby", until, rate=100.0))
    return seen


async def nonsense(address: str, long_table: str, until: float) -> Seen:
    """Send frames and requests that are wrong in every way we know, as fast as possible."""
    rng, seen = random.Random(4), Counter[str]()
    path = f"/api/v1/tables/{long_table}/live"

    async def insist(send: Callable[[], Awaitable[Seen]]) -> None:
        while time.monotonic() < until:
            try:
                seen.update(await send())
            except TROUBLE as error:
                seen[type(error).__name__] += 1

    def frames() -> Awaitable[Seen]:
        return send_frames(address, path, {}, 10**9, rng, until=until)

    def requests() -> Awaitable[Seen]:
        return send_requests(address, [long_table], {}, 10**9, rng, until=until)

    await _all([insist(each) for each in (frames, requests) * 4], seen, until)
    return seen


async def views_over_sockets(address: str, long_table: str, until: float) -> Seen:
    """Ask for snapshots of a long game on open connections, each from another device."""
    seen: Seen = Counter()
    live = f"{address.replace('http', 'ws')}api/v1/tables/{long_table}/live"

    async def ask() -> None:
        async with connect(live, open_timeout=TIMEOUT) as socket:
            while time.monotonic() < until:
                await socket.send(json.dumps({"do": "view"}))
                message = json.loads(await asyncio.wait_for(socket.recv(), TIMEOUT))
                seen[message["type"]] += 1

    await _all([ask() for _ in range(40)], seen, until)
    return seen


async def everything(address: str, long_table: str, until: float) -> Seen:
    """All of it at once."""
    found = await asyncio.gather(*(attack(address, long_table, until) for attack in SINGLE))
    return sum(found, Counter[str]())


SINGLE: tuple[Attack, ...] = (
    costly_pages,
    bursts,
    long_game,
    views_over_sockets,
    engines,
    idle_connections,
    full_lobby,
    nonsense,
)
ATTACKS = {each.__name__.replace("_", " "): each for each in (*SINGLE, everything)}


def _client(address: str, connections: int = 1) -> httpx2.AsyncClient:
    limits = httpx2.Limits(max_connections=connections, max_keepalive_connections=connections)
    return httpx2.AsyncClient(base_url=address, limits=limits, timeout=TIMEOUT)


async def _gets(address: str, path: Callable[[], str], until: float, rate: float) -> Seen:
    """Send requests at a rate, over some connections, each from a new device."""
    seen: Seen = Counter()

    async def ask() -> None:
        while time.monotonic() < until:
            async with _client(address) as client:
                client.headers["Accept-Language"] = random.choice(LANGUAGES)
                due = time.monotonic()
                while time.monotonic() < until:
                    await _get(client, path(), seen)
                    client.cookies.clear()
                    due = max(due + CLIENTS / rate, time.monotonic())
                    await asyncio.sleep(due - time.monotonic())

    await asyncio.gather(*(ask() for _ in range(CLIENTS)))
    return seen


async def _get(client: httpx2.AsyncClient, path: str, seen: Seen) -> None:
    try:
        seen[str((await client.get(path)).status_code)] += 1
    except TROUBLE as error:
        seen[type(error).__name__] += 1


async def _open(client: httpx2.AsyncClient, seen: Seen, **wishes: object) -> str | None:
    answer = await client.post("/api/v1/tables", json=wishes)
    seen[f"table {answer.status_code}"] += 1
    return answer.json()["id"] if answer.is_success else None


async def _all(work: Sequence[Awaitable[None]], seen: Seen, until: float) -> None:
    """Do all of it until a time; count what fails."""
    tasks = [asyncio.ensure_future(each) for each in work]
    await asyncio.wait(tasks, timeout=max(0.0, until - time.monotonic()) + 1)
    for task in tasks:
        task.cancel()
    for done in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(done, TROUBLE):
            seen[type(done).__name__] += 1
        elif isinstance(done, Exception):
            raise done
