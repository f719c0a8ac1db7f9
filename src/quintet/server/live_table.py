"""A table in play: one writer, any number of listeners.

A command becomes events; they are tried, put on disk, and only then made true and told. Listeners
are not sent anything from here: each knows the number of the last event it has told its client, and
is woken to tell the rest. So a slow one holds nobody up, and needs no more memory than a fast one.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

from quintet.errors import QuintetError
from quintet.sentence import sentence
from quintet.server.commands import Command, Standing, events_for
from quintet.server.problems import Late
from quintet.server.seating import Joining, find_chair, joining, seated, shown_name
from quintet.server.speech import Speech
from quintet.server.store import Holder, Kept, Store
from quintet.table import ClocksSet, Event, State, apply, begin, due

log = logging.getLogger("quintet.server")

ATTENDED_SECONDS = 60.0  # how long a table waits for the next request of someone not connected
COMMANDS_REMEMBERED = 100

Result = TypeVar("Result")

# Makes a message in a language, or nothing when it is not true any more.
Make = Callable[[Speech], dict[str, Any] | None]


class Listener(Protocol):
    wants_values: bool

    def wake(self) -> None:
        """Something has happened at the table."""

    def look_again(self) -> None:
        """Something else has changed than events tell."""

    def post(self, kind: str, make: Make) -> None:
        """Something to tell that is no event; only the latest of a kind counts."""


def now() -> int:
    """The time in milliseconds, as events have it."""
    return time.time_ns() // 1_000_000


class LiveTable:
    def __init__(self, store: Store, kept: Kept) -> None:
        self.id = kept.id
        self.owner = kept.owner
        self.chairs = kept.chairs
        self.rematch_id: str | None = None
        self.listeners: set[Listener] = set()
        # Called when something has happened, and when somebody comes or goes.
        self.watchers: list[Callable[[], None]] = []
        self.cache: dict[Any, Any] = {}  # what was made for telling; forgotten with every event
        self.log: list[Event] = []
        self.plies_after: list[int] = []  # by event, how many plies stood
        self.moved_at = 0  # the latest event that changed the position or ended the game
        self.last_request = time.monotonic()
        self._store = store
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._flag: asyncio.TimerHandle | None = None
        self._done: dict[tuple[str, str], int] = {}  # the latest commands, and what they came to
        self.state = begin(kept.events[0])
        self._take((kept.events[0],), [self.state])
        for event in kept.events[1:]:
            self._take((event,), [apply(self.state, event)])

    @property
    def number(self) -> int:
        """The number of the latest event; the first one has the number 1."""
        return len(self.log)

    @property
    def attended(self) -> bool:
        """Whether somebody is there to play for, or a clock runs whoever is there."""
        recently = time.monotonic() - self.last_request < ATTENDED_SECONDS
        return bool(self.listeners) or recently or self.state.deadline is not None

    def holder(self, seat: int) -> Holder:
        return self.chairs[self.state.chair_of(seat)]

    def may_look(self, device: str) -> bool:
        return (
            self.state.setup.spectators
            or device == self.owner
            or any(holder.device == device for holder in self.chairs)
        )

    def standing(self, device: str) -> Standing:
        holders = [self.holder(seat) for seat in range(len(self.chairs))]
        return Standing(
            own=[seat for seat, holder in enumerate(holders) if holder.device == device],
            engines=[seat for seat, holder in enumerate(holders) if holder.level is not None],
            owner=self.owner == device,
        )

    def time(self) -> int:
        """Now; never before the latest event."""
        return max(now(), self.state.at)

    async def perform(self, command: Command, device: str) -> int:
        """Does what a command says; gives the number of its last event, which is on disk."""
        return await self.run(self._perform(command, device))

    async def join(self, wish: Joining, device: str, speech: Speech) -> int:
        """Sits somebody down; gives the chair they have."""
        return await self.run(self._join(wish, device, speech))

    async def add(self, make: Callable[[int], Event], moved_at: int) -> None:
        """Adds an event that happens now, unless the game has moved on."""

        async def work() -> None:
            async with self._lock:
                await self._drop_flag()
                if self.moved_at == moved_at:
                    await self._write(make(self.time()))

        await self.run(work())

    def look(self) -> None:
        for watch in self.watchers:
            watch()

    def attend(self) -> None:
        """Somebody asks without being connected; they may ask again."""
        self.last_request = time.monotonic()
        self.look()

    def come(self, listener: Listener) -> None:
        self.listeners.add(listener)
        self.look()

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        if not self.listeners:
            self.last_request = -ATTENDED_SECONDS
        self.look()

    async def resume(self) -> None:
        """Goes on after an interruption: the clocks stood still meanwhile."""
        async with self._lock:
            if self.state.deadline is not None:
                state, seats = self.state, range(len(self.chairs))
                left = tuple(max(1, state.time_left(seat, state.at) or 0) for seat in seats)
                await self._write(ClocksSet(self.time(), left))

    def set_flag(self) -> None:
        """Sees to it that the flag falls by itself."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        deadline = self.state.deadline
        if deadline is not None:
            delay = max(0, deadline - now()) / 1000
            loop = asyncio.get_running_loop()
            self._flag = loop.call_later(delay, lambda: self.start(self._fall()))

    async def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Work that is finished even when nobody waits for it any more."""
        return await asyncio.shield(self.start(work))

    def start(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        # What the table refuses is told to whoever asked; an engine need not hear of it.
        if error is not None and not isinstance(error, QuintetError):
            log.error("Something failed at a table.", exc_info=error)

    def close(self) -> None:
        if self._flag is not None:
            self._flag.cancel()

    async def _perform(self, command: Command, device: str) -> int:
        async with self._lock:
            done = self._done.get((device, command.id))
            if command.id and done is not None:
                return done  # sent again, because the answer was lost on the way
            await self._drop_flag()
            if not self.moved_at <= command.number <= self.number:
                raise Late(sentence("The table has moved on; look at it again."))
            events = events_for(self.state, command, self.standing(device), self.time())
            await self._write(*events, device=device)
            if len(self._done) >= COMMANDS_REMEMBERED:
                del self._done[next(iter(self._done))]
            self._done[device, command.id] = self.number
            return self.number

    async def _join(self, wish: Joining, device: str, speech: Speech) -> int:
        async with self._lock:
            await self._drop_flag()
            chair = find_chair(self.state, self.chairs, wish, device)
            if wish.key is None and self.chairs[chair].device == device:
                return chair  # sent again, because the answer was lost on the way
            name = shown_name(wish.name or self.state.chairs[chair] or "", chair + 1, speech)
            events = joining(self.state, chair, name, self.time())
            await self._write(*events, device=device)
            return chair

    async def _write(self, *events: Event, device: str | None = None) -> None:
        """Puts events on disk, and then makes them true; `device` is whose they are."""
        states = [self.state]
        for event in events:
            states.append(apply(states[-1], event))
        chairs = seated(self.chairs, states, events, device)
        changed = {
            chair: holder for chair, holder in enumerate(chairs) if holder != self.chairs[chair]
        }
        await self._store.append(self.id, self.number + 1, events, states[-1].phase, changed)
        self.chairs = chairs
        self._take(events, states[1:])
        self.cache.clear()
        self.set_flag()
        self.look()
        for listener in self.listeners:
            listener.wake()

    def _take(self, events: tuple[Event, ...], states: list[State]) -> None:
        for event, state in zip(events, states, strict=True):
            before, self.state = self.state, state
            self.log.append(event)
            self.plies_after.append(len(state.played))
            if before.positions is not state.positions or before.phase != state.phase:
                self.moved_at = self.number

    async def _fall(self) -> None:
        async with self._lock:
            if not await self._drop_flag():
                self.set_flag()  # timers may be early by a little

    async def _drop_flag(self) -> bool:
        flag = due(self.state, now())
        if flag is not None:
            await self._write(flag)
        return flag is not None
