"""Attacker and victim at two addresses of this machine, with the server's default limits.

`python bench/attack.py` plays one attack after another (bench/attack_kinds.py) from one address,
while a stranger at another one (bench/attack_victim.py) plays and looks at pages. It prints how
long the stranger waits, and fails if that is too long: 99 % of moves within 100 ms, pages within
500 ms, replies of an engine within 2 s. `--only bursts` plays that attack alone. The column
`machine` says by how much a sleep of 2 ms is late meanwhile: that much is not the server's doing.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

from attack_kinds import ATTACKS
from attack_victim import Times, Victim
from load_servers import Servers

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from server.running import Device

VICTIM_ADDRESS = "127.0.0.2"
TARGETS = {"moves": 0.1, "pages": 0.5, "replies": 2.0}  # seconds, for 99 %
LONG_GAME = 999  # plies
AROUND = ("a1e1", "a2e2", "e1a1", "e2a2")  # Quixo: each pair of moves restores two rows
START_UP = 2.0  # seconds from an attack's start to the first measurement


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=20.0, help="for each attack")
    parser.add_argument("--only", choices=ATTACKS, action="append")
    asked = parser.parse_args()
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        data, log = Path(folder) / "data", Path(folder) / "log"
        with running(data, log, limits="off") as (address, _):
            table = play_long_game(address)
        kinds = ("machine", *TARGETS)
        heading = f"{'attack':20} " + " ".join(f"{kind:>20}" for kind in kinds)
        print(heading + f" {'of a core':>10}  the attacker's answers", flush=True)
        for name in ("none", *(asked.only or ATTACKS)):
            # A server for each: what an attacker has used up must not help the next.
            with running(data, log, limits="1") as (address, servers):
                times, seen, used = asyncio.run(attacked(address, servers, name, table, asked))
            shown = " ".join(f"{said(getattr(times, kind)):>20}" for kind in kinds)
            counts = ", ".join(f"{key} {count:,}" for key, count in sorted(seen.items()))
            print(f"{name:20} {shown} {used:>10.0%}  {counts}", flush=True)
            missed += faults(name, times)
        for line in servers.errors[:5]:
            print(line)
        missed += len(servers.errors)
    print(f"{missed} targets missed" if missed else "all within their targets")
    sys.exit(1 if missed else 0)


@contextmanager
def running(data: Path, log: Path, limits: str) -> Iterator[tuple[str, Servers]]:
    servers = Servers(1, ["--data", str(data), "--limits", limits], log)
    try:
        yield servers.addresses[0], servers
    finally:
        servers.end()


def play_long_game(address: str) -> str:
    """Play a game of Quixo that goes on and on; return its table."""
    device = Device()
    table: str = device.open_table(address, "quixo", repetition=False)["id"]
    number = device.look(address, table)["number"]
    for ply in range(LONG_GAME):
        move = AROUND[ply % len(AROUND)]
        device.command(address, table, number=number + ply, do="move", move=move)
    return table


async def attacked(
    address: str, servers: Servers, name: str, table: str, asked: argparse.Namespace
) -> tuple[Times, Counter[str], float]:
    """Return what a stranger waited for, the attacker's answers, and the share of a core used."""
    victim = Victim(address, VICTIM_ADDRESS)
    seen: Counter[str] = Counter()
    if name == "none":
        await asyncio.sleep(START_UP)
        used = servers.processor_time
        times = await victim.measure(asked.seconds)
        return times, seen, (servers.processor_time - used) / asked.seconds
    loop = asyncio.get_running_loop()
    # In a process of its own: the attacker's work must not delay the stranger's clock.
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        length = asked.seconds + 2 * START_UP
        attacking = loop.run_in_executor(pool, attack, name, address, table, length)
        await asyncio.sleep(START_UP)
        used = servers.processor_time
        times = await victim.measure(asked.seconds)
        used = servers.processor_time - used
        seen = await attacking
    return times, seen, used / asked.seconds


def attack(name: str, address: str, table: str, seconds: float) -> Counter[str]:
    async def work() -> Counter[str]:
        return await ATTACKS[name](address, table, time.monotonic() + seconds)

    return asyncio.run(work())


def quantile(times: list[float], part: float) -> float:
    return sorted(times)[max(0, math.ceil(part * len(times)) - 1)] if times else math.inf


def said(times: list[float]) -> str:
    if not times:
        return "none"
    median, most = statistics.median(times), max(times)
    return f"{1000 * median:.0f} / {1000 * quantile(times, 0.99):.0f} / {1000 * most:.0f} ms"


def faults(name: str, times: Times) -> int:
    """Print what a stranger waited for too long; return how much that is."""
    found = [
        f"{name}: 99 % of {kind} within {1000 * quantile(getattr(times, kind), 0.99):.0f} ms"
        for kind, target in TARGETS.items()
        if quantile(getattr(times, kind), 0.99) > target
    ]
    found += [f"{name}: {what}, {count} times" for what, count in times.failures.items()]
    for line in found:
        print(f"  {line}")
    return len(found)


if __name__ == "__main__":
    main()
