"""Learn the evaluation of Cubulus for two from games of the engine against itself.

    python tools/train_cubulus.py --games 70000 --device cuda --threads 16

Compiles native/programs/self_play.cpp, lets it play (or reads the games of an earlier run: --data),
trains a network with PyTorch, and writes its numbers to native/search/evaluation/learned.

cubulus_network.hpp beside them says what the network is, and computes it in integers.
The score of a position is in points of which 60 make the odds of winning e times as large.
"""

from __future__ import annotations

import argparse
import itertools
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from self_play import CHECKED, NO_RESULT, ROOT, Records, add_arguments, positions, write

TO = ROOT / "native" / "search" / "evaluation" / "learned"

SLOTS = 27
ABOUT = {"block": frozenset((0, 1, 3, 4)), "face": frozenset(range(9))}  # slots
FILTERS = 8  # about blocks, and as many about faces
HIDDEN = 16
SCALE = 60.0  # points
RESULT_SHARE = 0.5  # of a target; the rest is what the search thought
BATCH = 8192
LEARNING_RATE = 0.01

# Fixed-point numbers of the core: what 1 is in a lane, in a weight of the hidden layer, and in one
# of the points.
LANE, WEIGHT, POINT = 256, 4096, 16
SUMMED = 8.0  # a sum over lanes counts as if there were so many of them
OUTPUT = 4.0  # what a hidden unit counts, so that all weights are of about the same size

Slots = tuple[int, ...]


def symmetries() -> list[Slots]:
    """Return the 48 symmetries of the cube, as the new slot of each slot."""
    cells = list(itertools.product(range(3), repeat=3))
    found = []
    for axes, mirrored in itertools.product(
        itertools.permutations(range(3)), itertools.product((False, True), repeat=3)
    ):
        images = [
            tuple(
                2 - cell[axis] if mirror else cell[axis]
                for axis, mirror in zip(axes, mirrored, strict=True)
            )
            for cell in cells
        ]
        found.append(tuple(cells.index(image) for image in images))
    return found


@dataclass
class Filters:
    """Filters of one kind: their weights and constants, and the orientations they look in."""

    weights: torch.Tensor
    constants: torch.Tensor
    alike: torch.Tensor  # symmetries under which what they are about is the same
    orientations: torch.Tensor  # the slot that each slot of a filter is, the other way round

    def symmetric_weights(self) -> torch.Tensor:
        return self.weights[:, :, self.alike].mean(2)


def orientations(about: frozenset[int]) -> tuple[list[Slots], list[Slots]]:
    """Return symmetries that show slots everywhere they can be, and those that leave them there."""
    seen: dict[frozenset[int], list[Slots]] = {}
    for symmetry in symmetries():
        seen.setdefault(frozenset(symmetry[slot] for slot in about), []).append(symmetry)
    return [alike[0] for alike in seen.values()], seen[about]


class Network:
    """The network in floating point."""

    def __init__(self, device: str) -> None:
        self._random = torch.Generator().manual_seed(1)
        self._device = device
        self.parameters: list[torch.Tensor] = []
        self.filters = [self._filters(about) for about in ABOUT.values()]
        count = FILTERS * len(ABOUT)
        self.hidden = self._new(count, HIDDEN, scale=0.3 / count**0.5)
        self.hidden_constants = self._new(HIDDEN, scale=0.1)
        self.direct = self._new(count, scale=0.05)
        self.points = self._new(HIDDEN, scale=0.3 / HIDDEN**0.5)
        self.constant = self._new(1, scale=0.0)

    def _new(self, *shape: int, scale: float) -> torch.Tensor:
        made = (scale * torch.randn(*shape, generator=self._random)).to(self._device)
        self.parameters.append(made.requires_grad_(True))
        return made

    def _filters(self, about: frozenset[int]) -> Filters:
        shown, alike = orientations(about)
        return Filters(
            self._new(FILTERS, 3, SLOTS, scale=0.25),
            self._new(FILTERS, scale=0.1),
            torch.tensor(alike, device=self._device),
            torch.tensor(np.argsort(np.array(shown), axis=1), device=self._device),
        )

    def scores(self, cells: torch.Tensor) -> torch.Tensor:
        """Return scores of positions, cells being 0 to 2 by colour and -1 where empty."""
        inputs = torch.stack([cells == colour for colour in range(3)], 1).float().flatten(1)
        found = []
        for filters in self.filters:
            weights = filters.symmetric_weights()[:, :, filters.orientations].transpose(1, 2)
            count, lanes = weights.shape[:2]
            sums = inputs @ weights.reshape(count * lanes, 3 * SLOTS).T
            sums = sums + filters.constants.repeat_interleave(lanes)
            clipped = sums.clamp(0, 1).reshape(len(cells), count, lanes)
            found.append((clipped**2).sum(2) * (SUMMED / lanes))
        all_found = torch.cat(found, 1)
        hidden = (all_found @ self.hidden + self.hidden_constants).clamp(0, 1)
        return all_found @ self.direct + OUTPUT * (hidden @ self.points) + self.constant

    def numbers(self) -> NDArray[np.int64]:
        """Return the numbers of the core, in its order."""
        made: list[NDArray[np.float64]] = []
        summed: list[float] = []
        for filters in self.filters:
            weights, constants = _numbers(filters.symmetric_weights()), _numbers(filters.constants)
            for weight, constant in zip(weights, constants, strict=True):
                most = LANE * (np.abs(weight).max(0).sum() + np.abs(constant))
                if most > np.iinfo(np.int16).max:
                    raise SystemExit("A lane does not fit.")
                made += [LANE * weight.reshape(-1), LANE * constant.reshape(1)]
                summed.append(SUMMED / len(filters.orientations))
        lanes = np.array(summed)
        made += [
            (WEIGHT * lanes[:, None] * _numbers(self.hidden)).reshape(-1),
            WEIGHT * _numbers(self.hidden_constants),
            SCALE * POINT * lanes * _numbers(self.direct),
            SCALE * POINT * OUTPUT * _numbers(self.points),
            SCALE * POINT * _numbers(self.constant),
        ]
        return np.rint(np.concatenate(made)).astype(np.int64)


