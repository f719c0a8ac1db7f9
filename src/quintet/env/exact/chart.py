"""A picture of regret by ply: a curve with its confidence intervals, as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

WIDTH, HEIGHT, TOP, LEFT, RIGHT, BOTTOM = 640, 290, 44, 64, 16, 44

# A ply, its mean, the ends of the interval, and the number of positions.
RegretPoint = tuple[int, float, float, float, int]

# The page's colours or these defaults, and fallbacks for viewers without CSS variables.
STYLE = """\
.regret { color-scheme: light dark; font: 13px system-ui, sans-serif }
.regret text { fill: #3a2a1c; fill: var(--chart-line, #3a2a1c); font-variant-numeric: tabular-nums }
.regret .heading { font-weight: 650; font-size: 14px }
.regret .ground { fill: #fbf8f2; fill: var(--chart-ground, #fbf8f2) }
.regret .band { fill: #e2c48d; fill: var(--chart-up, #e2c48d) }
.regret .line { fill: none; stroke: #3a2a1c; stroke: var(--chart-line, #3a2a1c); stroke-width: 2 }
.regret .dot { fill: #3a2a1c; fill: var(--chart-line, #3a2a1c) }
.regret .frame { stroke: #b9a88f; stroke: var(--chart-frame, #b9a88f) }
@media (prefers-color-scheme: dark) {
  .regret text { fill: var(--chart-line, #efe6d8) }
  .regret .ground { fill: var(--chart-ground, #211b16) }
  .regret .band { fill: var(--chart-up, #6b5328) }
  .regret .line { stroke: var(--chart-line, #efe6d8) }
  .regret .dot { fill: var(--chart-line, #efe6d8) }
  .regret .frame { stroke: var(--chart-frame, #6d5f4e) }
}"""


def regret_chart(game: str, points: Sequence[RegretPoint], *, confidence: float) -> str:
    """Return the chart; each point has its numbers as a tooltip."""
    frame = _Frame(points)
    title = f"{game}: regret by ply, with {confidence:.0%} confidence intervals"
    band = [frame.at(ply, high) for ply, _, _, high, _ in points]
    band += [frame.at(ply, low) for ply, _, low, _, _ in reversed(points)]
    line = " ".join(frame.at(ply, mean) for ply, mean, *_ in points)
    middle = (TOP + HEIGHT - BOTTOM) / 2
    lines = [
        (
            '<svg xmlns="http://www.w3.org/2000/svg" class="regret" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'role="img" aria-label="{escape(title)}">'
        ),
        f"<title>{escape(title)}</title>",
        f"<style>\n{STYLE}\n</style>",
        f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}"/>',
        f'<text class="heading" x="14" y="24">{escape(title)}</text>',
        *frame.scales(),
        f'<polygon class="band" points="{" ".join(band)}"/>',
        f'<polyline class="line" points="{line}"/>',
        *(_dot(frame, point) for point in points),
        _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, "plies played", "middle"),
        (
            f'<text x="18" y="{middle:g}" text-anchor="middle" '
            f'transform="rotate(-90 18 {middle:g})">regret</text>'
        ),
    ]
    return "\n".join([*lines, "</svg>", ""])


class _Frame:
    """The coordinates of plies and regrets in the picture."""

    def __init__(self, points: Sequence[RegretPoint]) -> None:
        self.first = min((ply for ply, *_ in points), default=0)
        self.last = max((ply for ply, *_ in points), default=1)
        most = max((high for _, _, _, high, _ in points), default=1.0)
        self.step = _round_step(most / 4)
        self.top = self.step * max(1, math.ceil(most / self.step - 1e-9))

    def x(self, ply: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (ply - self.first) / max(1, self.last - self.first)

    def y(self, regret: float) -> float:
        return TOP + (1 - regret / self.top) * (HEIGHT - TOP - BOTTOM)

    def at(self, ply: int, regret: float) -> str:
        return f"{self.x(ply):.1f},{self.y(regret):.1f}"

    def scales(self) -> Iterator[str]:
        for number in range(round(self.top / self.step) + 1):
            y = self.y(number * self.step)
            line = (
                f'<line class="frame" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
            )
            yield line + _text(LEFT - 6, y + 4, f"{number * self.step:.4g}", "end")
        every = math.ceil((self.last - self.first + 1) / 16)
        for ply in range(self.first, self.last + 1, every):
            yield _text(self.x(ply), HEIGHT - BOTTOM + 18, str(ply), "middle")


def _round_step(least: float) -> float:
    """Return 1, 2 or 5 times a power of ten, at least as large as given."""
    power = 10.0 ** math.floor(math.log10(max(least, 1e-6)))
    return next(power * digit for digit in (1, 2, 5, 10) if power * digit >= least - 1e-12)


def _dot(frame: _Frame, point: RegretPoint) -> str:
    ply, mean, low, high, n = point
    x, y = frame.x(ply), frame.y(mean)
    said = f"ply {ply}: {mean:.4f} ({low:.4f} to {high:.4f}), n = {n:,}"
    return f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="3"><title>{said}</title></circle>'


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
