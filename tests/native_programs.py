"""Programs of the core, compiled for a test. Every warning is an error."""

import os
import subprocess
from pathlib import Path

NATIVE = Path(__file__).parents[1] / "native"
COMPILER = os.environ.get("CXX", "c++")
WARNINGS = ("-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Werror")
FLAGS = ("-std=c++20", "-O1", "-ffp-contract=off", "-pthread", *WARNINGS)


def compiled(source: Path, folder: Path) -> Path:
    """Return the program that a source makes."""
    program = folder / source.stem
    subprocess.run([COMPILER, *FLAGS, "-I", NATIVE, "-o", program, source], check=True)
    return program
