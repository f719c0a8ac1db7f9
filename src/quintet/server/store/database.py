"""The database connection: SQLite for one process, PostgreSQL for several.

Calls are plain SQLAlchemy in threads. While the database is restarted or cannot be reached, they
raise `Unavailable`; connections recover by themselves.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from quintet.i18n.sentence import sentence
from quintet.server.clock import Clock
from quintet.server.store.migrate import migrate
from quintet.server.store.writer import WRITES, Writer
from quintet.server.web.errors import Unavailable

log = logging.getLogger("quintet.server")

MAX_READERS = 8
CONNECT_TIMEOUT = 5  # seconds
STARTUP_TIMEOUT = 5.0  # seconds for a database that is started together with the server
STARTUP_INTERVAL = 0.2  # seconds between attempts
UNAVAILABLE = sentence(
    "The database cannot be reached at the moment; try again. Nothing that was accepted is lost."
)

Result = TypeVar("Result")


class Database:
    """The threads that use the database: a few that read, and one that writes."""

    def __init__(self, url: str, clock: Clock | None = None) -> None:
        clock = clock or Clock()
        self.engine = connect(url)
        self._migrate(clock)
        self._readers = ThreadPoolExecutor(MAX_READERS, "quintet-reader")
        self._writer = Writer(self.engine, is_transient, clock)
        self._reachable = True

    def _migrate(self, clock: Clock) -> None:
        """Migrate the database, which may start a little later than the server."""
        end = clock.monotonic() + (0 if self.engine.name == "sqlite" else STARTUP_TIMEOUT)
        while True:
            try:
                return migrate(self.engine)
            except SQLAlchemyError as error:
                if not is_transient(error) or clock.monotonic() > end:
                    why = str(getattr(error, "orig", error)).partition("\n")[0]
                    raise Unavailable(
                        sentence("The database cannot be used: {system}.", system=why)
                    ) from error
            Event().wait(STARTUP_INTERVAL)

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Run a function in a thread, with a connection."""

        def run() -> Result:
            with self.engine.connect() as connection:
                return work(connection)

        return await self._answer(asyncio.wrap_future(self._readers.submit(run)))

    async def write(self, work: Callable[[Connection], Result], table_id: str = "") -> Result:
        """Run a function in a transaction, which is on disk when this returns.

        It is retried while the database cannot be reached, so it must check whether it was done
        already: a connection can be lost after the commit and before the answer.
        """
        return await self._answer(asyncio.wrap_future(self._writer.submit(work, table_id)))

    async def _answer(self, call: Awaitable[Result]) -> Result:
        try:
            result = await call
        except Exception as error:
            if not is_transient(error):
                raise
            self._set_reachable(False)
            raise Unavailable(UNAVAILABLE) from error
        self._set_reachable(True)
        return result

    def _set_reachable(self, reachable: bool) -> None:
        if reachable != self._reachable:
            self._reachable = reachable
            log.warning(
                "The database can be reached again."
                if reachable
                else "The database cannot be reached."
            )

    def close(self) -> None:
        self._readers.shutdown()
        self._writer.close()
        self.engine.dispose()


def is_transient(error: BaseException) -> bool:
    """Whether a retry can help: no connection, or another writer was faster."""
    if isinstance(error, OperationalError | InterfaceError | PoolTimeout):
        return True
    return isinstance(error, DBAPIError) and error.connection_invalidated


def connect(url: str) -> Engine:
    """Return an engine for an address; connections are opened when they are needed."""
    found = make_url(url)
    if found.drivername in ("postgres", "postgresql"):
        found = found.set(drivername="postgresql+psycopg")
    if found.get_backend_name() == "sqlite":
        engine = create_engine(found)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    return create_engine(
        found,
        pool_pre_ping=True,  # replace dead connections before they are used
        pool_size=MAX_READERS + 1,  # and the writer
        pool_timeout=CONNECT_TIMEOUT,
        connect_args={"connect_timeout": CONNECT_TIMEOUT},
    )


def _prepare_sqlite(connection: Any, _record: object) -> None:
    """Let readers never wait for the writer, and commits reach the disk."""
    connection.isolation_level = None  # Python must not begin transactions
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=5000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """Take the write lock at the start: a later upgrade could fail."""
    writes = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
