"""The engine on the command line: analyse, review, and play against it."""

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from cli.terminal import Terminal
from commands import good, run, wrong

MODES = [
    ("quantik",),
    ("quarto",),
    ("quarto", "-o", "calls=spoken"),
    ("qomet",),
    ("cubulus",),
    ("cubulus", "-o", "players=3"),
    ("quixo",),
    ("quixo", "-o", "players=4"),
]
ROW = ("quantik", "--after", "A@a1 B@b1 C@c1", "--nodes", "10000")


def is_value(value: dict[str, Any]) -> bool:
    """Whether a value of the JSON is one of the four kinds, with what belongs to it."""
    assert list(value) == ["kind", "plies", "chance"]
    plies, chance = value["plies"], value["chance"]
    if value["kind"] in ("win", "loss"):
        return isinstance(plies, int) and plies >= 0 and chance == (value["kind"] == "win")
    possible = chance == 0.5 if value["kind"] in ("draw", "tie") else 0 <= chance <= 1
    return value["kind"] in ("draw", "tie", "chance") and plies is None and bool(possible)


def is_analysis(facts: dict[str, Any]) -> bool:
    assert list(facts) == [
        *("game", "options", "position", "seat", "value", "known", "moves", "words"),
        *("depth", "nodes", "seconds"),
    ]
    for move in facts["moves"]:
        assert list(move) == ["move", "value", "known", "line"]
        assert move["line"][0] == move["move"]
        assert move["known"] in ("proved", "table", "searched")
        assert is_value(move["value"])
    return is_value(facts["value"]) and facts["known"] in ("proved", "table", "searched")


def test_analysis_as_text() -> None:
    out = good("analyse", *ROW)
    assert out.isascii()
    assert "\x1b" not in out
    assert "|(.)|" in out  # d1, where the best move goes
    assert "o wins in 1 ply (proved)" in out
    assert re.search(r"^D@d1  win in 1 ply \(proved\)  ##########  D@d1$", out, re.MULTILINE)
    assert out.endswith("1. o places a cone on d1.\no won with a line.\n")


def test_values_in_words() -> None:
    thrown = good("analyse", "quantik", "--after", "A@a1 B@b1 C@c1 A@c4", "--nodes", "1000")
    assert "x wins in 1 ply (proved)" in thrown
    drawn = good("analyse", "quarto", "--position", ".da./61f2/b8e7/9.0c -")
    assert "a tie (proved)" in drawn
    assert re.search(r"^3 +tie \(proved\)", drawn, re.MULTILINE)
    assert re.search(r"^depth \d+, [\d,]+ nodes, ", drawn, re.MULTILINE)
    three = good("analyse", "cubulus", "-o", "players=3", "--nodes", "500")
    assert re.search(r"about \d+ % for x \(searched, depth \d+\)", three)
    teams = good("analyse", "quixo", "-o", "players=4", "--nodes", "500")
    assert re.search(r"about \d+ % for s and n \(searched", teams)


def test_tablebase_values_show_no_search(tmp_path: Path) -> None:
    out = good("analyse", "quantik", "--moves", "1", QUINTET_TABLES=str(tmp_path))
    assert "o wins in 10 plies (looked up)\n\nA@a1  loss in 10 plies (looked up)  " in out
    assert " nodes, " not in out


@pytest.mark.parametrize("mode", MODES)
def test_every_mode(mode: tuple[str, ...]) -> None:
    out = good("analyse", *mode, "--nodes", "2000", "--moves", "2")
    assert out.isascii()
    words = out.rpartition("\n\n")[2]
    assert max(map(len, out.splitlines())) <= 80
    assert words.startswith("1. ")
    facts = json.loads(good("analyse", *mode, "--nodes", "2000", "--moves", "2", "--json"))
    assert is_analysis(facts)
    assert len(facts["moves"]) == 2
    assert len(facts["words"]) == len(facts["moves"][0]["line"])


