"""Game records as JSON: in full, and what can be wrong with them."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from any_text import any_text
from quintet import record
from quintet.record import MAX_GAME_SIZE
from quintet.record.json_places import find_character, find_field
from records.games import FULL, in_json, one, wrong


def test_json_in_full() -> None:
    game = one(FULL)
    written = record.dumps(game, "json")
    assert json.loads(written) == {
        "game": "quantik",
        "tags": {
            "Event": 'The "Open" \\ 2026',
            "Date": "2026-11-15",
            "TimeControl": "300+5",
            "Site": "Here",
        },
        "seats": ["Ann", ""],
        "comments": ["First a sphere.\nThen more."],
        "moves": [
            {
                "move": "A@a1",
                "clock": 302500,
                "comments": ["a brace } and a \\"],
                "nags": [1, 14],
            },
            {
                "move": "B@b1",
                "variations": [
                    {
                        "moves": [
                            {
                                "move": "B@c1",
                                "comments": ["[%eval 0.1]"],
                                "variations": [{"moves": [{"move": "C@c1"}, {"move": "D@d4"}]}],
                            }
                        ]
                    },
                    {"comments": ["or"], "moves": [{"move": "D@d1"}]},
                ],
            },
            {"move": "C@c1"},
            {"move": "D@d1"},
        ],
        "result": "0-1",
        "termination": "line",
    }
    again = one(written)
    assert again == game
    assert (again.form, again.raw) == ("json", written.strip())
    assert record.dumps(again) == FULL


def test_json_ignores_fields_of_others() -> None:
    assert one(in_json(rating=[1500], moves=[{"move": "A@a1", "eval": 0.5}])).error is None


# A line, what it says from the column on that the error points at, and what the error says.
WRONG_JSON = [
    ("{", "", "not JSON"),
    ('{"game": "quantik", "moves": [}', "}", "not JSON"),
    ("[1]", "[1]", "not an object"),
    ("  7", "7", "not an object"),
    ('{"x": "NaN", "game": NaN}', "NaN}", "NaN"),
    ('{"x": [-Infinity, Infinity]}', "-Inf", "-Infinity"),
    ('{"game": 1, "game": 2}', '"game": 2', "game is there twice"),
    ('{"x": "x", "y": {"x": 0, "\\u0078": 1, "x": 2}}', '"\\u0078"', "x is there twice"),
    ('{"x": 1, "x": {"y": 1, "y": 2}}', '"y": 2', "y is there twice"),
    ('{"a": [[], {"a": 1}, {"a": 2}], "a": NaN', "NaN", "NaN"),
    ('{"a": ' + "[" * 100_000, "[" * (100_000 - 159), "too deep"),
    ('{"a": 1, "b": "' + "9" * 5000 + '", "c": ' + "9" * 5000 + "}", "9" * 5000 + "}", "too long"),
    ("{}", "}", "The field game is missing. (expected a text)"),
    ('{"game": "quantik", "moves": []}', "}", "The field result is missing."),
    ('{"game": "quantik", "result": null}', "}", "The field moves is missing."),
    ('{"game": "quantik", "moves": null, "result": null}', "null, ", "The field moves is wrong."),
    (in_json(game=["quantik"]), '["quantik"]', "field game is wrong"),
    (in_json(game="chess"), '"chess"', "no game 'chess'"),
    (in_json(options=[]), "[]}", "field options"),
    (in_json(options={"size": 1.5}), "1.5", "options.size"),
    (in_json(options={"size": ["x", 1]}), "1]", "options.size[1]"),
    (in_json(options={"a": "x", "size": "x"}), '"x", ', "in options.a"),
    (in_json(options={"\ud800": 1}), '"\\ud800"', "in options.\\ud800"),
    (in_json(position=1), "1}", "field position"),
    (in_json(position="A"), '"}', "in position"),
    (in_json(position="..../..../..../a..."), 'a..."', "sides alternate"),
    (in_json(tags={"Date": "today"}), '"today"', "in tags.Date"),
    (in_json(tags={"Event": None}), "null}", "field tags.Event"),
    (in_json(tags={"Game": "quixo"}), '"Game"', "in tags.Game"),
    (in_json(tags={"x": "", "a b": ""}), '"a b"', "in tags.a b"),
    (in_json(tags={"x\x1b": ""}), '\\u001b"', "in tags.x\\x1b"),
    (in_json(tags={"x": "", "\udc80": ""}), '"\\udc80"', "not UTF-8"),
    (in_json(tags={"Event": "a\nb"}), '\\nb"', "single line"),
    (in_json(seats=["a"]), '["a"]', "field seats"),
    (in_json(seats=["a", 1]), "1]", "field seats[1]"),
    (in_json(seats=["a", "\x7f"]), '"\\u007f"', "in seats[1]"),
    (in_json(seats=["a", '\n"\\\U0001f600\ud800']), '\\ud800"', "not UTF-8"),
    (in_json(seats=["a", "\tb\ud800"]), '\\ud800"', "not UTF-8"),
    (in_json(comments="x"), '"x"', "field comments"),
    (in_json(comments=["\0"]), '"\\u0000"', "in comments[0]"),
    (in_json(moves=["A@a1"]), '"A@a1"', "field moves[0] is wrong"),
    (in_json(moves=[{}]), "}], ", "field moves[0].move is missing"),
    (in_json(moves=[{"move": 0}]), "0}", "field moves[0].move is wrong"),
    (in_json(moves=[{"move": "A@a1"}, {"move": "A@a2"}]), '"A@a2"', "in moves[1].move"),
    (in_json(moves=[{"x": ["A@a1", {"move": 1}], "move": "A@e1"}]), 'e1"', "in moves[0].move"),
    (in_json(moves=[{"move": "A@a1", "clock": 1.0}]), "1.0", "field moves[0].clock"),
    (in_json(moves=[{"move": "A@a1", "clock": True}]), "true", "field moves[0].clock"),
    (in_json(moves=[{"move": "A@a1", "clock": -1}]), "-1", "field moves[0].clock"),
    (in_json(moves=[{"move": "A@a1", "nags": [1, 256]}]), "256", "field moves[0].nags[1]"),
    (in_json(moves=[{"move": "A@a1", "comments": [1]}]), "1]", "field moves[0].comments[0]"),
    (in_json(moves=[{"move": "A@a1", "comments": ["[%clk 0:00:01]"]}]), '"[%clk', "field clock"),
    (in_json(moves=[{"move": "A@a1", "variations": {}}]), "{}}", "field moves[0].variations"),
    (
        in_json(moves=[{"move": "A@a1", "variations": [{}]}]),
        "}]}",
        "variations[0].moves is missing",
    ),
    (in_json(moves=[{"move": "A@a1", "variations": [{"moves": []}]}]), "[]}", "at least one move"),
    (
        in_json(moves=[{"move": "A@a1", "variations": [{"moves": [{"move": "Q"}]}]}]),
        '"Q"',
        "moves[0].variations[0].moves[0].move",
    ),
    (in_json(moves=[{"move": "\0"}]), '"\\u0000"', "in moves[0].move"),
    (in_json(result=1), "1}", "field result"),
    (in_json(result="*"), '"*"', "not a result"),
    (in_json(result="1-0-0"), '"1-0-0"', "3 scores"),
    (in_json(result="1-0", termination="line"), '"line"', "in termination"),
    (in_json(termination="time"), '"time"', "not finished"),
]


@pytest.mark.parametrize(("text", "where", "said"), WRONG_JSON)
def test_what_is_wrong_in_json(text: str, where: str, said: str) -> None:
    good = in_json()
    before, found, behind = record.loads(f"{good}\n\n{text}\n{good}\n")
    assert before.error is behind.error is None
    assert found.error is not None
    assert found.error.line == 3
    assert text.endswith(where) or text.count(where) == 1
    assert found.error.column == 1 + text.rindex(where)
    assert said in str(found.error)
    assert str(found.error).isprintable()
    assert found.raw == text


def test_json_errors_point_into_the_line() -> None:
    text = '{"game":"quixo","moves":[{"move":"a1e1"},{"move":"e1a1"}],"result":null}'
    error = wrong(text)
    assert (error.line, error.column) == (1, 1 + text.index('"e1a1"'))
    text = '{"game":"quixo","options":{"size":3,"players":9},"moves":[],"result":null}'
    assert wrong(text).column == 1 + text.index("9}")


nested = st.recursive(
    st.none() | st.integers() | st.booleans() | any_text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(any_text(max_size=3), inner),
)


@settings(max_examples=200, deadline=None)
@given(nested, st.booleans(), st.sampled_from([None, 1]))
def test_every_value_of_a_line_is_found(made: Any, escaped: bool, indent: int | None) -> None:
    text = " " + json.dumps(made, ensure_ascii=escaped, indent=indent)
    decode = json.JSONDecoder().raw_decode
    left: list[tuple[tuple[str | int, ...], Any]] = [((), made)]
    while left:
        path, value = left.pop()
        place = find_field(text, path)
        assert decode(text, place.value)[0] == value
        if isinstance(value, dict):
            left += [((*path, name), inner) for name, inner in value.items()]
            bracket = find_field(text, (*path, "longer")).value
            assert text[bracket] == "}"
            assert decode(text, place.value)[1] == bracket + 1
        elif isinstance(value, list):
            left += [((*path, number), inner) for number, inner in enumerate(value)]
        elif isinstance(value, str):
            ends = [find_character(text, place.value, count) for count in range(len(value) + 1)]
            assert json.loads('"' + text[place.value + 1 : ends[-1]] + '"') == value
            for character, begin, end in zip(value, ends, ends[1:], strict=False):
                assert json.loads('"' + text[begin:end] + '"') == character
        if path and isinstance(path[-1], str):
            assert decode(text, place.name)[0] == path[-1]


HOSTILE_JSON = [
    '{"moves":[' + "{}," * (MAX_GAME_SIZE // 4) + '{}],"game":1}',
    '{"moves":["' + '\\"' * (MAX_GAME_SIZE // 3) + '"],"game":1}',
    '{"' + '\\"' * (MAX_GAME_SIZE // 3) + '":0,"game":1}',
    '{"x":[' + '"",' * (MAX_GAME_SIZE // 4) + '""],"game":1}',
    '{"x":' + "[" * 150 + "]" * 150 + "," + '"":0,' * (MAX_GAME_SIZE // 8) + '"game":1}',
    '{"x":"' + '\\"' * (MAX_GAME_SIZE // 3),
    '{"x":' + " " * (MAX_GAME_SIZE // 2) + 'NaN,"' + '\\"' * (MAX_GAME_SIZE // 8),
    '{"game":"quantik","result":null,"moves":[{"move":"'
    + "\\u0041" * (MAX_GAME_SIZE // 8)
    + '"}]}',
    '{"game":"quantik","comments":["' + "\\u0041" * (MAX_GAME_SIZE // 8) + '\\u0000"]}',
]


@pytest.mark.slow_except("text0")
@pytest.mark.parametrize("text", HOSTILE_JSON)
def test_hostile_lines_are_read_in_time(text: str) -> None:
    assert len(text) <= MAX_GAME_SIZE
    assert wrong(text).column <= len(text) + 1
