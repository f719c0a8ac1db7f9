"""Quixo for two: all boards of 3x3 and 4x4, and as many of 5x5 as memory allows.

A layer holds the boards with so many cubes of the side to move and so many of the other. Taking a
blank leads to layers with one blank fewer, so these are solved first; taking one's own cube leads
back and forth between two layers, which are solved together. Distances that do not fit into a byte
are stored in an overflow list per layer (blocks named `late`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from time import monotonic
from typing import Any

from quintet import _core
from quintet.errors import BadOption
from quintet.games.variant import Variant
from quintet.i18n.sentence import Number, Sentence, counted, sentence
from quintet.position import Position, first_position
from quintet.tablebase.draft import Draft
from quintet.tablebase.file import TablebaseFile, checked_int
from quintet.tablebase.quixo_header import check_steps
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
from quintet.value import Value

GIGABYTE = 10**9
WORD = 8  # bytes of an entry of an overflow list: a board and its verdict
PASSES = 12  # about how often the solver goes through a layer; for the progress bar only

_CORE_TABLES: dict[int, type[_core.QuixoTable3 | _core.QuixoTable4 | _core.QuixoTable5]] = {
    3: _core.QuixoTable3,
    4: _core.QuixoTable4,
    5: _core.QuixoTable5,
}


class QuixoSolver(Solver):
    game = "quixo"

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.size = variant.settings["size"]
        self.cells = self.size**2

    @classmethod
    def covers(cls, variant: Variant) -> bool:
        return variant.seats == 2

    @property
    def plan(self) -> dict[str, Any]:
        return {**super().plan, "index": "quixo layers", "verdicts": "bytes"}

    def max_blanks(self, gigabytes: float) -> int:
        """Return the most blanks of boards that fit into memory; -1 if none do."""
        room = gigabytes * GIGABYTE
        fitting = [
            blanks
            for blanks in range(self.cells + 1)
            if _core.quixo_bytes(self.size, blanks) <= room
        ]
        return fitting[-1] if fitting else -1

    def _is_built(self, work: Work) -> bool:
        blanks = self.max_blanks(work.gigabytes)
        if blanks < 0:
            raise BadOption(
                sentence("Not enough memory for a single layer. Allow more with --gigabytes."),
                option="gigabytes",
                value=work.gigabytes,
            )
        path = self.path(work.folder)
        return path.exists() and bool(self.read(path).header["blanks"] >= blanks)

    def _build(self, work: Work, draft: Draft) -> Solved:
        if draft.path.exists():
            self.take_over(self.read(draft.path), draft)
        max_blanks = self.max_blanks(work.gigabytes)
        values = draft.values(_core.quixo_bytes(self.size, max_blanks))
        pairs = list(self._pairs(max_blanks))
        left = [pair for pair in pairs if _step(*pair) not in draft.done]
        overflow = {
            layer: draft.read(_overflow_name(*layer))
            for pair in pairs
            for layer in {pair, pair[::-1]}
            if pair not in left and draft.has(_overflow_name(*layer))
        }
        work.begin(sum(self._weight(*pair) for pair in left))
        for first, second in left:
            begun = monotonic()
            different, every, overflowing = work.run(
                sentence(
                    "solving boards with {first} and {second} cubes", first=first, second=second
                ),
                self._weight(first, second),
                partial(
                    _core.quixo_solve, self.size, values, overflow, first, second, work.threads
                ),
                passes=PASSES,
            )
            for layer, block in overflowing.items():
                if block:
                    draft.write(_overflow_name(*layer), block)
                    overflow[layer] = block
            counts = {"different": _sparse(different), "all": _sparse(every)}
            seconds = monotonic() - begun
            draft.mark(_step(first, second), counts, seconds, self._parts(first, second))
        # An earlier build may have had more layers.
        steps = {_step(*pair): draft.done[_step(*pair)] for pair in pairs}
        header = {
            **self.plan,
            "blanks": max_blanks,
            "positions": sum(sum(counts["different"].values()) for counts in steps.values()),
            "layers": self._places(max_blanks),
            "steps": steps,
        }
        more = {_overflow_name(*layer): block for layer, block in overflow.items()}
        return self._solved(draft.finish(header, more), draft.seconds)

    def take_over(self, file: TablebaseFile, draft: Draft) -> None:
        """Copy the layers of a smaller tablebase that the draft does not have yet."""
        pairs = self._pairs(file.header["blanks"])
        left = [pair for pair in pairs if _step(*pair) not in draft.done]
        if not left:
            return
        file.check()
        block = file.block("values")
        values = draft.values(len(block))
        overflow = _overflow_layers(file)
        for pair in left:
            for first, length in self._parts(*pair):
                values[first : first + length] = block[first : first + length]
            for layer in sorted({pair, pair[::-1]} & set(overflow)):
                draft.write(_overflow_name(*layer), bytes(file.block(_overflow_name(*layer))))
            draft.mark(_step(*pair), file.header["steps"][_step(*pair)], 0.0, self._parts(*pair))

    def _pairs(self, max_blanks: int) -> Iterator[tuple[int, int]]:
        """Yield the pairs of layers with at most so many blanks."""
        for blanks in range(max_blanks + 1):
            marked = self.cells - blanks
            for first in range(marked // 2 + 1):
                yield first, marked - first

    def _weight(self, first: int, second: int) -> int:
        layers = {(first, second), (second, first)}
        return sum(_core.quixo_layer_size(self.size, *layer) for layer in layers)

    def _parts(self, first: int, second: int) -> list[tuple[int, int]]:
        """Return where the layers of a pair stand among the values."""
        places = self._places(self.cells - first - second)
        layers = sorted({(first, second), (second, first)})
        return [places[f"{own} {other}"] for own, other in layers]

    def _places(self, max_blanks: int) -> dict[str, tuple[int, int]]:
        """Return where every layer stands among the values."""
        places = {}
        at = 0
        for blanks in range(max_blanks + 1):
            marked = self.cells - blanks
            for own in range(marked + 1):
                length = _core.quixo_layer_size(self.size, own, marked - own)
                places[f"{own} {marked - own}"] = (at, length)
                at += length
        return places

    def _solved(self, file: TablebaseFile, seconds: float | None) -> Solved:
        header = file.header
        start = self.open(file).get(first_position(self.game, self.variant.options))
        counts = count_results(header["steps"].values(), "all")
        facts = [self._start_sentence(start)]
        if start is None:
            facts.append(
                counted(
                    "All boards with at most {count} blank are solved.",
                    "All boards with at most {count} blanks are solved.",
                    count=header["blanks"],
                )
            )
        facts.append(
            sentence(
                "Of all boards {wins} are won for the side to move, {losses} are lost and {draws} "
                "are draws; the longest win takes {plies} plies.",
                wins=Number(counts["win"]),
                losses=Number(counts["loss"]),
                draws=Number(counts["draw"]),
                plies=longest_win(header["steps"].values()),
            )
        )
        numbers = {
            "value": None if start is None else str(start),
            "blanks": header["blanks"],
            "boards": counts,
            "different_boards": count_results(header["steps"].values(), "different"),
            "longest_win": longest_win(header["steps"].values()),
        }
        return Solved(tuple(facts), numbers, header["positions"], seconds, file.path)

    def _start_sentence(self, start: Value | None) -> Sentence:
        if start is None:
            return sentence("This tablebase does not solve the whole game.")
        never = sentence("The game is a draw: with best play it never ends.")
        return start_sentence(start, never)

    def verify(self, work: Work) -> Verified:
        begun = monotonic()
        file = self.read(self.path(work.folder))
        file.check()
        core = self.open(file).core
        assert isinstance(core, _core.QuixoTable3 | _core.QuixoTable4 | _core.QuixoTable5)
        work.begin(len(file.block("values")))
        positions = mistakes = 0
        wrong: Position | None = None
        for name, (_, length) in self._places(file.header["blanks"]).items():
            own, other = map(int, name.split())
            found = work.run(
                sentence(
                    "checking boards with {first} and {second} cubes", first=own, second=other
                ),
                length,
                partial(core.verify, own, other, work.threads),
            )
            positions += found[0]
            mistakes += found[1]
            wrong = wrong or found[2]
        if positions != file.header["positions"]:
            raise file.damaged()
        return Verified(positions, mistakes, wrong, monotonic() - begun)

    def check(self, file: TablebaseFile) -> None:
        header = file.header
        blanks = checked_int(header["blanks"], self.cells)
        if header["layers"] != {name: list(place) for name, place in self._places(blanks).items()}:
            raise ValueError("layers are not where they should be")
        overflow = {
            layer: len(file.block(_overflow_name(*layer))) // WORD
            for layer in _overflow_layers(file)
        }
        pairs = {_step(*pair): pair for pair in self._pairs(blanks)}
        check_steps(header["steps"], header["positions"], pairs, overflow, self.cells)
        super().check(file)

    def open(self, file: TablebaseFile) -> Tablebase:
        overflow = {layer: file.block(_overflow_name(*layer)) for layer in _overflow_layers(file)}
        values, blanks = file.block("values"), file.header["blanks"]
        return Tablebase(file, _CORE_TABLES[self.size](self.variant.core, values, blanks, overflow))


def _step(first: int, second: int) -> str:
    return f"{first} {second}"


def _overflow_name(own: int, other: int) -> str:
    return f"late {own} {other}"


def _overflow_layers(file: TablebaseFile) -> list[tuple[int, int]]:
    """Return the layers that have an overflow list."""
    found = []
    for name in file.header["blocks"]:
        if name.startswith("late "):
            _, own, other = name.split()
            found.append((int(own), int(other)))
    return found


def _sparse(counts: list[int]) -> dict[str, int]:
    """Return the nonzero counts by verdict, with JSON's text keys."""
    return {str(verdict): count for verdict, count in enumerate(counts) if count}
