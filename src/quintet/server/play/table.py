"""A table in memory: its commands, clocks and subscribers.

The way of a command: `perform` asks `commands.events_for` for events, and `event_log.append` writes
them to the store and publishes them on the bus. Only then subscribers are woken.

A subscriber is not sent anything from here. It knows the number of the last event its client has
seen, and fetches the rest when it is woken. So a slow client delays nobody and needs no more memory
than a fast one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Protocol, TypeVar

from quintet.errors import QuintetError
from quintet.i18n.sentence import sentence
from quintet.server.bus.memory import Bus
from quintet.server.clock import Clock, Timer
from quintet.server.play.chat import Chat
from quintet.server.play.commands import Standing, command_key, events_for, returning
from quintet.server.play.event_log import EventLog
from quintet.server.play.heartbeat import Heartbeat
from quintet.server.play.latency import MAX_LATENCY_MS, Latency
from quintet.server.play.presence import Presence
from quintet.server.play.seating import (
    chair_with_key,
    find_chair,
    joining,
    seats_of,
    shown_name,
)
from quintet.server.play.series import Results
from quintet.server.play.tasks import Tasks
from quintet.server.play.views.ending import winners_of
from quintet.server.play.views.narrated import Narrated
from quintet.server.schemas.commands import TableCommand
from quintet.server.schemas.messages import TableMessage
from quintet.server.schemas.requests import JoinRequest
from quintet.server.store import CommandKey, Occupant, Store, StoredTable
from quintet.server.store.library import MAX_SPECTATORS
from quintet.server.web.client import Client
from quintet.server.web.errors import Busy, StaleCommand
from quintet.server.web.locale import Locale
from quintet.table import ClocksSet, Event, FlagFell, SeatLeft, State, apply, due

POLLING_TIMEOUT = 60.0  # grace period for clients that poll
ABSENCE_TIMEOUT = 300.0  # seconds after which the engine may stand in for a player
MAX_ATTEMPTS = 50  # to append events while other processes append, too

Made = TypeVar("Made")

# Makes a message in a language, or None when it is out of date.
Make = Callable[[Locale], TableMessage | None]


class SubscriberLike(Protocol):
    """A client that follows the table."""

    device: str
    address: str
    latency: Latency
    wants_values: bool
    values_ply: int | None  # the ply to evaluate after the game; None for the last one

    def wake(self) -> None:
        """Something has happened at the table."""

    def resync(self) -> None:
        """Something has changed that no event tells."""

    def post(self, kind: str, make: Make) -> None:
        """Send a message that is no event; only the latest of a kind counts."""


class Table:
    """A table in memory, with its players, spectators and clocks."""

    def __init__(
        self, store: Store, bus: Bus, heartbeat: Heartbeat, clock: Clock, stored: StoredTable
    ) -> None:
        self.tasks = Tasks()
        self.clock = clock
        self.log = EventLog(store, bus, self.tasks, stored)
        self.presence = Presence(self.log, bus, clock, self.tasks, self.notify)
        self.chat = Chat(self.log, store.chat, bus, clock, self.tasks, self._wake_subscribers)
        self.rematch_id: str | None = None
        self.earlier: Results = ()  # of the games this one is a rematch of
        self.subscribers: set[SubscriberLike] = set()
        self.observers: list[Callable[[], None]] = []  # called on events, arrivals and departures
        self.cache: dict[Any, Any] = {}  # parts of messages; cleared by every event
        self.narrated: dict[str, Narrated] = {}  # by language
        self.loaded_at = clock.monotonic()
        self.last_request = -math.inf  # a table that the server itself loads has no visitor
        self._store = store
        self._remembered: set[str] = set()  # devices known to have watched
        self._heartbeat = heartbeat
        self._flag: Timer | None = None
        self._address: str | None = None  # of the latest player or host, or else of a visitor
        self._is_players = False  # whether it is that of a player or the host
        self.log.observers.append(self._after_events)

    @property
    def id(self) -> str:
        return self.log.id

    @property
    def owner(self) -> str:
        """The device that opened the table."""
        return self.log.owner

    @property
    def state(self) -> State:
        return self.log.state

    @property
    def number(self) -> int:
        """The number of the latest event."""
        return self.log.number

    @property
    def moved_at(self) -> int:
        """The number of the latest event that changed the position or ended the game."""
        return self.log.moved_at

    @property
    def chairs(self) -> tuple[Occupant, ...]:
        return self.log.chairs

    # Commands

    async def perform(self, command: TableCommand, device: str, latency: int = 0) -> int:
        """Perform a command; return the number of its last event, which is on disk.

        A move counts from when it was sent: `latency` milliseconds ago.
        """
        return await self.tasks.run(self._perform(command, device, latency))

    async def join(self, request: JoinRequest, device: str, locale: Locale) -> int:
        """Seat somebody; return the number of the chair."""
        return await self.tasks.run(self._join(request, device, locale))

    async def append_now(self, make: Callable[[int], Event], moved_at: int) -> None:
        """Append an event that happens now, unless the game has moved on since `moved_at`."""

        def events(_: State) -> Sequence[Event]:
            return (make(self.time()),) if self.moved_at == moved_at else ()

        await self.append(events)

    async def append(self, make: Callable[[State], Sequence[Event]]) -> None:
        """Append the events that `make` returns for the latest state."""
        await self.tasks.run(self._write(make))

    async def settle(self) -> None:
        """Append what the clocks demand: time given back after an outage, and flags."""
        await self._write(lambda _: ())

    async def check_deadline(self) -> None:
        """Settle a table whose deadline has passed, even when nobody is there."""
        await self.log.catch_up()
        await self.settle()
        await self._store.remind(self.id, self.number, self.log.deadline(self.clock.now()))
        self.notify_observers()

    async def _perform(self, command: TableCommand, device: str, latency: int) -> int:
        if command.number > self.number:
            await self.log.catch_up(command.number)  # the client has seen more elsewhere
        key, moves = command_key(device, command), command.do == "move"

        def events(state: State) -> Sequence[Event]:
            if not self.moved_at <= command.number <= self.number:
                raise StaleCommand(sentence("The table has moved on; look at it again."))
            at = max(self.clock.now() - latency, state.at) if moves else self.time()
            return events_for(state, command, self.standing(device), at)

        await self._write(events, key, device, latency if moves else None)
        number = self.log.result_of(key)
        assert number is not None
        return number

    async def _join(self, request: JoinRequest, device: str, locale: Locale) -> int:
        chair = 0

        def events(state: State) -> Sequence[Event]:
            nonlocal chair
            chair = find_chair(state, self.chairs, request, device)
            present = state.seat_at(chair) not in state.left
            if present and self.chairs[chair].device == device:
                return ()  # a retry
            held = state.chairs[chair]
            keeps = held is not None and request.name in ("", held)
            others = [name for other, name in enumerate(state.chairs) if other != chair]
            name = held if keeps and held else shown_name(request.name, chair + 1, locale, others)
            invited = chair_with_key(self.chairs, request.key or "")
            return joining(state, chair, name, self.time(), invited)

        await self._write(events, command_key(device), device)
        return chair

    async def _write(
        self,
        make: Callable[[State], Sequence[Event]],
        command: CommandKey | None = None,
        device: str | None = None,
        latency: int | None = None,
    ) -> None:
        """Append what is overdue, then the events `make` returns for the state after that.

        `device` is the author, and `latency` how long a move was on its way. Commands are
        idempotent: a retry changes nothing. A command is refused only by the latest state, and
        leaves no event behind then. Only a flag is written by itself: it has fallen anyway.
        """
        async with self.log.lock:
            for _ in range(MAX_ATTEMPTS):
                if command is not None and self.log.result_of(command) is not None:
                    return
                overdue = self._overdue(self._allowance(device, latency))
                if isinstance(overdue, FlagFell):
                    if self._heartbeat.is_steady:
                        await self.log.append((overdue,))
                    else:
                        await self._heartbeat.steady()
                    continue
                given = () if overdue is None else (overdue,)
                try:
                    events = (*given, *make(self.state if not given else apply(self.state, *given)))
                except QuintetError:
                    if not self.log.is_shared or not await self.log.refresh():
                        raise
                    continue
                if not events:
                    self.schedule_flag()  # timers may be early by a little
                    return
                if await self.log.append(events, command, device):
                    return
        raise Busy(sentence("Too many commands at this table at once; try again."))

    def _after_events(self) -> None:
        self.schedule_flag()
        self.presence.update()
        self.notify()

    # Clocks

    def time(self) -> int:
        """Return the time in milliseconds; never before the latest event."""
        return max(self.clock.now(), self.state.at)

    def schedule_flag(self) -> None:
        """Schedule the flag of the seat to move."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        deadline = self.state.deadline
        if deadline is not None:
            wait = max(0, deadline + self._allowance() - self.clock.now()) / 1000
            self._flag = self.clock.call_later(wait, lambda: self.tasks.start(self.settle()))

    def _allowance(self, device: str | None = None, latency: int | None = None) -> int:
        """For how long after the deadline a move made before it may arrive.

        The latency of a move that has arrived is known. A player who is not connected to this
        process may be connected to another.
        """
        occupant = None if self.state.seat is None else self.occupant(self.state.seat)
        if occupant is None or occupant.level is not None:
            return 0
        if latency is not None and device == occupant.device:
            return latency
        known = [it.latency.allowance for it in self.subscribers if it.device == occupant.device]
        return max(known, default=MAX_LATENCY_MS)

    def clock_time(self) -> int:
        """Return the time for which clocks have run: without what will be given back."""
        return max(self.state.at, self.time() - self._heartbeat.missed(self.state.at))

    def _overdue(self, allowance: int) -> ClocksSet | FlagFell | None:
        """What the clocks demand before anything else: time given back, or a flag.

        No clock is left with more than its time control can give.
        """
        state, control, shown = self.state, self.state.setup.clock, self.clock_time()
        if control is None or state.clocks is None or state.deadline is None:
            return None
        flag = due(state, shown, allowance)
        seats = range(len(self.chairs))
        if flag is not None and not self.is_attended:
            # Nobody looked at these engines, so they did not think: their clocks stood still.
            lasting = (state.time_left(seat, state.at) or 1 for seat in seats)
            return ClocksSet(self.time(), tuple(lasting))
        most = control.most(self.number)
        if flag is not None or (shown == self.time() and max(state.clocks) <= most):
            return flag
        left = (state.time_left(seat, shown) or 0 for seat in seats)
        return ClocksSet(self.time(), tuple(max(1, min(time, most)) for time in left))

    # People

    def occupant(self, seat: int) -> Occupant:
        """The player of a seat."""
        return self.chairs[self.state.chair_of(seat)]

    def may_look(self, device: str) -> bool:
        return self.state.setup.spectators or device == self.owner or self.is_player(device)

    def is_player(self, device: str) -> bool:
        return any(occupant.device == device for occupant in self.chairs)

    def standing(self, device: str) -> Standing:
        """What a device may do at this table."""
        seats = range(len(self.chairs))
        return Standing(
            own=seats_of(self.state, self.chairs, device),
            engines=[seat for seat in seats if self.occupant(seat).level is not None],
            owner=self.owner == device,
            absent=[seat for seat in seats if self.absent_in(seat) == 0],
            present=[seat for seat in seats if self.is_present(seat)],
        )

    def is_present(self, seat: int) -> bool:
        """Whether the player of a seat is there; the engine always is."""
        chair = self.state.chair_of(seat)
        return self.chairs[chair].level is not None or chair in self.presence.chairs

    def absent_in(self, seat: int) -> int | None:
        """The milliseconds until the engine may stand in for the player of a seat."""
        has_left = seat in self.state.left
        if self.is_present(seat) and not has_left:
            return None
        away = self.presence.away_seconds(self.state.chair_of(seat))
        if has_left:  # and may still look on
            away = max(away, (self.time() - self._left_at(seat)) / 1000)
        return max(0, round((ABSENCE_TIMEOUT - away) * 1000))

    def _left_at(self, seat: int) -> int:
        """When the player of a seat has left."""
        events = (it for it in reversed(self.log.events) if isinstance(it, SeatLeft))
        return next((it.at for it in events if it.seat == seat), self.state.at)

    def engine_level(self, seat: int) -> int | None:
        """The level at which the engine plays a seat: its own, or that of a stand-in."""
        if seat in self.state.stand_ins:
            return self.state.setup.level_of_stand_ins
        return self.occupant(seat).level

    @property
    def results(self) -> Results:
        """Who won the games of this series, by chair: the earlier ones, and this one if over."""
        outcome = self.state.outcome
        if outcome is None:
            return self.earlier
        return (*self.earlier, [self.state.chair_of(seat) for seat in winners_of(outcome)])

    async def take_over(self, device: str) -> None:
        """Return a player to a seat for which the engine stands in; they have just acted."""

        def events(state: State) -> Sequence[Event]:
            return returning(state, self.standing(device), self.time())

        if self.state.stand_ins.intersection(self.standing(device).own):
            await self.tasks.run(self._write(events, device=device))

    @property
    def is_attended(self) -> bool:
        """Whether somebody is there to play for, or a person's clock runs.

        An engine answers a player who is away for a while: a move, and then it waits. Engines among
        themselves would play on for nobody.
        """
        if self.is_visited or self.state.deadline is None:
            return self.is_visited
        return not self.engines_only or self.presence.is_anybody

    @property
    def is_needed(self) -> bool:
        """Whether it must stay in memory: for a client, or an engine on its clock."""
        seat = self.state.seat
        engine_to_move = seat is not None and self.occupant(seat).level is not None
        plays_on = engine_to_move and self.state.deadline is not None and self.is_attended
        return self.is_visited or plays_on or self._is_recent(self.loaded_at)

    @property
    def is_visited(self) -> bool:
        """Whether a client is connected to this process, or was heard of lately."""
        return bool(self.subscribers) or self._is_recent(self.last_request)

    @property
    def engines_only(self) -> bool:
        return all(occupant.level is not None for occupant in self.chairs)

    def _is_recent(self, moment: float) -> bool:
        return self.clock.monotonic() - moment < POLLING_TIMEOUT

    # Subscribers and observers

    @property
    def client(self) -> Client:
        """On whose behalf engines think here, for queues that are fair to clients.

        Spectators do not count where the address of a player is known: they could slow down
        the table.
        """
        address = f"host {self.owner}" if self._address is None else self._address
        return Client(address, self.owner)

    def note_request(self, client: Client | None = None) -> None:
        """Note a request of a client that is not connected; more may follow."""
        if client is not None:
            self._note_address(client.device, client.address)
        self.last_request = self.clock.monotonic()
        self.notify_observers()

    def _note_address(self, device: str, address: str) -> None:
        plays = device == self.owner or self.is_player(device)
        if plays or not self._is_players:
            self._address, self._is_players = address, plays

    def subscribe(self, subscriber: SubscriberLike) -> None:
        self.subscribers.add(subscriber)
        self._note_address(subscriber.device, subscriber.address)
        self.presence.arrive(subscriber.device)
        self._remember_spectator(subscriber.device)
        self.notify_observers()

    def _remember_spectator(self, device: str) -> None:
        """Add this table to the games that a device has watched, once."""
        watches = device != self.owner and not self.is_player(device)
        known = device in self._remembered or len(self._remembered) >= MAX_SPECTATORS
        if watches and not known:
            self._remembered.add(device)
            self.tasks.start(self._store.library.watch(device, self.id, self.clock.now()))

    def unsubscribe(self, subscriber: SubscriberLike, *, polls: bool = False) -> None:
        """Remove a subscriber; one that polls is expected to return."""
        self.subscribers.discard(subscriber)
        self.presence.depart(subscriber.device)
        if polls:
            self.last_request = self.clock.monotonic()
        elif not self.subscribers:
            self.last_request = -math.inf
        self.notify_observers()

    def notify(self) -> None:
        """Tell observers and subscribers that something has changed."""
        self.cache.clear()
        self.notify_observers()
        self._wake_subscribers()

    def notify_observers(self) -> None:
        for observer in self.observers:
            observer()

    def _wake_subscribers(self) -> None:
        for subscriber in self.subscribers:
            subscriber.wake()

    def cached(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return what all subscribers share; it is made once until the next change."""
        place = self.number, key
        made: Made | None = self.cache.get(place)
        if made is None:
            made = self.cache[place] = make()
        return made

    def close(self) -> None:
        self.log.close()
        self.presence.close()
        self.chat.close()
        if self._flag is not None:
            self._flag.cancel()
