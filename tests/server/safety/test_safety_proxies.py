"""Behind a reverse proxy: only those that are trusted may say for whom they ask."""

import http.client
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from quintet.cli.parsing.server_settings import read_limits, read_proxies
from quintet.errors import BadOption
from server.running import server

FIVE_AT_ONCE = ("--limits", "0.005")


def ask(address: str, **headers: str) -> http.client.HTTPResponse:
    site = urlsplit(address)
    connection = http.client.HTTPConnection(site.netloc, timeout=30)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("GET", "/api/v1/games", headers=named)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


def allowed_at_most(statuses: list[int], most: int) -> bool:
    """Whether some at the beginning were allowed, at most so many, and then none.

    Fewer than `most` are, where processor time costs more than the request: on a busy machine.
    """
    allowed = statuses.count(200)
    return allowed <= most and statuses == [200] * allowed + [429] * (len(statuses) - allowed)


@pytest.mark.slow
def test_a_trusted_proxy_is_believed(tmp_path: Path) -> None:
    with server(tmp_path, *FIVE_AT_ONCE, "--trusted-proxies", "127.0.0.1") as (_, address):
        many = [ask(address, X_Forwarded_For="192.0.2.1").status for _ in range(7)]
        assert allowed_at_most(many, 5)
        # What a client has written there itself stands before what the proxy adds.
        forged = "198.51.100.9, 192.0.2.1"
        assert ask(address, X_Forwarded_For=forged).status == 429
        answer = ask(
            address, X_Forwarded_For="192.0.2.2", X_Forwarded_Proto="https", Host="games.example"
        )
        assert answer.status == 200
        assert "Secure" in answer.headers["Set-Cookie"]


@pytest.mark.slow
def test_nobody_else_is(tmp_path: Path) -> None:
    with server(tmp_path, *FIVE_AT_ONCE) as (_, address):
        assert "Secure" not in ask(address, X_Forwarded_Proto="https").headers["Set-Cookie"]
        many = [ask(address, X_Forwarded_For=f"192.0.2.{number}").status for number in range(6)]
        assert allowed_at_most(many, 4)
        assert ask(address, Host="games.example").status in (421, 429)


def test_what_options_say() -> None:
    assert read_proxies("127.0.0.1, 10.0.0.0/8,::1") == ("127.0.0.1", "10.0.0.0/8", "::1")
    assert read_proxies("") == ()
    assert read_limits("2.5") == 2.5
    assert read_limits("off") == float("inf")
    for wrong in ("*", "localhost", "10.0.0.0/99"):
        with pytest.raises(BadOption):
            read_proxies(wrong)
    for wrong in ("", "0", "-1", "nan", "x"):
        with pytest.raises(BadOption):
            read_limits(wrong)
