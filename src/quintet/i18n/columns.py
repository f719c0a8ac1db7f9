"""Text in columns of a terminal (wide characters take two, marks on others none) and in lists."""

from __future__ import annotations

import textwrap
import unicodedata

# They do not begin a line.
_NOT_FIRST = "、。，．：；！？）」』】〉》ー～%.,:;!?)»”’"  # noqa: RUF001


def columns_of(text: str) -> int:
    """Return the number of columns a text takes."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def padded(text: str, columns: int) -> str:
    """Return a text with spaces after it up to a number of columns."""
    return text + " " * (columns - columns_of(text))


def wrapped_at(text: str, columns: int, first: str = "", others: str = "") -> list[str]:
    """Return a text in lines of at most so many columns, indented by `first` and `others`."""
    if columns_of(text) == len(text):
        return textwrap.wrap(text, columns, initial_indent=first, subsequent_indent=others)
    lines: list[str] = []
    line, indent = "", first
    for piece in _pieces(text):
        if line.strip() and columns_of(indent + (line + piece).rstrip()) > columns:
            lines.append(indent + line.strip())
            line, indent = "", others
        line += piece
    return [*lines, indent + line.strip()] if line.strip() else lines


def sort_key(text: str) -> tuple[str, str]:
    """Return what to sort names by: letters first, then the marks on them."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in folded if not unicodedata.combining(char)), folded


def _pieces(text: str) -> list[str]:
    """Return the parts between which a line may break: after spaces, and around wide characters."""
    pieces: list[str] = []
    for char in text:
        wide = _columns(char) == 2
        if pieces and (
            char.isspace()
            or char in _NOT_FIRST
            or not _columns(char)
            or not (wide or pieces[-1][-1].isspace() or _columns(pieces[-1][-1]) == 2)
        ):
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
