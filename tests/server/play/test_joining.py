"""Open chairs, invitations and keys: who may sit down, where, and until when."""

from io import BytesIO
from typing import Any

import pytest
import segno
from fastapi.testclient import TestClient

from quintet.server import Settings
from server.tables import (
    OPEN,
    PERSON,
    command,
    engine,
    hear,
    join,
    key_of,
    live,
    look,
    open_table,
    other_device,
)

ANN = {**PERSON, "name": "Ann"}


@pytest.fixture
def settings(settings_of_both: Settings) -> Settings:
    return settings_of_both


def invited(table: dict[str, Any], index: int = 0) -> str:
    return key_of(table["view"]["invitations"][index])


def test_a_table_waits_for_who_is_invited(client: TestClient) -> None:
    table = open_table(client, "quixo", chairs=[ANN, OPEN])
    view = table["view"]
    assert (view["phase"], view["number"], view["seat"]) == ("open", 2, None)
    assert [seat["kind"] for seat in view["seats"]] == ["person", "open"]
    assert [seat["here"] for seat in view["seats"]] == [True, False]
    assert view["prompt"] == "The game begins when every chair is taken."
    assert view["paths"] == {}
    (invitation,) = view["invitations"]
    assert invitation["chair"] == 1
    ben = other_device(client)
    assert look(ben, table)["invitations"] == []
    answer = join(ben, table, key=invited(table), name=" Ben ")
    assert answer.status_code == 200
    joined = answer.json()
    assert (joined["chair"], joined["url"]) == (1, f"/tables/{table['id']}")
    assert joined["view"]["phase"] == "playing"
    assert [seat["name"] for seat in joined["view"]["seats"]] == ["Ann", "Ben"]
    assert [seat["here"] for seat in joined["view"]["seats"]] == [False, True]
    assert look(client, table)["invitations"] == []
    assert command(client, table, number=4, do="move", move="a1e1").is_success
    refused = command(client, table, number=5, do="move", move="b1b5")
    assert refused.json()["code"] in ("forbidden", "not_allowed")
    assert command(ben, table, number=5, do="move", move="b1b5").is_success


def test_those_who_wait_are_told(client: TestClient) -> None:
    table = open_table(client, "quixo", chairs=[ANN, OPEN])
    ben = other_device(client)
    with live(client, table, 2) as socket:
        assert join(ben, table, key=invited(table), name="Ben").is_success
        told = hear(socket, "events")
    assert [event["event"] for event in told["events"]] == ["chair_taken", "started"]
    assert told["view"]["phase"] == "playing"


def test_a_used_invitation_is_used_up(client: TestClient) -> None:
    table = open_table(client, "quixo", chairs=[ANN, OPEN])
    ben, cem = other_device(client), other_device(client)
    assert join(ben, table, key=invited(table)).is_success
    refused = join(cem, table, key=invited(table))
    assert refused.status_code == 403
    assert refused.json()["code"] == "forbidden"
    assert not any(seat["here"] for seat in look(cem, table)["seats"])
    assert join(cem, table, key="x" * 20).status_code == 403


@pytest.mark.slow_except("sqlite-*")
@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({}, 422),
        ({"chair": 0}, 403),
        ({"chair": 1}, 403),
        ({"chair": 3}, 422),
        ({"chair": 9}, 422),
        ({"key": ""}, 403),
        ({"key": "é" * 20}, 403),
        ({"key": "x" * 100}, 422),
        ({"key": None, "name": "x" * 100}, 422),
        ({"key": 5}, 422),
        ({"seat": 1}, 422),
    ],
)
def test_nobody_sits_down_uninvited(client: TestClient, wish: dict[str, Any], status: int) -> None:
    table = open_table(client, "quixo", chairs=[ANN, OPEN])
    answer = join(other_device(client), table, **wish)
    assert answer.status_code == status
    assert answer.json()["detail"].endswith(".")
    assert look(client, table)["number"] == 2


