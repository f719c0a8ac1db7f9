"""The events of one table, shared through the store and the bus.

Any process may append: the database accepts events from a writer that knows all earlier ones, and
the others catch up. The writer then publishes the events on the bus. A process that misses the
message finds the events in the database later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

from typing_extensions import TypedDict

from quintet.errors import QuintetError
from quintet.server.bus.memory import Bus
from quintet.server.play.seating import seated
from quintet.server.play.tasks import Tasks
from quintet.server.store import CommandKey, Entry, Occupant, Performed, Store, StoredTable
from quintet.table import Event, State, apply, begin, event_from_json, event_to_json

ENGINE_CHECK_MS = 10_000  # after so long another process checks whether an engine still searches


class LogMessage(TypedDict, total=False):
    """A message on the bus about a log; an empty one means lost messages."""

    number: int  # of the latest event
    events: list[Mapping[str, object]]  # the new ones, if the chairs have not changed
    command: str | None  # the name of the idempotency key of their command
    digest: str | None


class EventLog:
    """The log of a table: append events, catch up with others, notify observers."""

    def __init__(self, store: Store, bus: Bus, tasks: Tasks, stored: StoredTable) -> None:
        self.id = stored.id
        self.owner = stored.owner
        self.chairs = stored.chairs
        self.events: list[Event] = []
        self.plies_after: list[int] = []  # by event, the number of plies played
        self.moved_at = 0  # the latest event that changed the position or ended the game
        self.observers: list[Callable[[], None]] = []  # called after new events
        self.lock = asyncio.Lock()  # held while appending and while catching up
        self._store = store
        self._bus = bus
        self._tasks = tasks
        self._performed = dict(stored.commands)
        self._heard: list[LogMessage] = []  # messages of other processes, not yet followed
        try:
            self.state = begin(stored.events[0])
        except QuintetError as error:
            raise store.spoilt(stored.id, 1) from error
        self._take((stored.events[0],), [self.state])
        self._replay(stored.events[1:])
        self._unsubscribe = bus.subscribe(self._channel, self._hear)

    @property
    def number(self) -> int:
        """The number of the latest event; the first event has the number 1."""
        return len(self.events)

    @property
    def is_shared(self) -> bool:
        """Whether other processes may append, too."""
        return not self._bus.alone

    @property
    def _channel(self) -> str:
        return f"table:{self.id}"

    def result_of(self, command: CommandKey) -> int | None:
        """The number of the last event of a command that was performed before.

        Raises `IdempotencyConflict` if its id was used for another command.
        """
        performed = self._performed.get(command.name)
        if performed is None:
            return None
        command.check(performed.digest)
        return performed.number

    def deadline(self, at: int) -> int | None:
        """When a server must check the table at the latest, as it stands at some time."""
        return _deadline(self.state, self.chairs, at)

    async def append(
        self, events: Sequence[Event], command: CommandKey | None = None, device: str | None = None
    ) -> bool:
        """Write events to disk, then apply and publish them; False if others were faster.

        The caller holds `lock`. `device` is the author of the events.
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
            occupants={
                chair: occupant
                for chair, occupant in enumerate(chairs)
                if occupant != self.chairs[chair]
            },
        )
        if not await self._store.append(self.id, entry):
            await self.refresh()
            return False
        self.chairs = chairs
        self._take(events, states[1:])
        if command is not None:
            self._performed[command.name] = Performed(self.number, command.digest)
        self._bus.publish(self._channel, self._message(entry))
        self._notify()
        return True

    async def catch_up(self, number: int | None = None) -> None:
        """Read what other processes have written, at least up to a number if one is given."""
        async with self.lock:
            if number is None or self.number < number:
                await self.refresh()

    async def refresh(self) -> bool:
        """Read what others have written; return whether there was anything.

        The caller holds `lock`.
        """
        if (await self._store.numbers([self.id])).get(self.id, 0) <= self.number:
            return False
        stored = await self._store.load(self.id, self.number)
        assert stored is not None
        self.chairs = stored.chairs
        self._performed.update(stored.commands)
        self._replay(stored.events)
        self._notify()
        return True

    def close(self) -> None:
        self._unsubscribe()

    def _notify(self) -> None:
        for observer in self.observers:
            observer()

    def _replay(self, events: Sequence[Event]) -> None:
        for event in events:
            try:
                state = apply(self.state, event)
            except QuintetError as error:  # it was accepted once, so no client is to blame
                raise self._store.spoilt(self.id, self.number + 1) from error
            self._take((event,), [state])

    def _take(self, events: Sequence[Event], states: list[State]) -> None:
        for event, state in zip(events, states, strict=True):
            before, self.state = self.state, state
            self.events.append(event)
            self.plies_after.append(len(state.played))
            if before.positions is not state.positions or before.phase != state.phase:
                self.moved_at = self.number

    def _message(self, entry: Entry) -> LogMessage:
        """The message for other processes that have this table in memory.

        Events that leave the chairs as they are travel with it, which saves a query.
        """
        if self._bus.alone or entry.occupants:
            return {"number": self.number}
        events: list[Mapping[str, object]] = [event_to_json(event) for event in entry.events]
        name, digest = (None, None) if (key := entry.command) is None else (key.name, key.digest)
        return {"number": self.number, "events": events, "command": name, "digest": digest}

    def _hear(self, message: LogMessage) -> None:
        """Another process has appended events, or may have."""
        if message.get("number", self.number + 1) > self.number:
            self._heard.append(message)
            if len(self._heard) == 1:
                self._tasks.start(self._follow())

    async def _follow(self) -> None:
        async with self.lock:
            heard, self._heard = self._heard, []
            for message in heard:
                self._follow_directly(message)
            if any(message.get("number", self.number + 1) > self.number for message in heard):
                await self.refresh()

    def _follow_directly(self, message: LogMessage) -> None:
        """Take events from the bus where they are the very next ones."""
        events = [event_from_json(event) for event in message.get("events", ())]
        if events and message["number"] == self.number + len(events):
            command = message.get("command")
            if command is not None:
                self._performed[command] = Performed(message["number"], message.get("digest"))
            self._replay(events)
            self._notify()


def _deadline(state: State, chairs: Sequence[Occupant], at: int) -> int | None:
    if state.deadline is None or state.seat is None:
        return None
    engine_to_move = chairs[state.chair_of(state.seat)].level is not None
    return min(state.deadline, at + ENGINE_CHECK_MS) if engine_to_move else state.deadline
