"""The database: SQLite in a folder, or PostgreSQL for several processes. Both run the same code.

Calls are plain SQLAlchemy in threads. What the database cannot do just now, because it is being
restarted or cannot be reached, is said as `Unavailable`; the connections recover by themselves.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection

from quintet.i18n.sentence import sentence
from quintet.server.store.migrate import migrate
from quintet.server.store.writer import WRITES, Writer
from quintet.server.web.errors import Unavailable

log = logging.getLogger("quintet.server")

READERS = 8
SECONDS_TO_CONNECT = 5
SECONDS_TO_APPEAR = 5.0
AWAY = sentence(
    "The games cannot be reached for a moment; try again. Nothing that was accepted is lost."
)

Result = TypeVar("Result")


class Database:
    def __init__(self, url: str) -> None:
        self.engine = connect(url)
        self._wait_for_it()
        self._readers = ThreadPoolExecutor(READERS, "quintet-reader")
        self._writer = Writer(self.engine, is_away)
        self._away = False

    def _wait_for_it(self) -> None:
        """A server's database may be started together with it, and take a little longer."""
        until = monotonic() + (0 if self.engine.name == "sqlite" else SECONDS_TO_APPEAR)
        while True:
            try:
                return migrate(self.engine)
            except SQLAlchemyError as error:
                if not is_away(error) or monotonic() > until:
                    why = str(getattr(error, "orig", error)).partition("\n")[0]
                    raise Unavailable(
                        sentence("The database cannot be used: {system}.", system=why)
                    ) from error
            sleep(0.2)

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Runs this in a thread, with a connection."""

        def run() -> Result:
            with self.engine.connect() as connection:
                return work(connection)

        return await self._answer(asyncio.wrap_future(self._readers.submit(run)))

    async def write(self, work: Callable[[Connection], Result], table_id: str = "") -> Result:
        """Runs this in a transaction; when it returns, what was written is on disk.

        While the database is away it is tried again, so the work must see by itself whether it
        was done already: a connection can be lost after the commit and before the answer.
        """
        return await self._answer(asyncio.wrap_future(self._writer.submit(work, table_id)))

    async def _answer(self, call: Awaitable[Result]) -> Result:
        try:
            result = await call
        except Exception as error:
            if not is_away(error):
                raise
            self._note(away=True)
            raise Unavailable(AWAY) from error
        self._note(away=False)
        return result

    def _note(self, *, away: bool) -> None:
        if away != self._away:
            self._away = away
            log.warning("The database is away." if away else "The database is back.")

    def close(self) -> None:
        self._readers.shutdown()
        self._writer.close()
        self.engine.dispose()


def is_away(error: BaseException) -> bool:
    """Whether trying again later can help: the database is not there, or another was faster."""
    if isinstance(error, OperationalError | InterfaceError | NoConnection):
        return True
    return isinstance(error, DBAPIError) and error.connection_invalidated


def connect(url: str) -> Engine:
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
        pool_pre_ping=True,  # a connection that has died is replaced before it is used
        pool_size=READERS + 1,  # and the writer
        pool_timeout=SECONDS_TO_CONNECT,
        connect_args={"connect_timeout": SECONDS_TO_CONNECT},
    )


def _prepare_sqlite(connection: Any, _record: object) -> None:
    """Readers never wait for the writer, and a commit has reached the disk when it returns."""
    connection.isolation_level = None  # Python begins no transactions of its own
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
    """Whoever means to write waits for others at once, and not when it is too late."""
    writes = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
