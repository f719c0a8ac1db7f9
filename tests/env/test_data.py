"""Data sets: the same games as `quintet.Position`, round trips, damaged files, commands."""

import doctest
import importlib
import importlib.util
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dataset
import quintet
from commands import good, run, wrong
from quintet import record, tablebase
from quintet.env import Simulator, data
from quintet.env.data import selfplay
from quintet.env.data.checking import check
from quintet.env.data.header import REASONS
from quintet.env.data.rows import joined
from quintet.errors import BadDataset, BadOption, BadRecord, MissingExtra
from quintet.outcome import Outcome

VARIANTS: list[tuple[str, dict[str, object]]] = list(dataset.VARIANTS.values())
REWARDS = {2: {1.0: 1.0, 0.5: 0.0, 0.0: -1.0}, 3: {1.0: 1.0, 0.5: 0.25, 0.0: -0.5}}
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


@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_random_games_follow_the_rules(game: str, options: dict[str, object]) -> None:
    """Every row is what `quintet.Position` and the house rules say, H1 and H5 included."""
    header, rows = random_rows(game, options)
    masks = rows.masks(header)
    row = 0
    for number in range(40):
        position = quintet.start(game, **options)
        variant, simulator = position.variant, header.simulator
        met = Counter([position])
        begin, plies = row, 0
        seats = []
        while True:
            assert (rows.game[row], rows.ply[row]) == (number, plies)
            assert rows.seat[row] == position.turn
            assert rows.state[row].tolist() == simulator.states([position])[0].tolist()
            seats.append(position.turn)
            third = variant.cycles and met[position] == 3
            if position.outcome is not None or third or plies == 400:
                break
            assert np.flatnonzero(masks[row]).tolist() == list(position.numbers)
            position = position.play(int(rows.action[row]))
            met[position] += 1
            row, plies = row + 1, plies + 1
        assert (rows.action[row], masks[row].any()) == (-1, False)
        board = position.outcome
        reason = "repetition" if met[position] == 3 else "limit"
        assert {REASONS[each] for each in rows.reason[begin : row + 1]} == {
            reason if board is None else board.reason
        }
        worth = REWARDS[len(set(variant.sides))]
        expected = [0.0 if board is None else worth[board.scores[seat]] for seat in seats]
        assert rows.outcome[begin : row + 1].tolist() == expected
        row += 1
    assert row == len(rows)


