"""What is said at a table. Lines are on disk before they are told, like everything else.

The latest lines of each room are at hand. A reader knows the number of the last line it has seen,
and the rooms it could read then: it is told the rest, or, where its rooms have changed or it has
missed too much, all that is at hand.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from quintet.errors import NotAllowed
from quintet.i18n.sentence import sentence
from quintet.server.api.encoding import encode
from quintet.server.bus.memory import Bus, Message
from quintet.server.play.commands import Command, command_name, own_seat
from quintet.server.play.rooms import all_rooms, room_to_write, rooms_of, shown_room
from quintet.server.store.chat import ChatStore, Line
from quintet.server.web.errors import InvalidField
from quintet.server.web.locale import Locale

if TYPE_CHECKING:
    from quintet.server.play.table import LiveTable

MOST_AT_HAND = 100  # lines of a room
MOST_LINES = 5_000  # of a room, for good
MOST_MADE = 20  # messages kept for those who have seen the same
_JOINERS = "\u200c\u200d"  # cannot be seen, but some scripts and small pictures need them


@dataclass(frozen=True, slots=True)
class Seen:
    """What a reader has seen: all lines up to a number, of some rooms."""

    number: int
    rooms: tuple[str, ...]  # none at all: those they may read now

    @property
    def text(self) -> str:
        return ".".join((str(self.number), *self.rooms))


def read_seen(text: str) -> Seen | None:
    """What a reader says they have seen; None is nothing, and so is nonsense."""
    number, *rooms = text[:100].split(".")
    if not (number.isascii() and number.isdecimal()) or len(number) > 9:
        return None
    return Seen(int(number), tuple(rooms))


class Chat:
    def __init__(self, table: LiveTable, store: ChatStore, bus: Bus) -> None:
        self.number = 0  # of the latest line at hand
        self._table = table
        self._store = store
        self._bus = bus
        self._rooms: dict[str, deque[Line]] = {}  # empty until somebody wants to read
        self._dropped: dict[str, int] = {}  # by room, the latest line that is not at hand any more
        self._made: dict[Any, str] = {}  # for telling; forgotten with every line
        self._lock = asyncio.Lock()
        self._forget = bus.subscribe(self._channel, self._hear)

    @property
    def _channel(self) -> str:
        return f"chat:{self._table.id}"

    async def open(self, number: int = 0) -> None:
        """Gets what was said, so that it can be told; at least up to a number somebody knows of."""
        async with self._lock:
            if not self._rooms:
                await self._load()
            if number > self.number:
                await self._catch_up()

    async def say(self, command: Command, device: str, name: str) -> int:
        """Adds a line of somebody, and gives its number. Who plays speaks under their own name."""
        return await self._table.run(self._say(command, device, name))

    async def _say(self, command: Command, device: str, name: str) -> int:
        line = self._line(command, device, name)
        number = await self._store.add(
            self._table.id, line, command_name(device, command.id), MOST_LINES
        )
        if number is None:
            raise NotAllowed(sentence("Enough has been said in this room."))
        await self.open(number)
        self._bus.publish(self._channel, {"number": number})
        return number

    def news(self, seen: Seen | None, device: str, locale: Locale) -> tuple[Seen, str | None]:
        """What a reader has seen after this, and the message that tells it, if there is one."""
        rooms = rooms_of(self._table, device).read
        after = Seen(self.number, rooms)
        if seen is not None and not seen.rooms:
            seen = replace(seen, rooms=rooms)
        if seen == after or not self._rooms:
            return after, None
        since = self._since(seen, rooms)
        # Whoever has seen nothing need not be told that there is nothing to see.
        has_lines = seen is not None and seen.number > 0
        if not (self._lines(since, rooms) or (has_lines and since is None)):
            return after, None
        key = (since, rooms, self._table.state.first, locale.code)
        made = self._made.get(key) or self._message(since, after, locale)
        if len(self._made) < MOST_MADE:
            self._made[key] = made
        return after, made

    async def earlier(self, before: int, device: str, locale: Locale) -> list[dict[str, Any]]:
        """Lines before a number, for whoever looks back."""
        rooms = rooms_of(self._table, device).read
        found = await self._store.before(self._table.id, rooms, before, MOST_AT_HAND)
        return [self._shown(line, locale) for line in found]

    def close(self) -> None:
        self._forget()

    def _line(self, command: Command, device: str, name: str) -> Line:
        table, who = self._table, self._table.standing(device)
        if command.room is None:
            raise InvalidField(sentence("Say in which room."), field="room")
        text = _printable(command.text or "")
        if not text:
            raise InvalidField(sentence("There is nothing to say in this."), field="text")
        seat = own_seat(command.seat, table.state.seat, who) if who.own else None
        room = room_to_write(table, command.room, seat)
        chair = None if seat is None else table.state.chair_of(seat)
        if chair is not None:
            name = table.state.chairs[chair] or ""
        return Line(0, room, chair, name, text, table.time())

    def _since(self, seen: Seen | None, rooms: tuple[str, ...]) -> int | None:
        """The line after which to go on; None where all that is at hand has to be told."""
        if seen is None or seen.rooms != rooms or seen.number > self.number:
            return None
        missed = any(seen.number < self._dropped.get(room, 0) for room in rooms)
        return None if missed else seen.number

    def _lines(self, since: int | None, rooms: tuple[str, ...]) -> list[Line]:
        lines = [line for room in rooms for line in self._rooms[room] if line.number > (since or 0)]
        return sorted(lines, key=lambda line: line.number)

    def _message(self, since: int | None, after: Seen, locale: Locale) -> str:
        return encode(
            {
                "type": "chat",
                "lines": [self._shown(line, locale) for line in self._lines(since, after.rooms)],
                "whole": since is None,
                "seen": after.text,
            }
        )

    def _shown(self, line: Line, locale: Locale) -> dict[str, Any]:
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
        rooms = all_rooms(self._table)
        found = await self._store.latest(self._table.id, rooms, MOST_AT_HAND + 1)
        self._rooms = {room: deque() for room in rooms}
        self._take(found)

    async def _catch_up(self) -> None:
        while lines := await self._store.after(self._table.id, self.number, MOST_AT_HAND):
            self._take(lines)

    def _take(self, lines: Iterable[Line]) -> None:
        for line in lines:
            at_hand = self._rooms[line.room]
            at_hand.append(line)
            self.number = max(self.number, line.number)
            if len(at_hand) > MOST_AT_HAND:
                self._dropped[line.room] = at_hand.popleft().number
        self._made.clear()
        for listener in self._table.listeners:
            listener.wake()

    def _hear(self, message: Message) -> None:
        """Somebody at another process has said something, or may have."""
        number = message.get("number", self.number + 1)
        if self._rooms and number > self.number:
            self._table.start(self.open(number))


def _printable(text: str) -> str:
    """One line, without what cannot be shown."""
    kept = (sign if sign.isprintable() or sign in _JOINERS else " " for sign in text)
    return " ".join("".join(kept).split())
