"""A server in this process, with its data in a folder of its own or in PostgreSQL."""

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from quintet.server import Settings, create_app
from server.services import Postgres, RedisServer, running_postgres, running_redis
from server.tables import other_device


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as made:
        yield made


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    with running_redis() as made:
        yield made


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database; whoever asks for one is tested with both kinds."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'test.sqlite3'}"
    made: Postgres = request.getfixturevalue("postgres")
    return made.new_database()


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database in which there is nothing at all."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'empty.sqlite3'}"
    made: Postgres = request.getfixturevalue("postgres")
    return made.empty_database()


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(str(tmp_path)))) as made:
        yield made


@pytest.fixture
def unlimited(tmp_path: Path) -> Iterator[TestClient]:
    """A server that counts nobody's requests."""
    with TestClient(create_app(Settings(str(tmp_path), limits=math.inf))) as made:
        yield made


@pytest.fixture
def device(client: TestClient) -> Callable[[], TestClient]:
    """Makes somebody else at the same server, with cookies of their own."""
    return lambda: other_device(client)


@pytest.fixture
def again(tmp_path: Path) -> Callable[[TestClient], TestClient]:
    """Another server with the same data, for a device that was at the first."""

    def start(known: TestClient) -> TestClient:
        return TestClient(create_app(Settings(str(tmp_path))), cookies=known.cookies)

    return start


@pytest.fixture
def any_client(tmp_path: Path, database: str) -> Iterator[TestClient]:
    """The same server with either kind of database."""
    with TestClient(create_app(Settings(str(tmp_path), database=database))) as made:
        yield made
