"""`quintet moves`: the legal moves of a position."""

from __future__ import annotations

from quintet.cli.options import AfterMoves, AsJson, Game, GameOptions, PositionText
from quintet.cli.parsing.values import find_position
from quintet.cli.terminal.output import print_json
from quintet.i18n.sentence import template

HELP = template("Print the legal moves, one per line.")


def moves(
    game: Game,
    option: GameOptions = None,
    position: PositionText = None,
    after: AfterMoves = None,
    as_json: AsJson = False,
) -> None:
    found = find_position(game, option, position, after)
    if not as_json:
        for move in found.moves:
            print(move)
        return
    print_json(
        {
            "position": found.text,
            "seat": found.seat,
            "moves": found.moves,
            "numbers": found.numbers,
            "paths": found.paths,
        }
    )
