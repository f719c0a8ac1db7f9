"""Game records: what is written is read back the same."""

import dataclasses
import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quintet
from quintet import record
from quintet.record import Ply, Record
from records.games import (
    one,
    records,
    thorough,
)


@settings(thorough, max_examples=10)
@given(st.lists(records(), max_size=3))
def test_everything_comes_back_the_same(games: list[Record]) -> None:
    check_round_trips(games)


@pytest.mark.slow
@thorough
@given(st.lists(records(), max_size=3))
def test_everything_of_many_games_comes_back_the_same(games: list[Record]) -> None:
    check_round_trips(games)


def check_round_trips(games: list[Record]) -> None:
    text, other = io.StringIO(), io.StringIO()
    record.write(text, games)
    record.write(other, games, form="json")
    from_text, from_json = record.loads(text.getvalue()), record.loads(other.getvalue())
    assert [game.error for game in from_text + from_json] == [None] * 2 * len(games)
    assert from_text == games
    assert from_json == games
    again, other_again = io.StringIO(), io.StringIO()
    record.write(again, from_json)
    record.write(other_again, from_text, form="json")
    assert again.getvalue() == text.getvalue()
    assert other_again.getvalue() == other.getvalue()


@settings(thorough, max_examples=10)
@given(records())
def test_only_comments_and_tags_make_long_lines(game: Record) -> None:
    text = record.dumps(game)
    moves = text[text.index("\n\n") :]
    assert all(len(line) <= 79 or "{" in line or "}" in line for line in plain(moves).split("\n"))


def test_brackets_do_not_make_long_lines() -> None:
    """Closing brackets stand by their move, unless the line is full."""
    position, line = quintet.start("quantik"), record.Line((), (Ply("A@b1"),))
    for _ in range(20):
        line = record.Line((), (Ply("A@b1", variations=(line,)),))
    deep = Ply("A@a1", variations=(line,))
    for nags in range(20):
        game = Record.from_moves(position, ["A@a1"])
        game = dataclasses.replace(game, moves=(dataclasses.replace(deep, nags=(1,) * nags),))
        text = record.dumps(game)
        assert max(map(len, text.splitlines())) <= 79
        assert one(text) == game


def plain(moves: str) -> str:
    return re.sub(
        r"\{(?:[^\\}]|\\.)*\}", lambda found: found[0].replace("\n", " "), moves, flags=re.DOTALL
    )
