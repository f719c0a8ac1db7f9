"""Learn an evaluation of Cubulus from games of the engine against itself.

    python tools/train_cubulus.py cubulus --games 70000 --device cuda --threads 16

Compiles native/programs/self_play.cpp, lets it play (or reads the games of an earlier run: --data),
trains a network with PyTorch, and writes its numbers to native/search/evaluation/learned. Games:
cubulus (for two), cubulus_three.

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
BATCH = 8192
LEARNING_RATE = 0.01

# Fixed-point numbers of the core: what 1 is in a lane, in a weight of the hidden layer, and in one
# of the points.
LANE, WEIGHT, POINT = 256, 4096, 16
SUMMED = 8.0  # a sum over lanes counts as if there were so many of them
OUTPUT = 4.0  # what a hidden unit counts, so that all weights are of about the same size

Slots = tuple[int, ...]


@dataclass(frozen=True)
class Game:
    """What is learned of a game, and how."""

    seats: int
    result_share: float  # of a target; the rest is what the search thought

    @property
    def views(self) -> int:
        """By how many seats are to move before the one whose chances are asked for."""
        return 1 if self.seats == 2 else self.seats


GAMES = {
    "cubulus": Game(2, 0.5),
    "cubulus_three": Game(3, 0.8),
}


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

    def __init__(self, game: Game, device: str) -> None:
        self._random = torch.Generator().manual_seed(1)
        self._device = device
        self.parameters: list[torch.Tensor] = []
        self.filters = [self._filters(about) for about in ABOUT.values()]
        count = FILTERS * len(ABOUT)
        self.hidden = self._new(count, HIDDEN, scale=0.3 / count**0.5)
        self.hidden_constants = self._new(HIDDEN, scale=0.1)
        self.direct = self._new(count, scale=0.05)
        self.points = self._new(HIDDEN, scale=0.3 / HIDDEN**0.5)
        self.views = self._new(game.views, count, scale=0.0)
        self.constants = self._new(game.views, scale=0.0)

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

    def scores(self, cells: torch.Tensor, view: int) -> torch.Tensor:
        """Return scores of positions, cells being 0 to 2 by colour and -1 where empty."""
        inputs = torch.stack([cells == colour for colour in range(3)], 1).float().flatten(1)
        found = []
        first = 0
        for filters in self.filters:
            weights = filters.symmetric_weights()[:, :, filters.orientations].transpose(1, 2)
            count, lanes = weights.shape[:2]
            constants = filters.constants + self.views[view, first : first + count]
            sums = inputs @ weights.reshape(count * lanes, 3 * SLOTS).T
            sums = sums + constants.repeat_interleave(lanes)
            clipped = sums.clamp(0, 1).reshape(len(cells), count, lanes)
            found.append((clipped**2).sum(2) * (SUMMED / lanes))
            first += count
        all_found = torch.cat(found, 1)
        hidden = (all_found @ self.hidden + self.hidden_constants).clamp(0, 1)
        return all_found @ self.direct + OUTPUT * (hidden @ self.points) + self.constants[view]

    def numbers(self) -> NDArray[np.int64]:
        """Return the numbers of the core, in its order."""
        made: list[NDArray[np.float64]] = []
        summed: list[float] = []
        views = _numbers(self.views)
        for filters in self.filters:
            weights, constants = _numbers(filters.symmetric_weights()), _numbers(filters.constants)
            for weight, constant in zip(weights, constants, strict=True):
                seen = constant + views[:, len(summed)]
                if (
                    LANE * (np.abs(weight).max(0).sum() + np.abs(seen).max())
                    > np.iinfo(np.int16).max
                ):
                    raise SystemExit("A lane does not fit.")
                made += [LANE * weight.reshape(-1), LANE * seen]
                summed.append(SUMMED / len(filters.orientations))
        lanes = np.array(summed)
        made += [
            (WEIGHT * lanes[:, None] * _numbers(self.hidden)).reshape(-1),
            WEIGHT * _numbers(self.hidden_constants),
            SCALE * POINT * lanes * _numbers(self.direct),
            SCALE * POINT * OUTPUT * _numbers(self.points),
            SCALE * POINT * _numbers(self.constants),
        ]
        return np.rint(np.concatenate(made)).astype(np.int64)


def _numbers(tensor: torch.Tensor) -> NDArray[np.float64]:
    return np.asarray(tensor.detach().cpu().double().numpy())


def view_of(records: Records, seats: int) -> NDArray[np.int8]:
    """Return the colours by slot as the side to move sees them: its own, then in order of turn."""
    cells, seat = records["cells"].astype(np.int64), records["seat"].astype(np.int64)[:, None]
    if seats == 3:
        return np.where(cells == 0, -1, (cells - 1 - seat) % 3).astype(np.int8)
    seen = np.where(cells == 3, 2, (cells - 1 + seat) % 2)
    return np.where(cells == 0, -1, seen).astype(np.int8)


class ForTwo:
    """Positions of two players: the result and the score of the search make the target."""

    def __init__(self, records: Records, result_share: float, device: str) -> None:
        known = records["winner"] != NO_RESULT
        result = np.where(records["winner"] == 0, 0.5, records["winner"] - 1 == records["seat"])
        score = np.clip(records["score"].astype(np.float64), -2000, 2000)
        thought = 1 / (1 + np.exp(-np.clip(score / _points(score[known], result[known]), -20, 20)))
        target = np.where(known, result_share * result + (1 - result_share) * thought, thought)
        self._cells = torch.tensor(view_of(records, 2), device=device)
        self._targets = torch.tensor(target.astype(np.float32), device=device)

    def losses(self, network: Network, rows: torch.Tensor) -> torch.Tensor:
        scores = network.scores(self._cells[rows], 0)
        return torch.nn.functional.binary_cross_entropy_with_logits(
            scores, self._targets[rows], reduction="none"
        )


def _points(scores: NDArray[np.float64], results: NDArray[np.float64]) -> float:
    """Return how many of the search's points made the odds e times as large."""

    def loss(points: float) -> float:
        odds = scores / points
        return float(np.mean(np.logaddexp(0, odds) - results * odds))

    return min((float(points) for points in range(8, 120, 2)), key=loss)