def test_all_moves_best_first() -> None:
    facts = json.loads(good("analyse", *ROW, "--moves", "all", "--json"))
    assert facts["moves"][0]["move"] == "D@d1"
    assert facts["value"] == {"kind": "win", "plies": 1, "chance": 1.0}
    chances = [move["value"]["chance"] for move in facts["moves"]]
    assert chances == sorted(chances, reverse=True)
    assert len(chances) > 10


def test_a_node_limit_makes_results_repeatable() -> None:
    one, other = (
        json.loads(good("analyse", "qomet", "--nodes", "20000", "--json")) for _ in range(2)
    )
    del one["seconds"], other["seconds"]
    assert one == other


def test_analysis_of_a_finished_game() -> None:
    over = ("quantik", "--position", "AbCd/..../..../....")
    assert "0-1  o won with a line." in good("analyse", *over)
    facts = json.loads(good("analyse", *over, "--json"))
    assert is_analysis(facts)
    assert (facts["moves"], facts["seat"], facts["value"]["kind"]) == ([], None, "loss")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("analyse",), "game"),
        (("analyse", "chess"), "quantik, quarto"),
        (("analyse", "quixo", "--seconds", "-1"), "seconds"),
        (("analyse", "quixo", "--seconds", "nan"), "seconds"),
        (("analyse", "quixo", "--nodes", "0"), "nodes"),
        (("analyse", "quixo", "--depth", "0"), "depth"),
        (("analyse", "quixo", "--threads", "0"), "threads"),
        (("analyse", "quixo", "--moves", "some"), "all"),
        (("analyse", "quixo", "--moves", "0"), "all"),
        (("analyse", "quixo", "--after", "zz"), "not a move"),
        (("review", "missing.txt"), "missing.txt"),
        (("review", "missing.txt", "--game", "0"), "game"),
        (("review", "missing.txt", "--nodes", "none"), "number"),
        (("play", "quixo", "--players", "Ann,level:0"), "level"),
    ],
)
def test_wrong_calls(arguments: tuple[str, ...], said: str) -> None:
    assert said.lower() in wrong(*arguments).lower()


def test_live_analysis_ends_on_interrupt() -> None:
    """Intermediate results are erased, and Ctrl-C prints the result so far."""
    call = ("analyse", "qomet", "--seconds", "600")
    with Terminal(*call, TERM="xterm", LINES="60") as terminal:
        text = terminal.wait_for(" for x")
        terminal.interrupt()
        code, rest = terminal.end()
    assert code == 0
    text += rest
    assert "\x1b[2K" in text  # lines taken away
    last = text.rpartition("\x1b[2K")[2]
    assert "x to move: 25 moves" in last
    assert re.search(r"about \d+ % for x", last)
    assert "1. x places a star" in last


# Reviews

# On the board of 3 everything is proved: Ann's third move throws a won game away.
GAME = (
    '[Game "quixo"]\n[Option "size=3"]\n[Seat0 "Ann"]\n[Seat1 "Ben"]\n\n'
    "1. a1c1 2. a1a3 3. c1a1 *\n\n"
)
CHEAP = ("--nodes", "50000")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    kept = tmp_path / "games.txt"
    kept.write_text(GAME + '[Game "quantik"]\n\n1. A@a1 2. B@b1 *\n', encoding="utf-8")
    return kept


def test_review_as_text(file: Path, tmp_path: Path) -> None:
    drawing = tmp_path / "chart.svg"
    out = good("review", str(file), "--game", "1", "--svg", str(drawing), *CHEAP)
    assert out.isascii()
    assert out.startswith("Game 1: Quixo size=3, Ann (x) - Ben (o), 3 plies\nNot finished.\n")
    blunder = "3. Ann (x) c1a1??  blunder: from a win in 5 plies to a loss in 6 plies. A win"
    assert f"{blunder}\n   was missed.\n" in out
    assert "   played: c1a1 " in out
    assert re.search(r"^   better: (\w\d\w\d).*\n           x takes the", out, re.MULTILINE)
    assert "Ann (x): accuracy 50.0 %; 1 blunder, 0 mistakes, 0 inaccuracies" in out
    assert "Ben (o): accuracy 100.0 %; 0 blunders, 0 mistakes, 0 inaccuracies" in out
    assert " x wins |" in out
    root = ElementTree.parse(drawing).getroot()  # noqa: S314
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "3. c1a1 is a blunder." in drawing.read_text(encoding="utf-8")


