"""The rules in words: every rule is told, rulings are marked, and all outputs say the same."""

import json
import re
from pathlib import Path

import pytest

from commands import good, wrong
from quintet.games import GAMES
from quintet.rules import RULES, Paragraph
from rule_ids import RULE_IDS, RULINGS, rules_of, spoken

DOCS = Path(__file__).parents[2] / "docs" / "rules"

PRINTED_TOO = {"QM2", "CB9", "QX1"}  # the ruling adds to a printed rule
PARTS = (
    "contents",
    "set_up",
    "turn",
    "forbidden",
    "end",
    "variants",
    "players",
    "time",
    "duration",
)


def paragraphs(name: str) -> list[Paragraph]:
    return [each for section in rules_of(name).SECTIONS for each in section.paragraphs]


def test_every_game_has_rules() -> None:
    assert list(RULES) == list(GAMES)
    assert set(RULE_IDS) == {*GAMES, "house"}


@pytest.mark.parametrize("name", RULE_IDS)
def test_every_rule_is_told(name: str) -> None:
    told = {rule for paragraph in paragraphs(name) for rule in paragraph.ids}
    assert told - set(RULE_IDS["house"]) - set(RULE_IDS[name]) == set()
    assert set(RULE_IDS[name]) - told == set()


@pytest.mark.parametrize("name", RULE_IDS)
def test_rulings_are_marked_as_ours_with_a_reason(name: str) -> None:
    ours = {rule for each in paragraphs(name) if each.why for rule in each.ids}
    printed = {rule for each in paragraphs(name) if not each.why for rule in each.ids}
    assert ours - (set(RULE_IDS["house"]) if name != "house" else set()) == RULINGS[name]
    assert ours & printed <= PRINTED_TOO


@pytest.mark.parametrize("game", GAMES)
def test_every_page_has_every_part(game: str) -> None:
    parts = [section.part for section in RULES[game].SECTIONS]
    assert [part for part in parts if part in PARTS] == list(PARTS)


@pytest.mark.parametrize("name", RULE_IDS)
def test_the_documentation_has_the_same_ids(name: str) -> None:
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^- \*\*(\w+)\*\*", text, re.MULTILINE)) >= set(RULE_IDS[name])


@pytest.mark.parametrize("name", ["quantik", "house"])
def test_the_terminal_says_the_same(name: str) -> None:
    printed = "".join(good("rules", name).split())  # lines may break anywhere
    for said in spoken(rules_of(name).SECTIONS, "en"):
        assert "".join(said.split()) in printed


def test_the_terminal_speaks_french() -> None:
    printed = "".join(
        good("rules", "qomet", LC_ALL="fr_FR.UTF-8", LANGUAGE="fr", PYTHONUTF8="1").split()
    )
    for said in spoken(rules_of("qomet").SECTIONS, "fr"):
        assert "".join(said.split()) in printed


def test_a_game_that_is_not_there() -> None:
    assert "There is no game 'chess'" in wrong("rules", "chess")


def test_programs_get_the_rules_as_json() -> None:
    found = json.loads(good("rules", "quarto", "--json"))
    assert found["title"] == "Quarto rules"
    ids = {
        rule for part in found["sections"] for each in part["paragraphs"] for rule in each["ids"]
    }
    assert ids >= set(RULE_IDS["quarto"])
    ours = [each for part in found["sections"] for each in part["paragraphs"] if each["our_ruling"]]
    assert {rule for each in ours for rule in each["ids"]} == RULINGS["quarto"]
    steal = next(
        figure for part in found["sections"] for figure in part["figures"] if "QT6" in figure["ids"]
    )
    assert steal["moves"] == ["d1", "6", "quarto:a1-d1"]
    assert steal["verdicts"] == ["This wins."]
