"""Steps a second of the PettingZoo environments beside PettingZoo's own tic-tac-toe.

    pip install 'quintet[bench]'
    python bench/zoo.py [--seconds 0.1] [--rounds 15]

Random legal play through `env()`, so with the checks that PettingZoo's wrappers make, in the loop
of PettingZoo's documentation: `agent_iter`, `last`, `step`. Both sides run the same loop with the
same policy, in turns, in processor time, and the median of the ratios counts. There are two
policies: `sample`, which is `env.action_space(agent).sample(mask)` and so part of the environment
(ours is faster than Gymnasium's), and `cheap`, a few lines that cost next to nothing.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import numpy as np
import numpy.typing as npt
from pettingzoo.classic import tictactoe_v3

from quintet.env.pettingzoo import cubulus_v0, qomet_v0, quantik_v0, quarto_v0, quixo_v0

Choose = Callable[[Any, str, npt.NDArray[np.int8]], Any]

OURS: dict[str, Callable[[], Any]] = {
    "quantik": quantik_v0.env,
    "quarto": quarto_v0.env,
    "quarto, spoken": lambda: quarto_v0.env(calls="spoken"),
    "qomet": qomet_v0.env,
    "cubulus": cubulus_v0.env,
    "cubulus, 3 seats": lambda: cubulus_v0.env(players=3),
    "quixo": quixo_v0.env,
    "quixo, 4 seats": lambda: quixo_v0.env(players=4),
}

RNG = random.Random(0)


def sample(env: Any, agent: str, mask: npt.NDArray[np.int8]) -> Any:
    return env.action_space(agent).sample(mask)


def cheap(_env: Any, _agent: str, mask: npt.NDArray[np.int8]) -> int:
    values = mask.tobytes()
    # Every legal action is as likely as another: a random one is tried until it is legal.
    while True:
        action = int(RNG.random() * len(values))
        if values[action]:
            return action


def steps_per_second(env: Any, choose: Choose, seconds: float) -> float:
    steps = 0
    start = process_time()
    while process_time() - start < seconds:
        env.reset()
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else choose(env, agent, observation["action_mask"]))
            steps += 1
    return steps / (process_time() - start)


def compare(make: Callable[[], Any], choose: Choose, seconds: float, rounds: int) -> list[float]:
    """Return the steps a second of tic-tac-toe and of ours, and the ratio, as medians."""
    peer, ours = tictactoe_v3.env(), make()
    rows = []
    for _ in range(rounds):
        theirs = steps_per_second(peer, choose, seconds)
        own = steps_per_second(ours, choose, seconds)
        rows.append((theirs, own, own / theirs))
    return [median(column) for column in zip(*rows, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.1, help="for each side of a round")
    parser.add_argument("--rounds", type=int, default=15)
    given = parser.parse_args()
    print(f"{'game':<18}{'policy':<8}{'tic-tac-toe':>12}{'quintet':>12}{'ratio':>8}")
    for name, make in OURS.items():
        for choose in (sample, cheap):
            theirs, own, ratio = compare(make, choose, given.seconds, given.rounds)
            print(f"{name:<18}{choose.__name__:<8}{theirs:12,.0f}{own:12,.0f}{ratio:8.1f}")


if __name__ == "__main__":
    main()
