"""Presence: which players are at a table, and how many spectators.

A device is present while one of its tabs is connected, and for a few seconds more, so that a page
that reloads or polls never counts as away. Every process announces on the bus who is connected to
it, and everybody adds up the announcements.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Protocol

from typing_extensions import TypedDict

from quintet.server.bus.memory import Bus
from quintet.server.clock import Clock, Timer
from quintet.server.play.tasks import Tasks
from quintet.server.store import Occupant

LINGER_SECONDS = 5.0
GATHER_SECONDS = 0.5  # in which arrivals and departures of spectators are collected
QUERY_INTERVAL = 10.0  # seconds after which it is checked that announcing processes are alive


class Announcement(TypedDict):
    """Who is connected to a process, as it tells the others."""

    by: str  # the process
    chairs: list[int]
    watchers: int


class Seated(Protocol):
    """What presence needs to know about a table."""

    id: str
    chairs: tuple[Occupant, ...]


class Presence:
    """Who is at one table; `on_change` is called when that changes."""

    def __init__(
        self, table: Seated, bus: Bus, clock: Clock, tasks: Tasks, on_change: Callable[[], None]
    ) -> None:
        self.chairs: frozenset[int] = frozenset()  # whose players are present
        self.spectators = 0  # devices without a chair
        self._table = table
        self._bus = bus
        self._clock = clock
        self._tasks = tasks
        self._on_change = on_change
        self._name = secrets.token_hex(4)  # tells this process from others
        self._tabs: Counter[str] = Counter()  # by device
        self._announced = self._announcement()
        self._gathering: Timer | None = None
        self._others: dict[str, Announcement] = {}  # by process, what it announced last
        self._query: Timer | None = None
        self._last_seen = [clock.monotonic()] * len(table.chairs)
        self._key = presence_key(table.id)
        self._unsubscribe = bus.subscribe(self._key, self._hear)

    def away_seconds(self, chair: int) -> float:
        """For how long the player on a chair has not been seen."""
        return 0.0 if chair in self.chairs else self._clock.monotonic() - self._last_seen[chair]

    @property
    def is_anybody(self) -> bool:
        """Whether a player or a spectator is there, at any process."""
        return bool(self.chairs) or self.spectators > 0

    async def refresh(self) -> None:
        """Read what other processes announce, for a table that nobody looks at here."""
        if not self._bus.alone:
            await self._read_others()

    def arrive(self, device: str) -> None:
        self._tabs[device] += 1
        self.update()
        if self._query is None and not self._bus.alone:
            self._query_others()

    def depart(self, device: str) -> None:
        self._clock.call_later(LINGER_SECONDS, lambda: self._departed(device))

    def note_request(self, device: str) -> None:
        """Note a request of a device that is not connected."""
        self.arrive(device)
        self.depart(device)

    def update(self) -> None:
        """Announce arrivals, departures and changes of chairs.

        Players are announced at once. Spectators may come in crowds, so their changes are
        collected first.
        """
        current = self._announcement()
        if current["chairs"] != self._announced["chairs"]:
            self._announce()
        elif current != self._announced and self._gathering is None:
            self._gathering = self._clock.call_later(GATHER_SECONDS, self._announce)

    def close(self) -> None:
        self._unsubscribe()
        for timer in (self._query, self._gathering):
            if timer is not None:
                timer.cancel()
        if self._tabs:
            self._tabs.clear()
            self._bus.set_present(self._key, None)

    def _query_others(self) -> None:
        """Ask what other processes announce, and repeat it while somebody is here."""
        self._tasks.start(self._read_others())
        self._query = self._clock.call_later(QUERY_INTERVAL, self._query_again)

    def _query_again(self) -> None:
        self._query = None
        if self._tabs:
            self._query_others()

    async def _read_others(self) -> None:
        announcements = await self._bus.present(self._key)
        self._others = {it["by"]: it for it in announcements if it["by"] != self._name}
        self._count()

    def _announcement(self) -> Announcement:
        """Who is connected to this process, as a message to the others."""
        devices = [occupant.device for occupant in self._table.chairs]
        chairs = [chair for chair, device in enumerate(devices) if device in self._tabs]
        spectators = len(self._tabs) - len({devices[chair] for chair in chairs})
        return {"by": self._name, "chairs": chairs, "watchers": spectators}

    def _announce(self) -> None:
        if self._gathering is not None:
            self._gathering.cancel()
            self._gathering = None
        self._announced = self._announcement()
        self._bus.set_present(self._key, self._announced if self._tabs else None)
        self._bus.publish(self._key, self._announced)
        self._count()

    def _departed(self, device: str) -> None:
        if device not in self._tabs:
            return  # the table was closed meanwhile
        self._tabs[device] -= 1
        if not self._tabs[device]:
            del self._tabs[device]
            self.update()

    def _hear(self, announcement: Announcement) -> None:
        if not announcement:
            self._tasks.start(self._read_others())  # messages may have been lost
        elif announcement["by"] != self._name:
            self._others.pop(announcement["by"], None)
            if announcement["chairs"] or announcement["watchers"]:
                self._others[announcement["by"]] = announcement
            self._count()

    def _count(self) -> None:
        chairs, spectators = merged([self._announced, *self._others.values()])
        if (chairs, spectators) == (self.chairs, self.spectators):
            return
        for chair in self.chairs - chairs:
            self._last_seen[chair] = self._clock.monotonic()
        self.chairs, self.spectators = chairs, spectators
        self._on_change()


def presence_key(table_id: str) -> str:
    """The key on the bus under which processes announce who is at a table."""
    return f"presence:{table_id}"


def merged(announcements: Iterable[Announcement]) -> tuple[frozenset[int], int]:
    """Add up announcements: the chairs whose players are present, and the spectators."""
    chairs: set[int] = set()
    spectators = 0
    for announcement in announcements:
        chairs.update(announcement["chairs"])
        spectators += announcement["watchers"]
    return frozenset(chairs), spectators
