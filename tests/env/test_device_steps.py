"""The rules and observations of all games, compiled for a device."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NVCC = shutil.which("nvcc")


@pytest.mark.slow
@pytest.mark.skipif(NVCC is None, reason="There is no CUDA compiler.")
def test_a_device_plays_the_same_games_as_the_host(tmp_path: Path) -> None:
    """Every warning of the compiler about the device is an error; where there is one, it runs."""
    assert NVCC is not None
    program = tmp_path / "steps"
    source = ROOT / "bench" / "device" / "steps.cu"
    flags = ("-std=c++20", "--expt-relaxed-constexpr", "-Werror", "all-warnings")
    compiling = [NVCC, *flags, "-I", str(ROOT / "native"), "-o", str(program), str(source)]
    compiled = subprocess.run(compiling, capture_output=True, text=True, check=False)
    assert compiled.returncode == 0, compiled.stdout + compiled.stderr
    ran = subprocess.run([program, "1", "256"], capture_output=True, text=True, check=False)
    if "There is no device." in ran.stdout:
        return
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert len(lines) == 10
    assert all(line["same"] for line in lines)
