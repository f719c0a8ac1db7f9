"""The database connection: SQLite for one process, PostgreSQL for several.

Calls are plain SQLAlchemy in threads. While the database is restarted or cannot be reached, they
raise `Unavailable`; connections recover by themselves.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url, select, update
from sqlalchemy.exc import SQLAlchemyError

from quintet.i18n.sentence import Sentence, sentence
from quintet.server.clock import Clock
from quintet.server.store.migrate import migrate
from quintet.server.store.schema import HEARTBEAT
from quintet.server.store.trouble import ADVICE, AT_START, Trouble, is_transient, trouble_of
from quintet.server.store.writer import WRITES, Writer
from quintet.server.web.errors import InternalError, Unavailable

log = logging.getLogger("quintet.server")

MAX_READERS = 8
CONNECT_TIMEOUT = 5  # seconds
STARTUP_TIMEOUT = 5.0  # seconds for a database that is started together with the server
STARTUP_INTERVAL = 0.2  # seconds between attempts
TROUBLE_SECONDS = 30.0  # without an error after which a full or read-only disk counts as mended
# Writes a page, and changes nothing.
PROBE = update(HEARTBEAT).where(HEARTBEAT.c.id == 1).values(at=HEARTBEAT.c.at)
UNAVAILABLE = sentence(
    "The database cannot be reached at the moment; try again. Nothing that was accepted is lost."
)

Result = TypeVar("Result")


class Database:
    """The threads that use the database: a few that read, and one that writes."""

    def __init__(self, url: str, clock: Clock | None = None) -> None:
        self._clock = clock or Clock()
        self.engine = connect(url)
        try:
            self._migrate(self._clock)
        except BaseException:
            self.engine.dispose()
            raise
        self._readers = ThreadPoolExecutor(MAX_READERS, "quintet-reader")
        self._writer = Writer(self.engine, _is_worth_retrying, self._clock)
        self.trouble: Trouble | None = None
        self._troubled_at = 0.0

    def _migrate(self, clock: Clock) -> None:
        """Migrate the database, which may start a little later than the server."""
        end = clock.monotonic() + (0 if self.engine.name == "sqlite" else STARTUP_TIMEOUT)
        while True:
            try:
                migrate(self.engine)
                with self.engine.execution_options(**{WRITES: True}).begin() as connection:
                    connection.execute(PROBE)
                return
            except SQLAlchemyError as error:
                if not _is_worth_retrying(error) or clock.monotonic() > end:
                    raise Unavailable(_startup_sentence(error)) from error
            Event().wait(STARTUP_INTERVAL)

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Run a function in a thread, with a connection."""

        def run() -> Result:
            with self.engine.connect() as connection:
                return work(connection)

        result = await self._answer(asyncio.wrap_future(self._readers.submit(run)))
        if self.trouble == "unreachable":
            self._end_trouble()
        return result

    async def write(self, work: Callable[[Connection], Result], table_id: str = "") -> Result:
        """Run a function in a transaction, which is on disk when this returns.

        It is retried while the database cannot be reached, so it must check whether it was done
        already: a connection can be lost after the commit and before the answer.
        """
        result = await self._answer(asyncio.wrap_future(self._writer.submit(work, table_id)))
        # A small write may still fit on a full disk, and damage heals only by a restore.
        mended = self._clock.monotonic() - self._troubled_at >= TROUBLE_SECONDS
        if self.trouble == "unreachable" or (mended and self.trouble in ("full", "read_only")):
            self._end_trouble()
        return result

    async def probe(self) -> None:
        """Write really; raise what a move would."""

        def write(connection: Connection) -> None:
            connection.execute(PROBE)

        await self.read(lambda it: it.scalar(select(1)))  # fails at once without a connection
        await self.write(write)

    async def _answer(self, call: Awaitable[Result]) -> Result:
        try:
            return await call
        except Exception as error:
            trouble = trouble_of(error)
            if trouble is None:
                raise
            self._begin_trouble(trouble)
            raise (InternalError() if trouble == "damaged" else Unavailable(UNAVAILABLE)) from error

    def _begin_trouble(self, trouble: Trouble) -> None:
        self._troubled_at = self._clock.monotonic()
        if self.trouble not in (trouble, "damaged"):
            self.trouble = trouble
            log.log(ADVICE[trouble].level, ADVICE[trouble].log)

    def _end_trouble(self) -> None:
        self.trouble = None
        log.warning("The database works again.")

    def close(self) -> None:
        self._readers.shutdown()
        self._writer.close()
        self.engine.dispose()


def _is_worth_retrying(error: BaseException) -> bool:
    """Whether a retry can help soon; a full disk is reported at once."""
    return is_transient(error) and trouble_of(error) == "unreachable"


def _startup_sentence(error: SQLAlchemyError) -> Sentence:
    trouble = trouble_of(error)
    if trouble in AT_START:
        return AT_START[trouble]
    why = str(getattr(error, "orig", error)).partition("\n")[0]
    return sentence("The database cannot be used: {system}.", system=why)


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
    try:
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "busy_timeout=5000",
        ):
            connection.execute(f"PRAGMA {pragma}").close()
    except sqlite3.Error:
        connection.close()  # the pool does not know it yet
        raise


def _begin_sqlite(connection: Connection) -> None:
    """Take the write lock at the start: a later upgrade could fail."""
    writes = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
