"""Learn the evaluation of a game from games of the engine against itself.

    python tools/train_evaluation.py cubulus --games 200000 --device cuda --threads 16

Compiles native/programs/self_play.cpp, lets it play (or reads the games of an earlier run: --data),
fits the tables of patterns (evaluation_patterns.py) to the results with PyTorch, and writes them to
native/search/evaluation/learned. Games: cubulus, cubulus3 (for three), qomet, quixo.

The score of a position is the sum of its patterns' values, in points of which 60 make the odds of
winning e times as large. A value is that of a pattern's parts plus its own; the latter is held near 0
by a penalty, so that a pattern that came up rarely is judged by its parts. That is a logistic
regression, which has one best answer.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import textwrap
from pathlib import Path
from typing import Any

import numpy as np
import torch
from evaluation_patterns import BOARDS, Board, Family

ROOT = Path(__file__).parents[1]
PROGRAM = ROOT / "native" / "programs" / "self_play.cpp"
LEARNED = ROOT / "native" / "search" / "evaluation" / "learned"
COMPILE = ("c++", "-std=c++20", "-O3", "-march=native", "-pthread", "-I", ROOT / "native")
RECORD = np.dtype(
    [("cells", "u1", 27), ("seat", "u1"), ("score", "<i2"), ("winner", "u1"), ("ply", "u1")]
)
SCALE = 60.0  # points
RESULT_SHARE = 0.7  # of a target; the rest is what the search thought
PENALTY = 12.0  # pseudo-observations that say 0
CHECKED = 0.05  # of the positions, not learned from
THREE = "cubulus3"


def play(arguments: argparse.Namespace, folder: Path) -> Path:
    """Let the engine play; return the file of its positions."""
    program, games = folder / "self_play", folder / f"{arguments.game}.bin"
    subprocess.run([*COMPILE, "-o", program, PROGRAM], check=True)
    plan = (arguments.games, arguments.nodes, arguments.seed, arguments.threads)
    how = "by-hand" if arguments.by_hand else "learned"
    subprocess.run([program, arguments.game, how, *map(str, plan), games], check=True)
    return games


def views(game: str, records: np.ndarray) -> np.ndarray:
    """Return what stands where, seen by each seat in turn from the one to move: [seat, n, cells]."""
    cells = records["cells"][:, : BOARDS[game].cells].astype(np.int64)
    seats = records["seat"].astype(np.int64)[:, None]
    if game == THREE:
        turned = [np.where(cells == 0, 0, (cells - 1 - seats - wait) % 3 + 1) for wait in range(3)]
        return np.stack(turned)
    seen = np.where(cells == 1 + seats, 1, 2)
    return np.where((cells == 0) | (cells == 3), cells, seen)[None]


class Table(torch.nn.Module):
    """The values of a family's entries: those of the parts, and their own."""

    def __init__(self, family: Family) -> None:
        super().__init__()
        first = np.unique(family.entries, return_index=True)[1]
        self.family = family
        self.own = torch.nn.Parameter(torch.zeros(len(first)))
        self.parts = torch.nn.ParameterList()
        for number, kind in enumerate(family.parts):
            self.parts.append(torch.nn.Parameter(torch.zeros(family.base ** len(kind[0]))))
            states = np.stack([family.part_states(part)[first] for part in kind])
            self.register_buffer(f"states_{number}", torch.tensor(states), persistent=False)

    def forward(self) -> torch.Tensor:
        values = self.own
        for number, part in enumerate(self.parts):
            values = values + part[getattr(self, f"states_{number}")].sum(0)
        return values

    def penalty(self) -> torch.Tensor:
        return (self.own**2).sum() + sum((0.1 * part**2).sum() for part in self.parts)


class Evaluation(torch.nn.Module):
    """All tables of a game, and one for how many balls, stars or cubes there are."""

    def __init__(self, board: Board, count_tables: int) -> None:
        super().__init__()
        self.board = board
        self.tables = torch.nn.ModuleList(Table(family) for family in board.families)
        side = board.cells + 1
        self.counts = torch.nn.Parameter(torch.zeros(count_tables, side * side))

    def values(self) -> list[torch.Tensor]:
        return [*(table() for table in self.tables), *self.counts]

    def penalty(self) -> torch.Tensor:
        return sum(table.penalty() for table in self.tables) + (self.counts**2).sum()


def entries_of(board: Board, view: np.ndarray, families: list[int]) -> list[tuple[int, torch.Tensor]]:
    """Return, by family, the entries of each position's places."""
    found = []
    for number in families:
        family = board.families[number]
        powers = family.base ** np.arange(len(family.places[0]))
        columns = [family.entries[view[:, list(place)] @ powers] for place in family.places]
        found.append((number, torch.tensor(np.stack(columns), dtype=torch.int32)))
    return found


