"""The API's positions: read them, list and play moves, draw them, ask what they are worth."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from quintet.engine import Analysis
from quintet.engine.phrasing import analysis_sentence
from quintet.i18n.sentence import sentence, template
from quintet.narration import narrate
from quintet.options import write_value
from quintet.outcome import outcome_sentence
from quintet.position import Position, first_position, read_position
from quintet.server.context import context_of
from quintet.server.pages.boards import Picture, board
from quintet.server.play.view import refusal
from quintet.server.thinking.jobs import AnalysisTask, Thought, line_from
from quintet.server.web.device_tokens import device_of
from quintet.server.web.errors import Busy
from quintet.server.web.rate_limit import address_of, limits_of

router = APIRouter(prefix="/api/v1/positions", tags=["positions"])

Word = Annotated[str, Field(max_length=40)]
Text = Annotated[str, Field(max_length=400)]


class Place(BaseModel):
    """A position: a game with its options, a text (or the start), and moves from there."""

    model_config = ConfigDict(extra="forbid", strict=True)

    game: Word
    options: dict[Word, Text | int | bool | list[Word]] = Field(default_factory=dict, max_length=20)
    position: Text | None = None
    moves: Annotated[list[Word], Field(max_length=1000)] = []

    def found(self) -> Position:
        if self.position is None:
            position = first_position(self.game, self.options)
        else:
            position = read_position(self.game, self.position, self.options)
        for word in self.moves:
            position = position.play(word)
        return position


class Question(Place):
    """A position, and how long to think about it."""

    seconds: Annotated[float, Field(ge=0, le=5)] = 1.0
    best: Annotated[int, Field(ge=1, le=1000)] = 3


class Attempt(Place):
    """A position, and the places touched there to make a move."""

    touched: Annotated[list[Word], Field(min_length=1, max_length=8)]


@router.post("", description=template("What there is to know of a position without thinking."))
async def read(place: Place, request: Request) -> dict[str, Any]:
    position, say = place.found(), context_of(request).locale.say
    variant, outcome = position.variant, position.outcome
    return {
        "game": position.game,
        "options": {name: write_value(value) for name, value in variant.options.items()},
        "position": position.text,
        "seat": position.seat,
        "seats": variant.seat_names,
        "sides": variant.sides,
        "places": {
            at: variant.letters[code]
            for at, code in zip(variant.places, position.cells, strict=True)
        },
        "prompt": None if outcome else say(variant.prompt(position)),
        "moves": position.moves,
        "numbers": position.numbers,
        "paths": position.paths,
        "outcome": outcome
        and {
            "scores": outcome.scores,
            "reason": outcome.reason,
            "result": outcome.result,
            "sentence": say(outcome_sentence(outcome, variant.seat_names)),
        },
        "winning": position.winning,
    }


@router.post(
    "/svg",
    response_class=Picture,
    description=template(
        "The position as a picture; a page that has the sheet of styles leaves it out."
    ),
)
async def draw(
    place: Place, request: Request, view: str | None = None, style: bool = True
) -> Response:
    made = board(place.found(), context_of(request).locale.say, view=view, style=style)
    return Picture(made)


@router.post(
    "/why",
    description=template(
        "Why no legal move begins with these touches; the sentence is null when one does."
    ),
)
async def why(attempt: Attempt, request: Request) -> dict[str, Any]:
    return refusal(attempt.found().why_not(*attempt.touched), context_of(request).locale.say)


@router.post("/analyse", description=template("What the engine thinks of a position."))
async def analyse(question: Question, request: Request) -> dict[str, Any]:
    context, position = context_of(request), question.found()
    limits_of(request).thinking(address_of(request), device_of(request), question.seconds)
    task = AnalysisTask(line_from(position, []), question.seconds, best=question.best, guesses=True)
    found = await context.registry.thinkers.think(task, Thought(), secrets.token_hex(8))
    if found is None:
        raise Busy(sentence("There is no time to think about this now."))
    say = context.locale.say
    return {
        "said": say(analysis_sentence(found)),
        **_value(found),
        "depth": found.depth,
        "nodes": found.nodes,
        "moves": [
            {
                "move": each.move,
                "said": say(narrate(position, each.move)),
                "kind": each.value.kind,
                "plies": each.value.plies,
                "chance": each.value.estimate,
                "known": each.certainty,
                "line": each.line,
            }
            for each in found.moves
        ],
    }


def _value(found: Analysis) -> dict[str, Any]:
    value = found.value
    return {
        "kind": value.kind,
        "plies": value.plies,
        "chance": value.estimate,
        "known": found.certainty,
    }
