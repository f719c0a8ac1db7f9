"""Reviews of finished games: ask for one, and follow it as it is made."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from quintet.i18n.sentence import sentence, template
from quintet.server.api.polling import unless_gone
from quintet.server.api.replies import reply, sends
from quintet.server.context import Context, context_of
from quintet.server.play.table import Table
from quintet.server.play.views.seat_names import seat_names
from quintet.server.schemas.reviews import ReviewAnswer
from quintet.server.thinking.review_view import Reader, review_answer
from quintet.server.thinking.reviews import GameReview
from quintet.server.web.errors import NotFound
from quintet.server.web.processor_time import in_thread

router = APIRouter(prefix="/api/v1/tables", tags=["tables"])

WAIT = 20.0  # seconds for which an answer waits for the next move

After = Annotated[int, Query(ge=0, le=10_000)]


@router.post(
    "/{table_id}/review",
    summary=template("Review a finished game"),
    description=template(
        "Begins the review of a finished game unless it was made before; it is made in the "
        "background, and its time is charged to the client that asks first."
    ),
    responses=sends(ReviewAnswer, template("The review so far.")),
)
async def begin(table_id: str, request: Request, after: After = 0) -> Response:
    context = context_of(request)
    table = await context.find(table_id)
    found = await context.registry.reviews.start(table, context.client)
    return await _answer(context, table, found, after)


@router.get(
    "/{table_id}/review",
    summary=template("Follow a review"),
    description=template(
        "The moves of a review after the first so many, as soon as there are any; at most 100."
    ),
    responses=sends(ReviewAnswer, template("The review so far.")),
)
async def follow(table_id: str, request: Request, after: After = 0) -> Response:
    context = context_of(request)
    table = await context.find(table_id)
    found = await context.registry.reviews.find(table)
    if found is None:
        raise NotFound(sentence("Nobody has asked for a review of this game."))
    await unless_gone(request, found.beyond(after), WAIT)
    if found.failed is not None:
        raise found.failed
    return await _answer(context, table, found, after)


def reader_of(context: Context, table: Table) -> Reader:
    """Return who reads; the mistakes of engines are nobody's, those of people a spectator's."""
    own = table.standing(context.device).own
    people = [seat for seat in range(len(table.chairs)) if table.occupant(seat).level is None]
    names = seat_names(table, context.locale)
    return Reader(names, own, own or people, context.locale.say)


async def _answer(context: Context, table: Table, found: GameReview, after: int) -> Response:
    reader = reader_of(context, table)
    return await in_thread(lambda: reply(review_answer(found, after, reader)))
