"""Look up known vulnerabilities of what a server runs on, in the versions installed here.

A known vulnerability is an error. An unreachable database is only reported, because it says
nothing about the code; with QUINTET_AUDIT=required it is an error, too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Requirement("quintet[processes]")
AUDIT_TIMEOUT = 300  # seconds


def main() -> int:
    needed = sorted(versions(ROOT).items())
    with tempfile.TemporaryDirectory() as folder:
        asked, found = Path(folder) / "asked.txt", Path(folder) / "found.json"
        asked.write_text("".join(f"{name}=={version}\n" for name, version in needed))
        said = ask(asked, found)
        answers = json.loads(found.read_text())["dependencies"] if found.exists() else []
    known = [each for each in answers if "skip_reason" not in each]
    wrong = [each for each in known if each["vulns"]]
    for each in wrong:
        print(each["name"], each["version"], *(it["id"] for it in each["vulns"]))
    print(f"{len(needed)} packages, {len(known)} audited, {len(wrong)} with known vulnerabilities.")
    if len(known) < len(needed):
        print("NOT ALL OF THEM COULD BE AUDITED.", said or "The database does not know them.")
    required = os.environ.get("QUINTET_AUDIT") == "required"
    return 1 if wrong or (required and len(known) < len(needed)) else 0


def versions(root: Requirement) -> dict[str, str]:
    """Return the installed versions of everything the package needs, directly or not."""
    found: dict[str, str] = {}
    waiting, seen = [root], set[str]()
    while waiting:
        wanted = waiting.pop()
        if str(wanted) in seen:
            continue
        seen.add(str(wanted))
        try:
            made = distribution(wanted.name)
        except PackageNotFoundError:
            continue  # for another system, or for an extra that is not installed
        if wanted.name != root.name:
            found[made.name.lower()] = made.version
        for text in made.requires or ():
            more = Requirement(text)
            extras = ("", *wanted.extras)
            if more.marker is None or any(more.marker.evaluate({"extra": it}) for it in extras):
                waiting.append(more)
    return found


def ask(asked: Path, found: Path) -> str:
    """Run pip-audit; return its complaint if there is no answer."""
    line = [sys.executable, "-m", "pip_audit", "--progress-spinner", "off", "--no-deps"]
    line += ["--disable-pip", "-r", str(asked), "--format", "json", "--output", str(found)]
    try:
        done = subprocess.run(  # noqa: S603 our own line
            line, capture_output=True, text=True, timeout=AUDIT_TIMEOUT, check=False
        )
    except subprocess.TimeoutExpired:
        return "The database did not answer in time."
    return "" if found.exists() else done.stderr.strip().rpartition("\n")[2][:300]


if __name__ == "__main__":
    sys.exit(main())
