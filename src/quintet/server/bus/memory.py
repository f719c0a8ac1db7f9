"""The bus between the processes of one server: messages, and presence.

A message may be lost. The database is authoritative, and every process reads it again from time to
time, so the bus may fail and recover at any moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol

Message = Mapping[str, object]  # plain values
# Called with a decoded message; each channel has one type of message, which subscribers declare.
Hear = Callable[[Any], None]
BusHealth = Literal["ok", "unreachable"]


class Bus(Protocol):
    """Channels that every process hears, the sender included; and presence.

    An empty message means that messages may have been lost: read the database.
    """

    alone: bool  # whether there can be no other process

    @property
    def health(self) -> BusHealth | None:
        """Whether the bus works; None where there is nothing that can fail."""

    async def start(self) -> None:
        """Start to listen."""

    async def close(self) -> None:
        """Stop, and withdraw what this process has announced."""

    def publish(self, channel: str, message: Message) -> None:
        """Send a message to all subscribers as soon as possible; never waits, never fails."""

    def subscribe(self, channel: str, hear: Hear) -> Callable[[], None]:
        """Call `hear` with every message; return the function that unsubscribes."""

    def set_present(self, key: str, mine: Message | None) -> None:
        """Announce who is connected to this process; None for nobody."""

    async def present(self, key: str) -> list[Any]:
        """Return what all living processes announce, this one included."""


class MemoryBus:
    """The bus of a server with one process."""

    alone = True

    def __init__(self) -> None:
        self._subscribers: dict[str, set[Hear]] = {}
        self._mine: dict[str, Message] = {}

    @property
    def health(self) -> BusHealth | None:
        return None

    async def start(self) -> None:
        """Do nothing: there is no other process."""

    async def close(self) -> None:
        self._subscribers.clear()
        self._mine.clear()

    def publish(self, channel: str, message: Message) -> None:
        if channel in self._subscribers:
            asyncio.get_running_loop().call_soon(self._deliver, channel, message)

    def subscribe(self, channel: str, hear: Hear) -> Callable[[], None]:
        self._subscribers.setdefault(channel, set()).add(hear)
        return lambda: self._unsubscribe(channel, hear)

    def set_present(self, key: str, mine: Message | None) -> None:
        if mine is None:
            self._mine.pop(key, None)
        else:
            self._mine[key] = mine

    async def present(self, key: str) -> list[Any]:
        return [self._mine[key]] if key in self._mine else []

    def _deliver(self, channel: str, message: Message) -> None:
        for hear in tuple(self._subscribers.get(channel, ())):
            hear(message)

    def _unsubscribe(self, channel: str, hear: Hear) -> None:
        subscribers = self._subscribers.get(channel, set())
        subscribers.discard(hear)
        if not subscribers:
            self._subscribers.pop(channel, None)
