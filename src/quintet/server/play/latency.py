"""How long a client's messages are on their way, so that nobody loses time to the network.

The server asks, the client answers at once, and half of that round trip is taken for the way of a
move. Of the latest few the shortest counts: a message that was held up once says nothing of the
others. No more than LONGEST is ever made up for, however a client answers.
"""

from __future__ import annotations

import time
from collections import deque
from typing import Any

LONGEST = 500  # milliseconds
SECONDS_BETWEEN = 5.0  # two measurements at one connection
REMEMBERED = 5  # round trips


class Delay:
    """The delay of one connection."""

    def __init__(self) -> None:
        self._trips: deque[float] = deque(maxlen=REMEMBERED)
        self._asked = 0  # questions so far; the number is the name of the latest
        self._asked_at = -SECONDS_BETWEEN
        self._waits = False

    @property
    def milliseconds(self) -> int:
        """How long a message from this client takes, as far as is known."""
        return min(LONGEST, int(min(self._trips, default=0.0) * 1000 / 2))

    @property
    def allowance(self) -> int:
        """How long after a deadline a message sent before it may come in."""
        return self.milliseconds if self._trips else LONGEST

    @property
    def is_due(self) -> bool:
        """Whether it is time to measure again."""
        return time.monotonic() - self._asked_at >= SECONDS_BETWEEN

    def ask(self) -> dict[str, Any]:
        """A question for the client to answer at once with `{"do": "pong", "id": …}`."""
        self._asked += 1
        self._asked_at = time.monotonic()
        self._waits = True
        return {"type": "ping", "id": str(self._asked)}

    def answered(self, name: str) -> None:
        """Only the latest question counts, and only once."""
        if self._waits and name == str(self._asked):
            self._waits = False
            self._trips.append(time.monotonic() - self._asked_at)
