"""The games in Gymnasium's registry: `quintet/Quixo-v0` and the others."""

from __future__ import annotations

import gymnasium

from quintet.env.layout import VERSION
from quintet.games import GAMES

_HERE = "quintet.env.gymnasium"


def register_all() -> None:
    """Register every game, for `make` and for `make_vec`."""
    for game, kind in GAMES.items():
        gymnasium.register(
            id=f"quintet/{kind.title}-v{VERSION}",
            entry_point=f"{_HERE}.environment:GameEnv",
            vector_entry_point=f"{_HERE}.vector:GameVectorEnv",
            kwargs={"game": game},
        )
