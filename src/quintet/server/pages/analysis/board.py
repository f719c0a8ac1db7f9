"""The analysis board: any position, with free moves for all sides."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from quintet.draw import DRAWERS
from quintet.draw.notes import read_notes
from quintet.draw.png import png
from quintet.games import find_game
from quintet.i18n.catalogue import Translate
from quintet.options import write_value
from quintet.position import Position, first_position, read_position
from quintet.server.analysis.turns import board_turn
from quintet.server.api.games import facts
from quintet.server.boards import Picture, board
from quintet.server.context import context_of
from quintet.server.pages.captions import captions
from quintet.server.pages.rendering import as_json, render
from quintet.server.schemas.pages import AnalysisData
from quintet.server.schemas.studies import SavedStudy
from quintet.server.web.processor_time import in_thread
from quintet.server.web.shared_address import shared_base

router = APIRouter(include_in_schema=False)

NOT_OPTIONS = ("position", "moves", "view", "style", "marks", "arrows", "lang")

Text = Annotated[str | None, Query(max_length=400)]
Drawn = Annotated[str, Query(max_length=2000)]
Moves = Annotated[str, Query(max_length=40_000)]


@router.get("/analysis/{game}")
async def analysis(
    game: str, request: Request, position: Text = None, moves: Moves = ""
) -> Response:
    """Show the board; the query has options, a position, and moves from there."""
    begin = _position(request, game, position)
    words = moves.split()[:1000]
    return await in_thread(lambda: analysis_page(request, begin, words))


@router.get("/analysis/{game}/board.svg")
async def picture(
    game: str,
    request: Request,
    position: Text = None,
    view: str | None = None,
    marks: Drawn = "",
    arrows: Drawn = "",
) -> Response:
    """Draw a position; with its styles where it is to be kept."""
    shown = _position(request, game, position)
    style = request.query_params.get("style") == "true"
    say, notes = context_of(request).locale.say, read_notes(marks, arrows)
    return await in_thread(lambda: Picture(board(shown, say, view=view, style=style, notes=notes)))


@router.get("/analysis/{game}/board.png")
async def photograph(
    game: str,
    request: Request,
    position: Text = None,
    view: str | None = None,
    marks: Drawn = "",
    arrows: Drawn = "",
) -> Response:
    """Draw a position for programs that cannot show SVG."""
    shown = _position(request, game, position)
    if view is not None and view not in DRAWERS[game].VIEWS:
        view = None
    notes = read_notes(marks, arrows)
    return await in_thread(
        lambda: Response(png(shown, view=view, notes=notes), media_type="image/png")
    )


def analysis_page(
    request: Request, begin: Position, words: list[str], study: SavedStudy | None = None
) -> Response:
    """Render the board with a main line, or with a study."""
    say = context_of(request).locale.say
    data = _data(begin, words, study, say)
    return render(
        request,
        "analysis.html",
        game=facts(find_game(begin.game)),
        captions=captions(begin.variant, _changed_options(begin), say),
        share=shared_base(request),
        turn=data["turn"],
        study=study,
        data=as_json(data),
        board=board(begin, say),
        views=DRAWERS[begin.game].VIEWS,
    )


def _position(request: Request, game: str, text: str | None) -> Position:
    found = find_game(game)
    query = request.query_params.items()
    chosen = {name: value for name, value in query if name not in NOT_OPTIONS}
    options = {**found.table_options, **chosen}
    return first_position(game, options) if text is None else read_position(game, text, options)


def _changed_options(position: Position) -> dict[str, str]:
    return {name: write_value(it) for name, it in position.variant.changed_options.items()}


def _data(
    begin: Position, words: list[str], study: SavedStudy | None, say: Translate
) -> AnalysisData:
    position = begin
    for word in words:
        position = position.play(word)  # raises if it is not legal
    return {
        "turn": board_turn(begin, say),
        "moves": words,
        "seats": begin.variant.seats,
        "study": study,
    }
