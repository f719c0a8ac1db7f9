"""Entry point: run a command, and turn errors into one line and an exit code."""

from __future__ import annotations

import io
import os
import re
import sys
import threading
from pathlib import Path

import typer

from quintet.cli.app import app
from quintet.cli.parsing.errors import usage_error
from quintet.cli.parsing.suggestions import suggestion_for, with_suggestion
from quintet.cli.terminal.output import say
from quintet.errors import QuintetError
from quintet.i18n.sentence import sentence

SUCCESS, USAGE_ERROR, INTERRUPTED = 0, 2, 130
STREAMS = {"stdin": "r", "stdout": "w", "stderr": "w"}

# Typer exports the exceptions for wrong calls, but not their base class.
_ClickException: type[Exception] = next(
    kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException"
)


def main() -> None:
    """Run `quintet`. Exit codes: 0 success, 1 the answer is no, 2 wrong call, 130 interrupted."""
    for name, mode in STREAMS.items():
        stream = getattr(sys, name)
        if stream is None:  # closed by who started this
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115 - until the end
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _run()
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        code = _close_output()
    if code == INTERRUPTED and threading.active_count() > 1:
        _exit_without_threads(code)
    sys.exit(code)


def _run() -> int:
    called = ["quintet"]  # the path of the command that runs is appended
    try:
        command = typer.main.get_command(app)
        code = command(prog_name="quintet", standalone_mode=False, obj=called)
    except typer.Abort:
        return INTERRUPTED
    except SystemExit as stop:
        # Typer ends the program by itself when a pipe breaks.
        broken = isinstance(stop.__context__, BrokenPipeError)
        code = _close_output() if broken else stop.code
    except QuintetError as error:
        message = with_suggestion(error.message, suggestion_for(error))
        notes = getattr(error, "__notes__", ())
        return _report(" ".join([say(message), *notes]), called[-1])
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        said = sentence(
            "{file}: {system}.",
            file=error.filename or sentence("input or output"),
            system=error.strerror or str(error),
        )
        return _report(say(said), called[-1])
    except _ClickException as error:
        context = getattr(error, "ctx", None)
        path = context.command_path if context else called[-1]
        return _report(say(usage_error(error)), path)
    return code if isinstance(code, int) else SUCCESS


def _close_output() -> int:
    """Discard output that nobody reads, so that Python does not complain about it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return SUCCESS


def _exit_without_threads(code: int) -> None:
    """End now: interpreter shutdown would wait for threads that still compute."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code)


def _report(message: str, command: str) -> int:
    # Only line breaks and the like: other spaces, such as non-breaking ones, have a meaning.
    one_line = re.sub(r"[ \t\r\n]+", " ", message).strip()
    said = sentence("quintet: {message} See '{command} --help'.", message=one_line, command=command)
    print(say(said), file=sys.stderr)
    return USAGE_ERROR
