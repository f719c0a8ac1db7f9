"""All tables together: those nobody attends are put away, and found again as they were."""

import asyncio
from pathlib import Path

import pytest

from quintet.errors import QuintetError
from quintet.server.play import registry as module
from quintet.server.play.commands import Command
from quintet.server.play.create import Chair, Wishes, open_table
from quintet.server.play.registry import Tables
from quintet.server.play.table import ATTENDED_SECONDS, LiveTable
from quintet.server.store import Store
from quintet.server.web.locale import Locale
from server.waiting import wait_for

SPEECH = Locale("en", "ltr", str)
WISHES = Wishes(game="quantik", chairs=[Chair(), Chair()], first=0)


def test_put_away_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_AT_HAND", 1)

    async def play() -> None:
        store = Store(f"sqlite:///{tmp_path / 'test.sqlite3'}")
        tables = Tables(store)
        first = await open_table(tables, WISHES, "device", SPEECH)
        await first.perform(Command(number=4, do="move", move="A@a1"), "device")
        second = await open_table(tables, WISHES, "device", SPEECH)
        assert await tables.find(first.id) is first  # attended until now
        _leave_alone(first)
        _leave_alone(second)
        third = await open_table(tables, WISHES, "device", SPEECH)
        again = await tables.find(first.id)
        assert again is not first
        assert again.state == first.state
        assert await tables.find(third.id) is third
        await tables.close()
        store.close()

    wait_for(play())


def test_those_who_ask_at_once_get_one_table(tmp_path: Path) -> None:
    async def play() -> None:
        store = Store(f"sqlite:///{tmp_path / 'test.sqlite3'}")
        before, tables = Tables(store), Tables(store)
        made = await open_table(before, WISHES, "device", SPEECH)
        await before.close()
        found = await asyncio.gather(*(tables.find(made.id) for _ in range(5)))
        assert len(set(map(id, found))) == 1
        command = Command(number=4, do="move", move="A@a1")
        done = await asyncio.gather(
            *(found[0].perform(command, "device") for _ in range(5)), return_exceptions=True
        )
        assert sum(isinstance(each, QuintetError) for each in done) == 4  # one of them was first
        await tables.close()
        store.close()

    wait_for(play())


def _leave_alone(table: LiveTable) -> None:
    table.last_request -= ATTENDED_SECONDS
