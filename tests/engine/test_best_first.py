"""The search for three sides, in a game made for it."""

import subprocess
from pathlib import Path

import pytest

import quintet
from native_programs import compiled
from quintet.engine import Limits, Search

SHARE_THE_POINT = 0


@pytest.mark.slow
def test_a_defence_that_looks_worst_is_found(tmp_path: Path) -> None:
    """The search keeps the moves that look best, but settles nothing before it saw all."""
    program = compiled(Path(__file__).with_name("late_defence.cpp"), tmp_path)
    out = subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True).stdout
    assert out == f"{SHARE_THE_POINT} 0.500\n"


def test_moves_at_the_limit_of_depth_are_made_once() -> None:
    """Their evaluation is all that counts, so those that were not kept cannot be better."""
    start = quintet.start("cubulus", players=3)
    found = Search(start, Limits(depth=2, nodes=100_000)).run()
    assert found.nodes == 26 + 704  # perft of three players
