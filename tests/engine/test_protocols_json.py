"""JSON lines as a black box, by docs/reference/protocols.md."""

import itertools
import json
import subprocess
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from any_text import any_text
from engine_client import MODE_NAMES, MODES, PATIENCE, QUINTET, JsonClient


@pytest.fixture(scope="module")
def analyst() -> Iterator[JsonClient]:
    with JsonClient() as client:
        yield client


# analysis


@pytest.mark.parametrize(("game", "options"), MODES, ids=MODE_NAMES)
def test_analysis_of_every_mode(analyst: JsonClient, game: str, options: dict[str, str]) -> None:
    analyst.ask(
        {
            "id": "\N{GREEK SMALL LETTER OMEGA}",
            "game": game,
            "options": options,
            "nodes": 2000,
            "multi": 3,
        }
    )
    found = analyst.answer()
    assert found["id"] == "\N{GREEK SMALL LETTER OMEGA}"
    assert found["final"] is True
    assert found["stopped"] is False
    assert found["outcome"] is None
    assert found["best"] == found["moves"][0]["move"] == found["moves"][0]["line"][0]
    assert 1 <= len(found["moves"]) <= 3
    for value in (found["value"], *(move["value"] for move in found["moves"])):
        assert value["kind"] in ("win", "loss", "draw", "tie", "chance")
        assert (value["plies"] is None) == (value["kind"] in ("draw", "tie", "chance"))
        assert 0 <= value["chance"] <= 1
    # The answer's position can be asked about, and the line can be played there.
    following = found["moves"][0]["line"]
    again = {"id": "next", "game": game, "options": options, "position": found["position"]}
    analyst.ask({**again, "moves": following, "nodes": 10})
    assert "error" not in analyst.answer()


def test_values_are_proved(analyst: JsonClient) -> None:
    request = {"id": "1", "game": "quantik", "position": "A.bC/..../..../...d", "nodes": 100_000}
    analyst.ask(request)
    found = analyst.answer()
    assert found["value"] == {"kind": "win", "plies": 1, "chance": 1.0}
    assert found["known"] == "proved"
    analyst.ask({**request, "moves": [found["best"]]})
    over = analyst.answer()
    assert over["outcome"] == {"scores": [1.0, 0.0], "reason": "line"}
    assert over["best"] is None
    assert over["moves"] == []
    assert over["seat"] is None
    assert over["value"]["kind"] == "loss"


def test_only_and_multi(analyst: JsonClient) -> None:
    request = {"id": "1", "game": "quantik", "nodes": 3000}
    analyst.ask({**request, "only": ["A@a1", "B@b2", "A@a1"]})
    assert {move["move"] for move in analyst.answer()["moves"]} == {"A@a1", "B@b2"}
    analyst.ask({**request, "only": ["A@a1", "B@b2"], "multi": 1})
    assert len(analyst.answer()["moves"]) == 1
    analyst.ask({**request, "multi": "all", "nodes": 200_000})
    assert len(analyst.answer()["moves"]) == 64


def test_the_same_request_gives_the_same_answer(analyst: JsonClient) -> None:
    request = {"game": "cubulus", "options": {"players": 3}, "nodes": 3000, "multi": "all"}
    answers = []
    for number in range(3):
        analyst.ask({"id": str(number), **request})
        found = analyst.answer()
        answers.append({name: found[name] for name in ("best", "value", "nodes", "moves")})
    assert answers[0] == answers[1] == answers[2]


def test_partial_answers_are_streamed(analyst: JsonClient) -> None:
    analyst.ask({"id": "s", "game": "qomet", "infinite": True, "report_every": 0.01})
    seen = [analyst.answer() for _ in range(3)]
    assert all(found["id"] == "s" and found["final"] is False for found in seen)
    assert [found["nodes"] for found in seen] == sorted({found["nodes"] for found in seen})
    analyst.ask({"id": "x", "action": "stop", "of": "s"})
    assert analyst.answer_to("x") == {"id": "x", "action": "stop", "of": "s", "stopped": 1}
    last = analyst.answer_to("s")
    assert last["stopped"] is True
    assert last["nodes"] >= seen[-1]["nodes"]


def test_a_short_request_overtakes_a_long_one(analyst: JsonClient) -> None:
    analyst.ask({"id": "long", "game": "quixo", "infinite": True})
    analyst.ask({"id": "short", "game": "quarto", "nodes": 100})
    assert analyst.answer()["id"] == "short"
    analyst.ask({"id": "long", "game": "quixo"})
    refused = analyst.answer()
    assert (refused["id"], refused["field"]) == ("long", "id")
    analyst.ask({"id": "end", "action": "stop", "of": "long"})
    assert {analyst.answer()["id"], analyst.answer()["id"]} == {"end", "long"}
    analyst.ask({"id": "long", "game": "quixo", "nodes": 10})  # the id is free again
    assert analyst.answer()["final"] is True
    analyst.ask({"id": "end", "action": "stop", "of": "long"})
    assert analyst.answer()["stopped"] == 0


