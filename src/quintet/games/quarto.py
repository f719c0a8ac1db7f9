"""Quarto: facts, words and reasons. The rules: native/games/quarto.hpp."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    one_of,
    reason,
)
from quintet.games.variant import Variant, board_places
from quintet.i18n.sentence import Sentence, sentence, template
from quintet.options import Choice, Subset, Value

PIECES = "0123456789abcdef"
PLACES = board_places(4)

# A piece in words, for people; `0` to `f` are for records (QT1).
DESCRIBED: Mapping[str, Sentence] = {
    "0": sentence("tall, light, round, solid"),
    "1": sentence("tall, light, round, hollow"),
    "2": sentence("short, light, round, solid"),
    "3": sentence("short, light, round, hollow"),
    "4": sentence("tall, light, square, solid"),
    "5": sentence("tall, light, square, hollow"),
    "6": sentence("short, light, square, solid"),
    "7": sentence("short, light, square, hollow"),
    "8": sentence("tall, dark, round, solid"),
    "9": sentence("tall, dark, round, hollow"),
    "a": sentence("short, dark, round, solid"),
    "b": sentence("short, dark, round, hollow"),
    "c": sentence("tall, dark, square, solid"),
    "d": sentence("tall, dark, square, hollow"),
    "e": sentence("short, dark, square, solid"),
    "f": sentence("short, dark, square, hollow"),
}

# The bit of a piece's number for every feature: set for dark, square, short, hollow (QT1).
FEATURES = {"colour": 8, "shape": 4, "height": 2, "top": 1}

LINES: tuple[tuple[int, ...], ...] = (
    *(tuple(range(4 * rank, 4 * rank + 4)) for rank in range(4)),
    *(tuple(range(file, 16, 4)) for file in range(4)),
    (0, 5, 10, 15),
    (12, 9, 6, 3),
)
SQUARES = tuple(
    (corner, corner + 1, corner + 4, corner + 5) for corner in range(12) if corner % 4 < 3
)

CALLED = LINES + SQUARES
CALLS = tuple(f"quarto:{PLACES[four[0]]}-{PLACES[four[-1]]}" for four in CALLED)
SPOKEN_WORDS = (*CALLS, "silent")


HAND = one_of(
    "hand",
    sentence("the piece in hand (0 to f) or -"),
    "-",
    *PIECES,
    kind="piece",
    label=sentence("The piece in hand"),
)
LAST = one_of(
    "last",
    sentence("the space placed last (a1 to d4) or -"),
    "-",
    *PLACES,
    label=sentence("The space placed last"),
)
USED = one_of(
    "used",
    sentence("the seats that used up their call (0, 1 or 01) or -"),
    *("-", "0", "1", "01"),
    label=sentence("Who has used up the call"),
    labels={
        "-": sentence("Nobody"),
        "0": sentence("The first player"),
        "1": sentence("The second player"),
        "01": sentence("Both"),
    },
)
CALL = one_of("call", sentence("the call that ended the game"), "", *CALLS, optional=True)


class Quarto(Variant):
    name = "quarto"
    title = "Quarto"
    option_list = (
        Choice(
            "calls",
            ("auto", "spoken"),
            "auto",
            template("Calling Quarto"),
            {
                "spoken": template("Players call, with a button"),
                "auto": template("Automatic"),
            },
        ),
        Choice(
            "squares",
            (False, True),
            False,
            template("Winning patterns"),
            {
                "false": template("Lines of four"),
                "true": template("Lines of four and 2×2 squares"),  # noqa: RUF001
            },
        ),
        Subset(
            "features",
            tuple(FEATURES),
            tuple(FEATURES),
            template("Features that count"),
            {
                "colour": template("colour"),
                "shape": template("shape"),
                "height": template("height"),
                "top": template("hollow or solid"),
            },
        ),
        Choice(
            "common",
            (1, 2),
            1,
            template("Features that must be shared"),
            {"1": template("At least one"), "2": template("Two (harder)")},
        ),
        Choice(
            "false_call",
            ("void", "loses"),
            "void",
            template("Wrong call"),
            {
                "void": template("No effect, and no second call for this piece"),
                "loses": template("Loses the game"),
            },
            only_with=("calls", "spoken"),
        ),
    )
    cycles = False
    end_rules = MappingProxyType(
        {
            "line": "QT3",
            "square": "QT10",
            "called": "QT4",
            "false_call": "QT13",
            "full": "QT8",
        }
    )
    table_options = MappingProxyType({"calls": "spoken"})  # QT16
    bench = (
        BenchSearch("0 a1 f b2 3", 5),
        BenchSearch("0 a1 f b2 3", 5, MappingProxyType({"calls": "spoken"})),
        BenchSearch("0 a1 f b2 3", 5, MappingProxyType({"squares": True})),
    )

    def __init__(self, options: Mapping[str, Value]) -> None:
        super().__init__(options)
        features, common = options["features"], options["common"]
        assert isinstance(features, tuple)
        assert isinstance(common, int)
        self.common = common  # QT18
        self.spoken = options["calls"] == "spoken"
        self.squares = options["squares"] is True
        self.false_call_loses = options["false_call"] == "loses"
        self.counted = sum(FEATURES[feature] for feature in features)  # QT9
        self.alignments = LINES + SQUARES if self.squares else LINES  # QT10, QT17
        self.sides = (0, 1)
        self.seat_names = ("x", "o")
        self.places = PLACES
        self.letters = "." + PIECES
        self.rows = tuple(tuple(range(4 * rank, 4 * rank + 4)) for rank in (3, 2, 1, 0))
        self.fields = (HAND, LAST, USED, CALL) if self.spoken else (HAND,)
        self.words = ((*PIECES, *PLACES, *(SPOKEN_WORDS if self.spoken else ())),) * 2

    @classmethod
    def check_options(cls, options: Mapping[str, Value]) -> None:
        features = options["features"]
        assert isinstance(features, tuple)
        if options["common"] == 2 and len(features) == 1:
            raise BadOption(
                sentence(
                    "Two features cannot be shared where only one counts. Let two or more count, "
                    "or ask for only one in common."
                ),
                option="common",
                value=options["common"],
                allowed=("1",),
            )  # QT18

    @property
    def settings(self) -> dict[str, int]:
        return {
            "spoken": int(self.spoken),
            "squares": int(self.squares),
            "features": self.counted,
            "common": self.common,
            "false_call_loses": int(self.false_call_loses),
        }

    @property
    def other_words(self) -> tuple[str, ...]:
        return () if self.spoken else SPOKEN_WORDS

    def sign(self, seat: int) -> str:
        return ""

    def path(self, word: str) -> tuple[str, ...]:
        return tuple(word.replace(":", "-").split("-"))

    def paths(self, word: str) -> tuple[tuple[str, ...], ...]:
        """Return a call by the ends of its line, its four spaces, or corners of a square."""
        if word not in CALLS:
            return super().paths(word)
        four = CALLED[CALLS.index(word)]
        if four in LINES:
            line = _places(four)
            # With squares, two neighbours of a diagonal are the corners of one.
            whole = () if self.squares and line[0][0] != line[1][0] != line[0][1] else (line,)
            ways = (line[::3], *whole)
            return tuple(("quarto", *way) for one in ways for way in (one, one[::-1]))
        return tuple(("quarto", *corners) for corners in _corner_orders(_places(four)))

    def touch_name(self, position: PositionLike, touch: str) -> Sentence:
        if touch == "quarto":
            return sentence("Call Quarto")
        if touch == "silent":
            return sentence("Stay silent")
        return super().touch_name(position, touch)

    def is_claim(self, word: str) -> bool:
        return word in CALLS

    def fields_without_claims(self, position: PositionLike) -> tuple[int, ...] | None:
        if not self.spoken:
            return None
        if not any(position.cells):
            return tuple(position.fields)
        # Neither seat has a call left, and no alignment holds the piece placed last (QT7).
        return (position.fields[0], 0, 3, 0)

    def actions(self, position: PositionLike) -> tuple[Action, ...]:
        first: Action
        if position.fields[0]:
            first = "place"
        elif 0 in position.cells:
            first = "give"
        else:
            first = "silent"
        return (first, "call") if self._may_call(position) else (first,)

    def prompt(self, position: PositionLike) -> Sentence:
        """Return the prompt, which never tells whether there is something to call (QT15)."""
        held = DESCRIBED.get(self.asked_piece(position), "")
        match self.actions(position):
            case ("place", "call"):
                return sentence("Place this piece, or call Quarto: {piece}.", piece=held)
            case ("place",):
                return sentence("Place this piece: {piece}.", piece=held)
            case ("give", "call"):
                return sentence("Choose a piece to give to your opponent, or call Quarto.")
            case ("give",):
                return sentence("Choose a piece to give to your opponent.")
            case _:
                return sentence("The last piece is placed: call Quarto, or stay silent.")

    def asked_piece(self, position: PositionLike) -> str:
        hand = position.fields[0]
        return self.letters[hand] if hand else ""

    def next_prompt(self, position: PositionLike, touched: tuple[str, ...]) -> Sentence:
        if len(touched) > 2:
            return sentence("Now show the rest.")
        if len(touched) == 2:
            if self.squares:
                return sentence("Now show the other end of the line, or the other corners.")
            return sentence("Now show the other end of the line.")
        if self.squares:
            return sentence("Show the two ends of your line, or the four corners of your square.")
        return sentence("Show the two ends of your line.")

    def _may_call(self, position: PositionLike) -> bool:
        """Return whether the seat to move still has its call (QT5, QT6, QT13)."""
        return self.spoken and any(position.cells) and not position.fields[2] & 1 << position.turn

    def why_not(self, position: PositionLike, word: str) -> Reason:
        if word in PIECES:
            return self._why_not_give(position, word)
        if word in PLACES:
            return self._why_not_place(position, word)
        if not self.spoken:
            return reason("QT16", "In this game the program calls, and nobody has to.")
        if word == "silent":
            return self._why_not_silent(position)
        return self._why_not_call(position)

    def _why_not_give(self, position: PositionLike, piece: str) -> Reason:
        cells, hand = position.cells, position.fields[0]
        if hand:
            return reason(
                "QT2",
                "Place the piece in your hand first: {piece}. Then give one.",
                piece=DESCRIBED[self.letters[hand]],
            )
        if 0 not in cells:
            return reason("QT2", "All sixteen pieces are placed, so nothing is left to give.")
        place = PLACES[cells.index(self.letters.index(piece))]
        return reason("QT1", "This piece is on {place} already.", place, place=place)

    def _why_not_place(self, position: PositionLike, place: str) -> Reason:
        if 0 not in position.cells:
            return reason("QT2", "All sixteen pieces are placed already.")
        if not position.fields[0]:
            return reason(
                "QT2", "You have no piece to place. Give one to your opponent, who places it."
            )
        return reason("QT2", "There is a piece on {place} already.", place, place=place)

    def _why_not_silent(self, position: PositionLike) -> Reason:
        if position.fields[0]:
            return reason(
                "QT14",
                "Silence needs saying only after the last piece: to let a call pass now, place "
                "the piece in your hand.",
            )
        return reason(
            "QT14",
            "Silence needs saying only after the last piece: to let a call pass now, give a piece.",
        )

    def _why_not_call(self, position: PositionLike) -> Reason:
        if not any(position.cells):
            return reason("QT5", "There is nothing to call before the first piece is placed.")
        _, last, used, _ = position.fields
        if used & 1 << position.turn:
            place = PLACES[last - 1]
            return reason(
                "QT13", "You have used up your call for the piece on {place}.", place, place=place
            )
        return reason("QT10", "In this game only lines count, not squares.")

    def why_not_touch(self, position: PositionLike, touched: tuple[str, ...]) -> Reason | None:
        if touched[0] == "quarto" and self.squares:
            return reason("QT4", "Show the ends of a line, or corners of a square, or cancel.")
        if touched[0] == "quarto":
            return reason("QT4", "Show the two ends of a line, or cancel.")
        if touched[0] == "hand" and position.fields[0]:
            return reason("QT2", "Choose an empty space; this piece goes there.")
        if touched[0] == "hand":
            return reason("QT2", "Choose one of the pieces not yet placed; your opponent gets it.")
        return None

    def claimed(self, word: str) -> tuple[str, ...]:
        return _places(CALLED[CALLS.index(word)]) if word in CALLS else ()

    def remark(self, before: PositionLike, word: str) -> Sentence | None:
        """Return why a call is wrong, and what follows (QT13)."""
        if word not in CALLS:
            return None
        outcome = before.play(word).outcome
        if outcome is not None and outcome.reason == "called":
            return None
        why = self._why_false(before, CALLED[CALLS.index(word)])
        if outcome is not None:
            return sentence("The call is wrong: {why}.", why=why)
        return sentence("The call is void: {why}. There is no second call for this piece.", why=why)

    def _why_false(self, position: PositionLike, four: tuple[int, ...]) -> Sentence:
        """Return what a called line or square lacks."""
        last = position.fields[1] - 1
        if any(not position.cells[cell] for cell in four):
            return sentence("there are not four pieces")
        if last not in four:  # QT7
            return sentence(
                "it does not include the last piece placed, on {place}", place=PLACES[last]
            )
        if self.common == 2:  # QT18
            return sentence("the four pieces do not share two features that count")
        return sentence("the four pieces have nothing in common that counts")

    def motions(self, position: PositionLike, word: str) -> tuple[Motion, ...]:
        if word in PIECES:
            return (motion(word, "pool", "hand"),)
        if word in PLACES:
            return (motion(self.letters[position.fields[0]], "hand", word),)
        return ()

    def moves_left(self, position: PositionLike, plies: int) -> int:
        """Return the moves of the side that ends the game; one is placing and giving (QT11)."""
        given = bool(position.fields[0])
        placement = max(0, plies - (1 if given else 2)) // 2  # counted from the next one
        return placement // 2 + 1

    def check(self, reading: Reading) -> None:
        self._check_pieces(reading)
        if self.spoken:
            self._check_last(reading)
            self._check_used(reading)
            self._check_call(reading)
        else:
            self._check_end(reading)

    def _check_pieces(self, reading: Reading) -> None:
        for code, piece in enumerate(PIECES, 1):
            standing = reading.cells_with(code)
            if len(standing) > 1:
                reading.refuse_cell(
                    standing[1],
                    "QT1",
                    "There is only one such piece ({piece}), and it is on {other} already.",
                    piece=piece,
                    other=PLACES[standing[0]],
                )
        hand = reading.fields[0]
        if not hand:
            return
        if 0 not in reading.cells:
            reading.refuse_field(0, "QT2", "All sixteen pieces are placed, so none can be in hand.")
        if hand in reading.cells:
            reading.refuse_field(
                0,
                "QT1",
                "There is only one such piece ({piece}), and it is on {place} already.",
                piece=self.letters[hand],
                place=PLACES[reading.cells.index(hand)],
            )

    def _check_end(self, reading: Reading) -> None:
        """Check, where the program calls, that an alignment ended the game."""
        aligned = self.aligned(reading.cells)
        if not aligned:
            return
        if reading.fields[0]:
            reading.refuse_field(
                0,
                "QT16",
                "The alignment from {start} to {end} ended the game, so no piece is in hand.",
                start=PLACES[aligned[0][0]],
                end=PLACES[aligned[0][-1]],
            )
        if not set.intersection(*map(set, aligned)):
            reading.refuse_cell(
                aligned[-1][0], "QT16", "The game was over before the last piece was placed."
            )

    def _check_last(self, reading: Reading) -> None:
        last = reading.fields[1]
        if last and not reading.cells[last - 1]:
            reading.refuse_field(
                1,
                "QT7",
                "No piece is on {place}, so it is not the space placed last.",
                place=PLACES[last - 1],
            )
        if not last and any(reading.cells):
            reading.refuse_field(
                1, "QT7", "Pieces are placed, so one of their spaces is the one placed last."
            )

    def _check_used(self, reading: Reading) -> None:
        """Check that seats have used up only calls they have had."""
        hand, _, used, _ = reading.fields
        if not used:
            return
        placed = 16 - reading.count(0)
        if placed == 0:
            reading.refuse_field(
                2, "QT5", "Nobody can have called before the first piece is placed."
            )
        if placed == 16:
            if used == 2:
                reading.refuse_field(
                    2, "QT14", "After the last piece seat 1 has its window only after seat 0."
                )
            return
        if self.false_call_loses:
            reading.refuse_field(
                2, "QT13", "In this game a false call loses, so no call can be used up."
            )
        placer = placed & 1
        if not hand and used & 2 - placer:
            reading.refuse_field(
                2,
                "QT6",
                "Seat {seat} has its window only after the next piece is given.",
                seat=1 - placer,
            )

    def _check_call(self, reading: Reading) -> None:
        """Check that a call named in the text ended the game."""
        hand, last, used, call = reading.fields
        if not call:
            return
        placed = 16 - reading.count(0)
        if placed == 0:
            reading.refuse_field(
                3, "QT5", "There is nothing to call before the first piece is placed."
            )
        if call > len(self.alignments):
            reading.refuse_field(3, "QT10", "In this game only lines count, not squares.")
        if placed == 16 and used == 3:
            reading.refuse_field(
                3, "QT14", "Both last windows have passed, so the game was a draw before this call."
            )
        caller = used & 1 if placed == 16 else (placed + (hand > 0)) & 1
        if used & 1 << caller:
            reading.refuse_field(
                3, "QT13", "Seat {seat} has used up its call for this piece.", seat=caller
            )
        four = self.alignments[call - 1]
        right = last - 1 in four and four in self.aligned(reading.cells)
        if not right and not self.false_call_loses:
            reading.refuse_field(
                3, "QT13", "This call is false, so it is void and did not end the game."
            )

    def winning(self, position: PositionLike) -> tuple[tuple[str, ...], ...]:
        if not self.spoken:
            return tuple(_places(four) for four in self.aligned(position.cells))
        called = position.fields[3]
        if not called or position.outcome is None or position.outcome.reason != "called":
            return ()
        return (_places(self.alignments[called - 1]),)

    def overlooked(
        self, positions: Sequence[PositionLike]
    ) -> tuple[tuple[int, tuple[str, ...]], ...]:
        if not self.spoken:
            return ()
        called = positions[-1].winning
        found: list[tuple[int, tuple[str, ...]]] = []
        for ply in range(1, len(positions)):
            before, after = positions[ply - 1], positions[ply]
            if before.cells == after.cells:
                continue
            last = after.fields[1] - 1
            live = [_places(four) for four in self.aligned(after.cells) if last in four]
            # The lines on the board at the winning call were not overlooked.
            if not (called and after.cells == positions[-1].cells):
                found += [(ply, line) for line in live]
        return tuple(found)

    def aligned(self, cells: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the alignments on a board, dead or not (QT3, QT18)."""
        found = []
        for four in self.alignments:
            if all(cells[cell] for cell in four):
                ones, zeros = self.counted, self.counted
                for cell in four:
                    ones &= cells[cell] - 1
                    zeros &= ~(cells[cell] - 1)
                if (ones | zeros).bit_count() >= self.common:
                    found.append(four)
        return found


def _places(cells: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(PLACES[cell] for cell in cells)


def _corner_orders(square: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return two opposite corners, or two adjacent ones and a third, in any order.

    Two opposite corners identify a square, and any three corners include them.
    """
    first, right, above, last = square
    opposite = ((first, last), (last, first), (right, above), (above, right))
    adjacent = [
        (one, other)
        for one in square
        for other in square
        if one != other and (one, other) not in opposite
    ]
    thirds = [(*pair, corner) for pair in adjacent for corner in square if corner not in pair]
    return [*opposite, *thirds]
