"""What somebody has drawn on a board: rings around places, and arrows between them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from quintet.draw.scene import Scene, Spot

RADIUS = 19  # of a ring, as in `drawing.js`
HEAD = 12.0  # the length of an arrow's head; these are as in `arrows.js`
BEFORE, AFTER = 10.0, 3.0  # what is left free at its ends


@dataclass(frozen=True, slots=True)
class Notes:
    """Marked spots, and arrows from spot to spot."""

    marks: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()


def read_notes(marks: str, arrows: str) -> Notes:
    """Read notes as records have them: `a1,b2` and `a1>b2,b2>c3`; the rest is left out."""
    pairs = (item.strip().partition(">") for item in arrows.split(","))
    return Notes(
        tuple(filter(None, (at.strip() for at in marks.split(",")))),
        tuple((start, end) for start, _, end in pairs if start and end and start != end),
    )


def with_notes(scene: Scene, notes: Notes) -> Scene:
    """Return a scene with notes above its pieces; those of spots it lacks are left out."""
    spots: Mapping[str, Spot] = {spot.at: spot for spot in scene.spots}
    rings = (_ring(spots[at]) for at in notes.marks if at in spots)
    arrows = (
        _arrow(spots[start], spots[end])
        for start, end in notes.arrows
        if start in spots and end in spots
    )
    return replace(scene, overlay="".join((scene.overlay, *rings, *arrows)))


def _ring(spot: Spot) -> str:
    place = f"translate({spot.x:g} {spot.y + spot.mark_y:g})scale({spot.scale:.4g})"
    return f'<g class="drawn-mark" transform="{place}"><circle r="{RADIUS}"/></g>'


def _arrow(start: Spot, end: Spot) -> str:
    x, y = start.x, start.y + start.mark_y
    across, down = end.x - x, end.y + end.mark_y - y
    length = math.hypot(across, down) or 1.0
    across, down = across / length, down / length
    head = min(HEAD, length / 2)
    begin, tip = min(BEFORE, length / 4), length - min(AFTER, length / 8)
    neck = tip - head

    def point(along: float, aside: float = 0.0) -> str:
        return f"{x + across * along - down * aside:.1f} {y + down * along + across * aside:.1f}"

    barbs = f"{point(neck, 0.6 * head)}L{point(neck, -0.6 * head)}"
    return (
        f'<g class="arrow drawn"><path class="shaft" d="M{point(begin)}L{point(neck)}"/>'
        f'<path class="head" d="M{point(tip)}L{barbs}Z"/></g>'
    )
