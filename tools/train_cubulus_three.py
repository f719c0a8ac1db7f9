"""Learn shares and priors of Cubulus for three from games of the engine against itself.

    python tools/train_cubulus_three.py --games 3000 --device cuda --threads 16

Compiles native/programs/self_play_three.cpp, lets it play (or reads the games of an earlier run:
--data), trains a network with PyTorch, and writes its numbers to native/search/evaluation/learned.

cubulus_three_network.hpp beside them says what the network is, and computes it in integers.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from self_play import CHECKED, NO_RESULT, ROOT, Records, add_arguments, positions, write
from train_cubulus import SLOTS, TO, symmetries

PROGRAM = ROOT / "native" / "programs" / "self_play_three.cpp"
MOVES_WRITTEN = 16
WHOLE_WRITTEN = 60_000  # of shares, and of visits
RECORD = np.dtype(
    [
        ("cells", "u1", SLOTS),
        ("seat", "u1"),
        ("ban", "u1"),  # counted from 1
        ("winner", "u1"),
        ("shares", "<u2", 3),
        ("moves", "u1", MOVES_WRITTEN),
        ("visits", "<u2", MOVES_WRITTEN),
    ]
)

FACELETS = 54
LOOKED_AT = (0, 1, 4)  # facelets at a corner, at an edge, in the middle of a face
FILTERS, FEATURES, HIDDEN = 64, 32, 32
MEANS = FILTERS + FEATURES
RESULT_SHARE = 0.3  # of a target; the rest is what the search thought
SHARES_WEIGHT = 2.0  # of the loss of shares, beside that of moves
OUTPUT = 4.0  # what a feature counts in what comes out, so that all weights are of about one size
BATCH = 2048
LEARNING_RATE = 0.005

# Fixed-point numbers of the core: what 1 is in a filter, in a mean, and in a weight of these.
FILTER, MEAN, WEIGHT = 256, 4096, 1024
MAX_SUM = np.iinfo(np.int32).max


def row_at(facelet: int) -> tuple[int, int, int]:
    """Return the slots of the row that is entered at a facelet, the nearest first."""
    face, place = divmod(facelet, 9)
    down, right = divmod(place, 3)
    first, step = (
        (place, 9),
        (9 * down + 3 * (2 - right) + 2, -1),
        (9 * down + 6 + right, -3),
        (18 + 3 * (2 - down) + right, -9),
        (9 * down + 3 * right, 1),
        (9 * down + 2 - right, 3),
    )[face]
    return first, first + step, first + 2 * step


ROWS = np.array([row_at(facelet) for facelet in range(FACELETS)])
SYMMETRIES = np.array(symmetries())


def seen_from() -> NDArray[np.float32]:
    """Return how much an orientation counts for a facelet, by kind of place."""
    facelet_of = {(row[0], row[2]): facelet for facelet, row in enumerate(ROWS.tolist())}
    counts = np.zeros((len(LOOKED_AT), len(SYMMETRIES), FACELETS), np.float32)
    for kind, facelet in enumerate(LOOKED_AT):
        first, _, last = ROWS[facelet]
        for number, goes in enumerate(SYMMETRIES):
            counts[kind, number, facelet_of[goes[first], goes[last]]] = 1
    counts /= np.maximum(counts.sum(1, keepdims=True), 1)
    return counts


class Network:
    """The network in floating point."""

    def __init__(self, device: str) -> None:
        self._random = torch.Generator().manual_seed(1)
        self._device = device
        self.parameters: list[torch.Tensor] = []
        self.filters = self._new(FILTERS, 3, SLOTS, scale=0.25)
        self.filter_constants = self._new(FILTERS, scale=0.1)
        self.own = self._new(FILTERS, FEATURES, scale=0.5 / FILTERS**0.5)
        self.mean = self._new(FILTERS, FEATURES, scale=0.5 / FILTERS**0.5)
        self.feature_constants = self._new(FEATURES, scale=0.1)
        self.places = self._new(FEATURES, 2 * len(LOOKED_AT), scale=0.5 / FEATURES**0.5)
        self.hidden = self._new(MEANS, HIDDEN, scale=0.5 / MEANS**0.5)
        self.hidden_constants = self._new(HIDDEN, scale=0.1)
        self.by_hidden = self._new(HIDDEN, 3, scale=0.3 / HIDDEN**0.5)
        self.direct = self._new(MEANS, 3, scale=0.05)
        self.share_constants = self._new(3, scale=0.0)
        self._shown = torch.tensor(np.argsort(SYMMETRIES, axis=1), device=device)
        self._seen_from = torch.tensor(seen_from(), device=device)

    def _new(self, *shape: int, scale: float) -> torch.Tensor:
        made = (scale * torch.randn(*shape, generator=self._random)).to(self._device)
        self.parameters.append(made.requires_grad_(True))
        return made

    def __call__(self, cells: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return the logarithms of shares, and of priors of insertions and turns.

        They are right up to a constant each. Cells are 0 to 2 by colour, that of the side to move
        first, and -1 where empty.
        """
        inputs = torch.stack([cells == colour for colour in range(3)], 1).float().flatten(1)
        oriented = self.filters[:, :, self._shown].permute(2, 0, 1, 3).reshape(-1, 3 * SLOTS)
        found = (inputs @ oriented.T).reshape(len(cells), len(SYMMETRIES), FILTERS)
        found = (found + self.filter_constants).clamp(0, 1)
        means = found.mean(1)
        constants = means @ self.mean + self.feature_constants
        seen = (found @ self.own + constants[:, None]).clamp(0, 1)
        worth = OUTPUT * (seen @ self.places)
        kinds = len(LOOKED_AT)
        insertions, turns = (
            torch.einsum("bgk,kgf->bf", part, self._seen_from)
            for part in (worth[:, :, :kinds], worth[:, :, kinds:])
        )
        all_means = torch.cat([means, seen.mean(1)], 1)
        hidden = (OUTPUT * (all_means @ self.hidden) + self.hidden_constants).clamp(0, 1)
        shares = OUTPUT * (all_means @ self.direct + hidden @ self.by_hidden)
        return shares + self.share_constants, insertions, turns

    def numbers(self) -> NDArray[np.int64]:
        """Return the numbers of the core, in its order."""
        filters, own, mean, hidden = map(
            _numbers, (self.filters, self.own, self.mean, OUTPUT * self.hidden)
        )
        constants = _numbers(self.filter_constants)
        lanes = np.abs(filters).max(1).sum(1) + np.abs(constants)
        if FILTER * lanes.max() > np.iinfo(np.int16).max:
            raise SystemExit("A filter does not fit.")
        if (
            MEAN * WEIGHT * max(np.abs(mean).sum(0).max(), np.abs(hidden).sum(0).max())
            > MAX_SUM / 2
        ):
            raise SystemExit("A sum does not fit.")
        made = [
            FILTER * filters.reshape(-1),
            FILTER * constants,
            WEIGHT * own.T.reshape(-1),
            WEIGHT * mean.reshape(-1),
            WEIGHT * _numbers(self.feature_constants),
            WEIGHT * OUTPUT * _numbers(self.places).T.reshape(-1),
            WEIGHT * hidden.reshape(-1),
            WEIGHT * _numbers(self.hidden_constants),
            WEIGHT * OUTPUT * _numbers(self.direct).T.reshape(-1),
            WEIGHT * OUTPUT * _numbers(self.by_hidden).T.reshape(-1),
            WEIGHT * _numbers(self.share_constants),
        ]
        return np.rint(np.concatenate(made)).astype(np.int64)


