"""Searches a second of mctx on pgx's connect four, in its own environment; see `tree_search.py`.

Told on its command line how many trees and simulations; answers each request with a measurement.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from peers.pgx_steps import limit_threads


def compiled(trees: int, simulations: int, width: int, blocks: int) -> Callable[[], None]:
    """Return a search from the start of the game in all trees, compiled."""
    import jax
    import jax.numpy as jnp
    import mctx
    import pgx

    env = pgx.make("connect_four")
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), trees))
    inputs, actions = state.observation[0].size, env.num_actions
    sizes = [(inputs, width), *[(width, width)] * (2 * blocks), (width, actions), (width, 1)]
    keys = jax.random.split(jax.random.key(1), len(sizes))
    weights = [
        jax.random.normal(key, size) * (2 / size[0]) ** 0.5 / 4
        for key, size in zip(keys, sizes, strict=True)
    ]

    def network(weights: Any, observations: Any) -> tuple[Any, Any]:
        seen = observations.reshape(trees, -1).astype(jnp.float32)
        hidden = jax.nn.relu(seen @ weights[0])
        for block in range(blocks):
            inside = jax.nn.relu(hidden @ weights[2 * block + 1])
            hidden = hidden + inside @ weights[2 * block + 2]
        shown = jax.nn.relu(hidden)
        return shown @ weights[-2], jnp.tanh(shown @ weights[-1])[:, 0]

    def follow(weights: Any, _: Any, action: Any, state: Any) -> tuple[Any, Any]:
        mover = state.current_player
        state = jax.vmap(env.step)(state, action)
        logits, value = network(weights, state.observation)
        over = state.terminated
        output = mctx.RecurrentFnOutput(
            reward=state.rewards[jnp.arange(trees), mover],
            discount=jnp.where(over, 0.0, -1.0),
            prior_logits=jnp.where(state.legal_action_mask, logits, -1e9),
            value=jnp.where(over, 0.0, value),
        )
        return output, state

    def search(weights: Any, key: Any, state: Any) -> Any:
        logits, value = network(weights, state.observation)
        root = mctx.RootFnOutput(prior_logits=logits, value=value, embedding=state)
        found = mctx.muzero_policy(
            weights,
            key,
            root,
            follow,
            num_simulations=simulations,
            invalid_actions=~state.legal_action_mask,
        )
        return found.action

    run = jax.jit(search)
    return lambda: jax.block_until_ready(run(weights, jax.random.key(2), state))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trees", type=int, required=True)
    parser.add_argument("--simulations", type=int, required=True)
    parser.add_argument("--width", type=int, required=True)
    parser.add_argument("--blocks", type=int, required=True)
    arguments = parser.parse_args()
    limit_threads()
    run = compiled(arguments.trees, arguments.simulations, arguments.width, arguments.blocks)
    run()
    for line in sys.stdin:
        seconds, searches = json.loads(line)["seconds"], 0
        began, began_working = time.perf_counter(), time.process_time()
        while time.perf_counter() - began < seconds:
            run()
            searches += 1
        spent = time.process_time() - began_working
        print(json.dumps({"searches": searches, "processor": spent}), flush=True)


if __name__ == "__main__":
    main()
