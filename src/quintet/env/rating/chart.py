"""A picture of the ladder: levels and an agent on a scale of Elo, with intervals."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from quintet.draw.chart import STYLE

WIDTH, LEFT, RIGHT, TOP, ROW, BOTTOM = 640, 84, 60, 44, 26, 44
_MAX_LINES = 9  # of the scale


@dataclass(frozen=True, slots=True)
class Rung:
    """A player with its rating and 95 % interval."""

    name: str
    elo: float
    low: float
    high: float


def svg(title: str, heading: str, levels: Sequence[Rung], agent: Rung) -> str:
    """Return the picture: a row a player, the strongest on top."""
    rows = sorted([*levels, agent], key=lambda rung: -rung.elo)
    height = TOP + ROW * len(rows) + BOTTOM
    scale = _Scale(min(rung.low for rung in rows), max(rung.high for rung in rows))
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{escape(title)}">'
    )
    lines = [
        opening,
        f"<title>{escape(title)}</title>",
        f"<style>\n{STYLE}\n</style>",
        f'<rect class="ground" width="{WIDTH}" height="{height}"/>',
        f'<text class="label" x="14" y="24" font-weight="650">{escape(heading)}</text>',
        *_grid(scale, height),
    ]
    for number, rung in enumerate(rows):
        lines += _row(rung, scale, TOP + ROW * (number + 0.5), is_agent=rung is agent)
    lines.append(_text((LEFT + WIDTH - RIGHT) / 2, height - 8, "Elo", "middle"))
    return "\n".join([*lines, "</svg>", ""])


class _Scale:
    """From Elo to places across the picture, with round numbers for its lines."""

    def __init__(self, low: float, high: float) -> None:
        least = (high - low) / _MAX_LINES
        power = 10 ** math.floor(math.log10(least))
        self.step = next(power * by for by in (1, 2, 5, 10) if power * by >= least)
        self.low, self.high = low, high

    def x(self, elo: float) -> float:
        return LEFT + (elo - self.low) / (self.high - self.low) * (WIDTH - LEFT - RIGHT)

    def lines(self) -> Iterator[float]:
        for number in range(math.ceil(self.low / self.step), int(self.high // self.step) + 1):
            yield number * self.step


def _grid(scale: _Scale, height: int) -> Iterator[str]:
    for elo in scale.lines():
        x = scale.x(elo)
        yield (
            f'<line class="frame" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{height - BOTTOM}"/>'
            + _text(x, height - BOTTOM + 17, f"{elo:.0f}", "middle")
        )


def _row(rung: Rung, scale: _Scale, y: float, *, is_agent: bool) -> Iterator[str]:
    kind = "mark" if is_agent else "line"
    said = f"{rung.name}: {rung.elo:.0f} Elo, {rung.low:.0f} to {rung.high:.0f}"
    low, middle, high = scale.x(rung.low), scale.x(rung.elo), scale.x(rung.high)
    # The agent is a hollow diamond, the levels are bars: colour is not needed.
    shape = (
        f"M{middle - 6:.1f} {y:.1f}l6 -6l6 6l-6 6z" if is_agent else f"M{middle:.1f} {y - 6:.1f}v12"
    )
    yield f"<g><title>{escape(said)}</title>"
    yield f'<path class="{kind}" d="M{low:.1f} {y:.1f}H{high:.1f}"/>'
    yield f'<path class="{kind}" d="{shape}"/>'
    weight = ' font-weight="650"' if is_agent else ""
    yield (
        f'<text class="label" x="{LEFT - 12}" y="{y + 4:.1f}" text-anchor="end"{weight}>'
        f"{escape(rung.name)}</text>"
    )
    yield f"{_text(WIDTH - RIGHT + 10, y + 4, f'{rung.elo:.0f}', 'start')}</g>"


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return (
        f'<text class="label" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
    )
