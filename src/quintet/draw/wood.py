"""Wooden solids, for games whose pieces stand on the board.

The light comes from the upper left. `slant` is the foreshortening of depth: 1 seen from above, 0
from the side. Everything stands on (0, 0). Colours are variables of the style sheet, `~`
begins an id (see `scene`).
"""

from __future__ import annotations

from math import cos, pi, sin, sqrt

WOODS = ("maple", "walnut")

Point = tuple[float, float]


def gradients(*woods: str) -> str:
    """Return the materials, for the picture's `<defs>`."""
    return "".join(map(_gradients, woods)) + SHADE


def shadow(radius: float, slant: float, *, length: float = 0.35) -> str:
    """Return the soft shadow to the right of a piece."""
    reach = radius * length
    return (
        f'<ellipse cx="{reach:.1f}" cy="{reach * slant * 0.5:.1f}" rx="{radius * 1.3:.1f}" '
        f'ry="{radius * 1.3 * slant:.1f}" fill="url(#~shade)"/>'
    )


def cylinder(wood: str, radius: float, height: float, slant: float, *, hole: float = 0) -> str:
    drop = radius * slant
    body = (
        f"M{-radius:g} {-height:g}V0A{radius:g} {drop:.1f} 0 0 0 {radius:g} 0V{-height:g}"
        f"A{radius:g} {drop:.1f} 0 0 0 {-radius:g} {-height:g}Z"
    )
    top = f'<ellipse cy="{-height:g}" rx="{radius:g}" ry="{drop:.1f}"'
    return (
        f'<path d="{body}" fill="url(#~{wood}-round)" {_line(wood)}/>'
        f'{top} fill="url(#~{wood}-top)" {_line(wood)}/>'
        f'<ellipse cy="{0.4 - height:g}" rx="{radius - 1.6:g}" ry="{drop - 1.4:.1f}" fill="none" '
        f'stroke="var(--{wood}-light)" stroke-width=".8" opacity=".8"/>'
        f"{_hole(wood, hole, height, slant)}"
    )


def prism(wood: str, reach: float, height: float, slant: float, *, hole: float = 0) -> str:
    """Return a square piece, one edge in front; `reach` is from centre to edge."""
    corners = _square(reach, slant)
    left, near, right, _ = corners
    top = _raised(corners, height)
    inner = _raised(_square(reach - 2.2, slant), height - 0.2)
    faces = (
        (_path((*_raised((left, near), height), near, left)), f"{wood}-left"),
        (_path((*_raised((near, right), height), right, near)), f"{wood}-right"),
        (_path(top), f"{wood}-top"),
    )
    return (
        "".join(f'<path d="{path}" fill="url(#~{name})" {_line(wood)}/>' for path, name in faces)
        + f'<path d="{_path(inner)}" fill="none" stroke="var(--{wood}-light)" stroke-width=".8" '
        f'opacity=".8"/>{_hole(wood, hole, height, slant)}'
    )


def cone(wood: str, radius: float, height: float, slant: float) -> str:
    """Return a cone with a rounded tip."""
    drop = radius * slant
    # Where the tangents from the tip touch the base.
    low = drop * drop / height
    wide = radius * sqrt(1 - (drop / height) ** 2)
    side = (
        f"M{-wide:.1f} {-low:.1f}A{radius:g} {drop:.1f} 0 1 0 {wide:.1f} {-low:.1f}"
        f"L2.4 {4 - height:g}Q0 {-height - 0.5:g} -2.4 {4 - height:g}Z"
    )
    return f'<path d="{side}" fill="url(#~{wood}-cone)" {_line(wood)}/>'


def ball(wood: str, radius: float, slant: float) -> str:
    raised = radius * sqrt(1 - slant * slant)
    return f'<circle cy="{-raised:.1f}" r="{radius:g}" fill="url(#~{wood}-ball)" {_line(wood)}/>'


