"""Positions as SVG and as text for terminals. One module a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from quintet.draw.looks import LOOKS, Look
from quintet.draw.notes import Notes, with_notes
from quintet.draw.scene import Marks as SpotMarks
from quintet.draw.scene import Scene, write_svg
from quintet.draw.terminal import Marks, Picture, plain
from quintet.games import Parts
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Sentence
from quintet.position import Position

WIDE = 70  # columns needed for frames and for reserves beside the board


class Drawer(Protocol):
    """The interface of a game's module in this folder."""

    # The views of this game; the first is the default, and has the spots of all others.
    VIEWS: tuple[str, ...]
    # The sides by the colour of their pieces; empty where all sides share the pieces.
    COLOURS: tuple[Sentence, ...]
    # The names of the pieces by their letters.
    PIECE_NAMES: Mapping[str, Sentence]

    def scene(self, position: Position, view: str) -> Scene: ...

    def exchange_looks(self, position: Position, scene: Scene) -> Scene:
        """Return a scene in which the first two sides have exchanged their looks."""
        ...

    def terminal(
        self, position: Position, marks: Marks, say: Translate, *, wide: bool
    ) -> Picture: ...


DRAWERS: Mapping[str, Drawer] = Parts("draw")


def svg(
    position: Position,
    *,
    marks: SpotMarks | None = None,
    view: str | None = None,
    look: Look = "starter_first",
    size: int | None = None,
    say: Translate = str,
    style: bool = True,
    prefix: str = "",
    touchable: bool = True,
    notes: Notes | None = None,
) -> str:
    """Return a position as SVG, with places marked (see `scene.MARKS`), and with notes.

    Without `marks`, the winning places of a finished game are marked. `look` says which side has
    which colour or symbol. `say` translates labels; without `style` the page brings the style
    sheet. A picture that is not `touchable` is smaller, and one image to a screen reader.
    """
    scene = scene_of(position, view or DRAWERS[position.game].VIEWS[0], look)
    if notes is not None:
        scene = with_notes(scene, notes)
    if marks is None:
        marks = {place: "winning" for line in position.winning for place in line}
    return write_svg(scene, say, marks, style=style, size=size, prefix=prefix, touchable=touchable)


def scene_of(position: Position, view: str, look: Look = "starter_first") -> Scene:
    """Return a position ready to be drawn, its sides in the chosen look."""
    drawer = DRAWERS[position.game]
    scene = drawer.scene(position, view)
    return drawer.exchange_looks(position, scene) if look == "starter_second" else scene


def side_names(game: str, look: Look = "starter_first") -> tuple[Sentence, ...]:
    """Return the sides by colour or symbol; nothing where all share the pieces."""
    first_two, others = DRAWERS[game].COLOURS[:2], DRAWERS[game].COLOURS[2:]
    return (first_two[::-1] if look == "starter_second" else first_two) + others


def terminal(
    position: Position, *, columns: int = 80, marks: Marks | None = None, say: Translate = str
) -> Picture:
    """Return a position as text, with places marked (see `terminal.MARKS`).

    Without `marks`, the winning places of a finished game are marked. `say` translates labels.
    """
    if marks is None:
        marks = {place: "winning" for line in position.winning for place in line}
    return DRAWERS[position.game].terminal(position, marks, say, wide=columns >= WIDE)


__all__ = [
    "DRAWERS",
    "LOOKS",
    "WIDE",
    "Drawer",
    "Look",
    "Marks",
    "Picture",
    "plain",
    "scene_of",
    "side_names",
    "svg",
    "terminal",
]
