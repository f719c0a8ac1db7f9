"""The lobby: public tables with a free chair, and those where one may look on.

Whoever changes a public table says on the bus how it looks now, and every process keeps the latest
word on each. Now and then the database is asked, which knows of tables nobody has spoken of, and of
words that were lost.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Collection
from contextlib import suppress
from typing import Any

from quintet.i18n.sentence import sentence
from quintet.options import write_value
from quintet.server.api.encoding import encode
from quintet.server.bus.memory import Bus, Message
from quintet.server.pages.choices import in_words
from quintet.server.play import heartbeat
from quintet.server.play.presence import gathered, place
from quintet.server.play.table import LiveTable
from quintet.server.store import Store
from quintet.server.web.locale import Locale
from quintet.table import State, read_clock, replay

CHANNEL = "lobby"
MOST_SHOWN = 50  # tables that are open, and as many where one may look on
MOST_KNOWN = 500
SECONDS_BETWEEN_LOOKS = 10.0  # at the database
FORGOTTEN_AFTER = 8 * 24 * 3600 * 1000  # milliseconds; the slowest clock has a week a turn


class Lobby:
    def __init__(self, store: Store, bus: Bus) -> None:
        self._store = store
        self._bus = bus
        self._tables: dict[str, Message] = {}  # the latest word on each
        self._looked: float | None = None  # when the database was asked last
        self._looking = asyncio.Lock()
        self._lists: dict[str, tuple[str, str]] = {}  # by language; forgotten with every change
        self._changed = asyncio.Event()
        bus.subscribe(CHANNEL, self._hear)

    def tell(self, table: LiveTable) -> None:
        """Says how a public table looks now, if that is news."""
        if not table.state.setup.public:
            return
        presence = table.presence
        word = _word(
            table.id, table.log[0].at, table.number, table.state, presence.chairs, presence.watchers
        )
        known = self._tables.get(table.id)
        if word != known and (_is_shown(word) or known is not None):
            self._hear(word)
            self._bus.publish(CHANNEL, word)

    async def news(self, locale: Locale, known: str = "") -> tuple[str, str]:
        """The mark of the list and the list itself, as soon as it is another than is known."""
        while True:
            await self._look()
            changed, found = self._changed, self._list(locale)
            if found[0] != known:
                return found
            with suppress(TimeoutError):
                async with asyncio.timeout(SECONDS_BETWEEN_LOOKS):
                    await changed.wait()

    def _list(self, locale: Locale) -> tuple[str, str]:
        if locale.code not in self._lists:
            shown: dict[str, Any] = {
                "open": self._shown("open", locale),
                "running": self._shown("playing", locale),
            }
            mark = hashlib.sha256(encode(shown).encode()).hexdigest()[:12]
            self._lists[locale.code] = mark, encode({"type": "lobby", "mark": mark, **shown})
        return self._lists[locale.code]

    def _shown(self, phase: str, locale: Locale) -> list[dict[str, Any]]:
        words = [word for word in self._tables.values() if word["phase"] == phase]
        # Where somebody is there comes first, and then what is new.
        words.sort(key=lambda word: (not word["present"], -word["created"]))
        return [_shown(word, locale) for word in words[:MOST_SHOWN]]

    def _hear(self, word: Message) -> None:
        if not word:
            self._looked = None  # some may have been lost
        elif word["number"] >= self._tables.get(word["id"], word)["number"]:
            self._tables.pop(word["id"], None)
            if _is_shown(word):
                self._tables[word["id"]] = word
            while len(self._tables) > MOST_KNOWN:
                del self._tables[next(iter(self._tables))]
        self._tell()

    def _tell(self) -> None:
        self._lists.clear()
        self._changed.set()
        self._changed = asyncio.Event()

    async def _look(self) -> None:
        """Asks the database, if that was long ago; whoever comes meanwhile waits for the answer."""
        async with self._looking:
            now = time.monotonic()
            if self._looked is not None and now - self._looked < SECONDS_BETWEEN_LOOKS:
                return
            before = set(self._tables)
            kept: dict[str, int] = {}
            for phase in ("open", "playing"):
                since = heartbeat.now() - FORGOTTEN_AFTER
                kept |= dict(await self._store.in_lobby(phase, since, MOST_SHOWN))
            for table_id, number in kept.items():
                if self._tables.get(table_id, {"number": 0})["number"] < number:
                    await self._read(table_id)
            for table_id in before - kept.keys():
                self._tables.pop(table_id, None)
            self._looked = now
            self._tell()

    async def _read(self, table_id: str) -> None:
        kept = await self._store.load(table_id)
        if kept is not None:
            state = await asyncio.to_thread(replay, kept.events)
            chairs, watchers = gathered(await self._bus.present(place(table_id)))
            number, created = len(kept.events), kept.events[0].at
            self._hear(_word(table_id, created, number, state, chairs, watchers))


def _word(
    table_id: str, created: int, number: int, state: State, present: Collection[int], watchers: int
) -> Message:
    """A table in plain values, as no language has them yet."""
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
        "watchers": watchers,
    }


def _is_shown(word: Message) -> bool:
    """A game that nobody may look at is not shown once it has begun."""
    return bool(word["phase"] == "open" or (word["phase"] == "playing" and word["spectators"]))


def _shown(word: Message, locale: Locale) -> dict[str, Any]:
    plain = ("id", "created", "game", "title", "options", "spectators", "plies")
    clock = read_clock(word["clock"])
    return {
        **{key: word[key] for key in plain},
        "said": [locale.say(each) for each in in_words(word["game"], word["options"])],
        "url": f"/tables/{word['id']}",
        "clock": clock and {"text": clock.text, "said": locale.say(clock.sentence)},
        "watchers": word["watchers"],
        "chairs": [
            _chair(chair, name, level, locale, present=chair in word["present"])
            for chair, (name, level) in enumerate(zip(word["chairs"], word["levels"], strict=True))
        ],
    }


def _chair(
    chair: int, name: str | None, level: int | None, locale: Locale, *, present: bool
) -> dict[str, Any]:
    if level is not None:
        said = locale.say(sentence("Engine, level {level}", level=level))
        return {"chair": chair, "kind": "engine", "name": said, "level": level, "present": True}
    if name is None:
        said = locale.say(sentence("An open chair"))
        return {"chair": chair, "kind": "open", "name": said, "level": None, "present": False}
    return {"chair": chair, "kind": "person", "name": name, "level": None, "present": present}
