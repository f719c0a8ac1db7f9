"""Earlier lines of a table's chat."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from quintet.i18n.sentence import template
from quintet.server.api.replies import reply, sends
from quintet.server.context import context_of
from quintet.server.schemas.responses import ChatLines

router = APIRouter(prefix="/api/v1/tables", tags=["tables"])


@router.get(
    "/{table_id}/chat",
    summary=template("Read the chat"),
    description=template("The latest lines this device may read; or the latest before a number."),
    responses=sends(ChatLines, template("The lines, the oldest first.")),
)
async def earlier(
    table_id: str, request: Request, before: Annotated[int, Query(ge=1, le=2**31 - 1)] = 2**31 - 1
) -> Response:
    context = context_of(request)
    table = await context.find(table_id)
    lines = await table.chat.earlier(before, context.device, context.locale)
    found: ChatLines = {"lines": lines}
    return reply(found)
