"""A table as this process knows it: its events, and how it agrees with other processes on them.

Any process may write: the database takes the events of whoever knows all that came before, and the
others catch up. After that the writer tells all who have the table at hand, over the bus; whoever
does not hear it finds out later.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from quintet.errors import QuintetError
from quintet.server.bus.memory import Bus, Message
from quintet.server.play.seating import seated
from quintet.server.store import Entry, Holder, Kept, Store
from quintet.table import Event, State, apply, begin, event_from_json, event_to_json

log = logging.getLogger("quintet.server")

ENGINES_TURN = 10_000  # milliseconds after which some server looks whether an engine still thinks

Result = TypeVar("Result")


class SharedTable(ABC):
    def __init__(self, store: Store, bus: Bus, kept: Kept) -> None:
        self.id = kept.id
        self.owner = kept.owner
        self.chairs = kept.chairs
        self.log: list[Event] = []
        self.plies_after: list[int] = []  # by event, how many plies stood
        self.moved_at = 0  # the latest event that changed the position or ended the game
        self.tasks: set[asyncio.Task[Any]] = set()  # what is being done, whoever waits for it
        self._store = store
        self._bus = bus
        self._lock = asyncio.Lock()  # held by whoever writes or follows
        self._done = dict(kept.commands)  # what was asked for, and the number it came to
        self._heard: list[Message] = []  # what others say they have written
        self._forget = bus.subscribe(self.channel, self._hear)
        self.state = begin(kept.events[0])
        self._take((kept.events[0],), [self.state])
        self._replay(kept.events[1:])

    @property
    def number(self) -> int:
        """The number of the latest event; the first one has the number 1."""
        return len(self.log)

    @property
    def channel(self) -> str:
        """Where processes tell each other of this table."""
        return f"table:{self.id}"

    def holder(self, seat: int) -> Holder:
        return self.chairs[self.state.chair_of(seat)]

    def deadline(self, at: int) -> int | None:
        """When some server must look at the table at the latest, as things stand at a moment."""
        return _deadline(self.state, self.chairs, at)

    async def catch_up(self, number: int | None = None) -> None:
        """Learns what other processes have written, at least up to a number somebody knows of."""
        async with self._lock:
            if number is None or self.number < number:
                await self._catch_up()

    async def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Work that is finished even when nobody waits for it any more."""
        return await asyncio.shield(self.start(work))

    def start(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def close(self) -> None:
        self._forget()

    @abstractmethod
    def _changed(self) -> None:
        """Something has happened, here or elsewhere, and is on disk."""

    async def _append(
        self, events: Sequence[Event], command: str | None = None, device: str | None = None
    ) -> bool:
        """Puts events on disk, and then makes them true; False when others were faster.

        Whoever calls this holds the lock. `device` is whose events they are.
        """
        states = [self.state]
        for event in events:
            states.append(apply(states[-1], event))
        last = states[-1]
        chairs = seated(self.chairs, states, events, device)
        entry = Entry(
            self.number + 1,
            events,
            last.phase,
            deadline=_deadline(last, chairs, last.at),
            command=command,
            holders={
                chair: holder for chair, holder in enumerate(chairs) if holder != self.chairs[chair]
            },
        )
        if not await self._store.append(self.id, entry):
            await self._catch_up()
            return False
        self.chairs = chairs
        self._take(events, states[1:])
        if command is not None:
            self._done[command] = self.number
        self._bus.publish(self.channel, self._news(entry))
        self._changed()
        return True

    async def _catch_up(self) -> bool:
        """Learns what others have written; whether there was anything."""
        if (await self._store.numbers([self.id])).get(self.id, 0) <= self.number:
            return False
        kept = await self._store.load(self.id, self.number)
        assert kept is not None
        self.chairs = kept.chairs
        self._done.update(kept.commands)
        self._replay(kept.events)
        self._changed()
        return True

    def _replay(self, events: Sequence[Event]) -> None:
        for event in events:
            self._take((event,), [apply(self.state, event)])

    def _take(self, events: Sequence[Event], states: list[State]) -> None:
        for event, state in zip(events, states, strict=True):
            before, self.state = self.state, state
            self.log.append(event)
            self.plies_after.append(len(state.played))
            if before.positions is not state.positions or before.phase != state.phase:
                self.moved_at = self.number

    def _news(self, entry: Entry) -> Message:
        """What has been written, for others who have this table at hand.

        Events that leave the chairs as they are go along, so that nobody has to ask for them.
        """
        if self._bus.alone or entry.holders:
            return {"number": self.number}
        events = [event_to_json(event) for event in entry.events]
        return {"number": self.number, "events": events, "command": entry.command}

    def _hear(self, message: Message) -> None:
        """Somebody has written, or may have."""
        if message.get("number", self.number + 1) > self.number:
            self._heard.append(message)
            if len(self._heard) == 1:
                self.start(self._follow())

    async def _follow(self) -> None:
        async with self._lock:
            heard, self._heard = self._heard, []
            for message in heard:
                self._follow_closely(message)
            if any(message.get("number", self.number + 1) > self.number for message in heard):
                await self._catch_up()

    def _follow_closely(self, message: Message) -> None:
        """Takes events from the bus, where they are the very next."""
        events = [event_from_json(event) for event in message.get("events", ())]
        if events and message["number"] == self.number + len(events):
            if message["command"] is not None:
                self._done[message["command"]] = message["number"]
            self._replay(events)
            self._changed()

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        # What the table refuses is told to whoever asked; an engine need not hear of it.
        if error is not None and not isinstance(error, QuintetError):
            log.error("Something failed at a table.", exc_info=error)


def _deadline(state: State, chairs: Sequence[Holder], at: int) -> int | None:
    if state.deadline is None or state.seat is None:
        return None
    thinks = chairs[state.chair_of(state.seat)].level is not None
    return min(state.deadline, at + ENGINES_TURN) if thinks else state.deadline
