"""Output: text in the language of the terminal, JSON, and pictures with colours."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
from collections.abc import Iterator
from typing import Any

from quintet.draw.terminal import Picture, plain
from quintet.i18n.catalogue import of_environment, translator
from quintet.i18n.columns import wrapped_at
from quintet.i18n.sentence import Filling

# ANSI colours for the styles of `draw.terminal`.
_COLOURS = {
    "side0": "1;33",
    "side1": "1;36",
    "side2": "1;35",
    "winning": "1;32",
    "target": "32",
    "forbidding": "1;31",
    "last": "1;34",
    "frame": "2",
    "label": "2",
}


def say(said: Filling) -> str:
    """Return a text in the language of this terminal."""
    return translator(of_environment(os.environ))(said)


def tell(said: Filling) -> None:
    """Print a line in the language of this terminal."""
    print(say(said))


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    print(json.dumps(value, ensure_ascii=False))


@contextlib.contextmanager
def others_on_stderr() -> Iterator[None]:
    """Send what others print meanwhile to standard error: policies, their processes, and Ray.

    That is done to the file descriptor, which processes that start meanwhile inherit.
    """
    if sys.__stdout__ is None or sys.__stderr__ is None:  # closed, and the numbers may be others'
        yield
        return
    output = sys.__stdout__.fileno()
    sys.stdout.flush()
    kept = os.dup(output)
    os.dup2(sys.__stderr__.fileno(), output)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, output)
        os.close(kept)


def columns() -> int:
    """Return the width of the terminal, in characters."""
    return shutil.get_terminal_size().columns


def wrapped(text: str, width: int, *, indent: int = 0, hanging: int = 0) -> list[str]:
    """Return text wrapped at `width`; lines after the first are indented by `hanging` more."""
    first = " " * indent
    return wrapped_at(text, max(20, width), first, first + " " * hanging)


def has_colour() -> bool:
    """Return whether to print colours: on terminals, unless NO_COLOR or TERM=dumb is set."""
    return (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )


def print_picture(picture: Picture) -> None:
    """Print a picture, in colour where the terminal has it."""
    print(coloured(picture) if has_colour() else plain(picture))


def coloured(picture: Picture) -> str:
    """Return a picture with ANSI colour codes."""
    return "\n".join(
        "".join(
            f"\x1b[{_COLOURS[span.style]}m{span.text}\x1b[0m"
            if span.style in _COLOURS
            else span.text
            for span in line
        )
        for line in picture
    )
