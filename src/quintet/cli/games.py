"""`quintet games`: the games and their options."""

from __future__ import annotations

from quintet.cli.options import AsJson
from quintet.cli.terminal.output import print_json
from quintet.i18n.sentence import template

HELP = template("List the games, their numbers of players and their options.")


def games(as_json: AsJson = False) -> None:
    from quintet.cli.reports.facts import game_facts, game_lines

    if as_json:
        print_json(game_facts())
    else:
        print("\n".join(game_lines()))
