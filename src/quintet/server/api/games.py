"""Games: facts, options and levels."""

from __future__ import annotations

from fastapi import APIRouter, Response

from quintet.engine.levels import LEVELS
from quintet.games import GAMES, find_game
from quintet.games.variant import Variant
from quintet.i18n.sentence import template
from quintet.options import Subset, write_value
from quintet.position import start
from quintet.server.api.replies import reply, sends
from quintet.server.schemas.responses import Game, Games

router = APIRouter(prefix="/api/v1", tags=["games"])


@router.get(
    "/games",
    summary=template("List the games"),
    description=template("All games, with what can be chosen for each."),
    responses=sends(Games, template("The games and the engine's levels.")),
)
async def games() -> Response:
    found: Games = {"games": [facts(game) for game in GAMES.values()], "levels": list(LEVELS)}
    return reply(found)


@router.get(
    "/games/{name}",
    summary=template("Show a game"),
    description=template("One game."),
    responses=sends(Game, template("The game.")),
)
async def game(name: str) -> Response:
    return reply(facts(find_game(name)))


def facts(game: type[Variant]) -> Game:
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
