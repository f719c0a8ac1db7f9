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
    assert refused.value.code == "stale_command"


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


@pytest.mark.slow
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


def test_a_chair_is_taken_once_whichever_process_is_asked(two: list[str]) -> None:
    one, other = two
    ann, ben, cem = Device(), Device(), Device()
    table = ann.open_table(one, chairs=[{"kind": "person"}, {"kind": "open"}])
    (link,) = table["view"]["invitations"]
    join, key = f"api/v1/tables/{table['id']}/join", link["url"].rpartition("/")[2]
    cem.look(other, table["id"])  # so that the other process has it at hand
    ben.ask(one + join, {"key": key, "name": "Ben"})
    with pytest.raises(Refused) as refused:
        cem.ask(other + join, {"key": key, "name": "Cem"})
    assert refused.value.code == "forbidden"
    assert [seat["name"] for seat in cem.look(other, table["id"])["seats"]][1] == "Ben"
    assert not any(seat["here"] for seat in cem.look(one, table["id"])["seats"])


def test_a_seat_that_went_elsewhere_is_lost_at_all_processes(two: list[str]) -> None:
    one, other = two
    ann, phone = Device(), Device()
    table = ann.open_table(one)["id"]
    link = ann.look(other, table)["return_links"][0]
    key = link["url"].rpartition("/")[2]
    phone.ask(f"{one}api/v1/tables/{table}/join", {"key": key, "name": "Ann"})
    number = phone.look(one, table)["number"]
    with pytest.raises(Refused) as refused:
        ann.command(other, table, number=number, do="move", move="a1e1", seat=0)
    assert refused.value.code == "forbidden"
    assert phone.command(other, table, number=number, do="move", move="a1e1")["number"] > number


def test_one_leaves_and_returns_at_whichever_process(two: list[str]) -> None:
    one, other = two
    ann, ben = Device(), Device()
    table = ann.open_table(one, chairs=[{"kind": "person"}, {"kind": "open"}])
    key = table["view"]["invitations"][0]["url"].rpartition("/")[2]
    ben.ask(f"{other}api/v1/tables/{table['id']}/join", {"key": key})
    number = ann.command(other, table["id"], number=4, do="leave")["number"]
    wish = {"do": "ask", "what": "stand_in", "seat_of": 0}
    with pytest.raises(Refused):
        ben.command(other, table["id"], number=number, **wish)  # wait for her a little
    number = ann.command(one, table["id"], number=number, do="return")["number"]
    ann.command(other, table["id"], number=number, do="move", move="a1e1")
    assert len(ben.look(one, table["id"])["plies"]) == 1
