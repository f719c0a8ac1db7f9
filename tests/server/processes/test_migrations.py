"""Migrations lead to the schema, from nothing and from every earlier version."""

import json

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from quintet.server.store import Occupant, Store
from quintet.server.store.database import connect
from quintet.server.store.migrate import LATEST, configuration, migrate
from quintet.server.store.schema import metadata
from quintet.table import Opened, Setup
from server.waiting import wait_for

OPENED = '{"event": "opened", "at": 1, "setup": {"game": "quixo", "options": {}}}'


def test_migrations_make_the_schema(empty_database: str) -> None:
    engine = connect(empty_database)
    migrate(engine)
    migrate(engine)  # nothing is left to do
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    assert ScriptDirectory.from_config(configuration()).get_current_head() == LATEST
    engine.dispose()


@pytest.mark.slow_except("sqlite")
def test_a_migration_that_fails_changes_nothing(empty_database: str) -> None:
    engine = connect(empty_database)
    upgrade(engine, "0001")
    before = columns(engine)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE downtimes (n INTEGER)"))  # in the way of a later one
    with pytest.raises(SQLAlchemyError):
        migrate(engine)
    assert columns(engine) == {**before, "downtimes": {"n"}}
    with engine.begin() as connection:
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "0001"
        connection.execute(text("DROP TABLE downtimes"))
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def upgrade(engine: Engine, version: str) -> None:
    with engine.begin() as connection:
        config = configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, version)


def columns(engine: Engine) -> dict[str, set[str]]:
    found = inspect(engine)
    return {
        table: {column["name"] for column in found.get_columns(table)}
        for table in found.get_table_names()
    }


def test_games_of_the_first_schema_go_on(empty_database: str) -> None:
    engine = connect(empty_database)
    upgrade(engine, "0001")
    with engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO tables (id, game, owner, created, changed, phase)"
                " VALUES ('t', 'quixo', 'd', 1, 1, 'playing')"
            )
        )
        connection.execute(text("INSERT INTO chairs VALUES ('t', 0, 'd', NULL), ('t', 1, NULL, 3)"))
        connection.execute(text("INSERT INTO events VALUES ('t', 1, 1, :body)"), {"body": OPENED})
    engine.dispose()
    store = Store(empty_database)
    found = wait_for(store.load("t"))
    assert found is not None
    assert found.events == (Opened(1, Setup("quixo")),)
    assert found.chairs == (Occupant("d"), Occupant(level=3))
    assert wait_for(store.numbers(["t"])) == {"t": 1}
    assert wait_for(store.due(1, 10)) == ["t"]  # somebody has to see whether a clock runs
    store.close()


@pytest.mark.slow_except("sqlite")
def test_mistakes_are_taken_from_earlier_reviews(empty_database: str) -> None:
    engine = connect(empty_database)
    upgrade(engine, "0009")
    verdicts = [("blunder", None), ("inaccuracy", None), (None, "win"), (None, None)]
    judgements = [
        {"ply": ply, "seat": ply % 2, "verdict": verdict, "missed": missed}
        for ply, (verdict, missed) in enumerate(verdicts, start=1)
    ]
    with engine.begin() as connection:
        for table, body in (("t", {"judgements": judgements}), ("u", [1])):
            connection.execute(
                text(
                    "INSERT INTO tables (id, game, owner, created, changed, phase)"
                    " VALUES (:id, 'quixo', 'd', 1, 1, 'over')"
                ),
                {"id": table},
            )
            connection.execute(
                text("INSERT INTO chairs (table_id, chair, device) VALUES (:id, 0, 'd')"),
                {"id": table},
            )
            connection.execute(
                text("INSERT INTO reviews VALUES (:id, 1, :body)"),
                {"id": table, "body": json.dumps(body)},
            )
    engine.dispose()
    store = Store(empty_database)
    assert wait_for(store.reviews.mistakes_of("d")) == {"t": [(1, 1), (3, 1)], "u": []}
    assert wait_for(store.reviews.mistakes_of("e")) == {}
    store.close()
