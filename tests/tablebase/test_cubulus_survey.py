"""The program that searches set-ups of Cubulus finds what the tool finds."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

import cubulus_set_ups
from known_cubulus import Results, search
from native_programs import NATIVE, compiled

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(NATIVE / "programs" / "cubulus_survey.cpp", tmp_path_factory)


def run(program: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [str(program), *map(str, arguments)]
    return subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)


def test_random_set_ups_are_those_of_their_numbers(program: Path, tmp_path: Path) -> None:
    one, three = tmp_path / "one", tmp_path / "three"
    assert run(program, "random", 5, 6, 9, 2, 50, 0, 1, one).returncode == 0
    assert run(program, "random", 7, 2, 9, 2, 50, 0, 3, three).returncode == 0
    fields = [json.loads(line) for line in one.read_text().splitlines()]
    some = [json.loads(line) for line in three.read_text().splitlines()]
    assert len({each["set_up"] for each in fields}) == 6
    assert {each["set_up"] for each in some} == {each["set_up"] for each in fields[2:4]}
    for each in fields:
        assert each["kind"] == "random"
        assert cubulus_set_ups.read(each["set_up"]).seat == 0


def test_results_are_those_of_the_tool(program: Path, tmp_path: Path) -> None:
    set_ups, kept = tmp_path / "set_ups", tmp_path / "kept"
    layers = cubulus_set_ups.LAYERS
    set_ups.write_text("".join(f"layer {each}\n" for each in layers))
    for plies, quiet, nodes in ((25, 3, 300), (9, 2, 10**6)):
        assert run(program, "listed", set_ups, plies, quiet, nodes, 1, 2, kept).returncode == 0
        results = Results(kept)
        for each in layers:
            found = results.find(each, plies, quiet, nodes)
            assert found is not None
            expected = search("layer", each, plies, quiet, nodes)
            assert replace(found, seconds=0) == replace(expected, seconds=0)


def test_a_survey_goes_on_where_it_was(program: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    asked = ("random", 0, 4, 9, 2, 50, 0, 1, kept)
    assert run(program, *asked).returncode == 0
    whole = kept.read_text()
    first, second, _, _ = whole.splitlines(keepends=True)
    kept.write_text(second + first[:40])  # interrupted while it wrote
    assert run(program, *asked).returncode == 0
    again = kept.read_text().splitlines()
    assert again[0] == second.strip()
    assert sorted(map(set_up, again)) == sorted(map(set_up, whole.splitlines()))


def set_up(line: str) -> str:
    return str(json.loads(line)["set_up"])


def test_wrong_arguments_are_refused(program: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    for wrong in (
        ("random", 0, 1, 256, 2, 50, 0, 1, kept),
        ("random", 0, 1, 9, 2, 50, 0, 0, kept),
        ("random", 0, "one", 9, 2, 50, 0, 1, kept),
        ("none", 0, 1, 9, 2, 50, 0, 1, kept),
    ):
        refused = run(program, *wrong)
        assert refused.returncode == 2
        assert refused.stdout.startswith("usage:")
    set_ups = tmp_path / "set_ups"
    set_ups.write_text("chosen nnnnnnnn./........./.........\n")
    refused = run(program, "listed", set_ups, 9, 2, 50, 0, 1, kept)
    assert refused.returncode == 1
    assert "not a set-up" in refused.stdout
    refused = run(program, "listed", tmp_path / "none", 9, 2, 50, 0, 1, kept)
    assert refused.returncode == 1
    assert "cannot be read" in refused.stdout
    assert not kept.exists()
