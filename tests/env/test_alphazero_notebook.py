"""The notebook of the tutorial runs, in a shortened form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parents[2] / "docs" / "tutorials" / "alphazero.ipynb"


@pytest.mark.slow
def test_the_notebook_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUINTET_SHORT", "1")
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))  # only the tablebases of the package
    names: dict[str, Any] = {}
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), cell["id"], "exec"), names)  # noqa: S102
    first, last = names["points"][0], names["points"][-1]
    assert last.mean < first.mean  # even few games help
    assert first.low < first.mean < first.high
    assert names["rating"].games >= 16
    assert names["match"].games == 4
    for picture in ("regret.svg", "ladder.svg"):
        assert (tmp_path / picture).read_text().startswith("<svg")
    assert "Saved." in capsys.readouterr().out


def test_the_notebook_holds_no_outputs() -> None:
    """Outputs would differ with every run and hide what changed."""
    stored = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    code = [cell for cell in stored["cells"] if cell["cell_type"] == "code"]
    assert code
    assert not any(cell["outputs"] or cell["execution_count"] for cell in code)
    assert stored["nbformat"] == 4
