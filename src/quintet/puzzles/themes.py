"""Themes of puzzles: what the right move is about."""

from __future__ import annotations

from enum import StrEnum

from quintet.errors import BadOption
from quintet.i18n.sentence import Sentence, any_of, sentence


class Theme(StrEnum):
    """What a puzzle is about, found from the rules by `tools/puzzle_themes.py`.

    `only_move`: every other move loses. `fork`: two lines at once, and no answer stops both.
    `forbidding`: the move makes a win illegal that the opponent would have had, or leaves no legal
    move. `zugzwang`: the opponent would be safe for longer if passing were allowed. `gift`: a move
    would complete a line for the opponent, or give the piece that does.
    """

    ONLY_MOVE = "only-move"
    FORK = "fork"
    FORBIDDING = "forbidding"
    ZUGZWANG = "zugzwang"
    GIFT = "gift"

    @property
    def label(self) -> Sentence:
        return _TITLES[self]

    @property
    def meaning(self) -> Sentence:
        return _MEANINGS[self]


_TITLES = {
    Theme.ONLY_MOVE: sentence("Only move"),
    Theme.FORK: sentence("Fork"),
    Theme.FORBIDDING: sentence("Forbidding"),
    Theme.ZUGZWANG: sentence("Zugzwang"),
    Theme.GIFT: sentence("Gift trap"),
}
_MEANINGS = {
    Theme.ONLY_MOVE: sentence("Every other move loses."),
    Theme.FORK: sentence("Threaten two lines at once: no answer stops both."),
    Theme.FORBIDDING: sentence("Make the opponent's best move illegal."),
    Theme.ZUGZWANG: sentence("Any move makes it worse for the opponent, who would rather pass."),
    Theme.GIFT: sentence("One side may have to complete a line for the other."),
}


def find_theme(name: str) -> Theme:
    """Return a theme by its name."""
    for theme in Theme:
        if theme.value == name:
            return theme
    known = tuple(theme.value for theme in Theme)
    raise BadOption(
        sentence("{field} must be one of {allowed}.", field="theme", allowed=any_of(known)),
        option="theme",
        value=name,
        allowed=known,
    )
