"""Hostile input: every parser answers with its own error or a value, and changes nothing."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import quintet
from any_text import any_text
from quintet import GAMES, BadMove, BadOption, BadPosition, IllegalMove, UnknownGame
from quintet.testing import variants

ALL = [(game, options) for game in GAMES for options in variants(game)]
GAME = st.sampled_from(ALL)
ALPHABET = ".xoznswneABCDabcd0123456789ef/-+:@ UDLRFBqurtolienc"


@st.composite
def near_texts(draw: st.DrawFn) -> tuple[str, dict[str, object], str]:
    """A position text with a few characters changed, added or taken away."""
    game, options = draw(GAME)
    position = quintet.start(game, **options)
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=30)):
        if position.moves:
            position = position.play(position.moves[choice % len(position.moves)])
    text = position.text
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 1))
        text = text[:at] + draw(st.text(ALPHABET, max_size=2)) + text[at + cut :]
    return game, dict(options), text


@settings(max_examples=600, deadline=None)
@given(near_texts())
def test_damaged_position_texts(case: tuple[str, dict[str, object], str]) -> None:
    game, options, text = case
    try:
        position = quintet.position(game, text, **options)
    except BadPosition as error:
        assert 1 <= error.column <= len(text) + 1
        assert error.text == text
        return
    assert position.text == text
    assert (position.outcome is None) == bool(position.moves)


@settings(max_examples=300, deadline=None)
@given(GAME, any_text(max_size=300))
def test_any_text_as_a_position(case: tuple[str, dict[str, object]], text: str) -> None:
    game, options = case
    with pytest.raises(BadPosition) as caught:
        quintet.position(game, text, **options)
    assert 1 <= caught.value.column <= len(text) + 1


@settings(max_examples=300, deadline=None)
@given(GAME, any_text(max_size=20) | st.text(ALPHABET, max_size=12))
@example(("quarto", {}), "silent")
@example(("quixo", {}), "pass")
def test_any_text_as_a_move(case: tuple[str, dict[str, object]], word: str) -> None:
    game, options = case
    position = quintet.start(game, **options)
    if word in position.moves:
        return
    with pytest.raises((BadMove, IllegalMove)) as caught:
        position.play(word)
    if isinstance(caught.value, BadMove):
        assert 1 <= caught.value.column <= len(word) + 1


@pytest.mark.parametrize("text", [None, 5, b"....", ["x"], object()])
def test_a_position_is_a_text(text: object) -> None:
    with pytest.raises(BadPosition):
        quintet.position("quantik", text)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["", "chess", "Quarto", None, 5, "quarto ", "quantik\0"])
def test_unknown_games(game: object) -> None:
    with pytest.raises(UnknownGame, match="quantik, quarto, qomet, cubulus, and quixo"):
        quintet.start(game)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "options", "allowed"),
    [
        ("quarto", {"calls": "loud"}, ("auto", "spoken")),
        ("quarto", {"squares": 1}, ("false", "true")),
        ("quarto", {"squares": "yes"}, ("false", "true")),
        ("quarto", {"features": ""}, ("colour", "shape", "height", "top")),
        ("quarto", {"features": ()}, ("colour", "shape", "height", "top")),
        ("quarto", {"features": "colour,size"}, ("colour", "shape", "height", "top")),
        ("quarto", {"features": 4}, ("colour", "shape", "height", "top")),
        ("quarto", {"false_call": None}, ("void", "loses")),
        ("qomet", {"undo": "no"}, ("exact", "strict")),
        ("qomet", {"corner_exit": "all"}, ("any", "rays")),
        ("cubulus", {"players": 4}, ("2", "3")),
        ("cubulus", {"players": True}, ("2", "3")),
        ("quixo", {"players": 3}, ("2", "4")),
        ("quixo", {"size": 6}, ("3", "4", "5")),
        ("quixo", {"size": 4, "players": 4}, ("5",)),
        ("quantik", {"size": 4}, ()),
    ],
)
def test_bad_options_list_what_is_allowed(
    game: str, options: dict[str, object], allowed: tuple[str, ...]
) -> None:
    with pytest.raises(BadOption) as caught:
        quintet.start(game, **options)
    assert set(caught.value.allowed) == set(allowed)
    assert all(word in str(caught.value) for word in allowed)


@pytest.mark.parametrize(
    ("game", "options", "same"),
    [
        ("quarto", {"features": "top,colour"}, {"features": ("colour", "top")}),
        ("quarto", {"features": ["top"]}, {"features": "top"}),
        ("quarto", {"squares": "true"}, {"squares": True}),
        ("quixo", {"size": "3"}, {"size": 3}),
    ],
)
def test_options_as_people_type_them(
    game: str, options: dict[str, object], same: dict[str, object]
) -> None:
    assert quintet.start(game, **options) == quintet.start(game, **same)
