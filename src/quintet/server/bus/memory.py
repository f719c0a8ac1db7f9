"""What the processes of one server tell each other: that something has happened, and who is there.

The bus carries no truth. A message says only where to look, and may be lost: what counts is in the
database, and everyone looks there again now and then. So it may fail and come back at any time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

Message = dict[str, Any]
Hear = Callable[[Message], None]


class Bus(Protocol):
    """Channels on which everyone hears everyone, themselves too; and who is present where.

    A message that is empty means that some may have been lost: look.
    """

    alone: bool  # whether no other process can be there

    async def start(self) -> None:
        """Begins to listen."""

    async def close(self) -> None:
        """Leaves, and takes back what it said of who is present."""

    def publish(self, channel: str, message: Message) -> None:
        """Tells all who have subscribed, as soon as possible; never waits, and never fails."""

    def subscribe(self, channel: str, hear: Hear) -> Callable[[], None]:
        """Hears what is published from now on; the function that comes back ends it."""

    def set_present(self, key: str, mine: Message | None) -> None:
        """What this process says of its own people there; None when there is nobody any more."""

    async def present(self, key: str) -> list[Message]:
        """What all processes that are alive say, this one among them."""


class MemoryBus:
    """The bus of a process that is alone."""

    alone = True

    def __init__(self) -> None:
        self._hearers: dict[str, set[Hear]] = {}
        self._mine: dict[str, Message] = {}

    async def start(self) -> None:
        """There is nobody to listen to."""

    async def close(self) -> None:
        self._hearers.clear()
        self._mine.clear()

    def publish(self, channel: str, message: Message) -> None:
        if channel in self._hearers:
            asyncio.get_running_loop().call_soon(self._deliver, channel, message)

    def subscribe(self, channel: str, hear: Hear) -> Callable[[], None]:
        self._hearers.setdefault(channel, set()).add(hear)
        return lambda: self._unsubscribe(channel, hear)

    def set_present(self, key: str, mine: Message | None) -> None:
        if mine is None:
            self._mine.pop(key, None)
        else:
            self._mine[key] = mine

    async def present(self, key: str) -> list[Message]:
        return [self._mine[key]] if key in self._mine else []

    def _deliver(self, channel: str, message: Message) -> None:
        for hear in tuple(self._hearers.get(channel, ())):
            hear(message)

    def _unsubscribe(self, channel: str, hear: Hear) -> None:
        hearers = self._hearers.get(channel, set())
        hearers.discard(hear)
        if not hearers:
            self._hearers.pop(channel, None)