def test_strangers_sit_down_at_public_tables(client: TestClient) -> None:
    table = open_table(client, "quixo", chairs=[ANN, OPEN], public=True)
    ben, cem = other_device(client), other_device(client)
    assert [seat["joinable"] for seat in look(ben, table)["seats"]] == [False, True]
    assert join(ben, table, chair=0).json()["code"] == "not_allowed"
    assert join(ben, table, chair=1, name="Ben").is_success
    number = look(ben, table)["number"]
    assert join(ben, table, chair=1, name="Ben").is_success  # a second click
    assert look(ben, table)["number"] == number
    assert join(cem, table, chair=1).status_code == 409


def test_three_and_four_come_one_by_one(client: TestClient) -> None:
    for game, seats in (("cubulus", 3), ("quixo", 4)):
        options = {"players": str(seats)}
        chairs = [ANN] + [OPEN] * (seats - 1)
        table = open_table(client, game, options=options, chairs=chairs, first=1)
        for chair in reversed(range(1, seats)):
            assert look(client, table)["phase"] == "open"
            links = {it["chair"]: key_of(it) for it in look(client, table)["invitations"]}
            assert set(links) == set(range(1, chair + 1))
            guest = other_device(client)
            assert join(guest, table, key=links[chair], name=f"Guest {chair}").is_success
        view = look(client, table)
        assert view["phase"] == "playing"
        names = ["Ann", "Guest 1", "Guest 2", "Guest 3"][:seats]
        assert [seat["name"] for seat in view["seats"]] == names[1:] + names[:1]  # chair 1 begins
        assert [seat["chair"] for seat in view["seats"]] == [*range(1, seats), 0]


def test_the_engine_takes_a_chair_for_which_nobody_came(client: TestClient) -> None:
    options = {"players": "3"}
    table = open_table(client, "cubulus", options=options, chairs=[ANN, OPEN, OPEN])
    ben = other_device(client)
    assert join(ben, table, key=invited(table, 1), name="Ben").is_success
    fill = {"do": "fill", "seat": 1, "level": 2, "number": 3}
    assert command(ben, table, **fill).json()["code"] == "forbidden"
    assert command(client, table, **{**fill, "seat": 2}).status_code == 409
    assert command(client, table, **{**fill, "seat": None}).status_code == 422
    assert command(client, table, **fill).is_success
    view = look(client, table)
    assert view["phase"] == "playing"
    assert [seat["kind"] for seat in view["seats"]] == ["person", "engine", "person"]
    assert view["seats"][1]["level"] == 2


def test_somebody_must_play(client: TestClient) -> None:
    table = open_table(client, "quixo", chairs=[engine(1), OPEN])
    answer = command(client, table, do="fill", seat=1, level=1, number=2)
    assert answer.json()["code"] == "not_allowed"


def test_who_leaves_before_the_start_frees_the_chair(client: TestClient) -> None:
    options = {"players": "3"}
    table = open_table(client, "cubulus", options=options, chairs=[ANN, OPEN, OPEN])
    ben = other_device(client)
    joined = join(ben, table, key=invited(table), name="Ben").json()
    (mine,) = joined["view"]["return_links"]
    assert command(ben, table, number=3, do="leave").is_success
    view = look(client, table)
    assert [seat["kind"] for seat in view["seats"]] == ["person", "open", "open"]
    assert key_of(view["invitations"][0]) == key_of(mine)
    assert join(ben, table, key=invited(table)).status_code == 403  # it was used
    assert join(ben, table, key=key_of(mine)).is_success  # until somebody else sits down


def test_the_chair_of_who_left_goes_to_somebody_else(client: TestClient) -> None:
    table = open_table(client, "cubulus", options={"players": "3"}, chairs=[ANN, OPEN, OPEN])
    ben, cem = other_device(client), other_device(client)
    joined = join(ben, table, key=invited(table), name="Ben").json()
    (mine,) = joined["view"]["return_links"]
    assert command(ben, table, number=3, do="leave").is_success
    link = look(client, table)["invitations"][0]
    assert join(cem, table, key=key_of(link), name="Cem").is_success
    assert join(ben, table, key=key_of(mine)).status_code == 403


