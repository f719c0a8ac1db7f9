"""`quintet review`: the mistakes of a recorded game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quintet.cli.options import AsJson, Megabytes, RecordFile, Threads
from quintet.cli.parsing.values import search_limits
from quintet.i18n.sentence import template

HELP = template("Review a recorded game: blunders, mistakes, and what was better.")

GameNumber = Annotated[
    int | None,
    typer.Option(
        metavar=template("N"),
        min=1,
        help=template("Which game of the file; the last one by default."),
    ),
]
Seconds = Annotated[
    float | None, typer.Option(help=template("Search every position for this long."))
]
Nodes = Annotated[
    int | None,
    typer.Option(help=template("Search this many nodes per position (200000 by default).")),
]
SvgFile = Annotated[
    Path | None,
    typer.Option(
        metavar=template("FILE"), help=template("Draw the evaluation over the game as SVG, too.")
    ),
]


def review(
    file: RecordFile,
    game: GameNumber = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    threads: Threads = 1,
    megabytes: Megabytes = None,
    svg: SvgFile = None,
    as_json: AsJson = False,
) -> None:
    from quintet.cli.reports.review import review_file
    from quintet.engine.review import MEGABYTES, NODES

    if seconds is None and nodes is None:
        nodes = NODES
    if megabytes is None:
        megabytes = MEGABYTES
    limits = search_limits(seconds, nodes, threads=threads, megabytes=megabytes)
    review_file(file, game, limits, svg, as_json=as_json)
