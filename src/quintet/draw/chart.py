"""Charts of the winning chances over a game, as text and as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from quintet.draw.terminal import Line, Picture, Span, above
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import sentence

# Rows of the text chart above the middle, and as many below.
HALF_HEIGHT = 4
NUMBERED_EVERY = 10


@dataclass(frozen=True, slots=True)
class Point:
    """One column: the chance of a side, from 0 to 1.

    `mark` is an annotation of at most two characters, and `text` its explanation.
    """

    chance: float
    side: int = 0
    mark: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """The points of a game, the first before any move.

    With two sides all points are chances of the first, drawn upwards. With more, each point is
    the chance of the side it names.
    """

    title: str
    description: str
    names: tuple[str, ...]  # of the sides
    points: tuple[Point, ...]
    length: int = 0  # how many points there will be, if more are to come


def terminal(chart: Chart, *, columns: int = 80, say: Translate = str) -> Picture:
    """Return the chart in ASCII, one column a point; long games wrap."""
    labels = _labels(chart, say)
    margin = max(map(len, labels.values()))
    room = max(NUMBERED_EVERY, columns - margin - 3)
    room -= room % NUMBERED_EVERY  # every part begins with a number
    parts = [
        _part(chart, labels, margin, start, chart.points[start : start + room])
        for start in range(0, len(chart.points), room)
    ]
    return above(*parts)


def _labels(chart: Chart, say: Translate) -> dict[int, str]:
    """Return the labels at the left, by row counted from the middle."""
    if len(chart.names) == 2:
        upper, lower = chart.names
        return {
            HALF_HEIGHT: say(sentence("{side} wins", side=upper)),
            0: say(sentence("even")),
            -HALF_HEIGHT: say(sentence("{side} wins", side=lower)),
        }
    return {
        row: say(sentence("{percent} %", percent=percent))
        for row, percent in ((HALF_HEIGHT, 100), (0, 50), (-HALF_HEIGHT, 0))
    }


def _part(
    chart: Chart, labels: dict[int, str], margin: int, start: int, points: tuple[Point, ...]
) -> Picture:
    lines: list[Line] = []
    for row in range(HALF_HEIGHT, -HALF_HEIGHT - 1, -1):
        label = Span(f" {labels.get(row, ''):>{margin}} ", "label")
        cells = tuple(_cell(chart, point, row) for point in points)
        lines.append((label, Span("|", "frame"), *cells))
    indent = " " * (margin + 3)
    for depth in range(2):
        marks = "".join(point.mark[depth : depth + 1] or " " for point in points)
        if marks.strip():
            lines.append((Span(indent), Span(marks, "forbidding")))
    numbers = "".join(
        str(number).ljust(NUMBERED_EVERY)
        for number in range(start, start + len(points))
        if number % NUMBERED_EVERY == 0
    )
    lines.append((Span(indent + numbers.rstrip(), "label"),))
    return tuple(lines)


def _cell(chart: Chart, point: Point, row: int) -> Span:
    height = round((2 * point.chance - 1) * HALF_HEIGHT)
    if len(chart.names) > 2:
        if height == row:
            return Span(chart.names[point.side][:1], f"side{point.side}")
        return Span("-" if row == 0 else " ", "frame")
    if row == 0:
        return Span("-", "frame")
    if 0 < row <= height:
        return Span("#", "side0")
    return Span("#", "side1") if height <= row < 0 else Span(" ")


# SVG. Sizes are in its own units; the picture fits itself into the width it is given.
HEIGHT, TOP, LEFT, RIGHT, BOTTOM = 260, 24, 76, 24, 36
MIN_STEP, MAX_STEP, USUAL_WIDTH = 4, 24, 640
MAX_NAME = 9  # characters in a legend
NARROW_HEIGHT, NARROW_SIDE, NARROW_WIDTH = 200, 12, 320  # for the column of a page
DASHES = ("none", "8 4", "2 4", "8 4 2 4")  # tells series apart without colour

# The page's colours or these defaults, and fallbacks for viewers without CSS variables.
STYLE = """\
svg { color-scheme: light dark; font: 13px system-ui, sans-serif }
text { font-variant-numeric: tabular-nums }
.ground { fill: #fbf8f2; fill: var(--chart-ground, #fbf8f2) }
.up { fill: #e2c48d; fill: var(--chart-up, #e2c48d) }
.down { fill: #a9876a; fill: var(--chart-down, #a9876a) }
.line { fill: none; stroke: #3a2a1c; stroke: var(--chart-line, #3a2a1c); stroke-width: 1.5 }
.frame { stroke: #b9a88f; stroke: var(--chart-frame, #b9a88f) }
.mark { fill: #fbf8f2; stroke: #a3261d; stroke-width: 2 }
.mark { fill: var(--chart-ground, #fbf8f2); stroke: var(--chart-mark, #a3261d) }
.symbol { fill: #a3261d; fill: var(--chart-mark, #a3261d); font-weight: bold; text-anchor: middle }
.label { fill: #3a2a1c; fill: var(--chart-line, #3a2a1c) }
@media (prefers-color-scheme: dark) {
  .ground { fill: var(--chart-ground, #211b16) }
  .up { fill: var(--chart-up, #a8843f) }
  .down { fill: var(--chart-down, #5d4432) }
  .line { stroke: var(--chart-line, #efe6d8) }
  .frame { stroke: var(--chart-frame, #6d5f4e) }
  .mark { fill: var(--chart-ground, #211b16); stroke: var(--chart-mark, #ff8a7a) }
  .symbol { fill: var(--chart-mark, #ff8a7a) }
  .label { fill: var(--chart-line, #efe6d8) }
}"""


def svg(chart: Chart, *, style: bool = True, narrow: bool = False, say: Translate = str) -> str:
    """Return the chart as an SVG document, with a title and a description.

    The attributes `data-left` and `data-step` say where the points are. A page with its own
    styles leaves those of the chart out. A narrow chart has its labels above and below the curve.
    """
    frame = _Frame(max(chart.length, len(chart.points)), narrow=narrow)
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {frame.width:g} {frame.height}" '
        f'data-left="{frame.left}" data-step="{frame.step:.5g}" '
        'role="img" aria-labelledby="chart-title chart-description">'
    )
    lines = [
        opening,
        f'<title id="chart-title">{_text(chart.title)}</title>',
        f'<desc id="chart-description">{_text(chart.description)}</desc>',
        *([f"<style>\n{STYLE}\n</style>"] if style else []),
        f'<rect class="ground" width="{frame.width:g}" height="{frame.height}"/>',
        *(_areas(chart, frame) if len(chart.names) == 2 else ()),
        *_axes(chart, frame, say),
        *_curves(chart, frame),
        *(_legend(chart, frame) if narrow and len(chart.names) > 2 else ()),
        *_marks(chart, frame),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


class _Frame:
    """The coordinates of points in the picture."""

    def __init__(self, count: int, *, narrow: bool) -> None:
        self.narrow = narrow
        self.left, right = (NARROW_SIDE, NARROW_SIDE) if narrow else (LEFT, RIGHT)
        self.height = NARROW_HEIGHT if narrow else HEIGHT
        self.last = max(1, count - 1)
        # A narrow chart always fills its column.
        usual, most = (NARROW_WIDTH, NARROW_WIDTH) if narrow else (USUAL_WIDTH, MAX_STEP)
        self.step = min(most, max(MIN_STEP, usual / self.last))
        self.width = self.left + self.step * self.last + right

    def x(self, number: int) -> float:
        return self.left + self.step * number

    def y(self, chance: float) -> float:
        return TOP + (1 - chance) * (self.height - TOP - BOTTOM)

    def at(self, number: int, chance: float) -> str:
        return f"{self.x(number):.5g},{self.y(chance):.5g}"


def _areas(chart: Chart, frame: _Frame) -> Iterator[str]:
    """Yield the areas between the curve and the middle, above it and below it."""
    for name, bound in (("up", max), ("down", min)):
        outline = [frame.at(0, 0.5)]
        for number, chance in _with_crossings(chart):
            x, y = frame.x(0) + frame.step * number, frame.y(bound(0.5, chance))
            outline.append(f"{x:.5g},{y:.5g}")
        outline.append(frame.at(len(chart.points) - 1, 0.5))
        yield f'<polygon class="{name}" points="{" ".join(outline)}"/>'


def _with_crossings(chart: Chart) -> Iterator[tuple[float, float]]:
    """Yield the points, and the points where the curve crosses the middle."""
    before: float | None = None
    for number, point in enumerate(chart.points):
        above_middle = point.chance - 0.5
        if before is not None and before * above_middle < 0:
            yield number - 1 + before / (before - above_middle), 0.5
        yield number, point.chance
        before = above_middle


def _axes(chart: Chart, frame: _Frame, say: Translate) -> Iterator[str]:
    left, right = frame.x(0), frame.x(frame.last)
    for row, label in _labels(chart, say).items():
        y = frame.y(0.5 + row / HALF_HEIGHT / 2)
        yield f'<line class="frame" x1="{left:g}" y1="{y:g}" x2="{right:g}" y2="{y:g}"/>'
        if not frame.narrow:
            at = f'x="{left - 8:g}" y="{y + 4:g}" text-anchor="end"'
        elif row and len(chart.names) == 2:
            at = f'x="{left:g}" y="{y - 7 if row > 0 else y + 15:g}"'
            label = chart.names[0 if row > 0 else 1]
        else:
            continue
        yield f'<text class="label" {at}>{_text(label)}</text>'
    every = NUMBERED_EVERY if frame.last > NUMBERED_EVERY else 1
    for number in range(0, frame.last + 1, every):
        y = frame.height - (4 if frame.narrow else 12)
        yield (
            f'<text class="label" x="{frame.x(number):.5g}" y="{y}" '
            f'text-anchor="middle">{number}</text>'
        )


def _curves(chart: Chart, frame: _Frame) -> Iterator[str]:
    for side in sorted({point.side for point in chart.points}):
        own = [(number, point) for number, point in enumerate(chart.points) if point.side == side]
        points = " ".join(frame.at(number, point.chance) for number, point in own)
        dashes = DASHES[side % len(DASHES)]
        yield f'<polyline class="line" stroke-dasharray="{dashes}" points="{points}"/>'
        if len(chart.names) > 2 and not frame.narrow:
            number, point = own[-1]
            x, y = frame.x(number) + 6, frame.y(point.chance) + 4
            yield f'<text class="label" x="{x:.5g}" y="{y:.5g}">{_text(chart.names[side])}</text>'


def _legend(chart: Chart, frame: _Frame) -> Iterator[str]:
    """Yield the names of the sides above the curves, each after a piece of its line."""
    room = (frame.width - 2 * frame.left) / len(chart.names)
    for side, name in enumerate(chart.names):
        x, dashes = frame.left + room * side, DASHES[side % len(DASHES)]
        yield f'<path class="line" stroke-dasharray="{dashes}" d="M{x:.5g} 10h22"/>'
        shown = name if len(name) <= MAX_NAME else f"{name[: MAX_NAME - 1]}…"
        yield f'<text class="label" x="{x + 27:.5g}" y="14">{_text(shown)}</text>'


def _marks(chart: Chart, frame: _Frame) -> Iterator[str]:
    for number, point in enumerate(chart.points):
        if not point.mark:
            continue
        x, y = frame.x(number), frame.y(point.chance)
        # Keep the symbol inside the picture at its upper edge.
        beside = y - 10 if y - 10 > TOP else y + 20
        yield (
            f"<g><title>{_text(point.text)}</title>"
            f'<circle class="mark" cx="{x:.5g}" cy="{y:.5g}" r="4"/>'
            f'<text class="symbol" x="{x:.5g}" y="{beside:.5g}">{_text(point.mark)}</text></g>'
        )


def _text(text: str) -> str:
    """Return text escaped for XML, without control characters."""
    return escape("".join(letter if letter.isprintable() else " " for letter in text))
