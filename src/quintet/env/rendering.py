"""Positions as environments render them: as text, as a picture, or printed."""

from __future__ import annotations

from quintet import draw
from quintet.options import Choice
from quintet.position import Position

RENDER_MODES = ("human", "ansi", "svg")

_MODE = Choice("render_mode", RENDER_MODES, "ansi")


def check_render_mode(mode: str | None) -> str | None:
    """Return a mode from outside, or raise `BadOption`."""
    return None if mode is None else str(_MODE.read(mode))


def render(position: Position, mode: str) -> str | None:
    """Return a position as text or SVG; "human" prints the text and returns nothing."""
    if mode == "svg":
        return draw.svg(position)
    text = draw.plain(draw.terminal(position))
    if mode == "ansi":
        return text
    print(text, end="\n\n")
    return None