def _numbers(tensor: torch.Tensor) -> NDArray[np.float64]:
    return np.asarray(tensor.detach().cpu().double().numpy())


@dataclass
class Rules:
    """Which moves are legal, and which share a prior."""

    rows: torch.Tensor
    names: torch.Tensor  # whether a facelet names its slot when that is empty (CB13)
    same_slot: torch.Tensor  # the mean over the facelets of a slot

    @classmethod
    def on(cls, device: str) -> Rules:
        first = ROWS[:, 0]
        same = (first[:, None] == first[None]).astype(np.float32)
        return cls(
            torch.tensor(ROWS, device=device),
            torch.tensor(np.argmax(same > 0, axis=1) == np.arange(FACELETS), device=device),
            torch.tensor(same / same.sum(1, keepdims=True), device=device),
        )

    def log_priors(
        self, cells: torch.Tensor, ban: torch.Tensor, insertions: torch.Tensor, turns: torch.Tensor
    ) -> torch.Tensor:
        """Return the logarithms of priors of all insertions and turns."""
        taken = (cells >= 0)[:, self.rows]
        complete, gap = taken.all(2), ~taken[:, :, 0]
        has_balls = (cells == 0).sum(1, keepdim=True) < 9
        banned = torch.nn.functional.one_hot(ban, FACELETS + 1)[:, 1:].bool()
        legal = torch.cat(
            [torch.where(gap, self.names, ~complete) & has_balls, complete & ~banned], 1
        )
        entered = torch.where(gap, insertions @ self.same_slot, insertions)
        known = torch.cat([entered, turns], 1).masked_fill(~legal, -1e4)
        return torch.nn.functional.log_softmax(known, 1)


