"""Print what pyproject.toml requires directly, without the package itself.

    python .ci/requirements.py dev > all.txt               # with the extra `dev`
    python .ci/requirements.py --lowest processes > lowest.txt   # the oldest version of each

Indirect dependencies stay free: their bounds belong to the packages that need them.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def main(arguments: list[str]) -> None:
    extras = [argument for argument in arguments if argument != "--lowest"]
    found = {str(pinned(it) if "--lowest" in arguments else it) for it in required(extras)}
    print("\n".join(sorted(found)))


def required(extras: list[str]) -> Iterator[Requirement]:
    """Direct requirements with these extras, those of extras in extras included."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    lists = [project["dependencies"], *(project["optional-dependencies"][it] for it in extras)]
    for text in (text for each in lists for text in each):
        requirement = Requirement(text)
        if requirement.name == project["name"]:
            yield from required(sorted(requirement.extras))
        elif requirement.marker is None or requirement.marker.evaluate():
            yield requirement


def pinned(requirement: Requirement) -> str:
    """Return a requirement of the oldest version that is admitted."""
    extras = f"[{','.join(sorted(requirement.extras))}]" if requirement.extras else ""
    for bound in requirement.specifier:
        if bound.operator == ">=":
            return f"{requirement.name}{extras}=={bound.version}"
        if bound.operator == "==":
            return str(requirement)
    raise SystemExit(f"{requirement} has no lower bound. Add one to pyproject.toml.")


if __name__ == "__main__":
    main(sys.argv[1:])
