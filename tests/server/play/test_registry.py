"""The registry: unused tables leave memory, and are loaded again as they were."""

import asyncio
from pathlib import Path

import pytest

from quintet.errors import QuintetError
from quintet.server.play import registry as module
from quintet.server.play.create import open_table
from quintet.server.play.registry import Registry
from quintet.server.play.table import POLLING_TIMEOUT
from quintet.server.schemas.requests import NewChair, NewTable
from quintet.server.store import Store
from quintet.server.web.locale import Locale
from server.fake_clock import FakeClock
from server.tables import command_of
from server.waiting import wait_for

LOCALE = Locale("en", "ltr", str)
REQUEST = NewTable(game="quantik", chairs=[NewChair(), NewChair()], first=0)


def test_put_away_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_UNUSED_TABLES", 1)

    async def play() -> None:
        store = Store(f"sqlite:///{tmp_path / 'test.sqlite3'}")
        clock = FakeClock()
        registry = Registry(store, clock=clock)
        first = await open_table(registry, REQUEST, "device", LOCALE)
        await first.perform(command_of(number=4, do="move", move="A@a1"), "device")
        await open_table(registry, REQUEST, "device", LOCALE)
        assert await registry.find(first.id) is first  # attended until now
        clock.advance(POLLING_TIMEOUT)
        third = await open_table(registry, REQUEST, "device", LOCALE)
        again = await registry.find(first.id)
        assert again is not first
        assert again.state == first.state
        assert await registry.find(third.id) is third
        await registry.close()
        store.close()

    wait_for(play())


def test_those_who_ask_at_once_get_one_table(tmp_path: Path) -> None:
    async def play() -> None:
        store = Store(f"sqlite:///{tmp_path / 'test.sqlite3'}")
        before, registry = Registry(store), Registry(store)
        made = await open_table(before, REQUEST, "device", LOCALE)
        await before.close()
        found = await asyncio.gather(*(registry.find(made.id) for _ in range(5)))
        assert len(set(map(id, found))) == 1
        command = command_of(number=4, do="move", move="A@a1")
        done = await asyncio.gather(
            *(found[0].perform(command, "device") for _ in range(5)), return_exceptions=True
        )
        assert sum(isinstance(each, QuintetError) for each in done) == 4  # one of them was first
        await registry.close()
        store.close()

    wait_for(play())
