"""The pages' pure modules, tested by Node: `node --test tests/js/*.test.mjs`."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="There is no Node.")
def test_page_modules() -> None:
    tests = sorted((ROOT / "tests/js").glob("*.test.mjs"))
    assert tests
    done = subprocess.run(
        [str(NODE), "--test", *tests], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
