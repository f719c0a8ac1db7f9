"""The five games for Gymnasium: one agent against a level, a policy, or random moves.

Importing this module registers them:

>>> import gymnasium
>>> import quintet.env.gymnasium
>>> env = gymnasium.make("quintet/Quixo-v0", size=3, opponent=2, seat=0)
>>> env.action_space
Discrete(24)

Needs Gymnasium: `pip install 'quintet[gymnasium]'`.
"""

from importlib.util import find_spec

if find_spec("gymnasium") is None:
    raise ImportError(
        "quintet.env.gymnasium needs Gymnasium. Install it: pip install 'quintet[gymnasium]'"
    )

from quintet.env.gymnasium.environment import GameEnv
from quintet.env.gymnasium.opponents import Opponent
from quintet.env.gymnasium.registration import register_all
from quintet.env.gymnasium.vector import GameVectorEnv

__all__ = ["GameEnv", "GameVectorEnv", "Opponent"]

register_all()
