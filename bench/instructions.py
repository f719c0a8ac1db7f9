"""Instructions a ply in the core's hot loop, counted by callgrind: steady on a busy machine, too.

Run: python bench/instructions.py. Needs cmake, a compiler and valgrind. Two runs of different
length are subtracted, so that starting up does not count.
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
    # Callgrind does not know the newest instructions, so the build uses those of a common machine.
    architecture = "x86-64-v3" if platform.machine() == "x86_64" else ""
    run(
        "cmake", "-S", ROOT, "-B", folder, "-DQUINTET_PROGRAMS=ON", f"-DQUINTET_ARCH={architecture}"
    )
    run("cmake", "--build", folder, "--target", "hot_loop")
    return folder / "hot_loop"


def count(program: Path, game: str, games: int) -> tuple[int, int]:
    """Instructions and plies of so many random games."""
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
