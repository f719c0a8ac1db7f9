"""Tablebases: exact values of positions, looked up in microseconds.

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
from typing import TYPE_CHECKING, Any, TypeVar, overload

from quintet.errors import BadTablebase, NoTablebase, TablebaseInUse
from quintet.folders import tablebase_folder as folder
from quintet.folders import tablebases_enabled
from quintet.games import find_variant
from quintet.games.variant import Variant
from quintet.i18n.sentence import sentence
from quintet.options import write_value
from quintet.position import Position
from quintet.tablebase.solver import Solver, Tablebase
from quintet.tablebase.solvers import find_solver, find_solvers
from quintet.value import Value

if TYPE_CHECKING:
    import numpy.typing as npt

    from quintet.tablebase.arrays import ArrayValues

__all__ = [
    "BadTablebase",
    "NoTablebase",
    "Tablebase",
    "TablebaseInUse",
    "close",
    "find_tablebase",
    "folder",
    "get",
    "look_up",
    "probe",
    "solve_command",
]

Default = TypeVar("Default")
Identity = tuple[int, ...] | None

# Tablebases small enough to ship with the package.
SHIPPED = Path(__file__).parent / "shipped"

log = logging.getLogger("quintet.tablebase")

_open: dict[Variant, Tablebase] = {}
_bad: dict[Path, tuple[Identity, BadTablebase]] = {}  # files that are not opened again


@overload
def get(position: Position) -> Value | None: ...
@overload
def get(position: Position, default: Default) -> Value | Default: ...
def get(position: Position, default: Default | None = None) -> Value | Default | None:
    """Return the exact value of a position for the side to move, or the default.

    The default is for positions that no tablebase has.
    """
    variant = position.variant
    found = _open.get(variant) or find_tablebase(variant)
    if found is None:
        return default
    try:
        value = found.get(position)
    except BadTablebase as error:
        _open.pop(variant, None)
        _give_up(found.file.path, error)
        return get(position, default)  # from another file, if there is one
    return default if value is None else value


def probe(position: Position) -> Value:
    """Return the exact value of a position for the side to move.

    Raises `NoTablebase` if no tablebase has it, and `BadTablebase` if the one that might is
    damaged.
    """
    value = get(position)
    if value is not None:
        return value
    variant = position.variant
    if variant in _open:
        raise NoTablebase(
            sentence("The tablebase for {game} does not have this position.", game=variant.title)
        )
    raise _missing(variant)


def look_up(game: str, states: npt.ArrayLike, *, threads: int = 1, **options: Any) -> ArrayValues:
    """Return the exact values of an array of positions, for the sides to move.

    `states` are rows of words like those of `quintet.env.Simulator`. Raises `NoTablebase` without
    a tablebase, and `BadOption` if a row is not a position. Needs NumPy:
    `pip install 'quintet[env]'`.

    >>> from quintet.env import Simulator
    >>> look_up("quantik", Simulator("quantik").init(1))
    ArrayValues(outcomes=array([-1], dtype=int8), plies=array([10], dtype=int16))
    """
    variant = find_variant(game, options, Position)
    found = find_tablebase(variant)
    if found is None:
        raise _missing(variant)
    try:
        return found.look_up(states, threads=threads)
    except BadTablebase as error:
        _open.pop(variant, None)
        _give_up(found.file.path, error)
        return look_up(game, states, threads=threads, **options)  # from another file, if any


def _missing(variant: Variant) -> BadTablebase | NoTablebase:
    """Return the error for a variant without a tablebase that can be used."""
    for _, path in _candidates(variant):
        if _is_bad(path):
            bad = _bad[path][1]
            return BadTablebase(bad.sentence, path=bad.path)
    if find_solver(variant) is None:
        return NoTablebase(
            sentence("No tablebase can be built for {game} with these options.", game=variant.title)
        )
    return NoTablebase(
        sentence(
            "No tablebase for {game} with these options. Build one with `{command}`.",
            game=variant.title,
            command=solve_command(variant),
        )
    )


def solve_command(variant: Variant) -> str:
    """Return the command that builds the tablebase of a variant."""
    options = variant.changed_options.items()
    pairs = [f"-o {name}={write_value(value)}" for name, value in options]
    return " ".join(["quintet solve", variant.name, *pairs])


def find_tablebase(variant: Variant) -> Tablebase | None:
    """Return the tablebase of a variant, from the user's folder or the package.

    Returns None without one. A damaged file is skipped, with one warning.
    """
    found = _open.get(variant)
    if found is not None:
        return found
    for solver, path in _candidates(variant):
        if not path.is_file() or _is_bad(path):
            continue
        try:
            _open[variant] = found = open_tablebase(solver, path)
        except BadTablebase as error:
            _give_up(path, error)
        else:
            return found
    return None


def open_tablebase(solver: Solver, path: Path) -> Tablebase:
    """Open a file, which must be a tablebase of the solver's variant."""
    try:
        return solver.open(solver.read(path))
    except OSError as error:
        said = sentence("{file}: {system}.", file=str(path), system=error.strerror or str(error))
        raise BadTablebase(said, path=str(path)) from error


def _candidates(variant: Variant) -> list[tuple[Solver, Path]]:
    """Return the possible paths of tablebases: in the user's folder, then in the package."""
    if not tablebases_enabled():
        return []
    folders = (folder(), SHIPPED)
    return [(solver, solver.path(place)) for solver in find_solvers(variant) for place in folders]


def _give_up(path: Path, error: BadTablebase) -> None:
    _bad[path] = (_identity(path), error)
    log.warning(sentence("{message} It is not used.", message=error.sentence))


def _is_bad(path: Path) -> bool:
    """Return whether a file was found to be damaged and has not been replaced since."""
    return path in _bad and _bad[path][0] == _identity(path)


def _identity(path: Path) -> Identity:
    """Return what changes when a file is replaced; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def close() -> None:
    """Close all tablebases; the next lookup searches for files again."""
    _open.clear()
    _bad.clear()
