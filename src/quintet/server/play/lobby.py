"""The lobby: public tables with a free chair, and games that may be watched.

A process that changes a public table announces its entry on the bus, and every process keeps the
latest entry of each table. From time to time the database is read, for tables that nobody has
announced and for messages that were lost.

The lists are fair: the first table of every device and address comes before anybody's second, so
that nobody can fill them. The bus carries addresses only as hashes under a key of the process.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import NotRequired

from typing_extensions import TypedDict

from quintet.errors import QuintetError
from quintet.games import find_game
from quintet.i18n.sentence import sentence
from quintet.options import options_in_words, write_value
from quintet.server.bus.memory import Bus
from quintet.server.clock import Clock
from quintet.server.play.presence import merged, presence_key
from quintet.server.play.table import Table
from quintet.server.schemas.encoding import encode
from quintet.server.schemas.messages import LobbyChair, LobbyLists, LobbyMessage, LobbyTable
from quintet.server.store import Store
from quintet.server.web.errors import InternalError
from quintet.server.web.locale import Locale
from quintet.table import Phase, State, read_clock, replay

CHANNEL = "lobby"
LISTED: tuple[Phase, ...] = ("open", "playing")
MAX_SHOWN = 50  # open tables, and as many games that may be watched
MAX_ENTRIES = 500  # in memory
MAX_ORIGINS = 5000  # in memory
REFRESH_INTERVAL = 10.0  # seconds after which the database is read again
MAX_AGE_MS = 8 * 24 * 3600 * 1000  # since the last event; the slowest clock has a week a turn


class LobbyEntry(TypedDict):
    """A table in plain values, before they are put into a language."""

    id: str
    created: int
    number: int
    phase: Phase
    spectators: bool
    game: str
    title: str
    options: dict[str, str]
    clock: str
    chairs: list[str | None]
    levels: list[int | None]
    present: list[int]
    plies: int
    watchers: int
    owner: NotRequired[str]  # the device that opened it
    origin: NotRequired[str]  # its address, hidden; a process that has just started has none


class Lobby:
    """The lists of public tables, in every language."""

    def __init__(self, store: Store, bus: Bus, clock: Clock) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock
        self._entries: dict[str, LobbyEntry] = {}  # by table, the latest
        self._refreshed: float | None = None  # when the database was read
        self._refreshing = asyncio.Lock()
        self._lists: dict[str, tuple[str, str]] = {}  # by language; cleared by every change
        self._changed = asyncio.Event()
        self._key = secrets.token_bytes(16)
        self._origins: OrderedDict[str, str] = OrderedDict()  # by table
        bus.subscribe(CHANNEL, self._hear)

    def announce(self, table: Table, address: str = "") -> None:
        """Publish the entry of a public table if it has changed.

        The address is that of a device that has just opened it.
        """
        if not table.state.setup.public:
            return
        presence = table.presence
        created = table.log.events[0].at
        entry = _entry(
            table.id, created, table.number, table.state, presence.chairs, presence.spectators
        )
        known = self._entries.get(table.id)
        if address:
            self._remember(table.id, self._hidden(address))
        entry["owner"], entry["origin"] = table.owner, self._origins.get(table.id, "")
        if entry != known and (_is_shown(entry) or known is not None):
            self._hear(entry)
            self._bus.publish(CHANNEL, entry)

    async def waiting(self, address: str, device: str) -> tuple[int, int]:
        """Count the tables of an address, and of a device, that wait for players."""
        await self._refresh()
        origin = self._hidden(address)
        waiting = [entry for entry in self._entries.values() if entry["phase"] == "open"]
        return (
            sum(_origin(entry) == origin for entry in waiting),
            sum(entry.get("owner") == device for entry in waiting),
        )

    async def listing(self, locale: Locale, known: str = "") -> tuple[str, str]:
        """Return the list and its mark, as soon as the mark differs from the known one."""
        while True:
            await self._refresh()
            changed, found = self._changed, self._list(locale)
            if found[0] != known:
                return found
            with suppress(TimeoutError):
                async with self._clock.timeout(REFRESH_INTERVAL):
                    await changed.wait()

    def _list(self, locale: Locale) -> tuple[str, str]:
        if locale.code not in self._lists:
            shown: LobbyLists = {
                "open": self._shown("open", locale),
                "running": self._shown("playing", locale),
            }
            mark = hashlib.sha256(encode(shown).encode()).hexdigest()[:12]
            message: LobbyMessage = {"type": "lobby", "mark": mark, **shown}
            self._lists[locale.code] = mark, encode(message)
        return self._lists[locale.code]

    def _shown(self, phase: Phase, locale: Locale) -> list[LobbyTable]:
        entries = [entry for entry in self._entries.values() if entry["phase"] == phase]
        shown = _fairest(entries)[:MAX_SHOWN]
        # Tables with somebody present come first.
        shown.sort(key=lambda entry: not entry["present"])
        return [_shown(entry, locale) for entry in shown]

    def _hear(self, entry: LobbyEntry) -> None:
        if not entry:
            self._refreshed = None  # messages may have been lost
            self._notify()
            return
        self._remember(entry["id"], _origin(entry))
        if entry["number"] >= self._entries.get(entry["id"], entry)["number"]:
            self._entries.pop(entry["id"], None)
            if _is_shown(entry):
                self._entries[entry["id"]] = entry
            if len(self._entries) > MAX_ENTRIES:
                for each in _fairest(self._entries.values())[MAX_ENTRIES:]:
                    del self._entries[each["id"]]
        self._notify()

    def _remember(self, table_id: str, origin: str) -> None:
        """Keep the origin of a table, also while it is not listed."""
        if origin:
            self._origins[table_id] = origin
            while len(self._origins) > MAX_ORIGINS:
                self._origins.popitem(last=False)

    def _hidden(self, address: str) -> str:
        return hashlib.blake2b(address.encode(), key=self._key, digest_size=8).hexdigest()

    def _notify(self) -> None:
        self._lists.clear()
        self._changed.set()
        self._changed = asyncio.Event()

    async def _refresh(self) -> None:
        """Read the database if that was long ago; concurrent callers share the answer."""
        async with self._refreshing:
            now = self._clock.monotonic()
            if self._refreshed is not None and now - self._refreshed < REFRESH_INTERVAL:
                return
            before = set(self._entries)
            since = self._clock.now() - MAX_AGE_MS
            listed: set[str] = set()
            is_full = False
            for phase in LISTED:
                rows = await self._store.in_lobby(phase, since, MAX_ENTRIES)
                is_full = is_full or len(rows) == MAX_ENTRIES
                listed |= {table_id for table_id, _, _ in rows}
                await self._read_some(rows)
            missing = before - listed
            if is_full:  # some that are missing may only be older than the newest
                numbers = await self._store.numbers(tuple(missing))
                missing = {it for it in missing if not self._is_current(it, numbers.get(it, 0))}
            for table_id in missing:
                self._entries.pop(table_id, None)
            self._refreshed = now
            self._notify()

    def _is_current(self, table_id: str, number: int) -> bool:
        known = self._entries.get(table_id)
        return known is not None and known["number"] >= number

    async def _read_some(self, rows: list[tuple[str, int, str]]) -> None:
        """Read tables that are not known, or not as they are now: those to be shown."""
        unread = [row for row in rows if not self._is_current(row[0], row[1])]
        owners = [self._origins.get(row[0], row[2]) for row in unread]
        first = sorted(zip(_ranks(owners), range(len(unread)), strict=True))
        for _, index in first[:MAX_SHOWN]:
            with suppress(InternalError):  # a spoilt table must not hide the others
                await self._read(unread[index][0])
        for _, index in first[MAX_SHOWN:]:
            self._entries.pop(unread[index][0], None)

    async def _read(self, table_id: str) -> None:
        stored = await self._store.load(table_id)
        if stored is not None:
            try:
                state = await asyncio.to_thread(replay, stored.events)
            except QuintetError as error:
                raise InternalError from error  # opening the table says which event it is
            chairs, spectators = merged(await self._bus.present(presence_key(table_id)))
            number, created = len(stored.events), stored.events[0].at
            entry = _entry(table_id, created, number, state, chairs, spectators)
            entry["owner"], entry["origin"] = stored.owner, self._origins.get(table_id, "")
            self._hear(entry)


def _origin(entry: LobbyEntry) -> str:
    return entry.get("origin", "")


def _ranks(owners: Iterable[str]) -> list[int]:
    """Return for each item how many of its owner's come before it."""
    seen: Counter[str] = Counter()
    ranks = []
    for owner in owners:
        ranks.append(seen[owner])
        seen[owner] += 1
    return ranks


