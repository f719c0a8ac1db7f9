"""What people try first: the version, help, and `python -m quintet`."""

import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import quintet
from commands import good

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


def test_the_version_is_stated_once() -> None:
    stated = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["version"]
    assert quintet.__version__ == version("quintet") == stated


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_version(option: str) -> None:
    assert good(option) == f"quintet {quintet.__version__}\n"


@pytest.mark.parametrize(
    "command",
    [(), ("analyse",), ("record",), ("record", "convert")],
    ids=" ".join,
)
def test_short_and_long_help(command: tuple[str, ...]) -> None:
    page = good(*command, "-h")
    assert page == good(*command, "--help")
    assert page.startswith("Usage: " + " ".join(["quintet", *command]))
    assert "-h, --help" in page
    assert max(map(len, page.splitlines())) <= 80


def test_the_module_is_the_command() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "quintet", "perft", "quixo", "2"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "1836\n", "")


def test_an_unknown_attribute_of_the_package() -> None:
    with pytest.raises(AttributeError, match="no attribute 'versoin'"):
        _ = quintet.versoin
