"""Bar charts of counts as SVG: shares, or absolute numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Number

WIDTH, HEIGHT, TOP, LEFT, RIGHT, BOTTOM = 640, 290, 68, 124, 12, 44
LETTER = 7.5  # width of a letter
PARTS = ("up", "even", "down")
GAP = 0.15  # share of a column

# The page's colours or these defaults, and fallbacks for viewers without CSS variables.
# Two parts are filled, one lighter, and the third is hollow: colour is not needed.
STYLE = """\
.bars { color-scheme: light dark; font: 13px system-ui, sans-serif }
.bars text { fill: #3a2a1c; fill: var(--chart-line, #3a2a1c); font-variant-numeric: tabular-nums }
.bars .heading { font-weight: 650; font-size: 14px }
.bars .ground { fill: #fbf8f2; fill: var(--chart-ground, #fbf8f2) }
.bars .up { fill: #b5761f; fill: var(--chart-up, #b5761f) }
.bars .even { fill: #fbf8f2; fill: var(--chart-ground, #fbf8f2) }
.bars .even { stroke: #3a2a1c; stroke: var(--chart-line, #3a2a1c) }
.bars .down { fill: #4a2d17; fill: var(--chart-down, #4a2d17) }
.bars .frame { stroke: #b9a88f; stroke: var(--chart-frame, #b9a88f) }
@media (prefers-color-scheme: dark) {
  .bars text { fill: var(--chart-line, #efe6d8) }
  .bars .ground { fill: var(--chart-ground, #211b16) }
  .bars .up { fill: var(--chart-up, #f0cf94) }
  .bars .even { fill: var(--chart-ground, #211b16); stroke: var(--chart-line, #efe6d8) }
  .bars .down { fill: var(--chart-down, #96683f) }
  .bars .frame { stroke: var(--chart-frame, #6d5f4e) }
}"""


# A label, and the count of each part.
Columns = tuple[tuple[str, tuple[int, int, int]], ...]


@dataclass(frozen=True, slots=True)
class Bars:
    """Columns of up to three parts each, with a label below.

    With `shares` every column has full height and its parts are stacked. Otherwise the parts stand
    side by side on a logarithmic scale, on which stacked parts could not be read.
    """

    title: str  # accessible name
    heading: str  # above the picture
    below: str  # caption of the labels
    beside: str  # caption of the scale
    names: tuple[str, str, str]  # of the parts, from the bottom
    columns: Columns
    shares: bool = True


def svg(bars: Bars, *, style: bool = True, say: Translate = str) -> str:
    """Return the chart; each part has its count as a tooltip."""
    width = (WIDTH - LEFT - RIGHT) / max(1, len(bars.columns))
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bars" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'role="img" aria-label="{escape(bars.title)}">'
    )
    lines = [
        opening,
        f"<title>{escape(bars.title)}</title>",
        *([f"<style>\n{STYLE}\n</style>"] if style else []),
        f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}"/>',
        f'<text class="heading" x="14" y="22">{escape(bars.heading)}</text>',
        *_key(bars),
        *_scale(bars, say),
    ]
    room = LETTER * (1 + max((len(label) for label, _ in bars.columns), default=0))
    every = math.ceil(room / width)  # label only as many columns as there is room for
    for number, (label, parts) in enumerate(bars.columns):
        x = LEFT + number * width
        for part, place in _places(bars, parts):
            count, name = parts[part], bars.names[part]
            title = f"{label}: {name} {say(Number(count))}"
            lines.append(_part(PARTS[part], place, x, width, title))
        if number % every == 0:
            lines.append(_text(x + width / 2, HEIGHT - BOTTOM + 17, label, "middle"))
    lines.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, bars.below, "middle"))
    return "\n".join([*lines, "</svg>", ""])


@dataclass(frozen=True, slots=True)
class _Place:
    """The place of a part, in shares of its column's width and the picture's height."""

    left: float
    right: float
    low: float
    high: float


def _places(bars: Bars, parts: tuple[int, int, int]) -> Iterator[tuple[int, _Place]]:
    there = [part for part, count in enumerate(parts) if count]
    base = 0.0
    for number, part in enumerate(there):
        if bars.shares:
            size = parts[part] / sum(parts)
            yield part, _Place(0, 1, base, base + size)
            base += size
        else:
            height = math.log10(10 * parts[part]) / _decades(bars)
            yield part, _Place(number / len(there), (number + 1) / len(there), 0, height)


def _part(name: str, place: _Place, x: float, width: float, title: str) -> str:
    inner = width * (1 - GAP)
    left, top = x + width * GAP / 2 + inner * place.left, _height(place.high)
    return (
        f'<rect class="{name}" x="{left:.1f}" y="{top:.1f}" '
        f'width="{inner * (place.right - place.left):.1f}" '
        f'height="{_height(place.low) - top:.1f}"><title>{escape(title)}</title></rect>'
    )


def _decades(bars: Bars) -> int:
    """Return the powers of ten up to the largest count, and one more for a count of 1."""
    return 1 + math.ceil(math.log10(max(2, *(max(parts) for _, parts in bars.columns))))


def _scale(bars: Bars, say: Translate) -> list[str]:
    if bars.shares:
        steps = [(share / 100, f"{share} %") for share in (0, 25, 50, 75, 100)]
    else:
        most = _decades(bars)
        steps = [((power + 1) / most, say(Number(10**power))) for power in range(most)]
    middle = _height(0.5)
    turned = f'text-anchor="middle" transform="rotate(-90 18 {middle:g})"'
    lines = [f'<text x="18" y="{middle:g}" {turned}>{escape(bars.beside)}</text>']
    for at, label in steps:
        y = _height(at)
        line = f'<line class="frame" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        lines.append(line + _text(LEFT - 6, y + 4, label, "end"))
    return lines


def _key(bars: Bars) -> list[str]:
    lines, x = [], float(LEFT)
    for number, (part, name) in enumerate(zip(PARTS, bars.names, strict=True)):
        if any(parts[number] for _, parts in bars.columns):
            lines.append(f'<rect class="{part}" x="{x:.1f}" y="36" width="14" height="14"/>')
            lines.append(_text(x + 20, 48, name, "start"))
            x += 40 + LETTER * len(name)
    return lines


def _height(share: float) -> float:
    return TOP + (1 - share) * (HEIGHT - TOP - BOTTOM)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
