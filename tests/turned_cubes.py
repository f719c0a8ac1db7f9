"""The symmetries of the cube of Cubulus."""

from itertools import permutations, product

SLOTS = list(product(range(3), repeat=3))  # layer, row, column


def turned_cubes() -> list[list[int]]:
    """Return where each slot goes under the 48 symmetries of the cube."""
    found = []
    for axes in permutations(range(3)):
        for far in product((False, True), repeat=3):
            goes = []
            for slot in SLOTS:
                layer, row, column = (
                    2 - slot[a] if far[i] else slot[a] for i, a in enumerate(axes)
                )
                goes.append(SLOTS.index((layer, row, column)))
            found.append(goes)
    return found
