"""Pages of other sites can neither change anything here nor listen, whatever they leave out."""

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.routing import Route
from starlette.websockets import WebSocketDisconnect

from quintet.server import Settings, create_app
from server.tables import OPEN, PERSON, hear, live, look, open_table

CROSS_SITE = [
    {"Origin": "https://evil.example"},
    {"Origin": "http://testserver.evil.example"},
    {"Origin": "http://testserver:81"},
    {"Origin": "http://evil@testserver"},
    {"Origin": "https://testserver"},
    {"Origin": "ftp://testserver"},
    {"Origin": "//testserver"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": "http://["},
    {"Origin": "testserver"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "Cross-Site", "Origin": "http://testserver"},
]
OURS: list[dict[str, str]] = [
    {},  # a program: it has no cookie that another site could abuse
    {"Origin": "http://testserver"},
    {"Origin": "http://TestServer", "Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "none"},
    # Behind a proxy for TLS that the server does not trust.
    {"Origin": "https://testserver", "Sec-Fetch-Site": "same-origin"},
]
MOVE = {"id": "1", "number": 4, "do": "move", "move": "A@a1"}


def routes(app: FastAPI) -> list[tuple[str, str]]:
    """Every address that takes something else than GET and HEAD, with its method."""
    found = []
    waiting: list[Any] = list(app.routes)
    while waiting:
        route = waiting.pop()
        waiting += getattr(getattr(route, "original_router", None), "routes", [])
        if isinstance(route, Route):
            found += [
                (method, route.path)
                for method in route.methods or ()
                if method not in ("GET", "HEAD")
            ]
    return found


@pytest.mark.parametrize("headers", CROSS_SITE, ids=str)
def test_nothing_is_changed_from_elsewhere(client: TestClient, headers: dict[str, str]) -> None:
    table = open_table(client, "quantik")
    found = routes(client.app)  # type: ignore[arg-type]
    assert ("POST", "/api/v1/tables/{table_id}/commands") in found
    assert ("POST", "/tables") in found
    named = defaultdict(lambda: "1", table_id=table["id"], game="quixo")
    for method, path in found:
        address = path.format_map(named)
        answer = client.request(method, address, json=MOVE, headers=headers)
        assert answer.status_code == 403, path
    assert look(client, table)["number"] == 4


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE", "STRANGE"])
def test_methods_nobody_offers_are_refused_too(client: TestClient, method: str) -> None:
    answer = client.request(method, "/api/v1/games", headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    assert client.request(method, "/api/v1/games").status_code == 405


@pytest.mark.parametrize("headers", CROSS_SITE, ids=str)
def test_nobody_listens_from_elsewhere(client: TestClient, headers: dict[str, str]) -> None:
    table = open_table(client, "quantik")
    address = f"/api/v1/tables/{table['id']}/live"
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        client.websocket_connect(address, headers=headers),
    ):
        pass
    assert getattr(refused.value, "status_code", None) == 403


@pytest.mark.parametrize("headers", OURS, ids=str)
def test_our_own_pages_and_programs_are_let_in(client: TestClient, headers: dict[str, str]) -> None:
    table = open_table(client, "quantik")
    address = f"/api/v1/tables/{table['id']}"
    with client.websocket_connect(f"{address}/live", headers=headers) as socket:
        assert socket.receive_json()["type"] == "view"
    answer = client.post(f"{address}/commands", json=MOVE, headers=headers)
    assert answer.status_code == 200


def test_links_from_elsewhere_can_be_followed(client: TestClient) -> None:
    table = open_table(client, "quantik")
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert client.get(f"/tables/{table['id']}", headers=headers).status_code == 200


def test_absurd_addresses_do_no_harm(client: TestClient) -> None:
    table = open_table(client, "quantik", chairs=[PERSON, OPEN])
    (link,) = table["view"]["invitations"]
    plain = client.get(link["qr_url"])
    assert plain.status_code == 200
    assert client.get(f"{link['qr_url']}?{'q' * 5000}").content == plain.content
    answer = client.get(link["qr_url"], headers={"Host": "h" * 5000})
    assert answer.status_code == 421


def test_pages_say_what_is_wrong_in_a_page(client: TestClient) -> None:
    answer = client.post("/tables", data={"game": "quixo"}, headers=CROSS_SITE[0])
    assert answer.headers["content-type"].startswith("text/html")
    assert "This comes from another site." in answer.text


def test_names_are_text_and_nothing_else(client: TestClient) -> None:
    name = "</script><img src=x onerror=alert(1)>'\""
    table = open_table(client, "quantik", chairs=[{**PERSON, "name": name}, OPEN], public=True)
    (link,) = table["view"]["invitations"]
    address = f"/tables/{table['id']}"
    line = {"do": "say", "room": "players", "text": name, "number": 2}
    assert client.post(f"/api/v1{address}/commands", json=line).is_success
    for page in ("/", "/lobby", address, link["url"], f"/new/quantik?name={name}"):
        answer = client.get(page)
        assert answer.status_code == 200
        assert "<img" not in answer.text
    assert name in look(client, table)["seats"][0]["name"]


def test_the_policy_is_as_strict_as_ever(client: TestClient) -> None:
    table = open_table(client, "quantik")
    addresses = ["/", "/settings", "/nothing", "/api/v1/games", f"/tables/{table['id']}"]
    for address in addresses:
        headers = client.get(address).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert "unsafe" not in policy
        assert "*" not in policy
        assert "http" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["referrer-policy"] == "same-origin"
    picture = client.get(f"/api/v1/tables/{table['id']}/board.svg").headers
    assert picture["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'"


def test_a_failure_of_ours_tells_nothing(tmp_path: Path) -> None:
    app = create_app(Settings(str(tmp_path)))

    async def fail() -> None:
        raise RuntimeError("the colour of my house")

    app.get("/api/v1/fail")(fail)
    app.get("/fail")(fail)
    with TestClient(app) as client:
        for address in ("/api/v1/fail", "/fail"):
            answer = client.get(address)
            assert answer.status_code == 500
            assert "colour" not in answer.text
            assert "Traceback" not in answer.text
            assert "Something went wrong on our side." in answer.text
            assert answer.headers["content-security-policy"]


def test_a_failing_connection_tells_nothing(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table(client, "quantik")

    def fail(*_: object) -> str:
        raise RuntimeError("the colour of my house")

    monkeypatch.setattr("quintet.server.api.websocket.read_command", fail)
    with live(client, table, 4) as socket:
        socket.send_json(MOVE)
        refused = hear(socket, "refused")
    assert refused["error"]["code"] == "internal_error"
    assert "colour" not in str(refused)
