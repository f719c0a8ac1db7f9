"""Positions as pictures: SVG for people, text for terminals. One module a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from quintet.draw.scene import Marks as SpotMarks
from quintet.draw.scene import Scene, write_svg
from quintet.draw.terminal import Marks, Picture, plain
from quintet.games import Parts
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Sentence
from quintet.position import Position

WIDE = 70  # columns from which there is room for frames and for things side by side


class Drawer(Protocol):
    """What the module about a game in this folder holds."""

    # The pictures this game has; the first is the usual one.
    VIEWS: tuple[str, ...]
    # What people call the sides by their pieces; nothing where the pieces are everybody's.
    COLOURS: tuple[Sentence, ...]
    # What people call the pieces, by their letters.
    PIECE_NAMES: Mapping[str, Sentence]

    def scene(self, position: Position, view: str) -> Scene: ...

    def terminal(
        self, position: Position, marks: Marks, say: Translate, *, wide: bool
    ) -> Picture: ...


DRAWERS: Mapping[str, Drawer] = Parts("draw")


def svg(
    position: Position,
    *,
    marks: SpotMarks | None = None,
    view: str | None = None,
    size: int | None = None,
    say: Translate = str,
    style: bool = True,
    prefix: str = "",
) -> str:
    """A position as SVG, with places marked (see `scene.MARKS`).

    A finished game's winning places are marked unless marks are given. `say` puts labels into a
    language; without `style` the sheet is left to the page.
    """
    drawer = DRAWERS[position.game]
    scene = drawer.scene(position, view or drawer.VIEWS[0])
    if marks is None:
        marks = {place: "winning" for line in position.winning for place in line}
    return write_svg(scene, say, marks, style=style, size=size, prefix=prefix)


def terminal(
    position: Position, *, columns: int = 80, marks: Marks | None = None, say: Translate = str
) -> Picture:
    """A position for a terminal of so many columns, with places marked (see `terminal.MARKS`).

    A finished game's winning places are marked unless marks are given. `say` puts words into a
    language.
    """
    if marks is None:
        marks = {place: "winning" for line in position.winning for place in line}
    return DRAWERS[position.game].terminal(position, marks, say, wide=columns >= WIDE)


__all__ = ["DRAWERS", "WIDE", "Drawer", "Marks", "Picture", "plain", "svg", "terminal"]
