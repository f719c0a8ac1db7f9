"""The ten levels in words, as people choose an opponent."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from quintet.i18n.sentence import Sentence, sentence, template

# The first level of each word is the one proposed for it.
LEVEL_GROUPS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        template("Beginner"): (1, 2),
        template("Casual"): (3, 4),
        template("Club"): (5, 6),
        template("Expert"): (8, 7, 9),
        template("Perfect"): (10,),
    }
)


def level_word(level: int) -> Sentence:
    """Return the word for a level: Beginner, Casual, Club, Expert or Perfect."""
    return sentence(next(word for word, levels in LEVEL_GROUPS.items() if level in levels))


def opponent(level: int) -> Sentence:
    """Return a level as a form offers it."""
    return sentence("Engine: {word}, level {level}", word=level_word(level), level=level)
