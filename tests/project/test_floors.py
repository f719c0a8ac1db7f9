"""The floors of the package: no import points up, and none form a circle.

Imports for types count like any other, and so do those of the compiled part's stubs.
"""

import ast
import functools
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import quintet
from project.imports import imports_in
from quintet.games import GAMES

PACKAGE = Path(quintet.__file__).parent

pytestmark = pytest.mark.slow

# From the ground up. A module may import from its own floor and those below. The longest prefix of
# a module's name decides, so that a module can stand on another floor than its folder.
FLOORS = (
    ("_core", "errors", "folders", "i18n"),
    ("options", "outcome", "value"),
    ("games",),
    ("notation",),
    ("position",),
    ("draw", "known", "narration", "puzzles", "record", "rules", "tablebase", "tutorials"),
    ("table",),
    ("engine", "testing"),
    ("env",),
    ("server.clock", "server.schemas"),
    ("server.boards", "server.bus", "server.settings", "server.web"),
    ("server.store",),
    ("server.web.middleware", "server.web.rate_limit"),
    ("server.play",),
    ("server.analysis", "server.thinking"),
    ("server.play.create", "server.play.registry"),
    ("server.context",),
    ("server.api",),
    ("server.pages",),
    ("server.app",),
    ("server", "server.run"),
    ("cli",),
    ("__main__",),
    ("",),  # quintet/__init__.py
)
FLOOR = {name: number for number, names in enumerate(FLOORS) for name in names}

Edges = Mapping[str, frozenset[str]]


def sources() -> dict[str, Path]:
    """Every module of the package by its name below `quintet`, stubs included."""
    found = {}
    for path in (*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.pyi")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(part for part in parts if part != "__init__")] = path
    return found


def imported(source: str) -> Iterator[str]:
    """Every name below `quintet` that is imported, wherever in the file."""
    for node in imports_in(source):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            names = [alias.name for alias in node.names]
        for name in names:
            first, _, rest = name.partition(".")
            if first == "quintet":
                yield rest


@functools.cache
def read_edges() -> Edges:
    """For every module the modules it imports."""
    modules = sources()
    edges = {}
    for name, path in modules.items():
        source = path.read_text(encoding="utf-8")
        # `from quintet.errors import BadMove` names a module and what is in it.
        targets = (
            target if target in modules else target.rpartition(".")[0]
            for target in imported(source)
        )
        edges[name] = frozenset(targets) - {name}
    return edges


def floor_of(module: str) -> int:
    name = module
    while name not in FLOOR:
        assert "." in name, f"{module} has no floor"
        name = name.rpartition(".")[0]
    return FLOOR[name]


def circles(edges: Edges) -> list[list[str]]:
    """The strongly connected components of more than one module (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in edges[module]:
            if other not in index:
                visit(other)
            if other in stack:
                low[module] = min(low[module], low[other])
        if low[module] == index[module]:
            start = stack.index(module)
            if len(stack) - start > 1:
                found.append(sorted(stack[start:]))
            del stack[start:]

    for module in edges:
        if module not in index:
            visit(module)
    return found


def test_every_import_is_understood() -> None:
    unknown = {other for others in read_edges().values() for other in others} - set(read_edges())
    assert unknown == set()


def test_circles_are_found() -> None:
    sample = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set[str]()}
    assert circles({name: frozenset(others) for name, others in sample.items()}) == [["b", "c"]]


def test_there_are_no_circles() -> None:
    assert circles(read_edges()) == []


def test_no_import_points_up() -> None:
    up = {
        (module, other)
        for module, others in read_edges().items()
        for other in others
        if floor_of(other) > floor_of(module)
    }
    assert up == set()


def test_games_know_nothing_of_each_other() -> None:
    for name in GAMES:
        others = {f"games.{other}" for other in GAMES if other != name}
        assert not read_edges()[f"games.{name}"] & others
