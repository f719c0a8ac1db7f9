"""One puzzle, its pictures and refutations; one a day is the puzzle of the day."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from quintet.draw import DRAWERS
from quintet.engine import Analysis
from quintet.engine.phrasing import analysis_sentence, value_sentence
from quintet.games import find_game
from quintet.i18n.sentence import Sentence, sentence
from quintet.outcome import outcome_sentence
from quintet.position import Position
from quintet.puzzles import Puzzle, of_game
from quintet.puzzles.daily import of_day
from quintet.server.api.games import facts
from quintet.server.api.replies import reply
from quintet.server.boards import Picture, board
from quintet.server.context import context_of
from quintet.server.pages.analysis.addresses import analysis_address
from quintet.server.pages.captions import captions
from quintet.server.pages.player_names import player_names
from quintet.server.pages.puzzles.tasks import find_puzzle, puzzle_data, task_of, wrong_move
from quintet.server.pages.rendering import as_json, render
from quintet.server.pages.shared import shared_page
from quintet.server.play.views.steps import line_steps
from quintet.server.schemas.pages import PuzzleStep, Refutation
from quintet.server.thinking.jobs import AnalysisJob, line_from
from quintet.server.web.errors import Busy
from quintet.server.web.processor_time import in_thread
from quintet.value import one_ply_earlier

router = APIRouter(include_in_schema=False)

SECONDS = 0.3  # to find the refutation of a move

Word = Annotated[str, Query(max_length=40)]


@router.get("/puzzles/today")
async def today(request: Request) -> Response:
    """Show the puzzle of the day, by the date in UTC."""
    now = context_of(request).registry.clock.now()
    day = datetime.fromtimestamp(now / 1000, UTC).date()
    return await _page(request, of_day(day), day.isoformat())


@router.get("/puzzles/{game}/{number}")
async def puzzle(game: str, number: int, request: Request) -> Response:
    """Show one puzzle."""
    return await _page(request, find_puzzle(game, number))


async def _page(request: Request, found: Puzzle, day: str = "") -> Response:
    """Return the page of a puzzle, which may be that of a day."""
    game, locale = found.game, context_of(request).locale

    def make() -> Response:
        say, position = locale.say, found.position
        return render(
            request,
            "puzzle.html",
            game=facts(find_game(game)),
            puzzle=found,
            day=day,
            analysis=analysis_address(position),
            last=len(of_game(game)),
            task=task_of(found, say),
            captions=captions(position.variant, found.options, say),
            themes=[{"name": it.value, "title": say(it.label)} for it in found.themes],
            sign=position.variant.sign(position.turn),
            data=as_json(puzzle_data(found, say)),
            board=board(position, say),
            views=DRAWERS[game].VIEWS,
        )

    return await shared_page(request, ("puzzle", game, found.number, day, locale.code), make)


@router.get("/puzzles/{game}/{number}/board.svg")
async def picture(
    game: str,
    number: int,
    request: Request,
    move: Annotated[list[Word], Query(max_length=100)] = [],  # noqa: B006 - nobody changes it
    view: str | None = None,
) -> Response:
    """Draw the board after some moves."""
    found, locale = find_puzzle(game, number), context_of(request).locale

    def make() -> Response:
        position = found.position
        for word in move:
            position = position.play(word)
        return Picture(board(position, locale.say, view=view))

    if move:  # there are too many lines to keep them all
        return await in_thread(make)
    return await shared_page(request, ("picture", game, number, view, locale.code), make)


@router.post("/puzzles/{game}/{number}/refutation")
async def refutation(game: str, number: int, move: Word, request: Request) -> Response:
    """Return what refutes a wrong move, up to the opponent's answer."""
    context, found = context_of(request), find_puzzle(game, number)
    say, position = context.locale.say, found.position
    names = player_names(position, say)
    wrong, after = wrong_move(found, move, names), position.play(move)
    if after.outcome is not None:
        end = outcome_sentence(after.outcome, names)
        return reply(
            Refutation(said=say(sentence("{wrong} {end}", wrong=wrong, end=end)), steps=[])
        )
    job = AnalysisJob(line_from(after, []), SECONDS, best=1)
    analysis = await context.registry.analyses.run(job, context.client)
    if analysis is None:
        raise Busy(sentence("There is no time to think about this now."))
    steps = _up_to_answer(line_steps(after, analysis.best.line, names, say), position.turn)
    said = sentence(
        "{wrong} After it: {value}. {reply}",
        wrong=wrong,
        value=_value(position, analysis, names),
        reply=steps[-1]["said"],
    )
    return reply(Refutation(said=say(said), steps=steps))


def _up_to_answer(steps: list[PuzzleStep], seat: int) -> list[PuzzleStep]:
    """Return the moves until the opponent has moved: in Quarto, placing and giving."""
    answers = (at for at, step in enumerate(steps) if step["seat"] != seat)
    return steps[: next(answers, 0) + 1]


def _value(position: Position, found: Analysis, names: list[str]) -> Sentence:
    """Return the analysis after a move, with the mover's estimate."""
    if found.value.kind != "chance":
        return analysis_sentence(found, names)
    sides = position.variant.sides
    same = sides[position.turn] == sides[found.position.turn]
    chance = one_ply_earlier(found.value, same_side=same)
    return value_sentence(position, chance, found.certainty, found.depth, names)
