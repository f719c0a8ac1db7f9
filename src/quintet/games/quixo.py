"""Quixo: facts, words and reasons. The rules: native/games/quixo.hpp."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from quintet.errors import BadOption
from quintet.games.types import (
    Action,
    BenchSearch,
    Motion,
    PositionLike,
    Reading,
    Reason,
    motion,
    reason,
    turn_field,
)
from quintet.games.variant import Variant, board_places
from quintet.i18n.sentence import Sentence, sentence, template
from quintet.options import Choice, Value


class Quixo(Variant):
    name = "quixo"
    title = "Quixo"
    seat_counts = (2, 4)
    option_list = (
        Choice(
            "players",
            seat_counts,
            2,
            template("Players"),
            {"2": template("Two"), "4": template("Four, in two teams")},
        ),
        Choice(
            "size",
            (3, 4, 5),
            5,
            template("Board"),
            {
                "5": template("5×5"),  # noqa: RUF001
                "4": template("4×4"),  # noqa: RUF001
                "3": template("3×3"),  # noqa: RUF001
            },
        ),
    )
    cycles = True
    end_rules = MappingProxyType({"line": "QX5", "gift": "QX5"})
    bench = (
        BenchSearch("a1e1 e5a5", 4),
        BenchSearch("", 6, MappingProxyType({"size": 3})),
        BenchSearch("", 3, MappingProxyType({"players": 4})),
    )

    def __init__(self, options: Mapping[str, Value]) -> None:
        super().__init__(options)
        size, players = self.settings["size"], self.settings["players"]
        self.sides = (0, 1) * (players // 2)
        self.seat_names = tuple("xo" if players == 2 else "swne")
        # A cube is the letter of its seat: the one with that symbol, or the one its dot points at.
        self.letters = "." + "".join(self.seat_names)
        self.places = tuple(sorted(board_places(size)))
        self.rows = tuple(tuple(range(rank, size * size, size)) for rank in reversed(range(size)))
        self.fields = (turn_field(self.seat_names),)
        self.lines = _lines(size)
        self.pushes = {self.places[push[0]] + self.places[push[-1]]: push for push in _pushes(size)}
        if players == 2:
            self.words = (tuple(self.pushes),) * 2
        else:
            self.words = tuple(
                (*(push + dot for push in self.pushes for dot in dots), "pass")
                for dots in ("sn", "we") * 2
            )

    @classmethod
    def check_options(cls, options: Mapping[str, Value]) -> None:
        if options["players"] == 4 and options["size"] != 5:
            raise BadOption(
                sentence("Four players need the board of size 5; the smaller ones are for two."),
                option="size",
                value=options["size"],
                allowed=("5",),
            )

    @property
    def settings(self) -> dict[str, int]:
        return {name: value for name, value in self.options.items() if isinstance(value, int)}

    def path(self, word: str) -> tuple[str, ...]:
        if word == "pass":
            return ("pass",)
        return (word[:2], word[2:4], *word[4:])

    def touch_name(self, position: PositionLike, touch: str) -> Sentence:
        if touch == "pass":
            return sentence("Pass")
        if touch == self.seat_names[position.turn]:
            return sentence("The dot points at you ({seat})", seat=touch)
        if touch in self.seat_names:
            return sentence("The dot points at your partner ({seat})", seat=touch)
        return super().touch_name(position, touch)

    def actions(self, position: PositionLike) -> tuple[Action, ...]:
        return ("pass",) if position.moves == ("pass",) else ("take",)

    def prompt(self, position: PositionLike) -> Sentence:
        if self.actions(position) == ("pass",):
            return sentence("You can take no cube, so you pass.")
        return sentence("Choose a cube to take from the border, blank or your own.")

    def next_prompt(self, position: PositionLike, touched: tuple[str, ...]) -> Sentence:
        if len(touched) == 1:
            return sentence("Now choose where it is pushed in.")
        return sentence("Now choose whom its dot points at.")

    def why_not(self, position: PositionLike, word: str) -> Reason:
        cells, seat = position.cells, position.turn
        if word == "pass":
            takeable = dict.fromkeys(self.path(move)[0] for move in position.moves)
            return reason(
                "QX12", "You pass only when you cannot take any cube, and now you can.", *takeable
            )
        place, _, *dot = self.path(word)
        cube = cells[self.places.index(place)]
        if cube and self.sides[cube - 1] != self.sides[seat]:
            if self.seats == 2:
                message = template("The cube on {place} shows your opponent's symbol.")
                return reason("QX2", message, place, place=place)
            message = template("The cube on {place} shows the other team's symbol.")
            return reason("QX9", message, place, place=place)
        if cube and cube != seat + 1:
            message = template(
                "The dot of the cube on {place} points at your partner, who alone may take it."
            )
            return reason("QX9", message, place, place=place)
        if cube and len(cells) - cells.count(0) < 4:
            message = template(
                "In the first round you take a blank cube; the one on {place} shows a symbol."
            )
            return reason("QX11", message, place, place=place)
        return reason(
            "QX10",
            "The dot must point at you ({own}) or at your partner ({partner}), not at {dot}.",
            own=self.seat_names[seat],
            partner=self.seat_names[(seat + 2) % 4],
            dot="".join(dot),
        )

    def why_not_touch(self, position: PositionLike, touched: tuple[str, ...]) -> Reason | None:
        if any(place not in self.places for place in touched[:2]):
            return None
        takeable = {self.places[push[0]] for push in self.pushes.values()}
        if touched[0] not in takeable:
            return reason("QX2", "Only cubes on the border may be taken.")
        if len(touched) == 2 and touched[0] == touched[1]:
            return reason("QX4", "A cube may not go back into the very cell it left.")
        if len(touched) == 2:
            return reason("QX4", "A cube goes in at an end of the row or column it left.")
        if len(touched) == 3:
            return reason("QX10", "Choose whom the dot points at, or cancel.")
        return None

    def motions(self, position: PositionLike, word: str) -> tuple[Motion, ...]:
        if word == "pass":
            return ()
        push = self.pushes[word[:4]]
        stood = [self.letters[position.cells[cell]] for cell in push]
        names = [self.places[cell] for cell in push]
        shown = word[4:] or self.seat_names[position.turn]
        return (
            motion(stood[0], names[0], names[-1], shown),
            *(motion(stood[i], names[i], names[i - 1]) for i in range(1, len(push))),
        )

    def check(self, reading: Reading) -> None:
        if self.seats == 2:
            _check_two(reading)
        else:
            _check_four(reading, self.seat_names)
        self._check_last_move(reading)

    def winning(self, position: PositionLike) -> tuple[tuple[str, ...], ...]:
        cells, opponents = position.cells, self.sides[position.turn]
        lines = self._standing(cells)
        # QX5: a line of the opponents of the last mover counts before their own.
        given = [line for line in lines if self.sides[cells[line[0]] - 1] == opponents]
        return tuple(tuple(self.places[cell] for cell in line) for line in given or lines)

    def _standing(self, cells: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the complete lines of one side, whatever their dots (QX13)."""
        return [
            line
            for line in self.lines
            if all(cells[cell] and (cells[cell] - cells[line[0]]) % 2 == 0 for cell in line)
        ]

    def _check_last_move(self, reading: Reading) -> None:
        """Check that a last move exists that was made in an unfinished game."""
        cells, seat = reading.cells, reading.fields[0]
        symbols = len(cells) - cells.count(0)
        # A single x is accepted anywhere, although the first move leaves it on the border: the
        # example in the notation's definition shows one in the middle.
        if symbols == 0 or (self.seats == 2 and symbols == 1):
            return
        lines = self._standing(cells)
        movers = self._last_movers(cells, seat, over=bool(lines))
        if any(self._can_have_moved(cells, mover) for mover in movers):
            return
        if lines:
            reading.refuse_cell(
                lines[0][0], "QX5", "No last move can have ended the game like this."
            )
        if not any(self._shown_by(cells[push[-1]], movers[0]) for push in self.pushes.values()):
            reading.refuse_field(
                0,
                "QX4",
                "Before this turn {seat} has put in a cube, and cubes go in at the border, but "
                "none there shows the symbol of {seat}.",
                seat=self.seat_names[movers[0]],
            )
        reading.refuse_field(
            0,
            "QX4",
            "No cube on the border can have been put in last: a line stood before every such move.",
        )

    def _last_movers(self, cells: Sequence[int], seat: int, *, over: bool) -> list[int]:
        """Return the seats that may have moved last; seats in between have passed.

        No pass follows the end of the game, and at most two passes are in a row (QX15).
        """
        movers = [(seat - 1) % self.seats]
        if self.seats == 4 and not over:
            border = {cells[push[0]] for push in self.pushes.values()}
            while len(movers) < 3 and border.isdisjoint({0, movers[-1] + 1}):  # QX12
                movers.append((movers[-1] - 1) % self.seats)
        return movers

    def _can_have_moved(self, cells: Sequence[int], mover: int) -> bool:
        """Return whether a move of this seat leads here from an unfinished game.

        Trying a blank cube is enough, since that leaves the fewest lines before the move. If the
        counts rule it out, the mover's side has so few symbols that it had no line, and the cube
        taken may have been its own.
        """
        for push in self.pushes.values():
            if self._shown_by(cells[push[-1]], mover):
                before = list(cells)
                before[push[0]] = 0
                for gap, cell in pairwise(push):
                    before[cell] = cells[gap]
                if not self._standing(before):
                    return True
        return False

    def _shown_by(self, cube: int, seat: int) -> bool:
        """Return whether a cube shows the symbol of this seat's side."""
        return cube > 0 and self.sides[cube - 1] == self.sides[seat]


