"""Quantik: facts, words and reasons. The rules: native/games/quantik.hpp."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from quintet.games.types import (
    Action,
    BenchSearch,
    Motion,
    PositionLike,
    Reading,
    Reason,
    motion,
    reason,
)
from quintet.games.variant import Variant, board_places
from quintet.i18n.sentence import Sentence, sentence, template
from quintet.options import Value

SHAPES = "ABCD"
PLACES = board_places(4)

# Every row, column and region as cells, with the kind of zone it is (QK1).
ZONES: tuple[tuple[str, tuple[int, ...]], ...] = (
    *(("row", tuple(range(4 * rank, 4 * rank + 4))) for rank in range(4)),
    *(("column", tuple(range(file, 16, 4))) for file in range(4)),
    *(("region", (corner, corner + 1, corner + 4, corner + 5)) for corner in (0, 2, 8, 10)),
)

# Whole sentences, because word order differs between languages.
FORBIDDEN = {
    ("A", "row"): template("Your opponent's sphere on {place} stands in this row."),
    ("A", "column"): template("Your opponent's sphere on {place} stands in this column."),
    ("A", "region"): template("Your opponent's sphere on {place} stands in this region."),
    ("B", "row"): template("Your opponent's cylinder on {place} stands in this row."),
    ("B", "column"): template("Your opponent's cylinder on {place} stands in this column."),
    ("B", "region"): template("Your opponent's cylinder on {place} stands in this region."),
    ("C", "row"): template("Your opponent's cube on {place} stands in this row."),
    ("C", "column"): template("Your opponent's cube on {place} stands in this column."),
    ("C", "region"): template("Your opponent's cube on {place} stands in this region."),
    ("D", "row"): template("Your opponent's cone on {place} stands in this row."),
    ("D", "column"): template("Your opponent's cone on {place} stands in this column."),
    ("D", "region"): template("Your opponent's cone on {place} stands in this region."),
}
CHOSEN = {
    "A": template("Now choose where the sphere goes."),
    "B": template("Now choose where the cylinder goes."),
    "C": template("Now choose where the cube goes."),
    "D": template("Now choose where the cone goes."),
}


class Quantik(Variant):
    name = "quantik"
    title = "Quantik"
    cycles = False
    end_rules = MappingProxyType({"line": "QK5", "blocked": "QK6"})
    bench = (BenchSearch("", 4), BenchSearch("A@a1 B@c3 C@b4", 5))

    def __init__(self, options: Mapping[str, Value]) -> None:
        super().__init__(options)
        self.sides = (0, 1)
        self.seat_names = ("x", "o")
        self.places = PLACES
        self.letters = ".ABCDabcd"
        self.rows = tuple(tuple(range(4 * rank, 4 * rank + 4)) for rank in (3, 2, 1, 0))
        self.words = (tuple(f"{shape}@{place}" for shape in SHAPES for place in PLACES),) * 2

    def sign(self, seat: int) -> str:
        return self.letters[1 + len(SHAPES) * seat]

    def path(self, word: str) -> tuple[str, ...]:
        return tuple(word.split("@"))

    def actions(self, position: PositionLike) -> tuple[Action, ...]:
        return ("place",)

    def prompt(self, position: PositionLike) -> Sentence:
        return sentence("Place a piece.")

    def next_prompt(self, position: PositionLike, touched: tuple[str, ...]) -> Sentence:
        return sentence(CHOSEN[touched[0]])

    def why_not(self, position: PositionLike, word: str) -> Reason:
        shape, place = word.split("@")
        cells = position.cells
        own, other = 1 + SHAPES.index(shape), 5 + SHAPES.index(shape)
        if position.turn == 1:
            own, other = other, own
        if cells.count(own) == 2:
            standing = [PLACES[cell] for cell in range(16) if cells[cell] == own]
            return reason("QK1", "Both your pieces of this shape are on the board.", *standing)
        target = PLACES.index(place)
        if cells[target]:
            return reason("QK2", "There is a piece on {place} already.", place, place=place)
        hits = [
            (zone, cell)
            for zone, members in ZONES
            if target in members
            for cell in members
            if cells[cell] == other
        ]
        zone, first = hits[0]
        forbidding = dict.fromkeys(PLACES[cell] for _, cell in hits)
        return reason("QK3", FORBIDDEN[shape, zone], *forbidding, place=PLACES[first])

    def why_not_touch(self, position: PositionLike, touched: tuple[str, ...]) -> Reason | None:
        if touched[0] in PLACES:
            return reason("QK2", "First choose one of your pieces, then the square for it.")
        if touched[-1].startswith("reserve"):
            return reason("QK1", "These pieces are your opponent's.")
        return None

    def motions(self, position: PositionLike, word: str) -> tuple[Motion, ...]:
        shape, place = word.split("@")
        return (motion(shape if position.turn == 0 else shape.lower(), "reserve", place),)

    def check(self, reading: Reading) -> None:
        cells = reading.cells
        for code in range(1, 9):
            standing = reading.cells_with(code)
            if len(standing) > 2:
                reading.refuse_cell(standing[2], "QK1", "Each side has only two of each shape.")
        starter = reading.cells_with(1, 2, 3, 4)
        other = reading.cells_with(5, 6, 7, 8)
        if not 0 <= len(starter) - len(other) <= 1:
            surplus = starter if len(starter) > len(other) else other
            reading.refuse_cell(
                surplus[-1],
                "QK2",
                "The sides alternate, so this cannot be: pieces of the starter, {starter}; of the "
                "other side, {other}.",
                starter=len(starter),
                other=len(other),
            )
        for _, members in ZONES:
            for cell in members:
                for rival in members:
                    if cells[cell] and cells[rival] == cells[cell] + 4:
                        reading.refuse_cell(
                            rival,
                            "QK3",
                            "The same shape of the other side stands on {rival}.",
                            rival=PLACES[cell],
                        )
        last = starter if len(starter) > len(other) else other
        lines = _lines(cells)
        if lines and not any(all(cell in line for line in lines) for cell in last):
            reading.refuse_cell(
                lines[-1][0], "QK5", "The game was over before the last piece was placed."
            )

    def winning(self, position: PositionLike) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(PLACES[cell] for cell in line) for line in _lines(position.cells))


def _lines(cells: tuple[int, ...] | bytes) -> list[tuple[int, ...]]:
    """Return the zones with four different shapes (QK5)."""
    return [
        members
        for _, members in ZONES
        if all(cells[cell] for cell in members)
        and len({(cells[cell] - 1) % 4 for cell in members}) == 4
    ]
