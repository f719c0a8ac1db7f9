"""Looks at a table: symbols and colours are chosen apart from who begins (QX1)."""

import pytest
from fastapi.testclient import TestClient

from quintet.draw import LOOKS
from quintet.table.events import Opened, Setup, event_from_json, event_to_json
from server.tables import command, look, open_table


def test_circles_begin(client: TestClient) -> None:
    table = open_table(client, "quixo", look="starter_second")
    command(client, table, number=4, do="move", move="a1e1")
    view = look(client, table)
    assert view["look"] == "starter_second"
    assert [seat["colour"] for seat in view["seats"]] == ["Circle", "Cross"]
    assert view["labels"]["e1"] == "The cube on e1 shows a circle."
    assert view["plies"][0]["labels"]["e1"] == "The cube on e1 shows a circle."
    address = f"/api/v1/tables/{table['id']}"
    assert "e1 shows a circle" in client.get(f"{address}/board.svg").text
    assert "shows a circle" in client.get(f"/tables/{table['id']}").text
    # Texts and records know x as the side that begins.
    assert view["position"] == "...../...../...../...../....x o"
    assert "look" not in client.get(f"{address}/record").text.lower()


def test_crosses_begin_unless_something_else_is_agreed(client: TestClient) -> None:
    view = look(client, open_table(client, "quixo"))
    assert view["look"] == "starter_first"
    assert [seat["colour"] for seat in view["seats"]] == ["Cross", "Circle"]


def test_random_look_is_drawn_when_the_table_opens(client: TestClient) -> None:
    found = set()
    for _ in range(40):
        table = open_table(client, "qomet", look="random")
        found.add(look(client, table)["look"])
        if len(found) == 2:
            break
    assert found == set(LOOKS)


def test_quarto_has_no_colours_of_sides(client: TestClient) -> None:
    view = look(client, open_table(client, "quarto", look="starter_second"))
    assert [seat["colour"] for seat in view["seats"]] == ["", ""]


def test_form_chooses_the_look(client: TestClient) -> None:
    form = {"game": "quantik", "chair-0": "person", "chair-1": "person", "look": "starter_second"}
    there = client.post("/tables", data=form, follow_redirects=False).headers["location"]
    assert look(client, {"id": there.rsplit("/", 1)[1]})["look"] == "starter_second"


def test_position_is_drawn_in_a_look(client: TestClient) -> None:
    asked = {"game": "quixo", "position": "...../...../...../...../....x o"}
    address = "/api/v1/positions/svg"
    drawn = client.post(f"{address}?look=starter_second", json=asked)
    assert "e1 shows a circle" in drawn.text
    assert "e1 shows a cross" in client.post(address, json=asked).text
    assert client.post(f"{address}?look=upside_down", json=asked).status_code == 422


def test_look_is_stored_only_where_it_is_chosen() -> None:
    usual = event_to_json(Opened(0, Setup("quixo")))
    assert "look" not in usual["setup"]
    chosen = Opened(0, Setup("quixo", look="starter_second"))
    assert event_from_json(event_to_json(chosen)) == chosen
    with pytest.raises(Exception, match="starter_first or starter_second"):
        event_from_json({**usual, "setup": {"game": "quixo", "look": "random"}})
