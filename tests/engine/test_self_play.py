"""The programs that play games to learn from, and that measure what was learned."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

from cubulus_set_ups import EVEN
from native_programs import NATIVE, compiled

RECORD = np.dtype(
    [("cells", "u1", 27), ("seat", "u1"), ("score", "<i2"), ("winner", "u1"), ("uct", "u1")]
)
NO_RESULT = 255
GAMES = (("cubulus", 27, 2), ("cubulus_three", 27, 3), ("qomet", 25, 2), ("quixo", 25, 2))

pytestmark = pytest.mark.slow


def test_the_same_seed_plays_the_same_games_on_any_number_of_threads(tmp_path: Path) -> None:
    program = compiled(NATIVE / "programs" / "self_play.cpp", tmp_path)
    for game, cells, seats in GAMES:
        played = []
        for how, threads in (("learned", 1), ("learned", 3), ("by-hand", 1)):
            file = tmp_path / "positions"
            command = [str(program), game, how, "12", "300", "5", str(threads), str(file)]
            subprocess.run(command, check=True)
            records = np.fromfile(file, RECORD)
            in_games = records[records["winner"] != NO_RESULT]
            assert len(in_games) > 12
            # Positions aside of a game with two sides; games of UCT with three.
            assert (len(in_games) < len(records)) == (seats == 2)
            assert in_games["uct"].any() == (seats == 3)
            assert (in_games["uct"] == 0).any()
            assert records["seat"].max() == seats - 1
            assert 1 <= in_games["winner"].max() <= seats
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


def test_a_round_is_scored(tmp_path: Path) -> None:
    program = compiled(NATIVE / "programs" / "evaluation_match.cpp", tmp_path)
    for game in ("cubulus", "cubulus_three", "qomet"):
        command = [str(program), game, "2", "1000", "2000", "1", "1", "50"]
        ran = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        line = rf"{game}: (\d) rounds, score (0\.\d+|1\.0+) .*"
        scores = [re.fullmatch(line, printed) for printed in ran.stdout.splitlines()]
        assert [score and score[1] for score in scores] == ["1", "2"]
        # The games of a round may be played side by side.
        command[-2] = "2"
        side_by_side = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        assert side_by_side.stdout.splitlines()[-1] == ran.stdout.splitlines()[-1]
    for game, rounds in (("chess", "1"), ("qomet", "1" + 18 * "0")):
        asked = [str(program), game, rounds, "1", "1", "1", "1", "1"]
        refused = subprocess.run(asked, check=False, stdout=subprocess.PIPE, text=True)
        assert refused.returncode == 2
        assert refused.stdout.startswith("usage:")


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
