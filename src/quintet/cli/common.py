"""What the commands share: options people type, where a game stands, printing pictures."""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
from typing import Annotated, Any

import typer

from quintet.draw.terminal import Picture, plain
from quintet.errors import BadMove, BadOption, IllegalMove
from quintet.i18n.catalogue import of_environment, translator
from quintet.i18n.sentence import Filling, sentence, template
from quintet.position import Position, first_position, read_position

GameArgument = Annotated[
    str,
    typer.Argument(
        metavar=template("GAME"), help=template("quantik, quarto, qomet, cubulus or quixo")
    ),
]
OptionList = Annotated[
    list[str] | None,
    typer.Option(
        "-o",
        metavar=template("KEY=VALUE"),
        help=template("An option of the game; may be repeated."),
    ),
]
PositionText = Annotated[
    str | None,
    typer.Option(
        "--position",
        metavar=template("TEXT"),
        help=template("Where to begin, as a position text."),
    ),
]
AfterMoves = Annotated[
    str | None,
    typer.Option(
        "--after",
        metavar=template("MOVES"),
        help=template("Moves to play first, with spaces."),
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help=template("Print JSON, for machines."))]

# Colours for the styles of `draw.terminal`, as terminals number them.
_COLOURS = {
    "side0": "1;33",
    "side1": "1;36",
    "side2": "1;35",
    "winning": "1;32",
    "target": "32",
    "forbidding": "1;31",
    "last": "1;34",
    "frame": "2",
    "label": "2",
}


def say(said: Filling) -> str:
    """Anything for people, in the language of this terminal."""
    return translator(of_environment(os.environ))(said)


def tell(said: Filling) -> None:
    print(say(said))


def read_pairs(pairs: list[str] | None) -> dict[str, object]:
    """Options given as `key=value`."""
    options: dict[str, object] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise BadOption(
                sentence("An option is written KEY=VALUE, not {given}.", given=pair[:40] or "''"),
                option=pair,
            )
        if name in options:
            raise BadOption(
                sentence("The option {option} is given twice.", option=name[:40]), option=name
            )
        options[name] = value
    return options


def find_position(
    game: str, options: dict[str, object], text: str | None, after: str | None
) -> Position:
    """The position a call is about."""
    found = first_position(game, options) if text is None else read_position(game, text, options)
    for number, word in enumerate((after or "").split(), start=1):
        try:
            found = found.play(word)
        except (BadMove, IllegalMove) as error:
            error.add_note(say(sentence("That is move {number} of --after.", number=number)))
            raise
    return found


def print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False))


def columns() -> int:
    return shutil.get_terminal_size().columns


def wrapped(text: str, width: int, *, indent: int = 0, hanging: int = 0) -> list[str]:
    """Prose in lines of so many characters; those after the first hang by some more."""
    first = " " * indent
    return textwrap.wrap(
        text, max(20, width), initial_indent=first, subsequent_indent=first + " " * hanging
    )


def has_colour() -> bool:
    """Colour is for terminals, unless the environment asks for none."""
    return (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )


def print_picture(picture: Picture) -> None:
    print(coloured(picture) if has_colour() else plain(picture))


def coloured(picture: Picture) -> str:
    """A picture with the colour codes of terminals."""
    return "\n".join(
        "".join(
            f"\x1b[{_COLOURS[span.style]}m{span.text}\x1b[0m"
            if span.style in _COLOURS
            else span.text
            for span in line
        )
        for line in picture
    )