class Positions:
    """What is learned from: positions as the side to move sees them, and what searches found."""

    def __init__(self, records: Records, device: str) -> None:
        seat = records["seat"].astype(np.int64)[:, None]
        cells = records["cells"].astype(np.int64)
        shares = np.take_along_axis(records["shares"] / WHOLE_WRITTEN, (seat + range(3)) % 3, 1)
        shares /= np.maximum(shares.sum(1, keepdims=True), 1e-9)
        winner, known = records["winner"].astype(np.int64), records["winner"] != NO_RESULT
        result = np.full((len(records), 3), 1 / 3)
        won = np.flatnonzero(known & (winner > 0))
        result[won] = np.eye(3)[(winner[won] - 1 - seat[won, 0]) % 3]
        weight = np.where(known, RESULT_SHARE, 0)[:, None]
        visits = np.zeros((len(records), 2 * FACELETS), np.float32)
        by_move = (np.arange(len(records))[:, None], records["moves"].astype(np.int64))
        np.add.at(visits, by_move, records["visits"].astype(np.float32))
        visits /= np.maximum(visits.sum(1, keepdims=True), 1)

        def tensor(values: NDArray[np.generic], kind: str) -> torch.Tensor:
            return torch.tensor(values.astype(kind), device=device)

        self._cells = tensor(np.where(cells == 0, -1, (cells - 1 - seat) % 3), "i1")
        self._bans = tensor(records["ban"], "i8")
        self._shares = tensor(shares * (1 - weight) + result * weight, "f4")
        self._visits = tensor(visits, "f2")
        self._rules = Rules.on(device)

    def losses(self, network: Network, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return how much shares and priors differ from what was found."""
        cells = self._cells[rows]
        shares, insertions, turns = network(cells)
        log_shares = torch.nn.functional.log_softmax(shares, 1)
        log_priors = self._rules.log_priors(cells, self._bans[rows], insertions, turns)
        visits = self._visits[rows].float()
        return -(self._shares[rows] * log_shares).sum(1), -(visits * log_priors).sum(1)


def train(records: Records, device: str, epochs: int) -> Network:
    torch.manual_seed(1)
    data = Positions(records, device)
    network = Network(device)
    kept = int(len(records) * (1 - CHECKED))
    steps = max(1, epochs * kept // BATCH)
    optimizer = torch.optim.AdamW(network.parameters, lr=LEARNING_RATE, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, LEARNING_RATE, steps + 1, pct_start=0.1
    )
    for step in range(steps):
        of_shares, of_moves = data.losses(network, torch.randint(kept, (BATCH,), device=device))
        loss = SHARES_WEIGHT * of_shares.mean() + of_moves.mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        if step % max(1, steps // 10) == 0 or step == steps - 1:
            with torch.no_grad():
                parts = torch.arange(kept, len(records), device=device).split(4096)
                checked = [torch.stack(data.losses(network, part)) for part in parts]
                shares, moves = torch.cat(checked, 1).mean(1).tolist()
            print(f"{step:6} checked: shares {shares:.5f}, moves {moves:.5f}", flush=True)
    return network


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--epochs", type=int, default=24)
    add_arguments(parser, nodes=60_000, to=TO)
    arguments = parser.parse_args()
    records = positions(arguments, program=PROGRAM, record=RECORD)
    network = train(records, arguments.device, arguments.epochs)
    size = write(network.numbers(), arguments.to / "cubulus_three.inc")
    print(f"{size:,} bytes")


if __name__ == "__main__":
    main()
