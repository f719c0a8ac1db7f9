"""What can be wrong with a database, and what an operator does about it."""

from __future__ import annotations

import logging
import sqlite3
from typing import Literal, NamedTuple

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from quintet.i18n.sentence import Sentence, sentence

Trouble = Literal["unreachable", "full", "read_only", "damaged"]

_SQLITE: dict[int, Trouble] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
_POSTGRESQL: dict[str, Trouble] = {
    "53100": "full",
    "25006": "read_only",
    "XX001": "damaged",
    "XX002": "damaged",
}


class Advice(NamedTuple):
    """What the log says when trouble begins."""

    log: str
    level: int = logging.ERROR


ADVICE: dict[Trouble, Advice] = {
    "unreachable": Advice(
        "The database cannot be reached. Trying again until it can; does it run, and is --database "
        "right?",
        logging.WARNING,  # a restart of the database is none of our errors
    ),
    "full": Advice(
        "The disk of the database is full, and nobody can play. Make space; a restart is not "
        "needed.",
    ),
    "read_only": Advice(
        "The database cannot be written, and nobody can play. Check the owner and mode of its file "
        "and folder, and that its disk is not mounted read-only.",
    ),
    "damaged": Advice(
        "The database is damaged. Stop the server, keep a copy of the files, and restore a backup.",
    ),
}
# What the command line says at the start; a database that is away has reasons of its own.
AT_START: dict[Trouble, Sentence] = {
    "full": sentence("The disk of the database is full. Make space and start again."),
    "read_only": sentence(
        "The database cannot be written. Check the owner and mode of its file and folder, and that "
        "its disk is not mounted read-only."
    ),
    "damaged": sentence(
        "The database is damaged, or its file is something else. Restore a backup."
    ),
}


def trouble_of(error: BaseException) -> Trouble | None:
    """Return what an error says about the database; None if it is about the statement."""
    if isinstance(error, DBAPIError):
        original = error.orig
        if isinstance(original, sqlite3.Error):
            # Extended codes have the plain one in their low byte.
            code = getattr(original, "sqlite_errorcode", 0) & 0xFF
            found = _SQLITE.get(code)
        else:
            found = _POSTGRESQL.get(getattr(original, "sqlstate", None) or "")
        if found is not None:
            return found
    return "unreachable" if is_transient(error) else None


def is_transient(error: BaseException) -> bool:
    """Whether a retry can help: no connection, or another writer was faster."""
    if isinstance(error, OperationalError | InterfaceError | PoolTimeout):
        return True
    return isinstance(error, DBAPIError) and error.connection_invalidated
