"""Game records: read them, and write moves with variations as one."""

from __future__ import annotations

from itertools import islice

from fastapi import APIRouter
from starlette.responses import PlainTextResponse, Response

from quintet import record
from quintet.i18n.sentence import sentence, template
from quintet.options import write_value
from quintet.record import Record
from quintet.server.api.positions import position_of
from quintet.server.api.replies import reply, sends
from quintet.server.schemas.requests import MoveText, PositionRequest, RecordText
from quintet.server.schemas.responses import ReadGame, ReadGames
from quintet.server.web.errors import InvalidField
from quintet.server.web.processor_time import in_thread

router = APIRouter(prefix="/api/v1/records", tags=["records"])

MAX_GAMES = 100


@router.post(
    "/read",
    summary=template("Read game records"),
    description=template(
        "The games in a text, in either form: where each begins, and its moves with variations."
    ),
    responses=sends(ReadGames, template("The games, at most a hundred.")),
)
async def read(asked: RecordText) -> Response:
    def work() -> ReadGames:
        found = islice(record.read(asked.text.splitlines(keepends=True)), MAX_GAMES)
        return {"games": [_read(game) for game in found]}

    found = await in_thread(work)
    if not found["games"]:
        raise InvalidField(sentence("There is no game in this text."), field="text")
    return reply(found)


@router.post(
    "/write",
    response_class=PlainTextResponse,
    summary=template("Write a game record"),
    description=template("Moves with comments and variations, as a record in text form."),
)
async def write(asked: MoveText) -> Response:
    begin = position_of(
        PositionRequest(game=asked.game, options=asked.options, position=asked.position)
    )
    text = await in_thread(lambda: record.dumps(record.read_move_text(begin, asked.text)))
    return PlainTextResponse(text)


def _read(game: Record) -> ReadGame:
    if game.error is not None:
        raise game.error
    options = {name: write_value(value) for name, value in game.variant.options.items()}
    return {
        "game": game.game,
        "options": options,
        "position": game.begin.text,
        "seats": game.seats,
        "tags": dict(game.tags),
        "result": game.result,
        "text": record.write_move_text(game),
    }
