"""Health and metrics endpoints, for operators."""

from __future__ import annotations

import ipaddress
import secrets

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import JSONResponse, Response

from quintet.errors import QuintetError
from quintet.i18n.sentence import sentence
from quintet.server.clock import Clock
from quintet.server.context import context_of
from quintet.server.web.errors import NotFound
from quintet.server.web.origin import LOCAL_NAMES, host_name

router = APIRouter(include_in_schema=False)

DATABASE_TIMEOUT = 3.0  # seconds


@router.api_route("/healthz", methods=["GET", "HEAD"])
async def healthz(request: Request) -> JSONResponse:
    """Say whether to route clients here: the database answers, no shutdown has begun."""
    if request.app.state.shutdown.has_begun:
        return JSONResponse({"status": "ending"}, 503)
    clock: Clock = request.app.state.clock
    try:
        async with clock.timeout(DATABASE_TIMEOUT):
            await context_of(request).registry.store.check()
    except (QuintetError, TimeoutError):
        return JSONResponse({"status": "unavailable"}, 503)
    bus = context_of(request).registry.bus
    if bus.health is None:
        return JSONResponse({"status": "ok"})
    # Without Redis a process still serves, so it must not be taken out of a pool for that.
    status = "ok" if bus.health == "ok" else "degraded"
    return JSONResponse({"status": status, "redis": bus.health})


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Return the metrics, to this machine or to a bearer of the token."""
    if not _may_see(request, request.app.state.metrics_token):
        raise NotFound(sentence("There is nothing at this address."))
    return Response(request.app.state.metrics.text(), media_type=CONTENT_TYPE_LATEST)


def _may_see(request: Request, token: str | None) -> bool:
    if token is not None:
        given = request.headers.get("authorization", "")
        return secrets.compare_digest(given.encode(), f"Bearer {token}".encode())
    # A proxy on this machine asks for others, but with the public host name.
    return _is_this_machine(request) and host_name(request) in LOCAL_NAMES


def _is_this_machine(request: Request) -> bool:
    try:
        return ipaddress.ip_address(request.client.host if request.client else "").is_loopback
    except ValueError:
        return False
