"""Games that are played to make a data set: at random in the batch simulator, or by a level."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from quintet.engine.players import parse_player
from quintet.engine.tournament.plan import DEFAULT_OPENING, Plan, Task
from quintet.engine.tournament.spread import play_all
from quintet.env.batch import Batch
from quintet.env.data.header import Header
from quintet.env.data.records import rows_of
from quintet.env.data.rows import NO_ACTION, NO_PLIES, Rows, pack
from quintet.position import check_range
from quintet.record import Record

MAX_GAMES = 10**9
GAMES_AT_ONCE = 8192  # what is random depends on it


def random_games(header: Header, *, games: int, threads: int = 1) -> Iterator[Rows]:
    """Yield random games in their order, thousands at a time.

    They depend on the header's game and seed alone: more games begin with the same ones, and the
    number of threads makes no difference.
    """
    check_range("games", games, 1, MAX_GAMES)
    options: dict[str, Any] = dict(header.options)
    for first in range(0, games, GAMES_AT_ONCE):
        digest = hashlib.blake2b(f"{header.seed} {first}".encode(), digest_size=8).digest()
        batch = Batch(
            header.game,
            min(GAMES_AT_ONCE, games - first),
            threads=threads,
            autoreset="disabled",
            observations=False,
            seed=int.from_bytes(digest, "little"),
            **options,
        )
        yield _Games(batch, first).play()


class _Games:
    """All games of a batch, as rows in the order they are played."""

    def __init__(self, batch: Batch, first: int) -> None:
        self.batch = batch
        self.first = first
        self.goes_on = np.ones(batch.games, np.bool_)
        self.rewards = np.zeros_like(batch.rewards)
        self.reasons = np.zeros_like(batch.reasons)
        self.parts: dict[str, list[npt.NDArray[Any]]] = {
            name: [] for name in ("game", "ply", "seat", "state", "mask", "action")
        }

    def play(self) -> Rows:
        batch = self.batch
        while self.goes_on.any():
            playing = np.flatnonzero(self.goes_on)
            actions = batch.sample()
            self._add(playing, actions[playing])
            batch.step(actions)
            ended = self.goes_on & (batch.terminated | batch.truncated)
            self.rewards[ended] = batch.rewards[ended]
            self.reasons[ended] = batch.reasons[ended]
            self.goes_on &= ~ended
        # The last positions follow those of their games: the order below keeps that.
        self._add(np.arange(batch.games), np.full(batch.games, NO_ACTION))
        columns = {name: np.concatenate(parts) for name, parts in self.parts.items()}
        order = np.argsort(columns["game"], kind="stable")
        sorted_columns: dict[str, Any] = {name: part[order] for name, part in columns.items()}
        games, seats = sorted_columns["game"], sorted_columns["seat"]
        sorted_columns["game"] = games + self.first
        return Rows(
            **sorted_columns,
            outcome=self.rewards[games, seats],
            reason=self.reasons[games],
            exact=np.full(len(games), np.nan, np.float32),
            exact_plies=np.full(len(games), NO_PLIES, np.int16),
        )

    def _add(self, rows: npt.NDArray[np.intp], actions: npt.NDArray[Any]) -> None:
        batch, parts = self.batch, self.parts
        parts["game"].append(rows.astype(np.int64))
        parts["ply"].append(batch.plies[rows])
        parts["seat"].append(batch.seats[rows])
        parts["state"].append(batch.states[rows])
        parts["mask"].append(pack(batch.masks[rows]))
        parts["action"].append(actions.astype(np.int16))


def level_games(
    header: Header,
    level: int,
    *,
    games: int,
    opening: int = DEFAULT_OPENING,
    jobs: int | None = None,
) -> Iterator[Rows]:
    """Yield games of a level against itself, in their order, after random opening plies.

    Up to level 8 they depend on the header's game and seed alone; levels 9 and 10 think by the
    clock.
    """
    check_range("games", games, 1, MAX_GAMES)
    player = parse_player(f"level:{level}")
    plan = Plan(
        header.game,
        header.options,
        (player, player),
        games=games,
        opening=opening,
        seed=header.seed or 0,
    )
    return rows_of(_in_order(plan, islice(plan.tasks(), games), jobs), header)


def _in_order(plan: Plan, tasks: Iterable[Task], jobs: int | None) -> Iterator[Record]:
    """Yield games by number, although they finish in any order."""
    waiting: dict[int, Record] = {}
    following = 1
    for finished in play_all(plan, tasks, jobs=jobs, ray=None):
        waiting[finished.task.number] = finished.record
        while following in waiting:
            yield waiting.pop(following)
            following += 1
