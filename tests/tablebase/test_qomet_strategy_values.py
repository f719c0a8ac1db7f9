"""Lookups in Qomet's strategy take many short cuts: they give what all moves give without any."""

import numpy as np
import numpy.typing as npt
import pytest

from quintet import _core, tablebase
from quintet.env import Simulator
from quintet.position import Position
from quintet.tablebase import Tablebase
from quintet.tablebase.arrays import UNKNOWN
from quintet.tablebase.file import TablebaseFile

VARIANTS = [
    {"undo": undo, "corner_exit": corner_exit}
    for undo in ("exact", "strict")
    for corner_exit in ("any", "rays")
]

States = npt.NDArray[np.uint64]
Plies = npt.NDArray[np.int64]

STARS = np.uint64(0x1FFFFFF_01FFFFFF)
TURN = np.uint64(1 << 25)
HALF = np.uint64(32)
NONE = 10_000  # more plies than any win


class Strategy:
    """A strategy as a sorted list, whose values are worked out from all moves and their answers."""

    def __init__(self, options: dict[str, str]) -> None:
        self.simulator = Simulator("qomet", **options)
        # The shipped strategies, for all readings: what is tested is what follows from a list.
        rays = ",corner_exit=rays" if options["corner_exit"] == "rays" else ""
        self.file = TablebaseFile(tablebase.SHIPPED / f"qomet{rays}.qtable")
        positions, plies = (self.file.block(name) for name in ("positions", "plies"))
        self.words = np.frombuffer(positions, np.uint64)
        self.plies = np.frombuffer(plies, np.uint8).astype(np.int64)
        self.moves = np.frombuffer(self.file.block("moves"), np.uint8).astype(np.int64)
        variant = self.simulator.variant
        core = _core.QometTable(variant.core, positions, plies, **variant.settings)
        self.table = Tablebase(self.file, core)

    def children(self, states: States) -> tuple[npt.NDArray[np.intp], States]:
        rows, actions = np.nonzero(self.simulator.masks(states))
        return rows, self.simulator.step(states[rows], actions).states

    def wins_over(self, states: States) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        """Whether games are over, and won by the side that would be to move."""
        over = self.simulator.terminated(states)
        rewards = self.simulator.rewards(states)
        return over, over & (rewards[np.arange(len(states)), self.simulator.seats(states)] > 0)

    def plies_to_win(self, states: States) -> Plies:
        """Plies to a win of the side to move: one, or as listed; NONE for what is not."""
        found = np.full(len(states), NONE)
        if len(states) == 0:
            return found
        rows, after = self.children(states)
        over, lost = self.wins_over(after)
        words = states[:, 0]
        both = words & STARS
        seen = np.where(
            words & TURN, (both >> HALF | both << HALF) | (words & ~STARS) ^ TURN, words
        )
        images = self.simulator.canonical(seen[:, None])[:, 0]
        places = np.minimum(np.searchsorted(self.words, images), len(self.words) - 1)
        found[:] = np.where(self.words[places] == images, self.plies[places], NONE)
        found[rows[over & ~lost]] = 1
        return found

    def values(self, states: States) -> tuple[list[int], list[int]]:
        """Outcomes and plies, as a lookup gives them."""
        over, won = self.wins_over(states)
        own = self.plies_to_win(states)
        rows, after = self.children(states)
        after_over, after_won = self.wins_over(after)
        theirs = self.plies_to_win(after)
        theirs[after_over] = np.where(after_won[after_over], 0, NONE)
        longest = np.full(len(states), -1)
        np.maximum.at(longest, rows, theirs)
        outcomes = np.full(len(states), UNKNOWN)
        plies = np.full(len(states), -1)
        for cases, outcome, its in (
            ((longest >= 0) & (longest < NONE), -1, longest + 1),
            (own < NONE, 1, own),
            (over, np.where(won, 1, -1), np.zeros(len(states), np.int64)),
        ):
            outcomes = np.where(cases, outcome, outcomes)
            plies = np.where(cases, its, plies)
        return outcomes.tolist(), plies.tolist()

    def check(self, states: States) -> tuple[list[int], list[int]]:
        found = self.table.look_up(states)
        outcomes, plies = found.outcomes.tolist(), found.plies.tolist()
        assert (outcomes, plies) == self.values(states)
        return outcomes, plies

    def after_plans(self, numbers: npt.NDArray[np.intp]) -> States:
        """What comes of the planned moves, where they are legal in this reading of the rules."""
        states = self.words[numbers][:, None]
        legal = self.simulator.masks(states)[np.arange(len(numbers)), self.moves[numbers]]
        return self.simulator.step(states[legal], self.moves[numbers][legal]).states

    def random_games(self, rng: np.random.Generator, states: States, plies: int) -> States:
        parts = [states]
        for _ in range(plies):
            masks = self.simulator.masks(states)
            actions = np.where(masks, rng.random(masks.shape), -1).argmax(axis=1)
            states = self.simulator.step(states, actions).states
            parts.append(states)
        return np.concatenate(parts)


@pytest.fixture(params=VARIANTS, ids=lambda options: ",".join(options.values()))
def strategy(request: pytest.FixtureRequest) -> Strategy:
    return Strategy(request.param)


def test_positions_of_random_games(strategy: Strategy) -> None:
    rng = np.random.default_rng(1)
    games = strategy.random_games(rng, strategy.simulator.init(60), 50)
    outcomes, plies = strategy.check(rng.permutation(games)[:1500])
    assert {1, -1, UNKNOWN} == set(outcomes)
    assert {-1, 0, 1, 2} <= set(plies)


def test_positions_of_the_strategy_and_around_it(strategy: Strategy) -> None:
    rng = np.random.default_rng(2)
    planned = strategy.after_plans(rng.permutation(len(strategy.words))[:150])
    _, answers = strategy.children(planned)
    games = strategy.random_games(rng, planned, 3)
    states = np.concatenate(
        [strategy.words[::40][:, None], planned, rng.permutation(answers)[:300], games]
    )
    outcomes, plies = strategy.check(states)
    lost = {its for outcome, its in zip(outcomes, plies, strict=True) if outcome == -1}
    won = {its for outcome, its in zip(outcomes, plies, strict=True) if outcome == 1}
    assert len(won) > 5
    assert len(lost) > 3


def test_boards_with_any_stars_and_bans(strategy: Strategy) -> None:
    """Squares that lack a star for both sides, more stars than a side has, every banned slide."""
    rng = np.random.default_rng(3)
    rings = [[8 * ring + corner for corner in range(0, 8, 2)] for ring in range(3)]
    quarters = [
        [24, *(8 * ring + (corner + step) % 8 for step in (7, 0, 1))]
        for ring in range(3)
        for corner in range(0, 8, 2)
    ]
    positions = []
    for number in range(1500):
        cells = np.zeros(25, np.uint8)
        for side in (1, 2):
            cells[rng.integers(0, 25, rng.integers(0, 6 if number % 5 else 16))] = side
            square = [*rings, *quarters][rng.integers(15)]
            cells[rng.permutation(square)[:3]] = side
        fields = [int(rng.integers(2)), int(rng.integers(97)) if number % 2 else 0]
        made = strategy.simulator.variant.core.from_facts(cells.tobytes(), fields)
        assert isinstance(made, Position)
        positions.append(made)
    outcomes, plies = strategy.check(strategy.simulator.states(positions))
    assert {1, -1, UNKNOWN} == set(outcomes)
    assert {0, 1, 2} <= set(plies)
