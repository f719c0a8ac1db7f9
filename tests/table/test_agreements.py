"""What players agree on, in words."""

from typing import Any

from quintet import GAMES
from quintet.table import Setup, read_clock
from quintet.table.agreements import agreements
from quintet.table.events import Opened
from quintet.table.replay import begin

NAMES = ("Ann", "Ben", "Cem", "Dee")


def agreed(game: str, **setup: Any) -> dict[str, str]:
    """What is agreed, by its rule; what has none is by its own words."""
    state = begin(Opened(0, Setup(game, **setup)))
    found = agreements(state, NAMES[: len(state.chairs)])
    return {it.house_rule or str(it.said): str(it.said) for it in found}


def test_every_option_of_every_game_is_said() -> None:
    for name, game in GAMES.items():
        said = " ".join(agreed(name).values())
        for option in game.option_list:
            assert (option.legend in said) == (option.only_with is None)


def test_house_rules_are_marked_as_ours() -> None:
    found = agreed("quixo", ply_limit=1000)
    assert {"H1", "H2", "H3", "H4", "H5"} <= found.keys()
    assert found["H5"] == "The game is a draw after 1,000 moves, counting all players."
    assert found["H4"] == "No take-backs"
    assert not {"H1", "H5"} & agreed("quantik", ply_limit=1000).keys()  # it ends by itself


def test_the_look_of_who_begins_is_said() -> None:
    assert "Starting side: Cross" in agreed("quixo")
    assert "Starting side: Circle" in agreed("quixo", look="starter_second")
    assert not any("Starting side" in said for said in agreed("quarto"))  # all share the pieces


def test_choices_of_the_table_are_said() -> None:
    found = agreed(
        "quarto",
        options={"false_call": "loses", "calls": "spoken"},
        clock=read_clock("180+2"),
        clock_waits=True,
        take_backs=True,
        first=1,
    )
    assert "Clock: 3 minutes + 2 seconds per move" in found
    assert "Clocks start after the first move." in found
    assert found["H3"] == "Ben begins; the seats rotate in a rematch."
    assert "agree" in found["H4"]
    assert any("Loses the game" in said for said in found)


def test_partners_are_named() -> None:
    found = agreed("quixo", options={"players": 4})
    assert "Partners: Ann and Cem against Ben and Dee" in found
    assert "Partners may not talk: chat is closed during the game." in found
    found = agreed("quixo", options={"players": 4}, conferring=True)
    assert "Partners may talk to each other during the game." in found
    assert not any("Partners" in said for said in agreed("quixo"))
