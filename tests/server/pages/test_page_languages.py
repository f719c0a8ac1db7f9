"""Pages in other languages, and in one that exists only here: no word stands outside sentences."""

import re
from html.parser import HTMLParser
from importlib.resources import files

import pytest
from fastapi.testclient import TestClient

from i18n.test_pseudo_language import bracketed, spoken_outside
from quintet import GAMES
from quintet.i18n.catalogue import languages, native_name
from quintet.server.web import locale
from server.pages.test_pages import PAGES

READ_ALOUD = {"alt", "aria-label", "aria-roledescription", "placeholder", "title"}
TITLES = {game.title for game in GAMES.values()}
NATIVE_NAMES = " ".join(map(native_name, languages()))
OWN_NAMES = {"Quintet", *TITLES, *re.findall(r"[^\W\d_]+", NATIVE_NAMES)}


class Words(HTMLParser):
    """All that people see or hear of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.found += [value for name, value in attributes if value and name in READ_ALOUD]

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag:
            pass  # elements that need no end

    def handle_data(self, data: str) -> None:
        if not {"script", "style", "code", "kbd"} & set(self.open):
            self.found.append(data)


def words_of(page: str) -> str:
    reader = Words()
    reader.feed(page)
    return "\n".join(reader.found)


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locale, "translator", lambda _: bracketed)


@pytest.mark.usefixtures("pseudo")
@pytest.mark.slow_except("/", "/[!rnep]*", "/rules", "/rules/[hc]*", "*cubulus*", "/nowhere")
@pytest.mark.parametrize("address", [*PAGES, "/nowhere", "/rules/chess"])
def test_page(client: TestClient, address: str) -> None:
    said = words_of(client.get(address, headers={"accept": "text/html"}).text)
    assert "⟦" in said
    assert not spoken_outside(said) - OWN_NAMES


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("game", GAMES)
def test_table(client: TestClient, game: str) -> None:
    said = words_of(client.post("/tables", data={"game": game}).text)
    assert "⟦" in said
    assert not spoken_outside(said) - OWN_NAMES


def test_the_language_a_browser_asks_for(client: TestClient) -> None:
    page = client.get("/", headers={"accept-language": "fr-CH, en;q=0.5"}).text
    assert '<html lang="fr" dir="ltr">' in page
    assert "Cinq jeux de plateau" in page
    refused = client.get("/api/v1/tables/none", headers={"accept-language": "fr"})
    assert "Cette table" in refused.text


def test_an_address_names_a_language_and_it_is_kept(client: TestClient) -> None:
    page = client.get("/rules/quixo?lang=fr-CA", headers={"accept-language": "en"})
    assert '<html lang="fr" dir="ltr">' in page.text
    assert '<html lang="fr" dir="ltr">' in client.get("/").text
    assert '<html lang="fr" dir="ltr">' in client.get("/?lang=klingon").text
    back = client.post(
        "/language",
        data={"language": "en"},
        headers={"referer": f"{client.base_url}/rules/quixo?lang=fr&x=1"},
        follow_redirects=False,
    )
    assert back.headers["location"] == "/rules/quixo?x=1"
    assert '<html lang="en" dir="ltr">' in client.get("/").text


@pytest.mark.slow_except("/analysis/quixo", "/edit/quixo")
@pytest.mark.parametrize("address", ["/analysis/quixo", "/edit/quixo", *PAGES])
def test_every_page_takes_a_language(client: TestClient, address: str) -> None:
    page = client.get(address, params={"lang": "fr"}, headers={"accept": "text/html"})
    assert page.status_code == client.get(address).status_code
    assert '<html lang="fr"' in page.text


def test_one_table_in_two_languages_at_once(client: TestClient) -> None:
    address = client.post("/tables", data={"game": "quixo", "first": "0"}, follow_redirects=False)
    table = address.headers["location"].rpartition("/")[2]
    live = f"/api/v1/tables/{table}/live"
    with (
        client.websocket_connect(live, headers={"accept-language": "fr"}) as french,
        client.websocket_connect(live, headers={"accept-language": "en"}) as english,
    ):
        said = [socket.receive_text() for socket in (french, english)]
    assert "À vous" in said[0]
    assert "Your turn" in said[1]


def test_scripts_get_their_sentences_from_a_file(client: TestClient) -> None:
    assert "/sentences/" not in client.get("/").text
    page = client.get("/?lang=fr").text
    found = re.search(r'<script defer src="([^"]*/sentences/fr\.\w+\.js)"', page)
    assert found is not None
    answer = client.get(found[1])
    assert answer.headers["cache-control"].endswith("immutable")
    assert '"Cancel":"Annuler"' in answer.text
    assert client.get(found[1].replace("fr.", "de.")).status_code == 404
    assert client.get(re.sub(r"fr\.\w+", "fr.0", found[1])).status_code == 404


def test_scripts_say_everything_through_the_catalogue() -> None:
    static = files("quintet.server").joinpath("static")
    scripts = [
        file
        for folder in static.iterdir()
        if folder.is_dir()
        for file in folder.iterdir()
        if file.name.endswith(".js")
    ]
    assert scripts
    for file in scripts:
        script = file.read_text(encoding="utf-8")
        assert not re.search(r"(?:textContent|title|ariaLabel) = [\"'`][A-Za-z]{3}", script)
        assert not re.search(r"\"(?:aria-label|title)\", [\"'`][A-Za-z]{3}", script)
