"""The rules pages: they say everything, in every language, and figures lead on."""

import html
import re
from urllib.parse import parse_qsl, urlsplit

import pytest
from fastapi.testclient import TestClient

from quintet.games import GAMES
from quintet.position import read_position
from quintet.rules import RULES
from rule_ids import RULE_IDS, rules_of, spoken


@pytest.mark.parametrize("name", RULE_IDS)
def test_the_page_says_it_all_and_leads_to_every_rule(client: TestClient, name: str) -> None:
    page = client.get(f"/rules/{name}").text
    text = html.unescape(page)
    assert [said for said in spoken(rules_of(name).SECTIONS, "en") if said not in text] == []
    for rule in RULE_IDS[name]:
        assert page.count(f'id="{rule}"') == 1
    if "H1" in text and name != "house":
        assert '/rules/house#H1"' in page


def test_the_page_speaks_french(client: TestClient) -> None:
    page = client.get("/rules/quixo", headers={"Accept-Language": "fr"}).text
    text = html.unescape(page)
    assert [said for said in spoken(RULES["quixo"].SECTIONS, "fr") if said not in text] == []


@pytest.mark.parametrize("name", RULE_IDS)
def test_every_figure_opens_on_the_analysis_board(client: TestClient, name: str) -> None:
    """The address has the position and the options, as the editor's has."""
    figures = [each for section in rules_of(name).SECTIONS for each in section.figures]
    found = re.findall(r'href="(/analysis/[^"]+)"', client.get(f"/rules/{name}").text)
    assert len(found) == len(figures)
    for address, figure in zip(found, figures, strict=True):
        parts = urlsplit(html.unescape(address))
        assert parts.path == f"/analysis/{figure.game}"
        query = dict(parse_qsl(parts.query))
        text = query.pop("position")
        options = {**GAMES[figure.game].table_options, **query}
        opened = read_position(figure.game, text, options)
        assert opened == read_position(figure.game, figure.position, figure.options)
    one_a_variant = {str(each.options): found[at] for at, each in enumerate(figures)}
    for address in one_a_variant.values():
        assert client.get(html.unescape(address)).status_code == 200


def test_a_figure_is_one_picture_to_a_screen_reader(client: TestClient) -> None:
    page = client.get("/rules/quantik").text
    pictures = re.findall(r'<svg [^>]*role="img" aria-label="([^"]+)"', page)
    assert "The board of Quantik. A light sphere stands on b3." in pictures
    assert 'role="group"' not in page


def test_there_is_a_way_to_the_house_rules(client: TestClient) -> None:
    assert 'href="/rules/house"' in client.get("/rules").text
    for game in RULES:
        assert 'href="/rules/house"' in client.get(f"/rules/{game}").text
