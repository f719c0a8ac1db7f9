"""Shell completion: the script, and what a shell is offered after TAB."""

import shutil
import subprocess
from pathlib import Path

import pytest

from commands import QUINTET, good


def offered(line: str) -> list[str]:
    """Return what bash is offered for a line that ends where TAB was pressed."""
    words = line.split(" ")
    return good(
        _QUINTET_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=str(len(words) - 1)
    ).split()


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("quintet ana", ["analyse"]),
        ("quintet record c", ["check", "convert"]),
        ("quintet play q", ["quantik", "quarto", "qomet", "quixo"]),
        ("quintet show quixo -o ", ["players=", "size="]),
        ("quintet show quixo -o si", ["size="]),
        ("quintet show quixo -o size=", ["size=3", "size=4", "size=5"]),
        ("quintet play quarto --players Ann,level:1", ["Ann,level:1", "Ann,level:10"]),
        ("quintet tournament quixo --format s", ["sprt"]),
        ("quintet tournament quixo --player le", [f"level:{number}" for number in range(1, 11)]),
        ("quintet puzzles quixo --level ", ["1", "2", "3", "4", "5"]),
        ("quintet show quixo --theme d", ["dark"]),
        ("quintet show quixo --look starter_s", ["starter_second"]),
        ("quintet analyse quixo --mega", ["--megabytes"]),
    ],
)
def test_completion(line: str, found: list[str]) -> None:
    assert offered(line) == found


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell(shell: str) -> None:
    script = good("--show-completion", shell, _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert "_QUINTET_COMPLETE" in script
    assert shell in script


def test_installation_writes_to_the_home_folder_alone(tmp_path: Path) -> None:
    out = good(
        *("--install-completion", "bash"),
        HOME=str(tmp_path),
        _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1",
    )
    assert "bash completion installed" in out
    assert (tmp_path / ".bashrc").read_text(encoding="utf-8")


@pytest.mark.skipif(shutil.which("bash") is None, reason="There is no bash.")
def test_bash_itself_completes() -> None:
    """The script is loaded, and its function asked as bash asks it."""
    script = good("--show-completion", "bash", _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    function = script.split("()")[0].split()[-1]
    asked = f'COMP_WORDS=(quintet play quix); COMP_CWORD=2; {function} {QUINTET}; echo "$COMPREPLY"'
    done = subprocess.run(
        ["bash", "--norc", "-c", f"{script}\n{asked}"],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "quixo\n"
