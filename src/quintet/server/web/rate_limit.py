"""Rate limits for each address and each device, above what people need.

Token buckets in this process's memory: a burst, and then a rate. An address is remembered while
its bucket is not full, and is never stored.
"""

from __future__ import annotations

import math
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from quintet.i18n.sentence import sentence
from quintet.server.clock import Clock
from quintet.server.schemas.commands import (
    AskCommand,
    Command,
    HintCommand,
    RematchCommand,
    SayCommand,
    ValuesCommand,
)
from quintet.server.schemas.requests import NewTable
from quintet.server.store import Store
from quintet.server.web.addresses import address_key
from quintet.server.web.client import Client
from quintet.server.web.device_tokens import device_of
from quintet.server.web.errors import TooManyRequests

MAX_KEYS = 20_000  # buckets of one kind


@dataclass(frozen=True, slots=True)
class Rate:
    """A burst, and the rate at which it is refilled."""

    burst: float
    per_second: float


REQUESTS = Rate(1000, 50)  # of an address
CONNECTIONS = Rate(300, 10)  # of an address: WebSockets that are opened
FRAMES = Rate(1000, 100), Rate(200, 20)  # of an address, of a device: on open connections
CHANGES = Rate(1000, 100), Rate(200, 20)  # of an address, of a device: requests for a change
TABLES = Rate(120, 0.5), Rate(60, 0.25)  # of an address, of a device: tables opened
CHAT = Rate(60, 4), Rate(12, 0.5)  # of an address, of a device: lines said
THINKING = Rate(120, 2), Rate(60, 1)  # of an address, of a device: seconds of the engine's time
PROCESSOR = Rate(5, 0.25)  # of an address: seconds of the server's processor time
OPEN_AT_ONCE = 400, 40  # of an address, of a device: WebSockets and polls
OPEN_TABLES = 20, 5  # of an address, of a device: public ones that wait for players
TABLES_A_DAY = 500  # of a device
DAY = 24 * 3600


class Buckets:
    """Token buckets by key; the least recently used are dropped."""

    def __init__(self, rate: Rate, factor: float = 1.0, clock: Clock | None = None) -> None:
        self._clock = clock or Clock()
        self._burst = rate.burst * factor
        self._per_second = rate.per_second * factor
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()  # level, when

    def take(self, key: str, cost: float = 1.0, *, owing: bool = False) -> float:
        """Take tokens and return 0, or return the seconds until there are enough.

        In the second case nothing is taken, unless the key may owe tokens.
        """
        if math.isinf(self._burst):
            return 0.0
        now = self._clock.monotonic()
        level, then = self._levels.pop(key, (self._burst, now))
        level = min(self._burst, level + (now - then) * self._per_second)
        missing = max(0.0, min(cost, self._burst) - level)
        self._levels[key] = (level if missing and not owing else level - cost, now)
        while len(self._levels) > MAX_KEYS:
            self._levels.popitem(last=False)
        return missing / self._per_second


