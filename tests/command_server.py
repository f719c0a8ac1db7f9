"""A process that has imported the command line, and becomes `quintet` once for each request.

It reads one JSON object a line, forks, and prints the exit code of what it has run.
"""

import atexit
import functools
import gc
import importlib
import json
import os
import sys
import threading
from typing import Any, NoReturn

import typer.main

from quintet.cli.app import app
from quintet.cli.main import main

PACKAGES = ("draw", "engine", "engine.tournament", "puzzles", "record", "table", "tablebase")


# Each call would build all commands again, which takes longer than most commands.
built = functools.cache(typer.main.get_command)


def prepare() -> None:
    """Import what commands import when they are called, and build the commands."""
    for package in PACKAGES:
        importlib.import_module(f"quintet.{package}")
    typer.main.get_command = built
    group: Any = typer.main.get_command(app)
    games = group.get_command(None, "games")
    games.make_context("games", [])
    gc.freeze()  # a collection in a child would copy all pages of memory


def become(request: dict[str, Any]) -> None:
    """Take on the command's folder, environment, standard streams and arguments."""
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    if any(name.startswith("_TYPER") for name in os.environ):  # read when commands are built
        built.cache_clear()
    for number, path in enumerate(request["streams"]):
        opened = os.open(path, os.O_WRONLY if number else os.O_RDONLY)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = os.fdopen(0)
    sys.argv = ["quintet", *request["arguments"]]


def leave(code: int) -> NoReturn:
    """Exit as Python does, but for freeing all modules, which takes longer than most commands."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


prepare()
for line in iter(sys.stdin.readline, ""):
    child = os.fork()
    if child == 0:
        become(json.loads(line))
        try:
            main()
        except SystemExit as stop:
            leave(stop.code if isinstance(stop.code, int) else 1)
    _, status = os.waitpid(child, 0)
    print(os.waitstatus_to_exitcode(status), flush=True)
