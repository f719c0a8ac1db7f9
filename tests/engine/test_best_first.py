"""The search for three sides, in a game made for it."""

import subprocess
from pathlib import Path

import pytest

from native_programs import compiled

SHARE_THE_POINT = 0


@pytest.mark.slow
def test_a_defence_that_looks_worst_is_found(tmp_path: Path) -> None:
    """The search keeps the moves that look best, but settles nothing before it saw all."""
    program = compiled(Path(__file__).with_name("late_defence.cpp"), tmp_path)
    out = subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True).stdout
    assert out == f"{SHARE_THE_POINT} 0.500\n"
