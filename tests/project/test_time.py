"""Tests do not sleep and do not patch the time: they set a clock (`server.fake_clock`)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

# The helper that polls other processes, and browser tests that watch an animation go by.
ALLOWED = {
    "server/waiting.py": {"time.sleep", "asyncio.sleep"},
    "browser/test_playing.py": {"wait_for_timeout"},
}
ABOUT_TIME = re.compile(r"\b(time|datetime|sleep|wait_for_timeout)\b")
SLEEPS = ("time.sleep", "asyncio.sleep")


def uses_of_time(source: str) -> Iterator[str]:
    """Yield the calls that sleep or replace the time."""
    if not ABOUT_TIME.search(source):  # most tests, and parsing takes longer
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == "time":
            yield "from time import"
        if not isinstance(node, ast.Call):
            continue
        called, first = ast.unparse(node.func), node.args[0] if node.args else None
        if called in SLEEPS and not (isinstance(first, ast.Constant) and first.value == 0):
            yield called
        if called.endswith(".wait_for_timeout"):
            yield "wait_for_timeout"
        if called.endswith((".setattr", "mock.patch", ".patch.object")) and first is not None:
            target = first.value if isinstance(first, ast.Constant) else ast.unparse(first)
            if {"time", "datetime"} & set(str(target).split(".")):
                yield "patched time"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("time.sleep(1)", ["time.sleep"]),
        ("await asyncio.sleep(0.01)", ["asyncio.sleep"]),
        ("await asyncio.sleep(PAUSE)", ["asyncio.sleep"]),
        ("await asyncio.sleep(0)", []),
        ("page.wait_for_timeout(50)", ["wait_for_timeout"]),
        ("from time import sleep", ["from time import"]),
        ("monkeypatch.setattr(time, 'time', lambda: 0)", ["patched time"]),
        ("monkeypatch.setattr('quintet.server.clock.time.time', now)", ["patched time"]),
        ("monkeypatch.setattr(queue, 'START_TIMEOUT', 60.0)", []),
    ],
)
def test_what_is_found(source: str, found: list[str]) -> None:
    assert list(uses_of_time(source)) == found


@pytest.mark.slow
def test_tests_neither_sleep_nor_patch_the_time() -> None:
    found = {
        path.relative_to(TESTS).as_posix(): set(uses_of_time(path.read_text("utf-8")))
        for path in TESTS.rglob("*.py")
    }
    assert {path: uses for path, uses in found.items() if uses} == ALLOWED
