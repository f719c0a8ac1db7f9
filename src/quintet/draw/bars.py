"""Counts as columns of an SVG picture: their shares, or how many there are."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT, TOP, LEFT, RIGHT, BOTTOM = 640, 260, 44, 112, 12, 44
DIGIT = 8  # how wide one is drawn
PARTS = ("up", "even", "down")
GAP = 0.15  # of a column

# The colours of a page that shows the picture, or else these; and for viewers without variables.
STYLE = """\
.bars { color-scheme: light dark; font: 13px system-ui, sans-serif }
.bars text { fill: #3a2a1c; fill: var(--chart-line, #3a2a1c); font-variant-numeric: tabular-nums }
.bars .ground { fill: #fbf8f2; fill: var(--chart-ground, #fbf8f2) }
.bars .up { fill: #e2c48d; fill: var(--chart-up, #e2c48d) }
.bars .even { fill: #9fb2a6; fill: var(--chart-even, #9fb2a6) }
.bars .down { fill: #86664a; fill: var(--chart-down, #86664a) }
.bars .frame { stroke: #b9a88f; stroke: var(--chart-frame, #b9a88f) }
@media (prefers-color-scheme: dark) {
  .bars text { fill: var(--chart-line, #efe6d8) }
  .bars .ground { fill: var(--chart-ground, #211b16) }
  .bars .up { fill: var(--chart-up, #c49b52) }
  .bars .even { fill: var(--chart-even, #6f8579) }
  .bars .down { fill: var(--chart-down, #6d4f39) }
  .bars .frame { stroke: var(--chart-frame, #6d5f4e) }
}"""


@dataclass(frozen=True, slots=True)
class Bars:
    """Columns of up to three parts each, with a label below.

    With `shares` every column is of full height; otherwise it grows with the logarithm of its
    count. Either way its parts have their shares of it.
    """

    title: str
    below: str  # what the labels are
    names: tuple[str, str, str]  # of the parts, from below
    columns: tuple[tuple[str, tuple[int, int, int]], ...]
    shares: bool


def svg(bars: Bars, *, style: bool = True) -> str:
    """The picture; every part says its count when it is pointed at."""
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
        *_key(bars),
        *_scale(bars),
    ]
    room = DIGIT * (1 + max((len(label) for label, _ in bars.columns), default=0))
    every = math.ceil(room / width)  # column has a label for which there is room
    for number, (label, parts) in enumerate(bars.columns):
        x = LEFT + number * width
        lines += _column(bars, x, width, label, parts)
        if number % every == 0:
            lines.append(_text(x + width / 2, HEIGHT - BOTTOM + 17, label, "middle"))
    lines.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, bars.below, "middle"))
    return "\n".join([*lines, "</svg>", ""])


def _column(
    bars: Bars, x: float, width: float, label: str, parts: tuple[int, int, int]
) -> list[str]:
    lines = []
    total = sum(parts)
    height = 1 if bars.shares else math.log10(10 * total) / _decades(bars)
    base = 0.0
    for part, count, name in zip(PARTS, parts, bars.names, strict=True):
        if not count:
            continue
        size = height * count / total
        low, high = _height(base), _height(base + size)
        lines.append(
            f'<rect class="{part}" x="{x + width * GAP / 2:.1f}" y="{high:.1f}" '
            f'width="{width * (1 - GAP):.1f}" height="{low - high:.1f}">'
            f"<title>{escape(f'{label}: {name} {count:,}')}</title></rect>"
        )
        base += size
    return lines


def _decades(bars: Bars) -> int:
    """Powers of ten up to the greatest count, and one for the column of a single one."""
    return 1 + math.ceil(math.log10(max(2, *(sum(parts) for _, parts in bars.columns))))


def _scale(bars: Bars) -> list[str]:
    if bars.shares:
        steps = [(share / 100, f"{share} %") for share in (0, 25, 50, 75, 100)]
    else:
        most = _decades(bars)
        steps = [((power + 1) / most, f"{10**power:,}") for power in range(most)]
    return [
        f'<line class="frame" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{_height(at):.1f}" '
        f'y2="{_height(at):.1f}"/>' + _text(LEFT - 6, _height(at) + 4, said, "end")
        for at, said in steps
    ]


def _key(bars: Bars) -> list[str]:
    used = [
        (part, name)
        for number, (part, name) in enumerate(zip(PARTS, bars.names, strict=True))
        if any(parts[number] for _, parts in bars.columns)
    ]
    lines = []
    for place, (part, name) in enumerate(used):
        x = LEFT + place * 190
        lines.append(f'<rect class="{part}" x="{x}" y="12" width="14" height="14"/>')
        lines.append(_text(x + 20, 24, name, "start"))
    return lines


def _height(share: float) -> float:
    return TOP + (1 - share) * (HEIGHT - TOP - BOTTOM)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