def _check_two(reading: Reading) -> None:
    """Check the counts for two players. Symbols never leave the board."""
    crosses, circles, seat = reading.cells_with(1), reading.cells_with(2), reading.fields[0]
    if circles and not crosses:
        reading.refuse_cell(circles[0], "QX1", "x begins, so no o stands before the first x.")
    if seat == 0 and crosses and not circles:
        reading.refuse_field(0, "QX1", "x has moved and o has not, so it is o's turn.")
    if seat == 1 and not crosses:
        reading.refuse_field(0, "QX1", "x begins, so on a blank board it is x's turn.")
    if len(crosses) > 1 and not circles:
        reading.refuse_cell(crosses[1], "QX1", "Before o has moved, there is only one x.")


def _check_four(reading: Reading, seat_names: tuple[str, ...]) -> None:
    """Check the counts for teams: in the first round every seat adds one symbol."""
    first, second = reading.cells_with(1, 3), reading.cells_with(2, 4)
    count = len(first) + len(second)
    surplus = first if len(first) > len(second) else second
    if count >= 4 and min(len(first), len(second)) < 2:
        reading.refuse_cell(
            surplus[-1],
            "QX11",
            "In the first round each team puts two symbols on the board, and one team has fewer.",
        )
    if count < 4 and not 0 <= len(first) - len(second) <= 1:
        reading.refuse_cell(
            surplus[-1],
            "QX11",
            "In the first round the teams add one symbol each in turn; south and north begin.",
        )
    if count < 4 and reading.fields[0] != count:
        reading.refuse_field(
            0,
            "QX11",
            "In the first round every seat adds one symbol, so it is {seat}'s turn.",
            seat=seat_names[count],
        )


def _pushes(size: int) -> tuple[tuple[int, ...], ...]:
    """Return every move as cells, from where the cube leaves to where it enters (QX4)."""
    last = size - 1
    pushes: list[tuple[int, ...]] = []
    for cell in range(size * size):
        file, rank = divmod(cell, size)
        if {file, rank}.isdisjoint({0, last}):
            continue
        column = range(file * size, file * size + size)
        row = range(rank, size * size, size)
        ways = (
            way
            for line, at in ((column, rank), (row, file))
            for way in (line[at::-1], line[at:])
            if len(way) > 1
        )
        pushes += sorted((tuple(way) for way in ways), key=lambda way: way[-1])
    return tuple(pushes)


def _lines(size: int) -> tuple[tuple[int, ...], ...]:
    """Return every row, column and long diagonal (QX5, QX7)."""
    area = size * size
    return (
        *(tuple(range(rank, area, size)) for rank in range(size)),
        *(tuple(range(file * size, file * size + size)) for file in range(size)),
        tuple(range(0, area, size + 1)),
        tuple(range(size - 1, area - 1, size - 1)),
    )
