"""Anything at all can be read: it gives records, or errors that point into it."""

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintet import BadRecord, record
from quintet.record import Record
from records.games import FULL, GAME, in_json, one


@settings(max_examples=300, deadline=None)
@given(
    st.text(st.characters() | st.sampled_from('[]{}()"\\;$!?*\n\r. 01-/@Aa'), max_size=200),
    st.sampled_from(["", '[Game "quantik"]\n', '[Game "', "{", GAME]),
)
def test_any_text_gives_records(text: str, before: str) -> None:
    check_reading(before + text)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 6), st.booleans())
def test_any_change_gives_records(random: Random, changes: int, in_json: bool) -> None:
    text = record.dumps(one(FULL), "json") * 2 if in_json else FULL + "\n" + FULL
    for _ in range(changes):
        at, end = sorted(random.sample(range(len(text)), 2))
        character = random.choice(text + "\0\x80\udc80\ufeff\r")
        text = random.choice(
            [
                text[:at] + character + text[at:],
                text[:at] + text[at + 1 :],
                text[:at] + text[end:],
                text[:end] + text[at:],
                text[:at] + character + text[at + 1 :],
            ]
        )
    check_reading(text)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_give_records(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.txt"
    path.write_bytes(GAME.encode() + data)
    assert all(isinstance(game, Record) for game in record.read(path))


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-1, 300)
    | st.floats()
    | st.sampled_from(["A@a1", "1-0", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["move", "moves", "clock", "comments", "nags"]), inner, max_size=3
        )
    ),
    max_leaves=10,
)
FIELDS = ["options", "tags", "seats", "position", "comments", "moves", "result", "termination"]


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(FIELDS), json_values))
def test_any_json_gives_records(fields: dict[str, Any]) -> None:
    check_reading(in_json(**fields))


def check_reading(text: str) -> None:
    """Nothing is raised, errors point into the text, and what is good can be written again."""
    found = record.loads(text)
    lines = re.split("\r\n|\r|\n", text)
    for game in found:
        if game.error is None:
            assert one(record.dumps(game)) == game
            assert one(record.dumps(game, "json")) == game
        else:
            assert type(game.error) is BadRecord
            assert 1 <= game.line <= game.error.line <= len(lines)
            assert 1 <= game.error.column <= len(lines[game.error.line - 1]) + 1
            assert str(game.error)
        if game.playable:
            assert sum(1 for _ in game.positions()) == len(game.moves) + 1
