"""What a player is asked, step by step, for pages that know no rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from quintet.games.types import PositionLike
from quintet.games.variant import Variant
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Sentence

Touches = tuple[str, ...]


def more_paths(variant: Variant, position: PositionLike) -> dict[str, tuple[Touches, ...]]:
    """Return the ways to touch the legal moves besides `Variant.path`."""
    others = {word: variant.paths(word)[1:] for word in position.moves}
    return {word: ways for word, ways in others.items() if ways}


def next_prompts(variant: Variant, position: PositionLike, say: Translate) -> dict[str, str]:
    """Return what is asked after every beginning of a move.

    A key is the touches with spaces between them. The most frequent sentence after as many touches
    has stars in their place, so that sixteen cubes do not send it sixteen times.
    """
    asked: dict[int, dict[Touches, Sentence]] = {}
    for word in position.moves:
        for way in variant.paths(word):
            for end in range(1, len(way)):
                begun = way[:end]
                if begun not in asked.setdefault(end, {}):
                    asked[end][begun] = variant.next_prompt(position, begun)
    found: dict[str, str] = {}
    for end, sentences in asked.items():
        found |= _shared(end, sentences, say)
    return found


def _shared(end: int, asked: Mapping[Touches, Sentence], say: Translate) -> dict[str, str]:
    """Return the sentences after as many touches, the most frequent one first."""
    [(usual, _)] = Counter(asked.values()).most_common(1)
    others = {" ".join(begun): say(said) for begun, said in asked.items() if said != usual}
    return {" ".join("*" * end): say(usual), **others}
