"""The mistakes that reviews have found in the games of a device."""

from __future__ import annotations

from typing import NamedTuple

from quintet.server.context import Context
from quintet.server.pages.my_games.games import Game, games_of
from quintet.server.schemas.pages import MistakeLink

MAX_MISTAKES = 300  # that are listed of a device


class Mistakes(NamedTuple):
    """The mistakes of a device in one game, by ply."""

    game: Game
    plies: list[int]

    @property
    def links(self) -> list[MistakeLink]:
        return [mistake_link(self.game.listed.game, self.game.id, ply) for ply in self.plies]


async def mistakes_of(context: Context) -> list[Mistakes]:
    """Return the mistakes at the seats of a device, game by game, the latest first."""
    known = await context.registry.store.reviews.mistakes_of(context.device)
    if not any(known.values()):
        return []
    found, left = [], MAX_MISTAKES
    for game in await games_of(context):
        own = game.own
        plies = [ply for ply, seat in known.get(game.id, ()) if seat in own][:left]
        # A game that goes on after a move was taken back has no review.
        if plies and game.listed.phase == "over":
            found.append(Mistakes(game, plies))
            left -= len(plies)
    return found


def mistake_link(game: str, table_id: str, ply: int) -> MistakeLink:
    url = f"/tables/{table_id}/retry/{ply}"
    return {"game": game, "ply": ply, "name": f"{table_id} {ply}", "url": url}
