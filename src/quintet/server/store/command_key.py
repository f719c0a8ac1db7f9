"""Idempotency keys: a command that is sent again is not performed again."""

from __future__ import annotations

from dataclasses import dataclass

from quintet.i18n.sentence import sentence
from quintet.server.web.errors import IdempotencyConflict


@dataclass(frozen=True, slots=True)
class CommandKey:
    """The idempotency key of a command: its name, and a digest of what it asks for.

    Commands that were stored without a digest match every digest.
    """

    name: str
    digest: str | None = None

    def check(self, stored: str | None) -> None:
        """Raise if the name was used before for another command, by its stored digest."""
        if None not in (stored, self.digest) and stored != self.digest:
            raise IdempotencyConflict(
                sentence("This id was used before for another command; choose a new id.")
            )


@dataclass(frozen=True, slots=True)
class Performed:
    """A command that was performed: the number of its last event, and its digest."""

    number: int
    digest: str | None = None
