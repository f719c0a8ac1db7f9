"""The lag of the event loop: how late a timer fires."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable

from quintet.server.clock import Clock
from quintet.server.web.logs import facts

log = logging.getLogger("quintet.server")

LAG_INTERVAL = 0.5  # seconds between measurements
LAG_SAMPLES = 20  # measurements that count as recent
MAX_LAG = 1.0  # seconds; more is logged
LOG_INTERVAL = 60.0  # seconds between two lines about it


class LoopLag:
    """Measures the event loop it runs on."""

    def __init__(self, clock: Clock, observe: Callable[[float], object]) -> None:
        self._clock = clock
        self._observe = observe
        self._samples: deque[float] = deque(maxlen=LAG_SAMPLES)
        self._logged: float | None = None

    @property
    def recent(self) -> float:
        """The longest lag of the last ten seconds."""
        return max(self._samples, default=0.0)

    async def run(self) -> None:
        """Measure until cancelled."""
        while True:
            fired = asyncio.Event()
            due = self._clock.monotonic() + LAG_INTERVAL

            def fire(due: float = due, fired: asyncio.Event = fired) -> None:
                self._note(max(0.0, self._clock.monotonic() - due))
                fired.set()

            timer = self._clock.call_later(LAG_INTERVAL, fire)
            try:
                await fired.wait()
            finally:
                timer.cancel()

    def _note(self, lag: float) -> None:
        self._samples.append(lag)
        self._observe(lag)
        now = self._clock.monotonic()
        if lag > MAX_LAG and (self._logged is None or now - self._logged >= LOG_INTERVAL):
            self._logged = now
            log.warning("The event loop lags.", extra=facts(seconds=round(lag, 1)))