def test_random_games_depend_on_the_seed_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "GAMES_AT_ONCE", 16)
    header = data.header("quixo", seed=1, player="random")

    def rows(games: int, threads: int, seed: int = 1) -> data.Rows:
        parts = list(data.random_games(replace(header, seed=seed), games=games, threads=threads))
        assert len(parts) == -(-games // 16)
        return joined(parts, header.simulator)

    one = rows(40, 1)
    assert same(one, rows(40, 2))
    fewer = rows(25, 1)
    assert same(fewer, one.part(0, len(fewer)))
    assert not same(one, rows(40, 1, seed=2))
    assert sorted(set(one.game.tolist())) == list(range(40))
    # No two chunks play the same games.
    first = {number: one.action[one.game == number].tolist() for number in (0, 16, 32)}
    assert first[0] != first[16] != first[32]


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_files_keep_everything(
    game: str, options: dict[str, object], suffix: str, tmp_path: Path
) -> None:
    header, rows = random_rows(game, options, games=9)
    rows = data.with_exact_values(data.with_policy(rows, header), header)
    path = tmp_path / f"games{suffix}"
    middle = len(rows) // 2
    written = data.write(path, header, [rows.part(0, middle), rows.part(middle, len(rows))])
    found = data.read(path)
    assert found.header == header
    assert same(found.rows, rows)
    assert (written.games, written.rows) == (9, len(rows))
    whole = data.Checksum(header)
    whole.add(rows)
    assert written.checksum == whole.text
    assert [path.name for path in tmp_path.iterdir()] == [path.name]


def test_checksum_is_of_the_content() -> None:
    header, rows = random_rows("quixo", {}, games=4)

    def text(rows: data.Rows, header: data.Header = header) -> str:
        checksum = data.Checksum(header)
        checksum.add(rows)
        return checksum.text

    changed = [
        replace(rows, action=np.where(rows.ply == 0, rows.action + 1, rows.action)),
        replace(rows, outcome=-rows.outcome),
        replace(rows, record={0: "{}"}),
        data.with_policy(rows, header),
    ]
    assert len({text(rows), *map(text, changed)}) == 5
    assert text(rows) == text(data.with_exact_values(rows, header))
    other = replace(header, layout="quixo-5x5-v1")
    assert text(rows, other) != text(rows)


def test_policies() -> None:
    header, rows = random_rows("quarto", {}, games=5)
    moved = rows.action >= 0
    uniform = data.with_policy(rows, header).policy
    assert uniform is not None
    assert np.array_equal(uniform > 0, rows.masks(header))
    np.testing.assert_allclose(uniform.sum(axis=1), moved, rtol=1e-6)
    played = data.with_policy(rows, replace(header, player="level:3")).policy
    assert played is not None
    assert played.argmax(axis=1)[moved].tolist() == rows.action[moved].tolist()
    assert played.sum(axis=1).tolist() == moved.astype(float).tolist()
    partly = np.where(rows.ply[:, None] == 0, uniform, np.nan).astype(np.float32)
    filled = replace(rows, policy=partly).policies(header)
    assert np.array_equal(filled, np.where(rows.ply[:, None] == 0, uniform, played))


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Only the tablebases of the package."""
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path / "tables"))
    tablebase.close()
    yield
    tablebase.close()


@pytest.mark.usefixtures("shipped")
def test_exact_values_are_those_of_a_search() -> None:
    header, rows = random_rows("quantik", {}, games=30)
    rows = data.with_exact_values(rows, header)
    wins = losses = 0
    for row in range(len(rows)):
        position = header.simulator.position(rows.state, row)
        exact, plies = float(rows.exact[row]), int(rows.exact_plies[row])
        assert exact in (1.0, -1.0)
        if position.outcome is not None:
            assert (exact, plies) == (2 * position.outcome.scores[position.turn] - 1, 0)
        elif plies <= 3:
            won = exact == 1
            wins, losses = wins + won, losses + (not won)
            winner = position.turn if won else 1 - position.turn
            assert position.wins_within(plies, winner)
            assert not position.wins_within(plies - 1, winner)
    assert wins > 20
    assert losses > 10


def test_exact_values_without_a_tablebase_are_those_of_the_board() -> None:
    header, rows = random_rows("cubulus", {"players": 3}, games=10)
    exact = data.with_exact_values(rows, header)
    over = header.simulator.terminated(rows.state)
    assert np.array_equal(np.isfinite(exact.exact), over)
    assert np.array_equal(exact.exact[over], rows.outcome[over])
    assert np.array_equal(exact.exact_plies == 0, over)


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


def test_games_of_levels() -> None:
    header = data.header("quantik", seed=5, player="level:1")
    parts = list(data.level_games(header, 1, games=3, jobs=1))
    rows = joined(parts, header.simulator)
    games = list(data.records_of([rows], header))
    assert [game.tags["Round"] for game in games] == ["1", "2", "3"]
    assert all(game.seats[0].startswith("level:1") for game in games)
    again = joined(data.level_games(header, 1, games=3, jobs=1), header.simulator)
    assert same(again, rows)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_games_of_levels_do_not_depend_on_the_number_of_jobs(
    game: str, options: dict[str, object]
) -> None:
    header = data.header(game, options, seed=5, player="level:2")
    one, two = (
        joined(data.level_games(header, 2, games=7, jobs=jobs), header.simulator) for jobs in (1, 2)
    )
    assert same(one, two)
    assert one.game.max() == 6


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


def test_nothing_is_left_of_a_file_that_failed(tmp_path: Path) -> None:
    header, rows = random_rows("quixo", {}, games=2)

    def parts() -> Iterator[data.Rows]:
        yield rows
        raise KeyboardInterrupt

    for suffix in SUFFIXES:
        with pytest.raises(KeyboardInterrupt):
            data.write(tmp_path / f"games{suffix}", header, parts())
    with pytest.raises(BadOption):
        data.write(tmp_path / "games.csv", header, [rows])
    assert list(tmp_path.iterdir()) == []


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


OUT_OF_BOUNDS: dict[str, Callable[[data.Rows], data.Rows]] = {
    "state": lambda rows: replace(rows, state=~rows.state),
    "seat": lambda rows: replace(rows, seat=1 - rows.seat),
    "action": lambda rows: replace(rows, action=rows.action + np.int16(44)),
    "reason": lambda rows: replace(rows, reason=rows.reason + np.uint8(20)),
    "mask": lambda rows: replace(rows, mask=rows.mask[:, 1:]),
    "policy": lambda rows: replace(rows, policy=np.zeros((len(rows), 3), np.float32)),
    "type": lambda rows: replace(rows, game=rows.game.astype(np.float64)),
    "length": lambda rows: replace(rows, ply=rows.ply[1:]),
}


@pytest.mark.parametrize("wrong", OUT_OF_BOUNDS)
def test_rows_out_of_bounds_are_not_written(wrong: str, tmp_path: Path) -> None:
    header, rows = random_rows("quixo", {}, games=3)
    for suffix in SUFFIXES:
        with pytest.raises(BadDataset):
            data.write(tmp_path / f"x{suffix}", header, [OUT_OF_BOUNDS[wrong](rows)])
    assert list(tmp_path.iterdir()) == []


def rewritten(path: Path, **changes: Any) -> None:
    """Write a file again with entries of its header changed."""
    if path.suffix == ".npz":
        with np.load(path) as arrays:
            kept = dict(arrays)
        header = json.loads(kept["header"].tobytes()) | changes
        kept["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
        np.savez(path, **kept)
        return
    table = pq.read_table(path)
    header = json.loads(table.schema.metadata[b"quintet"]) | changes
    pq.write_table(table.replace_schema_metadata({b"quintet": json.dumps(header)}), path)


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"layout": "quixo-5x5-v9"}, "layout quixo-5x5-v9"),
        ({"format": 2}, "format 2"),
        ({"game": "go"}, "go"),
        ({"game": "quarto", "layout": "quarto-v0"}, "damaged|row 0"),
        ({"options": {"size": 9}}, "size"),
        ({"options": {"game": "x"}}, "no option"),
        ({"options": 5}, "damaged"),
        ({"seed": "x"}, "damaged"),
        ({"version": None}, "damaged"),
    ],
)
def test_headers_of_others(
    changes: dict[str, object], said: str, suffix: str, tmp_path: Path
) -> None:
    header, rows = random_rows("quixo", {}, games=2)
    path = tmp_path / f"x{suffix}"
    data.write(path, header, [rows])
    rewritten(path)
    assert same(data.read(path).rows, rows)
    rewritten(path, **changes)
    with pytest.raises(BadDataset, match=said) as caught:
        data.read(path)
    assert caught.value.path == str(path)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_damage_is_found(suffix: str, tmp_path: Path) -> None:
    """A file with a bit changed is refused, or says the same as before."""
    header = data.header("quixo")
    path = tmp_path / f"x{suffix}"
    data.write(path, header, data.rows_of(annotated_records(), header))
    content, before = path.read_bytes(), data.read(path).rows
    # The last part of a Parquet file, which says where the others are, has no checksum of its own.
    footer = len(content)
    if suffix == ".parquet":
        footer -= 8 + int.from_bytes(content[-8:-4], "little")
    rng = random.Random(4)
    refused = 0
    for _ in range(60):
        at, bit = rng.randrange(len(content)), 1 << rng.randrange(8)
        path.write_bytes(content[:at] + bytes([content[at] ^ bit]) + content[at + 1 :])
        try:
            found = data.read(path).rows
        except BadDataset:
            refused += 1
        else:
            assert at >= footer or same(found, before)
    assert refused > 15
    for size in (0, 3, len(content) // 2, len(content) - 1):
        path.write_bytes(content[:size])
        with pytest.raises(BadDataset):
            data.read(path)


def test_files_of_others_are_refused(tmp_path: Path) -> None:
    parquet, arrays = tmp_path / "x.parquet", tmp_path / "x.npz"
    pq.write_table(pa.table({"a": [1]}), parquet)
    np.savez(arrays, a=np.arange(3))
    for path in (parquet, arrays):
        with pytest.raises(BadDataset, match="not written by quintet data"):
            data.read(path)
    with arrays.open("wb") as file:
        np.save(file, np.array([{"a": 1}], object), allow_pickle=True)
    with pytest.raises(BadDataset):
        data.read(arrays)
    with pytest.raises(FileNotFoundError):
        data.read(tmp_path / "missing.parquet")
    with pytest.raises(FileNotFoundError):
        data.read(tmp_path / "missing.npz")


def test_parquet_lacks_a_column(tmp_path: Path) -> None:
    header, rows = random_rows("quixo", {}, games=2)
    path = tmp_path / "x.parquet"
    data.write(path, header, [rows])
    table = pq.read_table(path)
    for name in table.column_names:
        pq.write_table(table.drop_columns(name), path)
        with pytest.raises(BadDataset):
            data.read(path)


def test_missing_packages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    header, rows = random_rows("quixo", {}, games=2)
    monkeypatch.delitem(sys.modules, "quintet.env.data.parquet", raising=False)
    monkeypatch.delattr(data, "parquet", raising=False)
    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "pyarrow" else real(name)
    )
    with pytest.raises(MissingExtra, match=r"quintet\[data\]"):
        data.write(tmp_path / "x.parquet", header, [rows])
    assert list(tmp_path.iterdir()) == []
    cli = importlib.import_module("quintet.cli.data")
    monkeypatch.setattr(cli, "find_spec", lambda name: None)  # noqa: ARG005
    with pytest.raises(MissingExtra, match=r"quintet\[data\]"):
        cli.import_games(tmp_path / "x.npz")


def test_commands(tmp_path: Path) -> None:
    made, text = tmp_path / "a.parquet", tmp_path / "a.txt"
    said = json.loads(good("data", "selfplay", "quixo", "--games", 5, "-O", made, "--json"))
    assert (said["games"], said["layout"]) == (5, "quixo-5x5-v0")
    assert data.read(made).header.player == "random"
    good("data", "import", made, "-O", text)
    again = json.loads(good("data", "export", text, "-O", tmp_path / "b.npz", "--json"))
    assert (again["checksum"], again["rows"]) == (said["checksum"], said["rows"])
    assert good("data", "import", tmp_path / "b.npz") == text.read_text()
    out = good("data", "selfplay", "quantik", "--level", 1, "--games", 1, "--jobs", 1, "-O", made)
    assert "1 game, " in out
    assert record.loads(good("data", "import", made))[0].seats == ("level:1", "level:1 (2)")


def test_command_reports_broken_games(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text('[Game "quixo"]\n\n1. a1b2 *\n\n[Game "quixo"]\n\n1. a1e1 *\n')
    code, out, err = run("data", "export", games, "-O", tmp_path / "x.npz")
    assert (code, err.count("\n")) == (1, 1)
    assert "game 1: line 3" in err
    assert "1 game, 2 positions" in out
    games.write_text('[Game "quixo"]\n\n1. a1b2 *\n')
    code, out, err = run("data", "export", games, "-O", tmp_path / "y.npz")
    assert (code, out) == (2, "")
    assert "no games" in err


@pytest.mark.slow_except("arguments0", "arguments2", "arguments7")
@pytest.mark.parametrize(
    "arguments",
    [
        ("selfplay", "quixo", "--level", "11", "-O", "x.npz"),
        ("selfplay", "quixo", "--games", "0", "-O", "x.npz"),
        ("selfplay", "quixo", "-o", "seed=3", "-O", "x.npz"),
        ("selfplay", "quixo", "-O", "x.csv"),
        ("selfplay", "go", "-O", "x.npz"),
        ("selfplay", "quixo"),
        ("export", "missing.txt", "-O", "x.npz"),
        ("import", "missing.parquet"),
    ],
)
def test_wrong_calls(arguments: tuple[str, ...]) -> None:
    wrong("data", *arguments)
    assert not Path("x.npz").exists()


def test_games_of_one_kind_only(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text('[Game "quixo"]\n\n1. a1e1 *\n\n[Game "quantik"]\n\n1. A@a1 *\n')
    assert "one game" in wrong("data", "export", games, "-O", tmp_path / "x.parquet")
    assert [path.name for path in tmp_path.iterdir()] == ["games.txt"]


KNOWN = {
    "quantik": "4443c358410e01ef6fc5dc760f9979795725b38f29d49d467adb3d98e58384cc",
    "quarto": "593024d457bc359a8e1be6446a9e9105f88a4e10c71d30abd2a27cbaf59bf06a",
    "quarto-spoken": "6c22a9eac19d2939b3ec49d7decc7e0a5631196b22e1afe7fe6ec3e9fa4f85ae",
    "qomet": "f440c4356ac5c8c3f4554c4b5c1c4df62b6f5be8a7ad7d3a7690c4eed6a7cf31",
    "cubulus": "a2e8391444a62dc20e33bd96ab17c92512e9c23f684817ac8ff521d3bf96787d",
    "cubulus-three": "5f1e21c745e233ce3a3d26291e015098b4d6326e4b9f423a88c40f82fefb7fe5",
    "quixo": "3e9994e9fce6f7860a39927dffbcdef3afbc9885f5ed104b2dbbce3321406458",
    "quixo-four": "d80139ea1a389c8766ba71c29cffde10177e9c97979680a039f9c0635aa5b587",
}


@pytest.mark.parametrize("threads", [1, 2])
def test_public_data_set_is_always_the_same(threads: int, tmp_path: Path) -> None:
    """The games of the public data set must not change: other people have them."""
    dataset.main([str(tmp_path), "--games", "300", "--threads", str(threads)])
    lines = (tmp_path / "checksums.txt").read_text().splitlines()
    found = dict(line.split("  ")[::-1] for line in lines)
    assert list(found.values()) == list(KNOWN.values())
    for name in found:
        header, parts = data.chunks(tmp_path / name)
        checksum = data.Checksum(header)
        for part in parts:
            checksum.add(part)
        assert checksum.text == found[name]


def test_example_of_the_module() -> None:
    assert doctest.testmod(data) == (0, 8)


def test_reference_page_has_every_column() -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "data.md"
    lines = page.read_text(encoding="utf-8").splitlines()
    named = {line.split("`")[1] for line in lines if line.startswith("| `")}
    parquet = importlib.import_module("quintet.env.data.parquet")
    assert set(parquet.schema_of(Simulator("quixo")).names) <= named
    header = data.header("quixo", seed=1, player="random")
    assert json.loads(header.json()).keys() <= named
