"""The base class of solvers, their progress, and what they return."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

from quintet import _core
from quintet.games.variant import Variant
from quintet.i18n.sentence import Sentence, sentence
from quintet.options import write_value
from quintet.position import Position
from quintet.tablebase.draft import Draft
from quintet.tablebase.file import SUFFIX, TablebaseFile, checked_int
from quintet.tablebase.lock import locked
from quintet.value import DRAW, TIE, Value, loss_in, win_in

if TYPE_CHECKING:
    import numpy.typing as npt

    from quintet.tablebase.arrays import ArrayValues

Result = TypeVar("Result")
Device = Literal["cpu", "cuda"]

MAX_POSITIONS = 2**63

# Errors raised by reading a header with missing or wrong entries.
HEADER_ERRORS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)

# Verdicts that are not values, as in native/solve/verdict.hpp.
UNKNOWN, DAMAGED = 0xFFFF, 0xFFFE


@dataclass(slots=True)
class Work:
    """The folder and resources of a long computation, and its progress.

    `show` is called several times a second with the current step and the share done (0 to 1).
    """

    folder: Path
    threads: int = 1
    gigabytes: float = 8.0
    device: Device = "cpu"
    show: Callable[[Sentence, float], object] | None = None
    _all: float = 1.0
    _done: float = 0.0

    def begin(self, weight: float) -> None:
        """Set the total weight of all steps, in any unit."""
        self._all, self._done = max(weight, 1), 0.0

    def run(
        self,
        doing: Sentence,
        weight: float,
        step: Callable[[_core.Progress], Result],
        *,
        passes: float = 1,
    ) -> Result:
        """Run a compiled step in another thread; show its progress here, interruptibly.

        `weight` is the step's part of the total weight, and the number of items it processes,
        `passes` times. An interrupted step leaves nothing behind.
        """
        progress = _core.Progress()
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(step, progress)
            try:
                while not future.done():
                    self._show(doing, weight * min(1.0, progress.done / max(1, weight * passes)))
                    wait([future], timeout=0.1)
            except BaseException:
                progress.stop()
                raise
        self._done += weight
        return future.result()

    def _show(self, doing: Sentence, now: float) -> None:
        if self.show is not None:
            self.show(doing, min(1.0, (self._done + now) / self._all))


@dataclass(frozen=True, slots=True)
class Solved:
    """What was proved: sentences for people, numbers for programs, and the file."""

    facts: tuple[Sentence, ...]
    numbers: Mapping[str, Any]
    positions: int
    seconds: float | None  # None if the tablebase existed already
    path: Path

    @property
    def bytes(self) -> int:
        return self.path.stat().st_size


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of a check; `wrong` is a position whose value contradicts its moves.

    `note` tells what was checked in another way, where not every value follows from others.
    """

    positions: int
    mistakes: int
    wrong: Position | None
    seconds: float
    note: Sentence | None = None


class Tablebase:
    """An open tablebase: exact values of positions of one variant."""

    def __init__(self, file: TablebaseFile, core: _core.Table) -> None:
        self.file = file
        self.core = core

    def get(self, position: Position) -> Value | None:
        """Return the value for the side to move; None if the tablebase does not have it.

        Raises `BadTablebase` for an impossible entry: large files are not checked when opened.
        """
        verdict = self.core.verdict(position)
        if verdict == DAMAGED:
            raise self.file.damaged()
        return value_of(verdict)

    def look_up(self, states: npt.ArrayLike, *, threads: int = 1) -> ArrayValues:
        """Return the values of rows of words, for the sides to move. Needs NumPy."""
        from quintet.tablebase.arrays import look_up  # tablebases work without NumPy

        return look_up(self.file, self.core, states, threads)


@cache
def value_of(verdict: int) -> Value | None:
    """Return the value of a verdict of the compiled core (native/solve/verdict.hpp)."""
    match verdict:
        case 0:
            return DRAW
        case 1:
            return TIE
        case _ if verdict == UNKNOWN:
            return None
    plies = verdict // 2 - 1
    return win_in(plies) if verdict % 2 == 0 else loss_in(plies)


