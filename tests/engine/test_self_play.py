"""The programs that play games to learn from, and that measure what was learned."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from subprocess import CompletedProcess

import numpy as np
import pytest

from cubulus_set_ups import EVEN
from native_programs import NATIVE, compiled

RECORD = np.dtype(
    [("cells", "u1", 27), ("seat", "u1"), ("score", "<i2"), ("winner", "u1"), ("ply", "u1")]
)
NO_RESULT = 255
SEARCHED = np.dtype([("cells", "u1", 27), ("seat", "u1"), ("shares", "<f4", 3)])
GAMES = (("cubulus", 27), ("qomet", 25), ("quixo", 25))

pytestmark = pytest.mark.slow


def test_the_same_seed_plays_the_same_games_on_any_number_of_threads(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    program = compiled(NATIVE / "programs" / "self_play.cpp", tmp_path_factory)
    for game, cells in GAMES:
        played = []
        for how, threads in (("learned", 1), ("learned", 3), ("by-hand", 1)):
            file = tmp_path / "positions"
            command = [str(program), game, how, "12", "300", "5", str(threads), str(file)]
            subprocess.run(command, check=True)
            records = np.fromfile(file, RECORD)
            in_games = records[records["winner"] != NO_RESULT]
            assert 12 < len(in_games) < len(records)
            assert records["seat"].max() == 1
            assert 1 <= in_games["winner"].max() <= 2
            assert records["cells"].max() == (3 if cells == 27 else 2)
            assert not records["cells"][:, cells:].any()
            played.append(sorted(record.tobytes() for record in records))
        assert played[0] == played[1]
        assert played[0] != played[2]
    nothing = tmp_path / "nothing"
    asked = [str(program), "chess", "learned", "1", "1", "1", "1", str(nothing)]
    refused = subprocess.run(asked, check=False, stdout=subprocess.PIPE, text=True)
    assert refused.returncode == 2
    assert refused.stdout.startswith("usage:")
    assert not nothing.exists()


def test_searched_positions_are_the_same_on_any_number_of_threads(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    program = compiled(NATIVE / "programs" / "searched_positions.cpp", tmp_path_factory)
    file = tmp_path / "positions"
    written = []
    for how, threads in (("by-hand", 1), ("by-hand", 3), ("learned", 1)):
        command = [str(program), how, "4", "10000", "5", str(threads), str(file)]
        subprocess.run(command, check=True)
        searched = np.fromfile(file, SEARCHED)
        assert len(searched) > 50
        assert set(searched["seat"].tolist()) == {0, 1, 2}
        assert searched["cells"].max() == 3
        assert searched["shares"].sum(1) == pytest.approx(1, abs=1e-3)
        assert searched["shares"].min() >= 0
        written.append(sorted(each.tobytes() for each in searched))
    assert written[0] == written[1]
    assert written[0] != written[2]
    for wrong in (["chess", "1"], ["by-hand", "-1"]):
        asked = [str(program), *wrong, "1", "1", "1", str(tmp_path / "nothing")]
        refused = subprocess.run(asked, check=False, stdout=subprocess.PIPE, text=True)
        assert refused.returncode == 2
        assert refused.stdout.startswith("usage:")
    assert not (tmp_path / "nothing").exists()


@pytest.fixture(scope="module")
def match_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(NATIVE / "programs" / "evaluation_match.cpp", tmp_path_factory)


def test_a_round_is_scored(match_program: Path) -> None:
    for game in ("cubulus", "cubulus_three", "qomet"):
        command = [str(match_program), game, "2", "100000", "2000", "1", "1", "50"]
        ran = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        line = rf"{game}: (\d) rounds, score (0\.\d+|1\.0+) .*"
        scores = [re.fullmatch(line, printed) for printed in ran.stdout.splitlines()]
        assert [score and score[1] for score in scores] == ["1", "2"]
    for game, rounds in (("chess", "1"), ("qomet", "1" + 18 * "0")):
        asked = [str(match_program), game, rounds, "1", "1", "1", "1", "1"]
        refused = subprocess.run(asked, check=False, stdout=subprocess.PIPE, text=True)
        assert refused.returncode == 2
        assert refused.stdout.startswith("usage:")


def test_a_match_goes_on_from_its_journal(match_program: Path, tmp_path: Path) -> None:
    journal = tmp_path / "journal"

    def match(
        rounds: int, *, seed: int = 1, threads: int = 2, into: Path = journal
    ) -> CompletedProcess[str]:
        numbers = f"{rounds} 100000 2000 {seed} {threads} 50".split()
        asked = [str(match_program), "cubulus_three", *numbers, str(into)]
        return subprocess.run(asked, check=False, capture_output=True, text=True)

    # The games of a round may be played side by side.
    whole = match(4, threads=1, into=tmp_path / "another").stdout
    assert match(2).stdout == "".join(whole.splitlines(keepends=True)[:2])
    first, *games = journal.read_text().splitlines(keepends=True)
    assert first == "cubulus_three 100000 2000 1\n"
    assert len(games) == 6
    # A round that ended before the one before it waits for that.
    journal.write_text(first + "".join(sorted(games)[2:]))
    assert match(4).stdout == whole
    assert sorted(journal.read_text().splitlines()) == sorted(
        (tmp_path / "another").read_text().splitlines()
    )
    for seed, line, complaint in (
        (2, "", f'is of the match "{first.strip()}", not "cubulus_three 100000 2000 2"'),
        (1, "9 1 7\n", "line 14: expected"),
        (1, "9 1\n", "line 14: expected"),
        (1, "0 0 6\n", "line 14: expected"),
        (1, "9 1 6", "ends in the middle of a line"),
    ):
        damaged = tmp_path / "damaged"
        damaged.write_text(journal.read_text() + line)
        before = damaged.read_text()
        refused = match(4, seed=seed, into=damaged)
        assert refused.returncode == 1
        assert complaint in refused.stderr
        assert refused.stdout == ""
        assert damaged.read_text() == before
    assert match(1, into=tmp_path).returncode == 1


def test_the_good_set_ups_are_the_even_ones() -> None:
    source = (NATIVE / "programs" / "openings.hpp").read_text()
    listed = re.search(r"good_ones\{([^}]*)\}", source)
    assert listed is not None
    boards = set()
    for number in listed[1].split(","):
        balls = int(number.strip().replace("'", ""), 8)
        slots = "".join("n" if balls >> slot & 1 else "." for slot in range(27))
        boards.add("/".join(slots[first : first + 9] for first in (0, 9, 18)))
    assert boards == set(EVEN)
