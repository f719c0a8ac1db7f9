"""Entry of the command line: runs a command and turns errors into one line and an exit code."""

from __future__ import annotations

import io
import os
import re
import sys

import typer

from quintet.cli.app import app
from quintet.cli.calls import complaint
from quintet.cli.common import say
from quintet.errors import QuintetError
from quintet.i18n.sentence import sentence

DONE, NO, WRONG_CALL = 0, 1, 2

# Typer exports the exceptions for bad calls, but not the class they all descend from.
_CallError: type[Exception] = next(
    kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException"
)


def main() -> None:
    """Exit codes: 0 done, 1 the answer is no, 2 the call was wrong."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    called = ["quintet"]  # the command that runs is the last one
    try:
        code = typer.main.get_command(app)(prog_name="quintet", standalone_mode=False, obj=called)
        sys.stdout.flush()
    except (typer.Abort, KeyboardInterrupt):
        code = 130
    except BrokenPipeError:
        code = _nobody_reads()
    except SystemExit as stop:
        # Typer ends the program by itself when a pipe breaks.
        code = _nobody_reads() if isinstance(stop.__context__, BrokenPipeError) else stop.code
    except QuintetError as error:
        notes = getattr(error, "__notes__", ())
        code = _complain(" ".join([say(error.message), *notes]), called[-1])
    except OSError as error:
        said = sentence(
            "{file}: {system}.",
            file=error.filename or sentence("input or output"),
            system=error.strerror or str(error),
        )
        code = _complain(say(said), called[-1])
    except _CallError as error:
        context = getattr(error, "ctx", None)
        code = _complain(say(complaint(error)), context.command_path if context else called[-1])
    sys.exit(code if isinstance(code, int) else DONE)


def _nobody_reads() -> int:
    """Whoever read our output has had enough; keep Python from complaining about it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE


def _complain(message: str, command: str) -> int:
    # Only line breaks and the like: other spaces, such as those that may not break, have a meaning.
    one_line = re.sub(r"[ \t\r\n]+", " ", message).strip()
    said = sentence("quintet: {message} See '{command} --help'.", message=one_line, command=command)
    print(say(said), file=sys.stderr)
    return WRONG_CALL
