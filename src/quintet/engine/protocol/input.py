"""Input lines of bounded length."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

MAX_LINE = 1 << 20  # bytes, without the line end


def lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """Yield the lines of a stream; None for a line that is too long."""
    while piece := stream.readline(MAX_LINE + 1):
        if len(piece) <= MAX_LINE or piece.endswith(b"\n"):
            yield piece
            continue
        yield None
        while piece and not piece.endswith(b"\n"):
            piece = stream.readline(MAX_LINE)
