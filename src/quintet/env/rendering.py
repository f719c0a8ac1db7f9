"""Positions as environments render them: as text, as a picture, as pixels, or printed."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import numpy.typing as npt
from PIL import Image

from quintet import draw
from quintet.draw.png import png
from quintet.options import Choice
from quintet.position import Position

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")

# What a render mode gives: text, or pixels as (height, width, 3); nothing if it prints.
Frame = str | npt.NDArray[np.uint8] | None

_MODE = Choice("render_mode", RENDER_MODES, "ansi")
_WIDTH = 480  # pixels
_PAPER = (255, 255, 255, 255)


def check_render_mode(mode: str | None) -> str | None:
    """Return a mode from outside, or raise `BadOption`."""
    return None if mode is None else str(_MODE.read(mode))


def render(position: Position, mode: str) -> Frame:
    """Return a position as text, SVG or pixels; "human" prints the text and returns nothing."""
    if mode == "svg":
        return draw.svg(position)
    if mode == "rgb_array":
        return _pixels(position)
    text = draw.plain(draw.terminal(position))
    if mode == "ansi":
        return text
    print(text, end="\n\n")
    return None


def _pixels(position: Position) -> npt.NDArray[np.uint8]:
    drawn = Image.open(BytesIO(png(position, width=_WIDTH))).convert("RGBA")
    paper = Image.new("RGBA", drawn.size, _PAPER)
    return np.asarray(Image.alpha_composite(paper, drawn).convert("RGB"), np.uint8)
