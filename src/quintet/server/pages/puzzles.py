"""Pages of puzzles: all games, the levels of one game, and one puzzle."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from quintet.draw import DRAWERS
from quintet.engine import Analysis
from quintet.engine.phrasing import analysis_sentence, value_sentence
from quintet.games import GAMES, find_game
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Sentence, sentence
from quintet.narration import narrate
from quintet.outcome import outcome_sentence
from quintet.position import Position
from quintet.puzzles import LEVELS, Puzzle, of_game
from quintet.puzzles.goals import right_sentence, task_sentence, turn_sentence, wrong_sentence
from quintet.server.api.games import facts
from quintet.server.api.replies import reply
from quintet.server.boards import Picture, board
from quintet.server.context import context_of
from quintet.server.pages.analysis.addresses import analysis_address
from quintet.server.pages.captions import captions
from quintet.server.pages.lines import line_steps, move_step, player_names
from quintet.server.pages.rendering import as_json, render
from quintet.server.pages.shared import shared_page
from quintet.server.play.prompts import more_paths, next_prompts
from quintet.server.play.view import buttons
from quintet.server.schemas.pages import PuzzleData, PuzzleStep, Refutation
from quintet.server.thinking.jobs import AnalysisJob, line_from
from quintet.server.web.errors import Busy, NotFound
from quintet.server.web.processor_time import in_thread
from quintet.value import one_ply_earlier

router = APIRouter(include_in_schema=False)

SECONDS = 0.3  # to find the refutation of a move

Word = Annotated[str, Query(max_length=40)]


@router.get("/puzzles")
async def games(request: Request) -> Response:
    """Show the games that have puzzles."""

    def make() -> Response:
        listed = [
            {**facts(game), "puzzles": found}
            for name, game in GAMES.items()
            if (found := of_game(name))
        ]
        return render(request, "puzzles.html", games=listed)

    return await shared_page(request, ("puzzles", context_of(request).locale.code), make)


@router.get("/puzzles/{game}")
async def levels(game: str, request: Request) -> Response:
    """Show the puzzles of a game, by level."""
    found = find_game(game)

    def make() -> Response:
        by_level = {
            level: [puzzle for puzzle in of_game(game) if puzzle.level == level] for level in LEVELS
        }
        return render(request, "puzzle_list.html", game=facts(found), levels=by_level)

    return await shared_page(request, ("puzzles", game, context_of(request).locale.code), make)


@router.get("/puzzles/{game}/{number}")
async def puzzle(game: str, number: int, request: Request) -> Response:
    """Show one puzzle."""
    found, locale = _find(game, number), context_of(request).locale

    def make() -> Response:
        say, position = locale.say, found.position
        return render(
            request,
            "puzzle.html",
            game=facts(find_game(game)),
            puzzle=found,
            analysis=analysis_address(position),
            last=len(of_game(game)),
            task=_task(found, say),
            captions=captions(position.variant, found.options, say),
            sign=position.variant.sign(position.turn),
            data=as_json(_facts(found, say)),
            board=board(position, say),
            views=DRAWERS[game].VIEWS,
        )

    return await shared_page(request, ("puzzle", game, number, locale.code), make)


@router.get("/puzzles/{game}/{number}/board.svg")
async def picture(
    game: str,
    number: int,
    request: Request,
    move: Annotated[list[Word], Query(max_length=100)] = [],  # noqa: B006 - nobody changes it
    view: str | None = None,
) -> Response:
    """Draw the board after some moves."""
    found, locale = _find(game, number), context_of(request).locale

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
    context, found = context_of(request), _find(game, number)
    say, position = context.locale.say, found.position
    names = player_names(position, say)
    wrong, after = _wrong(found, move, names), position.play(move)
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


def _find(game: str, number: int) -> Puzzle:
    known = of_game(game)
    if not 1 <= number <= len(known):
        raise NotFound(sentence("There is no such puzzle."))
    return known[number - 1]


def _task(puzzle: Puzzle, say: Translate) -> str:
    position = puzzle.position
    has_name = bool(DRAWERS[puzzle.game].COLOURS)
    turn = turn_sentence(position, player_names(position, say)[position.turn] if has_name else None)
    return say(task_sentence(puzzle.goal, turn, puzzle.plies))


def _facts(puzzle: Puzzle, say: Translate) -> PuzzleData:
    """Return the data of the page: the task, the replies and the solution."""
    position = puzzle.position
    names = player_names(position, say)
    return {
        "game": puzzle.game,
        "number": puzzle.number,
        "options": dict(puzzle.options),
        "position": puzzle.text,
        "seat": position.turn,
        "task": _task(puzzle, say),
        "paths": position.paths,
        "more_paths": more_paths(position.variant, position),
        "prompts": next_prompts(position.variant, position, say),
        "asked_piece": position.variant.asked_piece(position),
        "buttons": buttons(position, say),
        "right": say(right_sentence(puzzle.goal, puzzle.plies)),
        "wrong": {
            word: move_step(position, word, say(_wrong(puzzle, word, names)))
            for word in position.moves
            if word != puzzle.move
        },
        "line": line_steps(position, puzzle.line, names, say),
        "all": [each.text for each in of_game(puzzle.game)],
    }


def _wrong(puzzle: Puzzle, word: str, names: list[str]) -> Sentence:
    said = narrate(puzzle.position, word, names)
    return wrong_sentence(puzzle.goal, said, puzzle.plies)


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
