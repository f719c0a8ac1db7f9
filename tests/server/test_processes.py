"""Several processes serve the same tables, on PostgreSQL and Redis."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from server.running import Device, Refused, hear, kill, server
from server.services import Postgres, RedisServer


@pytest.fixture(scope="module")
def shared(postgres: Postgres, redis_server: RedisServer) -> list[str]:
    """What all processes of one server are told."""
    database = postgres.new_database()
    return ["--database", database, "--redis", redis_server.url, "--limits", "off"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """They also share the keys that sign cookies."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def two(folder: Path, shared: list[str]) -> Iterator[list[str]]:
    with ExitStack() as stack:
        yield [stack.enter_context(server(folder, *shared))[1] for _ in range(2)]


def test_two_processes_behind_one_table(two: list[str]) -> None:
    one, other = two
    device = Device()
    table = device.open_table(one)["id"]
    with device.live(one, table) as here, device.live(other, table) as there:
        number = hear(here, "view")["number"]
        assert hear(there, "view")["number"] == number
        for move, address in (("a1e1", one), ("a2e2", other), ("a3e3", one)):
            command = {"id": move, "number": number, "do": "move", "move": move}
            number = device.command(address, table, **command)["number"]
            for socket in (here, there):
                told = hear(socket, "events")
                assert told["number"] == number
                assert [event["move"] for event in told["events"]] == [move]
        # Sent again, to whichever process, it is answered and not done again.
        for address in two:
            assert device.command(address, table, **command)["number"] == number
            assert device.look(address, table)["number"] == number


def test_what_is_late_is_late_everywhere(two: list[str]) -> None:
    one, other = two
    device = Device()
    table = device.open_table(one)["id"]
    first = {"number": 4, "do": "move", "move": "a1e1"}
    device.look(other, table)
    device.command(one, table, **first)
    with pytest.raises(Refused) as refused:
        device.command(other, table, **first)
    assert refused.value.code == "late"


def test_a_rematch_is_one_table_at_all_processes(two: list[str]) -> None:
    one, other = two
    device = Device()
    table = device.open_table(one)["id"]
    device.look(other, table)
    number = device.command(other, table, number=4, do="resign")["number"]
    device.command(one, table, number=number, do="rematch")
    addresses = set()
    for address in two:
        with device.live(address, table) as socket:
            view = hear(socket, "view")["view"]
            while not view["rematch_url"]:
                view = hear(socket, "view")["view"]
            addresses.add(view["rematch_url"])
    assert len(addresses) == 1


def test_what_a_dead_process_has_done_is_not_done_again(
    folder: Path, shared: list[str], two: list[str]
) -> None:
    device = Device()
    command = {"id": "once", "number": 4, "do": "move", "move": "a1e1"}
    with server(folder, *shared) as (process, address):
        table = device.open_table(address)["id"]
        number = device.command(address, table, **command)["number"]
        kill(process)
    assert device.command(two[0], table, **command)["number"] == number
    assert len(device.look(two[0], table)["plies"]) == 1
