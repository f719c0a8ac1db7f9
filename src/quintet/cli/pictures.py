"""Positions as files: SVG and PNG."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from quintet.cli.common import say
from quintet.draw import DRAWERS
from quintet.draw import svg as draw_svg
from quintet.draw.png import THEMES
from quintet.draw.png import png as draw_png
from quintet.errors import BadOption
from quintet.i18n.sentence import any_of, sentence
from quintet.position import Position


def write_pictures(
    position: Position, svg: Path | None, png: Path | None, *, theme: str, view: str | None
) -> None:
    """Draws a position into the files that are asked for."""
    _one_of("theme", theme, THEMES)
    if view is not None:
        _one_of("view", view, DRAWERS[position.game].VIEWS)
    if svg is not None:
        svg.write_text(draw_svg(position, view=view, say=say), encoding="utf-8")
    if png is not None:
        png.write_bytes(draw_png(position, theme=theme, view=view))


def _one_of(option: str, value: str, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise BadOption(
            sentence(
                "--{option} can be {allowed}, not {given}.",
                option=option,
                allowed=any_of(allowed),
                given=value[:40],
            ),
            option=option,
            value=value,
            allowed=tuple(allowed),
        )