def _numbers(tensor: torch.Tensor) -> NDArray[np.float64]:
    return np.asarray(tensor.detach().cpu().double().numpy())


def view_of(records: Records) -> NDArray[np.int8]:
    """Return the colours by slot as the side to move sees them: its own, the other, neutral."""
    cells, seat = records["cells"].astype(np.int64), records["seat"].astype(np.int64)[:, None]
    seen = np.where(cells == 3, 2, (cells - 1 + seat) % 2)
    return np.where(cells == 0, -1, seen).astype(np.int8)


class Examples:
    """Positions: the result and the score of the search make the target."""

    def __init__(self, records: Records, device: str) -> None:
        known = records["winner"] != NO_RESULT
        result = np.where(records["winner"] == 0, 0.5, records["winner"] - 1 == records["seat"])
        score = np.clip(records["score"].astype(np.float64), -2000, 2000)
        thought = 1 / (1 + np.exp(-np.clip(score / _points(score[known], result[known]), -20, 20)))
        target = np.where(known, RESULT_SHARE * result + (1 - RESULT_SHARE) * thought, thought)
        self._cells = torch.tensor(view_of(records), device=device)
        self._targets = torch.tensor(target.astype(np.float32), device=device)

    def losses(self, network: Network, rows: torch.Tensor) -> torch.Tensor:
        scores = network.scores(self._cells[rows])
        return torch.nn.functional.binary_cross_entropy_with_logits(
            scores, self._targets[rows], reduction="none"
        )


def _points(scores: NDArray[np.float64], results: NDArray[np.float64]) -> float:
    """Return how many of the search's points made the odds e times as large."""

    def loss(points: float) -> float:
        odds = scores / points
        return float(np.mean(np.logaddexp(0, odds) - results * odds))

    return min((float(points) for points in range(8, 120, 2)), key=loss)


def train(records: Records, device: str, epochs: int) -> Network:
    torch.manual_seed(1)
    data = Examples(records, device)
    network = Network(device)
    kept = int(len(records) * (1 - CHECKED))
    steps = max(1, epochs * kept // BATCH)
    optimizer = torch.optim.AdamW(network.parameters, lr=LEARNING_RATE, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, LEARNING_RATE, steps + 1)
    for step in range(steps):
        loss = data.losses(network, torch.randint(kept, (BATCH,), device=device)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        if step % max(1, steps // 10) == 0 or step == steps - 1:
            with torch.no_grad():
                parts = torch.arange(kept, len(records), device=device).split(65536)
                checked = torch.cat([data.losses(network, part) for part in parts]).mean()
            print(f"{step:6} {loss.item():.5f} checked {checked.item():.5f}", flush=True)
    return network


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--epochs", type=int, default=20)
    add_arguments(parser, nodes=5_000, to=TO)
    parser.set_defaults(game="cubulus")
    arguments = parser.parse_args()
    network = train(positions(arguments), arguments.device, arguments.epochs)
    size = write(network.numbers(), arguments.to / "cubulus.inc")
    print(f"{size:,} bytes")


if __name__ == "__main__":
    main()
