"""Agents that learn a game by playing it against themselves, as AlphaZero does.

Networks run on NumPy alone, or on PyTorch where it is installed.

>>> from quintet.env.alphazero import Settings, Trainer
>>> trainer = Trainer("quixo", size=3, settings=Settings(games=8, simulations=4, width=16))
>>> trainer.run(moves=2).positions
16
"""

from quintet.env.alphazero.agent import Arena, Match, SearchAgent, network_policy
from quintet.env.alphazero.backends import load_network, make_network, save_network
from quintet.env.alphazero.network import Network
from quintet.env.alphazero.self_play import SelfPlay
from quintet.env.alphazero.training import Progress, Settings, Trainer

__all__ = [
    "Arena",
    "Match",
    "Network",
    "Progress",
    "SearchAgent",
    "SelfPlay",
    "Settings",
    "Trainer",
    "load_network",
    "make_network",
    "network_policy",
    "save_network",
]
