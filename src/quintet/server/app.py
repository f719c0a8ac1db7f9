"""The application: routes, middleware and what they share."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.responses import Response

from quintet.errors import QuintetError
from quintet.i18n.sentence import sentence
from quintet.server.api import routes as api_routes
from quintet.server.api.openapi import DEFAULT_RESPONSES, described, openapi
from quintet.server.clock import Clock
from quintet.server.pages import routes as page_routes
from quintet.server.pages.assets import Static
from quintet.server.pages.main import error_page
from quintet.server.pages.rendering import load_templates
from quintet.server.pages.shared import SharedPages
from quintet.server.play.health import Health
from quintet.server.play.registry import Registry
from quintet.server.schemas.problem import Problem
from quintet.server.settings import Settings, prepare
from quintet.server.store import Store
from quintet.server.thinking.pool import EnginePool
from quintet.server.web.connections import OpenConnections
from quintet.server.web.device_tokens import DeviceTokens
from quintet.server.web.errors import (
    MalformedRequest,
    MethodNotAllowed,
    NotFound,
    ProblemResponse,
    problem,
    problem_headers,
)
from quintet.server.web.locale import locale_of
from quintet.server.web.metrics import Metrics
from quintet.server.web.middleware import SecurityMiddleware
from quintet.server.web.rate_limit import Limits
from quintet.server.web.secret_keys import KeyRing
from quintet.server.web.shutdown import Shutdown
from quintet.server.web.validation import invalid_field

# FastAPI works out the fields of a router once, so applications share one.
_ROUTES = APIRouter(responses=DEFAULT_RESPONSES)
for _router in (*api_routes.ROUTERS, *page_routes.ROUTERS):
    _ROUTES.include_router(_router)


@functools.cache
def _openapi() -> dict[str, object]:
    return openapi(_ROUTES.routes)


def create_app(settings: Settings, clock: Clock | None = None) -> FastAPI:
    """Return the whole server as an ASGI application; tests pass a clock of their own."""
    clock = clock or Clock()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        prepare(settings)
        app.state.shutdown = Shutdown(clock)
        app.state.shared_pages = SharedPages()
        app.state.device_tokens = DeviceTokens(KeyRing(settings.secret_path, clock), clock)
        store = Store(settings.database_url, clock)
        app.state.registry = registry = _registry(store, settings.redis, clock, app.state.limits)
        app.state.metrics = metrics = Metrics(
            lambda: registry.table_count, lambda: registry.engine_pool.waiting, clock
        )
        app.state.health = Health(store, registry.bus, clock, lambda: metrics.loop_lag)
        await registry.start()
        background = [
            asyncio.create_task(metrics.lag.run()),
            asyncio.create_task(asyncio.to_thread(load_templates)),
        ]
        try:
            yield
        finally:
            for task in background:
                task.cancel()
            await registry.close()
            store.close()

    app = FastAPI(
        openapi_url=None,  # FastAPI's route would make the document on the event loop
        docs_url=None,  # FastAPI's page loads scripts from another site; ours is in `pages`
        redoc_url=None,
        lifespan=lifespan,
        middleware=[
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
            Middleware(SecurityMiddleware, host_names=settings.host_names, answer=_answer),
        ],
    )
    app.state.clock = clock
    app.state.shared_addresses = settings.shared_addresses
    app.state.metrics_token = settings.metrics_token
    app.state.limits = Limits(settings.limits, clock)
    app.state.open_connections = OpenConnections(settings.limits, settings.trusted_proxies, clock)
    app.state.static = Static()
    app.router.routes += [app.state.static.route, *_ROUTES.routes]
    app.add_exception_handler(QuintetError, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_values)
    app.add_exception_handler(HTTPException, _refuse_address)
    app.openapi = _openapi  # type: ignore[method-assign]
    return app


def _registry(store: Store, redis: str | None, clock: Clock, limits: Limits) -> Registry:
    if redis is None:
        return Registry(store, engine_pool=EnginePool(clock, limits), clock=clock)
    # Needed only by servers of several processes.
    from quintet.server.bus.redis import RedisBus
    from quintet.server.thinking.queue import QueuedEnginePool

    bus = RedisBus(redis, clock)
    return Registry(store, bus, QueuedEnginePool(redis, bus, clock, limits), clock)


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, QuintetError)
    return _answer(request, problem(error, locale_of(request).say, request.url.path))


async def _refuse_values(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    details = error.errors()[0]
    place, *where = details["loc"]
    # The first time, the document is made, which takes a while.
    schema, definitions = await asyncio.to_thread(described, request, place)
    return await _refuse(request, invalid_field(details, where, schema, definitions))


async def _refuse_address(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    known: dict[int, QuintetError] = {
        404: NotFound(sentence("There is nothing at this address.")),
        405: MethodNotAllowed(sentence("This address does not take that.")),
    }
    other = MalformedRequest(sentence("This cannot be understood."))
    answer = await _refuse(request, known.get(error.status_code, other))
    answer.headers.update(error.headers or {})
    return answer


def _answer(connection: HTTPConnection, found: Problem) -> Response:
    """Say what is wrong: a problem object for programs, a page for people."""
    if connection.scope["type"] == "http" and not connection.url.path.startswith("/api/"):
        answer = error_page(Request(connection.scope), found["status"], found["detail"])
    else:
        answer = ProblemResponse(found, found["status"])
    answer.headers.update(problem_headers(found))
    return answer
