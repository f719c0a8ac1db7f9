"""`quintet perft`: count the move sequences of a given length."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated

import typer

from quintet.cli.options import AfterMoves, AsJson, Game, GameOptions, PositionText
from quintet.cli.parsing.values import find_position
from quintet.cli.terminal.output import print_json
from quintet.cli.terminal.progress import progress_bar
from quintet.i18n.sentence import sentence, template
from quintet.position import Position

HELP = template("Count the sequences of DEPTH legal moves (perft).")
MAX_DEPTH = 100

Depth = Annotated[
    int,
    typer.Argument(
        metavar=template("DEPTH"), min=0, max=MAX_DEPTH, help=template("Depth in plies.")
    ),
]
Divide = Annotated[bool, typer.Option(help=template("Print the count after every first move too."))]


def perft(
    game: Game,
    depth: Depth,
    option: GameOptions = None,
    position: PositionText = None,
    after: AfterMoves = None,
    divide: Divide = False,
    as_json: AsJson = False,
) -> None:
    found = find_position(game, option, position, after)
    total, by_move = count(found, depth, divide=divide)
    if as_json:
        print_json({"depth": depth, "count": total, **({"moves": by_move} if divide else {})})
        return
    for move, number in by_move.items():
        print(f"{move} {number}")
    print(total)


def count(position: Position, depth: int, *, divide: bool) -> tuple[int, dict[str, int]]:
    """Return the number of sequences and, with `divide`, that after every first move."""
    if depth < 2:
        by_move = dict.fromkeys(position.moves, 1) if divide and depth == 1 else {}
        return position.perft(depth), by_move
    # The first two plies make enough parts to keep all cores busy to the end.
    parts = [
        (first, child) for first in position.moves for child in _children(position.play(first))
    ]
    by_move = dict.fromkeys(position.moves, 0)
    counts = _count_all([child for _, child in parts], depth - 2)
    with progress_bar(sentence("counting"), len(parts)) as update:
        for done, ((first, _), number) in enumerate(zip(parts, counts, strict=True), start=1):
            by_move[first] += number
            if update is not None:
                update(done)
    return sum(by_move.values()), by_move if divide else {}


def _count_all(positions: list[Position], depth: int) -> Iterator[int]:
    pool = ThreadPoolExecutor(os.cpu_count() or 1)
    try:
        yield from pool.map(lambda position: position.perft(depth), positions)
    finally:
        # After Ctrl-C nobody waits for the counts that are still running.
        pool.shutdown(wait=False, cancel_futures=True)


def _children(position: Position) -> list[Position]:
    return [position.play(move) for move in position.moves]
