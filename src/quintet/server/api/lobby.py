"""The lobby: the list of tables, once, by long polling and live."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response, WebSocket, WebSocketDisconnect

from quintet.i18n.sentence import template
from quintet.server.api.polling import MAX_WAIT, unless_gone
from quintet.server.api.replies import sends
from quintet.server.context import context_of
from quintet.server.play.registry import Registry
from quintet.server.schemas.messages import LobbyMessage
from quintet.server.web.errors import Unavailable
from quintet.server.web.locale import Locale

router = APIRouter(prefix="/api/v1/lobby", tags=["lobby"])

SECONDS_BETWEEN_LISTS = 0.25
NO_COMMANDS = 1008
TRY_LATER = 1013


@router.get(
    "",
    summary=template("Show the lobby"),
    responses=sends(LobbyMessage, template("The lists.")),
    description=template(
        "The public tables: those with an open chair, and those where one may look on. With the "
        "mark of a list that is known, the answer waits for another one for up to so many seconds."
    ),
)
async def show(
    request: Request,
    known: Annotated[str, Query(max_length=20)] = "",
    wait: Annotated[float, Query(ge=0, le=MAX_WAIT)] = 0.0,
) -> Response:
    context = context_of(request)
    lobby = context.registry.lobby
    if known:
        await unless_gone(request, lobby.listing(context.locale, known), wait)
    _, text = await lobby.listing(context.locale)
    return Response(text, media_type="application/json")


@router.websocket("/live")
async def live(websocket: WebSocket) -> None:
    """Send the list, and again whenever it changes; clients send nothing."""
    context = context_of(websocket)
    await websocket.accept()
    telling = asyncio.create_task(_tell(websocket, context.registry, context.locale))
    with suppress(WebSocketDisconnect, RuntimeError):
        await websocket.receive_text()
        await websocket.close(NO_COMMANDS)
    telling.cancel()
    with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
        await telling


async def _tell(websocket: WebSocket, registry: Registry, locale: Locale) -> None:
    known = ""
    try:
        while True:
            known, text = await registry.lobby.listing(locale, known)
            await websocket.send_text(text)
            await registry.clock.sleep(SECONDS_BETWEEN_LISTS)
    except Unavailable:
        await websocket.close(TRY_LATER)
