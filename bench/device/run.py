"""Steps a second on an accelerator: our games and pgx's connect four on the same device.

Run: python bench/device/run.py [--pgx FOLDER] [--games N ...] [--seconds S]

Compiles `steps.cu` with nvcc, lets the device and the host play the same games, and measures. Then
pgx plays on the device in this Python, which needs jax for it; a folder with pgx and svgwrite will
do where nothing can be installed (`pip install --no-deps --target FOLDER pgx svgwrite`). Ratios are
to pgx's connect four with as many games. Ends with 1 if device and host play different games.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FLAGS = ("-std=c++20", "-O3", "--expt-relaxed-constexpr", "-arch=native")
STEPS = 200

# Steps a second by number of games.
Speeds = dict[int, float]


def compile_steps(folder: Path) -> Path:
    program = folder / "steps"
    source = HERE / "steps.cu"
    subprocess.run(
        ["nvcc", *FLAGS, "-I", ROOT / "native", "-o", program, source],
        check=True,
    )
    return program


def measure_ours(games: list[int]) -> tuple[list[dict[str, Any]], bool]:
    """Return the program's lines, and whether device and host played the same games."""
    with tempfile.TemporaryDirectory() as folder:
        program = compile_steps(Path(folder))
        command = [str(program), str(STEPS), *map(str, games)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stdout or "The program failed.")
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode == 0


def measure_pgx(games: int, folder: Path | None, seconds: float) -> float:
    """Return steps a second of pgx, the best of five rounds."""
    environment = dict(os.environ)
    if folder is not None:
        environment["PYTHONPATH"] = str(folder)
    script = ROOT / "bench" / "peers" / "pgx_steps.py"
    request = json.dumps({"policy": "inside", "seconds": seconds}) + "\n"
    answers = subprocess.run(
        [sys.executable, script, "--games", str(games), "--inside-only"],
        input=5 * request,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env=environment,
    ).stdout
    return max(float(json.loads(line)["clock"]) for line in answers.splitlines())


def report(lines: list[dict[str, Any]], pgx: Speeds) -> None:
    print("Million steps a second on the device, and times pgx's connect four")
    print(f"  {'':<20}" + "".join(f"{f'{games:,} games':>24}" for games in pgx))
    print(
        f"  {'pgx connect four':<20}" + "".join(f"{it / 1e6:>16.1f}{'':8}" for it in pgx.values())
    )
    for game in dict.fromkeys(line["game"] for line in lines):
        speeds: Speeds = {line["games"]: line["device"] for line in lines if line["game"] == game}
        cells = (f"{it / 1e6:>16.1f}{it / pgx[games]:>7.0f}x" for games, it in speeds.items())
        host = next(line for line in lines if line["game"] == game and "host" in line)
        same = "the host's games" if host["same"] else "NOT THE HOST'S GAMES"
        print(f"  {game:<20}" + "".join(cells) + f"   {same} (host {host['host'] / 1e6:.1f} M)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pgx", type=Path, help="folder with pgx and svgwrite")
    parser.add_argument("--games", type=int, nargs="+", default=[8192, 65_536, 1_048_576])
    parser.add_argument("--seconds", type=float, default=1.0, help="a round of pgx")
    arguments = parser.parse_args()
    games = [-(-it // 128) * 128 for it in arguments.games]  # the device plays whole blocks
    lines, same = measure_ours(games)
    print("\n".join(json.dumps(line) for line in lines), file=sys.stderr)
    pgx = {it: measure_pgx(it, arguments.pgx, arguments.seconds) for it in games}
    report(lines, pgx)
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
