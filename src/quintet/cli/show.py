"""`quintet show`: a position as text, SVG, PNG or JSON."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from quintet.cli.options import AfterMoves, AsJson, Game, GameOptions, PositionText
from quintet.cli.parsing.completion import complete_one_of
from quintet.cli.parsing.values import check_choice, find_position
from quintet.cli.terminal.output import columns, print_json, print_picture, say
from quintet.errors import BadOption
from quintet.i18n.sentence import sentence, template
from quintet.position import Position

HELP = template("Draw a position.")
STANDARD_OUTPUT = Path("-")

Width = Annotated[
    int | None,
    typer.Option(min=1, help=template("Width in characters; the terminal's by default.")),
]
SvgFile = Annotated[
    Path | None,
    typer.Option(
        metavar=template("FILE"),
        help=template("Write an SVG picture to this file, or to standard output with -."),
    ),
]
PngFile = Annotated[
    Path | None,
    typer.Option(
        metavar=template("FILE"),
        help=template("Write a PNG picture to this file, or to standard output with -."),
    ),
]
Theme = Annotated[
    str,
    typer.Option(
        metavar=template("THEME"),
        help=template("light or dark, for --png."),
        autocompletion=complete_one_of("light", "dark"),
    ),
]
View = Annotated[
    str | None,
    typer.Option(
        metavar=template("VIEW"), help=template("Which view, where a game has several pictures.")
    ),
]

LookOfSides = Annotated[
    str,
    typer.Option(
        metavar=template("NAME"),
        help=template(
            "starter_first, or starter_second to exchange the looks of the first two sides, for "
            "--svg and --png."
        ),
        autocompletion=complete_one_of("starter_first", "starter_second"),
    ),
]


def show(
    game: Game,
    option: GameOptions = None,
    position: PositionText = None,
    after: AfterMoves = None,
    width: Width = None,
    svg: SvgFile = None,
    png: PngFile = None,
    theme: Theme = "light",
    view: View = None,
    look: LookOfSides = "starter_first",
    as_json: AsJson = False,
) -> None:
    found = find_position(game, option, position, after)
    if svg or png:
        write_pictures(found, svg, png, theme=theme, view=view, look=look)
        return
    from quintet.cli.reports.facts import position_facts, status
    from quintet.draw import terminal

    if as_json:
        print_json(position_facts(found))
        return
    print_picture(terminal(found, columns=width or columns(), say=say))
    print(f"\n{status(found)}\n{found.text}")


def write_pictures(
    position: Position,
    svg: Path | None,
    png: Path | None,
    *,
    theme: str,
    view: str | None,
    look: str,
) -> None:
    """Write a position as SVG, as PNG, or as both."""
    from quintet.draw import DRAWERS, LOOKS
    from quintet.draw import svg as draw_svg
    from quintet.draw.png import THEMES
    from quintet.draw.png import png as draw_png

    check_choice("theme", theme, THEMES)
    chosen = LOOKS[LOOKS.index(check_choice("look", look, LOOKS))]
    if view is not None:
        check_choice("view", view, DRAWERS[position.game].VIEWS)
    if svg == png == STANDARD_OUTPUT:
        raise BadOption(
            sentence("Only one picture can go to standard output: --svg - or --png -."),
            option="png",
        )
    if png == STANDARD_OUTPUT and sys.stdout.isatty():
        raise BadOption(
            sentence("A PNG cannot be shown in a terminal. Redirect it: --png - > board.png"),
            option="png",
        )
    if svg is not None:
        _write(svg, draw_svg(position, view=view, look=chosen, say=say).encode())
    if png is not None:
        _write(png, draw_png(position, theme=theme, view=view, look=chosen))


def _write(path: Path, content: bytes) -> None:
    if path == STANDARD_OUTPUT:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    else:
        path.write_bytes(content)
