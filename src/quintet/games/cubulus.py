"""Cubulus: facts, words and reasons. The rules: native/games/cubulus.hpp."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

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

BALLS = 9  # of each colour (CB1)
NEUTRAL = 3  # the code of a neutral ball; the balls of a seat have the code 1 + seat
CENTRE = 13

FACELETS = tuple(f"{face}{number}" for face in "URFDLB" for number in range(1, 10))
TURNS = tuple(f"{facelet}+" for facelet in FACELETS)

BAN = one_of(
    "ban",
    sentence("the banned turn, like F5+, or -"),
    "-",
    *TURNS,
    label=sentence("Forbidden move"),
    labels={
        f"{facelet}+": sentence("Turning the row at {place}", place=facelet) for facelet in FACELETS
    },
)


def _slot(layer: int, row: int, column: int) -> int:
    """Return a slot: layers from the top, rows from the back, columns from the left."""
    return 9 * layer + 3 * row + column


def _row(facelet: str) -> tuple[int, int, int]:
    """Return the three slots of the row at a facelet, the nearest first."""
    down, right = divmod(int(facelet[1]) - 1, 3)
    match facelet[0]:
        case "U":
            first, step = _slot(0, down, right), 9
        case "R":
            first, step = _slot(down, 2 - right, 2), -1
        case "F":
            first, step = _slot(down, 2, right), -3
        case "D":
            first, step = _slot(2, 2 - down, right), -9
        case "L":
            first, step = _slot(down, right, 0), 1
        case _:
            first, step = _slot(down, 0, 2 - right), 3
    return first, first + step, first + 2 * step


ROWS = {facelet: _row(facelet) for facelet in FACELETS}
OPPOSITE = {
    facelet: next(other for other in FACELETS if ROWS[other] == ROWS[facelet][::-1])
    for facelet in FACELETS
}

# A slot is named by its first facelet in the order U R F D L B (CB13).
PLACES = tuple(
    next((facelet for facelet in FACELETS if ROWS[facelet][0] == slot), "core")
    for slot in range(27)
)

# A face seen as nine slots, and the squares on it: blocks, the corners, the mid-edges (CB8).
FACES = tuple(
    tuple(ROWS[facelet][0] for facelet in FACELETS[start : start + 9]) for start in range(0, 54, 9)
)
ON_A_FACE = ((0, 1, 3, 4), (1, 2, 4, 5), (3, 4, 6, 7), (4, 5, 7, 8), (0, 2, 6, 8), (1, 3, 5, 7))
SQUARES = tuple(tuple(face[at] for at in square) for face in FACES for square in ON_A_FACE)


class Cubulus(Variant):
    name = "cubulus"
    title = "Cubulus"
    seat_counts = (2, 3)
    option_list = (
        Choice(
            "players",
            seat_counts,
            2,
            template("Players"),
            {
                "2": template("Two, with nine neutral balls"),
                "3": template("Three"),
            },
        ),
    )
    cycles = True
    end_rules = MappingProxyType({"square": "CB8", "gift": "CB9"})
    bench = (
        BenchSearch("U1 U3 U7", 3),
        BenchSearch("U1 U3 U7 U9 F7 R7 D7 R9 core F5 B5 R5", 3),
        BenchSearch("D7 F5 R7 U6", 3, MappingProxyType({"players": 3})),
    )

    def __init__(self, options: Mapping[str, Value]) -> None:
        super().__init__(options)
        players = 3 if options["players"] == 3 else 2
        self.sides = (0, 1, 2)[:players]
        self.seat_names = ("x", "o", "z")[:players]
        self.places = PLACES
        self.letters = ".xon" if players == 2 else ".xoz"
        self.rows = tuple(tuple(range(start, start + 9)) for start in (0, 9, 18))
        self.fields = (turn_field(self.seat_names), BAN)
        self.words = ((*FACELETS, *TURNS, "core"),) * players

    @property
    def settings(self) -> dict[str, int]:
        return {"players": self.seats}

    def path(self, word: str) -> tuple[str, ...]:
        return (word[:2], "+") if word.endswith("+") else (word,)

    def touch_name(self, position: PositionLike, touch: str) -> Sentence:
        if touch == "+":
            return sentence("Turn the row")
        return super().touch_name(position, touch)

    def actions(self, position: PositionLike) -> tuple[Action, ...]:
        if self._setting_up(position.cells):
            return ("set_up",)
        words = position.moves
        kinds: set[Action] = {"turn" if word.endswith("+") else "insert" for word in words}
        return tuple(sorted(kinds))

    def prompt(self, position: PositionLike) -> Sentence:
        match self.actions(position):
            case ("set_up",):
                return sentence(
                    "Place the neutral (red) balls: {left} left.",
                    left=BALLS - position.cells.count(NEUTRAL),
                )
            case ("insert",):
                return sentence("Insert a ball.")
            case ("turn",):
                return sentence("All your balls are in: turn a row.")
            case _:
                return sentence("Insert a ball, or turn a full row.")

    def next_prompt(self, position: PositionLike, touched: tuple[str, ...]) -> Sentence:
        return sentence("This row is full. Turn it, or cancel.")

    def why_not(self, position: PositionLike, word: str) -> Reason:
        if word.endswith("+"):
            return self._why_no_turn(position, word)
        if word == "core":
            if self._setting_up(position.cells):
                return _taken("core")
            return reason("CB4", "Balls enter from outside: the centre is filled by pushing.")
        return self._why_no_insertion(position, word)

    def why_not_touch(self, position: PositionLike, touched: tuple[str, ...]) -> Reason | None:
        if len(touched) == 2 and touched[0] in ROWS:
            return reason("CB5", "Turn the chosen row, or cancel.")
        if touched[0].startswith("reserve"):
            if self._setting_up(position.cells):
                return reason("CB2", "Choose an empty place on the cube; the ball goes there.")
            return reason("CB4", "Choose a place on the cube; your ball goes in there.")
        return None

    def motions(self, position: PositionLike, word: str) -> tuple[Motion, ...]:
        cells = position.cells
        if word == "core":
            return (motion(self.letters[NEUTRAL], "reserve", "core"),)
        row = ROWS[word[:2]]
        if word.endswith("+"):
            pushed = 2
            first = motion(self.letters[cells[row[2]]], PLACES[row[2]], PLACES[row[0]])
        else:
            pushed = next(at for at, slot in enumerate(row) if not cells[slot])
            colour = NEUTRAL if self._setting_up(cells) else 1 + position.turn
            first = motion(self.letters[colour], "reserve", PLACES[row[0]])
        return (
            first,
            *(
                motion(self.letters[cells[row[at]]], PLACES[row[at]], PLACES[row[at + 1]])
                for at in range(pushed)
            ),
        )

    def check(self, reading: Reading) -> None:
        cells = reading.cells
        seat, ban = reading.fields
        for code in (1, 2, 3):
            balls = reading.cells_with(code)
            if len(balls) > BALLS:
                reading.refuse_cell(balls[BALLS], "CB1", "There are nine balls of each colour.")
        if self._setting_up(cells):
            self._check_setting_up(reading)
            return
        if ban:
            for slot in ROWS[FACELETS[ban - 1]]:
                if not cells[slot]:
                    reading.refuse_field(
                        1,
                        "CB6",
                        "Only a row that has just been turned has a banned turn, but {place} is "
                        "empty.",
                        place=PLACES[slot],
                    )
        self._check_counts(reading)
        if self._count_balls(cells) > 0 or ban:
            self._check_last_move(reading)
        elif seat != 0:
            reading.refuse_field(0, "CB2", "Nobody has played yet, so x is to move.")

    def winning(self, position: PositionLike) -> tuple[tuple[str, ...], ...]:
        scores = position.outcome.scores if position.outcome else ()
        return tuple(
            tuple(PLACES[slot] for slot in square)
            for seat, score in enumerate(scores)
            if score > 0
            for square in _squares(position.cells, 1 + seat)
        )

    def _why_no_turn(self, position: PositionLike, word: str) -> Reason:
        if self._setting_up(position.cells):
            return reason("CB2", "No row is turned before all nine neutral balls are in.")
        row = ROWS[word[:2]]
        gaps = [PLACES[slot] for slot in row if not position.cells[slot]]
        if gaps:
            return reason(
                "CB5", "Only a complete row can be turned, and this one is not complete.", *gaps
            )
        return reason(
            "CB6", "The turn just made may not be undone at once.", *(PLACES[slot] for slot in row)
        )

    def _why_no_insertion(self, position: PositionLike, facelet: str) -> Reason:
        """Return why a ball cannot go in, and about the turn that the same touch starts."""
        cells, row, turn = position.cells, ROWS[facelet], f"{facelet}+"
        place = PLACES[row[0]]
        whole = [PLACES[slot] for slot in row]
        gaps = [PLACES[slot] for slot in row if not cells[slot]]
        if self._setting_up(cells):
            return _taken(place) if cells[row[0]] else _named(place)
        if cells.count(1 + position.turn) == BALLS:
            if gaps:
                return reason(
                    "CB7",
                    "All your balls are in, so you can only turn rows, and this one is not "
                    "complete.",
                    *gaps,
                )
            if turn in position.moves:
                return reason(
                    "CB7",
                    "All your balls are in. You can turn this row instead: {turn}.",
                    turn=turn,
                )
            return reason(
                "CB7",
                "All your balls are in, and the turn just made may not be undone at once.",
                *whole,
            )
        if gaps:
            # The slot is empty: a ball in it would have been pushed into the gap.
            return _named(place)
        if turn in position.moves:
            return reason(
                "CB4",
                "This row is full and no ball may be pushed out. You can turn it instead: {turn}.",
                *whole,
                turn=turn,
            )
        return reason(
            "CB4",
            "This row is full and no ball may be pushed out; nor may the turn just made be undone "
            "at once.",
            *whole,
        )

    def _setting_up(self, cells: Sequence[int]) -> bool:
        """Return whether neutral balls are still to be placed (CB2)."""
        return self.seats == 2 and cells.count(NEUTRAL) < BALLS

    def _count_balls(self, cells: Sequence[int]) -> int:
        """Return the number of balls the players have put in."""
        return sum(cells.count(1 + seat) for seat in range(self.seats))

    def _over(self, cells: Sequence[int]) -> bool:
        return any(_squares(cells, 1 + seat) for seat in range(self.seats))

    def _check_setting_up(self, reading: Reading) -> None:
        seat, ban = reading.fields
        for slot in reading.cells_with(1, 2):
            reading.refuse_cell(
                slot, "CB2", "All nine neutral balls go in before the first ball of a player."
            )
        if seat != 1:
            reading.refuse_field(0, "CB2", "The neutral balls are put in by o.")
        if ban:
            reading.refuse_field(1, "CB2", "No row is turned before all nine neutral balls are in.")

    def _check_counts(self, reading: Reading) -> None:
        """Check the number of balls of each seat.

        No slot becomes empty again, so a complete row stays complete. Without a complete row no row
        has been turned, and every move put in a ball.
        """
        cells = reading.cells
        whole = _complete_row(cells)
        if whole is None:
            total = self._count_balls(cells)
            for seat, name in enumerate(self.seat_names):
                balls = reading.cells_with(1 + seat)
                due = _due(total, seat, self.seats)
                if len(balls) > due:
                    reading.refuse_cell(
                        balls[due],
                        "CB3",
                        "No row is complete, so the players have only put in balls, in turn; "
                        "{seat} has too many.",
                        seat=name,
                    )
            if reading.fields[0] != total % self.seats:
                reading.refuse_field(
                    0,
                    "CB3",
                    "No row is complete, so the players have only put in balls, in turn, and now "
                    "{seat} is to move.",
                    seat=self.seat_names[total % self.seats],
                )
        elif self.seats == 3:
            for seat, name in enumerate(self.seat_names):
                if not reading.count(1 + seat):
                    reading.refuse_cell(
                        min(whole),
                        "CB3",
                        "A row is complete, so everybody has put in a ball, but {seat} has none.",
                        seat=name,
                    )

    def _check_last_move(self, reading: Reading) -> None:
        """Check that a last move exists that was made in an unfinished game."""
        cells = reading.cells
        seat, ban = reading.fields
        mover = (seat - 1) % self.seats
        earlier = list(_turned_back(cells, ban) if ban else _taken_out(cells, 1 + mover))
        if not earlier:
            reading.refuse_field(
                1,
                "CB6",
                "Where no turn is banned {seat} has just put in a ball, but {seat} has none in an "
                "outer slot.",
                seat=self.seat_names[mover],
            )
        going_on = [before for before in earlier if not self._over(before)]
        if not going_on:
            message = template("The game was over before the last move.")
            for code in range(1, 1 + self.seats):
                for square in _squares(cells, code):
                    reading.refuse_cell(square[0], "CB8", message)
            reading.refuse_field(1, "CB8", message)
        if not any(self._in_turn(before, mover) for before in going_on):
            reading.refuse_field(
                0,
                "CB3",
                "Before the last move no row was complete, so the players had only put in balls, "
                "in turn, and it was not the turn of {seat}.",
                seat=self.seat_names[mover],
            )

    def _in_turn(self, cells: Sequence[int], mover: int) -> bool:
        """Return whether counts and seat to move agree, as in `_check_counts`."""
        if _complete_row(cells) is not None:
            return True
        total = self._count_balls(cells)
        return mover == total % self.seats and all(
            cells.count(1 + seat) == _due(total, seat, self.seats) for seat in range(self.seats)
        )


def _taken(place: str) -> Reason:
    return reason(
        "CB2", "Neutral balls go into empty slots, and {place} is taken.", place, place=place
    )


def _named(place: str) -> Reason:
    return reason(
        "CB13",
        "An empty slot has one name: write {word} to put a ball there.",
        place,
        word=place,
    )


def _due(total: int, seat: int, seats: int) -> int:
    """Return a seat's share of the balls when the seats have alternated."""
    return (total + seats - 1 - seat) // seats


def _squares(cells: Sequence[int], code: int) -> list[tuple[int, ...]]:
    return [square for square in SQUARES if all(cells[slot] == code for slot in square)]


def _complete_row(cells: Sequence[int]) -> tuple[int, int, int] | None:
    return next((row for row in ROWS.values() if all(cells[slot] for slot in row)), None)


def _turned_back(cells: Sequence[int], ban: int) -> Iterator[list[int]]:
    """Yield the board before the turn whose undoing is banned."""
    first, second, third = ROWS[FACELETS[ban - 1]]
    before = list(cells)
    before[first], before[second], before[third] = cells[third], cells[first], cells[second]
    yield before


def _taken_out(cells: Sequence[int], code: int) -> Iterator[list[int]]:
    """Yield the boards before a ball of a colour was put in, pushing 0 to 2 others."""
    for facelet, (first, second, third) in ROWS.items():
        if cells[first] != code:
            continue
        before = list(cells)
        before[first] = 0
        if facelet == PLACES[first]:
            yield before
        if cells[second]:
            one = before.copy()
            one[first], one[second] = cells[second], 0
            yield one
            if cells[third]:
                two = before.copy()
                two[first], two[second], two[third] = cells[second], cells[third], 0
                yield two
