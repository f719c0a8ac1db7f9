"""Tic-tac-toe: facts, words and reasons. The rules are in native/games/tictactoe.hpp."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from quintet.games.types import Action, Motion, PositionLike, Reading, Reason, motion, reason
from quintet.games.variant import Variant, board_places
from quintet.i18n.sentence import Sentence, sentence
from quintet.options import Value

PLACES = board_places(3)
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe(Variant):
    name = "tictactoe"
    title = "Tic-tac-toe"
    cycles = False
    end_rules = MappingProxyType({"line": "TT3", "full": "TT4"})

    def __init__(self, options: Mapping[str, Value]) -> None:
        super().__init__(options)
        self.sides = (0, 1)
        self.seat_names = ("x", "o")
        self.places = PLACES
        self.letters = ".xo"
        self.rows = tuple(tuple(range(3 * rank, 3 * rank + 3)) for rank in (2, 1, 0))
        self.words = (PLACES,) * 2

    def path(self, word: str) -> tuple[str, ...]:
        return (word,)

    def actions(self, position: PositionLike) -> tuple[Action, ...]:
        return ("place",)

    def prompt(self, position: PositionLike) -> Sentence:
        return sentence("Place a sign.")

    def why_not(self, position: PositionLike, word: str) -> Reason:
        return reason("TT2", "There is a sign on {place} already.", word, place=word)

    def motions(self, position: PositionLike, word: str) -> tuple[Motion, ...]:
        return (motion(self.letters[1 + position.turn], "reserve", word),)

    def check(self, reading: Reading) -> None:
        crosses, noughts = reading.cells_with(1), reading.cells_with(2)
        if not 0 <= len(crosses) - len(noughts) <= 1:
            more = crosses if len(crosses) > len(noughts) else noughts
            reading.refuse_cell(more[-1], "TT1", "The sides alternate, and x begins.")
        winners = [code for code in (1, 2) if _lines(reading.cells, code)]
        last = 1 if len(crosses) > len(noughts) else 2
        lines = _lines(reading.cells, last)
        if winners and (winners != [last] or not set.intersection(*map(set, lines))):
            reading.refuse_cell(
                _lines(reading.cells, winners[0])[0][0],
                "TT3",
                "The game was over before the last sign was placed.",
            )

    def winning(self, position: PositionLike) -> tuple[tuple[str, ...], ...]:
        return tuple(
            tuple(PLACES[cell] for cell in line)
            for code in (1, 2)
            for line in _lines(position.cells, code)
        )


def _lines(cells: Sequence[int], code: int) -> list[tuple[int, ...]]:
    return [line for line in LINES if all(cells[cell] == code for cell in line)]