def count_results(parts: Iterable[Mapping[str, Any]], which: str) -> dict[str, int]:
    """Return how many boards are won, lost and drawn for the side to move.

    Each part has, under `which`, counts by verdict, which is text in JSON.
    """
    counts = {"win": 0, "loss": 0, "draw": 0}
    for part in parts:
        for verdict, count in part[which].items():
            value = value_of(int(verdict))
            assert value is not None
            counts[value.kind] += count
    return counts


def longest_win(parts: Iterable[Mapping[str, Any]]) -> int:
    """Return the plies of the longest win in such counts; 0 if there is none."""
    values = (value_of(int(verdict)) for part in parts for verdict in part["different"])
    wins = (value.plies or 0 for value in values if value is not None and value.kind == "win")
    return max(wins, default=0)


class Solver(ABC):
    """Builds, opens and verifies the tablebase of one variant."""

    game: ClassVar[str]
    rules_version: ClassVar[int] = 1  # increased when older tablebases become invalid

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    @classmethod
    def covers(cls, variant: Variant) -> bool:
        """Return whether a tablebase can be built for a variant."""
        return True

    @property
    def name(self) -> str:
        """The name of the file: the game, and options that differ from the defaults."""
        options = self.variant.changed_options.items()
        return ",".join([self.game, *(f"{name}={write_value(value)}" for name, value in options)])

    def path(self, folder: Path) -> Path:
        return folder / (self.name + SUFFIX)

    @property
    def plan(self) -> dict[str, Any]:
        """The start of the header, which identifies game, options and rules."""
        return {
            "game": self.game,
            "options": {name: write_value(v) for name, v in self.variant.options.items()},
            "rules": self.rules_version,
        }

    def read(self, path: Path) -> TablebaseFile:
        """Open a file, which must be a complete tablebase of this variant."""
        file = TablebaseFile(path)
        if any(file.header.get(name) != value for name, value in self.plan.items()):
            raise file.bad(
                sentence(
                    "This tablebase is of another variant, or of older rules. Delete it and run "
                    "`quintet solve`."
                )
            )
        try:
            self.check(file)
        except HEADER_ERRORS as error:
            raise file.damaged() from error
        return file

    def check(self, file: TablebaseFile) -> None:
        """Raise one of `HEADER_ERRORS` if a part is missing or contradicts another."""
        checked_int(file.header["positions"], MAX_POSITIONS)
        self.open(file)

    def solve(self, work: Work) -> Solved:
        """Build the tablebase into the folder, resuming an interrupted build."""
        path = self.path(work.folder)
        if not self._is_built(work):
            with locked(path):
                if not self._is_built(work):  # by another process meanwhile
                    return self._build(work, Draft(path, self.plan))
        file = self.read(path)
        try:
            return self._solved(file, None)
        except HEADER_ERRORS as error:
            raise file.damaged() from error

    def _is_built(self, work: Work) -> bool:
        """Return whether the tablebase exists, as large as requested."""
        return self.path(work.folder).exists()

    @abstractmethod
    def _build(self, work: Work, draft: Draft) -> Solved:
        """Build the tablebase from a draft."""

    @abstractmethod
    def _solved(self, file: TablebaseFile, seconds: float | None) -> Solved:
        """Return what a tablebase proves."""

    @abstractmethod
    def verify(self, work: Work) -> Verified:
        """Check every value against those its moves lead to."""

    @abstractmethod
    def open(self, file: TablebaseFile) -> Tablebase:
        """Return the tablebase of a file, for lookups."""


def start_sentence(start: Value, otherwise: Sentence) -> Sentence:
    """Return a sentence about who wins from the start, or `otherwise` if nobody does."""
    if start.kind == "win":
        return sentence("The first player wins, in {plies} plies at most.", plies=start.plies or 0)
    if start.kind == "loss":
        return sentence("The second player wins, in {plies} plies at most.", plies=start.plies or 0)
    return otherwise
