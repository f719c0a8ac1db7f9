"""Long polling, for those whose network lets no WebSocket through.

It tells the same messages. Nothing is kept for a client between two requests: what it knows is in
the address that each answer names for the next one, so any process can go on where another was.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from contextlib import suppress
from typing import Annotated, Any, TypeVar
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response

from quintet.i18n.sentence import template
from quintet.server.api.replies import sends
from quintet.server.context import context_of
from quintet.server.play.chat import read_seen
from quintet.server.play.commands import check_values
from quintet.server.play.subscriber import Subscriber
from quintet.server.schemas.messages import VERSION
from quintet.server.schemas.responses import PollAnswer
from quintet.server.web.rate_limit import limits_of

router = APIRouter(prefix="/api/v1/tables", tags=["tables"])

DEFAULT_WAIT, MAX_WAIT = 25.0, 30.0  # seconds
MAX_MARK = 200  # characters

Result = TypeVar("Result")


@router.get(
    "/{table_id}/poll",
    summary=template("Wait for news"),
    responses=sends(PollAnswer, template("The messages.")),
    description=template(
        "What happens at the table, as soon as something does: the messages of the live "
        "connection, and the address at which to ask for the next ones."
    ),
)
async def poll(
    request: Request,
    table_id: str,
    since: Annotated[int, Query(ge=0, le=2**31)] = 0,
    chat: Annotated[str, Query(max_length=MAX_MARK)] = "",
    heard: Annotated[str | None, Query(max_length=MAX_MARK)] = None,
    wait: Annotated[float, Query(ge=0, le=MAX_WAIT)] = DEFAULT_WAIT,
    values: bool = False,
) -> Response:
    context = context_of(request)
    table = await context.find(table_id)
    marks = dict(mark.split(".", 1) for mark in (heard or "").split(",") if "." in mark)
    subscriber = Subscriber(
        table,
        context.device,
        context.locale,
        since,
        read_seen(chat),
        marks,
        address=context.client.address,
    )
    await subscriber.catch_up()
    if values:
        check_values(table.state, table.standing(context.device))
    subscriber.wants_values = values
    table.subscribe(subscriber)
    if heard is None:
        subscriber.assume_current()
    try:
        messages = await unless_gone(request, _gather(subscriber), wait) or []
    finally:
        table.unsubscribe(subscriber, polls=True)
    known: dict[str, str | int | float] = {"since": subscriber.since, "wait": wait}
    if subscriber.seen is not None:
        known["chat"] = subscriber.seen.text
    known["heard"] = ",".join(f"{kind}.{mark}" for kind, mark in subscriber.heard.items())
    known["values"] = str(values).lower()
    address = json.dumps(f"{request.url.path}?{urlencode(known)}")
    answer = f'{{"version":{VERSION},"messages":[{",".join(messages)}],"next":{address}}}'
    return Response(answer, media_type="application/json")


async def unless_gone(
    request: Request, work: Coroutine[Any, Any, Result], seconds: float
) -> Result | None:
    """Await a result until a timeout, a disconnect or the shutdown."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(_gone(request))
    try:
        with limits_of(request).waiting(*context_of(request).client):
            with suppress(TimeoutError):
                async with request.app.state.shutdown.timeout(seconds):
                    await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
            return await working if working.done() else None
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _gather(subscriber: Subscriber) -> list[str]:
    while not (messages := subscriber.messages()):
        await subscriber.wait()
    return messages
