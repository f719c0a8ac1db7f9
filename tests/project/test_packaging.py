"""The package's metadata: every import is declared, and every claim is backed by CI."""

from __future__ import annotations

import ast
import functools
import json
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from project.imports import imports_in

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
METADATA = PROJECT["project"]
EXTRAS: dict[str, list[str]] = METADATA["optional-dependencies"]

# Needed without being imported by name.
LOADED_BY_NAME = {
    "httptools": "uvicorn's parser of HTTP, which server/web extends",
    "python-multipart": "starlette's parser of forms",
    "psycopg": "SQLAlchemy's driver of PostgreSQL",
    "uvloop": "uvicorn's event loop",
}
# Distributions that may be missing here, and whose module has another name.
MODULES = {"pyspiel": "open_spiel"}
HEAVY = {"cibuildwheel", "ray", "schemathesis", "torch"}
# Extras of what the package imports where it is there.
OPTIONAL = ("cluster", "data", "gymnasium", "open_spiel", "pettingzoo", "processes", "train")
# Installed by benchmarks into an environment of their own (bench/peers/environment.py).
PEERS = {"jax", "mctx", "pgx"}


def normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def requirements(*extras: str) -> list[Requirement]:
    """Direct requirements with these extras, those of extras in extras included."""
    found = [Requirement(text) for text in METADATA["dependencies"]]
    waiting, seen = list(extras), set[str]()
    while waiting:
        extra = waiting.pop()
        if extra in seen:
            continue
        seen.add(extra)
        for requirement in map(Requirement, EXTRAS[extra]):
            if requirement.name == METADATA["name"]:
                waiting += requirement.extras
            else:
                found.append(requirement)
    return found


def names(*extras: str) -> set[str]:
    return {normalized(requirement.name) for requirement in requirements(*extras)}


@functools.cache
def imported(folder: Path) -> dict[str, str]:
    """Third-party packages that are imported in a folder, each with a file that does it."""
    places = (folder, *(ROOT / name for name in ("tests", "tools", "bench")))
    own = {path.stem for place in places for path in place.iterdir()}
    found: dict[str, str] = {}
    for path in folder.rglob("*.py"):
        for node in imports_in(path.read_text(encoding="utf-8")):
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            else:
                modules = [node.module or ""] if node.level == 0 else []
            for module in modules:
                found.setdefault(module.partition(".")[0], str(path.relative_to(ROOT)))
    return {
        name: where
        for name, where in found.items()
        if name not in sys.stdlib_module_names and name != "quintet" and name not in own
    }


owners_of_modules = functools.cache(packages_distributions)


def undeclared(folder: Path, *extras: str) -> list[str]:
    declared = names(*extras)
    owners = owners_of_modules()
    wrong = []
    for module, where in imported(folder).items():
        distributions = {
            normalized(name) for name in owners.get(module, [MODULES.get(module, module)])
        }
        if not distributions & (declared | PEERS):
            wrong.append(f"{where} imports {module} of {' or '.join(sorted(distributions))}")
    return wrong


@pytest.mark.slow
def test_imports_of_the_package_are_declared() -> None:
    assert undeclared(ROOT / "src", *OPTIONAL) == []


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["tests", "bench", "tools", ".ci"])
def test_imports_of_tests_and_tools_are_declared(folder: str) -> None:
    assert undeclared(ROOT / folder, "dev", "bench", "train") == []


def test_what_is_declared_is_used() -> None:
    owners = owners_of_modules()
    used = {
        normalized(name)
        for module in imported(ROOT / "src")
        for name in owners.get(module, [module])
    }
    assert names(*OPTIONAL) - used == set(LOADED_BY_NAME)


def test_every_requirement_has_a_lower_bound() -> None:
    for requirement in requirements("dev", "bench"):
        operators = {bound.operator for bound in requirement.specifier}
        assert operators & {">=", "=="}, f"{requirement} has no lower bound"


@pytest.mark.parametrize("name", ["typer", "uvicorn"])
def test_what_is_subclassed_has_an_upper_bound(name: str) -> None:
    (found,) = [it for it in requirements() if it.name == name]
    assert "<" in {bound.operator for bound in found.specifier}


def test_an_install_and_its_tests_are_light() -> None:
    heavy = {normalized(name) for name in HEAVY}
    assert not names("processes", "test") & heavy
    assert {"ray", "schemathesis"} <= names("slow")


def test_the_development_extra_has_everything_but_what_is_heavy() -> None:
    assert names("dev") >= names(*(set(EXTRAS) - {"bench", "train"}))


def test_the_development_extra_can_rebuild_the_core() -> None:
    build = {str(Requirement(text)) for text in PROJECT["build-system"]["requires"]}
    assert build <= {str(requirement) for requirement in requirements("dev")}


def test_urls_are_on_one_site() -> None:
    sites = {url.split("/")[2] for url in METADATA["urls"].values()}
    assert len(sites) == 1


def versions_in_classifiers() -> set[str]:
    pattern = re.compile(r"Programming Language :: Python :: (3\.\d+)")
    return {found[1] for text in METADATA["classifiers"] if (found := pattern.fullmatch(text))}


def test_classified_pythons_are_tested_and_built() -> None:
    claimed = versions_in_classifiers()
    assert min(claimed, key=lambda it: int(it[2:])) == METADATA["requires-python"].removeprefix(
        ">="
    )
    built = PROJECT["tool"]["cibuildwheel"]["build"].split()
    assert {f"cp{version.replace('.', '')}-*" for version in claimed} <= set(built)
    workflow = (ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8")
    matrix = re.search(r"python: (\[.*\])", workflow)
    assert matrix is not None
    assert claimed <= set(json.loads(matrix[1]))


def test_wheels_are_portable() -> None:
    settings = PROJECT["tool"]["cibuildwheel"]["config-settings"]
    assert settings == {"cmake.define.QUINTET_ARCH": ""}


def test_wheels_are_tested_by_files_that_exist() -> None:
    command = PROJECT["tool"]["cibuildwheel"]["test-command"]
    files = re.findall(r"\{project\}/(\S+)", command)
    assert files
    assert [name for name in files if not (ROOT / name).exists()] == []
