"""Boards for pages: the picture, and the labels of its spots for screen readers."""

from __future__ import annotations

from functools import lru_cache

from starlette.responses import Response

from quintet.draw import DRAWERS, Look, scene_of, svg
from quintet.draw.notes import Notes
from quintet.draw.scene import Marks
from quintet.errors import BadOption
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Sentence, any_of, sentence
from quintet.position import Position


class Picture(Response):
    """A response with a picture."""

    media_type = "image/svg+xml"


def spot_labels(position: Position, look: Look = "starter_first") -> dict[str, Sentence]:
    """Return the label of every spot in the pictures of a position."""
    return _spots(position, look)[0]


def touches(position: Position) -> frozenset[str]:
    """Return what can be touched in the pictures; other touches need a button."""
    return _spots(position, "starter_first")[1]


def board(
    position: Position,
    say: Translate,
    marks: Marks | None = None,
    view: str | None = None,
    *,
    look: Look = "starter_first",
    style: bool = False,
    prefix: str = "",
    notes: Notes | None = None,
) -> str:
    """Draw a position as SVG; a `prefix` keeps ids on one page apart."""
    views = DRAWERS[position.game].VIEWS
    if view is not None and view not in views:
        raise BadOption(
            sentence("The board can be seen as {allowed}.", allowed=any_of(views)),
            option="view",
            value=view,
            allowed=views,
        )
    return svg(
        position,
        marks=marks,
        view=view,
        look=look,
        say=say,
        style=style,
        prefix=prefix,
        notes=notes,
    )


@lru_cache(maxsize=2000)
def _spots(position: Position, look: Look) -> tuple[dict[str, Sentence], frozenset[str]]:
    """Return the spots in the pictures of a position: their labels and touches."""
    found = scene_of(position, DRAWERS[position.game].VIEWS[0], look).spots
    return {spot.at: spot.label for spot in found}, frozenset(spot.touch for spot in found)
