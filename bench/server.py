"""How fast a server on this machine is: from command to event, moves a second, memory.

`python bench/server.py` starts a server of its own on loopback, plays random games of Quixo over
WebSockets, and prints what it measured. `--tables` play at once, `--moves` in all.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

TWO_PEOPLE = [{"kind": "person"}, {"kind": "person"}]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--data", help="a folder on the disk to measure; a temporary one without")
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        server = start(wishes.data or folder)
        try:
            address = address_of(server)
            device = new_device(address)
            print(f"ready after {time.perf_counter() - began:.2f} s")
            print(f"memory at first {memory(server.pid):.0f} MB")
            for tables in dict.fromkeys((1, wishes.tables)):
                before = processor_time(server.pid)
                times, rate = asyncio.run(play(address, device, tables, wishes.moves))
                used = 1000 * (processor_time(server.pid) - before) / len(times)
                print(f"tables: {tables}; {said(times, rate)}; {used:.1f} ms of a core a move")
            print(f"memory at last {memory(server.pid):.0f} MB")
            began = time.perf_counter()
        finally:
            server.terminate()
            server.wait()
        print(f"ended within {time.perf_counter() - began:.2f} s")


def start(folder: str) -> subprocess.Popen[str]:
    tool = str(Path(sys.executable).parent / "quintet")
    line = [tool, "serve", "--no-browser", "--port", "0", "--data", folder, "--limits", "off"]
    return subprocess.Popen(line, stdout=subprocess.PIPE, text=True)


def address_of(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    found = re.search(r"http://\S+", server.stdout.readline())
    assert found is not None
    return found[0]


def new_device(address: str) -> dict[str, str]:
    """The header of a device the server has just met."""
    with urllib.request.urlopen(f"{address}api/v1/games", timeout=30) as answer:  # noqa: S310
        return {"Cookie": answer.headers["Set-Cookie"].partition(";")[0]}


async def play(
    address: str, device: dict[str, str], tables: int, moves: int
) -> tuple[list[float], float]:
    """The times from command to event, in seconds, and the moves a second of all tables."""
    chance = random.Random(1)
    began = time.perf_counter()
    seeds = [chance.getrandbits(30) for _ in range(tables)]
    each = (play_table(address, device, moves // tables, seed) for seed in seeds)
    found = await asyncio.gather(*each)
    times = [item for part in found for item in part]
    return times, len(times) / (time.perf_counter() - began)


async def play_table(address: str, device: dict[str, str], moves: int, seed: int) -> list[float]:
    chance, times = random.Random(seed), list[float]()
    while len(times) < moves:
        table = await asyncio.to_thread(open_table, address, device)
        live = address.replace("http", "ws") + f"api/v1/tables/{table}/live"
        async with connect(live, additional_headers=device) as socket:
            view = json.loads(await socket.recv())["view"]
            while view["phase"] == "playing" and len(times) < moves:
                command = {
                    "number": view["number"],
                    "do": "move",
                    "move": chance.choice(list(view["paths"])),
                }
                sent = time.perf_counter()
                await socket.send(json.dumps(command))
                while True:
                    message: dict[str, Any] = json.loads(await socket.recv())
                    if message["type"] == "events":
                        break
                times.append(time.perf_counter() - sent)
                view = message["view"]
    return times


def open_table(address: str, device: dict[str, str]) -> str:
    body = json.dumps({"game": "quixo", "chairs": TWO_PEOPLE, "first": 0}).encode()
    headers = {**device, "Content-Type": "application/json"}
    request = urllib.request.Request(f"{address}api/v1/tables", body, headers)  # noqa: S310
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
        made: str = json.load(answer)["id"]
        return made


def said(times: list[float], rate: float) -> str:
    parts = statistics.quantiles(times, n=100)
    return (
        f"{len(times)} moves, {rate:.0f} a second; from command to event: "
        f"median {1000 * parts[49]:.1f} ms, 99 % within {1000 * parts[98]:.1f} ms"
    )


def processor_time(process: int) -> float:
    """What a process has used of the processor, in seconds."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    """What a process holds, in megabytes; where the system does not say, not a number."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return float("nan")
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    main()