def test_the_last_game_is_reviewed_by_default(file: Path) -> None:
    assert good("review", str(file), *CHEAP).startswith("Game 2: Quantik, x - o, 2 plies")
    assert "Game 2" in good("review", "-", *CHEAP, text=file.read_text(encoding="utf-8"))
    assert "2 games" in wrong("review", str(file), "--game", "3")


def test_review_in_json(file: Path) -> None:
    facts = json.loads(good("review", str(file), "--game", "1", "--json", *CHEAP))
    assert list(facts) == [
        *("number", "game", "options", "seats", "result", "termination"),
        *("positions", "moves", "overlooked", "summary"),
    ]
    assert (facts["number"], facts["game"], facts["seats"]) == (1, "quixo", ["Ann", "Ben"])
    assert len(facts["positions"]) == 4
    assert all(is_analysis(position) for position in facts["positions"])
    assert [move["move"] for move in facts["moves"]] == ["a1c1", "a1a3", "c1a1"]
    for move in facts["moves"]:
        assert list(move) == [
            *("ply", "seat", "move", "value", "known", "line"),
            *("loss", "verdict", "better", "missed", "grade", "exact"),
        ]
        assert is_value(move["value"])
    last = facts["moves"][-1]
    assert (last["verdict"], last["missed"], last["loss"]) == ("blunder", "win", 1.0)
    assert (last["grade"], last["exact"]) == ("missed_win", True)
    assert [move["grade"] for move in facts["moves"][:2]] == ["best", "best"]
    assert last["better"]["value"] == {"kind": "win", "plies": 5, "chance": 1.0}
    assert facts["summary"][0] == {
        "seat": 0,
        "blunders": 1,
        "mistakes": 0,
        "inaccuracies": 0,
        "mean_loss": 0.5,
        "accuracy": 0.5,
    }


def test_review_of_overlooked_calls(tmp_path: Path) -> None:
    kept = tmp_path / "quarto.txt"
    kept.write_text(
        '[Game "quarto"]\n[Option "calls=spoken"]\n\n'
        "1. 0 2. a1 3. 1 4. b1 5. 2 6. c1 7. 3 8. d1 9. 4 10. a2 *\n",
        encoding="utf-8",
    )
    out = good("review", str(kept), *CHEAP)
    assert "After move 8 nobody called a1 b1 c1 d1." in out
    assert "calls Quarto and points at the line from a1 to d1." in out


def test_review_of_a_resigned_game(tmp_path: Path) -> None:
    kept = tmp_path / "game.txt"
    kept.write_text(
        '[Game "cubulus"]\n[Option "players=3"]\n[Result "0-1/2-1/2"]\n'
        '[Termination "resignation"]\n\n1. U1 0-1/2-1/2\n',
        encoding="utf-8",
    )
    assert "0-1/2-1/2: o and z won: x resigned." in good("review", str(kept), "--nodes", "200")


def test_a_broken_record_is_not_reviewed(tmp_path: Path) -> None:
    kept = tmp_path / "broken.txt"
    kept.write_text('[Game "quantik"]\n\n1. A@a1 2. A@b2 *\n', encoding="utf-8")
    assert "line 3, column 12" in wrong("review", str(kept))


@pytest.mark.slow_except("mode0", "mode2", "mode5", "mode7")
@pytest.mark.parametrize("mode", MODES)
def test_random_games_of_every_mode_are_reviewed(mode: tuple[str, ...], tmp_path: Path) -> None:
    kept, drawing = tmp_path / "game.txt", tmp_path / "chart.svg"
    seats = {"players=3": 3, "players=4": 4}.get(mode[-1], 2)
    names = ",".join(["random"] * seats)
    good("play", *mode, "--players", names, "--seed", "7", "--save", str(kept))
    out = good("review", str(kept), "--nodes", "300", "--svg", str(drawing))
    assert "accuracy " in " ".join(out.split())
    assert max(map(len, out.splitlines()[:-1])) <= 80  # the last names the file
    ElementTree.parse(drawing)  # noqa: S314


