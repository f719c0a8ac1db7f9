"""An environment of their own for peers, and peers that run in it as processes.

What peers need would not fit ours: other versions, and packages of a gigabyte. So they are
installed from PyPI into a folder that is kept between runs, and a program in that environment
answers requests: a line of JSON each way.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

HERE = Path(__file__).parent
FOLDER = Path(tempfile.gettempdir()) / "quintet-peers"

_VERSIONS = """
import importlib.metadata, json, sys
found = {}
for name in sys.argv[1:]:
    try:
        found[name] = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        pass
print(json.dumps(found))
"""


def add_argument(parser: argparse.ArgumentParser) -> None:
    """Add the option that says where the environment is."""
    parser.add_argument(
        "--environment",
        type=Path,
        default=FOLDER,
        help=f"folder of the peers' environment, made if it is missing (default: {FOLDER})",
    )


def prepare(folder: Path, packages: Sequence[str]) -> Path:
    """Return the Python of an environment that has these packages; install what is missing."""
    scripts = "Scripts" if os.name == "nt" else "bin"
    python = folder / scripts / "python"
    if not python.exists() and not python.with_suffix(".exe").exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    missing = [name for name in packages if name not in versions(python, packages)]
    if missing:
        print(f"Installing {', '.join(missing)} in {folder}", file=sys.stderr)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *missing], check=True)
    return python


def versions(python: Path, packages: Sequence[str]) -> dict[str, str]:
    """Return the versions of those packages that an environment has."""
    asked = [str(python), "-c", _VERSIONS, *packages]
    answer = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
    found: dict[str, str] = json.loads(answer)
    return found


class Peer:
    """A program that answers requests: a line of JSON each way."""

    def __init__(self, to: IO[str], source: IO[str]) -> None:
        self._to = to
        self._from = source

    def ask(self, **request: object) -> dict[str, Any]:
        """Send a request and wait for its answer."""
        print(json.dumps(request), file=self._to, flush=True)
        line = self._from.readline()
        if not line:
            raise RuntimeError("The peer ended without an answer.")
        answer: dict[str, Any] = json.loads(line)
        return answer


@contextmanager
def running(python: Path, script: str, *arguments: str) -> Iterator[Peer]:
    """Start a script of this folder in an environment; it ends with the block."""
    command = [str(python), str(HERE / script), *arguments]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield Peer(process.stdin, process.stdout)
