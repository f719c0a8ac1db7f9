"""Boards as styled text, and the parts that all games share.

A picture is ASCII and complete without colour.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from quintet.i18n.columns import columns_of

# The marks of a place, with the two characters around its piece.
MARKS = {"winning": "[]", "target": "()", "forbidding": "!!", "last": "<>"}


@dataclass(frozen=True, slots=True)
class Span:
    """Text in one style: the name of a side or mark, `frame`, `label`, or none."""

    text: str
    style: str = ""


Line = tuple[Span, ...]
Picture = tuple[Line, ...]
Marks = Mapping[str, str]  # place -> one of MARKS


def plain(picture: Picture) -> str:
    return "\n".join("".join(span.text for span in line).rstrip() for line in picture)


def width(line: Line) -> int:
    return sum(columns_of(span.text) for span in line)


def words(text: str) -> Line:
    return (Span(text, "label"),)


def words_with(text: str, part: str, style: str) -> Line:
    """Return a label in which one part, such as a piece, has its own style."""
    before, found, after = text.rpartition(part)
    return (Span(before, "label"), Span(found, style), Span(after, "label"))


def cell(glyph: str, style: str, mark: str | None) -> Line:
    """Return a piece with its mark around it, two characters wider than the piece."""
    if mark is None:
        return (Span(f" {glyph} ", style),)
    around = MARKS[mark]
    return (Span(around[0], mark), Span(glyph, style), Span(around[1], mark))


def grid(
    size: int, draw: Callable[[str], Line], *, wide: bool, heavy: Sequence[int] = ()
) -> Picture:
    """Return a square board with its files and ranks, framed if `wide`.

    `draw` returns the cell of a place; `heavy` lists the files and ranks followed by a thicker
    line, for boards with regions.
    """
    files = "abcde"[:size]
    rows = [[draw(f"{file}{rank}") for file in files] for rank in range(size, 0, -1)]
    cell_width = width(rows[0][0])
    gap = 1 if wide else 0
    names = "".join(file.center(cell_width + gap) for file in files)
    header: Line = (Span("   " + " " * gap + names, "label"),)
    picture = [header]
    if wide:
        picture.append(_rule(size, cell_width, "-"))
    for rank, row in zip(range(size, 0, -1), rows, strict=True):
        line: list[Span] = [Span(f" {rank} ", "label")]
        if wide:
            line.append(Span("|", "frame"))
        for number, drawn in enumerate(row, start=1):
            line.extend(drawn)
            if wide:
                line.append(Span("#" if number in heavy else "|", "frame"))
        picture.append(tuple(line))
        if wide:
            below = size - rank + 1
            picture.append(_rule(size, cell_width, "=" if below in heavy else "-"))
    return tuple(picture)


def beside(left: Picture, right: Picture, *, gap: int = 4) -> Picture:
    """Return two pictures side by side, aligned at the top."""
    if not right:
        return left
    left_width = max((width(line) for line in left), default=0)
    picture = []
    for number in range(max(len(left), len(right))):
        line = left[number] if number < len(left) else ()
        if number < len(right):
            line = (*line, Span(" " * (left_width - width(line) + gap)), *right[number])
        picture.append(line)
    return tuple(picture)


def above(*pictures: Picture) -> Picture:
    """Return pictures one below the other, separated by empty lines."""
    joined: list[Line] = []
    for picture in pictures:
        if joined and picture:
            joined.append(())
        joined.extend(picture)
    return tuple(joined)


def _rule(size: int, cell_width: int, stroke: str) -> Line:
    return (Span("   +" + (stroke * cell_width + "+") * size, "frame"),)