def _fairest(entries: Iterable[LobbyEntry]) -> list[LobbyEntry]:
    """Sort tables: the first of each device and address, then the second, and so on.

    A device's tables with somebody present come first, then the newest.
    """
    ordered = sorted(entries, key=lambda entry: (not entry["present"], -entry["created"]))
    of_devices = _ranks(entry.get("owner", entry["id"]) for entry in ordered)
    of_addresses = _ranks(_origin(entry) or entry["id"] for entry in ordered)
    ranked = zip(map(max, of_devices, of_addresses), range(len(ordered)), strict=True)
    return [ordered[index] for _, index in sorted(ranked)]


def _entry(
    table_id: str,
    created: int,
    number: int,
    state: State,
    present: Collection[int],
    spectators: int,
) -> LobbyEntry:
    variant, clock = state.position.variant, state.setup.clock
    return {
        "id": table_id,
        "created": created,
        "number": number,
        "phase": state.phase,
        "spectators": state.setup.spectators,
        "game": state.setup.game,
        "title": variant.title,
        "options": {name: write_value(value) for name, value in variant.changed_options.items()},
        "clock": "-" if clock is None else clock.text,
        "chairs": list(state.chairs),
        "levels": list(state.levels),
        "present": sorted(present),
        "plies": len(state.played),
        "watchers": spectators,
    }


