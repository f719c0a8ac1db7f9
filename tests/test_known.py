"""What is known: the facts, their words, and the documentation say the same."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from quintet import known, tables
from quintet.draw import bars
from quintet.known import How, Why
from quintet.known.plots import fact_title, plots
from quintet.known.words import curiosity_sentence, value_sentence
from quintet.position import first_position

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture(autouse=True)
def shipped_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Only the tables that come with the package."""
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))
    tables.close()
    yield
    tables.close()


def test_tables_and_facts_agree() -> None:
    """Those whose tables are at hand."""
    seen = 0
    for fact in known.facts():
        value = tables.get(first_position(fact.game, fact.options))
        if value is not None and fact.value is not None:
            assert value == fact.value, str(fact_title(fact))
            seen += 1
    assert seen >= 2


def test_every_value_says_how_it_is_known() -> None:
    for fact in known.facts():
        assert (fact.value is None) == (fact.how is How.UNKNOWN)


def test_curiosities_are_what_they_are_said_to_be() -> None:
    """Those whose tables are at hand."""
    for fact in known.facts():
        for curiosity in fact.curiosities:
            position = curiosity.position
            value = tables.get(position)
            if value is None:
                continue
            assert value == curiosity.value
            if curiosity.why is Why.LONGEST:
                assert value.plies == fact.longest
            if curiosity.why is Why.ONLY_MOVE:
                assert value.kind != "loss"
                for move in position.moves:
                    after = tables.probe(position.play(move))
                    assert (after.kind == "win") == (move != curiosity.line[0])


def test_the_documentation_says_the_same() -> None:
    page = (DOCS / "known.md").read_text(encoding="utf-8")
    for fact in known.facts():
        row = re.search(
            rf"^\| \[?{re.escape(str(fact_title(fact)))}(\]| \|).*$", page, re.MULTILINE
        )
        assert row is not None
        assert str(value_sentence(fact.value)) in row[0]
        for curiosity in fact.curiosities:
            assert str(curiosity_sentence(curiosity)) in page
        for name, made in plots(fact).items():
            pictures = DOCS / "known" / "pictures"
            assert bars.svg(made) in [
                it.read_text("utf-8") for it in pictures.glob(f"*-{name}.svg")
            ]


def test_bars_have_the_counts() -> None:
    made = bars.Bars(
        "A title", "below", ("a", "b", "c"), (("1", (3, 1, 0)), ("2", (0, 0, 9))), True
    )
    drawn = bars.svg(made)
    assert "<title>1: a 3</title>" in drawn
    assert "<title>2: c 9</title>" in drawn
    assert drawn.count('<rect class="up"') == 2  # its column, and the key
    assert "2: a" not in drawn


@pytest.mark.parametrize("fact", json.loads(known.FILE.read_text(encoding="utf-8")))
def test_values_are_written_as_they_are_read(fact: dict[str, object]) -> None:
    (found,) = (
        it for it in known.facts() if (it.game, it.options) == (fact["game"], fact["options"])
    )
    assert fact["value"] == (None if found.value is None else str(found.value))