def test_a_seat_goes_to_another_device(client: TestClient) -> None:
    table = open_table(client, "quixo", chairs=[ANN, OPEN])
    ben, phone = other_device(client), other_device(client)
    joined = join(ben, table, key=invited(table), name="Ben").json()
    (link,) = joined["view"]["return_links"]
    assert look(client, table)["return_links"][0]["url"] != link["url"]
    assert command(client, table, number=4, do="move", move="a1e1").is_success
    answer = join(phone, table, key=key_of(link))
    assert answer.is_success
    seat = answer.json()["view"]["seats"][1]
    assert (seat["name"], seat["here"]) == ("Ben", True)
    number = look(phone, table)["number"]
    lost = command(ben, table, number=number, do="move", move="b1b5", seat=1)
    assert lost.json()["code"] == "forbidden"
    assert look(ben, table)["return_links"] == []
    assert join(ben, table, key=key_of(link)).status_code == 403  # it works once
    assert command(phone, table, number=number, do="move", move="b1b5").is_success


def test_a_seat_goes_to_another_device_before_the_start(client: TestClient) -> None:
    table = open_table(client, "quixo", chairs=[ANN, OPEN])
    phone = other_device(client)
    (link,) = table["view"]["return_links"]
    assert join(phone, table, key=key_of(link)).is_success
    assert [seat["name"] for seat in look(phone, table)["seats"]] == ["Ann", "An open chair"]
    assert look(phone, table)["seats"][0]["here"]
    assert not look(client, table)["seats"][0]["here"]
    assert look(client, table)["invitations"]  # still the host


def test_engines_have_no_keys(client: TestClient) -> None:
    table = open_table(client, "quixo", chairs=[PERSON, engine(1)])
    assert [link["chair"] for link in table["view"]["return_links"]] == [0]
    assert table["view"]["invitations"] == []
    assert join(other_device(client), table, chair=1).status_code == 403


def test_only_players_look_where_spectators_are_not_wanted(client: TestClient) -> None:
    table = open_table(client, "quixo", chairs=[OPEN, OPEN], spectators=False)
    ben, cem = other_device(client), other_device(client)
    assert join(ben, table, key=invited(table)).is_success
    assert look(ben, table)["seats"][0]["here"]
    assert look(client, table)["owner"]
    address = f"/api/v1/tables/{table['id']}"
    for part in ("", "/record", "/board.svg", "/why?touched=a1"):
        assert cem.get(address + part).status_code == 403
        assert ben.get(address + part).status_code == 200
    assert command(cem, table, number=2, do="view").status_code == 403
    assert cem.get(f"/tables/{table['id']}").status_code == 403
    assert join(cem, table, key=invited(table, 1)).is_success
    assert look(cem, table)["phase"] == "playing"
    # A link that is dead shows nothing.
    dee = other_device(client)
    assert dee.get(f"/tables/{table['id']}/join/{invited(table)}").status_code == 404
    assert "<svg" not in dee.get(f"/tables/{table['id']}/join/{invited(table)}").text


def test_an_invitation_says_what_is_played(client: TestClient) -> None:
    options = {"players": "3"}
    chairs = [ANN, OPEN, engine(3)]
    table = open_table(
        client, "cubulus", options=options, chairs=chairs, clock="1/259200", spectators=False
    )
    (link,) = table["view"]["invitations"]
    address = f"/api/v1/tables/{table['id']}/join/{key_of(link)}"
    ben = other_device(client)
    found = ben.get(address).json()
    assert (found["chair"], found["name"], found["here"]) == (1, None, False)
    assert (found["game"], found["phase"], found["clock"]) == ("cubulus", "open", "3 days per move")
    assert found["names"] == ["Ann", "Engine, level 3"]
    assert look_is_refused(ben, table)
    page = ben.get(f"/tables/{table['id']}/join/{key_of(link)}").text
    assert 'data-offers="cubulus"' in page  # it may be the first time
    assert join(ben, table, key=key_of(link), name="Ben").is_success
    assert ben.get(address).status_code == 404
    (mine,) = look(ben, table)["return_links"]
    found = ben.get(f"/api/v1/tables/{table['id']}/join/{key_of(mine)}").json()
    assert (found["name"], found["here"], found["phase"]) == ("Ben", True, "playing")


