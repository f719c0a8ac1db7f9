"""The pages: all are there, for every game, and nothing in them comes from elsewhere."""

import json
import re

import pytest
from fastapi.testclient import TestClient

from quintet import GAMES
from server.tables import engine, open_table

PAGES = [
    "/",
    "/settings",
    "/rules",
    "/rules/house",
    "/api/docs",
    "/known",
    "/puzzles",
    *(f"/{page}/{game}" for page in ("new", "rules", "edit", "puzzles") for game in GAMES),
    *(f"/puzzles/{game}/1" for game in GAMES),
]


@pytest.mark.slow_except("/", "/[!nep]*", "/puzzles", "*quarto*")
@pytest.mark.parametrize("address", PAGES)
def test_page(client: TestClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200
    assert '<html lang="en" dir="ltr">' in answer.text
    check_safe(answer.text)


@pytest.mark.parametrize("game", GAMES)
def test_table_page(client: TestClient, game: str) -> None:
    answer = client.post("/tables", data={"game": game})
    assert answer.status_code == 200
    assert re.fullmatch(r"/tables/[\w-]{12}", answer.url.path)
    assert 'id="table"' in answer.text
    check_safe(answer.text)
    assert answer.url.path in client.get("/").text  # to go on with


def check_safe(page: str) -> None:
    """No script in the page itself, and nothing that comes from another host."""
    for attributes, body in re.findall(r"<script([^>]*)>(.*?)</script>", page, re.DOTALL):
        assert "application/json" in attributes or not body.strip()
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page)
    assert not re.search(r"\son\w+=", page)


def test_every_file_of_a_page_is_there_and_kept(client: TestClient) -> None:
    found = set(re.findall(r'"(/static/[^"]+)"', client.get("/new/quixo").text))
    assert found
    for address in found:
        answer = client.get(address)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers.get("content-encoding") == "gzip" or len(answer.content) < 500
    older = client.get("/static/0123456789abcdef/board.css")
    assert older.headers["cache-control"] == "no-store"


def test_headers(client: TestClient) -> None:
    headers = client.get("/").headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"


def test_cookie_keeps_the_device(client: TestClient) -> None:
    cookie = client.get("/").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "set-cookie" not in client.get("/").headers


def test_form_with_everything(client: TestClient) -> None:
    form = {
        "game": "quixo",
        "option-players": "4",
        "chair-0": "person",
        "name-0": "Ann <b>&",
        "chair-1": "engine-2",
        "chair-2": "person",
        "name-2": "",
        "chair-3": "engine-1",
        "first": "2",
        "clock": "300+5",
        "house": "1",
        "hints": "true",
    }
    page = client.post("/tables", data=form)
    assert "Ann &lt;b&gt;&amp;" in page.text
    assert "<b>" not in page.text
    view = client.get(f"/api/v1{page.url.path}").json()["view"]
    assert [seat["kind"] for seat in view["seats"]] == ["person", "engine", "person", "engine"]
    assert view["seats"][0]["name"] == "Player 3"
    assert view["clock"]["text"] == "300+5"
    assert view["allowed"]["hint"]
    assert not view["allowed"]["values"]


def test_form_with_a_level_alone(client: TestClient) -> None:
    page = client.post("/tables", data={"game": "cubulus", "option-players": "3", "level": "8"})
    view = client.get(f"/api/v1{page.url.path}").json()["view"]
    assert sorted(str(seat["level"]) for seat in view["seats"]) == ["8", "8", "None"]


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"game": "chess"},
        {"game": "quixo", "option-size": "9"},
        {"game": "quixo", "chair-0": "person"},
        {"game": "quixo", "chair-0": "cat", "chair-1": "person"},
        {"game": "quixo", "chair-0": "person", "chair-1": "engine-11"},
        {"game": "quixo", "level": "11"},
        {"game": "quixo", "clock": "soon"},
        {"game": "quixo", "position": "nonsense"},
        {"game": "quixo", "first": "5"},
    ],
)
def test_bad_form_gets_a_sentence(client: TestClient, form: dict[str, str]) -> None:
    answer = client.post("/tables", data=form)
    assert answer.status_code in (404, 422)
    assert "<html" in answer.text
    assert "Traceback" not in answer.text


def test_language_by_header_and_by_choice(client: TestClient) -> None:
    french = client.get("/settings", headers={"Accept-Language": "fr-CH, en;q=0.5"})
    assert '<html lang="fr" dir="ltr">' in french.text
    client.post("/language", data={"language": "fr"})
    assert '<html lang="fr"' in client.get("/settings").text
    client.post("/language", data={"language": ""})
    assert '<html lang="en"' in client.get("/settings").text


def test_game_from_an_edited_position(client: TestClient) -> None:
    form = {"game": "quantik", "position": "..../..../..../A...", "first": "0"}
    page = client.post("/tables", data=form)
    view = client.get(f"/api/v1{page.url.path}").json()["view"]
    lowest_row = view["position"].split("/")[3]
    assert lowest_row.startswith("A")  # the engine may have answered already


def test_engines_alone_have_a_limit(client: TestClient) -> None:
    table = open_table(client, "quixo", chairs=[engine(1), engine(1)])
    assert table["view"]["paths"] == {}


EDITED = [
    *((game, {}) for game in GAMES),
    ("quarto", {"calls": "spoken"}),
    ("cubulus", {"players": "3"}),
    ("quixo", {"players": "4"}),
]


@pytest.mark.parametrize(("game", "options"), EDITED)
def test_the_editor_says_everything_in_words(
    client: TestClient, game: str, options: dict[str, str]
) -> None:
    page = client.get(f"/edit/{game}", params=options).text
    parts = re.search(r'id="editing">(.*?)</script>', page, re.DOTALL)
    assert parts is not None
    pieces = [piece["said"] for piece in json.loads(parts[1])["pieces"]]
    form = page.split('id="setup"')[1].split("</form>")[0]
    choices = re.findall(r"<option value=\"[^\"]*\">([^<]*)</option>", form)
    places = [place for row in json.loads(parts[1])["rows"] for place in row]
    assert len(set(pieces)) == len(pieces)
    assert all(len(said) > 2 for said in [*pieces, *choices] if said not in places)
