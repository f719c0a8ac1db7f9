"""A table in play: one writer at a time, any number of listeners.

A command becomes events; they are tried, put on disk, and only then made true and told
(`shared_table.py`).

Listeners are not sent anything from here: each knows the number of the last event it has told its
client, and is woken to tell the rest. So a slow one holds nobody up, and needs no more memory than
a fast one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Protocol, TypeVar

from quintet.errors import QuintetError
from quintet.i18n.sentence import sentence
from quintet.server.bus.memory import Bus
from quintet.server.play.chat import Chat
from quintet.server.play.commands import Command, Standing, command_name, events_for
from quintet.server.play.event_log import SharedTable
from quintet.server.play.heartbeat import Pulse, now
from quintet.server.play.latency import LONGEST, Delay
from quintet.server.play.presence import Presence
from quintet.server.play.seating import Joining, find_chair, joining, shown_name
from quintet.server.store import Kept, Store
from quintet.server.web.errors import Busy, StaleCommand
from quintet.server.web.locale import Locale
from quintet.table import ClocksSet, Event, FlagFell, due

ATTENDED_SECONDS = 60.0  # how long a table waits for the next request of someone not connected
ABSENT_SECONDS = 60.0  # after which the others may go on without somebody
MOST_TRIES = 50  # to write what others write to, too

Made = TypeVar("Made")

# Makes a message in a language, or nothing when it is not true any more.
Make = Callable[[Locale], dict[str, Any] | None]


class Listener(Protocol):
    device: str
    delay: Delay
    wants_values: bool
    values_ply: int | None  # of which position, in a game that is over; without it the last one

    def wake(self) -> None:
        """Something has happened at the table."""

    def look_again(self) -> None:
        """Something else has changed than events tell."""

    def post(self, kind: str, make: Make) -> None:
        """Something to tell that is no event; only the latest of a kind counts."""


class LiveTable(SharedTable):
    def __init__(self, store: Store, bus: Bus, pulse: Pulse, kept: Kept) -> None:
        super().__init__(store, bus, kept)
        self.rematch_id: str | None = None
        self.listeners: set[Listener] = set()
        # Called when something has happened, and when somebody comes or goes.
        self.watchers: list[Callable[[], None]] = []
        self.cache: dict[Any, Any] = {}  # what was made for telling; forgotten with every event
        self.last_request = time.monotonic()
        self.presence = Presence(self, bus)
        self.chat = Chat(self, store.chat, bus)
        self._pulse = pulse
        self._flag: asyncio.TimerHandle | None = None

    @property
    def attended(self) -> bool:
        """Whether somebody is there to play for, or a clock runs whoever is there."""
        return self._is_visited or self.state.deadline is not None

    @property
    def is_needed(self) -> bool:
        """Whether it has to be at hand: for who is there, or for an engine whose clock runs."""
        seat = self.state.seat
        thinks = seat is not None and self.holder(seat).level is not None
        return self._is_visited or (thinks and self.state.deadline is not None)

    @property
    def _is_visited(self) -> bool:
        recently = time.monotonic() - self.last_request < ATTENDED_SECONDS
        return bool(self.listeners) or recently

    def may_look(self, device: str) -> bool:
        return self.state.setup.spectators or device == self.owner or self.is_player(device)

    def is_player(self, device: str) -> bool:
        return any(holder.device == device for holder in self.chairs)

    def standing(self, device: str) -> Standing:
        seats = range(len(self.chairs))
        holders = [self.holder(seat) for seat in seats]
        return Standing(
            own=[seat for seat, holder in enumerate(holders) if holder.device == device],
            engines=[seat for seat, holder in enumerate(holders) if holder.level is not None],
            owner=self.owner == device,
            absent=[seat for seat in seats if self.gone_in(seat) == 0],
        )

    def is_present(self, seat: int) -> bool:
        """Whether somebody is there for a seat; the engine always is."""
        chair = self.state.chair_of(seat)
        return self.chairs[chair].level is not None or chair in self.presence.chairs

    def gone_in(self, seat: int) -> int | None:
        """After how many milliseconds the others may go on without somebody, if they stay away."""
        if self.is_present(seat):
            return None
        away = self.presence.away_seconds(self.state.chair_of(seat))
        return max(0, round((ABSENT_SECONDS - away) * 1000))

    def time(self) -> int:
        """Now; never before the latest event."""
        return max(now(), self.state.at)

    async def perform(self, command: Command, device: str, delay: int = 0) -> int:
        """Does what a command says; gives the number of its last event, which is on disk.

        A move was made when it was sent: so many milliseconds ago.
        """
        return await self.run(self._perform(command, device, delay))

    async def join(self, wish: Joining, device: str, locale: Locale) -> int:
        """Sits somebody down; gives the chair they have."""
        return await self.run(self._join(wish, device, locale))

    async def add(self, make: Callable[[int], Event], moved_at: int) -> None:
        """Adds an event that happens now, unless the game has moved on."""

        def events() -> Sequence[Event]:
            return (make(self.time()),) if self.moved_at == moved_at else ()

        await self.run(self._write(events))

    async def settle(self) -> None:
        """Gives back the time in which nobody could play, and lets happen what is due."""
        await self._write(tuple)

    async def see_to(self) -> None:
        """Lets happen what is due by the clock, whoever is there."""
        await self.catch_up()
        await self.settle()
        await self._store.remind(self.id, self.number, self.deadline(now()))
        self.look()

    def look(self) -> None:
        for watch in self.watchers:
            watch()

    def attend(self) -> None:
        """Somebody asks without being connected; they may ask again."""
        self.last_request = time.monotonic()
        self.look()

    def come(self, listener: Listener) -> None:
        self.listeners.add(listener)
        self.presence.come(listener.device)
        self.look()

    def leave(self, listener: Listener, *, comes_back: bool = False) -> None:
        self.listeners.discard(listener)
        self.presence.go(listener.device)
        if comes_back:
            self.last_request = time.monotonic()
        elif not self.listeners:
            self.last_request = -ATTENDED_SECONDS
        self.look()

    def tell(self) -> None:
        """Something has changed that everyone is to hear of."""
        self.cache.clear()
        self.look()
        for listener in self.listeners:
            listener.wake()

    def once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What all are told alike is made for the first of them, until something happens."""
        place = self.number, key
        made: Made | None = self.cache.get(place)
        if made is None:
            made = self.cache[place] = make()
        return made

    def set_flag(self) -> None:
        """Sees to it that the flag falls by itself."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        deadline = self.state.deadline
        if deadline is not None:
            wait = max(0, deadline + self._allowance() - now()) / 1000
            loop = asyncio.get_running_loop()
            self._flag = loop.call_later(wait, lambda: self.start(self.settle()))

    def close(self) -> None:
        super().close()
        self.presence.close()
        self.chat.close()
        if self._flag is not None:
            self._flag.cancel()

    async def _perform(self, command: Command, device: str, delay: int) -> int:
        if command.number > self.number:
            await self.catch_up(command.number)  # they have seen it at another process
        name, moves = command_name(device, command.id), command.do == "move"

        def events() -> Sequence[Event]:
            if not self.moved_at <= command.number <= self.number:
                raise StaleCommand(sentence("The table has moved on; look at it again."))
            at = max(now() - delay, self.state.at) if moves else self.time()
            return events_for(self.state, command, self.standing(device), at)

        await self._write(events, name, device, delay if moves else None)
        return self._done[name]

    async def _join(self, wish: Joining, device: str, locale: Locale) -> int:
        chair = 0

        def events() -> Sequence[Event]:
            nonlocal chair
            chair = find_chair(self.state, self.chairs, wish, device)
            there = self.state.seat_at(chair) not in self.state.left
            if there and self.chairs[chair].device == device:
                return ()  # sent again, because the answer was lost on the way
            name = shown_name(wish.name or self.state.chairs[chair] or "", chair + 1, locale)
            return joining(self.state, chair, name, self.time())

        await self._write(events, command_name(device), device)
        return chair

    async def _write(
        self,
        make: Callable[[], Sequence[Event]],
        command: str | None = None,
        device: str | None = None,
        delay: int | None = None,
    ) -> None:
        """Writes the events that are right for the table as it stands, and what is due before.

        `device` is whose they are, and `delay` how long a move was on its way. A command that was
        done already is not done again: it was sent again because the answer was lost on the way, or
        the database was lost between the commit and its word. What is refused is refused by the
        latest state there is.
        """
        async with self._lock:
            for _ in range(MOST_TRIES):
                if command in self._done:
                    return
                overdue = self._overdue(self._allowance(device, delay))
                if isinstance(overdue, FlagFell) and not self._pulse.is_steady:
                    await self._pulse.steady()
                    continue
                if overdue is not None:
                    await self._append((overdue,))
                    continue
                try:
                    events = make()
                except QuintetError:
                    if self._bus.alone or not await self._catch_up():
                        raise
                    continue
                if not events:
                    self.set_flag()  # timers may be early by a little
                    return
                if await self._append(events, command, device):
                    return
        raise Busy(sentence("Too many write to this table at once; try again."))

    def _changed(self) -> None:
        self.set_flag()
        self.presence.look()
        self.tell()

    def _allowance(self, device: str | None = None, delay: int | None = None) -> int:
        """For how long after the deadline a move that was made before it may come in.

        When the move is there, its own delay counts. Who is not connected here may be so elsewhere.
        """
        holder = None if self.state.seat is None else self.holder(self.state.seat)
        if holder is None or holder.level is not None:
            return 0
        if delay is not None and device == holder.device:
            return delay
        known = [it.delay.allowance for it in self.listeners if it.device == holder.device]
        return max(known, default=LONGEST)

    def _overdue(self, allowance: int) -> Event | None:
        """What the clocks ask for before anything else: time given back, or a flag that fell."""
        state, at = self.state, self.time()
        missed = self._pulse.missed(state.at)
        if missed and state.deadline is not None and due(state, at - missed, allowance) is None:
            seats = range(len(self.chairs))
            left = tuple(max(1, state.time_left(seat, at - missed) or 0) for seat in seats)
            return ClocksSet(at, left)
        return due(state, at, allowance)
