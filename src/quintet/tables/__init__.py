"""Tables of solved games: the exact value of a position, looked up in microseconds.

>>> import quintet
>>> from quintet import tables
>>> print(tables.probe(quintet.start("quantik")))
loss in 10
>>> print(tables.get(quintet.start("cubulus")))
None
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar, overload

from quintet.errors import BadTable, NoTable, TableInUse
from quintet.folders import tables_folder as folder
from quintet.folders import tables_wanted
from quintet.games.variant import Variant
from quintet.position import Position
from quintet.sentence import sentence
from quintet.tables.solver import Solver, Table
from quintet.tables.solvers import find_solver
from quintet.value import Value

__all__ = [
    "BadTable",
    "NoTable",
    "Table",
    "TableInUse",
    "close",
    "find_table",
    "folder",
    "get",
    "probe",
]

Default = TypeVar("Default")

# Tables small enough to come with the package.
SHIPPED = Path(__file__).parent / "shipped"

_open: dict[Variant, Table] = {}


@overload
def get(position: Position) -> Value | None: ...
@overload
def get(position: Position, default: Default) -> Value | Default: ...
def get(position: Position, default: Default | None = None) -> Value | Default | None:
    """The exact value of a position for the side to move, or the default where no table has it."""
    table = _open.get(position.variant)
    if table is None:
        try:
            table = find_table(position.variant)
        except BadTable:
            return default
        if table is None:
            return default
    value = table.get(position)
    return default if value is None else value


def probe(position: Position) -> Value:
    """The exact value of a position for the side to move; raises `NoTable` where there is none."""
    table = _open.get(position.variant) or find_table(position.variant)
    value = None if table is None else table.get(position)
    if value is not None:
        return value
    variant = position.variant
    if table is not None:
        raise NoTable(
            sentence("The table of {game} does not reach this position.", game=variant.title)
        )
    if find_solver(variant) is None:
        raise NoTable(
            sentence("{game} with these options cannot be looked up.", game=variant.title)
        )
    raise NoTable(
        sentence(
            "There is no table of {game} with these options yet; 'quintet solve {name}' builds it.",
            game=variant.title,
            name=variant.name,
        )
    )


def find_table(variant: Variant) -> Table | None:
    """The table of a variant from the folder of tables or from the package; None without one."""
    table = _open.get(variant)
    if table is not None:
        return table
    solver = find_solver(variant)
    if solver is None or not tables_wanted():
        return None
    for path in (solver.path(folder()), solver.path(SHIPPED)):
        if path.is_file():
            _open[variant] = table = open_table(solver, path)
            return table
    return None


def open_table(solver: Solver, path: Path) -> Table:
    """The table in a file, which must be of the solver's variant."""
    file = solver.read(path)
    try:
        return solver.open(file)
    except (KeyError, TypeError, ValueError) as error:
        raise file.damaged() from error


def close() -> None:
    """Forgets the open tables, so that files are looked for anew."""
    _open.clear()
