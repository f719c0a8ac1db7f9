"""Checks people run by hand, at a commit and in CI are the same ones."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def lints() -> list[str]:
    found = re.search(r"^checks=\((.*)\)$", read(".ci/lint"), re.MULTILINE)
    assert found is not None
    return found[1].split()


def test_hooks_are_the_checks_of_ci() -> None:
    hooks = re.findall(r"^ +- id: (\S+)$", read(".pre-commit-config.yaml"), re.MULTILINE)
    entries = re.findall(
        r"^ +entry: bash \.ci/lint (\S+)$", read(".pre-commit-config.yaml"), re.MULTILINE
    )
    assert hooks == entries == lints()


def test_hooks_fetch_nothing() -> None:
    repositories = re.findall(r"^ +- repo: (\S+)$", read(".pre-commit-config.yaml"), re.MULTILINE)
    assert repositories == ["local"]


def test_ci_lints_before_it_tests() -> None:
    run = read(".ci/run")
    assert run.index(".ci/lint") < run.index("<!-- test -->")


def test_contributing_says_how_long_each_check_takes() -> None:
    page = read("CONTRIBUTING.md")
    timed = re.findall(r"^\| `([^`]+)` \|.*\| [\d.]+ (?:s|min) \|$", page, re.MULTILINE)
    assert {f".ci/lint {name}" for name in lints()} <= set(timed)
    assert {"pytest -n auto", "pytest -n auto -m slow", ".ci/run"} <= set(timed)


def test_the_development_container_has_what_ci_installs() -> None:
    container = json.loads(read(".devcontainer/devcontainer.json"))
    containerfile = ROOT / ".devcontainer" / container["build"]["dockerfile"]
    assert ".ci/packages" in containerfile.read_text(encoding="utf-8")
    assert (ROOT / ".devcontainer" / "setup").exists()


def test_scripts_of_the_shell_are_well_formed() -> None:
    for name in (".ci/run", ".ci/lint", ".devcontainer/setup", "deploy/backup", "deploy/restore"):
        subprocess.run(["bash", "-n", str(ROOT / name)], check=True)  # noqa: S607


def test_slow_tests_are_left_out_by_default_and_run_by_ci() -> None:
    assert '"-m", "not slow"' in read("pyproject.toml")
    assert "-m slow" in read(".ci/run")
