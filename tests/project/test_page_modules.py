"""The pages' pure modules, tested by Node as `node --test tests/js/*.test.mjs` does."""

import json
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
    # In one process: `node --test` starts one a file.
    program = "".join(f"await import({json.dumps(path.as_uri())});" for path in tests)
    done = subprocess.run(
        [str(NODE), "--test-reporter=tap", "--input-type=module", "--eval", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("\nok ") >= len(tests), done.stdout
