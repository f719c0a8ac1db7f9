"""The rules of Qomet and the numbers of its positions, compiled for a device."""

import shutil
import subprocess
from pathlib import Path

import pytest

import quintet
from quintet.tablebase.file import TablebaseFile
from quintet.tablebase.qomet_complete import CompleteQometSolver
from quintet.tablebase.solver import Work

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


@pytest.mark.slow
@pytest.mark.skipif(NVCC is None, reason="There is no CUDA compiler.")
def test_every_position_of_qomet_is_solved_alike_on_a_device(tmp_path: Path) -> None:
    """The solver compiles without a warning; where there is a device, its table is the host's."""
    assert NVCC is not None
    program = tmp_path / "qomet_complete"
    source = ROOT / "native" / "programs" / "qomet_complete.cu"
    flags = ("-std=c++20", "--expt-relaxed-constexpr", "-Werror", "all-warnings")
    compiling = [NVCC, *flags, "-I", str(ROOT / "native"), "-o", str(program), str(source)]
    compiled = subprocess.run(compiling, capture_output=True, text=True, check=False)
    assert compiled.returncode == 0, compiled.stdout + compiled.stderr
    values = tmp_path / "values"
    values.touch()
    call = [str(program), "--stars", "2", "--values", str(values)]
    ran = subprocess.run(call, capture_output=True, text=True, check=False)
    if ran.returncode == 2:
        assert "CUDA" in ran.stderr
    else:
        assert ran.returncode == 0, ran.stdout + ran.stderr
        solver = CompleteQometSolver(quintet.start("qomet").variant, 2)
        solver.solve(Work(tmp_path))
        table = TablebaseFile(solver.path(tmp_path)).block("values")
        assert values.read_bytes() == bytes(table)
