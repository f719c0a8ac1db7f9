"""Tables of solved games: the exact value of a position, looked up in microseconds.

>>> import quintet
>>> from quintet import tablebase
>>> print(tablebase.probe(quintet.start("quantik")))
loss in 10
>>> print(tablebase.get(quintet.start("cubulus")))
None
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TypeVar, overload

from quintet.errors import BadTablebase, NoTablebase, TablebaseInUse
from quintet.folders import tablebase_folder as folder
from quintet.folders import tablebases_enabled
from quintet.games.variant import Variant
from quintet.i18n.sentence import sentence
from quintet.position import Position
from quintet.tablebase.solver import Solver, Tablebase
from quintet.tablebase.solvers import find_solver
from quintet.value import Value

__all__ = [
    "BadTablebase",
    "NoTablebase",
    "Tablebase",
    "TablebaseInUse",
    "close",
    "find_tablebase",
    "folder",
    "get",
    "probe",
]

Default = TypeVar("Default")
Identity = tuple[int, ...] | None

# Tables small enough to come with the package.
SHIPPED = Path(__file__).parent / "shipped"

log = logging.getLogger("quintet.tablebase")

_open: dict[Variant, Tablebase] = {}
_bad: dict[Path, tuple[Identity, BadTablebase]] = {}  # files that are not opened again


@overload
def get(position: Position) -> Value | None: ...
@overload
def get(position: Position, default: Default) -> Value | Default: ...
def get(position: Position, default: Default | None = None) -> Value | Default | None:
    """The exact value of a position for the side to move, or the default where no table has it."""
    variant = position.variant
    table = _open.get(variant) or find_tablebase(variant)
    if table is None:
        return default
    try:
        value = table.get(position)
    except BadTablebase as error:
        _open.pop(variant, None)
        _give_up(table.file.path, error)
        return get(position, default)  # from another table, if there is one
    return default if value is None else value


def probe(position: Position) -> Value:
    """The exact value of a position for the side to move; raises `NoTablebase` where there is none.

    Raises `BadTablebase` where a table that might have it is damaged, and no other has it.
    """
    value = get(position)
    if value is not None:
        return value
    variant = position.variant
    for path in _places(variant):
        if _is_bad(path):
            bad = _bad[path][1]
            raise BadTablebase(bad.sentence, path=bad.path)
    if variant in _open:
        raise NoTablebase(
            sentence("The table of {game} does not reach this position.", game=variant.title)
        )
    if find_solver(variant) is None:
        raise NoTablebase(
            sentence("{game} with these options cannot be looked up.", game=variant.title)
        )
    raise NoTablebase(
        sentence(
            "There is no table of {game} with these options yet; 'quintet solve {name}' builds it.",
            game=variant.title,
            name=variant.name,
        )
    )


def find_tablebase(variant: Variant) -> Tablebase | None:
    """The table of a variant from the folder of tables or from the package; None without one.

    A damaged file is passed over, and told of once.
    """
    table = _open.get(variant)
    if table is not None:
        return table
    solver = find_solver(variant)
    for path in _places(variant):
        if solver is None or not path.is_file() or _is_bad(path):
            continue
        try:
            _open[variant] = table = open_tablebase(solver, path)
        except BadTablebase as error:
            _give_up(path, error)
        else:
            return table
    return None


def open_tablebase(solver: Solver, path: Path) -> Tablebase:
    """The table in a file, which must be of the solver's variant."""
    try:
        return solver.open(solver.read(path))
    except OSError as error:
        said = sentence("{file}: {system}.", file=str(path), system=error.strerror or str(error))
        raise BadTablebase(said, path=str(path)) from error


def _places(variant: Variant) -> list[Path]:
    """Where the table of a variant is looked for: the folder of tables, then the package."""
    solver = find_solver(variant)
    if solver is None or not tablebases_enabled():
        return []
    return [solver.path(folder()), solver.path(SHIPPED)]


def _give_up(path: Path, error: BadTablebase) -> None:
    _bad[path] = (_identity(path), error)
    log.warning(sentence("{message} It is not used.", message=error.sentence))


def _is_bad(path: Path) -> bool:
    """Whether a file is known to be damaged, and was not replaced since."""
    return path in _bad and _bad[path][0] == _identity(path)


def _identity(path: Path) -> Identity:
    """What changes when another file takes the place of this one; None without any."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def close() -> None:
    """Forgets the open tables, so that files are looked for anew."""
    _open.clear()
    _bad.clear()
