"""Load test: many tables, idle connections, kills and broken sockets.

`python bench/load.py play` plays games at `--tables` tables, two devices each, at `--rate` moves a
second. After a warm-up it measures for `--seconds`, and prints the time from a command to its event
at every seat. Meanwhile `--kills` servers are killed (SIGKILL) and restarted, and `--breaks`
sockets a second are cut. Afterwards everything that clients received is compared with the store.
`python bench/load.py idle` opens `--connections` that do nothing, and prints their memory.

`--store postgresql` starts PostgreSQL and Redis in a temporary folder, for any number of
`--processes`. Everything stays on this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import resource
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

from load_check import check
from load_requests import new_cookie
from load_servers import Servers
from load_tables import Load, Table, keep_playing, open_table

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from server.services import running_postgres, running_redis

FINISH_TIMEOUT = 120.0  # seconds for games in progress
WARM_UP_PLIES = 10  # a table, so that games are at all stages when the measurement starts


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=["play", "idle"])
    parser.add_argument("--store", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=200.0)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--breaks", type=float, default=0.0)
    parser.add_argument("--connections", type=int, default=5000)
    asked = parser.parse_args()
    if asked.store == "sqlite" and asked.processes > 1:
        parser.error("several processes need PostgreSQL and Redis")
    _allow_many_files()
    gc.disable()  # garbage collection of clients would distort the measurement
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        arguments, database = ["--data", str(folder)], f"sqlite:///{folder / 'quintet.sqlite3'}"
        if asked.store == "postgresql":
            database = stack.enter_context(running_postgres()).new_database()
            redis = stack.enter_context(running_redis()).url
            arguments += ["--database", database, "--redis", redis]
        servers = Servers(asked.processes, arguments, folder / "log")
        stack.callback(servers.end)
        print(f"{asked.processes} process(es) on {asked.store}; {servers.memory:.0f} MB at first")
        if asked.what == "idle":
            asyncio.run(idle(servers, asked.connections))
            return
        tables = asyncio.run(play(servers, asked))
        report_check(database, tables)
        errors = servers.errors
        print(f"errors in the log: {len(errors)}", *errors[:5], sep="\n  ")


async def play(servers: Servers, asked: argparse.Namespace) -> list[Table]:
    load = Load(servers.addresses, random.Random(1), asked.rate)
    cookies = [await new_cookie(servers.addresses[0]) for _ in range(2 * asked.tables)]
    enough = asyncio.Event()
    playing = [
        asyncio.create_task(keep_playing(load, cookies[2 * n : 2 * n + 2], n, enough))
        for n in range(asked.tables)
    ]
    while len(load.ready) < asked.tables:  # all are seated before the first move
        await asyncio.sleep(0.05)
    await load.pace(WARM_UP_PLIES * asked.tables / asked.rate)
    load.begin()
    used = servers.processor_time
    mishaps = asyncio.create_task(_faults(load, servers, asked))
    await load.pace(asked.seconds)
    enough.set()
    rate, memory = load.moves / asked.seconds, servers.memory
    if not asked.kills:
        each = 1000 * (servers.processor_time - used) / max(1, load.moves)
        print(f"{each:.1f} ms of a core a move")
    parts = statistics.quantiles(load.times or [0.0, 0.0], n=100)
    print(
        f"{asked.tables} tables, {load.moves} moves, {rate:.0f} a second; from command to event at "
        f"every seat: median {1000 * parts[49]:.1f} ms, 99 % within {1000 * parts[98]:.1f} ms; "
        f"{memory:.0f} MB; {load.reconnects} times connected again"
    )
    await mishaps
    # Finish all games, at any pace, so that there are complete games to check.
    load.rate = 2000.0
    finishing = asyncio.gather(*playing)
    with_pace = asyncio.create_task(load.pace(FINISH_TIMEOUT))
    await asyncio.wait_for(finishing, FINISH_TIMEOUT)
    with_pace.cancel()
    return load.finished


async def _faults(load: Load, servers: Servers, asked: argparse.Namespace) -> None:
    began = time.perf_counter()
    killed = broken = 0
    while (passed := time.perf_counter() - began) < asked.seconds:
        part = passed / asked.seconds
        if killed < asked.kills and part >= (killed + 1) / (asked.kills + 1):
            await asyncio.to_thread(servers.kill, killed % len(servers.addresses))
            killed += 1
        if broken < asked.breaks * passed and load.ready:
            load.rng.choice(load.rng.choice(load.ready).seats).break_off()
            broken += 1
        await asyncio.sleep(0.01)
    if killed or broken:
        print(f"{killed} kills, {broken} sockets cut")


def report_check(database: str, tables: list[Table]) -> None:
    found = check(database, tables)
    print(
        f"checked {found.tables} tables with {found.events} events: {found.acknowledged} "
        f"acknowledged, {found.finished} games finished; faults: {len(found.faults)}",
        *found.faults[:10],
        sep="\n  ",
    )


async def idle(servers: Servers, connections: int) -> None:
    """Open idle connections, a hundred at each table."""
    load = Load(servers.addresses, random.Random(1), 0.0)
    before = servers.memory
    sockets: list[ClientConnection] = []
    table = None
    for number in range(connections):
        address = servers.addresses[number % len(servers.addresses)]
        if number % 100 == 0:
            cookies = [await new_cookie(address) for _ in range(2)]
            table = await open_table(load, cookies, number // 100)
        assert table is not None
        live = f"{address.replace('http', 'ws')}api/v1/tables/{table.id}/live"
        socket = await connect(live, open_timeout=60, ping_interval=None)
        await socket.recv()
        sockets.append(socket)
    await asyncio.sleep(2)
    after = servers.memory
    print(
        f"{connections} idle connections: {after:.0f} MB in all, "
        f"{1000 * (after - before) / connections:.1f} kB each"
    )
    await asyncio.gather(*(socket.close() for socket in sockets))


def _allow_many_files() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    main()
