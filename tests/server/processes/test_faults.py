"""Nothing acknowledged is lost when PostgreSQL or Redis is restarted under play."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from server.players import check, playing, wait_for_moves
from server.running import Device, hear, server
from server.services import Postgres, RedisServer

FAST, AT_ONCE = signal.SIGINT, signal.SIGQUIT  # how PostgreSQL is told to end


@pytest.fixture(scope="module")
def database(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture(scope="module")
def shared(database: str, redis_server: RedisServer) -> list[str]:
    return ["--database", database, "--redis", redis_server.url, "--limits", "off"]


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory, shared: list[str]) -> Iterator[list[str]]:
    folder = tmp_path_factory.mktemp("data")
    with ExitStack() as stack:
        yield [stack.enter_context(server(folder, *shared))[1] for _ in range(2)]


@pytest.mark.slow
def test_postgresql_is_restarted_under_play(
    two: list[str], postgres: Postgres, database: str
) -> None:
    with playing(two, 4) as players:
        for how in (FAST, AT_ONCE, FAST):
            wait_for_moves(players, 10)
            postgres.stop(how)
            postgres.start()
    assert check(database, players) >= 30


@pytest.mark.slow
def test_redis_is_restarted_under_play(
    two: list[str], redis_server: RedisServer, database: str
) -> None:
    one, other = two
    device = Device()
    table = device.open_table(one)["id"]
    with device.live(other, table) as socket:
        number = hear(socket, "view")["number"]
        with playing(two, 3) as players:
            for move in ("a1e1", "a2e2", "a3e3"):
                if move == "a1e1":
                    redis_server.stop(signal.SIGKILL)
                if move == "a2e2":
                    redis_server.start()
                wait_for_moves(players, 10)
                # Clients of the other process hear of it, a little later.
                command = {"number": number, "do": "move", "move": move}
                number = device.command(one, table, **command)["number"]
                assert hear(socket, "events")["number"] == number
    assert check(database, players) >= 30
