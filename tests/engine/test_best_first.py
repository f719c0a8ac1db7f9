"""The search for three sides, in games made for it."""

import random
import re
import subprocess
from pathlib import Path

import pytest

import quintet
from native_programs import compiled
from quintet.engine import Limits, Search
from quintet.position import Position

SHARE_THE_POINT = 0


@pytest.mark.slow
def test_a_defence_that_looks_worst_is_found(tmp_path: Path) -> None:
    """The search keeps the moves that look best, but settles nothing before it saw all.

    With priors or without. A side that loses with every move may play any. A circle of forced moves does not keep it for ever.
    """
    program = compiled(Path(__file__).with_name("late_defence.cpp"), tmp_path)
    out = subprocess.run(
        [program], check=True, stdout=subprocess.PIPE, text=True, timeout=300
    ).stdout
    *defences, circle = out.splitlines()
    assert defences == 3 * [f"{SHARE_THE_POINT} 0.500"]
    assert re.fullmatch(r"[01] 0\.\d{3}", circle)


def test_moves_at_the_limit_of_depth_are_made_once() -> None:
    """Their evaluation is all that counts, so those that were not kept cannot be better."""
    start = quintet.start("cubulus", players=3)
    found = Search(start, Limits(depth=2, nodes=100_000)).run()
    assert found.nodes == 26 + 704  # perft of three players


def test_a_threat_of_the_next_player_is_answered() -> None:
    """However few moves are searched, and however little the network thinks of the answers."""
    rng = random.Random(8)
    answered = 0
    while answered < 25:
        position = quintet.start("cubulus", players=3)
        for _ in range(rng.randrange(12, 45)):
            if position.outcome is None:
                position = position.play(rng.choice(position.moves))
        if position.outcome is not None or wins_at_once(position):
            continue
        holding = [word for word in position.moves if holds(position.play(word))]
        if not 0 < len(holding) <= 4:
            continue
        assert Search(position, Limits(nodes=400)).run().best.move in holding
        answered += 1


def wins_at_once(position: Position) -> bool:
    after = (position.play(word).outcome for word in position.moves)
    return any(outcome and outcome.scores[position.turn] == 1 for outcome in after)


def holds(after: Position) -> bool:
    """Whether the next player cannot win at once."""
    return not wins_at_once(after) if after.outcome is None else False
