"""A server in this process, with its data in a folder of its own or in PostgreSQL."""

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copy

import pytest
from fastapi.testclient import TestClient

from quintet.server import Settings, create_app
from quintet.server.clock import Clock
from quintet.server.settings import DATABASE
from quintet.server.store.database import connect
from quintet.server.store.migrate import migrate
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


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of the current schema without tables, to copy: migrating takes longer."""
    path = tmp_path_factory.mktemp("migrated") / DATABASE
    engine = connect(f"sqlite:///{path}")
    migrate(engine)
    engine.dispose()
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path, migrated: Path) -> Iterator[str]:
    """The address of a database; tests that use it run with both kinds."""
    if request.param == "sqlite":
        yield f"sqlite:///{copy(migrated, tmp_path / 'test.sqlite3')}"
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        made = postgres.new_database()
        yield made
        postgres.drop(made)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database, not migrated."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'empty.sqlite3'}"
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        made = postgres.empty_database()
        yield made
        postgres.drop(made)


@pytest.fixture
def settings(tmp_path: Path, migrated: Path) -> Settings:
    """The settings of the server; a module may override them."""
    copy(migrated, tmp_path)
    return Settings(str(tmp_path))


@pytest.fixture
def settings_of_both(tmp_path: Path, database: str) -> Settings:
    """Settings for tests that run with both kinds of database."""
    return Settings(str(tmp_path), database=database)


@pytest.fixture
def clock() -> Clock:
    """The clock of the server; a module whose tests set the time overrides this."""
    return Clock()


@pytest.fixture
def client(settings: Settings, clock: Clock) -> Iterator[TestClient]:
    with TestClient(create_app(settings, clock)) as made:
        yield made


@pytest.fixture
def unlimited(tmp_path: Path, migrated: Path) -> Iterator[TestClient]:
    """A server without rate limits."""
    copy(migrated, tmp_path)
    with TestClient(create_app(Settings(str(tmp_path), limits=math.inf))) as made:
        yield made


@pytest.fixture
def device(client: TestClient) -> Callable[[], TestClient]:
    """A function that returns another device, with its own cookies."""
    return lambda: other_device(client)


@pytest.fixture
def again(settings: Settings, clock: Clock) -> Callable[[TestClient], TestClient]:
    """Another server with the same data, for a device that was at the first."""

    def start(known: TestClient) -> TestClient:
        return TestClient(create_app(settings, clock), cookies=known.cookies)

    return start
