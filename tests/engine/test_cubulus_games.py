"""The program that plays games from set-ups of Cubulus."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import cubulus_set_ups
from native_programs import NATIVE, compiled

pytestmark = pytest.mark.slow

SELF, UCT = 0, 200  # playouts of the starter


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(NATIVE / "programs" / "cubulus_games.cpp", tmp_path_factory)


def run(program: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [str(program), *map(str, arguments)]
    return subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("playouts", [SELF, UCT])
def test_every_set_up_gets_its_games(program: Path, playouts: int) -> None:
    *lines, score = run(program, "random", 3, 4, 2, 300, playouts, 1, 2).stdout.splitlines()
    points = 0.0
    for line in lines:
        kind, set_up, games, won = line.split()
        assert (kind, games) == ("random", "2")
        assert cubulus_set_ups.read(set_up).seat == 0
        assert float(won) in (0, 0.5, 1, 1.5, 2)
        points += float(won)
    assert len(lines) == 4
    assert score == f"8 games, starter's score {100 * points / 8:.1f} %"


def test_games_depend_on_the_seed_alone(program: Path) -> None:
    games = [run(program, "random", 0, 6, 2, 500, SELF, 1, threads).stdout for threads in (1, 2)]
    assert games[0] == games[1]
    assert run(program, "random", 0, 6, 2, 500, SELF, 2, 1).stdout != games[0]


def test_listed_set_ups_are_played(program: Path, tmp_path: Path) -> None:
    set_ups = tmp_path / "set_ups"
    set_ups.write_text("".join(f"layer {each}\n" for each in cubulus_set_ups.LAYERS))
    *lines, _ = run(program, "listed", set_ups, 1, 300, SELF, 1, 2).stdout.splitlines()
    assert [line.split()[1] for line in lines] == list(cubulus_set_ups.LAYERS)


def test_wrong_arguments_are_refused(program: Path, tmp_path: Path) -> None:
    for wrong in (
        ("random", 0, 1, 1, 0, 0, 1, 1),
        ("random", 0, 1, 1, 300, 0, 1, 0),
        ("random", 0, "one", 1, 300, 0, 1, 1),
        ("none", 0, 1, 1, 300, 0, 1, 1),
    ):
        refused = run(program, *wrong)
        assert refused.returncode == 2
        assert refused.stdout.startswith("usage:")
    set_ups = tmp_path / "set_ups"
    set_ups.write_text("chosen nnnnnnnn./........./.........\n")
    refused = run(program, "listed", set_ups, 1, 300, 0, 1, 1)
    assert refused.returncode == 1
    assert "not a set-up" in refused.stdout
    refused = run(program, "listed", tmp_path / "none", 1, 300, 0, 1, 1)
    assert refused.returncode == 1
    assert "cannot be read" in refused.stdout