def test_what_waits_can_be_cleared_and_all_be_stopped() -> None:
    with JsonClient() as client:
        for number in range(100):
            client.ask({"id": str(number), "game": "quixo", "infinite": True})
        client.ask({"id": "clear", "action": "clear"})
        # What runs goes on, so these are all answers there are.
        answers = []
        while (found := client.answer())["id"] != "clear":
            answers.append(found)
        assert 0 < found["stopped"] == len(answers)
        assert all(found["value"] is None for found in answers)
        client.ask({"id": "all", "action": "stop_all"})
        rest = [client.answer() for _ in range(101 - len(answers))]
        assert {"id": "all", "action": "stop_all", "stopped": 100 - len(answers)} in rest
        answers += [found for found in rest if found["id"] != "all"]
        assert {found["id"] for found in answers} == {str(number) for number in range(100)}
        assert all(found["stopped"] and found["final"] for found in answers)


def test_the_version(analyst: JsonClient) -> None:
    analyst.ask({"id": "v", "action": "version"})
    found = analyst.answer()
    assert found["name"] == "quintet"
    assert found["protocol"] == 1
    assert set(found["games"]) == {"quantik", "quarto", "qomet", "cubulus", "quixo"}


# what is wrong

REQUEST: dict[str, Any] = {"id": "w", "game": "quantik", "nodes": 10}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"id": None}, {"id": None, "field": "id"}),
        ({"id": 7}, {"id": None, "field": "id"}),
        ({"id": ""}, {"id": None, "field": "id"}),
        ({"id": "x" * 1000}, {"id": None, "field": "id"}),
        ({"game": "go"}, {"field": "game"}),
        ({"game": ["quantik"]}, {"field": "game"}),
        ({"options": {"size": 3}}, {"field": "options.size"}),
        ({"options": {"game": 3}}, {"field": "options.game"}),
        ({"options": {"text": 3}}, {"field": "options.text"}),
        ({"options": []}, {"field": "options"}),
        ({"game": "quixo", "options": {"size": 6}}, {"field": "options.size"}),
        ({"game": "quixo", "options": {"size": 3, "players": 4}}, {"field": "options.size"}),
        ({"position": "..../.x../..../...."}, {"field": "position", "column": 7}),
        ({"position": "AA../..../..../...."}, {"field": "position"}),
        ({"position": 3}, {"field": "position"}),
        ({"moves": "A@a1"}, {"field": "moves"}),
        ({"moves": ["A@a1", 3]}, {"field": "moves"}),
        ({"moves": ["A@a1", "B@b2", "A@b1x"]}, {"field": "moves", "index": 2, "column": 5}),
        ({"moves": ["A@a1", "A@a1"]}, {"field": "moves", "index": 1, "places": ["a1"]}),
        ({"only": ["A@a1", "E@a1"]}, {"field": "only", "index": 1, "column": 1}),
        ({"only": {}}, {"field": "only"}),
        ({"nodes": 0}, {"field": "nodes"}),
        ({"nodes": 1.5}, {"field": "nodes"}),
        ({"nodes": True}, {"field": "nodes"}),
        ({"seconds": -1}, {"field": "seconds"}),
        ({"seconds": "1"}, {"field": "seconds"}),
        ({"depth": "deep"}, {"field": "depth"}),
        ({"threads": 0}, {"field": "threads"}),
        ({"threads": 100_000}, {"field": "threads"}),
        ({"threads": 250}, {"field": "threads"}),
        ({"megabytes": 900_000}, {"field": "megabytes"}),
        ({"multi": 0}, {"field": "multi"}),
        ({"multi": "some"}, {"field": "multi"}),
        ({"infinite": 1}, {"field": "infinite"}),
        ({"infinite": True}, {"field": "infinite"}),
        ({"report_every": 0}, {"field": "report_every"}),
        ({"report_every": "often"}, {"field": "report_every"}),
        ({"action": "dance"}, {"field": "action"}),
        ({"action": {}}, {"field": "action"}),
    ],
)
def test_errors_name_the_field(
    analyst: JsonClient, change: dict[str, Any], expected: dict[str, Any]
) -> None:
    analyst.ask({**REQUEST, **change})
    found = analyst.answer()
    assert found["error"].endswith(".")
    assert {"id": "w", **expected}.items() <= found.items()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"{", "not JSON"),
        (b"nothing", "not JSON"),
        (b"[]", "object"),
        (b"null", "object"),
        (b'"id"', "object"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b'{"id":"w","id":"w"}', "twice"),
        (b'{"id":"w","game":"quixo","seconds":NaN}', "NaN"),
        (b'{"id":"w","game":"quixo","nodes":' + b"9" * 10_000 + b"}", "too long"),
        (b'{"id":"w","game":' + b"[" * 400_000, "too deep"),
        (b'{"id":"w","game":"quixo","options":{"size":' + b"[" * 900 + b"]" * 900 + b"}}", ""),
        (b'{"id":"w","x":"' + b"a" * (1 << 20) + b'"}', "1048576"),
        (b'{"id":"w","moves":"\\ud800"}', "game"),
    ],
)
def test_lines_that_are_no_requests(analyst: JsonClient, line: bytes, said: str) -> None:
    analyst.send_bytes(line + b"\n")
    found = analyst.answer()
    assert said in found["error"]
    analyst.ask({"id": "next", "action": "version"})
    assert analyst.answer()["id"] == "next"


