"""The chat of a table. Lines are on disk before they are sent.

The latest lines of each room are in memory. A reader knows the number of the last line it has seen
and the rooms it could read then. It is sent the rest or, where its rooms have changed or it has
missed too much, all lines in memory.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from typing_extensions import TypedDict

from quintet.errors import NotAllowed
from quintet.i18n.sentence import sentence
from quintet.server.bus.memory import Bus
from quintet.server.clock import Clock
from quintet.server.play.commands import command_key, own_seat
from quintet.server.play.rooms import Rooms, all_rooms, room_to_write, rooms_of, shown_room
from quintet.server.play.seating import seats_of
from quintet.server.play.tasks import Tasks
from quintet.server.schemas.commands import SayCommand
from quintet.server.schemas.encoding import encode
from quintet.server.schemas.messages import ChatLine, ChatMessage
from quintet.server.store import Occupant
from quintet.server.store.chat import ChatStore, Line
from quintet.server.web.errors import InvalidField
from quintet.server.web.locale import Locale
from quintet.table import State

MAX_LINES_IN_MEMORY = 100  # of a room
MAX_LINES = 5_000  # of a room, on disk
MAX_CACHED = 20  # messages for readers who have seen the same
_JOINERS = "\u200c\u200d"  # invisible, but some scripts and emoji need them


class LineMessage(TypedDict, total=False):
    """A message on the bus about a new line; an empty one means lost messages."""

    number: int


class ChatTable(Protocol):
    """What the chat needs to know about a table."""

    id: str
    state: State
    chairs: tuple[Occupant, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a reader has seen: all lines of some rooms up to a number."""

    number: int
    rooms: tuple[str, ...]  # empty for those the reader may read now

    @property
    def text(self) -> str:
        return ".".join((str(self.number), *self.rooms))


def read_seen(text: str) -> Seen | None:
    """Read what a client says it has seen; None for nothing, and for nonsense."""
    number, *rooms = text[:100].split(".")
    if not (number.isascii() and number.isdecimal()) or len(number) > 9:
        return None
    return Seen(int(number), tuple(rooms))


