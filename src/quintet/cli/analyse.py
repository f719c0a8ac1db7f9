"""`quintet analyse`: the value of a position and its best moves."""

from __future__ import annotations

from typing import Annotated

import typer

from quintet.cli.options import (
    AfterMoves,
    AsJson,
    Game,
    GameOptions,
    Megabytes,
    PositionText,
    Threads,
)
from quintet.cli.parsing.values import find_position, search_limits
from quintet.errors import BadOption
from quintet.i18n.sentence import sentence, template

HELP = template("Evaluate a position and list the best moves. Ctrl-C ends the search.")
ALL = "all"

Seconds = Annotated[
    float | None,
    typer.Option(help=template("Search for this long (1 second if no limit is given).")),
]
Nodes = Annotated[int | None, typer.Option(help=template("Search this many nodes."))]
Depth = Annotated[int | None, typer.Option(help=template("Search this many plies deep."))]
MoveCount = Annotated[
    str,
    typer.Option(metavar=template("N|all"), help=template("How many of the best moves to show.")),
]


def analyse(
    game: Game,
    option: GameOptions = None,
    position: PositionText = None,
    after: AfterMoves = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    depth: Depth = None,
    threads: Threads = 1,
    megabytes: Megabytes = None,
    moves: MoveCount = "3",
    as_json: AsJson = False,
) -> None:
    from quintet.cli.reports.analysis import print_analysis

    if seconds is None and nodes is None and depth is None:
        seconds = 1.0
    limits = search_limits(seconds, nodes, depth, threads=threads, megabytes=megabytes)
    found = find_position(game, option, position, after)
    print_analysis(found, limits, read_move_count(moves), as_json=as_json)


def read_move_count(given: str) -> int | str:
    """Return how many moves to show: a number, or "all"."""
    if given == ALL:
        return ALL
    if given.isascii() and given.isdigit() and int(given[:9]) >= 1:
        return int(given[:9])
    raise BadOption(
        sentence("--moves is a number from 1, or all, not {given}.", given=given[:40] or "''"),
        option="moves",
        value=given,
        allowed=(ALL,),
    )
