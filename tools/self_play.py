"""Positions to learn an evaluation from: games of the engine against itself."""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).parents[1]
PROGRAM = ROOT / "native" / "programs" / "self_play.cpp"
# The same games on every machine: nothing contracted.
FLAGS = ("-std=c++20", "-O3", "-march=native", "-ffp-contract=off", "-pthread")
COMPILE = ("c++", *FLAGS, "-I", ROOT / "native")
RECORD = np.dtype(
    [("cells", "u1", 27), ("seat", "u1"), ("score", "<i2"), ("winner", "u1"), ("ply", "u1")]
)
NO_RESULT = 255  # of a position that did not come up in a game
CHECKED = 0.05  # of the positions, not learned from
Records = NDArray[np.void]


def add_arguments(parser: argparse.ArgumentParser, nodes: int, to: Path) -> None:
    parser.add_argument("--by-hand", action="store_true", help="play without what was learned")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--nodes", type=int, default=nodes, help="a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--data", type=Path, nargs="*", help="positions that were written before")
    parser.add_argument("--to", type=Path, default=to)


def positions(arguments: argparse.Namespace) -> Records:
    """Let the engine play, or read what it played before; return the positions in random order."""
    how = "by-hand" if arguments.by_hand else "learned"
    return written_by(PROGRAM, (arguments.game, how), arguments, RECORD)


def written_by(
    source: Path, what: tuple[str, ...], arguments: argparse.Namespace, kind: np.dtype[np.void]
) -> Records:
    """Run a program that plays, or read what it wrote before; return that in random order."""
    with tempfile.TemporaryDirectory() as folder:
        files = arguments.data
        if not files:
            program, written = Path(folder) / source.stem, Path(folder) / "written"
            subprocess.run([*COMPILE, "-o", program, source], check=True)
            plan = (arguments.games, arguments.nodes, arguments.seed, arguments.threads)
            subprocess.run([program, *what, *map(str, plan), written], check=True)
            files = [written]
        records = np.concatenate([np.fromfile(file, kind) for file in files])
    print(f"{len(records):,} positions", flush=True)
    # Threads write games in any order.
    in_order = np.sort(records.view(f"S{kind.itemsize}")).view(kind)
    return np.random.default_rng(1).permutation(in_order)


def write(numbers: NDArray[np.int64], path: Path) -> int:
    """Write numbers for the core to include; return their size there in bytes."""
    if np.abs(numbers).max() > np.iinfo(np.int16).max:
        raise SystemExit("A value does not fit.")
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        ", ".join(map(str, numbers[first : first + 16])) for first in range(0, len(numbers), 16)
    ]
    path.write_text(",\n".join(lines) + "\n", encoding="utf-8")
    return 2 * len(numbers)
