"""Instructions per ply in the core's hot loop, counted by callgrind.

Run: python bench/instructions.py. Needs CMake, a compiler and Valgrind. The counts do not
depend on the load of the machine. Start-up is excluded by subtracting a short run from a long one.
"""

from __future__ import annotations

import platform
import re
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
GAMES = (
    "quantik",
    "quarto",
    "quarto spoken",
    "qomet",
    "cubulus",
    "cubulus for three",
    "quixo",
    "quixo for four",
)
FEW, MANY = 50, 250


def run(*command: str | Path) -> str:
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout + done.stderr


def build(folder: Path) -> Path:
    # Callgrind does not support the newest instructions.
    architecture = "x86-64-v3" if platform.machine() == "x86_64" else ""
    run(
        "cmake", "-S", ROOT, "-B", folder, "-DQUINTET_PROGRAMS=ON", f"-DQUINTET_ARCH={architecture}"
    )
    run("cmake", "--build", folder, "--target", "hot_loop")
    return folder / "hot_loop"


def count(program: Path, game: str, games: int) -> tuple[int, int]:
    """Return instructions and plies of so many random games."""
    out = run(
        "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, game, str(games)
    )
    instructions = re.search(r"refs:\s*([\d,]+)", out)
    plies = re.search(r": (\d+) plies", out)
    assert instructions is not None
    assert plies is not None
    return int(instructions[1].replace(",", "")), int(plies[1])


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        print("Instructions a ply: legal moves, choosing one at random, playing it")
        for game in GAMES:
            few, few_plies = count(program, game, FEW)
            many, many_plies = count(program, game, MANY)
            print(f"  {game:<20}{(many - few) / (many_plies - few_plies):8.1f}")


if __name__ == "__main__":
    main()
