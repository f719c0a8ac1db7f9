"""The floors of the house: no import points up (docs/architecture.md)."""

import ast
from pathlib import Path

import quintet

PACKAGE = Path(quintet.__file__).parent

# From the ground up. What stands on one floor may use its own floor and those below.
FLOORS = [
    {"i18n", "errors", "folders", "_core"},
    {"options", "outcome", "value"},
    {"games", "notation", "position"},
    {"record", "draw", "narration", "tablebase", "puzzles", "known"},
    {"testing", "engine"},
    {"table"},
    {"server"},
    {"cli"},
]
FLOOR = {name: number for number, names in enumerate(FLOORS) for name in names}


def parts() -> list[Path]:
    return [path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py"]


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> list[str]:
    """Modules of the package that are imported, wherever in the file, but not those for types."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = {
        node
        for check in ast.walk(tree)
        if isinstance(check, ast.If) and ast.unparse(check.test) == "TYPE_CHECKING"
        for node in ast.walk(check)
    }
    found = []
    for node in ast.walk(tree):
        if node in for_types:
            continue
        if isinstance(node, ast.ImportFrom) and node.module == "quintet":
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("quintet."):
            found.append((node.module or "").split(".")[1])
        elif isinstance(node, ast.Import):
            found += [a.name.split(".")[1] for a in node.names if a.name.startswith("quintet.")]
    return found


def test_every_part_has_a_floor() -> None:
    assert {name_of(path) for path in parts()} <= set(FLOOR)


def test_no_import_points_up() -> None:
    wrong = [
        f"{path.relative_to(PACKAGE)} imports {other}"
        for path in parts()
        for other in imports(path)
        if FLOOR[other] > FLOOR[name_of(path)]
    ]
    assert wrong == []


def test_games_know_nothing_of_each_other() -> None:
    games = PACKAGE / "games"
    names = {"quantik", "quarto", "qomet", "cubulus", "quixo"}
    for name in names:
        others = names - {name}
        used = {
            (node.module or "").rsplit(".", 1)[-1]
            for node in ast.walk(ast.parse((games / f"{name}.py").read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom)
        }
        assert not used & others
