"""The games in PettingZoo's registry: `pettingzoo.make("aec", "quintet/quixo_v0")`."""

from __future__ import annotations

import pettingzoo

from quintet.env.layout import VERSION
from quintet.games import GAMES


def register_all() -> None:
    """Register every game. PettingZoo has a registry since 1.27."""
    register = getattr(pettingzoo, "register", None)
    if register is None:
        return
    for game in GAMES:
        name = f"{game}_v{VERSION}"
        module = f"quintet.env.pettingzoo.{name}"
        register("aec", f"quintet/{name}", entry_point=f"{module}:env")
        register("parallel", f"quintet/{name}", entry_point=f"{module}:parallel_env")
