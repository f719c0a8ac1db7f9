"""Put a core with the toy game in the place of the installed one, and register the game.

A plugin of pytest, which loads it before anything imports Quintet: `-p toy.plugin`.
"""

import os
import sys
from importlib.util import module_from_spec, spec_from_file_location

CORE = "QUINTET_TOY_CORE"  # names the compiled module

_spec = spec_from_file_location("quintet._core", os.environ[CORE])
assert _spec is not None
assert _spec.loader is not None
_core = module_from_spec(_spec)
sys.modules["quintet._core"] = _core
_spec.loader.exec_module(_core)

from quintet.games import register  # noqa: E402 - it imports the core
from toy.games.tictactoe import TicTacToe  # noqa: E402

register(TicTacToe)
