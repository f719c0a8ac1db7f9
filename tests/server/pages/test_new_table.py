"""The form of a new table: what it offers, what it takes, and that it forgets nothing."""

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from quintet import GAMES
from quintet.server.pages.choices import form_choices
from quintet.server.pages.typed import Typed

TWO = {"house": "1", "chair-0": "person", "chair-1": "person", "first": "0"}


def opened(client: TestClient, game: str, **fields: Any) -> dict[str, Any]:
    page = client.post("/tables", data={"game": game, **TWO, **fields})
    assert page.status_code == 200, page.text
    view: dict[str, Any] = client.get(f"/api/v1{page.url.path}").json()["view"]
    return view


def test_any_features_of_quarto_can_be_chosen(client: TestClient) -> None:
    """QT9: each of the four has its own box, so all 15 sets are there."""
    page = client.get("/new/quarto").text
    boxes = re.findall(r'type="checkbox" name="option-features" value="(\w+)"', page)
    assert boxes == ["colour", "shape", "height", "top"]
    view = opened(client, "quarto", **{"option-features": ["", "shape", "top"]})
    assert view["options"]["features"] == "shape,top"
    assert "Features that count: shape and hollow or solid" in [
        each["said"] for each in view["agreements"]
    ]


def test_no_features_are_refused_at_their_place(client: TestClient) -> None:
    form = {"game": "quarto", **TWO, "option-features": "", "name-0": "Ann"}
    page = client.post("/tables", data=form)
    assert page.status_code == 422
    features = page.text.index("Features that count")
    assert features < page.text.index('class="fault"') < page.text.index('value="colour"')


def test_the_form_offers_only_what_goes_together() -> None:
    size = next(it for it in form_choices(GAMES["quixo"], Typed()) if it.name == "size")
    assert size.not_with == {"3": "players=4", "4": "players=4", "5": ""}
    common = next(it for it in form_choices(GAMES["quarto"], Typed()) if it.name == "common")
    assert common.not_with["2"].split() == [
        f"features={one}" for one in ("colour", "shape", "height", "top")
    ]
    wrong = next(it for it in form_choices(GAMES["quarto"], Typed()) if it.name == "false_call")
    assert wrong.only_with == "calls=spoken"


@pytest.mark.parametrize("game", GAMES)
def test_repetition_is_offered_where_a_game_can_repeat(client: TestClient, game: str) -> None:
    page = client.get(f"/new/{game}").text
    assert ("threefold" in page) == GAMES[game].cycles
    assert ("Partners may talk" in page) == (4 in GAMES[game].seat_counts)


def test_what_was_typed_stays_when_something_is_wrong(client: TestClient) -> None:
    form = {
        "game": "quixo",
        **TWO,
        "option-players": "4",
        "option-size": "3",
        "name-0": "Ann <b>",
        "chair-1": "engine-7",
        "chair-2": "open",
        "chair-3": "open",
        "clock": "custom",
        "clock_kind": "move",
        "clock_time": "4",
        "clock_unit": "hours",
        "take_backs": "true",
    }
    page = client.post("/tables", data=form)
    assert page.status_code == 422
    assert "Four players need the board of size 5" in page.text
    assert 'value="Ann &lt;b&gt;"' in page.text
    for selected in ("engine-7", "custom", "move", "hours"):
        assert f'<option value="{selected}" selected>' in page.text
    assert 'name="clock_time" inputmode="decimal" value="4"' in page.text
    assert re.search(r'name="option-size" value="3"[^>]* checked', page.text)
    assert re.search(r'name="take_backs" value="true" checked', page.text)
    assert not re.search(r'name="hints" value="true" checked', page.text)


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"clock_kind": "game", "clock_minutes": "2.5", "clock_increment": "1"}, "150+1"),
        ({"clock_kind": "game", "clock_minutes": "20", "clock_increment": ""}, "1200"),
        ({"clock_kind": "move", "clock_time": "45", "clock_unit": "seconds"}, "1/45"),
        ({"clock_kind": "move", "clock_time": "2", "clock_unit": "days"}, "1/172800"),
        ({"clock_kind": "move", "clock_time": "1,5", "clock_unit": "hours"}, "1/5400"),
    ],
)
def test_any_clock_can_be_chosen(client: TestClient, fields: dict[str, str], text: str) -> None:
    view = opened(client, "quixo", clock="custom", **fields)
    assert view["clock"]["text"] == text
    assert view["clock"]["running"] is None  # until the first move


@pytest.mark.parametrize("minutes", ["soon", "-3", "nan", "0", "999999999"])
def test_a_wrong_clock_is_refused_at_its_place(client: TestClient, minutes: str) -> None:
    form = {"game": "quixo", **TWO, "clock": "custom", "clock_minutes": minutes}
    page = client.post("/tables", data={**form, "clock_kind": "game", "clock_increment": "0"})
    assert page.status_code == 422
    assert page.text.index("Game settings") < page.text.index('class="fault"')
    assert f'value="{minutes}"' in page.text


def test_two_people_do_not_have_one_name(client: TestClient) -> None:
    names = {"name-0": "Anna", "name-1": "ANNA"}
    view = opened(client, "quixo", **names)
    assert [seat["name"] for seat in view["seats"]] == ["Anna", "ANNA 2"]


def test_circles_can_begin(client: TestClient) -> None:
    assert '<option value="starter_second">Circle</option>' in client.get("/new/quixo").text
    assert opened(client, "quixo", look="starter_second")["look"] == "starter_second"
