"""Data sets as NumPy files: an array a column, read and written without pickles."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import IO, Any

import numpy as np

from quintet.env.data.header import REASONS, Header, no_dataset, read_header
from quintet.env.data.rows import COLUMNS, Rows, joined
from quintet.errors import BadDataset

# What NumPy and zipfile raise for a file that is damaged or not theirs.
DAMAGE = (
    AttributeError,
    EOFError,
    LookupError,
    MemoryError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)


class Writer:
    """Holds all rows until it is closed: a NumPy file cannot grow."""

    def __init__(self, file: IO[bytes], header: Header) -> None:
        self.file = file
        self.header = header
        self.parts: list[Rows] = []

    def add(self, rows: Rows) -> None:
        self.parts.append(rows)

    def close(self, *, complete: bool) -> None:
        if not complete:
            return
        rows = joined(self.parts, self.header.simulator)
        arrays: dict[str, Any] = {name: getattr(rows, name) for name in COLUMNS}
        if rows.policy is not None:
            arrays["policy"] = rows.policy
        # The records of some rows: a text that ends where the next begins.
        texts = [rows.record[row].encode() for row in sorted(rows.record)]
        arrays["record_rows"] = np.array(sorted(rows.record), np.int64)
        arrays["record_ends"] = np.cumsum([len(text) for text in texts], dtype=np.int64)
        arrays["record_text"] = np.frombuffer(b"".join(texts), np.uint8)
        arrays["header"] = np.frombuffer(self.header.json().encode(), np.uint8)
        np.savez_compressed(self.file, allow_pickle=False, **arrays)


def read(path: Path) -> tuple[Header, Iterator[Rows]]:
    """Return the header and all rows, as one part."""
    with path.open("rb") as file:
        try:
            with np.load(file, allow_pickle=False) as arrays:
                header = read_header(_text(arrays["header"]), str(path))
                return header, iter([_rows(dict(arrays), header)])
        except BadDataset:
            raise
        except DAMAGE as error:
            raise no_dataset(str(path)) from error


def _rows(arrays: dict[str, Any], header: Header) -> Rows:
    bounds = [0, *arrays["record_ends"].tolist()]
    text = arrays["record_text"].tobytes()
    record = {
        row: text[begin:end].decode()
        for row, (begin, end) in zip(arrays["record_rows"].tolist(), pairwise(bounds), strict=True)
    }
    # Files of another version may number the reasons differently.
    numbers = np.array([REASONS.index(name) for name in header.reasons], np.uint8)
    return Rows(
        **{name: arrays[name] for name in COLUMNS if name != "reason"},
        reason=numbers[arrays["reason"]],
        policy=arrays.get("policy"),
        record=record,
    )


def _text(array: Any) -> str:
    return bytes(array.tobytes()).decode()
