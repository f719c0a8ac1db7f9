"""Records as rows of a data set and back; rows that are no games."""

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import quintet
from env.data_sets import SUFFIXES, VARIANTS, annotated_records, random_rows, same
from quintet import record
from quintet.env import data
from quintet.env.data.checking import check
from quintet.env.data.header import REASONS
from quintet.errors import BadDataset, BadOption, BadRecord
from quintet.outcome import Outcome


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_records_come_back(suffix: str, tmp_path: Path) -> None:
    games = annotated_records()
    header = data.header("quixo")
    path = tmp_path / f"games{suffix}"
    data.write(path, header, data.rows_of(games, header))
    found, parts = data.chunks(path)
    assert list(data.records_of(parts, found)) == games
    rows = data.read(path).rows
    assert rows.ply.tolist() == [0, 1, 2, 0, 1, 0, 0, 1, 0, 1]
    a1e1, e5a5 = (quintet.start("quixo").variant.words[0].index(word) for word in ("a1e1", "e5a5"))
    assert rows.action.tolist() == [a1e1, e5a5, -1, a1e1, -1, -1, a1e1, -1, a1e1, -1]
    # Bob resigned: the mover of the last row won, and nobody moves any more.
    assert rows.outcome[:3].tolist() == [1, -1, 1]
    assert np.isnan(rows.outcome[3:6]).all()
    assert rows.outcome[6:].tolist() == [0, 0, -1, 1]
    assert rows.masks(header).any(axis=1).tolist() == [
        *(True, True, False),
        *(True, True),
        True,
        *(True, False),
        *(True, False),
    ]
    names = [REASONS[reason] for reason in rows.reason]
    assert names == ["resignation"] * 3 + ["none"] * 3 + ["agreement"] * 2 + ["none"] * 2
    # Records that say no more than the columns take no room.
    assert sorted(rows.record) == [0, 8]


@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_random_games_are_records_and_back(game: str, options: dict[str, object]) -> None:
    header, rows = random_rows(game, options, games=20)
    games = list(data.records_of([rows], header))
    for each in games:
        each.check()
        assert each.final.outcome is not None or each.termination in ("repetition", "limit")
    (again,) = data.rows_of(games, header)
    assert same(again, rows)
    assert not again.record


def test_games_may_be_divided_anyhow() -> None:
    header, rows = random_rows("quantik", {}, games=6)
    rng = random.Random(2)
    expected = list(data.records_of([rows], header))
    for _ in range(10):
        cuts = sorted({0, len(rows), *rng.choices(range(len(rows)), k=9)})
        parts = [rows.part(begin, end) for begin, end in pairwise(cuts)]
        assert list(data.records_of(parts, header)) == expected


def test_records_of_three_seats_keep_their_result() -> None:
    begin = quintet.start("cubulus", players=3)
    outcome = Outcome((0.5, 0.0, 0.5), "time")
    game = record.Record.from_moves(begin, begin.moves[:1], outcome=outcome)
    header = data.header("cubulus", {"players": 3})
    (rows,) = data.rows_of([game], header)
    assert rows.outcome.tolist() == [0.25, -0.5]
    assert list(data.records_of([rows], header)) == [game]


def test_other_games_are_refused() -> None:
    header = data.header("quixo")
    four = record.Record.from_moves(quintet.start("quixo", players=4), [])
    with pytest.raises(BadOption):
        list(data.rows_of([four], header))
    (broken,) = record.loads('[Game "quixo"]\n\n1. a1b2 *\n')
    with pytest.raises(BadRecord):
        list(data.rows_of([broken], header))
    _, rows = random_rows("quantik", {}, games=2)
    with pytest.raises(BadDataset):
        list(data.records_of([check(rows, header, "x")], header))


# A change of rows that leaves no game behind, and the row it spoils.
SPOILED: dict[str, Callable[[data.Rows], data.Rows]] = {
    "ply": lambda rows: replace(rows, ply=np.where(rows.ply == 3, 4, rows.ply).astype(np.int32)),
    "action": lambda rows: replace(
        rows, action=np.where(rows.ply == 1, (rows.action + 1) % 44, rows.action).astype(np.int16)
    ),
    "end": lambda rows: replace(rows, action=np.full(len(rows), -1, np.int16)),
    "no end": lambda rows: rows.part(0, len(rows) - 1),
    "state": lambda rows: replace(rows, state=np.roll(rows.state, 2, axis=0)),
    "reason": lambda rows: replace(rows, reason=np.full(len(rows), 11, np.uint8)),
    "record": lambda rows: replace(rows, record={0: '{"game": "quixo", "moves": []}'}),
    "no record": lambda rows: replace(rows, record={0: "x"}),
    "two records": lambda rows: replace(rows, record={0: '{"game": "quixo"}\n{"game": "quixo"}'}),
}


@pytest.mark.parametrize("spoiled", SPOILED)
def test_rows_that_are_no_games_are_refused(spoiled: str) -> None:
    header, rows = random_rows("quixo", {}, games=3)
    with pytest.raises(BadDataset, match="row"):
        list(data.records_of([SPOILED[spoiled](rows)], header, "x.npz"))
