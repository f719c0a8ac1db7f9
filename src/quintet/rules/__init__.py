"""The rules in words and figures, as data: one module a game, and the house rules.

Pages, the terminal and translations are made from it, so they all say the same. A paragraph is
tied to the ids of the rules it tells; a figure says what it shows, and the tests hold it against
the real rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from quintet.games import Parts
from quintet.i18n.sentence import Sentence
from quintet.rules.types import HEADINGS, Figure, Paragraph, Section


class GameRules(Protocol):
    """The interface of a game's module in this folder."""

    SUMMARY: Sentence
    SECTIONS: tuple[Section, ...]


RULES: Mapping[str, GameRules] = Parts("rules")

__all__ = ["HEADINGS", "RULES", "Figure", "GameRules", "Paragraph", "Section"]
