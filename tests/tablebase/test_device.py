"""The rules of Qomet and the numbers of its positions, compiled for a device."""

import subprocess
from pathlib import Path

import pytest

import quintet
from device_programs import NATIVE, compile_for_device, needs_compiler
from quintet.tablebase.file import TablebaseFile
from quintet.tablebase.qomet_complete import CompleteQometSolver
from quintet.tablebase.solver import Work


@pytest.mark.slow
@needs_compiler
def test_qomet_compiles_for_a_device_and_says_the_same_there(tmp_path: Path) -> None:
    program = compile_for_device(NATIVE / "programs" / "qomet_device.cu", tmp_path)
    ran = subprocess.run([program], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
    assert "There is no device." in ran.stdout or "the device says the same" in ran.stdout


@pytest.mark.slow
@needs_compiler
def test_every_position_of_qomet_is_solved_alike_on_a_device(tmp_path: Path) -> None:
    """The solver compiles without a warning; where there is a device, its table is the host's."""
    program = compile_for_device(NATIVE / "programs" / "qomet_complete.cu", tmp_path)
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
