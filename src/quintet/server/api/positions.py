"""Positions: read them, list and play moves, draw them, analyse them."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from quintet.draw import Look
from quintet.engine import Analysis
from quintet.engine.phrasing import analysis_sentence
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import sentence, template
from quintet.narration import narrate
from quintet.options import write_value
from quintet.outcome import outcome_sentence
from quintet.position import Position, first_position, read_position
from quintet.server.api.replies import reply, sends
from quintet.server.boards import Picture, board
from quintet.server.context import context_of
from quintet.server.play.views.motions import motions_after
from quintet.server.play.views.view import refusal
from quintet.server.schemas.requests import (
    AnalysisRequest,
    BegunRequest,
    PositionRequest,
    TouchRequest,
)
from quintet.server.schemas.responses import AnalysisAnswer, BegunMoves, PositionFacts, Refusal
from quintet.server.thinking.jobs import AnalysisJob, line_from
from quintet.server.web.errors import Busy

router = APIRouter(prefix="/api/v1/positions", tags=["positions"])


def position_of(request: PositionRequest) -> Position:
    """Return the position that a request names."""
    if request.position is None:
        position = first_position(request.game, request.options)
    else:
        position = read_position(request.game, request.position, request.options)
    for word in request.moves:
        position = position.play(word)
    return position


@router.post(
    "",
    summary=template("Read a position"),
    description=template("What there is to know of a position without thinking."),
    responses=sends(PositionFacts, template("The position.")),
)
async def read(asked: PositionRequest, request: Request) -> Response:
    position, say = position_of(asked), context_of(request).locale.say
    variant, outcome = position.variant, position.outcome
    found: PositionFacts = {
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
        "outcome": None
        if outcome is None
        else {
            "scores": outcome.scores,
            "reason": outcome.reason,
            "result": outcome.result,
            "sentence": say(outcome_sentence(outcome, variant.seat_names)),
        },
        "winning": position.winning,
    }
    return reply(found)


@router.post(
    "/svg",
    response_class=Picture,
    summary=template("Draw a position"),
    description=template(
        "The position as a picture; a page that has the sheet of styles leaves it out."
    ),
)
async def draw(
    asked: PositionRequest,
    request: Request,
    view: str | None = None,
    look: Look = "starter_first",
    style: bool = True,
) -> Response:
    say = context_of(request).locale.say
    return Picture(board(position_of(asked), say, view=view, look=look, style=style))


@router.post(
    "/why",
    summary=template("Explain why touches make no move"),
    description=template(
        "Why no legal move begins with these touches; the sentence is null when one does."
    ),
    responses=sends(Refusal, template("The reason.")),
)
async def why(attempt: TouchRequest, request: Request) -> Response:
    reason = position_of(attempt).why_not(*attempt.touched)
    return reply(refusal(reason, context_of(request).locale.say))


@router.post(
    "/motions",
    summary=template("Preview moves"),
    description=template(
        "What the legal moves that begin with these touches would do to the pieces."
    ),
    responses=sends(BegunMoves, template("The motions.")),
)
async def motions(begun: BegunRequest) -> Response:
    position = position_of(begun)
    found = motions_after(position, begun.touched)
    made: BegunMoves = {"position": position.text, "motions": found}
    return reply(made)


@router.post(
    "/analyse",
    summary=template("Analyse a position"),
    description=template("What the engine thinks of a position."),
    responses=sends(AnalysisAnswer, template("The value, and the best moves first.")),
)
async def analyse(question: AnalysisRequest, request: Request) -> Response:
    context, position = context_of(request), position_of(question)
    job = AnalysisJob(line_from(position, []), question.seconds, best=question.best, guesses=True)
    found = await context.registry.analyses.run(job, context.client)
    if found is None:
        raise Busy(sentence("There is no time to think about this now."))
    return reply(_analysis(position, found, context.locale.say))


def _analysis(position: Position, found: Analysis, say: Translate) -> AnalysisAnswer:
    return {
        "said": say(analysis_sentence(found)),
        "kind": found.value.kind,
        "plies": found.value.plies,
        "chance": found.value.estimate,
        "known": found.certainty,
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
