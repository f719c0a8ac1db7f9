"""README and documentation tell the truth: examples are run, and links lead somewhere."""

import doctest
import fnmatch
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, kind: str) -> list[str]:
    text = page.read_text(encoding="utf-8")
    return [body for found, body in FENCE.findall(text) if found == kind]


def pages_with(kind: str) -> list[Path]:
    return [page for page in PAGES if blocks(page, kind)]


def label(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", pages_with("pycon"), ids=label)
def test_python_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))  # those that come with the package are used
    script = "\n".join(blocks(page, "pycon"))
    test = doctest.DocTestParser().get_doctest(script, {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test)
    assert test.examples
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("page", pages_with("console"), ids=label)
def test_command_examples(page: Path, tmp_path: Path) -> None:
    for block in blocks(page, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            shown = run(command, tmp_path)
            assert matches(shown, expected), f"$ {command}\n{shown}"


def run(command: str, folder: Path) -> str:
    """What a command of the documentation prints, run by a shell in an empty folder."""
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
    """Whether the output is what the page says; a line `...` stands for any lines."""
    pattern = "\n".join(line.rstrip() for line in expected.strip("\n").splitlines())
    found = "\n".join(line.rstrip() for line in shown.strip("\n").splitlines())
    escaped = re.escape(pattern).replace(re.escape("..."), ".*")
    return re.fullmatch(escaped, found, re.DOTALL) is not None


@pytest.mark.parametrize("page", PAGES, ids=label)
def test_links(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if not fnmatch.fnmatch(target, "http*"):
            assert (page.parent / target).exists(), target
