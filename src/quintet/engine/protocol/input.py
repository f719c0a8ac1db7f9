"""Lines in: from anybody, so of bounded length."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

LONGEST_LINE = 1 << 20  # bytes, without the line end


def lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a stream as they come; None for one that is too long, as soon as it is."""
    while piece := stream.readline(LONGEST_LINE + 1):
        if len(piece) <= LONGEST_LINE or piece.endswith(b"\n"):
            yield piece
            continue
        yield None
        while piece and not piece.endswith(b"\n"):
            piece = stream.readline(LONGEST_LINE)