class ForThree:
    """Positions of three players: who won, and the share that the search gave the side to move."""

    def __init__(self, records: Records, result_share: float, device: str) -> None:
        self._result_share = result_share
        seat, winner = records["seat"].astype(np.int64), records["winner"].astype(np.int64)
        known = (winner >= 1) & (winner <= 3)
        self._cells = torch.tensor(view_of(records, 3), device=device)
        self._winners = torch.tensor(np.where(known, (winner - 1 - seat) % 3, -1), device=device)
        share = np.clip(records["score"] / 10_000, 0, 1).astype(np.float32)
        self._shares = torch.tensor(share, device=device)

    def losses(self, network: Network, rows: torch.Tensor) -> torch.Tensor:
        cells = self._cells[rows]
        views = [torch.where(cells < 0, cells, (cells - view) % 3) for view in range(3)]
        scores = torch.stack([network.scores(seen, view) for view, seen in enumerate(views)], 1)
        logarithms = log_shares(scores)
        winners, shares = self._winners[rows], self._shares[rows]
        by_result = -logarithms.gather(1, winners.clamp(min=0)[:, None]).squeeze(1)
        own = logarithms[:, 0].exp().clamp(1e-6, 1 - 1e-6)
        by_share = -(shares * own.log() + (1 - shares) * (1 - own).log())
        both = self._result_share * by_result + (1 - self._result_share) * by_share
        return torch.where(winners >= 0, both, by_share)


def log_shares(scores: torch.Tensor) -> torch.Tensor:
    """Return the logarithms of the shares, by how many seats move before: as the core has them.

    The score of the seat that moved last says what it has; the others share the rest.
    """
    ahead, last = scores[:, 0] - scores[:, 1], scores[:, 2]
    log = torch.nn.functional.logsigmoid
    return torch.stack([log(-last) + log(ahead), log(-last) + log(-ahead), log(last)], 1)


def train(game: Game, records: Records, device: str, epochs: int) -> Network:
    torch.manual_seed(1)
    positions_of = ForTwo if game.seats == 2 else ForThree
    data = positions_of(records, game.result_share, device)
    network = Network(game, device)
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
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--epochs", type=int, default=20)
    add_arguments(parser, nodes=5_000, to=TO)
    arguments = parser.parse_args()
    game = GAMES[arguments.game]
    network = train(game, positions(arguments), arguments.device, arguments.epochs)
    size = write(network.numbers(), arguments.to / f"{arguments.game}.inc")
    print(f"{size:,} bytes")


if __name__ == "__main__":
    main()
