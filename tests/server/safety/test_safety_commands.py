"""Only a seat's holder acts for it, once, and on what they have seen."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from server.tables import (
    OPEN,
    PERSON,
    command,
    hear,
    join,
    key_of,
    live,
    look,
    open_table,
    other_device,
)

ANN = {**PERSON, "name": "Ann"}
MOVE = {"id": "one", "number": 4, "do": "move", "move": "A@a1"}


class Table:
    """Ann and Ben at two devices, and somebody who watches."""

    def __init__(self, client: TestClient) -> None:
        self.ann = client
        self.table = open_table(client, "quantik", chairs=[ANN, OPEN])
        (link,) = self.table["view"]["invitations"]
        self.invitation = key_of(link)
        self.ben, self.watcher = other_device(client), other_device(client)
        assert join(self.ben, self.table, key=self.invitation, name="Ben").is_success

    def refuses(self, who: TestClient, *codes: str, **what: Any) -> bool:
        """Whether a command is refused, by HTTP and live, and changes nothing."""
        before = look(self.ann, self.table)["number"]
        answer = command(who, self.table, **what)
        with live(who, self.table, before) as socket:
            socket.send_json(what)
            error = hear(socket, "refused")["error"]
        assert look(self.ann, self.table)["number"] == before
        assert answer.status_code in (403, 409), answer.text
        return answer.json()["code"] in codes and error["code"] in codes


@pytest.fixture
def at(client: TestClient) -> Table:
    return Table(client)


def test_nobody_moves_for_another_seat(at: Table) -> None:
    assert at.refuses(at.ben, "forbidden", **{**MOVE, "seat": 0})
    assert at.refuses(at.ben, "forbidden", "not_allowed", **MOVE)
    assert at.refuses(at.ann, "forbidden", **{**MOVE, "seat": 1})
    assert at.refuses(at.watcher, "forbidden", **MOVE)
    assert at.refuses(at.watcher, "forbidden", **{**MOVE, "seat": 0})
    assert command(at.ann, at.table, **MOVE).is_success


@pytest.mark.parametrize(
    "what",
    [
        {"do": "resign"},
        {"do": "ask", "what": "draw"},
        {"do": "ask", "what": "pause"},
        {"do": "leave"},
    ],
    ids=str,
)
def test_nobody_acts_for_another_seat(at: Table, what: dict[str, Any]) -> None:
    assert at.refuses(at.ben, "forbidden", **what, number=4, seat=0)
    assert at.refuses(at.watcher, "forbidden", "not_allowed", **what, number=4)


def test_nobody_answers_for_another(at: Table) -> None:
    assert command(at.ann, at.table, number=4, do="ask", what="draw").is_success
    yes = {"number": 5, "do": "answer", "what": "draw", "yes": True}
    assert at.refuses(at.ann, "forbidden", **yes)
    assert at.refuses(at.watcher, "forbidden", **yes)
    assert look(at.ben, at.table)["outcome"] is None
    assert command(at.ben, at.table, **yes).is_success
    assert look(at.ben, at.table)["outcome"]["reason"] == "agreement"


def test_a_command_sent_again_is_done_once(at: Table) -> None:
    first = command(at.ann, at.table, **MOVE).json()
    assert [command(at.ann, at.table, **MOVE).json() for _ in range(3)] == [first] * 3
    with live(at.ann, at.table, 5) as socket:
        socket.send_json(MOVE)
        assert hear(socket, "accepted")["number"] == first["number"]
    assert look(at.ann, at.table)["number"] == 5


def test_a_command_that_somebody_else_has_seen_is_worth_nothing(at: Table) -> None:
    assert command(at.ann, at.table, **MOVE).is_success
    assert at.refuses(at.ben, "stale_command", "forbidden", **MOVE)
    assert at.refuses(at.watcher, "stale_command", "forbidden", **MOVE)
    # Under another id it is another command, and comes too late.
    assert at.refuses(at.ann, "stale_command", **{**MOVE, "id": "two"})


def test_a_command_for_what_is_not_yet_there_is_refused(at: Table) -> None:
    assert at.refuses(at.ann, "stale_command", **{**MOVE, "number": 5})
    assert at.refuses(at.ann, "stale_command", **{**MOVE, "number": 2**31})


def test_keys_open_one_chair_once(at: Table) -> None:
    other = open_table(at.ann, "quantik", chairs=[ANN, OPEN])
    assert join(at.watcher, at.table, key=at.invitation, name="Eve").status_code == 403  # used
    assert join(at.watcher, other, key=at.invitation, name="Eve").status_code == 403
    for key in ("", "x", "A" * 20, at.invitation[:-1], "\u00e9" * 5, "%00"):
        assert join(at.watcher, at.table, key=key, name="Eve").status_code == 403
    assert join(at.watcher, at.table, chair=1, name="Eve").status_code == 403
    assert [seat["name"] for seat in look(at.ann, at.table)["seats"]] == ["Ann", "Ben"]


def test_nobody_sees_the_key_of_another(at: Table) -> None:
    for who in (at.ann, at.ben, at.watcher):
        links = look(who, at.table)["return_links"]
        mine = [seat["here"] for seat in look(who, at.table)["seats"]].count(True)
        assert len(links) == mine
    text = at.watcher.get(f"/tables/{at.table['id']}").text
    for who in (at.ann, at.ben):
        for link in look(who, at.table)["return_links"]:
            assert key_of(link) not in text
