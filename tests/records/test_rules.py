"""A record with a move that a rule forbids names the rule."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import quintet
from quintet import BadRecord, record
from quintet.cli.record import check_file
from quintet.record import MAX_VARIATION_DEPTH, Line, Ply, Record
from records.games import in_json, one, quantik, wrong


def test_errors_name_the_rule() -> None:
    text = quantik("1. A@a1 2. A@a2 *")
    error = wrong(text)
    assert isinstance(error.__cause__, quintet.IllegalMove)
    assert error.rule == error.__cause__.rule
    assert str(error).endswith(f"column. (expected a legal move) ({error.rule})")
    in_line = wrong(in_json(moves=[{"move": "A@a1"}, {"move": "A@a2"}]))
    assert (in_line.rule, in_line.sentence) == (error.rule, error.sentence)
    assert str(in_line).endswith(f"({error.rule})")
    assert pickle.loads(pickle.dumps(error)).rule == error.rule

    error = wrong(quantik("*", '[Position "..../..../..../a..."]'))
    assert isinstance(error.__cause__, quintet.BadPosition)
    assert error.rule == error.__cause__.rule is not None
    assert wrong(in_json(position="..../..../..../a...")).rule == error.rule

    assert wrong(quantik("1. Zebra *")).rule is None
    with pytest.raises(BadRecord) as caught:
        record.dumps(Record(game="quantik", moves=(Ply("A@a1"), Ply("A@a2"))))
    assert caught.value.rule == wrong(text).rule


def test_record_check_names_the_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.txt"
    path.write_text(quantik("1. A@a1 2. A@a2 *") + quantik("Zebra *"), encoding="utf-8")
    assert check_file(path, as_json=True) == 1
    first, second, _ = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["rule"], second["rule"]) == (wrong(quantik("A@a1 A@a2 *")).rule, None)


def test_json_variations_have_a_depth() -> None:
    deepest: dict[str, Any] = {"move": "A@a1"}
    for _ in range(MAX_VARIATION_DEPTH):
        deepest = {"move": "A@a1", "variations": [{"moves": [deepest]}]}
    game = one(in_json(moves=[deepest]))
    assert one(record.dumps(game)) == game
    deeper = {"move": "A@a1", "variations": [{"moves": [deepest]}]}
    assert "at most 32 deep" in str(wrong(in_json(moves=[deeper])))
    too_deep = Record(game="quantik", moves=(Ply("A@a1", variations=(Line((), game.moves),)),))
    with pytest.raises(BadRecord, match="at most 32 deep"):
        record.dumps(too_deep)
