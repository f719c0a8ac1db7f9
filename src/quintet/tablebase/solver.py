"""What a solver is: one class a game says what can be solved of it, and how."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from quintet import _core
from quintet.games.variant import Variant
from quintet.i18n.sentence import Sentence, sentence
from quintet.options import write_value
from quintet.position import Position
from quintet.tablebase.draft import Draft
from quintet.tablebase.file import SUFFIX, TablebaseFile, whole
from quintet.tablebase.lock import alone
from quintet.value import DRAW, TIE, Value, loss_in, win_in

Result = TypeVar("Result")

MOST_POSITIONS = 2**63

# What comes of reading a header that lacks something, or has something else in its place.
MISFITS = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)

# Verdicts that are no values, as in native/solve/verdict.hpp.
UNKNOWN, DAMAGED = 0xFFFF, 0xFFFE


@dataclass(slots=True)
class Work:
    """How to work on something long: where, with how much, and who watches.

    `show` hears, several times a second, what is being done and how much of all is done (0 to 1).
    """

    folder: Path
    threads: int = 1
    gigabytes: float = 8.0
    show: Callable[[Sentence, float], object] | None = None
    _all: float = 1.0
    _done: float = 0.0

    def begin(self, weight: float) -> None:
        """Says how much there is to do in all, in whatever unit."""
        self._all, self._done = max(weight, 1), 0.0

    def run(
        self,
        doing: Sentence,
        weight: float,
        step: Callable[[_core.Progress], Result],
        *,
        passes: float = 1,
    ) -> Result:
        """Runs a compiled step beside this thread, which tells how it goes and can be interrupted.

        `weight` is the step's share of all there is to do, and how many things it goes through,
        `passes` times. An interrupted step leaves nothing behind.
        """
        progress = _core.Progress()
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(step, progress)
            try:
                while not future.done():
                    self._tell(doing, weight * min(1.0, progress.done / max(1, weight * passes)))
                    wait([future], timeout=0.1)
            except BaseException:
                progress.stop()
                raise
        self._done += weight
        return future.result()

    def _tell(self, doing: Sentence, now: float) -> None:
        if self.show is not None:
            self.show(doing, min(1.0, (self._done + now) / self._all))


@dataclass(frozen=True, slots=True)
class Solved:
    """What was proved: sentences for people, numbers for machines, and where it is kept."""

    facts: tuple[Sentence, ...]
    numbers: Mapping[str, Any]
    positions: int
    seconds: float | None  # what it took, if it was built just now
    path: Path

    @property
    def bytes(self) -> int:
        return self.path.stat().st_size


@dataclass(frozen=True, slots=True)
class Verified:
    """What a check came to; `wrong` is a position whose value does not follow from its moves.

    `note` says what was checked otherwise, where not every value follows from others.
    """

    positions: int
    mistakes: int
    wrong: Position | None
    seconds: float
    note: Sentence | None = None


class Tablebase:
    """Exact values of positions of one variant, looked up."""

    def __init__(self, file: TablebaseFile, core: _core.Table) -> None:
        self.file = file
        self.core = core

    def get(self, position: Position) -> Value | None:
        """The value for the side to move; None where the table does not reach.

        Raises `BadTablebase` where the table says what it cannot say, as large ones are not checked
        when they are opened.
        """
        verdict = self.core.verdict(position)
        if verdict == DAMAGED:
            raise self.file.damaged()
        return value_of(verdict)


@cache
def value_of(verdict: int) -> Value | None:
    """A value from the number of the compiled part (native/solve/verdict.hpp)."""
    match verdict:
        case 0:
            return DRAW
        case 1:
            return TIE
        case _ if verdict == UNKNOWN:
            return None
    plies = verdict // 2 - 1
    return win_in(plies) if verdict % 2 == 0 else loss_in(plies)


class Solver(ABC):
    """Solves one variant of a game, and opens what it has built."""

    game: ClassVar[str]
    rules_version: ClassVar[int] = 1  # a new number makes old tables useless

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    @classmethod
    def covers(cls, variant: Variant) -> bool:
        """Whether something can be built for a variant of the game."""
        return True

    @property
    def name(self) -> str:
        """The game and the options that differ from the defaults, as the name of a file."""
        options = self.variant.changed_options.items()
        return ",".join([self.game, *(f"{name}={write_value(value)}" for name, value in options)])

    def path(self, folder: Path) -> Path:
        return folder / (self.name + SUFFIX)

    @property
    def plan(self) -> dict[str, Any]:
        """What a table is of: the beginning of its header."""
        return {
            "game": self.game,
            "options": {name: write_value(v) for name, v in self.variant.options.items()},
            "rules": self.rules_version,
        }

    def read(self, path: Path) -> TablebaseFile:
        """The file of a table, which must be of this variant and have all its parts."""
        file = TablebaseFile(path)
        if any(file.header.get(name) != value for name, value in self.plan.items()):
            raise file.bad(
                sentence(
                    "This is a table of another game, or made for older rules; delete it and build "
                    "it anew with 'quintet solve'."
                )
            )
        try:
            self.check(file)
        except MISFITS as error:
            raise file.damaged() from error
        return file

    def check(self, file: TablebaseFile) -> None:
        """Raises any of `MISFITS` if a part is missing or contradicts others."""
        whole(file.header["positions"], MOST_POSITIONS)
        self.open(file)

    def solve(self, work: Work) -> Solved:
        """Builds what can be built into the folder, going on where an earlier try ended."""
        path = self.path(work.folder)
        if not self._is_built(work):
            with alone(path):
                if not self._is_built(work):  # by nobody else meanwhile
                    return self._build(work, Draft(path, self.plan))
        file = self.read(path)
        try:
            return self._solved(file, None)
        except MISFITS as error:
            raise file.damaged() from error

    def _is_built(self, work: Work) -> bool:
        """Whether the table is there with all that is asked for."""
        return self.path(work.folder).exists()

    @abstractmethod
    def _build(self, work: Work, draft: Draft) -> Solved:
        """Builds the table, going on with a draft."""

    @abstractmethod
    def _solved(self, file: TablebaseFile, seconds: float | None) -> Solved:
        """What a table proves."""

    @abstractmethod
    def verify(self, work: Work) -> Verified:
        """Works every value of the table out anew, from those its moves lead to."""

    @abstractmethod
    def open(self, file: TablebaseFile) -> Tablebase:
        """A table of this variant, for asking."""


def about_the_start(start: Value, otherwise: Sentence) -> Sentence:
    """Who wins from the start; or what else is so, if nobody does."""
    if start.kind == "win":
        return sentence("The first player wins, in {plies} plies at most.", plies=start.plies or 0)
    if start.kind == "loss":
        return sentence("The second player wins, in {plies} plies at most.", plies=start.plies or 0)
    return otherwise
