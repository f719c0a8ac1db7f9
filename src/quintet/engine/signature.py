"""The signature of the engine: the results of fixed searches (`Variant.bench`).

A change that does not change the engine's behaviour does not change the signature. Update the
stored one with `python -m quintet.engine.signature > tests/data/engine_signature.txt`.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass

from quintet.engine.search import Limits, Search
from quintet.games import GAMES
from quintet.position import start

MEGABYTES = 8


@dataclass(frozen=True, slots=True)
class Signature:
    """The results of the searches, a line each, and their hash."""

    lines: tuple[str, ...]
    nodes: int
    seconds: float

    @property
    def text(self) -> str:
        digest = hashlib.sha256("\n".join(self.lines).encode()).hexdigest()
        return f"{self.nodes} {digest[:8]}"


def measure() -> Signature:
    """Search every position on one thread."""
    began = time.perf_counter()
    lines = []
    nodes = 0
    searches = [(name, bench) for name, game in GAMES.items() for bench in game.bench]
    for game, bench in searches:
        position = start(game, **bench.options)
        for word in bench.moves.split():
            position = position.play(word)
        limits = Limits(depth=bench.depth, megabytes=MEGABYTES)
        found = Search(position, limits, tables=False).run()
        nodes += found.nodes
        best = found.best
        value = str(best.value).replace(" ", "_")
        lines.append(f"{game} {found.depth} {found.nodes} {best.move} {value} {found.certainty}")
    return Signature(tuple(lines), nodes, time.perf_counter() - began)


if __name__ == "__main__":
    signature = measure()
    print("\n".join([*signature.lines, f"signature {signature.text}"]))
