"""Tic-tac-toe in words."""

from __future__ import annotations

from collections.abc import Sequence

from quintet.i18n.sentence import Sentence, sentence
from quintet.position import Position


def narrate(position: Position, word: str, names: Sequence[str]) -> Sentence:
    return sentence("{player} plays {place}.", player=names[position.turn], place=word)


def suggest(_position: Position, word: str, _names: Sequence[str]) -> Sentence:
    return sentence("play {place}", place=word)
