"""The review of a finished game."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from quintet.draw import DRAWERS
from quintet.engine.review_phrasing import GRADES
from quintet.errors import NotAllowed
from quintet.i18n.sentence import sentence
from quintet.server.api.reviews import reader_of
from quintet.server.api.tables import table_board
from quintet.server.boards import Picture, board
from quintet.server.context import Context, context_of
from quintet.server.pages.rendering import as_json, render
from quintet.server.play.table import Table
from quintet.server.play.views.view import present
from quintet.server.schemas.reviews import ReviewPageData
from quintet.server.thinking.reviews import NOT_OVER
from quintet.server.web.errors import NotFound
from quintet.server.web.processor_time import in_thread

router = APIRouter(include_in_schema=False)

Word = Annotated[str, Query(max_length=40)]


@router.get("/tables/{table_id}/review")
async def review(table_id: str, request: Request) -> Response:
    """Show the review of a finished game."""
    context = context_of(request)
    table = await finished_table(context, table_id)
    table.note_request(context.client)
    seen = present(table, context.device, context.locale)
    reader = reader_of(context, table)
    data: ReviewPageData = {
        "table": table_id,
        "game": seen["game"],
        "options": seen["options"],
        "start": table.state.positions[0].text,
        "seat": min(reader.own, default=0),
        "total": len(table.state.played),
        "grades": {grade: reader.say(label) for grade, label in GRADES.items()},
    }

    def make() -> Response:
        return render(
            request,
            "review.html",
            table_id=table_id,
            view=seen,
            plays=bool(reader.own),
            total=len(table.state.played),
            data=as_json(data),
            board=table_board(table, request),
            views=DRAWERS[seen["game"]].VIEWS,
        )

    return await in_thread(make)


@router.get("/tables/{table_id}/review/board.svg")
async def picture(
    table_id: str,
    request: Request,
    ply: Annotated[int, Query(ge=0, le=10_000)],
    move: Annotated[list[Word], Query(max_length=100)] = [],  # noqa: B006 - nobody changes it
    view: Annotated[str | None, Query(max_length=20)] = None,
) -> Response:
    """Draw the board after so many plies and some moves of another line."""
    context = context_of(request)
    table = await finished_table(context, table_id)
    state = table.state
    if ply > len(state.played):
        raise NotFound(sentence("There is no such move in this game."))

    def make() -> Response:
        position = state.positions[ply]
        for word in move:
            position = position.play(word)
        return Picture(board(position, context.locale.say, {}, view, look=state.setup.look))

    return await in_thread(make)


async def finished_table(context: Context, table_id: str) -> Table:
    """Return a table whose game is over."""
    table = await context.find(table_id)
    if table.state.phase != "over":
        raise NotAllowed(NOT_OVER)
    return table