class Chat:
    """The chat of one table; `on_change` is called after every new line."""

    def __init__(
        self,
        table: ChatTable,
        store: ChatStore,
        bus: Bus,
        clock: Clock,
        tasks: Tasks,
        on_change: Callable[[], None],
    ) -> None:
        self.number = 0  # of the latest line in memory
        self._table = table
        self._store = store
        self._bus = bus
        self._clock = clock
        self._tasks = tasks
        self._on_change = on_change
        self._rooms: dict[str, deque[Line]] = {}  # empty until somebody reads
        self._dropped: dict[str, int] = {}  # by room, the latest line that is not in memory
        self._cache: dict[Hashable, str] = {}  # messages; cleared by every line
        self._lock = asyncio.Lock()
        self._unsubscribe = bus.subscribe(self._channel, self._hear)

    @property
    def _channel(self) -> str:
        return f"chat:{self._table.id}"

    async def open(self, number: int = 0) -> None:
        """Load the latest lines, at least up to a number that somebody has seen."""
        async with self._lock:
            if not self._rooms:
                await self._load()
            if number > self.number:
                await self._catch_up()

    async def say(self, command: SayCommand, device: str, name: str) -> int:
        """Add a line and return its number. Players write under the name of their seat."""
        return await self._tasks.run(self._say(command, device, name))

    async def _say(self, command: SayCommand, device: str, name: str) -> int:
        line = self._line(command, device, name)
        number = await self._store.add(
            self._table.id, line, command_key(device, command), MAX_LINES
        )
        if number is None:
            raise NotAllowed(sentence("Enough has been said in this room."))
        await self.open(number)
        self._bus.publish(self._channel, {"number": number})
        return number

    def delta(self, seen: Seen | None, device: str, locale: Locale) -> tuple[Seen, str | None]:
        """Return what a reader has seen after this, and a message with new lines."""
        rooms = self._rooms_of(device).read
        after = Seen(self.number, rooms)
        if seen is not None and not seen.rooms:
            seen = replace(seen, rooms=rooms)
        if seen == after or not self._rooms:
            return after, None
        since = self._since(seen, rooms)
        # A reader that has seen no line needs no empty message.
        has_lines = seen is not None and seen.number > 0
        if not (self._lines(since, rooms) or (has_lines and since is None)):
            return after, None
        key = (since, rooms, self._table.state.first, locale.code)
        made = self._cache.get(key) or self._message(since, after, locale)
        if len(self._cache) < MAX_CACHED:
            self._cache[key] = made
        return after, made

    async def earlier(self, before: int, device: str, locale: Locale) -> list[ChatLine]:
        """Return lines before a number, for a reader who scrolls back."""
        rooms = self._rooms_of(device).read
        found = await self._store.before(self._table.id, rooms, before, MAX_LINES_IN_MEMORY)
        return [self._shown(line, locale) for line in found]

    def close(self) -> None:
        self._unsubscribe()

    def _line(self, command: SayCommand, device: str, name: str) -> Line:
        state, own = self._table.state, seats_of(self._table.state, self._table.chairs, device)
        text = _printable(command.text)
        if not text:
            raise InvalidField(sentence("There is nothing to say in this."), field="text")
        seat = own_seat(command.seat, state.seat, own) if own else None
        room = room_to_write(state, command.room, seat, own)
        chair = None if seat is None else state.chair_of(seat)
        if chair is not None:
            name = state.chairs[chair] or ""
        return Line(0, room, chair, name, text, max(self._clock.now(), state.at))

    def _rooms_of(self, device: str) -> Rooms:
        state = self._table.state
        return rooms_of(state, seats_of(state, self._table.chairs, device))

    def _since(self, seen: Seen | None, rooms: tuple[str, ...]) -> int | None:
        """The line after which to continue; None to send all lines in memory."""
        if seen is None or seen.rooms != rooms or seen.number > self.number:
            return None
        missed = any(seen.number < self._dropped.get(room, 0) for room in rooms)
        return None if missed else seen.number

    def _lines(self, since: int | None, rooms: tuple[str, ...]) -> list[Line]:
        lines = [line for room in rooms for line in self._rooms[room] if line.number > (since or 0)]
        return sorted(lines, key=lambda line: line.number)

    def _message(self, since: int | None, after: Seen, locale: Locale) -> str:
        message: ChatMessage = {
            "type": "chat",
            "lines": [self._shown(line, locale) for line in self._lines(since, after.rooms)],
            "whole": since is None,
            "seen": after.text,
        }
        return encode(message)

    def _shown(self, line: Line, locale: Locale) -> ChatLine:
        first, chairs = self._table.state.first or 0, len(self._table.chairs)
        return {
            "number": line.number,
            "room": shown_room(line.room),
            "chair": line.chair,
            "seat": None if line.chair is None else (line.chair - first) % chairs,
            "name": line.name or locale.say(sentence("A spectator")),
            "text": line.text,
            "at": line.at,
        }

    async def _load(self) -> None:
        rooms = all_rooms(self._table.state)
        found = await self._store.latest(self._table.id, rooms, MAX_LINES_IN_MEMORY + 1)
        self._rooms = {room: deque() for room in rooms}
        self._take(found)

    async def _catch_up(self) -> None:
        while lines := await self._store.after(self._table.id, self.number, MAX_LINES_IN_MEMORY):
            self._take(lines)

    def _take(self, lines: Iterable[Line]) -> None:
        for line in lines:
            room = self._rooms[line.room]
            room.append(line)
            self.number = max(self.number, line.number)
            if len(room) > MAX_LINES_IN_MEMORY:
                self._dropped[line.room] = room.popleft().number
        self._cache.clear()
        self._on_change()

    def _hear(self, message: LineMessage) -> None:
        """Another process has added a line, or may have."""
        number = message.get("number", self.number + 1)
        if self._rooms and number > self.number:
            self._tasks.start(self.open(number))


def _printable(text: str) -> str:
    """Return the text as one line, without unprintable characters."""
    shown = (char if char.isprintable() or char in _JOINERS else " " for char in text)
    return " ".join("".join(shown).split())
