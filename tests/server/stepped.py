"""Run a Python program with a wall clock that a test can step.

python stepped.py FILE PROGRAM ARGUMENT...: FILE contains the seconds to add, read at every call.
"""

import runpy
import sys
import time
from pathlib import Path

_time_ns = time.time_ns


def stepped_ns() -> int:
    return _time_ns() + int(float(OFFSET.read_text()) * 1e9)


def stepped() -> float:
    return stepped_ns() / 1e9


OFFSET = Path(sys.argv[1])
sys.argv = sys.argv[2:]
time.time_ns, time.time = stepped_ns, stepped
runpy.run_path(sys.argv[0], run_name="__main__")
