"""`quintet puzzles`: positions in which exactly one move is right."""

from __future__ import annotations

from typing import Annotated

import typer

from quintet.cli.options import AsJson, Game
from quintet.cli.parsing.completion import complete_one_of
from quintet.i18n.sentence import template

HELP = template("Solve puzzles: positions in which exactly one move is right.")

Count = Annotated[
    int, typer.Option(min=1, metavar=template("N"), help=template("How many puzzles."))
]
Level = Annotated[
    int | None,
    typer.Option(
        metavar=template("N"),
        help=template("From 1 (easy) to 5 (hard)."),
        autocompletion=complete_one_of(*"12345"),
    ),
]
ThemeName = Annotated[
    str | None,
    typer.Option(
        "--theme",
        metavar=template("NAME"),
        help=template("Only puzzles of a theme, such as fork."),
        autocompletion=complete_one_of("only-move", "fork", "forbidding", "zugzwang", "gift"),
    ),
]
Seed = Annotated[
    int | None, typer.Option(help=template("Seed of the choice, to get the same puzzles again."))
]


def puzzles(
    game: Game,
    count: Count = 10,
    level: Level = None,
    theme: ThemeName = None,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    from quintet.cli.playing.puzzles import print_puzzles, solve_puzzles
    from quintet.puzzles import choose
    from quintet.puzzles.themes import find_theme

    wanted = None if theme is None else find_theme(theme)
    chosen = choose(game, count, level=level, theme=wanted, seed=seed)
    if as_json:
        print_puzzles(chosen)
    else:
        solve_puzzles(chosen)