def test_unknown_fields_are_only_a_warning(analyst: JsonClient) -> None:
    analyst.ask({**REQUEST, "colour": "red"})
    warning, found = analyst.answer(), analyst.answer()
    assert warning["id"] == "w"
    assert warning["fields"] == ["colour"]
    assert "warning" in warning
    assert found["final"] is True


words = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    any_text(max_size=20),
    st.sampled_from(["all", "A@a1", "a1a5", "quixo", "quarto", "stop", "clear", "version"]),
)
values = st.recursive(
    words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(any_text(max_size=8), inner),
    max_leaves=8,
)
FIELDS = """game options position moves seconds nodes depth infinite threads multi only
    report_every action of extra"""
fields = st.sampled_from(FIELDS.split())
requests = st.dictionaries(fields, values, max_size=5).map(lambda given: {**REQUEST, **given})
lines = st.one_of(
    st.binary(max_size=100),
    values.map(lambda value: json.dumps(value).encode()),
    requests.map(lambda value: json.dumps(value).encode()),
)
counter = itertools.count()


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(line=lines)
def test_garbage(analyst: JsonClient, line: bytes) -> None:
    name = f"after {next(counter)}"
    analyst.send_bytes(line.replace(b"\n", b" ") + b"\n")
    analyst.ask({"id": name, "action": "stop_all"})
    heard = [analyst.answer()]
    while heard[-1]["id"] != name:
        heard.append(analyst.answer())
    # What was started is stopped, and answered before its id is used again.
    if heard[-1]["stopped"]:
        while not any(found.get("final") for found in heard):
            heard.append(analyst.answer())


@pytest.mark.slow
def test_ten_thousand_requests_before_anybody_reads() -> None:
    process = subprocess.Popen(
        [QUINTET, "engine", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    asked = [{"id": str(number), "game": "quantik", "nodes": 20} for number in range(10_000)]
    process.stdin.write("".join(json.dumps(request) + "\n" for request in asked).encode())
    out, err = process.communicate(timeout=2 * PATIENCE)
    assert (process.returncode, err) == (0, b"")
    answers = [json.loads(line) for line in out.splitlines()]
    assert Counter(found["id"] for found in answers) == Counter(request["id"] for request in asked)
    assert all(found["final"] for found in answers)


@pytest.mark.slow
def test_more_requests_than_can_wait_are_refused() -> None:
    with JsonClient() as client:
        for number in range(21_000):
            client.ask({"id": str(number), "game": "quixo", "infinite": True})
        client.ask({"id": "end", "action": "stop_all"})
        answers = [client.answer() for _ in range(21_001)]
        refused = [found for found in answers if "error" in found]
        # 20,000 wait, and a few are being worked on.
        assert 1000 - 300 < len(refused) <= 1000
        assert Counter(found["id"] for found in answers).most_common(1)[0][1] == 1


def test_the_end_of_input_finishes_what_was_asked() -> None:
    client = JsonClient()
    client.ask({"id": "forever", "game": "quixo", "infinite": True})
    for number in range(20):
        client.ask({"id": f"soon {number}", "game": "qomet", "nodes": 20_000})
    answers = [json.loads(line) for line in client.end()]
    assert len(answers) == 21
    by_id = {found["id"]: found for found in answers}
    assert by_id["forever"]["stopped"] is True
    assert all(not found["stopped"] for name, found in by_id.items() if name != "forever")
