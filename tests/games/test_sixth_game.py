"""A sixth game, as docs/how-to/add-a-game.md adds one: a toy goes through every part of Quintet."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import quintet
from quintet.games import GAMES

PACKAGE = Path(quintet.__file__).parent
ROOT = Path(__file__).parents[2]
TOY = ROOT / "tests" / "toy"


GUIDE = ROOT / "docs" / "how-to" / "add-a-game.md"


def listed_files() -> dict[str, bool]:
    """The files of the guide's table, and whether each is needed."""
    rows = re.findall(
        r"^\| `(\S*NAME\S*)` \|.*\| (needed|optional) \|$", GUIDE.read_text(), re.MULTILINE
    )
    return {path: need == "needed" for path, need in rows}


def test_the_guide_lists_what_the_toy_has() -> None:
    listed = {path.replace("NAME", "tictactoe"): needed for path, needed in listed_files().items()}
    there = {str(path.relative_to(TOY)) for path in TOY.rglob("tictactoe.*") if path.is_file()}
    there -= {path for path in there if path.endswith(".pyc")}
    assert there <= set(listed)
    assert {path for path, needed in listed.items() if needed} <= there


@pytest.mark.parametrize("game", GAMES)
def test_the_guide_is_true_of_our_games(game: str) -> None:
    for path, needed in listed_files().items():
        file = (ROOT if path.startswith("native/") else PACKAGE) / path.replace("NAME", game)
        folder = file.with_suffix("") / "__init__.py"
        assert file.is_file() or folder.is_file() or not needed, path


def build_core(folder: Path) -> Path:
    """Compile the core with the toy game; it is made to be built fast, not to be fast.

    Where QUINTET_CORE_BUILD names a folder in which CMake has built the core, only the toy game is
    compiled, and added to that.
    """
    tool = shutil.which(
        "cmake", path=os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    )
    if tool is None:
        pytest.skip("There is no CMake.")
    extra = f"-DQUINTET_EXTRA_GAMES={TOY / 'native' / 'bindings' / 'games' / 'tictactoe.cpp'}"
    if built := os.environ.get("QUINTET_CORE_BUILD"):
        folder = Path(built)
        subprocess.run([tool, extra, folder], check=True)
    else:
        subprocess.run([tool, "-S", ROOT, "-B", folder, *fast_to_build(), extra], check=True)
    subprocess.run([tool, "--build", folder, "--parallel", str(os.cpu_count() or 1)], check=True)
    (core,) = folder.glob("_core*")
    return core


def fast_to_build() -> list[str]:
    nanobind = subprocess.run(
        [sys.executable, "-m", "nanobind", "--cmake_dir"], capture_output=True, text=True
    )
    if nanobind.returncode != 0:
        pytest.skip("There is no nanobind.")
    settings = {
        "CMAKE_BUILD_TYPE": "Release",
        "CMAKE_CXX_FLAGS_RELEASE": "-O0",
        "Python_EXECUTABLE": sys.executable,
        "nanobind_DIR": nanobind.stdout.strip(),
    }
    return [f"-D{name}={value}" for name, value in settings.items()]


@pytest.mark.slow
def test_a_toy_game_goes_through_everything(tmp_path: Path) -> None:
    core = build_core(tmp_path / "core")
    environment = {
        **os.environ,
        "QUINTET_TOY_CORE": str(core),
        "PYTHONPATH": os.pathsep.join([str(TOY.parent), os.environ.get("PYTHONPATH", "")]),
    }
    checks = [sys.executable, "-m", "pytest", "-q", "-p", "toy.plugin", "-p", "no:cacheprovider"]
    subprocess.run([*checks, TOY / "checks.py"], cwd=ROOT, env=environment, check=True)
