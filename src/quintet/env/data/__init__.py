"""Games as data sets: a row a position, as Parquet and as NumPy arrays.

docs/reference/data.md describes the columns. NumPy files (.npz) need no more than NumPy, Parquet
files PyArrow: `pip install 'quintet[data]'`.

>>> import tempfile
>>> from pathlib import Path
>>> from quintet.env import data
>>> header = data.header("quantik", seed=1, player="random")
>>> path = Path(tempfile.mkdtemp()) / "games.npz"
>>> written = data.write(path, header, data.random_games(header, games=100))
>>> found = data.read(path)
>>> found.header.layout, int(found.rows.game.max())
('quantik-v0', 99)
"""

from quintet.env.data.checksum import Checksum
from quintet.env.data.exact import with_exact_values
from quintet.env.data.files import Dataset, Written, chunks, read, write
from quintet.env.data.header import Header, header
from quintet.env.data.records import records_of, rows_of
from quintet.env.data.rows import Rows, with_policy
from quintet.env.data.selfplay import level_games, random_games

__all__ = [
    "Checksum",
    "Dataset",
    "Header",
    "Rows",
    "Written",
    "chunks",
    "header",
    "level_games",
    "random_games",
    "read",
    "records_of",
    "rows_of",
    "with_exact_values",
    "with_policy",
    "write",
]
