"""Qomet: facts, words and reasons. The rules: native/games/qomet.hpp."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from quintet.games.types import (
    Action,
    BenchSearch,
    Motion,
    PositionLike,
    Reading,
    Reason,
    motion,
    one_of,
    reason,
    turn_field,
)
from quintet.games.variant import Variant
from quintet.i18n.sentence import Sentence, sentence, template
from quintet.options import Choice, Value

# Three rings of eight points from the outside in, each round from its lower left corner, and the
# centre. Even places of a ring are corners; places of one number lie on one ray (QM1).
PLACES = (
    *("a1", "d1", "g1", "g4", "g7", "d7", "a7", "a4"),
    *("b2", "d2", "f2", "f4", "f6", "d6", "b6", "b4"),
    *("c3", "d3", "e3", "e4", "e5", "d5", "c5", "c4"),
    "d4",
)
CENTRE = 24
STARS = 7  # of each side (QM2)


class Slide(NamedTuple):
    """A step along a line: its start, its target, and the next point beyond, if any."""

    start: int
    target: int
    beyond: int | None

    @property
    def word(self) -> str:
        return f"{PLACES[self.start]}-{PLACES[self.target]}"


def _slides() -> Iterator[Slide]:
    """Yield all slides in the order of the vocabulary."""
    for way in (1, -1):
        for point in range(CENTRE):
            ring, place = point // 8 * 8, point % 8
            beyond = ring + (place + 2 * way) % 8 if place % 2 == 0 else None
            yield Slide(point, ring + (place + way) % 8, beyond)
    yield from (Slide(CENTRE, 16 + place, 8 + place) for place in range(8))
    yield from (Slide(16 + place, 8 + place, place) for place in range(8))
    yield from (Slide(8 + place, place, None) for place in range(8))
    yield from (Slide(16 + place, CENTRE, 16 + (place + 4) % 8) for place in range(8))
    yield from (Slide(8 + place, 16 + place, CENTRE) for place in range(8))
    yield from (Slide(place, 8 + place, 16 + place) for place in range(8))


SLIDES = tuple(_slides())
SLIDE_OF = {slide.word: slide for slide in SLIDES}

# The number of a slide as a ban: 1 + its place among the slides; 0 is no ban.
BAN_OF = {word: number for number, word in enumerate(SLIDE_OF, start=1)}

BAN = one_of(
    "ban",
    sentence("a banned slide like d5-d6, or -"),
    "-",
    *BAN_OF,
    label=sentence("Forbidden move"),
    labels={
        slide.word: sentence(
            "A star from {start} to {end}", start=PLACES[slide.start], end=PLACES[slide.target]
        )
        for slide in SLIDES
    },
)

# QM8: the corners of a ring, or the centre with a corner and the mid-sides next to it on one ring.
SQUARES: tuple[tuple[int, ...], ...] = (
    *((ring, ring + 2, ring + 4, ring + 6) for ring in (0, 8, 16)),
    *(
        (CENTRE, ring + (corner - 1) % 8, ring + corner, ring + corner + 1)
        for ring in (0, 8, 16)
        for corner in (0, 2, 4, 6)
    ),
)


class Qomet(Variant):
    name = "qomet"
    title = "Qomet"
    option_list = (
        Choice(
            "undo",
            ("exact", "strict"),
            "exact",
            template("Undoing the last move"),
            {
                "exact": template("The previous position may not be restored"),
                "strict": template("The star that moved may not be pushed back either"),
            },
        ),
        Choice(
            "corner_exit",
            ("any", "rays"),
            "any",
            template("Leaving the board from an outer corner"),
            {
                "any": template("In any straight direction"),
                "rays": template("Along the diagonal only"),
            },
        ),
    )
    cycles = True
    end_rules = MappingProxyType({"square": "QM8", "gift": "QM9"})
    bench = (BenchSearch("", 4), BenchSearch("d5 d1 b6 g4 a1", 4))

    def __init__(self, options: Mapping[str, Value]) -> None:
        super().__init__(options)
        self.sides = (0, 1)
        self.seat_names = ("x", "o")
        self.places = PLACES
        self.letters = ".xo"
        self.rows = tuple(
            tuple(sorted((cell for cell in range(25) if PLACES[cell][1] == rank), key=_file))
            for rank in "7654321"
        )
        self.fields = (turn_field(self.seat_names), BAN)
        exits = (f"{place}-off" for place in PLACES[:8])
        self.words = ((*PLACES, *SLIDE_OF, *exits),) * 2
        self.strict_undo = options["undo"] == "strict"
        self.rays_only = options["corner_exit"] == "rays"

    @property
    def settings(self) -> dict[str, int]:
        return {"strict_undo": int(self.strict_undo), "rays_only": int(self.rays_only)}

    def path(self, word: str) -> tuple[str, ...]:
        return tuple(word.split("-"))

    def actions(self, position: PositionLike) -> tuple[Action, ...]:
        held = position.cells.count(1 + position.turn)
        if held == 0:
            return ("place",)
        return ("move",) if held == STARS else ("place", "move")

    def prompt(self, position: PositionLike) -> Sentence:
        match self.actions(position):
            case ("place",):
                return sentence("Place a star.")
            case ("move",):
                return sentence("Move a star.")
            case _:
                return sentence("Place a star, or move one.")

    def next_prompt(self, position: PositionLike, touched: tuple[str, ...]) -> Sentence:
        if f"{touched[0]}-off" in position.moves:
            return sentence("Now choose where the star goes, or take it off the board.")
        return sentence("Now choose where the star goes.")

    def why_not(self, position: PositionLike, word: str) -> Reason:
        place = word[:2]
        cells = position.cells
        own = 1 + position.turn
        standing = cells[PLACES.index(place)]
        if standing == 3 - own:
            return reason(
                "QM3",
                "The star on {place} is your opponent's; place on a free point, or move your own.",
                place,
                place=place,
            )
        if standing == 0 and cells.count(own) == STARS:
            return reason(
                "QM2", "There is no star on {place} to move, and none left to place.", place=place
            )
        if word == place:
            return self._why_not_place(position, place)
        if standing == 0:
            return reason("QM3", "There is no star on {place} to move.", place, place=place)
        return self._why_not_slide(position, SLIDE_OF[word])

    def why_not_touch(self, position: PositionLike, touched: tuple[str, ...]) -> Reason | None:
        first, last = touched[0], touched[-1]
        if last.startswith(f"reserve-{1 - position.turn}") or last == f"off-{1 - position.turn}":
            return reason("QM2", "These stars are your opponent's.")
        if len(touched) == 1 and first.startswith("reserve"):
            return reason("QM3", "Choose a free point on the board; your star goes there.")
        if last == "off":
            return reason("QM6", "Only a star on the outer square can leave the board.")
        if len(touched) == 2 and first in PLACES:
            return reason(
                "QM4", "A star moves one step along a line. Choose a marked point, or cancel."
            )
        return None

    def _why_not_place(self, position: PositionLike, place: str) -> Reason:
        if any(move.startswith(f"{place}-") for move in position.moves):
            return reason(
                "QM3", "Your own star stands on {place}; place on a free point.", place, place=place
            )
        around = dict.fromkeys(
            PLACES[slide.target] for slide in SLIDES if PLACES[slide.start] == place
        )
        return reason(
            "QM5",
            "Your own star stands on {place}, and no way from there is open to it.",
            *around,
            place=place,
        )

    def _why_not_slide(self, position: PositionLike, slide: Slide) -> Reason:
        target = PLACES[slide.target]
        if slide.word == self.fields[1].write(position.fields[1]):
            if self.strict_undo:
                return reason(
                    "QM10",
                    "Your opponent has just moved to {target}; you may not push that star back.",
                    target,
                    target=target,
                )
            return reason("QM7", "This would exactly undo your opponent's last turn.", target)
        if slide.beyond is not None:
            beyond = PLACES[slide.beyond]
            return reason(
                "QM5",
                "The star on {target} cannot be pushed on, because {beyond} is taken.",
                target,
                beyond,
                target=target,
                beyond=beyond,
            )
        if slide.target < 8:
            return reason(
                "QM11",
                "At this table a star on an outer corner is pushed off only along the diagonal, so "
                "the one on {target} blocks this move.",
                target,
                target=target,
            )
        return reason(
            "QM5", "The star on {target} cannot be pushed round the corner.", target, target=target
        )

    def motions(self, position: PositionLike, word: str) -> tuple[Motion, ...]:
        own = self.letters[1 + position.turn]
        start, _, target = word.partition("-")
        if not target:
            return (motion(own, "reserve", start),)
        if target == "off":
            return (motion(own, start, "reserve"),)
        slide = SLIDE_OF[word]
        moved = motion(own, start, target)
        pushed = position.cells[slide.target]
        if not pushed:
            return (moved,)
        aim = "reserve" if slide.beyond is None else PLACES[slide.beyond]
        return (moved, motion(self.letters[pushed], target, aim))

    def check(self, reading: Reading) -> None:
        for code in (1, 2):
            standing = reading.cells_with(code)
            if len(standing) > STARS:
                reading.refuse_cell(standing[STARS], "QM2", "Each side has only seven stars.")
        turn, ban = reading.fields
        own, mover = 1 + turn, 2 - turn
        if ban:
            self._check_ban(reading, SLIDES[ban - 1], own, mover)
        elif _squares(reading.cells, own):
            reading.refuse_field(
                1,
                "QM9",
                "Only a push can have made the square of the side to move, so pushing back is "
                "banned and must be named here.",
            )
        # Without a ban every other position can be reached: two squares of seven stars share a
        # star, and the last turn may have placed it.

    def _check_ban(self, reading: Reading, back: Slide, own: int, mover: int) -> None:
        """Check that a turn of an unfinished game can have caused the ban (QM10)."""
        cells = reading.cells
        if back.beyond is None:
            reading.refuse_field(
                1,
                "QM10",
                "The move {move} is never banned, because it cannot undo a turn.",
                move=back.word,
            )
        if cells[back.start] != own:
            reading.refuse_field(
                1,
                "QM10",
                "The move {move} cannot be banned, because the side to move has no star on "
                "{place}.",
                move=back.word,
                place=PLACES[back.start],
            )
        if cells[back.target] != mover:
            reading.refuse_field(
                1,
                "QM10",
                "The move {move} cannot be banned, because the last side to play has no star on "
                "{place}.",
                move=back.word,
                place=PLACES[back.target],
            )
        if cells[back.beyond]:
            reading.refuse_field(
                1,
                "QM10",
                "The move {move} cannot be banned, because the last star moved came from {place}, "
                "which is taken.",
                move=back.word,
                place=PLACES[back.beyond],
            )

        before = [_with(cells, {back.beyond: mover, back.target: own, back.start: 0})]
        if self.strict_undo:
            before.append(_with(cells, {back.beyond: mover, back.target: 0}))
        if all(_is_over(board) for board in before):
            reading.refuse_field(
                1,
                "QM8",
                "The game was over before the turn that {move} would undo.",
                move=back.word,
            )

    def winning(self, position: PositionLike) -> tuple[tuple[str, ...], ...]:
        own = 1 + position.turn
        squares = _squares(position.cells, own) or _squares(position.cells, 3 - own)  # QM9
        return tuple(tuple(PLACES[cell] for cell in square) for square in squares)


def _squares(cells: Sequence[int], code: int) -> list[tuple[int, ...]]:
    """Return the squares with stars of one side on all corners (QM8)."""
    return [square for square in SQUARES if all(cells[cell] == code for cell in square)]


def _is_over(cells: Sequence[int]) -> bool:
    return bool(_squares(cells, 1) or _squares(cells, 2))


def _with(cells: tuple[int, ...], changes: Mapping[int, int]) -> tuple[int, ...]:
    """Return a copy of the cells with some of them changed."""
    return tuple(changes.get(cell, code) for cell, code in enumerate(cells))


def _file(cell: int) -> str:
    return PLACES[cell][0]
