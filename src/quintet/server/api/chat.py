"""What was said at a table, for those who look back further than a page remembers."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from quintet.i18n.sentence import template
from quintet.server.context import context_of

router = APIRouter(prefix="/api/v1/tables", tags=["tables"])


@router.get(
    "/{table_id}/chat",
    description=template("The latest lines this device may read; or the latest before a number."),
)
async def earlier(
    table_id: str, request: Request, before: Annotated[int, Query(ge=1, le=2**31 - 1)] = 2**31 - 1
) -> dict[str, Any]:
    context = context_of(request)
    table = await context.find(table_id)
    return {"lines": await table.chat.earlier(before, context.device, context.locale)}
