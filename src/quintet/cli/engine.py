"""`quintet engine`: the engine on standard input and output, for other programs."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from quintet.cli.options import GameOptions, Megabytes
from quintet.cli.parsing.completion import complete_game
from quintet.cli.parsing.values import read_pairs
from quintet.errors import BadOption
from quintet.i18n.sentence import sentence, template

HELP = template("Run the engine for other programs: UGI or JSON lines on standard input.")

FirstGame = Annotated[
    str | None,
    typer.Argument(
        metavar=template("GAME"),
        help=template("The game to start with; a UGI client can choose another."),
        autocompletion=complete_game,
    ),
]
JsonLines = Annotated[
    bool, typer.Option("--json", help=template("Answer analysis requests in JSON lines."))
]


def engine(
    game: FirstGame = None,
    option: GameOptions = None,
    megabytes: Megabytes = None,
    as_json: JsonLines = False,
) -> None:
    options = read_pairs(option)
    if not as_json:
        from quintet.engine.protocol.ugi import DEFAULT_GAME, speak_ugi

        speak_ugi(
            sys.stdin.buffer,
            sys.stdout.buffer,
            game or DEFAULT_GAME,
            options,
            megabytes=megabytes,
        )
        return
    if game is not None or options or megabytes is not None:
        raise BadOption(
            sentence("With --json every request names its own game, options and megabytes."),
            option="json",
        )
    from quintet.engine.protocol.json_lines import speak_json

    speak_json(sys.stdin.buffer, sys.stdout.buffer)