def count_entries(board: Board, view: np.ndarray) -> torch.Tensor:
    first, second = (view & 1).sum(1), (view >> 1).sum(1)
    return torch.tensor(first * (board.cells + 1) + second, dtype=torch.int32)


class Seen:
    """Positions as one seat sees them: which entries their scores are the sums of."""

    def __init__(self, game: str, view: np.ndarray, wait: int, device: str) -> None:
        board = BOARDS[game]
        families = [wait] if game == THREE else list(range(len(board.families)))
        self.entries = [
            (number, entries.to(device)) for number, entries in entries_of(board, view, families)
        ]
        self.counts = count_entries(board, view).to(device)
        self.count_table = len(board.families) + (wait if game == THREE else 0)

    def scores(self, values: list[torch.Tensor], rows: slice) -> torch.Tensor:
        total = values[self.count_table][self.counts[rows]]
        for number, entries in self.entries:
            for column in entries:
                total = total + values[number][column[rows]]
        return total


def targets(game: str, records: np.ndarray) -> np.ndarray:
    """Return each position's result for the seat to move; for three, the share of each seat."""
    seat, winner = records["seat"].astype(np.int64), records["winner"].astype(np.int64)
    if game == THREE:
        shares = np.full((3, len(records)), 1 / 3, np.float32)
        for wait in range(3):
            shares[wait, winner > 0] = ((seat + wait) % 3 == winner - 1)[winner > 0]
        return shares
    result = np.where(winner == 0, 0.5, winner - 1 == seat)
    thought = 1 / (1 + np.exp(-np.clip(records["score"] / SCALE, -20, 20)))
    return (RESULT_SHARE * result + (1 - RESULT_SHARE) * thought).astype(np.float32)


def loss_of(seen: list[Seen], values: list[torch.Tensor], wanted: torch.Tensor, rows: slice) -> Any:
    scores = [each.scores(values, rows) for each in seen]
    if len(scores) == 1:
        return torch.nn.functional.binary_cross_entropy_with_logits(scores[0], wanted[rows])
    logits = torch.log_softmax(torch.stack(scores), 0)
    return -(wanted[:, rows] * logits).sum(0).mean()


def train(game: str, records: np.ndarray, device: str, steps: int) -> Evaluation:
    torch.manual_seed(1)
    board = BOARDS[game]
    records = np.random.default_rng(1).permutation(records)
    seen = [
        Seen(game, view, wait, device) for wait, view in enumerate(views(game, records))
    ]
    wanted = torch.tensor(targets(game, records)).to(device)
    kept = int(len(records) * (1 - CHECKED))
    learned, checked = slice(0, kept), slice(kept, None)
    evaluation = Evaluation(board, len(seen)).to(device)
    optimizer = torch.optim.Adam(evaluation.parameters(), lr=0.03)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps, 1e-4)
    for step in range(steps):
        optimizer.zero_grad()
        loss = loss_of(seen, evaluation.values(), wanted, learned)
        (loss + PENALTY * 0.1 * evaluation.penalty() / kept).backward()
        optimizer.step()
        schedule.step()
        if step % 50 == 0 or step == steps - 1:
            with torch.no_grad():
                other = loss_of(seen, evaluation.values(), wanted, checked)
            print(f"{step:5} {loss.item():.5f} checked {other.item():.5f}", flush=True)
    return evaluation


def write(evaluation: Evaluation, path: Path) -> int:
    """Write the tables; return their size in bytes."""
    numbers = np.concatenate(
        [np.rint(SCALE * values.detach().cpu().numpy()).astype(int) for values in evaluation.values()]
    )
    if np.abs(numbers).max() > np.iinfo(np.int16).max:
        raise SystemExit("A value does not fit.")
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = textwrap.wrap(", ".join(map(str, numbers)), 100, break_on_hyphens=False)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 2 * len(numbers)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=BOARDS)
    parser.add_argument("--by-hand", action="store_true", help="play without learned tables")
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--nodes", type=int, default=3_000, help="a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--data", type=Path, nargs="*", help="positions that were written before")
    parser.add_argument("--to", type=Path, default=LEARNED)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = arguments.data or [play(arguments, Path(folder))]
        records = np.concatenate([np.fromfile(file, RECORD) for file in files])
    print(f"{len(records):,} positions", flush=True)
    evaluation = train(arguments.game, records, arguments.device, arguments.steps)
    size = write(evaluation, arguments.to / f"{arguments.game}.inc")
    print(f"{size:,} bytes")


if __name__ == "__main__":
    main()
