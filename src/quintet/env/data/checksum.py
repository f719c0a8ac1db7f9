"""The checksum of a data set: over its content, not over the bytes of a file."""

from __future__ import annotations

import hashlib

import numpy as np

from quintet.env.data.header import Header
from quintet.env.data.rows import COLUMNS, Rows

# Exact values depend on which tablebases there are.
LEFT_OUT = ("exact", "exact_plies")


class Checksum:
    """SHA-256 of the layout and of every column, however the rows are divided.

    It is the same for Parquet and NumPy, on every machine and for every version of the libraries
    that write them.
    """

    def __init__(self, header: Header) -> None:
        self._columns = {name: hashlib.sha256() for name in COLUMNS if name not in LEFT_OUT}
        self._columns["policy"] = hashlib.sha256()
        self._columns["record"] = hashlib.sha256()
        self._layout = header.layout
        self._options = repr(sorted(header.options.items()))
        self._rows = 0

    def add(self, rows: Rows) -> None:
        for name in COLUMNS:
            if name not in LEFT_OUT:
                self._columns[name].update(_little_endian(getattr(rows, name)))
        if rows.policy is not None:
            self._columns["policy"].update(_little_endian(rows.policy))
        for row, text in sorted(rows.record.items()):
            self._columns["record"].update(f"{self._rows + row} {text}\n".encode())
        self._rows += len(rows)

    @property
    def text(self) -> str:
        """The checksum so far, in hexadecimal."""
        parts = [self._layout, self._options, str(self._rows)]
        parts += [f"{name} {found.hexdigest()}" for name, found in self._columns.items()]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _little_endian(column: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> bytes:
    return np.ascontiguousarray(column, column.dtype.newbyteorder("<")).tobytes()
