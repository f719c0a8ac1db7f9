"""The rules and observations of all games, compiled for a device."""

import json
import subprocess
from pathlib import Path

import pytest

from device_programs import NATIVE, compile_for_device, needs_compiler


@pytest.mark.slow
@needs_compiler
def test_a_device_plays_the_same_games_as_the_host(tmp_path: Path) -> None:
    program = compile_for_device(NATIVE.parent / "bench" / "device" / "steps.cu", tmp_path)
    ran = subprocess.run([program, "1", "256"], capture_output=True, text=True, check=False)
    if "There is no device." in ran.stdout:
        return
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert len(lines) == 10
    assert all(line["same"] for line in lines)
