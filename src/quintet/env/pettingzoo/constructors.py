"""What a game's module offers: `env`, `raw_env` and `parallel_env`."""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from quintet.env.pettingzoo.checked import CheckedEnvironment
from quintet.env.pettingzoo.environment import Environment


class Constructors:
    """The constructors of a game's environments. They take what `Environment` takes."""

    def __init__(self, game: str) -> None:
        self.game = game

    def env(self, **settings: Any) -> CheckedEnvironment:
        """Return an environment that checks every call, and ends a game on an illegal move."""
        return CheckedEnvironment(self.game, **settings)

    def raw_env(self, **settings: Any) -> Environment:
        """Return an environment that raises an error on an illegal move."""
        return Environment(self.game, **settings)

    def parallel_env(self, **settings: Any) -> Any:
        """Return an environment that asks all agents; only that of the one to move counts."""
        return turn_based_aec_to_parallel(self.env(**settings))
