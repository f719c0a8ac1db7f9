"""The API's games: facts, options and levels."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from quintet.engine.levels import LEVELS
from quintet.games import GAMES, find_game
from quintet.games.variant import Variant
from quintet.i18n.sentence import template
from quintet.options import Subset, write_value
from quintet.position import start

router = APIRouter(prefix="/api/v1", tags=["games"])


@router.get("/games", description=template("All games, with what can be chosen for each."))
async def games() -> dict[str, Any]:
    return {"games": [facts(game) for game in GAMES.values()], "levels": list(LEVELS)}


@router.get("/games/{name}", description=template("One game."))
async def game(name: str) -> dict[str, Any]:
    return facts(find_game(name))


def facts(game: type[Variant]) -> dict[str, Any]:
    return {
        "game": game.name,
        "title": game.title,
        "seats": game.seat_counts,
        "options": [
            {
                "name": option.name,
                "allowed": option.allowed,
                "several": isinstance(option, Subset),
                "default": write_value(option.default),
                "proposed": write_value(game.table_options.get(option.name, option.default)),
            }
            for option in game.option_list
        ],
        "start": start(game.name).text,
    }
