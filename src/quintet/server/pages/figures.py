"""Figures: positions in a text, any number on one page."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from quintet.draw import Look, svg
from quintet.draw.scene import Marks
from quintet.i18n.catalogue import Translate
from quintet.position import read_position


def figures(say: Translate) -> Callable[..., str]:
    """Return a function that draws figures with ids unique on the page."""
    numbers = count(1)

    def figure(
        game: str,
        text: str,
        marks: Marks | None = None,
        look: Look = "starter_first",
        **options: object,
    ) -> str:
        position, prefix = read_position(game, text, options), f"f{next(numbers)}-"
        return svg(position, marks=marks, look=look, say=say, style=False, prefix=prefix)

    return figure
