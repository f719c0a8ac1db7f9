"""The sentences of the sources, gathered by the command that CONTRIBUTING.md gives."""

import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent


@cache
def gathered() -> Catalog:
    """All sentences there are, without translations."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    found = re.search(r"<!-- gather -->\n```sh\n(.*?)\n```", page, re.DOTALL)
    assert found is not None
    with TemporaryDirectory() as folder:
        target = Path(folder) / "quintet.pot"
        words = shlex.split(found[1].replace("build/quintet.pot", shlex.quote(str(target))))
        assert words[0] == "pybabel"
        program = [sys.executable, "-m", "babel.messages.frontend"]
        subprocess.run([*program, *words[1:]], cwd=ROOT, check=True, capture_output=True)
        with target.open("rb") as file:
            return read_po(file)


@cache
def gathered_templates() -> frozenset[str]:
    """Every text of a sentence, and both of those that count."""
    found: set[str] = set()
    for message in gathered():
        found.update([message.id] if isinstance(message.id, str) else message.id)
    return frozenset(found - {""})