def _is_shown(entry: LobbyEntry) -> bool:
    """Whether the lobby lists a table: open ones, and games open to spectators."""
    return bool(entry["phase"] == "open" or (entry["phase"] == "playing" and entry["spectators"]))


def _shown(entry: LobbyEntry, locale: Locale) -> LobbyTable:
    clock = read_clock(entry["clock"])
    players = zip(entry["chairs"], entry["levels"], strict=True)
    options = find_game(entry["game"]).option_list
    return {
        "id": entry["id"],
        "created": entry["created"],
        "game": entry["game"],
        "title": entry["title"],
        "options": entry["options"],
        "spectators": entry["spectators"],
        "plies": entry["plies"],
        "said": [locale.say(each) for each in options_in_words(options, entry["options"])],
        "url": f"/tables/{entry['id']}",
        "clock": None
        if clock is None
        else {"text": clock.text, "said": locale.say(clock.sentence)},
        "watchers": entry["watchers"],
        "chairs": [
            _chair(chair, name, level, locale, present=chair in entry["present"])
            for chair, (name, level) in enumerate(players)
        ],
    }


def _chair(
    chair: int, name: str | None, level: int | None, locale: Locale, *, present: bool
) -> LobbyChair:
    if level is not None:
        said = locale.say(sentence("Engine, level {level}", level=level))
        return {"chair": chair, "kind": "engine", "name": said, "level": level, "present": True}
    if name is None:
        said = locale.say(sentence("An open chair"))
        return {"chair": chair, "kind": "open", "name": said, "level": None, "present": False}
    return {"chair": chair, "kind": "person", "name": name, "level": None, "present": present}
