"""The server put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from quintet.errors import QuintetError
from quintet.i18n.sentence import sentence, template
from quintet.server.api import routes as api_routes
from quintet.server.pages import routes as page_routes
from quintet.server.pages.assets import Static
from quintet.server.pages.main import error_page
from quintet.server.play.registry import Tables
from quintet.server.settings import Settings, prepare
from quintet.server.store import Store
from quintet.server.web import health
from quintet.server.web.cookies import Devices
from quintet.server.web.errors import bad_request, other_problem, problem, refusal_schema, status_of
from quintet.server.web.locale import speech_for
from quintet.server.web.metrics import Metrics
from quintet.server.web.middleware import Guard
from quintet.server.web.rate_limit import Limits
from quintet.server.web.secret_keys import KeyRing
from quintet.server.web.shutdown import Ending


def create_app(settings: Settings) -> FastAPI:
    """The whole server as an ASGI application."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        prepare(settings)
        app.state.ending = Ending()
        app.state.devices = Devices(KeyRing(settings.secret_path))
        store = Store(settings.database_url)
        app.state.tables = _tables(store, settings.redis)
        app.state.metrics = Metrics(lambda: app.state.tables.at_hand)
        await app.state.tables.start()
        try:
            yield
        finally:
            await app.state.tables.close()
            store.close()

    app = FastAPI(
        title="Quintet",
        version="1",
        description=template(
            "Five board games: positions, tables and live events. Every answer is JSON."
        ),
        openapi_url="/api/v1/openapi.json",
        docs_url=None,  # FastAPI's own page loads its parts from another site; ours is in `pages`
        redoc_url=None,
        responses={
            "default": {
                "description": template("What was refused, and why."),
                "content": {"application/json": {"schema": refusal_schema()}},
            }
        },
        lifespan=lifespan,
        middleware=[
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
            Middleware(Guard, host_names=settings.host_names, answer=_answer),
        ],
    )
    app.state.metrics_token = settings.metrics_token
    app.state.limits = Limits(settings.limits)
    app.state.static = Static()
    app.router.routes.append(app.state.static.route)
    for router in (*api_routes.ROUTERS, *page_routes.ROUTERS, health.router):
        app.include_router(router)
    app.add_exception_handler(QuintetError, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_body)
    app.add_exception_handler(HTTPException, _refuse_address)
    return app


def _tables(store: Store, redis: str | None) -> Tables:
    if redis is None:
        return Tables(store)
    # Only those who run several processes need what is imported here.
    from quintet.server.bus.redis import RedisBus
    from quintet.server.thinking.queue import QueueThinkers

    bus = RedisBus(redis)
    return Tables(store, bus, QueueThinkers(redis, bus))


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, QuintetError)
    found = problem(error, speech_for(request).say)
    return _answer(request, status_of(error), found)


async def _refuse_body(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return await _refuse(request, bad_request(error.errors()[0]["loc"][1:]))


async def _refuse_address(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    said = (
        sentence("There is nothing at this address.")
        if error.status_code == 404
        else sentence("This address does not take that.")
    )
    code = "not_found" if error.status_code == 404 else "bad_request"
    return _answer(request, error.status_code, other_problem(code, said, speech_for(request).say))


def _answer(connection: HTTPConnection, status: int, found: dict[str, Any]) -> Response:
    """What is wrong: JSON for programs, a page for people."""
    if connection.scope["type"] == "http" and not connection.url.path.startswith("/api/"):
        answer = error_page(Request(connection.scope), status, found["sentence"])
    else:
        answer = JSONResponse({"error": found}, status)
    if "retry_after" in found:
        answer.headers["Retry-After"] = str(found["retry_after"])
    return answer
