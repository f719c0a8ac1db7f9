"""Links for others lead to this machine, not to theirs."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from quintet.server import Settings, create_app
from quintet.server.web import shared_address
from quintet.server.web.shared_address import addresses_for_others
from server.running import server
from server.tables import OPEN, PERSON, open_table

OTHERS = "http://192.168.7.5:7655/"
EVERYWHERE = shared_address.EVERY_ADDRESS[0]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine in a home network."""
    monkeypatch.setattr(shared_address, "_routed", lambda: ["192.168.7.5"])
    named = ["127.0.1.1", "192.168.7.5", "fe80::1%eth0", "fe80::1", "fd00::5", "10.0.0.5"]
    monkeypatch.setattr(shared_address, "_named", lambda: named)


@pytest.mark.usefixtures("machine")
def test_others_are_given_addresses_they_can_reach() -> None:
    assert addresses_for_others("127.0.0.1", 7655) == ()
    assert addresses_for_others("192.168.7.5", 7655) == ()
    assert addresses_for_others(EVERYWHERE, 7655) == (OTHERS, "http://10.0.0.5:7655/")
    assert "http://[fd00::5]:7655/" in addresses_for_others("::", 7655)


def test_links_of_a_host_at_this_machine_are_for_others(tmp_path: Path) -> None:
    app = create_app(Settings(str(tmp_path), shared_addresses=(OTHERS,)))
    with TestClient(app, "http://127.0.0.1:7655") as here:
        table = open_table(here, "quixo", chairs=[PERSON, OPEN])
        assert f'data-share="{OTHERS}"' in here.get(table["url"]).text
        code = here.get(table["view"]["invitations"][0]["qr_url"])
        elsewhere = TestClient(app, OTHERS.rstrip("/"), cookies=here.cookies)
        assert elsewhere.get(table["view"]["invitations"][0]["qr_url"]).content == code.content
        named = TestClient(app, "https://games.example", cookies=here.cookies)
        assert 'data-share="https://games.example/"' in named.get(table["url"]).text


@pytest.mark.slow
def test_the_server_says_where_others_reach_it(tmp_path: Path) -> None:
    with server(tmp_path, "--host", EVERYWHERE) as (process, address):
        assert address.startswith("http://127.0.0.1:")
        assert process.stdout is not None
        if addresses_for_others(EVERYWHERE, 1):
            assert "Others reach it at http://" in process.stdout.readline()