# Playing


def test_a_hint() -> None:
    moves = "A@a1\nB@b1\nC@c1\nhint\nquit\n"
    out = good("play", "quantik", "--no-lot", text=moves)
    assert "hint: D@d1  o places a cone on d1.\no wins in 1 ply (proved)\n" in out
    assert "(.)" in out


def test_the_engine_takes_its_win() -> None:
    out = good(
        *("play", "quantik", "--no-lot", "--players", "Ann,engine"),
        *("--position", "..../..../..../Ab.."),
        text="C@c1\nn\n",
    )
    assert "engine (o) plays D@d1" in out
    assert "0-1  engine (o) won with a line." in out


def test_the_engine_answers_draw_offers() -> None:
    """It declines where it wins, or no game is drawn; it agrees where it loses."""
    table = ("play", "--no-lot", "--players", "engine,Ben")
    winning = ("quixo", "-o", "size=3", "--position", ".../.../..x o")
    assert "engine (x) declines." in good(*table, *winning, text="draw\nquit\n")
    losing = ("quixo", "-o", "size=3", "--position", "xx./.../o.o o")
    assert "A draw by agreement." in good(*table, *losing, text="draw\nn\n")
    no_draws = ("quantik", "--position", "..../..../..../AbC.")
    assert "engine (x) declines." in good(*table, *no_draws, text="draw\nquit\n")
    out = good(*table, *winning, text="b3b1\nundo\nquit\n")
    assert "engine (x) plays" in out
    assert "declines" not in out


def test_the_engine_keeps_to_its_clock() -> None:
    out = good(
        *("play", "quixo", "-o", "size=3", "--no-lot", "--clock", "20"),
        *("--players", "engine,engine", "--no-repetition", "--position", ".../.../... x"),
    )
    assert "won with a line" in out


def test_levels_play() -> None:
    out = good("play", "quantik", "--players", "level:1,level:2", "--seed", "1")
    assert re.search(r"^(1-0|0-1) ", out, re.MULTILINE)


def test_an_unknown_level() -> None:
    code, out, err = run("play", "quantik", "--players", "level:11,Ann")
    assert (code, out) == (2, "")
    assert "level" in err


# Memory


def test_memory_for_the_search(file: Path) -> None:
    for call in (
        ("analyse", "quixo", "--nodes", "100", "--megabytes", "2", "--json"),
        ("review", str(file), "--nodes", "100", "--megabytes", "2", "--json"),
        ("play", "quantik", "--players", "engine,engine", "--megabytes", "2", "--clock", "2"),
    ):
        good(*call)
    played = good(
        *("tournament", "quixo", "-o", "size=3", "--games", "2", "--jobs", "1"),
        *("--player", "engine:nodes=50", "--player", "engine:nodes=60,megabytes=3"),
        *("--megabytes", "2", "--json"),
    )
    assert [each["player"] for each in json.loads(played)["players"]] == [
        "engine:nodes=50,megabytes=2",
        "engine:nodes=60,megabytes=3",
    ]


def test_memory_for_a_ugi_engine() -> None:
    said = good("engine", "quixo", "--megabytes", "5", text="ugi\ngo nodes 50\nquit\n")
    assert "bestmove" in said
    assert "every request" in wrong("engine", "--json", "--megabytes", "5")


@pytest.mark.parametrize(
    "call",
    [
        ("analyse", "quixo", "--megabytes", "0"),
        ("review", "{file}", "--megabytes", "-1"),
        ("engine", "quixo", "--megabytes", "0"),
        ("play", "quixo", "--megabytes", "0"),
        (
            "tournament",
            "quixo",
            "--player",
            "engine:nodes=9",
            "--player",
            "random",
            "--megabytes",
            "0",
        ),
    ],
    ids=lambda call: call[0],
)
def test_wrong_amounts_of_memory(call: tuple[str, ...], file: Path) -> None:
    assert "megabytes" in wrong(*(word.format(file=file) for word in call))
