"""Mistakes of one's own games, as puzzles."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from quintet.draw import DRAWERS
from quintet.engine.review import Judgement
from quintet.i18n.sentence import Sentence, sentence
from quintet.narration import narrate, suggest
from quintet.options import write_value
from quintet.server.api.replies import reply
from quintet.server.api.reviews import reader_of
from quintet.server.boards import board
from quintet.server.context import Context, context_of
from quintet.server.pages.analysis.addresses import analysis_address
from quintet.server.pages.rendering import as_json, render
from quintet.server.pages.review.mistakes import mistake_link, mistakes_of
from quintet.server.pages.review.page import Word, finished_table, picture
from quintet.server.play.table import Table
from quintet.server.play.views.prompts import more_paths, next_prompts
from quintet.server.play.views.steps import line_steps, move_step
from quintet.server.play.views.view import buttons, present
from quintet.server.schemas.pages import MistakeData, MistakeLink, Refutation
from quintet.server.thinking.jobs import StopToken
from quintet.server.thinking.review_view import (
    MAX_STEPS,
    Reader,
    value_in_moves,
)
from quintet.server.web.errors import Busy, NotFound
from quintet.server.web.processor_time import in_thread
from quintet.value import Value

router = APIRouter(include_in_schema=False)


@router.get("/tables/{table_id}/retry")
async def first_mistake(table_id: str, request: Request) -> Response:
    """Go to the first mistake; to the review while it is not done, or without any."""
    context = context_of(request)
    table = await finished_table(context, table_id)
    mistakes = await _mistakes(context, table)
    aim = f"retry/{mistakes[0].ply}" if mistakes else "review"
    return RedirectResponse(f"/tables/{table_id}/{aim}", 303)


@router.get("/tables/{table_id}/retry/{ply}")
async def mistake(table_id: str, ply: int, request: Request) -> Response:
    """Show a mistake as a puzzle."""
    context = context_of(request)
    table = await finished_table(context, table_id)
    mistakes = await _mistakes(context, table)
    if mistakes is None:
        return RedirectResponse(f"/tables/{table_id}/review", 303)
    found = _find(mistakes, ply)
    at, reader = mistakes.index(found), reader_of(context, table)
    others = await _others(context, table) if reader.own else []
    this_game = [mistake_link(found.position.game, table_id, it.ply) for it in mistakes]
    following = [*this_game[at + 1 :], *others, *this_game[:at]]
    position, say = found.position, context.locale.say
    data = _puzzle(table, found, reader, following)

    def make() -> Response:
        return render(
            request,
            "retry.html",
            table_id=table_id,
            view=present(table, context.device, context.locale),
            number=at + 1,
            count=len(mistakes),
            ply=ply,
            following=following[0]["url"] if following else None,
            plays=bool(reader.own),
            task=data["task"],
            sign=position.variant.sign(position.turn),
            analysis=analysis_address(position),
            data=as_json(data),
            board=board(position, say, look=table.state.setup.look),
            views=DRAWERS[position.game].VIEWS,
        )

    return await in_thread(make)


@router.get("/tables/{table_id}/retry/{ply}/board.svg")
async def mistake_picture(
    table_id: str,
    ply: int,
    request: Request,
    move: Annotated[list[Word], Query(max_length=100)] = [],  # noqa: B006 - nobody changes it
    view: Annotated[str | None, Query(max_length=20)] = None,
) -> Response:
    """Draw the board before a move, after some moves of another line."""
    return await picture(table_id, request, max(0, ply - 1), move, view)


@router.post("/tables/{table_id}/retry/{ply}/refutation")
async def attempt(table_id: str, ply: int, move: Word, request: Request) -> Response:
    """Judge another move than the one that was played."""
    context = context_of(request)
    table = await finished_table(context, table_id)
    mistake = _find(await _mistakes(context, table) or [], ply)
    mistake.position.play(move)  # raises what is wrong with it
    review = await context.registry.reviews.find(table)
    assert review is not None  # it has a mistake
    job, reader = review.job(ply - 1, move, urgent=True), reader_of(context, table)
    name = f"{table_id}:retry:{ply}:{move}"
    judged = await context.registry.engine_pool.run(job, StopToken(), name, client=context.client)
    if judged is None:
        raise Busy(sentence("There is no time to think about this now."))
    return await in_thread(lambda: reply(_verdict(judged.judgement, reader)))


async def _mistakes(context: Context, table: Table) -> list[Judgement] | None:
    """Return the mistakes that this device can try again; None until the review is done."""
    found = await context.registry.reviews.find(table)
    if found is None or not found.is_done:
        return None
    seats = reader_of(context, table).can_err
    return [it for it in found.judgements if it.is_mistake and it.seat in seats]


async def _others(context: Context, table: Table) -> list[MistakeLink]:
    """Return the mistakes of this device in other games."""
    found = await mistakes_of(context)
    return [link for each in found if each.game.id != table.id for link in each.links]


def _find(mistakes: list[Judgement], ply: int) -> Judgement:
    found = next((it for it in mistakes if it.ply == ply), None)
    if found is None:
        raise NotFound(sentence("There is no mistake to try again here."))
    return found


def _puzzle(
    table: Table, mistake: Judgement, reader: Reader, following: list[MistakeLink]
) -> MistakeData:
    """Return a mistake as the page of a puzzle wants it."""
    position, say, better = mistake.position, reader.say, mistake.better
    assert better is not None
    options = position.variant.changed_options.items()
    link = mistake_link(position.game, table.id, mistake.ply)
    return {
        "game": position.game,
        "number": mistake.ply,
        "options": {name: write_value(value) for name, value in options},
        "position": position.text,
        "seat": position.turn,
        "task": say(_task(mistake, reader)),
        "paths": position.paths,
        "more_paths": more_paths(position.variant, position),
        "prompts": next_prompts(position.variant, position, say),
        "asked_piece": position.variant.asked_piece(position),
        "buttons": buttons(position, say),
        "right": say(_right(mistake, better.value)),
        "wrong": {
            word: move_step(position, word, say(narrate(position, word, reader.names)))
            for word in position.moves
            if word != better.move
        },
        "line": line_steps(position, better.line[:MAX_STEPS], reader.names, say),
        "all": [],
        "themes": {},
        "address": link["url"],
        "name": link["name"],
        "following": following,
    }


def _task(mistake: Judgement, reader: Reader) -> Sentence:
    played = suggest(mistake.position, mistake.move, reader.names)
    if mistake.seat in reader.own:
        return sentence("You played: {move}. Find a better move.", move=played)
    player = reader.names[mistake.seat]
    return sentence("{player} played: {move}. Find a better move.", player=player, move=played)


def _right(judgement: Judgement, value: Value) -> Sentence:
    return sentence("Right: {value}.", value=value_in_moves(judgement, value))


def _verdict(tried: Judgement, reader: Reader) -> Refutation:
    """Return whether a move is good enough, and else what the opponent answers."""
    position, say = tried.position, reader.say
    if not tried.is_mistake and tried.verdict is None:
        return {"said": say(_right(tried, tried.value)), "steps": [], "right": True}
    steps = line_steps(position, tried.line, reader.names, say)[1:]
    answers = (at for at, step in enumerate(steps) if step["seat"] != position.turn)
    shown = steps[: next(answers, -1) + 1]
    said = sentence(
        "{move} After it: {value}.",
        move=narrate(position, tried.move, reader.names),
        value=value_in_moves(tried, tried.value),
    )
    reply = shown[-1]["said"] if shown else ""
    return {"said": " ".join(filter(None, [say(said), reply])), "steps": shown, "right": False}