def round_band(radius: float, height: float, slant: float) -> str:
    """Return the visible half of an inlaid ring."""
    radius -= 0.5
    return (
        f'<path {INLAY} d="M{-radius:g} {-height:g}A{radius:g} {radius * slant:.1f} 0 0 0 '
        f'{radius:g} {-height:g}"/>'
    )


def square_band(reach: float, height: float, slant: float) -> str:
    left, near, right, _ = _raised(_square(reach, slant), height)
    return f'<path {INLAY} d="{_path((left, near, right))[:-1]}"/>'


# Attributes, not classes: selectors with ancestors do not match inside `<use>`.
INLAY = 'fill="none" stroke="var(--inlay)" stroke-width="2.6" stroke-linejoin="round"'
REACH = ' fill="none" stroke="var(--mark-target)" stroke-width="1.6"'


def standing_marks(radius: float, slant: float) -> dict[str, str]:
    """Return marks that lie on the board around a standing piece."""

    def ring(size: float, more: str = "") -> str:
        return f'<ellipse rx="{size:g}" ry="{size * slant:.1f}"{more}/>'

    return {
        "last": ring(radius),
        "origin": ring(radius),
        "target": ring(radius, REACH) + ring(radius * 0.22),
        "chosen": ring(radius),
        "forbidding": ring(radius, ' fill="url(#~hatch)"'),
        "hint": ring(radius * 0.95),
        "hint-from": ring(radius * 0.95),
    }


SHADE = (
    '<radialGradient id="~shade"><stop offset=".45" stop-color="var(--shadow)"/>'
    '<stop offset="1" stop-color="var(--shadow)" stop-opacity="0"/></radialGradient>'
    '<linearGradient id="~hole" x2=".7" y2="1"><stop stop-color="var(--hole)"/>'
    '<stop offset=".75" stop-color="var(--hole)"/>'
    '<stop offset="1" stop-color="var(--hole-light)"/></linearGradient>'
)


def _gradients(wood: str) -> str:
    light, plain, dark = f"var(--{wood}-light)", f"var(--{wood})", f"var(--{wood}-dark)"

    def linear(name: str, way: str, *stops: tuple[float, str]) -> str:
        return f'<linearGradient id="~{wood}-{name}" {way}>{_stops(stops)}</linearGradient>'

    return (
        linear("round", 'x2="1"', (0, plain), (0.22, light), (0.5, plain), (1, dark))
        + linear("cone", 'x2="1"', (0.05, plain), (0.33, light), (0.52, plain), (0.95, dark))
        + linear("top", 'x2="1" y2="1"', (0.1, light), (0.9, plain))
        + linear("left", 'x2=".3" y2="1"', (0, light), (1, plain))
        + linear("right", 'x2=".3" y2="1"', (0, plain), (1, dark))
        + f'<radialGradient id="~{wood}-ball" cx=".36" cy=".32" r=".72">'
        + _stops(((0, light), (0.42, plain), (1, dark)))
        + "</radialGradient>"
    )


def _stops(stops: tuple[tuple[float, str], ...]) -> str:
    return "".join(f'<stop offset="{offset:g}" stop-color="{colour}"/>' for offset, colour in stops)


def _hole(wood: str, radius: float, height: float, slant: float) -> str:
    if not radius:
        return ""
    return (
        f'<ellipse cy="{-height:g}" rx="{radius:g}" ry="{radius * slant:.1f}" '
        f'fill="url(#~hole)" {_line(wood)}/>'
    )


def _line(wood: str) -> str:
    return f'stroke="var(--{wood}-line)" stroke-linejoin="round"'


def _square(reach: float, slant: float) -> tuple[Point, ...]:
    """Return the corners left, near, right and far, turned slightly."""
    turn = 0.12
    angles = (pi + turn, pi / 2 + turn, turn, turn - pi / 2)
    return tuple((reach * cos(angle), reach * slant * sin(angle)) for angle in angles)


def _raised(points: tuple[Point, ...], height: float) -> tuple[Point, ...]:
    return tuple((x, y - height) for x, y in points)


def _path(points: tuple[Point, ...]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"
