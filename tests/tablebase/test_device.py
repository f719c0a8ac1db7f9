"""The rules of Qomet and the numbers of its positions, compiled for a device."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NVCC = shutil.which("nvcc")


@pytest.mark.slow
@pytest.mark.skipif(NVCC is None, reason="There is no CUDA compiler.")
def test_qomet_compiles_for_a_device_and_says_the_same_there(tmp_path: Path) -> None:
    """Every warning of the compiler about the device is an error; where there is one, it runs."""
    assert NVCC is not None
    program = tmp_path / "qomet_device"
    source = ROOT / "native" / "programs" / "qomet_device.cu"
    flags = ("-std=c++20", "--expt-relaxed-constexpr", "-Werror", "all-warnings")
    compiling = [NVCC, *flags, "-I", str(ROOT / "native"), "-o", str(program), str(source)]
    compiled = subprocess.run(compiling, capture_output=True, text=True, check=False)
    assert compiled.returncode == 0, compiled.stdout + compiled.stderr
    ran = subprocess.run([program], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
    assert "There is no device." in ran.stdout or "the device says the same" in ran.stdout
