"""The collection of puzzles: all games, and the levels and themes of one game."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from quintet.games import GAMES, find_game
from quintet.puzzles import LEVELS, Theme, of_game
from quintet.puzzles.themes import find_theme
from quintet.server.api.games import facts
from quintet.server.context import context_of
from quintet.server.pages.puzzles.sources import SOURCES
from quintet.server.pages.rendering import render
from quintet.server.pages.shared import shared_page

router = APIRouter(include_in_schema=False)


@router.get("/puzzles")
async def games(request: Request) -> Response:
    """Show the games that have puzzles, and other sources of puzzles."""
    say = context_of(request).locale.say

    def make() -> Response:
        listed = [
            {**facts(game), "puzzles": found}
            for name, game in GAMES.items()
            if (found := of_game(name))
        ]
        sources = [
            {"url": it.url, "title": say(it.title), "about": say(it.about)} for it in SOURCES
        ]
        return render(request, "puzzles.html", games=listed, sources=sources)

    return await shared_page(request, ("puzzles", context_of(request).locale.code), make)


@router.get("/puzzles/{game}")
async def levels(game: str, request: Request, theme: str = "") -> Response:
    """Show the puzzles of a game by level, all of them or those of a theme."""
    found, chosen = find_game(game), find_theme(theme) if theme else None
    say = context_of(request).locale.say

    def make() -> Response:
        fitting = [it for it in of_game(game) if chosen is None or chosen in it.themes]
        by_level = {level: [it for it in fitting if it.level == level] for level in LEVELS}
        counts = {it: sum(it in puzzle.themes for puzzle in of_game(game)) for it in Theme}
        themes = [
            {"name": it.value, "title": say(it.label), "count": count}
            for it, count in counts.items()
            if count
        ]
        return render(
            request,
            "puzzle_list.html",
            game=facts(found),
            levels={level: listed for level, listed in by_level.items() if listed},
            total=len(of_game(game)),
            themes=themes,
            theme=None if chosen is None else chosen.value,
            meaning="" if chosen is None else say(chosen.meaning),
        )

    key = "puzzles", game, theme, context_of(request).locale.code
    return await shared_page(request, key, make)
