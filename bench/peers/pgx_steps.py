"""Steps a second of pgx's connect four, in its own environment; see `simulators.py`.

Told on its command line how many games and threads; answers each request with a measurement.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

BURST = 0.1  # seconds, as in `simulators.py`


def limit_threads() -> None:
    """Keep XLA to one thread on one core. Call it before jax is imported."""
    flags = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    os.environ["XLA_FLAGS"] = flags
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def compiled(games: int, steps: int) -> tuple[Callable[[], None], Callable[[], None]]:
    """Return so many steps with random legal actions: all compiled, and chosen by NumPy."""
    import jax
    import jax.numpy as jnp
    import numpy as np
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))

    def act(mask: Any, key: Any) -> Any:
        # The fastest form of several: a uniform number a game; `categorical` takes one an action.
        legal = jnp.cumsum(mask.astype(jnp.int32), axis=-1)
        rank = (jax.random.uniform(key, (games,)) * legal[:, -1]).astype(jnp.int32)
        return jnp.argmax(legal > rank[:, None], axis=-1).astype(jnp.int32)

    def one(_: int, carry: tuple[Any, Any]) -> tuple[Any, Any]:
        state, key = carry
        key, choosing, resetting = jax.random.split(key, 3)
        action = act(state.legal_action_mask, choosing)
        return step(state, action, jax.random.split(resetting, games)), key

    run = jax.jit(lambda carry: jax.lax.fori_loop(0, steps, one, carry), donate_argnums=0)
    first = jax.random.split(jax.random.key(0), games)
    carry = (jax.jit(jax.vmap(env.init))(first), jax.random.key(1))

    def inside() -> None:
        nonlocal carry
        carry = jax.block_until_ready(run(carry))

    single = jax.jit(lambda state, action, key: step(state, action, jax.random.split(key, games)))
    shown = jax.jit(jax.vmap(env.init))(first)
    keys = jax.random.split(jax.random.key(2), steps)
    random = np.random.default_rng(0)

    def outside() -> None:
        nonlocal shown
        for key in keys:
            mask = np.asarray(shown.legal_action_mask)
            action = (random.random(mask.shape, np.float32) * mask).argmax(axis=1)
            shown = single(shown, action.astype(np.int32), key)
            np.asarray(shown.observation)
        jax.block_until_ready(shown)

    return inside, outside


def measure(run: Callable[[], None], steps: int, seconds: float) -> dict[str, float]:
    """Return steps by second of the clock, and of processor time: those of the best burst."""
    best = {"clock": 0.0, "processor": 0.0}
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends:
        times = 0
        began, began_working = time.perf_counter(), time.process_time()
        while time.perf_counter() - began < BURST:
            run()
            times += steps
        best["clock"] = max(best["clock"], times / (time.perf_counter() - began))
        best["processor"] = max(best["processor"], times / (time.process_time() - began_working))
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=8192)
    parser.add_argument(
        "--steps", type=int, default=64, help="in a compiled loop, so that dispatch costs nothing"
    )
    parser.add_argument("--one-thread", action="store_true")
    parser.add_argument("--inside-only", action="store_true", help="no requests but for inside")
    arguments = parser.parse_args()
    if arguments.one_thread:
        limit_threads()
    inside, outside = compiled(arguments.games, arguments.steps)
    inside()
    if not arguments.inside_only:
        outside()
    for line in sys.stdin:
        request = json.loads(line)
        run = outside if request["policy"] == "outside" else inside
        print(
            json.dumps(measure(run, arguments.games * arguments.steps, request["seconds"])),
            flush=True,
        )


if __name__ == "__main__":
    main()
