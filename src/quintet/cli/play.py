"""`quintet play`: play at this terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quintet.cli.options import GameOptions, Megabytes, OptionalGame, PositionText
from quintet.cli.parsing.completion import complete_players
from quintet.cli.parsing.values import read_pairs
from quintet.i18n.sentence import template

HELP = template("Play at this terminal, against the engine or with others.")

Players = Annotated[
    str | None,
    typer.Option(
        metavar=template("NAMES"),
        help=template(
            "Players, separated by commas; 'level:1' to 'level:10', 'engine' and 'random' are "
            "computer players. By default you play against the engine; where nobody can be asked "
            "(input is not a terminal), all players are people."
        ),
        autocompletion=complete_players,
    ),
]
Lot = Annotated[bool, typer.Option(help=template("Draw lots for who starts."))]
Clock = Annotated[
    str | None,
    typer.Option(
        metavar=template("TIME"),
        help=template(
            "Seconds per game (600), with increment (300+5) or per move (1/60); none by default."
        ),
    ),
]
TakeBacks = Annotated[
    bool | None,
    typer.Option(help=template("Allow taking back moves if all players agree (the default).")),
]
Repetition = Annotated[
    bool | None,
    typer.Option(help=template("Threefold repetition is a draw (the default).")),
]
Seed = Annotated[
    int | None,
    typer.Option(help=template("Seed of the lot and of computer players, for repeatable games.")),
]
SaveFile = Annotated[
    Path | None,
    typer.Option(
        metavar=template("FILE"), help=template("Save the game to this record after every move.")
    ),
]
ResumeFile = Annotated[
    Path | None,
    typer.Option(metavar=template("FILE"), help=template("Continue the last game of this record.")),
]


def play(
    game: OptionalGame = None,
    option: GameOptions = None,
    position: PositionText = None,
    players: Players = None,
    lot: Lot = True,
    clock: Clock = None,
    take_backs: TakeBacks = None,
    repetition: Repetition = None,
    seed: Seed = None,
    megabytes: Megabytes = None,
    save: SaveFile = None,
    resume: ResumeFile = None,
) -> None:
    from quintet.cli.playing.setup import PlayOptions, play_games

    play_games(
        PlayOptions(
            game=game,
            options=read_pairs(option),
            position=position,
            players=players,
            lot=lot,
            clock=clock,
            take_backs=take_backs,
            repetition=repetition,
            seed=seed,
            megabytes=megabytes,
            save=save,
            resume=resume,
        )
    )
