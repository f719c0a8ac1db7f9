"""A picture of a training: regret over time, with its intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from quintet.draw.chart import STYLE

WIDTH, HEIGHT, TOP, LEFT, RIGHT, BOTTOM = 640, 290, 44, 64, 24, 44
STEPS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)  # of the scale


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The regret of a network after so many seconds, and its interval."""

    seconds: float
    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Curve:
    """How the regret fell; notebooks show it as a picture."""

    heading: str
    points: Sequence[CurvePoint]

    def svg(self) -> str:
        """Return the curve as SVG."""
        lines = [
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
                f'role="img" aria-label="{escape(self.heading)}">'
            ),
            f"<title>{escape(self.heading)}</title>",
            f"<style>\n{STYLE}\n</style>",
            f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}"/>',
            f'<text class="label" x="14" y="24" font-weight="650">{escape(self.heading)}</text>',
            *self._scales(),
            *self._marks(),
            _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, "seconds of training", "middle"),
        ]
        return "\n".join([*lines, "</svg>", ""])

    def _repr_svg_(self) -> str:
        return self.svg()

    @property
    def _step(self) -> float:
        most = max(point.high for point in self.points)
        return next((step for step in STEPS if most / step <= 6), STEPS[-1])

    def _x(self, seconds: float) -> float:
        last = max(1e-9, *(point.seconds for point in self.points))
        return LEFT + (WIDTH - LEFT - RIGHT) * seconds / last

    def _y(self, regret: float) -> float:
        most = max(point.high for point in self.points)
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * regret / max(most, 1e-9)

    def _scales(self) -> Iterator[str]:
        most = max(point.high for point in self.points)
        for number in range(int(most / self._step) + 1):
            y = self._y(number * self._step)
            yield (
                f'<line class="frame" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
                + _text(LEFT - 6, y + 4, f"{number * self._step:.4g}", "end")
            )
        for point in (self.points[0], self.points[-1]):
            yield _text(self._x(point.seconds), HEIGHT - 26, f"{point.seconds:.0f}", "middle")

    def _marks(self) -> Iterator[str]:
        for point in self.points:
            x, low, high = self._x(point.seconds), self._y(point.low), self._y(point.high)
            yield f'<line class="line" x1="{x:.1f}" x2="{x:.1f}" y1="{low:.1f}" y2="{high:.1f}"/>'
        line = " ".join(f"{self._x(p.seconds):.1f},{self._y(p.mean):.1f}" for p in self.points)
        yield f'<polyline class="line" fill="none" points="{line}"/>'
        for point in self.points:
            said = f"{point.seconds:.0f} s: {point.mean:.4f} ({point.low:.4f} to {point.high:.4f})"
            x, y = self._x(point.seconds), self._y(point.mean)
            circle = f'<circle class="label" cx="{x:.1f}" cy="{y:.1f}" r="3">'
            yield f"{circle}<title>{said}</title></circle>"


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text class="label" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{text}</text>'
