"""Health and metrics endpoints, for operators."""

from __future__ import annotations

import ipaddress
import secrets

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import JSONResponse, Response

from quintet.i18n.sentence import sentence
from quintet.server.play.health import Health
from quintet.server.web.errors import NotFound
from quintet.server.web.origin import LOCAL_NAMES, host_name

router = APIRouter(include_in_schema=False)


@router.api_route("/healthz", methods=["GET", "HEAD"])
async def healthz(request: Request) -> JSONResponse:
    """Say whether to route clients here, and what is wrong."""
    if request.app.state.shutdown.has_begun:
        return JSONResponse({"status": "ending"}, 503)
    health: Health = request.app.state.health
    report = await health.report()
    return JSONResponse(report, 503 if report["status"] == "unavailable" else 200)


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
