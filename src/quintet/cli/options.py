"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quintet.cli.parsing.completion import complete_game, complete_game_option
from quintet.games import GAMES
from quintet.i18n.sentence import template

GAMES_HELP = ", ".join(GAMES)

Game = Annotated[
    str,
    typer.Argument(metavar=template("GAME"), help=GAMES_HELP, autocompletion=complete_game),
]
OptionalGame = Annotated[
    str | None,
    typer.Argument(metavar=template("GAME"), help=GAMES_HELP, autocompletion=complete_game),
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "-o",
        metavar=template("KEY=VALUE"),
        help=template("Set an option of the game; can be repeated."),
        autocompletion=complete_game_option,
    ),
]
PositionText = Annotated[
    str | None,
    typer.Option(
        "--position",
        metavar=template("TEXT"),
        help=template("Start from this position text instead of the initial position."),
    ),
]
AfterMoves = Annotated[
    str | None,
    typer.Option(
        "--after",
        metavar=template("MOVES"),
        help=template("Play these moves first, separated by spaces."),
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help=template("Print JSON."))]

# Limits of a search. Their ranges are checked by `quintet.engine.Limits`.
Threads = Annotated[int, typer.Option(help=template("Number of search threads."))]
Megabytes = Annotated[
    int | None,
    typer.Option(help=template("Memory for the search, in megabytes.")),
]

RecordFile = Annotated[
    Path,
    typer.Argument(
        metavar=template("FILE"), help=template("A file of game records, or - for standard input.")
    ),
]

DataFolder = Annotated[
    str | None,
    typer.Option(
        metavar=template("FOLDER"),
        help=template("Folder for games and keys; the user's data folder by default."),
    ),
]
SecretFile = Annotated[
    Path | None,
    typer.Option(
        metavar=template("FILE"),
        envvar="QUINTET_SECRET_FILE",
        help=template("File with the keys that sign cookies; secret.key in --data by default."),
    ),
]
