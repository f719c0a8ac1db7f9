"""Entry of the command line: runs a command and turns errors into one line and an exit code."""

from __future__ import annotations

import os
import sys

import typer

from quintet.cli.app import app
from quintet.errors import QuintetError

DONE, NO, WRONG_CALL = 0, 1, 2

# Typer exports the exceptions for bad calls, but not the class they all descend from.
_CallError: type[Exception] = next(
    kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException"
)


def main() -> None:
    """Exit codes: 0 done, 1 the answer is no, 2 the call was wrong."""
    try:
        code = typer.main.get_command(app)(prog_name="quintet", standalone_mode=False)
    except (typer.Abort, KeyboardInterrupt):
        code = 130
    except BrokenPipeError:
        # Whoever read our output has had enough; keep Python from complaining about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = DONE
    except QuintetError as error:
        code = _complain(str(error))
    except OSError as error:
        code = _complain(f"{error.filename or 'input'}: {error.strerror or error}.")
    except _CallError as error:
        code = _complain(getattr(error, "format_message", error.__str__)())
    sys.exit(code if isinstance(code, int) else DONE)


def _complain(message: str) -> int:
    one_line = " ".join(message.split())
    stop = "" if one_line.endswith((".", ")")) else "."
    print(f"quintet: {one_line}{stop} See 'quintet --help'.", file=sys.stderr)
    return WRONG_CALL
