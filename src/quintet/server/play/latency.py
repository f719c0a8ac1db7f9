"""The latency of a connection, so that nobody loses time to the network.

The server pings, the client answers at once, and half of that round trip is taken as the latency of
a move. The shortest of the latest few counts: one delayed message says nothing about the others.
Whatever a client answers, no more than MAX_LATENCY_MS is compensated.
"""

from __future__ import annotations

from collections import deque

from quintet.server.clock import Clock
from quintet.server.schemas.messages import PingMessage

MAX_LATENCY_MS = 500
PING_INTERVAL = 5.0  # seconds
MAX_ROUND_TRIPS = 5  # the latest that are remembered


class Latency:
    """The latency of one connection."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._round_trips: deque[float] = deque(maxlen=MAX_ROUND_TRIPS)
        self._pings = 0  # so far; the count is the id of the latest
        self._pinged_at: float | None = None
        self._waits = False

    @property
    def milliseconds(self) -> int:
        """The estimated time a message from this client takes."""
        return min(MAX_LATENCY_MS, round(min(self._round_trips, default=0.0) * 500))

    @property
    def allowance(self) -> int:
        """How long after a deadline a message sent before it may arrive, in milliseconds."""
        return self.milliseconds if self._round_trips else MAX_LATENCY_MS

    @property
    def is_due(self) -> bool:
        """Whether it is time to measure again."""
        if self._pinged_at is None:
            return True
        return self._clock.monotonic() - self._pinged_at >= PING_INTERVAL

    def ping(self) -> PingMessage:
        """A message for the client to answer at once with `{"do": "pong", "id": …}`."""
        self._pings += 1
        self._pinged_at = self._clock.monotonic()
        self._waits = True
        return {"type": "ping", "id": str(self._pings)}

    def pong(self, ping_id: str) -> None:
        """Take an answer; only the latest ping counts, and only once."""
        if self._waits and self._pinged_at is not None and ping_id == str(self._pings):
            self._waits = False
            self.add_round_trip(self._clock.monotonic() - self._pinged_at)

    def add_round_trip(self, seconds: float) -> None:
        self._round_trips.append(seconds)
