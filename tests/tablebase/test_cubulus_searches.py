"""The tool that searches set-ups of Cubulus: which ones, what it keeps, what it reports."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import cubulus_set_ups
import quintet
from cubulus_report import Result, report
from known_cubulus import KNOWN, Results, main, search
from quintet.engine.set_ups import LISTED

MAX_PLIES = 25  # of the searches that the page reports

WON = Result("a", "random", 25, 3, 100, True, 50, 7, 23, 1.0)
OPEN = Result("b", "random", 25, 3, 100, None, 100, None, None, 2.0)
NONE = Result("c", "layer", 25, 3, 100, False, 60, None, None, 3.0, (False, False))


def test_random_set_ups_begin_alike() -> None:
    some = list(cubulus_set_ups.random_ones(5))
    assert list(islice(cubulus_set_ups.random_ones(50), 5)) == some
    assert len({cubulus_set_ups.read(each).canonical() for each in some}) == 5


def test_symmetries_are_those_of_the_core() -> None:
    """A set-up without symmetry has 48 images, all the same position up to symmetry."""
    symmetries = cubulus_set_ups.every_symmetry()
    board = "nn.n..n../.......n./...nn..nn"
    slots = [slot for slot, cell in enumerate(board.replace("/", "")) if cell == "n"]
    images = {frozenset(symmetry[slot] for slot in slots) for symmetry in symmetries}
    assert len(images) == 48
    canonical = set()
    for image in images:
        cells = "".join("n" if slot in image else "." for slot in range(27))
        text = "/".join((cells[:9], cells[9:18], cells[18:]))
        canonical.add(cubulus_set_ups.read(text).canonical())
    assert len(canonical) == 1


@pytest.mark.slow
def test_the_most_symmetric_set_ups() -> None:
    found = list(cubulus_set_ups.symmetric(1000))
    assert found[0] == "n.n...n.n/....n..../n.n...n.n"  # the only one with all 48
    positions = {cubulus_set_ups.read(each).canonical() for each in found}
    assert positions >= {cubulus_set_ups.read(each).canonical() for each in cubulus_set_ups.LAYERS}
    assert len(positions) == len(found) == 276


def test_neighbours_differ_by_one_ball() -> None:
    layer = cubulus_set_ups.LAYERS[0]
    found = list(cubulus_set_ups.neighbours([layer]))
    # A corner, an edge or the middle of the layer, and every slot outside that is then different.
    assert len(found) == len({cubulus_set_ups.read(each).canonical() for each in found}) == 30
    for each in found:
        assert sum(ours != theirs for ours, theirs in zip(layer, each, strict=True)) == 2


def test_results_are_kept_and_found_again(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    results = Results(path)
    for result in (WON, OPEN, NONE):
        results.add(result)
    again = Results(path)
    assert len(path.read_text().splitlines()) == 3
    for kept in (results, again):
        assert kept.find("a", 25, 3, 100) == WON
        assert kept.find("a", 25, 3, 49) is None  # it needed 50
        assert kept.find("a", 25, 2, 100) is None
        assert kept.find("b", 25, 3, 99) == OPEN
        assert kept.find("b", 25, 3, 101) is None  # more nodes may settle it
        assert kept.find("c", 25, 3, 10**9) == NONE
        assert kept.all(25, 3) == [WON, OPEN, NONE]
        assert kept.all(25, 2) == []


@pytest.mark.parametrize("wrong", ["--memory -1", "--threads 0", "--plies 0", "--nodes many"])
def test_numbers_that_make_no_sense_are_refused(
    wrong: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    option, number = wrong.split()
    monkeypatch.setattr("sys.argv", ["known_cubulus.py", option, number])
    with pytest.raises(SystemExit):
        main()
    error = capsys.readouterr().err
    assert f"argument {option}: " in error
    assert number in error


def test_a_search_with_few_nodes_is_open() -> None:
    found = search("layer", cubulus_set_ups.LAYERS[0], 25, 3, 100)
    assert found.wins is None
    assert found.strategy is None
    assert found.nodes_searched >= 100


def test_a_report_counts_what_was_found() -> None:
    text = report([NONE, WON, OPEN], 8)
    assert "| random | 2 | 1 | 0 | 1 | 50 % (9 to 91) |" in text
    assert "| layer | 1 | 0 | 1 | 0 | - |" in text
    assert "of 1 in which everything was looked at | 0 and 0 |" in text


def found_set_ups() -> dict[str, Any]:
    lines = (KNOWN / "cubulus_set_ups.jsonl").read_text(encoding="utf-8").splitlines()
    return {
        found["set_up"]: found for found in map(json.loads, lines) if found["plies"] == MAX_PLIES
    }


def test_the_engine_uses_no_set_up_that_loses_soon() -> None:
    """From none of them the starter wins within 25 plies with three quiet moves."""
    kept = found_set_ups()
    lost = {cubulus_set_ups.read(each).canonical() for each in kept if kept[each]["wins"]}
    assert len(lost) > 100
    for each in LISTED["cubulus"]:
        assert each in kept
        assert cubulus_set_ups.read(each).canonical() not in lost


def test_the_documented_results_are_those_of_the_file() -> None:
    """Every set-up in the table stands in the file, with what was found."""
    page = (KNOWN / "cubulus.md").read_text(encoding="utf-8")
    kept = found_set_ups()
    names = {True: "the starter wins", False: "no such win", None: "open"}
    rows = [row.split(" | ") for row in page.splitlines() if row.startswith("| `")]
    rows = [row for row in rows if row[2] in names.values()]
    assert len(rows) >= 5
    for row in rows:
        found = kept[row[0].strip("|` ")]
        assert row[2] == names[found["wins"]]
        assert row[5] == f"{found['nodes_searched']:,}"
        assert quintet.position("cubulus", f"{found['set_up']} x -").seat == 0
