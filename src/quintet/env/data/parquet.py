"""Data sets as Parquet files, written and read a part at a time."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

import numpy as np

from quintet.env.data.header import REASONS, Header, no_dataset, read_header
from quintet.env.data.rows import COLUMNS, NO_ACTION, NO_PLIES, Rows, shape_of
from quintet.env.simulator import Simulator
from quintet.errors import MissingExtra
from quintet.i18n.sentence import sentence

if find_spec("pyarrow") is None:
    raise MissingExtra(
        sentence(
            "Parquet files need PyArrow. Install it with pip install 'quintet[data]', or write a "
            "file that ends with .npz."
        ),
        extra="data",
    )

import pyarrow as pa
import pyarrow.parquet as pq

HEADER = b"quintet"  # the key in the file's metadata
ROWS_AT_ONCE = 1 << 18


def schema_of(simulator: Simulator) -> Any:
    """Return the columns of a file."""
    words, size = simulator.core.words, -(-simulator.vocabulary // 8)
    return pa.schema(
        [
            pa.field("game", pa.int64(), nullable=False),
            pa.field("ply", pa.int32(), nullable=False),
            pa.field("seat", pa.int8(), nullable=False),
            pa.field("state", pa.list_(pa.uint64(), words), nullable=False),
            pa.field("mask", pa.binary(size), nullable=False),
            pa.field("action", pa.int16()),
            pa.field("outcome", pa.float32()),
            pa.field("reason", pa.string(), nullable=False),
            pa.field("exact", pa.float32()),
            pa.field("exact_plies", pa.int16()),
            pa.field("policy", pa.list_(pa.float32())),
            pa.field("record", pa.string()),
        ]
    )


class Writer:
    """Writes every part as it comes."""

    def __init__(self, file: IO[bytes], header: Header) -> None:
        self.schema = schema_of(header.simulator).with_metadata({HEADER: header.json()})
        self.writer = pq.ParquetWriter(
            file, self.schema, compression="zstd", write_page_checksum=True
        )

    def add(self, rows: Rows) -> None:
        table = pa.Table.from_arrays(_arrays(rows, self.schema), schema=self.schema)
        self.writer.write_table(table, row_group_size=ROWS_AT_ONCE)

    def close(self, *, complete: bool) -> None:
        self.writer.close()


def _arrays(rows: Rows, schema: Any) -> list[Any]:
    count = len(rows)
    names = pa.array(REASONS, pa.string())
    reasons = pa.DictionaryArray.from_arrays(pa.array(rows.reason, pa.uint8()), names)
    policy = pa.nulls(count, pa.list_(pa.float32()))
    if rows.policy is not None:
        known = ~np.isnan(rows.policy).any(axis=1)
        offsets = np.concatenate([[0], np.cumsum(known * rows.policy.shape[1])])
        values = pa.array(rows.policy[known].ravel(), pa.float32())
        starts = pa.array(offsets, pa.int32(), mask=np.append(~known, False))
        policy = pa.ListArray.from_arrays(starts, values)
    state = pa.FixedSizeListArray.from_arrays(
        pa.array(np.ascontiguousarray(rows.state).ravel()), rows.state.shape[1]
    )
    mask = pa.Array.from_buffers(
        schema.field("mask").type, count, [None, pa.py_buffer(rows.mask.tobytes())]
    )
    return [
        pa.array(rows.game),
        pa.array(rows.ply),
        pa.array(rows.seat),
        state,
        mask,
        pa.array(rows.action, mask=rows.action == NO_ACTION),
        pa.array(rows.outcome, mask=np.isnan(rows.outcome)),
        reasons.cast(pa.string()),
        pa.array(rows.exact, mask=np.isnan(rows.exact)),
        pa.array(rows.exact_plies, mask=rows.exact_plies == NO_PLIES),
        policy,
        _texts(rows),
    ]


def _texts(rows: Rows) -> Any:
    if not rows.record:
        return pa.nulls(len(rows), pa.string())
    return pa.array([rows.record.get(row) for row in range(len(rows))], pa.string())


def read(path: Path) -> tuple[Header, Iterator[Rows]]:
    """Return the header, and the rows a part at a time."""
    file = path.open("rb")  # a missing file is an error of its own
    try:
        parquet = pq.ParquetFile(file, page_checksum_verification=True)
        metadata = parquet.schema_arrow.metadata or {}
        header = read_header(metadata[HEADER].decode(), str(path))
    except (pa.ArrowException, OSError, KeyError, UnicodeDecodeError) as error:
        file.close()
        raise no_dataset(str(path)) from error
    except BaseException:
        file.close()
        raise
    return header, _parts(path, file, parquet, header)


def _parts(path: Path, file: IO[bytes], parquet: Any, header: Header) -> Iterator[Rows]:
    schema = schema_of(header.simulator)
    rows = 0
    with file:
        try:
            for batch in parquet.iter_batches(ROWS_AT_ONCE):
                table = pa.Table.from_batches([batch]).select(schema.names).cast(schema)
                yield _rows(table.combine_chunks(), header.simulator)
                rows += table.num_rows
        except (pa.ArrowException, OSError, KeyError, ValueError, IndexError) as error:
            raise no_dataset(str(path)) from error
    if rows != parquet.metadata.num_rows:
        raise no_dataset(str(path))


def _bytes(column: Any) -> Any:
    size = column.type.byte_width
    return np.frombuffer(
        column.buffers()[1] or b"", np.uint8, len(column) * size, column.offset * size
    )


def _rows(table: Any, simulator: Simulator) -> Rows:
    count = table.num_rows

    def column(name: str) -> Any:
        chunks = table.column(name).chunks
        return chunks[0] if chunks else pa.array([], table.schema.field(name).type)

    def numbers(name: str, missing: float) -> Any:
        return column(name).fill_null(missing).to_numpy(zero_copy_only=False)

    states = column("state").flatten().to_numpy(zero_copy_only=False)
    masks = _bytes(column("mask"))
    reasons = column("reason").dictionary_encode()
    names = np.array([REASONS.index(name) for name in reasons.dictionary.to_pylist()], np.uint8)
    arrays: dict[str, Any] = {
        "game": numbers("game", 0),
        "ply": numbers("ply", 0),
        "seat": numbers("seat", 0),
        "state": states.reshape(shape_of("state", count, simulator)),
        "mask": masks.reshape(shape_of("mask", count, simulator)),
        "action": numbers("action", NO_ACTION),
        "outcome": numbers("outcome", np.nan),
        "reason": names[reasons.indices.to_numpy(zero_copy_only=False)],
        "exact": numbers("exact", np.nan),
        "exact_plies": numbers("exact_plies", NO_PLIES),
    }
    assert arrays.keys() == COLUMNS.keys()
    policy = None
    if column("policy").null_count < count:
        policy = np.full((count, simulator.vocabulary), np.nan, np.float32)
        known = column("policy").is_valid().to_numpy(zero_copy_only=False)
        values = column("policy").flatten().to_numpy(zero_copy_only=False)
        policy[known] = values.reshape(-1, simulator.vocabulary)
    texts = column("record")
    record = {row: texts[row].as_py() for row in np.flatnonzero(texts.is_valid()).tolist()}
    return Rows(**arrays, policy=policy, record=record)
