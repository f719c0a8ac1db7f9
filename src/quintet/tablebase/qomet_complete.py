"""Qomet: every position, with distances.

All boards are solved together by waves: wins in 1 ply, losses in 2, wins in 3, and so on. What a
wave decides marks the boards before it, and the next wave looks at those. A byte a board is the
value without a ban, and two more are the value with the only best move banned (QM7). The waves
work in memory mapped from the draft; an interrupted wave is repeated.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import count
from time import monotonic
from typing import Any

from quintet import _core
from quintet.games.variant import Variant
from quintet.i18n.sentence import Number, sentence
from quintet.position import Position, first_position
from quintet.tablebase.draft import Draft
from quintet.tablebase.file import TablebaseFile, checked_int
from quintet.tablebase.qomet_device import find_program, solve_on_device
from quintet.tablebase.solver import (
    Solved,
    Solver,
    Tablebase,
    Verified,
    Work,
    count_results,
    longest_win,
    start_sentence,
)

STARS = 7  # QM2
RESULTS = ("win", "draw", "loss")

# For the progress bar only: about how many waves there are.
EXPECTED_WAVES = 90

# The numbers of the first chunk that no board has: their bytes are set once and never change, and
# tell whether the file of a draft is still the one its journal is about.
_UNUSED = (1, 8191)

_SOLVED = "solved"


class CompleteQometSolver(Solver):
    """Builds the tablebase of all positions with at most so many stars a side."""

    game = "qomet"

    def __init__(self, variant: Variant, stars: int = STARS) -> None:
        super().__init__(variant)
        self.stars = stars

    @property
    def name(self) -> str:
        game, *options = super().name.split(",")
        few = [] if self.stars == STARS else [f"stars={self.stars}"]
        return ",".join([game, "complete", *few, *options])

    @property
    def plan(self) -> dict[str, Any]:
        return {
            **super().plan,
            "index": "qomet boards",
            "verdicts": "plies, and plies with a ban",
            "stars": self.stars,
        }

    def solve(self, work: Work) -> Solved:
        if work.device == "cuda":
            find_program()  # before anything is written
        return super().solve(work)

    def _build(self, work: Work, draft: Draft) -> Solved:
        values = draft.values(_core.qomet_complete_bytes(self.stars))
        waves = _core.QometWaves(values, self.stars, work.threads, **self.variant.settings)
        work.begin(waves.chunks * (2 + sum(1 / plies for plies in range(1, EXPECTED_WAVES))))
        if work.device == "cuda":
            self._solve_on_device(work, draft)
        else:
            self._solve_here(work, draft, waves)
        begun = monotonic()
        counted = work.run(sentence("counting positions"), waves.chunks, waves.count)
        classes: dict[str, Any] = {
            f"{own} {other}": {
                "different": _with_text_keys(different),
                "all": _with_text_keys(every),
                "turns": turns,
                "bans": bans,
            }
            for (own, other), (different, every, turns, bans) in counted.items()
        }
        header = {
            **self.plan,
            "positions": sum(sum(its["different"].values()) for its in classes.values()),
            "classes": classes,
        }
        del waves  # it holds the memory of the draft
        seconds = draft.seconds + monotonic() - begun
        return self._solved(draft.finish(header, {}), seconds)

    def _solve_on_device(self, work: Work, draft: Draft) -> None:
        if _SOLVED in draft.done:
            return
        begun = monotonic()
        solve_on_device(draft, self.stars, self.variant.options, work)
        draft.mark(_SOLVED, "cuda", monotonic() - begun)

    def _solve_here(self, work: Work, draft: Draft, waves: _core.QometWaves) -> None:
        if _SOLVED in draft.done:
            return
        # What an interrupted wave has written is removed before it is repeated.
        resumed = "numbered" in draft.done
        if not resumed:
            begun = monotonic()
            work.run(sentence("numbering the boards"), waves.chunks, waves.begin)
            draft.mark("numbered", None, monotonic() - begun, [_UNUSED])
        for plies in count(1):
            step = f"wave {plies}"
            if step not in draft.done:
                begun = monotonic()
                if resumed:
                    waves.take_back(plies, _core.Progress())
                    resumed = False
                decided = self._run_wave(work, waves, plies)
                draft.mark(step, decided, monotonic() - begun)
            if not any(draft.done[step]):
                break
        draft.mark(_SOLVED, "cpu", 0.0)

    def _run_wave(self, work: Work, waves: _core.QometWaves, plies: int) -> tuple[int, int]:
        # The first two waves look at all boards, later ones mark them first.
        passes = 1 if plies <= 2 else 2
        return work.run(
            sentence("looking for boards decided in {plies} plies", plies=plies),
            waves.chunks / plies,
            partial(waves.wave, plies),
            passes=passes * plies,
        )

    def _solved(self, file: TablebaseFile, seconds: float | None) -> Solved:
        header = file.header
        classes = header["classes"].values()
        start = self.open(file).get(first_position(self.game, self.variant.options))
        assert start is not None
        boards, different = count_results(classes, "all"), count_results(classes, "different")
        longest = longest_win(classes)
        facts = (
            start_sentence(start, sentence("The game is a draw: with best play it never ends.")),
            sentence(
                "Of all boards {wins} are won for the side to move, {losses} are lost and {draws} "
                "are draws; the longest win takes {plies} plies.",
                wins=Number(boards["win"]),
                losses=Number(boards["loss"]),
                draws=Number(boards["draw"]),
                plies=longest,
            ),
        )
        numbers = {
            "value": str(start),
            "boards": boards,
            "different_boards": different,
            "longest_win": longest,
            "by_turn": _matrix(classes, "turns"),
            "by_ban": _matrix(classes, "bans"),
        }
        return Solved(facts, numbers, header["positions"], seconds, file.path)

    def verify(self, work: Work) -> Verified:
        """Check every class: each value, with every ban, follows from the moves."""
        begun = monotonic()
        file = self.read(self.path(work.folder))
        file.check()
        core = self.open(file).core
        assert isinstance(core, _core.QometCompleteTable)
        work.begin(file.header["positions"])
        positions = mistakes = 0
        wrong: Position | None = None
        for name, its in file.header["classes"].items():
            own, other = map(int, name.split())
            found = work.run(
                sentence(
                    "checking boards with {first} and {second} stars", first=own, second=other
                ),
                sum(its["different"].values()),
                partial(core.verify, own, other, work.threads),
                passes=1 / 8192,
            )
            positions += found[0]
            mistakes += found[1]
            wrong = wrong or found[2]
        return Verified(positions, mistakes, wrong, monotonic() - begun)

    def check(self, file: TablebaseFile) -> None:
        header = file.header
        names = {
            f"{own} {other}" for own in range(self.stars + 1) for other in range(self.stars + 1)
        }
        if set(header["classes"]) != names:
            raise ValueError("classes are missing")
        positions = checked_int(header["positions"], len(file.block("values")))
        if positions != sum(sum(its["different"].values()) for its in header["classes"].values()):
            raise ValueError("classes and header disagree on the number of positions")
        super().check(file)

    def open(self, file: TablebaseFile) -> Tablebase:
        core = _core.QometCompleteTable(
            self.variant.core, file.block("values"), self.stars, **self.variant.settings
        )
        return Tablebase(file, core)


def _with_text_keys(counts: dict[int, int]) -> dict[str, int]:
    """Return counts by verdict with JSON's text keys."""
    return {str(verdict): number for verdict, number in counts.items()}


def _matrix(classes: Iterable[dict[str, Any]], which: str) -> dict[str, int]:
    """Return how many boards have each pair of results, up to symmetry."""
    return {
        f"{first}, {second}": total
        for row, first in enumerate(RESULTS)
        for column, second in enumerate(RESULTS)
        if (total := sum(its[which][row][column] for its in classes))
    }
