"""Migration of a database to the current schema."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, text

from quintet.errors import QuintetError
from quintet.i18n.sentence import sentence
from quintet.server.store.writer import WRITES

if TYPE_CHECKING:
    from alembic.config import Config

LATEST = "0010"  # the last of migrations/versions
MIGRATION_LOCK = 7655  # an advisory lock of PostgreSQL


class NewerSchema(QuintetError):
    """A database of a newer version, which this one would spoil."""


def migrate(engine: Engine) -> None:
    """Bring a database to the current schema, from any earlier one or from nothing."""
    with engine.execution_options(**{WRITES: True}).begin() as connection:
        if engine.dialect.name == "postgresql":
            # Of several processes that start together, one migrates and the others wait.
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
        version = _version(connection)
        if version is not None and version > LATEST:
            raise NewerSchema(
                sentence(
                    "A newer version of Quintet has used this database (schema {found}; this "
                    "version has {known}). Upgrade Quintet, or restore a backup made before.",
                    found=version,
                    known=LATEST,
                )
            )
        if version != LATEST:
            # Imported only when needed: it takes a third of the start-up time.
            from alembic import command

            config = configuration()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")


def configuration() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    return config


def _version(connection: Connection) -> str | None:
    if not connection.dialect.has_table(connection, "alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found
