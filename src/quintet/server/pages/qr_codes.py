"""QR codes of links to chairs."""

from __future__ import annotations

from io import BytesIO

import segno
from fastapi import APIRouter, Request, Response

from quintet.server.boards import Picture
from quintet.server.context import context_of
from quintet.server.play.seating import NO_CHAIR, chair_with_key
from quintet.server.web.errors import NotFound
from quintet.server.web.shared_address import shared_base

router = APIRouter(include_in_schema=False)


@router.get("/tables/{table_id}/join/{key}.svg")
async def qr_code(table_id: str, key: str, request: Request) -> Response:
    table = await context_of(request).registry.find(table_id)
    if chair_with_key(table.chairs, key) is None:
        raise NotFound(NO_CHAIR)
    address = f"{shared_base(request)}tables/{table_id}/join/{key}"
    drawn = BytesIO()
    segno.make_qr(address, error="m").save(drawn, kind="svg", border=4, scale=8, xmldecl=False)
    return Picture(drawn.getvalue())
