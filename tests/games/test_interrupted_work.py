"""Ctrl-C ends compiled work: each call would run for hours, and raises KeyboardInterrupt."""

import subprocess
import sys

import pytest

PROGRAM = """
import signal, threading
import quintet.engine
from quintet import _core
from quintet.engine import Limits, Search

start = quintet.start
QOMET = _core.QometProof(strict_undo=0, rays_only=0)
QUARTO = _core.QuartoSolver(15, False, 10**7)
threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()
try:
    {call}
except KeyboardInterrupt:
    print("interrupted")
"""

CALLS = [
    'start("quixo").perft(60)',
    'start("quixo").perft(60, threads=2)',
    'start("quantik").playouts(10**15)',
    'start("quantik").playouts(10**15, threads=2)',
    'start("quixo").wins_within(60)',
    'quintet.engine.analyse(start("quixo"), seconds=1000)',
    'quintet.engine.analyse(start("cubulus"), seconds=1000, threads=2, tables=False)',
    'quintet.engine.analyse(start("cubulus", players=3), seconds=1000)',
    'Search(start("quixo"), Limits(seconds=1000), uct=1.0).run(print)',
    'Search(start("quarto"), Limits(nodes=10**12), pitfalls="drawn").run()',
    'QOMET.wins_within(start("qomet"), 15, _core.Progress())',
    "QUARTO.prove(QUARTO.first_layer(), 1, _core.Progress())",
]


@pytest.mark.slow_except("*perft*threads*", "*playouts(10?*15)", "*wins_within(60)", "*quixo*uct*")
@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_ends_compiled_work(call: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(call=call)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout.splitlines()[-1:] == ["interrupted"], done.stderr


def test_a_handler_that_returns_leaves_the_work_alone() -> None:
    program = """
import signal, threading
import quintet
heard = []
signal.signal(signal.SIGINT, lambda *_: heard.append(1))
threading.Timer(0.05, signal.raise_signal, [signal.SIGINT]).start()
found = quintet.start("quixo").playouts(200_000, seed=1)
print(found == quintet.start("quixo").playouts(200_000, seed=1, threads=2))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout == "True\n", done.stderr
