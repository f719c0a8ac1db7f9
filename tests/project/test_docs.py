"""README and documentation: examples run, calls are valid, links lead somewhere."""

import doctest
import fnmatch
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import typer.main

from project.test_floors import FLOOR, PACKAGE
from quintet.cli.app import app
from quintet.games import GAMES

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import reference  # noqa: E402 a program, not part of the package

DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GENERATED = {DOCS / path for path in reference.PAGES}


def blocks(page: Path, kind: str) -> list[str]:
    text = page.read_text(encoding="utf-8")
    return [body for found, body in FENCE.findall(text) if found == kind]


def pages_with(kind: str) -> list[Path]:
    return [page for page in PAGES if blocks(page, kind)]


def label(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", pages_with("pycon"), ids=label)
def test_python_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))  # only the tablebases of the package
    script = "\n".join(blocks(page, "pycon"))
    test = doctest.DocTestParser().get_doctest(script, {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test)
    assert test.examples
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.slow_except(
    "README.md",
    "docs/tutorials/first-game.md",
    "docs/tutorials/first-analysis.md",
    "docs/how-to/use-the-command-line.md",
)
@pytest.mark.parametrize("page", pages_with("console"), ids=label)
def test_command_examples(page: Path, tmp_path: Path) -> None:
    text = "".join(blocks(page, "console"))
    if "$ curl" in text and shutil.which("curl") is None:
        pytest.skip("There is no curl.")
    try:
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            shown = run(command, tmp_path)
            assert matches(shown, expected), f"$ {command}\n{shown}"
    finally:
        for file in tmp_path.glob("*.pid"):  # what a page leaves running when it fails
            with suppress(ProcessLookupError):
                os.kill(int(file.read_text()), signal.SIGKILL)


def run(command: str, folder: Path) -> str:
    """Return what a command of the documentation prints, run by a shell in its page's folder."""
    tools = Path(sys.executable).parent
    done = subprocess.run(  # noqa: S602 commands from our own pages
        command,
        shell=True,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        env={
            "PATH": f"{tools}:/usr/bin:/bin",
            "COLUMNS": "80",
            "LANG": "C.UTF-8",
            "QUINTET_TABLES": str(folder / "tables"),
        },
        check=False,
    )
    return done.stdout + done.stderr


def matches(shown: str, expected: str) -> bool:
    """Return whether the output is what the page says; `...` stands for anything."""
    pattern = "\n".join(line.rstrip() for line in expected.strip("\n").splitlines())
    found = "\n".join(line.rstrip() for line in shown.strip("\n").splitlines())
    escaped = re.escape(pattern).replace(re.escape("..."), ".*")
    return re.fullmatch(escaped, found, re.DOTALL) is not None


def calls(page: Path) -> list[list[str]]:
    """Return the commands of a page's shell blocks, split into words."""
    text = "\n".join(blocks(page, "sh")).replace("\\\n", " ")
    found = [shlex.split(line, comments=True) for line in text.splitlines()]
    return [words for words in found if words]


@pytest.mark.parametrize("page", pages_with("sh"), ids=label)
def test_shell_examples_are_valid_calls(page: Path) -> None:
    """Commands that take long or need a server are not run, but they parse."""
    for words in calls(page):
        if words[:1] == ["quintet"]:
            check_call(typer.main.get_command(app), words)
        elif words[:1] == ["python"]:
            assert (ROOT / words[1]).is_file(), words[1]
        elif words[0].startswith("deploy/"):
            assert (ROOT / words[0]).is_file(), words[0]


def check_call(command: Any, words: list[str]) -> None:
    """Parse a call of the program without carrying it out; a wrong one raises."""
    context = command.make_context(words[0], words[1:], resilient_parsing=True)
    rest = words[1:]
    while rest and hasattr(command, "commands"):
        name, *rest = rest
        if name.startswith("-"):
            assert any(name in each.opts for each in command.params), " ".join(words)
            continue
        assert name in command.commands, f"{' '.join(words)}: there is no command {name}"
        command = command.commands[name]
    if not hasattr(command, "commands"):
        command.make_context(words[0], rest, parent=context)


def test_wrong_calls_are_noticed() -> None:
    for wrong in ("quintet shwo quixo", "quintet show quixo --colour"):
        with pytest.raises(Exception, match=r"shwo|--colour"):
            check_call(typer.main.get_command(app), wrong.split())


@pytest.mark.parametrize("page", PAGES, ids=label)
def test_links(page: Path) -> None:
    prose = FENCE.sub("", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", prose):
        if not fnmatch.fnmatch(target, "http*"):
            linked = (page.parent / target).resolve()
            assert linked.exists() or linked in GENERATED, target


def test_every_page_is_two_clicks_away() -> None:
    """A tab, then a page: the navigation is two levels deep and leaves no page out."""
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    entries = re.findall(r"^( +)- (?:.*: )?(\S+\.md)$", nav, re.MULTILINE)
    assert max(len(indent) for indent, _ in entries) == 6
    listed = {DOCS / path for _, path in entries}
    # One page a language, all of them a click from the list.
    languages = DOCS / "explanation/back-translations"
    linked = re.findall(r"\]\(([\w-]+\.md)\)", (languages / "index.md").read_text("utf-8"))
    assert listed | {languages / name for name in linked} == {*DOCS.rglob("*.md"), *GENERATED}


def test_generated_command_reference() -> None:
    """Every command and every option has its place and its explanation."""
    page = reference.command_line()
    for path, command in commands("quintet", typer.main.get_command(app)):
        assert f"\n## {path}\n" in page
        for parameter in command.params:
            name = parameter.opts[0]
            assert parameter.param_type_name == "argument" or f"`{name}" in page, (path, name)
    assert not re.search(r"^\| .* \|  \|$", page, re.MULTILINE), "an option without help"


def commands(path: str, command: Any) -> list[tuple[str, Any]]:
    below = getattr(command, "commands", {}).items()
    found = [(path, command)]
    for name, each in below:
        found += commands(f"{path} {name}", each)
    return found


def test_generated_routes() -> None:
    page = reference.web_routes()
    for route in ("/api/v1/games", "/api/v1/positions/analyse", "/api/v1/tables/{table_id}"):
        assert f"`{route}`" in page


def test_architecture_shows_every_folder_in_dependency_order() -> None:
    page = (DOCS / "explanation" / "architecture.md").read_text(encoding="utf-8")
    tree = page.partition("src/quintet/\n")[2].partition("\n\n")[0]
    names: list[str] = []
    parent = ""
    for line in tree.splitlines():
        shown = [word.rstrip("/") for word in line[:24].split()]
        deep = line.startswith("    ")
        names += [f"{parent}.{name}" if deep else name for name in shown]
        parent = parent if deep else shown[-1]
    folders = [path.parent.relative_to(PACKAGE) for path in PACKAGE.rglob("__init__.py")]
    shallow = {".".join(path.parts) for path in folders if 0 < len(path.parts) < 3}
    without = {"draw.cubulus", "puzzles.collected", "i18n.locales", "server.static"}
    assert shallow - without <= set(names)
    for inside in ("", "server"):
        floors = [
            FLOOR[name] for name in names if name.rpartition(".")[0] == inside and name in FLOOR
        ]
        assert floors == sorted(floors, reverse=True), inside


def test_every_game_has_its_page_of_rules() -> None:
    index = (DOCS / "rules" / "index.md").read_text(encoding="utf-8")
    for game in GAMES:
        assert (DOCS / "rules" / f"{game}.md").is_file()
        assert f"({game}.md)" in index
