"""Lines people type: with editing, history and TAB completion on a terminal, plain in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

# Takes the words before the one being typed, and returns what that one can be.
Complete = Callable[[list[str]], Iterable[str]]


def is_interactive() -> bool:
    """Return whether a person can be asked: input and output are both terminals."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def read_line(prompt: str, complete: Complete | None = None) -> str:
    """Return the next line; raise EOFError at the end of the input.

    The prompt is printed in a pipe, too, so that a transcript can be read.
    """
    if is_interactive():
        _prepare(complete)
        return input(prompt)
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line: str = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def _prepare(complete: Complete | None) -> None:
    """Set up readline, which `input` uses by itself; not every platform has it."""
    try:
        import readline
    except ImportError:
        return
    uses_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if uses_libedit else "tab: complete")
    readline.set_completer_delims(" ")
    readline.set_completer(None if complete is None else _completer(readline, complete))


def _completer(readline: Any, complete: Complete) -> Callable[[str, int], str | None]:
    """Return a completion function as readline wants it: one candidate a call."""
    found: list[str] = []

    def candidate(text: str, number: int) -> str | None:
        if number == 0:
            before = readline.get_line_buffer()[: readline.get_begidx()].split()
            found[:] = [f"{word} " for word in complete(before) if word.startswith(text)]
        return found[number] if number < len(found) else None

    return candidate
