"""Players that continue through failures of servers, and a check of the store.

Each plays both seats of a table with random moves at any of the servers. A command is sent again
under its id until it is answered. So in the end every command was acknowledged, and the store must
have exactly these moves: once, in order, at the acknowledged number.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any

from quintet.server.store import Store
from quintet.table import Moved, replay
from server.running import Device, Refused
from server.waiting import eventually, wait_for


@dataclass
class Player:
    addresses: list[str]  # of the running servers; others change it
    seed: int
    # By table, what was acknowledged: the number, and the move.
    told: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    asked_again: int = 0
    device: Device = field(default_factory=Device)

    def __post_init__(self) -> None:
        self._rng = random.Random(self.seed)

    def play(self, enough: threading.Event) -> None:
        while not enough.is_set():
            table: str = self._insist(lambda it: self.device.open_table(it)["id"])
            self.told[table] = []
            while not enough.is_set() and self.move(table):
                pass

    def move(self, table: str) -> bool:
        """Play a move; return False if the game is over."""
        view = self._insist(lambda it: self.device.look(it, table))
        if view["phase"] == "over":
            return False
        move = self._rng.choice(list(view["paths"]))
        command = {
            "id": str(len(self.told[table])),
            "number": view["number"],
            "do": "move",
            "move": move,
        }
        answer = self._insist(lambda it: self.device.command(it, table, **command))
        self.told[table].append((answer["number"], move))
        return True

    def _insist(self, ask: Callable[[str], Any]) -> Any:
        """Repeat a request until it is answered. Nobody else plays, so none is stale."""

        def answer() -> tuple[Any] | None:
            try:
                return (ask(self._rng.choice(self.addresses)),)
            except Refused as refused:
                if refused.code != "unavailable":
                    raise
            except (OSError, HTTPException, IndexError):
                pass
            self.asked_again += 1
            return None

        found = eventually(answer)
        assert found is not None
        return found[0]


@contextmanager
def playing(addresses: list[str], tables: int) -> Iterator[list[Player]]:
    """Run players at a number of tables in the background."""
    players = [Player(addresses, seed) for seed in range(tables)]
    with in_background(players):
        yield players


@contextmanager
def in_background(players: Sequence[Player]) -> Iterator[None]:
    """Let everybody play meanwhile."""
    enough = threading.Event()
    with ThreadPoolExecutor(len(players)) as pool:
        played = [pool.submit(player.play, enough) for player in players]
        try:
            yield
        finally:
            enough.set()
            for each in played:
                each.result()


def wait_for_moves(players: Sequence[Player], more: int) -> None:
    """Wait until more moves were acknowledged."""

    def moves() -> int:
        return sum(len(told) for player in players for told in list(player.told.values()))

    wanted = moves() + more
    eventually(lambda: moves() >= wanted)


def check(database: str, players: Sequence[Player]) -> int:
    """Check that the store has every acknowledged move once, in order; count them."""
    store = Store(database)
    moves = 0
    for player in players:
        for table, told in player.told.items():
            kept = wait_for(store.load(table))
            assert kept is not None
            stored = [
                (number, event.move)
                for number, event in enumerate(kept.events, 1)
                if isinstance(event, Moved)
            ]
            assert stored == told
            assert sorted(it.number for it in kept.commands.values()) == [
                number for number, _ in told
            ]
            assert wait_for(store.numbers([table])) == {table: len(kept.events)}
            assert replay(kept.events).phase in ("playing", "over")
            moves += len(told)
    store.close()
    return moves
