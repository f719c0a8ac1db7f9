"""A transposition table that several searches of one game share."""

from __future__ import annotations

from quintet import _core
from quintet.errors import BadOption
from quintet.games.variant import Variant
from quintet.i18n.sentence import sentence

MEGABYTE = 2**20
MAX_MEGABYTES = 2**20


class TranspositionTable:
    """Values shared by any number of searches, also concurrent ones.

    Related positions are answered faster, but an answer may depend on earlier searches. Only games
    that must end can share one: where positions repeat, a value found along one line need not hold
    along another.
    """

    def __init__(self, variant: Variant, megabytes: int = _core.DEFAULT_MEGABYTES) -> None:
        if variant.cycles:
            raise BadOption(
                sentence(
                    "Searches of {game} cannot share a transposition table, as positions can "
                    "repeat. Search without one.",
                    game=variant.title,
                ),
                option="transpositions",
                value=variant.name,
            )
        if type(megabytes) is not int or not 1 <= megabytes <= MAX_MEGABYTES:
            raise BadOption(
                sentence(
                    "{name} must be a number from {least} to {most}.",
                    name="megabytes",
                    least=1,
                    most=MAX_MEGABYTES,
                ),
                option="megabytes",
                value=megabytes,
            )
        self.variant = variant
        self.core = _core.TranspositionTable(variant.core, megabytes)
