"""Groups of permutations: symmetries of boards and of parts of them."""

from __future__ import annotations

from collections.abc import Sequence

Permutation = tuple[int, ...]  # the new place of each place


def group(generators: Sequence[Permutation]) -> frozenset[Permutation]:
    """Return all permutations that some make up."""
    found = {tuple(range(len(generators[0])))}
    waiting = list(found)
    while waiting:
        one = waiting.pop()
        for generator in generators:
            made = tuple(one[place] for place in generator)
            if made not in found:
                found.add(made)
                waiting.append(made)
    return frozenset(found)
