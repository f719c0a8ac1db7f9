"""The search for three sides, in a game made for it."""

import subprocess
from pathlib import Path

import pytest

import quintet
from native_programs import compiled
from quintet.engine import Limits, Search

SHARE_THE_POINT = 0
LEAVE_IT_TO_ONE = 1


@pytest.mark.slow
def test_who_wins_is_settled_by_the_best_resistance(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """A defence that looks worst is found, and a lost side does not hand the game over.

    The search keeps the moves that look best, but settles nothing before it saw all.
    """
    program = compiled(Path(__file__).with_name("late_defence.cpp"), tmp_path_factory)
    out = subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True).stdout
    assert out.splitlines() == [f"{SHARE_THE_POINT} 0.500", f"{LEAVE_IT_TO_ONE} 1.000"]


@pytest.mark.slow
def test_the_exponential_function_is_the_same_everywhere(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    program = compiled(Path(__file__).with_name("exponential.cpp"), tmp_path_factory)
    out = subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True).stdout
    furthest, held, bits = out.split()
    assert float(furthest) < 5  # parts in a million
    assert held == "1"
    assert bits == "6a41bafe"


def test_moves_at_the_limit_of_depth_are_made_once() -> None:
    """Their evaluation is all that counts, so those that were not kept cannot be better."""
    start = quintet.start("cubulus", players=3)
    found = Search(start, Limits(depth=2, nodes=100_000)).run()
    assert found.nodes == 26 + 704  # perft of three players