def look_is_refused(client: TestClient, table: dict[str, Any]) -> bool:
    return client.get(f"/api/v1/tables/{table['id']}").status_code == 403


def test_a_link_that_was_used_leads_its_user_back(client: TestClient) -> None:
    table = open_table(client, "quixo", chairs=[ANN, OPEN])
    ben = other_device(client)
    first = join(ben, table, key=invited(table), name="Ben").json()
    again = join(ben, table, key=invited(table), name="Ben")  # a second click
    assert again.is_success
    assert again.json()["chair"] == first["chair"] == 1
    assert again.json()["view"]["number"] == first["view"]["number"]
    assert join(ben, table, key=invited(table), chair=0).status_code == 422
    (mine,) = first["view"]["return_links"]
    assert join(ben, table, key=key_of(mine)).json()["view"]["return_links"] == [mine]


def test_a_guest_chooses_another_chair_than_that_of_the_link(client: TestClient) -> None:
    chairs = [ANN, OPEN, OPEN, engine(1)]
    table = open_table(client, "quixo", options={"players": "4"}, chairs=chairs)
    first, second = (key_of(link) for link in table["view"]["invitations"])
    ben, cem = other_device(client), other_device(client)
    shown = ben.get(f"/api/v1/tables/{table['id']}/join/{first}").json()
    assert (shown["chair"], shown["chairs"]) == (1, [1, 2])
    for chair, status in ((0, 409), (3, 409), (4, 422)):  # taken, an engine's, and none
        assert join(ben, table, key=first, chair=chair).status_code == status
    wish = {"key": first, "chair": 2, "name": "Ben"}
    assert join(ben, table, **wish).json()["chair"] == 2
    number = look(client, table)["number"]
    assert join(ben, table, **wish).json()["chair"] == 2  # a second click
    assert look(client, table)["number"] == number
    # One link seats one person: it is used up, and that of another guest is not.
    assert join(cem, table, key=first).status_code == 403
    assert join(cem, table, key=first, chair=1).status_code == 403
    (left,) = look(client, table)["invitations"]
    assert (left["chair"], key_of(left)) == (1, second)
    assert join(cem, table, key=second, chair=2, name="Cem").status_code == 409
    assert join(cem, table, key=second, name="Cem").json()["chair"] == 1
    view = look(client, table)
    assert [seat["name"] for seat in view["seats"]] == ["Ann", "Cem", "Ben", "Engine, level 1"]


def test_the_host_still_swaps_who_chose_a_chair(client: TestClient) -> None:
    chairs = [ANN, OPEN, OPEN]
    table = open_table(client, "cubulus", options={"players": "3"}, chairs=chairs)
    ben = other_device(client)
    assert join(ben, table, key=invited(table), chair=2, name="Ben").is_success
    number = look(client, table)["number"]
    assert command(client, table, number=number, do="swap", seat=1, other=2).is_success
    names = [seat["name"] for seat in look(client, table)["seats"]]
    assert names == ["Ann", "Ben", "An open chair"]


def test_a_link_to_a_seat_leads_to_no_other_one(client: TestClient) -> None:
    table = open_table(client, "cubulus", options={"players": "3"}, chairs=[ANN, OPEN, OPEN])
    ben, phone = other_device(client), other_device(client)
    joined = join(ben, table, key=invited(table), name="Ben").json()
    (mine,) = joined["view"]["return_links"]
    address = f"/api/v1/tables/{table['id']}/join/{key_of(mine)}"
    assert phone.get(address).json()["chairs"] == [1]
    assert join(phone, table, key=key_of(mine), chair=2).status_code == 422
    assert join(phone, table, key=key_of(mine)).is_success


