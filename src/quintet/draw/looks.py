"""Looks of sides: which side has which colour or symbol.

A look is a choice of the players (QX1). It changes pictures and labels only: positions, records and
letters stay what they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Literal, get_args

from quintet.draw.scene import Scene, Spot

# Whether the side that begins has the first or the second of a game's looks.
Look = Literal["starter_first", "starter_second"]
LOOKS: tuple[Look, ...] = get_args(Look)

Labels = Mapping[str, str]  # templates by the letter of the piece they tell of


def exchange(
    scene: Scene,
    letters: Mapping[str, str],
    labels: tuple[Labels, ...],
    symbol: Callable[[str], str] | None = None,
) -> Scene:
    """Return a scene in which pieces look like others; `letters` says like which.

    `symbol` draws the pieces that the scene does not have.
    """
    draw = symbol or scene.symbols.__getitem__
    said = {
        table[letter]: table[like]
        for table in labels
        for letter, like in letters.items()
        if letter in table
    }
    symbols = {
        letter: draw(letters[letter]) if letter in letters else drawing
        for letter, drawing in scene.symbols.items()
    }
    spots = tuple(_relabelled(spot, said) for spot in scene.spots)
    return replace(scene, symbols=symbols, spots=spots)


def _relabelled(spot: Spot, said: Mapping[str, str]) -> Spot:
    template = said.get(spot.label.template)
    if template is None:
        return spot
    return replace(spot, label=replace(spot.label, template=template))
