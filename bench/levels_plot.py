"""A plot of each level's score over the one below, with 95 % intervals."""

from __future__ import annotations

from dataclasses import dataclass
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 760, 400
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 16, 78
# A palette safe for colour-blind readers (Okabe and Ito).
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#7f7f00", "#555555")


@dataclass(frozen=True, slots=True)
class Step:
    """A level measured against the one below."""

    mode: str
    level: int
    score: float
    low: float  # of its 95 % interval
    high: float


def draw(steps: list[Step]) -> str:
    """Return an SVG plot on a white background."""
    modes = list(dict.fromkeys(step.mode for step in steps))
    levels = sorted({step.level for step in steps})
    column = (WIDTH - LEFT - RIGHT) / len(levels)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
        'role="img" font-family="sans-serif" font-size="12">',
        "<title>The score of every level over the one below</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        *(_grid_line(percent) for percent in range(0, 101, 10)),
    ]
    for number, level in enumerate(levels):
        middle = LEFT + (number + 0.5) * column
        parts.append(_text(middle, HEIGHT - BOTTOM + 18, f"{level} over {level - 1}", "middle"))
    for step in steps:
        place = (modes.index(step.mode) + 1) / (len(modes) + 1)
        x = LEFT + (levels.index(step.level) + place) * column
        parts.append(_point(x, step, COLOURS[modes.index(step.mode) % len(COLOURS)]))
    parts += [_key(number, mode, len(modes)) for number, mode in enumerate(modes)]
    return "\n".join([*parts, "</svg>", ""])


def _height(share: float) -> float:
    return TOP + (1 - share) * (HEIGHT - TOP - BOTTOM)


def _grid_line(percent: int) -> str:
    y = _height(percent / 100)
    colour, width = ("#333", 1.5) if percent == 50 else ("#ddd", 1)
    line = (
        f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" '
        f'stroke="{colour}" stroke-width="{width}"/>'
    )
    return line + _text(LEFT - 8, y + 4, f"{percent} %", "end")


def _point(x: float, step: Step, colour: str) -> str:
    low, middle, high = _height(step.low), _height(step.score), _height(step.high)
    said = f"{step.mode}: {step.score:.0%}, {step.low:.0%} to {step.high:.0%}"
    return (
        f'<g stroke="{colour}" fill="{colour}"><title>{escape(said)}</title>'
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{low:.1f}" y2="{high:.1f}" stroke-width="1.5"/>'
        f'<circle cx="{x:.1f}" cy="{middle:.1f}" r="3"/></g>'
    )


def _key(number: int, mode: str, count: int) -> str:
    rows = 2 if count > 4 else 1
    across = -(-count // rows)
    x = LEFT + (number % across) * (WIDTH - LEFT - RIGHT) / across
    y = HEIGHT - BOTTOM + 44 + 20 * (number // across)
    colour = COLOURS[number % len(COLOURS)]
    dot = f'<circle cx="{x + 4:.1f}" cy="{y - 4:.1f}" r="4" fill="{colour}"/>'
    return dot + _text(x + 14, y, mode.replace(":", " "), "start")


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="#222">{escape(text)}</text>'
