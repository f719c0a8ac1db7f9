"""Run `quintet` as a shell does, and say what is expected of a call."""

import atexit
import functools
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

QUINTET = Path(sys.executable).with_name("quintet")
SERVER = Path(__file__).with_name("command_server.py")
TIMEOUT = 170  # seconds; only a broken program takes so long
# What Python reads when it starts.
AT_START = ("PYTHON", "LC_", "LANG")


def run(*arguments: object, text: str = "", **environment: str) -> tuple[int, str, str]:
    """Return the exit code, standard output and standard error of a call."""
    words = [str(argument) for argument in arguments]
    variables = {**os.environ, "COLUMNS": "80", **environment}
    if not hasattr(os, "fork") or any(name.startswith(AT_START) for name in environment):
        return _run_process(words, text, variables)
    with tempfile.TemporaryDirectory() as folder:
        streams = [Path(folder) / name for name in ("in", "out", "err")]
        for path in streams:
            path.write_text(text if path.name == "in" else "")
        request = {
            "arguments": words,
            "environment": variables,
            "folder": str(Path.cwd()),
            "streams": [str(path) for path in streams],
        }
        code = _ask(json.dumps(request))
        return code, streams[1].read_text(), streams[2].read_text()


def good(*arguments: object, text: str = "", **environment: str) -> str:
    """Return what a call prints that succeeds and says nothing on standard error."""
    code, out, err = run(*arguments, text=text, **environment)
    assert (code, err) == (0, "")
    return out


def wrong(*arguments: object, text: str = "", **environment: str) -> str:
    """Return the error of a wrong call: exit code 2, no output, one line on standard error."""
    code, out, err = run(*arguments, text=text, **environment)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith("quintet: ")
    return err


def _run_process(
    arguments: list[str], text: str, environment: dict[str, str]
) -> tuple[int, str, str]:
    done = subprocess.run(
        [QUINTET, *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
        env=environment,
    )
    return done.returncode, done.stdout, done.stderr


@functools.cache
def _server() -> subprocess.Popen[str]:
    """Start the process that calls are forked from: Python starts once, not for each of them."""
    coverage = os.environ.get("QUINTET_COVERAGE")  # see conftest.py
    process = subprocess.Popen(
        [sys.executable, SERVER],
        env={**os.environ, **({"COVERAGE_PROCESS_START": coverage} if coverage else {})},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    atexit.register(process.communicate)
    return process


def _ask(request: str) -> int:
    server = _server()
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(request + "\n")
    server.stdin.flush()
    if not select.select([server.stdout], [], [], TIMEOUT)[0]:
        os.killpg(server.pid, signal.SIGKILL)
        _server.cache_clear()
        raise TimeoutError(request)
    return int(server.stdout.readline())
