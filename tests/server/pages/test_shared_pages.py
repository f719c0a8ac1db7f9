"""Pages that are the same for everybody are rendered once, outside the event loop."""

import asyncio
import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.responses import HTMLResponse, Response

from quintet.errors import BadOption
from quintet.i18n.sentence import sentence
from quintet.server.pages import shared
from quintet.server.pages.shared import SharedPages
from server.tables import open_table, other_device
from server.waiting import wait_for

PAGES = {
    "/puzzles": "puzzles.collection",
    "/puzzles/quixo": "puzzles.collection",
    "/puzzles/quixo/1": "puzzles.puzzle",
    "/known": "known",
    "/rules/quixo": "rules",
    "/rules/house": "rules",
    "/rules": "rules",
    "/api/docs": "main",
}
KEPT = [*PAGES, "/puzzles/quixo/1/board.svg", "/api/v1/openapi.json"]


class Renderings:
    """Counts the pages that a module renders, and where."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: str) -> None:
        self.threads: list[threading.Thread] = []
        where = import_module(f"quintet.server.pages.{module}")
        render = where.render

        def counted(*args: Any, **values: Any) -> HTMLResponse:
            self.threads.append(threading.current_thread())
            made: HTMLResponse = render(*args, **values)
            return made

        monkeypatch.setattr(where, "render", counted)


def loop_thread(client: TestClient) -> threading.Thread:
    assert client.portal is not None
    return client.portal.call(threading.current_thread)


@pytest.mark.parametrize("page", PAGES)
def test_rendered_once_and_not_on_the_loop(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    renderings = Renderings(monkeypatch, PAGES[page])
    first = client.get(page)
    assert first.status_code == 200
    assert other_device(client).get(page).text == first.text
    assert len(renderings.threads) == 1
    assert renderings.threads[0] is not loop_thread(client)


@pytest.mark.parametrize("page", KEPT)
def test_a_browser_that_has_it_is_told_so(client: TestClient, page: str) -> None:
    first = client.get(page)
    tag = first.headers["etag"]
    assert first.headers["cache-control"] == "private, no-cache"
    assert first.headers["content-encoding"] == "gzip"
    for known in (tag, f'"x", {tag}', "*"):
        again = client.get(page, headers={"If-None-Match": known})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
        assert "content-security-policy" in again.headers
    assert client.get(page, headers={"If-None-Match": '"x"'}).content == first.content
    plain = client.get(page, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert (plain.content, plain.headers["etag"]) == (first.content, tag)


def test_each_language_has_its_own(client: TestClient) -> None:
    tags = set()
    for language in ("en", "fr", "en", "fr"):
        answer = client.get("/known", headers={"Accept-Language": language})
        assert f'lang="{language}"' in answer.text
        assert "Accept-Language" in answer.headers["vary"]
        tags.add(answer.headers["etag"])
    assert len(tags) == 2
    client.post("/language", data={"language": "fr"})
    assert 'lang="fr"' in client.get("/known").text


def test_nothing_of_a_device_is_shared(client: TestClient) -> None:
    """Cookies, names and games in progress are those of the reader."""
    first = client.get("/puzzles").headers["set-cookie"]
    ben = other_device(client)
    assert ben.get("/puzzles").headers["set-cookie"] != first
    before = ben.get("/")
    assert before.headers["cache-control"] == "no-store"
    table = open_table(client, "quixo")
    assert table["url"] in client.get("/").text
    assert ben.get("/").text == before.text
    client.cookies["quintet_name"] = "Annabella"
    for page in KEPT:
        assert "Annabella" not in client.get(page).text


def test_what_does_not_exist_is_not_kept(client: TestClient) -> None:
    pages: SharedPages = client.app.state.shared_pages  # type: ignore[attr-defined]
    for page in ("/puzzles/chess", "/puzzles/quixo/0", "/rules/chess"):
        assert client.get(page).status_code in (404, 422)
    assert client.get("/puzzles/quixo/1/board.svg?view=nothing").status_code == 422
    assert client.get("/puzzles/quixo/1/board.svg?move=a1c1").status_code == 200
    assert not pages._pages
    assert not pages._making


def page_of(text: str) -> Callable[[], Response]:
    return lambda: HTMLResponse(text)


def test_a_stampede_renders_once() -> None:
    made = []

    def make() -> Response:
        made.append(1)
        return HTMLResponse("page")

    async def ask() -> None:
        pages = SharedPages()
        found = await asyncio.gather(*[pages.find(("page",), make) for _ in range(50)])
        assert len({id(page) for page in found}) == 1
        assert not pages._making

    wait_for(ask())
    assert made == [1]


def test_a_rendering_that_fails_is_tried_again() -> None:
    def fail() -> Response:
        raise BadOption(sentence("No."), option="view")

    async def ask() -> None:
        pages = SharedPages()
        for _ in range(2):
            with pytest.raises(BadOption):
                await pages.find(("page",), fail)
        await pages.find(("page",), page_of("page"))

    wait_for(ask())


def test_pages_take_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "MAX_BYTES", 300)

    async def ask() -> None:
        pages = SharedPages()
        for number in range(50):
            await pages.find((number,), page_of(f"page {number}"))
            await pages.find((0,), page_of("page 0"))
        assert sum(len(page.packed) for page in pages._pages.values()) == pages._size <= 300
        assert (0,) in pages._pages  # used all the time

    wait_for(ask())
