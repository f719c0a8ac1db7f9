"""What searches of positions of one game remember for each other."""

from __future__ import annotations

from quintet import _core
from quintet.errors import BadOption
from quintet.games.variant import Variant
from quintet.i18n.sentence import sentence

MEGABYTE = 2**20
MOST_MEGABYTES = 2**20


class Memory:
    """Values that any number of searches share, also at the same time.

    What one has found, the next ones know, so that related positions are answered faster; but an
    answer may then depend on what was asked before. Only games that must end can have one: where
    positions come back, what is found along one line need not hold along another.
    """

    def __init__(self, variant: Variant, megabytes: int = 64) -> None:
        if variant.cycles:
            raise BadOption(
                sentence(
                    "Searches of {game} cannot share a memory, as positions can come back.",
                    game=variant.title,
                ),
                option="memory",
                value=variant.name,
            )
        if type(megabytes) is not int or not 1 <= megabytes <= MOST_MEGABYTES:
            raise BadOption(
                sentence(
                    "{name} must be a number from {least} to {most}.",
                    name="megabytes",
                    least=1,
                    most=MOST_MEGABYTES,
                ),
                option="megabytes",
                value=megabytes,
            )
        self.variant = variant
        self.core = _core.Memory(variant.core, megabytes * MEGABYTE)
