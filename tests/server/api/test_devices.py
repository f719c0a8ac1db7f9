"""Programs are known by a token in a header, browsers by a cookie with the same token."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from quintet.server.web.device_tokens import COOKIE
from server.running import server
from server.tables import live, look, open_table, other_device

BOT = Path(__file__).parents[3] / "docs/how-to/examples/bot.py"
EVIL = {"Origin": "https://evil.example"}


def token_of(client: TestClient, **headers: str) -> str:
    answer = client.post("/api/v1/devices", headers=headers)
    assert answer.status_code == 201
    return str(answer.json()["token"])


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@pytest.fixture
def bot(client: TestClient) -> Any:
    """A client that keeps no cookies."""
    made = other_device(client)
    made.headers.update(bearer(token_of(made)))
    made.cookies.clear()
    return made


def test_a_token_holds_seats_without_a_cookie(client: TestClient, bot: TestClient) -> None:
    table = open_table(bot, "quixo")
    answer = bot.get(f"/api/v1/tables/{table['id']}")
    assert "set-cookie" not in answer.headers
    assert [seat["here"] for seat in answer.json()["view"]["seats"]] == [True, True]
    assert [seat["here"] for seat in look(client, table)["seats"]] == [False, False]
    move = {"id": "1", "number": 4, "do": "move", "move": "a1e1"}
    assert bot.post(f"/api/v1/tables/{table['id']}/commands", json=move).is_success


def test_a_token_opens_a_live_connection(bot: TestClient) -> None:
    table = open_table(bot, "quixo")
    with live(bot, table) as socket:
        assert socket.receive_json()["view"]["owner"]


def test_a_token_needs_no_origin_and_a_cookie_does(client: TestClient, bot: TestClient) -> None:
    new = {"game": "quixo"}
    assert bot.post("/api/v1/tables", json=new, headers=EVIL).status_code == 201
    refused = client.post("/api/v1/tables", json=new, headers=EVIL)
    assert (refused.status_code, refused.json()["code"]) == (403, "cross_site")


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "é", "x" * 300])
def test_what_we_have_not_signed_is_refused(client: TestClient, token: str) -> None:
    headers = {b"Authorization": f"Bearer {token}".encode()}
    answer = client.get("/api/v1/games", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert "set-cookie" not in answer.headers


def test_tokens_are_renewed_and_cookies_stay_secret(client: TestClient, bot: TestClient) -> None:
    table = open_table(bot, "quixo")
    renewed = token_of(bot)
    assert renewed.partition(".")[0] == str(bot.headers["authorization"])[7:].partition(".")[0]
    seen = other_device(client).get(f"/api/v1/tables/{table['id']}", headers=bearer(renewed))
    assert seen.json()["view"]["owner"]
    client.get("/")
    cookie = str(client.cookies[COOKIE])
    assert token_of(client).partition(".")[0] != cookie.partition(".")[0]


def test_pages_take_no_tokens(client: TestClient) -> None:
    assert client.get("/", headers=bearer("nonsense")).is_success


@pytest.mark.slow
@pytest.mark.parametrize("game", ["quixo", "quantik"])
def test_the_example_plays_a_whole_game(tmp_path: Path, game: str) -> None:
    with server(tmp_path / "data") as (_, address):
        done = subprocess.run(
            [sys.executable, BOT, address, game],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    first, *_, last = done.stdout.splitlines()
    assert "/tables/" in first
    assert last.endswith(".")
