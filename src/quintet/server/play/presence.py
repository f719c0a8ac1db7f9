"""Who is at a table: which chairs' players are there, and how many look on.

Somebody is there as long as any of their tabs is, and for a few seconds more: a page that is loaded
again, or asks for news again, was never away. Every process says on the bus who is there with it,
and what all of them say is put together.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from quintet.server.bus.memory import Bus, Message

if TYPE_CHECKING:
    from quintet.server.play.table import LiveTable

LINGER_SECONDS = 5.0
SECONDS_TO_GATHER = 0.5  # those who come to look on, or leave
SECONDS_BETWEEN_QUESTIONS = 10.0  # whether a process that spoke of people is still alive


class Presence:
    def __init__(self, table: LiveTable, bus: Bus) -> None:
        self.chairs: frozenset[int] = frozenset()  # whose players are there
        self.watchers = 0  # how many are there who hold no chair
        self._table = table
        self._bus = bus
        self._name = secrets.token_hex(4)  # tells this process from others
        self._here: Counter[str] = Counter()  # by device, how many of its tabs are here
        self._mine = self._word()
        self._saying: asyncio.TimerHandle | None = None
        self._others: dict[str, Message] = {}
        self._asking: asyncio.TimerHandle | None = None
        self._last_seen = [time.monotonic()] * len(table.chairs)
        self._key = place(table.id)
        self._forget = bus.subscribe(self._key, self._hear)

    def away_seconds(self, chair: int) -> float:
        """For how long a chair's player has not been seen."""
        return 0.0 if chair in self.chairs else time.monotonic() - self._last_seen[chair]

    def come(self, device: str) -> None:
        self._here[device] += 1
        self.look()
        if self._asking is None and not self._bus.alone:
            self._ask()

    def go(self, device: str) -> None:
        asyncio.get_running_loop().call_later(LINGER_SECONDS, self._gone, device)

    def seen(self, device: str) -> None:
        """Somebody asks for something without being connected."""
        self.come(device)
        self.go(device)

    def look(self) -> None:
        """Sees whether somebody came or went, or has another chair.

        Of players everyone hears at once. Those who look on may come in crowds, so what changes
        with them is gathered first.
        """
        mine = self._word()
        if mine["chairs"] != self._mine["chairs"]:
            self._say()
        elif mine != self._mine and self._saying is None:
            loop = asyncio.get_running_loop()
            self._saying = loop.call_later(SECONDS_TO_GATHER, self._say)

    def close(self) -> None:
        self._forget()
        for timer in (self._asking, self._saying):
            if timer is not None:
                timer.cancel()
        if self._here:
            self._here.clear()
            self._bus.say_present(self._key, None)

    def _ask(self) -> None:
        """Asks what the others say, again and again while somebody is here who wants to know."""
        self._table.start(self._hear_all())
        loop = asyncio.get_running_loop()
        self._asking = loop.call_later(SECONDS_BETWEEN_QUESTIONS, self._ask_on)

    def _ask_on(self) -> None:
        self._asking = None
        if self._here:
            self._ask()

    async def _hear_all(self) -> None:
        words = await self._bus.present(self._key)
        self._others = {word["by"]: word for word in words if word["by"] != self._name}
        self._settle()

    def _word(self) -> Message:
        """Who is here, as it is told to other processes."""
        holders = [holder.device for holder in self._table.chairs]
        chairs = [chair for chair, device in enumerate(holders) if device in self._here]
        watchers = len(self._here) - len({holders[chair] for chair in chairs})
        return {"by": self._name, "chairs": chairs, "watchers": watchers}

    def _say(self) -> None:
        if self._saying is not None:
            self._saying.cancel()
            self._saying = None
        self._mine = self._word()
        self._bus.say_present(self._key, self._mine if self._here else None)
        self._bus.publish(self._key, self._mine)
        self._settle()

    def _gone(self, device: str) -> None:
        if device not in self._here:
            return  # the table was put away meanwhile
        self._here[device] -= 1
        if not self._here[device]:
            del self._here[device]
            self.look()

    def _hear(self, word: Message) -> None:
        if not word:
            self._table.start(self._hear_all())  # some may have been lost
        elif word["by"] != self._name:
            self._others.pop(word["by"], None)
            if word["chairs"] or word["watchers"]:
                self._others[word["by"]] = word
            self._settle()

    def _settle(self) -> None:
        chairs, watchers = gathered([self._mine, *self._others.values()])
        if (chairs, watchers) == (self.chairs, self.watchers):
            return
        for chair in self.chairs - chairs:
            self._last_seen[chair] = time.monotonic()
        self.chairs, self.watchers = chairs, watchers
        self._table.tell()


def place(table_id: str) -> str:
    """Where processes say who is at a table."""
    return f"presence:{table_id}"


def gathered(words: Iterable[Message]) -> tuple[frozenset[int], int]:
    """What several processes say, put together: who is there, and how many look on."""
    chairs: set[int] = set()
    watchers = 0
    for word in words:
        chairs.update(word["chairs"])
        watchers += word["watchers"]
    return frozenset(chairs), watchers
