"""The server under attack: 100,000 hostile frames and requests.

`python bench/hostile.py` starts a server on loopback and sends it what `tests/server/hostile.py`
generates: first without rate limits, so that all of it is processed, then for some seconds with the
default limits while a player at another address continues. It prints the answers, their cost and
logged errors, and fails if there are any.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from load_servers import Servers

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from server.hostile import send_frames, send_requests
from server.running import Device
from server.services import running_postgres

ATTACKERS = 4
ANOTHER_ADDRESS = ("127.0.0.2", 0)
SECONDS_BETWEEN_MOVES = 0.2


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--store", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--frames", type=int, default=60_000)
    parser.add_argument("--requests", type=int, default=40_000)
    parser.add_argument("--seconds", type=float, default=20.0, help="for the flood with limits")
    parser.add_argument("--most", type=float, default=1200.0, help="seconds before it gives up")
    asked = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        arguments = ["--data", str(folder)]
        if asked.store == "postgresql":
            arguments += ["--database", stack.enter_context(running_postgres()).new_database()]
        with running(arguments, folder / "log") as servers:
            work = nonsense(servers, asked.frames, asked.requests)
            asyncio.run(asyncio.wait_for(work, asked.most))
        with running([*arguments, "--limits", "1"], folder / "log") as servers:
            asyncio.run(asyncio.wait_for(flood(servers, asked.seconds), asked.most))
        print(f"errors logged: {len(servers.errors)}", *servers.errors[:5], sep="\n")
        sys.exit(1 if servers.errors else 0)


@contextmanager
def running(arguments: list[str], log: Path) -> Iterator[Servers]:
    servers = Servers(1, arguments, log)
    try:
        yield servers
    finally:
        servers.end()


async def nonsense(servers: Servers, frames: int, requests: int) -> None:
    """Send frames and requests, half of them from players of the tables."""
    (address,) = servers.addresses
    device = Device()
    tables = [device.open_table(address, "quantik")["id"] for _ in range(ATTACKERS)]
    path = f"/api/v1/tables/{tables[0]}/live"
    headers = [{}, {"Cookie": device.cookie}] * (ATTACKERS // 2)
    print(f"without limits; memory at first {servers.memory:.0f} MB")
    await measured(
        servers,
        [
            send_frames(address, path, each, frames // ATTACKERS, random.Random(seed))
            for seed, each in enumerate(headers)
        ],
    )
    await measured(
        servers,
        [
            send_requests(address, tables, each, requests // ATTACKERS, random.Random(seed))
            for seed, each in enumerate(headers)
        ],
    )
    device.look(address, tables[0])  # it still answers


async def measured(servers: Servers, work: list[Awaitable[Counter[str]]]) -> None:
    began, used = time.perf_counter(), servers.processor_time
    seen = sum(await asyncio.gather(*work), Counter[str]())
    seconds, used = time.perf_counter() - began, servers.processor_time - used
    counts = ", ".join(f"{key} {number:,}" for key, number in seen.most_common())
    print(f"{counts}; {seconds:.0f} s, {used:.0f} s of a core, memory {servers.memory:.0f} MB")


async def flood(servers: Servers, seconds: float) -> None:
    """Flood from one address, while a player at another address continues."""
    (address,) = servers.addresses
    device = Device()
    table = device.open_table(address, "quixo")["id"]
    path = f"/api/v1/tables/{table}/live"
    calm = await play(address, path, device, seconds / 4)
    print(f"with limits; {said(calm)} in peace")
    table = device.open_table(address, "quixo")["id"]  # the other game may be over
    path = f"/api/v1/tables/{table}/live"
    used = servers.processor_time
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        flooding = asyncio.get_running_loop().run_in_executor(pool, attack, address, table, seconds)
        times = await play(address, path, device, seconds)
        seen = await flooding
    used = servers.processor_time - used
    counts = ", ".join(f"{key} {number:,}" for key, number in seen.most_common())
    print(f"{counts}; {used / seconds:.0%} of a core")
    print(f"{said(times)} during that")


def attack(address: str, table: str, seconds: float) -> Counter[str]:
    """Send as fast as possible from one address, without a seat at the table."""

    async def work() -> Counter[str]:
        rng, until = random.Random(1), time.monotonic() + seconds
        path = f"/api/v1/tables/{table}/live"
        several = range(ATTACKERS)
        frames = [send_frames(address, path, {}, 10**9, rng, until=until) for _ in several]
        asking = [send_requests(address, [table], {}, 10**9, rng, until=until) for _ in several]
        return sum(await asyncio.gather(*frames, *asking), Counter[str]())

    return asyncio.run(work())


async def play(address: str, path: str, device: Device, seconds: float) -> list[float]:
    """Play for so many seconds; return the times from command to answer."""
    times, until = list[float](), time.perf_counter() + seconds
    live = address.replace("http", "ws").rstrip("/") + path
    cookie = {"Cookie": device.cookie}
    async with connect(live, additional_headers=cookie, local_addr=ANOTHER_ADDRESS) as socket:
        view = (await heard(socket, "view"))["view"]
        while time.perf_counter() < until and view["phase"] == "playing":
            move = random.choice(list(view["paths"]))
            began = time.perf_counter()
            await socket.send(json.dumps({"number": view["number"], "do": "move", "move": move}))
            view = (await heard(socket, "events"))["view"]
            times.append(time.perf_counter() - began)
            await asyncio.sleep(SECONDS_BETWEEN_MOVES)
    return times


async def heard(socket: Any, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] == kind:
            return message


def said(times: list[float]) -> str:
    parts = [
        f"median {1000 * statistics.median(times):.0f} ms",
        f"worst {1000 * max(times):.0f} ms",
    ]
    return f"{len(times)} moves, from command to event {', '.join(parts)}"


if __name__ == "__main__":
    main()
