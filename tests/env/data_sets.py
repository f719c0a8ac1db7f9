"""What the tests of data sets share: variants, games, comparisons."""

import dataset
from quintet import record
from quintet.env import data

VARIANTS: list[tuple[str, dict[str, object]]] = list(dataset.VARIANTS.values())
COLUMNS = (
    *("game", "ply", "seat", "state", "mask", "action"),
    *("outcome", "reason", "exact", "exact_plies"),
)
SUFFIXES = (".parquet", ".npz")


def random_rows(game: str, options: dict[str, object], games: int = 40) -> data.Dataset:
    header = data.header(game, options, seed=3, player="random")
    (rows,) = data.random_games(header, games=games)
    return data.Dataset(header, rows)


def same(first: data.Rows, second: data.Rows) -> bool:
    """Whether two data sets have the same content, value by value."""
    for name in (*COLUMNS, "policy"):
        one, other = getattr(first, name), getattr(second, name)
        if (one is None) != (other is None):
            return False
        if one is not None and not (one.dtype == other.dtype and one.tobytes() == other.tobytes()):
            return False
    return first.record == second.record


def annotated_records() -> list[record.Record]:
    """Records with everything a record can have, and some with nothing but moves."""
    text = """
[Game "quixo"]
[Event "A club"]
[Date "2026-11-15"]
[Seat0 "Ann"]
[Seat1 "Bob"]
[Result "1-0"]
[Termination "resignation"]
[Colour "blue"]

{before} 1. a1e1 $1 {[%clk 0:01:00]} {a comment} (1. a1a5 2. e5a5 (2. e1e5)) 2. e5a5 1-0

[Game "quixo"]
[Seat0 ""]
[Seat1 ""]
[Position "...../...../...../...../x...o x"]
[Result "*"]

1. a1e1 *

[Game "quixo"]
[Seat0 ""]
[Seat1 ""]
[Result "*"]

*

[Game "quixo"]
[Seat0 ""]
[Seat1 ""]
[Result "1/2-1/2"]
[Termination "agreement"]

1. a1e1 1/2-1/2

[Game "quixo"]
[Seat0 ""]
[Seat1 ""]
[Result "0-1"]

1. a1e1 0-1
"""
    games = record.loads(text)
    assert [game.error for game in games] == [None] * 5
    return games
