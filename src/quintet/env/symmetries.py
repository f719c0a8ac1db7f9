"""The symmetries of the games as index arrays, for data augmentation.

A symmetry moves cells, relabels what stands in them, or both. Each is a permutation of the numbers
of an observation and of the actions, so that augmenting is indexing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import permutations, product

import numpy as np
import numpy.typing as npt

from quintet.env.layout import Layout
from quintet.games import cubulus, quarto
from quintet.games.variant import Variant

Indices = npt.NDArray[np.intp]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.floating]

# Where each cell goes; where each label goes (the shapes of Quantik, the pieces of Quarto).
CellMap = tuple[int, ...]
LabelMap = tuple[int, ...]


class Symmetries:
    """All symmetries of a variant; number 0 changes nothing.

    `moved[g]` says for every action which action it becomes. Observations and everything that has
    an entry an action (masks, policies) are transformed by `apply`, or by hand: where
    `is_permutation` holds, `x.reshape(n, -1)[:, observations[g]]` and `p[:, actions[g]]`.
    """

    def __init__(self, variant: Variant, layout: Layout) -> None:
        self._layout = layout
        self._game = _GAMES[variant.name](variant, layout)

    def __len__(self) -> int:
        return len(self._game.cells) * len(self._game.labels)

    @cached_property
    def observations(self) -> Indices:
        """For every symmetry, from where each number of a flat observation is taken."""
        cells = np.argsort(np.array(self._game.cells), axis=1)
        planes = np.argsort(np.array([self._game.planes(label) for label in self._game.labels]), 1)
        size = len(self._layout.cells)
        joined = planes[None, :, :, None] * size + cells[:, None, None, :]
        return joined.reshape(len(self), -1)

    @cached_property
    def moved(self) -> Indices:
        """For every symmetry, which action each action becomes."""
        pairs = product(self._game.cells, self._game.labels)
        return np.array([self._game.actions(cells, label) for cells, label in pairs], np.intp)

    @cached_property
    def actions(self) -> Indices:
        """For every symmetry, from where each entry of a mask or policy is taken."""
        return np.argsort(self.moved, axis=1)

    @property
    def is_permutation(self) -> bool:
        """Whether actions are permuted whatever stands on the board.

        Not in Cubulus: an empty slot has one name (CB13), whichever facelet it was entered at.
        """
        return self._game.names is None

    def apply(
        self, observations: Bools, policies: npt.NDArray[np.generic], which: npt.ArrayLike
    ) -> tuple[Bools, npt.NDArray[np.generic]]:
        """Transform rows of observations and of masks or policies, each by its symmetry."""
        chosen = np.broadcast_to(np.asarray(which), (len(observations),))
        flat = observations.reshape(len(observations), -1)
        seen = np.take_along_axis(flat, self.observations[chosen], axis=1)
        turned = np.take_along_axis(policies, self.actions[chosen], axis=1)
        seen = seen.reshape(observations.shape)
        if self._game.names is not None:
            turned = self._renamed(seen, turned)
        return seen, turned

    def _renamed(
        self, observations: Bools, policies: npt.NDArray[np.generic]
    ) -> npt.NDArray[np.generic]:
        """Put what was said of an empty slot, by any of its facelets, on its name."""
        assert self._game.names is not None
        balls = observations[:, :3].reshape(len(observations), 3, -1)
        occupied = np.logical_or.reduce(balls, axis=1)
        renamed = policies.copy()
        for slot, (name, *others) in self._game.names.items():
            rows = ~occupied[:, slot]
            for other in others:
                renamed[rows, name] += renamed[rows, other]
                renamed[rows, other] = 0
        return renamed


class _Game(ABC):
    """The group of a variant: cells moved, times labels exchanged."""

    cells: Sequence[CellMap]
    labels: Sequence[LabelMap] = ((),)
    names: dict[int, list[int]] | None = None

    def __init__(self, variant: Variant, layout: Layout) -> None:
        self.variant, self.layout = variant, layout

    def planes(self, label: LabelMap) -> list[int]:
        """Return where each plane goes."""
        return list(range(len(self.layout.planes)))

    @abstractmethod
    def actions(self, cells: CellMap, label: LabelMap) -> list[int]:
        """Return where each action goes."""


def _generated(size: int, generators: Iterable[Callable[[int], int]]) -> list[CellMap]:
    """Return all maps of cells that the generators make up, the identity first."""
    identity = tuple(range(size))
    found = [identity]
    known = {identity}
    steps = [tuple(map(generator, identity)) for generator in generators]
    for made in found:
        for step in steps:
            following = tuple(step[cell] for cell in made)
            if following not in known:
                known.add(following)
                found.append(following)
    return found


def _grid(size: int, change: Callable[[int, int], tuple[int, int]]) -> Callable[[int], int]:
    """Return a map of cells from one of coordinates, the second running fastest."""

    def moved(cell: int) -> int:
        first, second = change(*divmod(cell, size))
        return first * size + second

    return moved


def _square(size: int) -> list[Callable[[int], int]]:
    """Return generators of the eight symmetries of a square."""
    last = size - 1
    return [
        _grid(size, lambda a, b: (last - a, b)),
        _grid(size, lambda a, b: (b, a)),
    ]


class _Quantik(_Game):
    labels = tuple(permutations(range(4)))

    def __init__(self, variant: Variant, layout: Layout) -> None:
        super().__init__(variant, layout)
        # Lines may change places within their band, and bands with one another.
        swapped = (1, 0, 2, 3)
        bands = (2, 3, 0, 1)
        self.cells = _generated(
            16,
            [
                _grid(4, lambda a, b: (swapped[a], b)),
                _grid(4, lambda a, b: (bands[a], b)),
                _grid(4, lambda a, b: (b, a)),
            ],
        )

    def planes(self, label: LabelMap) -> list[int]:
        return [4 * block + label[shape] for block in range(4) for shape in range(4)]

    def actions(self, cells: CellMap, label: LabelMap) -> list[int]:
        return [16 * label[shape] + cells[space] for shape in range(4) for space in range(16)]


class _Quarto(_Game):
    def __init__(self, variant: Variant, layout: Layout) -> None:
        super().__init__(variant, layout)
        generators = _square(4)
        if not variant.options["squares"]:
            inner = (0, 2, 1, 3)
            pairs = (1, 0, 3, 2)
            generators.append(_grid(4, lambda a, b: (inner[a], inner[b])))
            generators.append(_grid(4, lambda a, b: (pairs[a], pairs[b])))
        self.cells = _generated(16, generators)
        named = variant.options["features"]
        assert isinstance(named, tuple)
        counted = {quarto.FEATURES[str(name)].bit_length() - 1 for name in named}
        # Features that count and those that do not are exchanged among themselves; each may also
        # exchange its two values.
        orders = [
            order
            for order in permutations(range(4))
            if all((feature in counted) == (order[feature] in counted) for feature in range(4))
        ]
        self._changes = dict(self._described(orders))
        self.labels = tuple(self._changes)

    @staticmethod
    def _described(
        orders: Iterable[tuple[int, ...]],
    ) -> Iterable[tuple[LabelMap, tuple[tuple[int, ...], int]]]:
        for order, flipped in product(orders, range(16)):
            pieces = tuple(
                sum((piece >> feature & 1) << order[feature] for feature in range(4)) ^ flipped
                for piece in range(16)
            )
            yield pieces, (order, flipped)

    def planes(self, label: LabelMap) -> list[int]:
        order, flipped = self._changes[label]
        values = [
            2 * order[feature] + (value ^ (flipped >> order[feature] & 1))
            for feature in range(4)
            for value in range(2)
        ]
        pool = [16 + label[piece] for piece in range(16)]
        rest = range(32, len(self.layout.planes))
        return [*values, *(8 + value for value in values), *pool, *rest]

    def actions(self, cells: CellMap, label: LabelMap) -> list[int]:
        moved = [*label, *(16 + cell for cell in cells)]
        if len(self.layout.actions) > 32:
            fours = {frozenset(four): number for number, four in enumerate(quarto.CALLED)}
            # A square may become none; then squares do not count, and nobody may call it (QT10).
            images = [fours.get(frozenset(cells[cell] for cell in four)) for four in quarto.CALLED]
            calls = [own if image is None else image for own, image in enumerate(images)]
            if len(set(calls)) < len(calls):
                calls = [*calls[:10], *range(10, len(calls))]
            moved += [*(32 + call for call in calls), 51]
        return moved


class _Qomet(_Game):
    def __init__(self, variant: Variant, layout: Layout) -> None:
        super().__init__(variant, layout)

        def quarter(point: int) -> int:
            return point if point == 24 else point // 8 * 8 + (point + 2) % 8

        def mirrored(point: int) -> int:
            return point if point == 24 else point // 8 * 8 + -point % 8

        self.cells = _generated(25, [quarter, mirrored])
        self._points = {name: point for point, name in enumerate(variant.places)}
        self._words = {self._read(word): number for number, word in enumerate(variant.words[0])}

    def _read(self, word: str) -> tuple[int | str, ...]:
        return tuple(self._points.get(part, part) for part in word.split("-"))

    def actions(self, cells: CellMap, label: LabelMap) -> list[int]:
        return [
            self._words[tuple(cells[part] if isinstance(part, int) else part for part in word)]
            for word in self._words
        ]


class _Cubulus(_Game):
    def __init__(self, variant: Variant, layout: Layout) -> None:
        super().__init__(variant, layout)

        def exchange(slot: int, order: tuple[int, int, int]) -> int:
            axes = (slot // 9, slot // 3 % 3, slot % 3)
            return sum(axes[at] * size for at, size in zip(order, (9, 3, 1), strict=True))

        self.cells = _generated(
            27,
            [
                lambda slot: slot - slot % 3 + 2 - slot % 3,
                lambda slot: exchange(slot, (0, 2, 1)),
                lambda slot: exchange(slot, (1, 0, 2)),
            ],
        )
        self._facelets = {
            cubulus.ROWS[facelet]: number for number, facelet in enumerate(cubulus.FACELETS)
        }
        self.names = {}
        for row, number in self._facelets.items():
            self.names.setdefault(row[0], []).append(number)

    def actions(self, cells: CellMap, label: LabelMap) -> list[int]:
        images = [
            self._facelets[cells[first], cells[second], cells[third]]
            for first, second, third in self._facelets
        ]
        return [*images, *(54 + image for image in images), 108]


class _Quixo(_Game):
    def __init__(self, variant: Variant, layout: Layout) -> None:
        super().__init__(variant, layout)
        self.cells = _generated(len(layout.cells), _square(layout.shape[0]))

    def actions(self, cells: CellMap, label: LabelMap) -> list[int]:
        points = {name: cell for cell, name in enumerate(self.layout.cells)}
        words = self.variant.words[0]
        numbers = {word: number for number, word in enumerate(words)}
        moved = []
        for word in words:
            if word == "pass":
                moved.append(numbers[word])
                continue
            first, last = (self.layout.cells[cells[points[word[at : at + 2]]]] for at in (0, 2))
            moved.append(numbers[first + last + word[4:]])
        return moved


_GAMES: dict[str, type[_Game]] = {
    "quantik": _Quantik,
    "quarto": _Quarto,
    "qomet": _Qomet,
    "cubulus": _Cubulus,
    "quixo": _Quixo,
}
