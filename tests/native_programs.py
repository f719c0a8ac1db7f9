"""Programs of the core, compiled for tests. Every warning is an error."""

import fcntl
import hashlib
import os
import subprocess
from pathlib import Path

import pytest

NATIVE = Path(__file__).parents[1] / "native"
COMPILER = os.environ.get("CXX", "c++")
WARNINGS = ("-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Werror")
FLAGS = ("-std=c++20", "-ffp-contract=off", "-pthread", *WARNINGS)


def compiled(source: Path, factory: pytest.TempPathFactory, *, level: str = "-O1") -> Path:
    """Return the program that a source makes, compiled once for all workers of this run."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "programs"
    folder.mkdir(exist_ok=True)
    program = folder / f"{source.stem}-{hashlib.sha256(source.read_bytes()).hexdigest()[:8]}"
    with program.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not program.exists():
            made = program.with_suffix(".part")
            subprocess.run([COMPILER, *FLAGS, level, "-I", NATIVE, "-o", made, source], check=True)
            made.rename(program)
    return program
