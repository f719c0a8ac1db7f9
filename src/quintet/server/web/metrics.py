"""Metrics of the server, for Prometheus."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily
from starlette.types import Scope

from quintet.server.clock import Clock
from quintet.server.web.logs import Sensible
from quintet.server.web.loop_lag import LoopLag

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 30.0)
METHODS = ("GET", "HEAD", "POST")


class Metrics:
    """The metrics of one server.

    `tables` returns how many tables are in memory, `waiting` how many searches wait for a thread.
    """

    def __init__(self, tables: Callable[[], int], waiting: Callable[[], int], clock: Clock) -> None:
        registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        registry.register(_Errors())
        self._registry = registry
        self._requests = Histogram(
            "quintet_request_seconds",
            "Requests, from their arrival to the answer.",
            ["method", "route", "status"],
            buckets=SECONDS,
            registry=registry,
        )
        self._frames = Histogram(
            "quintet_frame_seconds",
            "Frames of WebSockets, from their arrival to the answer.",
            buckets=SECONDS,
            registry=registry,
        )
        self._refused = Counter(
            "quintet_refused",
            "Requests refused by the middleware, by error code.",
            ["code"],
            registry=registry,
        )
        self._loop_lag = Histogram(
            "quintet_loop_lag_seconds",
            "How late timers of the event loop fire, measured twice a second.",
            buckets=SECONDS,
            registry=registry,
        )
        self.lag = LoopLag(clock, self._loop_lag.observe)
        self.connections = Gauge(
            "quintet_connections", "WebSockets that are open.", registry=registry
        )
        Gauge("quintet_tables", "Tables in memory.", registry=registry).set_function(tables)
        Gauge(
            "quintet_waiting_searches", "Searches that wait for a thread.", registry=registry
        ).set_function(waiting)

    @property
    def loop_lag(self) -> float:
        """The longest lag of the event loop in the last ten seconds."""
        return self.lag.recent

    def request(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in METHODS else "other"
        self._requests.labels(method, route_of(scope), str(status)).observe(seconds)

    def frame(self, seconds: float) -> None:
        self._frames.observe(seconds)

    def refused(self, code: str) -> None:
        self._refused.labels(code).inc()

    def text(self) -> bytes:
        return generate_latest(self._registry)


def route_of(scope: Scope) -> str:
    """Return the route as its template, such as `/tables/{table_id}`."""
    return getattr(scope.get("route"), "path", "") or "none"


class _Errors:
    def collect(self) -> Iterable[CounterMetricFamily]:
        yield CounterMetricFamily(
            "quintet_errors", "Errors in the log since the start.", value=Sensible.errors
        )
