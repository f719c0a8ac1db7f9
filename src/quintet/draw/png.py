"""Positions as PNG, for programs that cannot show SVG.

The renderer supports neither CSS variables nor themes, so they are resolved here.
"""

from __future__ import annotations

import re

import resvg_py

from quintet.draw import Look, svg
from quintet.draw.notes import Notes
from quintet.draw.scene import Marks, sheet
from quintet.position import Position

THEMES = ("light", "dark")
WIDTH = 720

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
MEDIA = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
VARIABLE = re.compile(r"(--[\w-]+):\s*([^;]+);")
USE = re.compile(r"var\((--[\w-]+)\)")
# Colours with an opacity, as in rgb(226 234 243 / .42).
RGB = re.compile(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)\)")
LIGHT_DARK = re.compile(r"light-dark\(([^,()]+),\s*([^,()]+)\)")


def png(
    position: Position,
    *,
    theme: str = "light",
    marks: Marks | None = None,
    view: str | None = None,
    look: Look = "starter_first",
    width: int = WIDTH,
    notes: Notes | None = None,
) -> bytes:
    """Return a position as a PNG of `width` pixels, on a transparent background."""
    drawn = svg(position, marks=marks, view=view, look=look, style=False, notes=notes)
    if "winning-line" in drawn:  # the renderer lacks the selector that dims the rest
        drawn = drawn.replace('<g class="piece"', '<g class="piece" opacity=".7"')
    rules = _rules()
    variables = _variables(rules, position.game, theme)
    plain = "".join(
        f"{selector}{{{VARIABLE.sub('', body)}}}" for selector, body in rules if ":" not in selector
    )
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=_resolved(drawn, variables),
            style_sheet=_resolved(plain, variables),
            width=width,
        )
    )


def _rules() -> list[tuple[str, str]]:
    """Return selectors and declarations of the style sheet, without media queries."""
    plain = MEDIA.sub("", COMMENT.sub("", sheet()))
    return [(selector.strip(), body) for selector, body in RULE.findall(plain)]


def _variables(rules: list[tuple[str, str]], game: str, theme: str) -> dict[str, str]:
    found: dict[str, str] = {}
    choice = rf"\{THEMES.index(theme) + 1}"
    for selector, body in rules:
        if {".board", f".board.{game}"} & {part.strip() for part in selector.split(",")}:
            plain = RGB.sub(_hexadecimal, body)
            found |= dict(VARIABLE.findall(LIGHT_DARK.sub(choice, plain)))
    return found


def _hexadecimal(colour: re.Match[str]) -> str:
    red, green, blue, opacity = colour.groups()
    return f"#{int(red):02x}{int(green):02x}{int(blue):02x}{round(255 * float(opacity)):02x}"


def _resolved(text: str, variables: dict[str, str]) -> str:
    """Replace variables; those of other games' rules become `none`."""
    return USE.sub(lambda use: variables.get(use[1], "none"), text)