class Limits:
    """All limits of a server: requests over a limit are refused, frames are delayed."""

    def __init__(self, factor: float = 1.0, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.counts = not math.isinf(factor)
        self._factor = factor
        self._requests = Buckets(REQUESTS, factor, self.clock)
        self._connections = Buckets(CONNECTIONS, factor, self.clock)
        self._frames = [Buckets(rate, factor, self.clock) for rate in FRAMES]
        self._changes = [Buckets(rate, factor, self.clock) for rate in CHANGES]
        self._tables = [Buckets(rate, factor, self.clock) for rate in TABLES]
        self._chat = [Buckets(rate, factor, self.clock) for rate in CHAT]
        self._thinking = [Buckets(rate, factor, self.clock) for rate in THINKING]
        self._processor = Buckets(PROCESSOR, factor, self.clock)
        self._open: Counter[str] = Counter()
        self._opening: Counter[str] = Counter()  # public tables that are being opened

    def frame(self, address: str, device: str) -> float:
        """Count a frame, and return the seconds to delay it.

        Frames have buckets of their own, which a flood keeps empty: other clients at its address
        wait a little longer for a frame, but none of their requests is refused.
        """
        whose = zip(self._frames, (address, device), strict=True)
        return max(bucket.take(key, owing=True) for bucket, key in whose)

    def request(self, address: str) -> None:
        _refuse_if(self._requests.take(address))

    def processor(self, address: str) -> None:
        """Refuse a request of an address that owes processor time."""
        _refuse_if(self._processor.take(address, 0.0))

    def spend(self, address: str, seconds: float) -> float:
        """Charge processor time that was used; return the seconds until it is paid for.

        What a request costs is known only afterwards, so an address may owe for its last ones.
        """
        return self._processor.take(address, seconds, owing=True)

    def change(self, address: str, device: str) -> None:
        _take_both(self._changes, address, device)

    def table(self, address: str, device: str, count: int = 1) -> None:
        _take_both(self._tables, address, device, count)

    def chat(self, address: str, device: str) -> None:
        _take_both(self._chat, address, device)

    def check_thinking(self, client: Client) -> None:
        """Refuse a client that owes engine time."""
        _take_both(self._thinking, client.address, client.device, 0.0)

    def charge_thinking(self, client: Client, seconds: float) -> None:
        """Take the seconds that a search took; a client may owe them."""
        for bucket, key in zip(self._thinking, client, strict=True):
            bucket.take(key, seconds, owing=True)

    def tables_today(self, count: int, more: int = 1) -> None:
        """Refuse more tables if the device has opened too many within a day."""
        if count + more > TABLES_A_DAY * self._factor:
            raise TooManyRequests(
                sentence("You have opened many tables today; come back tomorrow."), 3600
            )

    @contextmanager
    def opening(self, address: str, device: str, waiting: tuple[int, int]) -> Iterator[None]:
        """Count a public table while it is opened; `waiting` are those there already."""
        whose = f"address {address}", f"device {device}"
        for key, known, most in zip(whose, waiting, OPEN_TABLES, strict=True):
            if known + self._opening[key] >= most * self._factor:
                raise TooManyRequests(
                    sentence("Enough of your tables in the lobby are waiting for players."), 60
                )
        self._opening.update(whose)
        try:
            yield
        finally:
            self._opening.subtract(whose)
            self._opening += Counter()  # forgets those without any

    @contextmanager
    def connection(self, address: str, device: str) -> Iterator[None]:
        """Count a connection while it is open."""
        _refuse_if(self._connections.take(address))
        with self.waiting(address, device):
            yield

    @contextmanager
    def waiting(self, address: str, device: str) -> Iterator[None]:
        """Count a client that waits for news, over a connection or with a poll."""
        whose = f"address {address}", f"device {device}"
        for key, most in zip(whose, OPEN_AT_ONCE, strict=True):
            if self._open[key] >= most * self._factor:
                raise TooManyRequests(sentence("There are too many connections from here."), 10)
        self._open.update(whose)
        try:
            yield
        finally:
            for key in whose:
                self._open[key] -= 1
                if not self._open[key]:
                    del self._open[key]


def address_of(connection: HTTPConnection) -> str:
    """Return the address to count by; IPv6 clients are grouped by /64."""
    return address_key(connection.client.host if connection.client else "")


def client_of(connection: HTTPConnection) -> Client:
    """Return who asks; handlers find it in their context."""
    return Client(address_of(connection), device_of(connection))


def limits_of(connection: HTTPConnection) -> Limits:
    found: Limits = connection.app.state.limits
    return found


async def count_table(connection: HTTPConnection) -> None:
    """Count a table that is to be opened; raise when it is one too many."""
    await count_tables(connection, 1)


async def count_tables(connection: HTTPConnection, count: int) -> None:
    """Count tables that are to be opened together; raise when they are too many."""
    limits, client = limits_of(connection), client_of(connection)
    limits.table(*client, count)
    if limits.counts:
        a_day_ago = limits.clock.now() - DAY * 1000
        store: Store = connection.app.state.registry.store
        limits.tables_today(await store.opened_since(client.device, a_day_ago), count)


@asynccontextmanager
async def counting_open(connection: HTTPConnection, wishes: NewTable) -> AsyncIterator[None]:
    """Count a table for the lobby while it is opened; raise when too many wait there."""
    limits = limits_of(connection)
    waits = wishes.public and any(chair.kind == "open" for chair in wishes.chairs or ())
    if not (waits and limits.counts):
        yield
        return
    whose = client_of(connection)
    waiting = await connection.app.state.registry.lobby.waiting(*whose)
    with limits.opening(*whose, waiting):
        yield


def count_command(limits: Limits, client: Client, command: Command) -> None:
    """Count a command at a table; raise when it costs more than is left."""
    match command:
        case HintCommand() | ValuesCommand(on=True):
            limits.check_thinking(client)
        case SayCommand():
            limits.chat(*client)
        case RematchCommand() | AskCommand(what="rematch"):
            limits.table(*client)


def _take_both(buckets: list[Buckets], address: str, device: str, cost: float = 1.0) -> None:
    for bucket, key in zip(buckets, (address, device), strict=True):
        _refuse_if(bucket.take(key, cost))


def _refuse_if(seconds: float) -> None:
    if seconds > 0:
        raise TooManyRequests(sentence("That was too much at once; wait a moment."), seconds)
