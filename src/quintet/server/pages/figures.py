"""Figures: positions in a text, any number on one page."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from quintet.draw import svg
from quintet.draw.scene import Marks
from quintet.i18n.catalogue import Translate
from quintet.position import read_position


def figures(say: Translate) -> Callable[..., str]:
    """Return a function that draws figures with ids unique on the page."""
    numbers = count(1)

    def figure(game: str, text: str, marks: Marks | None = None, **options: object) -> str:
        position = read_position(game, text, options)
        return svg(position, marks=marks, say=say, style=False, prefix=f"f{next(numbers)}-")

    return figure
