"""Names that people cannot take: those of engines, seats and sides.

A person called `level:10` would look like the engine in lists and records, and one called `x` or
`Player 2` like somebody else's seat.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from quintet.i18n.catalogue import said_anywhere
from quintet.i18n.sentence import Sentence, sentence, template

SEATS = ("x", "o", "z", "n", "e", "s", "w")  # `seat_names` of the games
_NUMBER = 987_654_321  # stands for any number in a sentence
_ENGINE = r"(level|engine|lvl)\W*\d*"  # as records and the command line write it
_PLAYER = template("Player {number}")
_ENGINE_NAME = template("Engine, level {level}")
_OPEN = template("An open chair")
_CHAIR = r"(seat|chair|player)\W*\d+"


def is_reserved(name: str, number: int | None = None) -> bool:
    """Whether a name is that of an engine, seat or side in any language.

    `number` is that of the chair: its player may have its own default name.
    """
    plain = _plain(name)
    if number is not None and plain in _defaults(number):
        return False
    return any(pattern.fullmatch(plain) for pattern in _patterns())


def distinct_name(name: str, others: Iterable[str], longest: int) -> str:
    """Return a name that nobody else at the table has: Anna, or else Anna 2."""
    taken = {_plain(other) for other in others}
    found, number = name, 1
    while _plain(found) in taken:
        number += 1
        found = f"{name[: longest - 4].strip()} {number}"
    return found


def default_name(number: int) -> Sentence:
    """The name of a player who gives none."""
    return sentence(_PLAYER, number=number)


def _plain(text: str) -> str:
    """Return a text without what look-alikes differ in: width, case, accents, spaces."""
    wide = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    kept = "".join(it for it in wide if not unicodedata.combining(it) and it.isprintable())
    return re.sub(r"\s+", "", kept.casefold())


def _defaults(number: int) -> frozenset[str]:
    return frozenset(_plain(said.format(number=number)) for said in _said_anywhere()[0])


@cache
def _said_anywhere() -> tuple[frozenset[str], ...]:
    """Return the sentences that name nobody, in all languages."""
    return tuple(map(said_anywhere, (_PLAYER, _ENGINE_NAME, _OPEN)))


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    found = [_ENGINE, _CHAIR, *(re.escape(_plain(seat)) for seat in SEATS)]
    for sentences in _said_anywhere():
        for each in sentences:
            said = re.sub(r"[\W_]*", "", _plain(each.format(number=_NUMBER, level=_NUMBER)))
            found.append(r"\W*".join(map(re.escape, said)).replace(_spread(_NUMBER), r"\d+"))
    return tuple(re.compile(pattern) for pattern in found)


def _spread(number: int) -> str:
    return r"\W*".join(str(number))
