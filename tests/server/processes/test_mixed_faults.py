"""Kills, clock steps of an hour, full disks and Redis restarts, one after the other, under play.

Nothing acknowledged is lost, doubled or changed, and clocks count the time that players had.
"""

from __future__ import annotations

import random
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest

from server.players import Player, check, in_background, wait_for_moves
from server.running import kill, start_server
from server.services import Postgres, RedisServer
from server.waiting import eventually

STEPPED = Path(__file__).parents[1] / "stepped.py"
HOUR = 3600.0
KILLS = 6
MOVES_BETWEEN = 10
BASE = 600.0  # seconds on a clock
LAST_BEAT = 1.0  # seconds before a kill at which a server said the last time that it is there
SLACK = 0.5  # seconds: what clocks may be wrong by

FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON events EXECUTE FUNCTION full_disk();
CREATE TRIGGER full_disk BEFORE UPDATE ON heartbeat EXECUTE FUNCTION full_disk();
"""
Fault = Callable[[Sequence[Player]], None]

pytestmark = pytest.mark.slow


@dataclass
class Machine:
    """Servers with a wall clock each, and a record of when they could not be used."""

    folder: Path
    arguments: list[str]
    processes: list[subprocess.Popen[str]] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)
    # From when to when there was no server, or no database that could be written.
    killed: list[tuple[float, float]] = field(default_factory=list)
    downtimes: list[tuple[float, float]] = field(default_factory=list)

    def start(self) -> None:
        number = len(self.processes)
        self.step(number, 0.0)
        process, address = self._start(number)
        self.processes.append(process)
        self.addresses.append(address)

    def step(self, which: int, seconds: float) -> None:
        """Set the wall clock of a server so many seconds beside the right time."""
        new = self.folder / "new-offset"
        new.write_text(str(seconds))
        new.rename(self._offset(which))

    def kill(self, which: int, offset: float | None = None) -> None:
        """Kill a server and start it again, perhaps with another wall clock."""
        began = time.monotonic()
        kill(self.processes[which])
        if offset is not None:
            self.step(which, offset)
        self.processes[which], self.addresses[which] = self._start(which)
        if len(self.processes) == 1:
            self.killed.append((began, time.monotonic()))

    @contextmanager
    def down(self) -> Iterator[None]:
        """Note that the database cannot be written meanwhile."""
        began = time.monotonic()
        yield
        self.downtimes.append((began, time.monotonic()))

    def end(self) -> None:
        for process in self.processes:
            kill(process)

    def _start(self, which: int) -> tuple[subprocess.Popen[str], str]:
        before = [sys.executable, str(STEPPED), str(self._offset(which))]
        return start_server(self.folder, *self.arguments, "--limits", "off", before=before)

    def _offset(self, which: int) -> Path:
        return self.folder / f"offset-{which}"


@dataclass
class TimedGame:
    """A game with a clock: the seconds it took from both clocks, and when it was played.

    The server began it between `asked` and `began`, and accepted its last move between `sent` and
    `ended`: how long answers took on a busy machine is no fault of its clocks.
    """

    asked: float
    began: float
    sent: float
    ended: float
    used: float


@dataclass
class TimedPlayer(Player):
    """Thinks before every move, and notes what the clocks say."""

    games: list[TimedGame] = field(default_factory=list)

    def play(self, enough: threading.Event) -> None:
        wishes: dict[str, Any] = {"clock": f"{BASE:.0f}", "ply_limit": 60}
        while not enough.is_set():
            asked = time.monotonic()
            table: str = self._insist(lambda it: self.device.open_table(it, **wishes)["id"])
            self.told[table] = []
            began = sending = sent = ended = time.monotonic()
            left = [BASE, BASE]
            while not enough.is_set() and self.move(table):
                sent, ended = sending, time.monotonic()
                self._look_at_clocks(table, left)
                enough.wait(self._rng.uniform(0.0, 0.3))
                sending = time.monotonic()
            self.games.append(TimedGame(asked, began, sent, ended, 2 * BASE - sum(left)))

    def _look_at_clocks(self, table: str, left: list[float]) -> None:
        """Note what is left on the clocks that stand still."""
        view = self._insist(lambda it: self.device.look(it, table))
        for seat in view["seats"]:
            if seat["seat"] != view["clock"]["running"]:
                left[seat["seat"]] = seat["clock_ms"] / 1000


def test_one_process_on_sqlite(tmp_path: Path) -> None:
    with running(tmp_path, 1, []) as machine:

        def fill_the_disk(players: Sequence[Player]) -> None:
            """Let no file of the database grow, for a while."""
            process, free = machine.processes[0].pid, resource.RLIM_INFINITY
            smallest = min(path.stat().st_size for path in tmp_path.glob("quintet.sqlite3*"))
            with machine.down():
                resource.prlimit(process, resource.RLIMIT_FSIZE, (smallest, free))
                wait_until_noticed(players)
                resource.prlimit(process, resource.RLIMIT_FSIZE, (free, free))

        players = survive(machine, [fill_the_disk])
    assert check(f"sqlite:///{tmp_path / 'quintet.sqlite3'}", players) >= KILLS * MOVES_BETWEEN
    check_clocks(machine, players)


def test_two_processes_on_postgresql(
    tmp_path: Path, postgres: Postgres, redis_server: RedisServer
) -> None:
    database = postgres.new_database()
    shared = ["--database", database, "--redis", redis_server.url]
    with running(tmp_path, 2, shared) as machine:

        def fill_the_disk(players: Sequence[Player]) -> None:
            """Let PostgreSQL answer as it does when it cannot make a file longer."""
            with machine.down(), psycopg.connect(database, autocommit=True) as connection:
                connection.execute(FULL)
                wait_until_noticed(players)
                connection.execute("DROP FUNCTION full_disk CASCADE")

        def restart_redis(players: Sequence[Player]) -> None:
            redis_server.stop(signal.SIGKILL)
            wait_for_moves(players, 3)
            redis_server.start()

        players = survive(machine, [fill_the_disk, restart_redis, restart_redis])
    assert check(database, players) >= KILLS * MOVES_BETWEEN
    check_clocks(machine, players)


@contextmanager
def running(folder: Path, processes: int, arguments: list[str]) -> Iterator[Machine]:
    machine = Machine(folder, arguments)
    try:
        for _ in range(processes):
            machine.start()
        yield machine
    finally:
        machine.end()


def survive(machine: Machine, faults: list[Fault]) -> list[TimedPlayer]:
    """Play while servers are killed one by one, with another fault before each kill."""
    rng = random.Random(5)
    players = [TimedPlayer(machine.addresses, seed) for seed in range(4)]
    with in_background(players):
        for number in range(KILLS):
            which = number % len(machine.processes)
            wait_for_moves(players, MOVES_BETWEEN)
            match number % 4:
                case 0:  # under way
                    machine.step(which, rng.choice([-HOUR, HOUR, 0.0]))
                    wait_for_moves(players, MOVES_BETWEEN)
                    machine.kill(which)
                case 1:  # across a restart
                    machine.kill(which, offset=rng.choice([-HOUR, HOUR, 0.0]))
                case _:
                    rng.choice(faults)(players)
                    machine.kill(which)
    return players


def wait_until_noticed(players: Sequence[Player]) -> None:
    """Wait until somebody had to repeat a request."""
    before = sum(player.asked_again for player in players)
    eventually(lambda: sum(player.asked_again for player in players) > before)


def check_clocks(machine: Machine, players: list[TimedPlayer]) -> None:
    """Check that clocks have used the time in which players could move, to a second.

    A server that was killed knows when it was there last to a second. A shorter silence of the
    database than the heartbeat tolerates may be given back or not.
    """
    games = [game for player in players for game in player.games if game.used > 0]
    assert len(games) >= len(players)
    for game in games:
        killed = _within(machine.killed, game)
        down = _within(machine.downtimes, game)
        most = game.ended - game.asked - sum(killed)
        least = game.sent - game.began - sum(killed) - sum(down)
        assert game.used <= most + SLACK + LAST_BEAT * bool(killed)
        assert game.used >= least - SLACK - LAST_BEAT * (len(killed) + len(down))


def _within(spans: list[tuple[float, float]], game: TimedGame) -> list[float]:
    """The parts of these times that were during a game, in seconds."""
    parts = (min(ended, game.ended) - max(began, game.began) for began, ended in spans)
    return [part for part in parts if part > 0]
