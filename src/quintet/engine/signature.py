"""The signature of the engine: the results of fixed searches.

A change that does not change the engine's behaviour does not change the signature. Update the
stored one with `python -m quintet.engine.signature > tests/data/engine_signature.txt`.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from quintet.engine.search import Limits, Search
from quintet.position import start

_NONE: Mapping[str, object] = MappingProxyType({})

# A game, its options, moves from its start, and the limits of the search. The node count of a
# search to a fixed depth is the strictest check. The search for three sides is left out: its
# exponentials may differ in the last bit between machines.
SEARCHES: tuple[tuple[str, Mapping[str, object], str, Limits], ...] = (
    ("quantik", _NONE, "", Limits(depth=4, megabytes=8)),
    ("quantik", _NONE, "A@a1 B@c3 C@b4", Limits(depth=5, megabytes=8)),
    ("quarto", _NONE, "0 a1 f b2 3", Limits(depth=5, megabytes=8)),
    ("quarto", {"calls": "spoken"}, "0 a1 f b2 3", Limits(depth=5, megabytes=8)),
    ("quarto", {"squares": True}, "0 a1 f b2 3", Limits(depth=5, megabytes=8)),
    ("qomet", _NONE, "", Limits(depth=4, megabytes=8)),
    ("qomet", _NONE, "d5 d1 b6 g4 a1", Limits(depth=4, megabytes=8)),
    ("cubulus", _NONE, "U1 U3 U7", Limits(depth=3, megabytes=8)),
    ("cubulus", _NONE, "U1 U3 U7 U9 F7 R7 D7 R9 core F5 B5 R5", Limits(depth=3, megabytes=8)),
    ("quixo", _NONE, "a1e1 e5a5", Limits(depth=4, megabytes=8)),
    ("quixo", {"size": 3}, "", Limits(depth=6, megabytes=8)),
    ("quixo", {"players": 4}, "", Limits(depth=3, megabytes=8)),
)


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
    for game, options, moves, limits in SEARCHES:
        position = start(game, **options)
        for word in moves.split():
            position = position.play(word)
        found = Search(position, limits, tables=False).run()
        nodes += found.nodes
        best = found.best
        value = str(best.value).replace(" ", "_")
        lines.append(f"{game} {found.depth} {found.nodes} {best.move} {value} {found.certainty}")
    return Signature(tuple(lines), nodes, time.perf_counter() - began)


if __name__ == "__main__":
    signature = measure()
    print("\n".join([*signature.lines, f"signature {signature.text}"]))
