"""The program that solves all of Quixo, on the threads of this machine, on small boards."""

import json
import subprocess
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import known_quixo
import quintet
from device_programs import NATIVE, compile_for_device, needs_compiler
from native_programs import compiled
from quintet import tablebase

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(NATIVE / "programs" / "quixo_complete.cpp", tmp_path_factory, level="-O2")


def run(program: Path, *arguments: str) -> list[dict[str, Any]]:
    ran = subprocess.run([program, *arguments], stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def classes(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [line for line in lines if "all" in line]


def text_of(own: int, other: int, size: int) -> str:
    """Return the position with these cubes, those of the side to move as crosses."""
    rows = []
    for rank in reversed(range(size)):
        cells = (1 << (size * file + rank) for file in range(size))
        rows.append("".join("x" if own & it else "o" if other & it else "." for it in cells))
    return "/".join(rows) + " x"


LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


def test_every_board_of_the_small_game(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts by class and distance are those of all boards, each looked up in the tablebase.

    A verdict is 0 for a draw, 2 + 2 * plies for a win and one more for a loss.
    """
    monkeypatch.setenv("QUINTET_TABLES", "on")
    counted = Counter[tuple[int, int, int]]()
    going_on = []
    for cells in product(".xo", repeat=9):
        kinds = {cells[line[0]] for line in LINES if len({cells[cell] for cell in line}) == 1}
        own, other = cells.count("x"), cells.count("o")
        if kinds & {"x", "o"}:
            counted[own, other, 2 if "x" in kinds else 3] += 1
        else:
            sides = [sum(1 << i for i in range(9) if cells[i] == side) for side in "xo"]
            going_on.append((own, other, sides[0] | sides[1] << 32))
    states = np.array([[word] for *_, word in going_on], np.uint64)
    values = tablebase.look_up("quixo", states, size=3)
    for (own, other, _), outcome, plies in zip(
        going_on, values.outcomes.tolist(), values.plies.tolist(), strict=True
    ):
        counted[own, other, 0 if outcome == 0 else 2 + 2 * plies + (outcome < 0)] += 1
    lines = run(program, "--size", "3", "--check", "1000000")
    found = Counter(
        {
            (line["own"], line["other"], int(verdict)): count
            for line in classes(lines)
            for verdict, count in line["all"].items()
        }
    )
    assert found == counted
    assert len([line for line in lines if "checked" in line]) == len(classes(lines)) == 55
    assert lines[-1] == {"whole": True, "wrong": 0, "seconds": lines[-1]["seconds"]}


def test_all_of_the_board_of_four(program: Path) -> None:
    """The published counts, and a line of best play from a board where a win takes longest."""
    lines = run(program, "--size", "4", "--check", "2000")
    sums = Counter[str]()
    for line in classes(lines):
        for verdict, count in line["all"].items():
            kind = "drawn" if verdict == "0" else "lost" if int(verdict) % 2 else "won"
            sums[kind] += count
    assert sums == {"won": 26_434_489, "lost": 15_003_736, "drawn": 1_608_496}
    assert sum(sum(line["different"].values()) for line in classes(lines)) == 5_398_083
    assert lines[-1] == {"whole": True, "wrong": 0, "seconds": lines[-1]["seconds"]}
    line = next(line for line in lines if "line" in line)
    position = quintet.position("quixo", text_of(line["line"][0], line["line"][1], 4), size=4)
    for push in line["pushes"]:
        assert position.outcome is None
        position = position.play(push)
    assert len(line["pushes"]) == 21
    assert position.outcome is not None
    assert position.outcome.scores[0] == 1


def test_results_are_checked_and_counted(program: Path) -> None:
    """The tool that reads them finds what the file of facts has, and notices changes."""
    lines = run(program, "--size", "3", "--check", "100")
    result = known_quixo.read(lines)
    assert len(known_quixo.check(result)) == 3
    assert known_quixo.spread(result) == known_quixo.fact(3)["spread"]
    assert known_quixo.table(result).endswith("| all | 2,862 | 12,748 | 6,935 | 0 | 7 |")
    assert len(result.line) == 7
    with pytest.raises(known_quixo.Wrong, match="not whole"):
        known_quixo.read(lines[:-1])
    with pytest.raises(known_quixo.Wrong, match="3 boards do not follow"):
        known_quixo.read([*lines[:-1], lines[-1] | {"wrong": 3}])
    first = next(i for i, line in enumerate(lines) if "all" in line and "4" in line["all"])
    for change, said in (("4", "are not all"), ("7", "Not as published")):
        changed = json.loads(json.dumps(lines))
        counts = changed[first]["all"]
        counts["4"] -= 1
        if change != "4":
            counts[change] = counts.get(change, 0) + 1
        with pytest.raises(known_quixo.Wrong, match=said):
            known_quixo.check(known_quixo.read(changed))


def test_without_what_is_no_longer_needed(program: Path, tmp_path: Path) -> None:
    """Classes are the same when those with fewer blanks are forgotten, and can be written."""
    kept = run(program, "--size", "3")
    few = run(program, "--size", "3", "--forget", "--folder", str(tmp_path))
    times = {"at": 0, "seconds": 0}
    assert [it | times for it in classes(few)] == [it | times for it in classes(kept)]
    boards = sum(sum(line["different"].values()) for line in classes(kept))
    written = [byte for path in tmp_path.iterdir() for byte in path.read_bytes()]
    assert sum(byte != 255 for byte in written) == boards == 2862


def test_stops_in_time(program: Path) -> None:
    assert run(program, "--seconds", "0")[-1]["whole"] is False


@pytest.mark.parametrize(
    "wrong",
    [["--size", "6"], ["--size"], ["--blanks", "many"], ["--check", "-1"], ["--fast", "1"]],
    ids=" ".join,
)
def test_wrong_arguments(program: Path, wrong: list[str]) -> None:
    ran = subprocess.run([program, *wrong], capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stdout.startswith("usage: quixo_complete")


def test_a_folder_that_is_not_there(program: Path, tmp_path: Path) -> None:
    arguments = ["--size", "3", "--folder", str(tmp_path / "missing")]
    ran = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "cannot write" in ran.stderr


@needs_compiler
def test_compiles_for_a_device(tmp_path: Path) -> None:
    compile_for_device(NATIVE / "programs" / "quixo_complete.cu", tmp_path)
