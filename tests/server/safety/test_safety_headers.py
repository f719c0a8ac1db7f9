"""What comes from outside and goes into a header, a cookie or a redirect cannot break it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient

from server.tables import OPEN, PERSON, key_of, open_table

HOSTILE = [
    "中文",
    "naïve ✓",
    "\U0001f600",
    "a\r\nSet-Cookie: evil=1",
    "a\nLocation: https://evil.example",
    "\x00\x01\x7f",
    'quote"; filename="evil',
    "semi; colon, comma = equals",
    "\u202eright to left",
    "\u2028line",
    "//evil.example",
    "\\\\evil.example",
    "%0d%0aSet-Cookie: evil=1",
    "x" * 5000,
]


def join_with_name(client: TestClient, text: str) -> Any:
    table = open_table(client, "quixo", chairs=[PERSON, OPEN])
    key = key_of(table["view"]["invitations"][0])
    return client.post(f"/tables/{table['id']}/join/{key}", data={"name": text})


def record_of_named(client: TestClient, text: str) -> Any:
    named = {"kind": "person", "name": text[:80]}
    table = client.post("/api/v1/tables", json={"game": "quixo", "chairs": [named, PERSON]}).json()
    return client.get(f"/api/v1/tables/{table['id']}/record?form={quote(text[:500])}")


WAYS: dict[str, Callable[[TestClient, str], Any]] = {
    "language": lambda client, text: client.post("/language", data={"language": text}),
    "name of a new table": lambda client, text: client.post(
        "/tables", data={"game": "quixo", "name-0": text}
    ),
    "name of a guest": join_with_name,
    "record": record_of_named,
    "key": lambda client, text: client.get(f"/tables/nothing/join/{quote(text, safe='')}"),
    "table": lambda client, text: client.get(f"/tables/{quote(text, safe='')}"),
    "slash at the end": lambda client, text: client.get(f"/{quote(text, safe='')}/"),
    "file": lambda client, text: client.get(f"/static/x/{quote(text, safe='')}"),
    "view": lambda client, text: client.post(
        f"/api/v1/positions/svg?view={quote(text)}", json={"game": "quixo"}
    ),
    "poll": lambda client, text: client.get(f"/api/v1/tables/x/poll?chat={quote(text)}"),
    "name cookie": lambda client, text: client.get(
        "/new/quixo", headers={"Cookie": f"quintet_name={quote(text)}"}
    ),
    "language cookie": lambda client, text: client.get(
        "/", headers={"Cookie": f"quintet_language={quote(text)}"}
    ),
    "token": lambda client, text: client.get(
        "/api/v1/games", headers={"Authorization": f"Bearer {quote(text)}"}
    ),
    "accepted languages": lambda client, text: client.get(
        "/",
        headers={b"Accept-Language": text.encode()[:1000].replace(b"\r", b"").replace(b"\n", b"")},
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_headers_stay_whole(client: TestClient, way: str) -> None:
    client.follow_redirects = False
    for text in HOSTILE:
        client.cookies.clear()
        check_headers(WAYS[way](client, text))


def check_headers(answer: Any) -> None:
    assert answer.status_code < 500
    for name, value in answer.headers.multi_items():
        assert value.isascii()
        assert value.isprintable(), (name, value)
        assert not value.lower().startswith("evil=")
    where = answer.headers.get("location", "/")
    assert where.startswith(("/", "http://testserver/"))
    assert not where.startswith(("//", "/\\"))


@pytest.mark.parametrize("language", ["", "en", "fr"])
def test_known_languages_are_remembered(client: TestClient, language: str) -> None:
    answer = client.post("/language", data={"language": language}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")


@pytest.mark.parametrize("language", ["中文", "de; Path=/evil", "x" * 100, "FR", "en\n"])
def test_unknown_languages_are_refused(client: TestClient, language: str) -> None:
    answer = client.post("/language", data={"language": language}, follow_redirects=False)
    assert answer.status_code == 422
    assert "quintet_language" not in answer.headers.get("set-cookie", "")
