"""Project a cube of 27 slots, closed or opened, from any direction.

x points right, y up and z towards the viewer; slots are one unit apart, and the centre is the
origin. The page's `cube.js` turns the picture with the same formulas.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, radians, sin

Point = tuple[float, float, float]

# The normal of a face, and its directions along a row of numbers and to the next row.
FACES: Mapping[str, tuple[Point, Point, Point]] = {
    "U": ((0, 1, 0), (1, 0, 0), (0, 0, 1)),
    "R": ((1, 0, 0), (0, 0, -1), (0, -1, 0)),
    "F": ((0, 0, 1), (1, 0, 0), (0, -1, 0)),
    "D": ((0, -1, 0), (1, 0, 0), (0, 0, -1)),
    "L": ((-1, 0, 0), (0, 0, 1), (0, -1, 0)),
    "B": ((0, 0, -1), (-1, 0, 0), (0, -1, 0)),
}

# A unit vector: from the upper left and slightly from the front.
LIGHT: Point = (-0.48, 0.76, 0.44)


@dataclass(frozen=True, slots=True)
class Tile:
    """A square of a face on the screen: centre, sides, orientation and light."""

    x: float
    y: float
    right: tuple[float, float]
    down: tuple[float, float]
    facing: float  # cosine of the angle to the viewer: 0 is edge on
    light: float  # from 0 to 1

    @property
    def corners(self) -> str:
        """The outline around its own centre."""
        (a, b), (c, d) = self.right, self.down
        return " ".join(
            f"{(a * i + c * j) / 2:.1f},{(b * i + d * j) / 2:.1f}"
            for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        )

    @property
    def placed(self) -> str:
        """The transform from a unit square to this tile."""
        (a, b), (c, d) = self.right, self.down
        return f"matrix({a:.2f} {b:.2f} {c:.2f} {d:.2f} {self.x:.2f} {self.y:.2f})"


@dataclass(frozen=True, slots=True)
class Camera:
    """The viewing direction, and how far the layers are apart (0 to 1)."""

    x: float
    y: float
    yaw: float = -42  # degrees to the left
    pitch: float = 34  # degrees from above
    openness: float = 0
    unit: float = 80  # distance of slots in a closed cube
    open_unit: float = 49  # and in an open one
    aside: float = 1.5  # distance of layers in units, to the right
    apart: float = 1.6  # and down
    distance: float = 20  # of the viewer, in units

    def slot(self, at: Point) -> tuple[float, float, float, float]:
        """Return a slot on the screen: x, y, depth, and the size of a unit there."""
        _, _, depth = self._turned(at)
        x, y = self._seen(at, at[1])
        return x, y, depth, self._unit * self.distance / (self.distance - depth)

    def tile(self, slot: Point, face: str) -> Tile:
        """Return the side of a slot that faces the same way as a face."""
        normal, right, down = FACES[face]
        middle = _along(slot, normal, 0.5)
        x, y = self._seen(middle, slot[1])
        sides = []
        for side in (right, down):
            (x1, y1), (x2, y2) = (
                self._seen(_along(middle, side, half), slot[1]) for half in (-0.5, 0.5)
            )
            sides.append((x2 - x1, y2 - y1))
        turned, (a, b, c) = self._turned(middle), self._turned(normal)
        facing = c - (turned[0] * a + turned[1] * b + turned[2] * c) / self.distance
        lit = a * LIGHT[0] + b * LIGHT[1] + c * LIGHT[2]
        return Tile(x, y, sides[0], sides[1], facing, max(0, lit))

    @property
    def _unit(self) -> float:
        return self.unit + (self.open_unit - self.unit) * self.openness

    def _seen(self, point: Point, layer: float) -> tuple[float, float]:
        """Return screen coordinates; layers are shifted on the screen, not in space."""
        x, y, depth = self._turned(point)
        size = self._unit * self.distance / (self.distance - depth)
        shift = self.openness * self._unit * layer
        return self.x + x * size - self.aside * shift, self.y - y * size - self.apart * shift

    def _turned(self, point: Point) -> Point:
        x, y, z = point
        yaw, pitch = radians(self.yaw), radians(self.pitch)
        x, z = x * cos(yaw) + z * sin(yaw), z * cos(yaw) - x * sin(yaw)
        return x, y * cos(pitch) - z * sin(pitch), y * sin(pitch) + z * cos(pitch)


def _along(point: Point, way: Point, length: float) -> Point:
    (x, y, z), (a, b, c) = point, way
    return x + a * length, y + b * length, z + c * length
