"""Files of data sets: round trips, checksums, damage, files of others."""

import importlib
import importlib.util
import json
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from env.data_sets import SUFFIXES, VARIANTS, annotated_records, random_rows, same
from quintet.env import data
from quintet.errors import BadDataset, BadOption, MissingExtra


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
