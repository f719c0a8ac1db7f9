"""The types of the pages' modules are those of the server's schemas."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_page_types_are_not_stale() -> None:
    done = subprocess.run([sys.executable, ROOT / "tools/page_types.py", "--check"], check=False)
    assert done.returncode == 0, "Run `python tools/page_types.py` and commit what it writes."
