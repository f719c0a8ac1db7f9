"""`quintet rules`: the rules of a game, with figures."""

from __future__ import annotations

from typing import Annotated

import typer

from quintet.cli.options import GAMES_HELP, AsJson
from quintet.cli.parsing.completion import complete_one_of
from quintet.games import GAMES
from quintet.i18n.sentence import template

HELP = template("Explain the rules of a game, or with house those that all games share.")
HOUSE = "house"

GameOrHouse = Annotated[
    str,
    typer.Argument(
        metavar=template("GAME"),
        help=f"{GAMES_HELP}, {HOUSE}",
        autocompletion=complete_one_of(*GAMES, HOUSE),
    ),
]


def rules(game: GameOrHouse, as_json: AsJson = False) -> None:
    from quintet.cli.reports.rules import print_rules, rules_facts
    from quintet.cli.terminal.output import print_json

    if as_json:
        print_json(rules_facts(game))
    else:
        print_rules(game)
