"""Pages of tutorials: all games, and the steps of one game on a live board."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from quintet.draw import DRAWERS
from quintet.errors import QuintetError
from quintet.games import GAMES, find_game
from quintet.games.types import Reason
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Sentence, sentence
from quintet.narration import suggest
from quintet.position import Position
from quintet.server.api.games import facts
from quintet.server.api.replies import reply
from quintet.server.boards import Picture, board
from quintet.server.context import context_of
from quintet.server.pages.captions import captions
from quintet.server.pages.player_names import player_names
from quintet.server.pages.rendering import as_json, render
from quintet.server.pages.shared import shared_page
from quintet.server.play.views.prompts import more_paths, next_prompts
from quintet.server.play.views.steps import line_steps, move_step
from quintet.server.play.views.view import buttons
from quintet.server.schemas.pages import (
    TutorialAnswer,
    TutorialRefusal,
    TutorialStep,
    TutorialTurn,
)
from quintet.server.schemas.requests import TutorialMoves, TutorialTouches
from quintet.server.web.errors import NotFound
from quintet.server.web.processor_time import in_thread
from quintet.tutorials import Step, Track, of_game, steps_of
from quintet.tutorials.checking import forbidden_touches, replies, solution
from quintet.tutorials.goals import Verdict, played

router = APIRouter(include_in_schema=False)

FIRST_LEVEL = 1  # of the engine, in the game that follows a track

Word = Annotated[str, Query(max_length=40)]


@router.get("/learn")
async def games(request: Request) -> Response:
    """Show the games that have a tutorial."""

    def make() -> Response:
        listed = [
            {**facts(game), "tracks": tracks}
            for name, game in GAMES.items()
            if (tracks := of_game(name))
        ]
        return render(request, "learn.html", games=listed)

    return await shared_page(request, ("learn", context_of(request).locale.code), make)


@router.get("/learn/{game}")
async def tutorial(game: str, request: Request) -> Response:
    """Show the tutorial of a game; the page goes on where this browser left off."""
    names = list(steps_of(game))
    if not names:
        raise NotFound(sentence("There is no tutorial for this game."))
    return await _page(request, _find(game, names[0]), named=False)


@router.get("/learn/{game}/{name}")
async def step(game: str, name: str, request: Request) -> Response:
    """Show one step of a tutorial."""
    return await _page(request, _find(game, name), named=True)


@router.get("/learn/{game}/{name}/step.json")
async def step_data(game: str, name: str, request: Request) -> Response:
    """Return one step for a page that is open."""
    found, locale = _find(game, name), context_of(request).locale

    def make() -> Response:
        return reply(_facts(found, locale.say))

    return await shared_page(request, ("learn", game, name, "json", locale.code), make)


@router.get("/learn/{game}/{name}/board.svg")
async def picture(
    game: str,
    name: str,
    request: Request,
    move: Annotated[list[Word], Query(max_length=20)] = [],  # noqa: B006 - nobody changes it
    view: str | None = None,
) -> Response:
    """Draw the board of a step after some moves."""
    found, locale = _find(game, name), context_of(request).locale

    def make() -> Response:
        return Picture(board(played(found.position, move), locale.say, view=view))

    if move:  # there are too many lines to keep them all
        return await in_thread(make)
    return await shared_page(request, ("lesson", game, name, view, locale.code), make)


@router.post("/learn/{game}/{name}/move")
async def judge_move(game: str, name: str, asked: TutorialMoves, request: Request) -> Response:
    """Judge a move of the learner, and answer it for the other seats."""
    found, say = _find(game, name), context_of(request).locale.say
    return reply(await in_thread(lambda: _answer(found, tuple(asked.moves), say)))


@router.post("/learn/{game}/{name}/touch")
async def judge_touch(game: str, name: str, asked: TutorialTouches, request: Request) -> Response:
    """Say why touches begin no move, and whether the step asks for just that."""
    found, say = _find(game, name), context_of(request).locale.say
    position = played(found.position, asked.moves)
    why = _why_not(position, asked.touched)
    done = found.goal.accepts_refusal(position, asked.touched)
    told = why.sentence if why else sentence("No move starts like this.")
    both = sentence("{why} {done}", why=told, done=found.said.done)
    refused: TutorialRefusal = {
        "sentence": say(told),
        "places": why.places if why else (),
        "done": done,
        "said": say(both) if done else "",
    }
    return reply(refused)


async def _page(request: Request, shown: Step, *, named: bool) -> Response:
    """Show a step with its tutorial around it; `named` if the address has its name."""
    game, locale = shown.game, context_of(request).locale

    def make() -> Response:
        data = _facts(shown, locale.say)
        return render(
            request,
            "tutorial.html",
            game=facts(find_game(game)),
            tracks=of_game(game),
            step=data,
            named=named,
            data=as_json(data),
            board=board(shown.position, locale.say),
            views=DRAWERS[game].VIEWS,
            first_level=FIRST_LEVEL,
        )

    return await shared_page(request, ("learn", game, shown.name, named, locale.code), make)


def _find(game: str, name: str) -> Step:
    found = steps_of(find_game(game).name).get(name)
    if found is None:
        raise NotFound(sentence("There is no such step."))
    return found


def _track_of(shown: Step) -> Track:
    return next(track for track in of_game(shown.game) if shown in track.steps)


def _facts(shown: Step, say: Translate) -> TutorialStep:
    """Return a step for its page."""
    position, track = shown.position, _track_of(shown)
    at = track.steps.index(shown)
    following = track.steps[at + 1 : at + 2]
    return {
        "game": shown.game,
        "name": shown.name,
        "number": at + 1,
        "last": len(track.steps),
        "track": track.name,
        "title": say(track.title),
        "next": following[0].name if following else None,
        "task": say(shown.said.task),
        "hints": [say(hint) for hint in shown.said.hints],
        "options": dict(shown.options),
        "caption": " · ".join(captions(position.variant, shown.options, say)),
        "sign": position.variant.sign(position.turn),
        "piece": position.variant.asked_piece(position),
        "turn": _turn(shown, (), say),
    }


def _turn(shown: Step, line: tuple[str, ...], say: Translate) -> TutorialTurn:
    position = played(shown.position, line)
    moves = solution(shown, line)
    return {
        "position": position.text,
        "seat": position.turn,
        "paths": position.paths,
        "more_paths": more_paths(position.variant, position),
        "prompts": next_prompts(position.variant, position, say),
        "buttons": buttons(position, say),
        "shown": position.variant.path(moves[0]) if moves else forbidden_touches(shown),
        "advice": say(_advice(shown, position, moves, say)),
        "motions": move_step(position, moves[0], "")["motions"] if moves else [],
    }


def _advice(
    shown: Step, position: Position, moves: tuple[str, ...] | None, say: Translate
) -> Sentence:
    """Return a way to go on, in words; for what is to be refused, the last hint."""
    if not moves:
        return [shown.said.task, *shown.said.hints][-1]
    names = player_names(shown.position, say)
    return sentence("Hint: {move}.", move=suggest(position, moves[0], names))


def _answer(shown: Step, line: tuple[str, ...], say: Translate) -> TutorialAnswer:
    """Judge a line, and continue it until the learner is to move again."""
    start = shown.position
    before = played(start, line[:-1])
    verdict, names = shown.goal.judge(start, line), player_names(start, say)
    answers = () if verdict is Verdict.DONE else _answers(shown, line)
    steps = line_steps(before, (line[-1], *answers), names, say)
    last = steps[-1]["said"]
    match verdict:
        case Verdict.DONE:
            said = say(shown.said.done)
        case Verdict.ON:
            said = last if answers else ""
        case Verdict.WRONG:
            wrong = shown.goal.wrong()
            told = (
                sentence("{wrong} {answer}", wrong=wrong, answer=last)
                if answers
                else sentence("{move} {wrong}", move=last, wrong=wrong)
            )
            said = say(told)
    goes_on = verdict is Verdict.ON
    return {
        "verdict": verdict.value,
        "said": said,
        "steps": steps,
        "turn": _turn(shown, (*line, *answers), say) if goes_on else None,
    }


def _answers(shown: Step, line: tuple[str, ...]) -> tuple[str, ...]:
    """Return the other seats' moves: after a wrong one, only those that show why."""
    start, goal = shown.position, shown.goal
    is_wrong = goal.judge(start, line) is Verdict.WRONG
    if is_wrong and not goal.is_contest:
        return ()
    answers = replies(goal, start, line)
    shows_why = goal.plies_left(line) > 0 or played(start, (*line, *answers)).outcome is not None
    return answers if shows_why or not is_wrong else ()


def _why_not(position: Position, touched: list[str]) -> Reason | None:
    try:
        return position.why_not(*touched)
    except QuintetError:  # these touches are no move of the game at all
        return None