def test_qr_code(client: TestClient) -> None:
    table = open_table(client, "quixo", chairs=[ANN, OPEN])
    (link,) = table["view"]["invitations"]
    drawn = client.get(link["qr_url"])
    assert drawn.headers["content-type"] == "image/svg+xml"
    drawn_again = BytesIO()
    code = segno.make_qr(f"http://testserver{link['url']}", error="m")
    code.save(drawn_again, kind="svg", border=4, scale=8, xmldecl=False)
    assert drawn.content == drawn_again.getvalue()
    assert client.get(link["qr_url"] + "?page=1").content == drawn.content
    assert client.get(link["qr_url"].replace(key_of(link), "nothing")).status_code == 404
    join(other_device(client), table, key=key_of(link))
    assert client.get(link["qr_url"]).status_code == 404


def test_a_table_that_waits_is_found_again(client: TestClient) -> None:
    table = open_table(client, "quixo", chairs=[ANN, OPEN])
    assert f"/tables/{table['id']}" in client.get("/").text
    assert f"/tables/{table['id']}" not in other_device(client).get("/").text


def test_the_engine_helps_nobody_against_people_elsewhere(client: TestClient) -> None:
    table = open_table(client, "quixo", chairs=[ANN, OPEN])
    join(other_device(client), table, key=invited(table))
    allowed = look(client, table)["allowed"]
    assert not allowed["hint"]
    assert not allowed["values"]
    friendly = open_table(client, "quixo", chairs=[ANN, OPEN], hints=True)
    join(other_device(client), friendly, key=invited(friendly))
    assert look(client, friendly)["allowed"]["hint"]


def test_a_guest_does_not_get_the_name_of_another(client: TestClient) -> None:
    table = open_table(client, "cubulus", options={"players": "3"}, chairs=[ANN, OPEN, OPEN])
    first, second = other_device(client), other_device(client)
    join(first, table, key=invited(table, 0), name="Ann")
    seen = join(second, table, key=invited(table, 1), name="ann ").json()["view"]
    assert [seat["name"] for seat in seen["seats"]] == ["Ann", "Ann 2", "ann 3"]


def test_the_host_lets_guests_change_places(client: TestClient) -> None:
    """Partners are chosen by who faces whom (QX8); a link stays with its chair's guest."""
    options, chairs = {"players": "4"}, [ANN, OPEN, OPEN, engine(1)]
    table = open_table(client, "quixo", options=options, chairs=chairs)
    ben, cem = other_device(client), other_device(client)
    link = invited(table, 1)
    join(ben, table, key=invited(table, 0), name="Ben")
    assert not look(ben, table)["allowed"]["swap"]
    swap = {"do": "swap", "seat": 1, "other": 2}
    refused = command(ben, table, number=look(ben, table)["number"], **swap)
    assert refused.json()["code"] == "forbidden"
    assert look(client, table)["allowed"]["swap"]
    assert command(client, table, number=look(client, table)["number"], **swap).is_success
    seen = look(client, table)
    assert [seat["kind"] for seat in seen["seats"]] == ["person", "open", "person", "engine"]
    assert "Partners: Ann and Ben against an open chair and Engine, level 1" in [
        each["said"] for each in seen["agreements"]
    ]
    seen = join(cem, table, key=link, name="Cem").json()["view"]
    assert [seat["name"] for seat in seen["seats"][:3]] == ["Ann", "Cem", "Ben"]
    assert [seat["here"] for seat in seen["seats"]] == [False, True, False, False]
    late = command(client, table, number=look(client, table)["number"], **swap)
    assert late.json()["code"] == "not_allowed"
