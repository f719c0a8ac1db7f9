"""The engine's behaviour does not change by accident."""

import subprocess
import sys
from pathlib import Path

from quintet.engine.signature import measure
from quintet.games import GAMES

KEPT = Path(__file__).parents[1] / "data" / "engine_signature.txt"


def test_the_signature_is_the_kept_one() -> None:
    """The head of engine/signature.py says how to rewrite the kept one."""
    found = measure()
    assert [*found.lines, f"signature {found.text}"] == KEPT.read_text().splitlines()


def test_every_game_is_searched() -> None:
    assert all(game.bench for game in GAMES.values())


def test_bench_prints_the_signature() -> None:
    quintet = Path(sys.executable).with_name("quintet")
    out = subprocess.run([quintet, "bench"], capture_output=True, text=True, check=True).stdout
    *lines, speed = out.splitlines()
    assert lines == KEPT.read_text().splitlines()
    assert speed.endswith(" nodes per second")
