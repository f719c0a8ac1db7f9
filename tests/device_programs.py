"""Programs for a CUDA device, compiled where there is a compiler for it."""

import shutil
import subprocess
from pathlib import Path

import pytest

NATIVE = Path(__file__).parents[1] / "native"
NVCC = shutil.which("nvcc")

needs_compiler = pytest.mark.skipif(NVCC is None, reason="There is no CUDA compiler.")


def compile_for_device(source: Path, folder: Path) -> Path:
    """Return the program. Every warning of the compiler about the device is an error."""
    assert NVCC is not None
    program = folder / source.stem
    flags = ("-std=c++20", "--expt-relaxed-constexpr", "-Werror", "all-warnings")
    compiling = [NVCC, *flags, "-I", str(NATIVE), "-o", str(program), str(source)]
    compiled = subprocess.run(compiling, capture_output=True, text=True, check=False)
    assert compiled.returncode == 0, compiled.stdout + compiled.stderr
    return program
