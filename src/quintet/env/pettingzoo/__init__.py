"""The five games for PettingZoo: turn-based environments with action masks.

>>> from quintet.env.pettingzoo import quixo_v0
>>> env = quixo_v0.env(players=4, render_mode="ansi")
>>> env.reset()
>>> env.agent_selection, env.num_agents
('player_0', 4)

Needs PettingZoo: `pip install 'quintet[pettingzoo]'`.
"""

from importlib.util import find_spec

if find_spec("pettingzoo") is None:
    raise ImportError(
        "quintet.env.pettingzoo needs PettingZoo. Install it: pip install 'quintet[pettingzoo]'"
    )

from quintet.env.pettingzoo import cubulus_v0, qomet_v0, quantik_v0, quarto_v0, quixo_v0
from quintet.env.pettingzoo.registration import register_all

__all__ = ["cubulus_v0", "qomet_v0", "quantik_v0", "quarto_v0", "quixo_v0"]

register_all()
