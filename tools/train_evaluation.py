"""Learn the evaluation of a game from games of the engine against itself.

    python tools/train_evaluation.py quixo --by-hand --games 200000 --device cuda --threads 16

Compiles native/programs/self_play.cpp, lets it play (or reads the games of an earlier run: --data),
fits the tables of patterns (evaluation_patterns.py) to the results with PyTorch, and writes them to
native/search/evaluation/learned. Games: qomet, quixo.

The score of a position is the sum of its patterns' values, in points of which 60 make the odds of
winning e times as large. A value is that of a pattern's parts plus its own; the latter is held near
0 by a penalty, so that a pattern that came up rarely is judged by its parts. That is a logistic
regression, which has one best answer.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np
import torch
from numpy.typing import NDArray

from evaluation_patterns import BOARDS, Board, Family, Numbers
from self_play import CHECKED, NO_RESULT, ROOT, Records, add_arguments, positions, write

TO = ROOT / "native" / "search" / "evaluation" / "learned"
SCALE = 60.0  # points
RESULT_SHARE = 0.7  # of a target; the rest is what the search thought
PENALTY = 1.2  # of the sum of squares, for all positions together


def view_of(game: str, records: Records) -> Numbers:
    """Return what stands where, as the side to move sees it."""
    cells = records["cells"][:, : BOARDS[game].cells].astype(np.int64)
    seats = records["seat"].astype(np.int64)[:, None]
    return np.where(cells == 0, 0, np.where(cells == 1 + seats, 1, 2))


class Table:
    """The values of a family's entries: those of the parts, and their own."""

    def __init__(self, family: Family, device: str) -> None:
        first = np.unique(family.entries, return_index=True)[1]
        self.own = _zeros(len(first), device)
        self.parts: list[tuple[torch.Tensor, torch.Tensor]] = []  # values, and whose they are
        for kind in family.parts:
            states = np.stack([family.part_states(part)[first] for part in kind])
            values = _zeros(3 ** len(kind[0]), device)
            self.parts.append((values, torch.tensor(states, device=device)))

    def values(self) -> torch.Tensor:
        total = self.own
        for values, states in self.parts:
            total = total + values[states].sum(0)
        return total

    def penalty(self) -> torch.Tensor:
        total = (self.own**2).sum()
        for values, _ in self.parts:
            total = total + 0.1 * (values**2).sum()
        return total


def _zeros(count: int, device: str) -> torch.Tensor:
    return torch.zeros(count, device=device, requires_grad=True)


class Evaluation:
    """All tables of a game, and one for how many stars or cubes either side has."""

    def __init__(self, board: Board, device: str) -> None:
        self.tables = [Table(family, device) for family in board.families]
        self.counts = _zeros((board.cells + 1) ** 2, device)

    def parameters(self) -> Iterator[torch.Tensor]:
        for table in self.tables:
            yield table.own
            yield from (values for values, _ in table.parts)
        yield self.counts

    def values(self) -> list[torch.Tensor]:
        return [*(table.values() for table in self.tables), self.counts]

    def penalty(self) -> torch.Tensor:
        total = (self.counts**2).sum()
        for table in self.tables:
            total = total + table.penalty()
        return total


class Seen:
    """Positions by the entries that their scores are the sums of."""

    def __init__(self, board: Board, view: Numbers, device: str) -> None:
        self.columns: list[tuple[int, torch.Tensor]] = []
        for number, family in enumerate(board.families):
            powers = 3 ** np.arange(len(family.places[0]))
            for place in family.places:
                self._add(number, family.entries[view[:, list(place)] @ powers], device)
        counts = (view == 1).sum(1) * (board.cells + 1) + (view == 2).sum(1)
        self._add(len(board.families), counts, device)

    def _add(self, table: int, entries: Numbers, device: str) -> None:
        self.columns.append((table, torch.tensor(entries, dtype=torch.int32, device=device)))

    def scores(self, values: list[torch.Tensor], rows: slice) -> torch.Tensor:
        return torch.stack([values[table][column[rows]] for table, column in self.columns]).sum(0)


def targets(records: Records) -> NDArray[np.float32]:
    """Return what the side to move is to expect: mostly its result."""
    seat, winner = records["seat"].astype(np.int64), records["winner"].astype(np.int64)
    result = np.where(winner == 0, 0.5, winner - 1 == seat)
    thought = 1 / (1 + np.exp(-np.clip(records["score"] / SCALE, -20, 20)))
    both = RESULT_SHARE * result + (1 - RESULT_SHARE) * thought
    return np.where(winner == NO_RESULT, thought, both).astype(np.float32)


def train(game: str, records: Records, device: str, steps: int) -> Evaluation:
    torch.manual_seed(1)
    board = BOARDS[game]
    seen = Seen(board, view_of(game, records), device)
    wanted = torch.tensor(targets(records), device=device)
    kept = int(len(records) * (1 - CHECKED))
    evaluation = Evaluation(board, device)
    optimizer = torch.optim.Adam(evaluation.parameters(), lr=0.03)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps, 1e-4)

    def loss_of(rows: slice) -> torch.Tensor:
        scores = seen.scores(evaluation.values(), rows)
        return torch.nn.functional.binary_cross_entropy_with_logits(scores, wanted[rows])

    for step in range(steps):
        optimizer.zero_grad()
        loss = loss_of(slice(0, kept))
        (loss + PENALTY * evaluation.penalty() / kept).backward()
        optimizer.step()
        schedule.step()
        if step % 50 == 0 or step == steps - 1:
            with torch.no_grad():
                checked = loss_of(slice(kept, None))
            print(f"{step:5} {loss.item():.5f} checked {checked.item():.5f}", flush=True)
    return evaluation


def numbers(evaluation: Evaluation) -> Numbers:
    """Return the tables, one after another."""
    tables = [SCALE * values.detach().cpu().numpy() for values in evaluation.values()]
    return np.asarray(np.rint(np.concatenate(tables)), dtype=np.int64)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=BOARDS)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--steps", type=int, default=600)
    add_arguments(parser, nodes=3_000, to=TO)
    arguments = parser.parse_args()
    evaluation = train(arguments.game, positions(arguments), arguments.device, arguments.steps)
    size = write(numbers(evaluation), arguments.to / f"{arguments.game}.inc")
    print(f"{size:,} bytes")


if __name__ == "__main__":
    main()
