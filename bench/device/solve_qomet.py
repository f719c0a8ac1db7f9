"""Solve every position of Qomet on an accelerator, check it, and write what it says.

Run: python bench/device/solve_qomet.py [--to FOLDER] [--stars N] [--check-all]

Compiles `native/programs/qomet_complete` with nvcc for the device and with g++ for the host. First
both solve the game with four stars a side, and their tables must be the same, byte for byte. Then
the device solves the whole game for both readings of corner exits: it prints every wave with the
time, checks a million boards, the small classes (all of them with --check-all) and the positions of
the strategy from the start, and leaves counts by class and distance, longest wins with a line,
zugzwang and bans that matter in a JSON file for each. Ends with 1 if anything disagrees.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAMS = ROOT / "native" / "programs"
SHIPPED = ROOT / "src" / "quintet" / "tablebase" / "shipped"
STRATEGIES = {"any": "qomet.qtable", "rays": "qomet,corner_exit=rays.qtable"}
STARS = 7
TOO_LONG = 3  # exit status: a cell cannot count that many plies
SMALL = 4  # stars a side of the game that the host solves, too

NVCC = ("nvcc", "-std=c++20", "-O3", "--expt-relaxed-constexpr", "-arch=native")
GXX = ("g++", "-std=c++20", "-O3", "-march=native", "-pthread")


def compile_program(compiler: tuple[str, ...], source: Path, program: Path) -> Path:
    subprocess.run([*compiler, "-I", ROOT / "native", "-o", program, source], check=True)
    return program


def table_of(program: Path, folder: Path, corner_exit: str) -> str:
    """Return a digest of the table of the small game."""
    values = folder / f"{program.name} {corner_exit}"
    values.touch()
    options = ["--stars", str(SMALL), "--corner-exit", corner_exit, "--samples", "10000"]
    threads = ["--threads", str(os.cpu_count() or 1)]
    subprocess.run(
        [program, *options, *threads, "--values", values], check=True, stdout=subprocess.DEVNULL
    )
    with values.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def same_on_both(device: Path, host: Path, folder: Path) -> bool:
    same = True
    for corner_exit in STRATEGIES:
        tables = {table_of(program, folder, corner_exit) for program in (device, host)}
        said = "the same table" if len(tables) == 1 else "DIFFERENT TABLES"
        print(f"{SMALL} stars, {corner_exit}: {said} on device and host", flush=True)
        same = same and len(tables) == 1
    return same


def solve(device: Path, corner_exit: str, asked: argparse.Namespace) -> bool:
    """Solve the game; return whether every check was right."""
    status = run(device, corner_exit, asked)
    if status == TOO_LONG:
        print("A win takes more than 250 plies: again with larger cells.", flush=True)
        wide = device.with_name("wide")
        if not wide.exists():
            compiler = (*NVCC, "-DQUINTET_WIDE_CELLS")
            compile_program(compiler, PROGRAMS / "qomet_complete.cu", wide)
        status = run(wide, corner_exit, asked)
    return status == 0


def run(program: Path, corner_exit: str, asked: argparse.Namespace) -> int:
    """Return the program's exit status."""
    report = asked.to / f"qomet-{corner_exit}.json"
    options = ["--stars", str(asked.stars), "--corner-exit", corner_exit, "--report", report]
    if asked.stars == STARS:
        options += ["--strategy", SHIPPED / STRATEGIES[corner_exit]]
    if asked.check_all:
        options.append("--check-all")
    print(f"corner_exit={corner_exit}", flush=True)
    done = subprocess.run([program, *options], check=False)
    if done.returncode in (0, 1):
        found = json.loads(report.read_text())
        print(f"solved in {found['seconds_to_solve']:.1f} s; checks: {found['checks']}", flush=True)
    return done.returncode


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=Path(), help="folder of the reports")
    parser.add_argument("--stars", type=int, default=STARS)
    parser.add_argument("--check-all", action="store_true", help="check every board")
    asked = parser.parse_args()
    asked.to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        device = compile_program(NVCC, PROGRAMS / "qomet_complete.cu", folder / "device")
        host = compile_program(GXX, PROGRAMS / "qomet_complete.cpp", folder / "host")
        right = same_on_both(device, host, folder)
        for corner_exit in STRATEGIES:
            right = solve(device, corner_exit, asked) and right
    sys.exit(0 if right else 1)


if __name__ == "__main__":
    main()
