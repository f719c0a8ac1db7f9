"""Every rule is cited on its page, and a figure there or a tutorial step shows it at work."""

import re

import pytest
from fastapi.testclient import TestClient

from quintet.games import GAMES
from quintet.tutorials import rules_exercised
from rule_ids import RULE_IDS

# Clocks, playing time, conferring, resigning, who begins and taking back: no board shows them.
OFF_THE_BOARD = {"QT11", "QT19", "QX14", "QX16", "H2", "H3", "H4", "H5"}


def cited_on(page: str) -> set[str]:
    return set(re.findall(r'class="rule-id"[^>]*>(\w+)<', page))


def shown_on(page: str) -> set[str]:
    """The rules that the live boards of a page show."""
    boards = re.findall(r'<figure class="figure living".*?</figure>', page, re.DOTALL)
    assert all("<svg" in board for board in boards)
    return {
        rule
        for board in boards
        for ids in re.findall(r'<span class="soft">([^<]+)</span>', board)
        for rule in ids.split()
    }


@pytest.mark.parametrize("name", RULE_IDS)
def test_every_rule_is_cited_and_exercised(client: TestClient, name: str) -> None:
    page = client.get(f"/rules/{name}").text
    ids = set(RULE_IDS[name])
    exercised = shown_on(page) | (rules_exercised(name) if name in GAMES else set())
    assert ids - cited_on(page) == set()
    assert ids - exercised == ids & OFF_THE_BOARD
