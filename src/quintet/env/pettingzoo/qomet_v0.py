"""Qomet for PettingZoo."""

from quintet.env.pettingzoo.constructors import Constructors

_OF = Constructors("qomet")

env = _OF.env
raw_env = _OF.raw_env
parallel_env = _OF.parallel_env
