"""The command line as a person or a script uses it."""

import json
import os
import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.terminal import Terminal
from commands import QUINTET, good, run, wrong
from quintet.cli.playing.session import Session
from quintet.table import ChairTaken, Event, Opened, Setup, Started, read_clock


def test_games() -> None:
    out = good("games")
    for game in ("quantik", "quarto", "qomet", "cubulus", "quixo"):
        assert game in out
    facts = json.loads(good("games", "--json"))
    assert {fact["game"]: fact["vocabulary"] for fact in facts} == {
        "quantik": 64,
        "quarto": 32,
        "qomet": 129,
        "cubulus": 109,
        "quixo": 44,
    }


def test_moves_prints_one_a_line() -> None:
    assert len(good("moves", "quixo").split("\n")) == 45
    out = good("moves", "quixo", "-o", "size=3", "--after", "a1c1 b3b1")
    assert out == "".join(f"{move}\n" for move in out.split())
    assert json.loads(good("moves", "quantik", "--json"))["moves"][0] == "A@a1"


def test_a_finished_game_has_no_moves() -> None:
    assert good("moves", "quantik", "--position", "AbCd/..../..../....") == ""


def test_perft_prints_the_number_alone() -> None:
    assert good("perft", "quantik", "3") == "167552\n"
    assert good("perft", "quixo", "0") == "1\n"
    assert good("perft", "quixo", "2", "-o", "players=4") == "7344\n"
    lines = good("perft", "quixo", "2", "-o", "size=3", "--divide").splitlines()
    assert lines[-1] == "356"
    assert sum(int(line.split()[1]) for line in lines[:-1]) == 356
    assert json.loads(good("perft", "quixo", "2", "--json")) == {"depth": 2, "count": 1836}


@pytest.mark.slow_except("*-100")
@pytest.mark.parametrize("width", ["100", "40"])
@pytest.mark.parametrize(
    "game",
    [("quantik",), ("quarto",), ("qomet",), ("cubulus",), ("quixo",), ("quixo", "-o", "players=4")],
)
def test_show_prints_plain_text_in_a_pipe(game: tuple[str, ...], width: str) -> None:
    out = good("show", *game, "--width", width)
    assert "\x1b" not in out
    assert out.isascii()
    assert max(len(line) for line in out.splitlines()[:-1]) <= int(width)
    narrow = good("show", *game, COLUMNS=width)
    assert narrow == out


def test_show_marks_the_winning_line() -> None:
    out = good("show", "quantik", "--position", "AbCd/..../..../....", "--width", "40")
    assert "[A][b][C][d]" in out
    assert "0-1" in out


def test_show_has_colour_on_a_terminal() -> None:
    with Terminal("show", "quantik", "--after", "A@a1", TERM="xterm", NO_COLOR="") as terminal:
        code, out = terminal.end()
    assert code == 0
    assert "\x1b[" in out


def test_show_draws_into_files(tmp_path: Path) -> None:
    svg, png, dark = (tmp_path / name for name in ("a.svg", "a.png", "dark.png"))
    assert good("show", "qomet", "--after", "d4", "--svg", str(svg), "--png", str(png)) == ""
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert png.read_bytes().startswith(b"\x89PNG")
    good("show", "qomet", "--after", "d4", "--png", str(dark), "--theme", "dark")
    assert dark.read_bytes() != png.read_bytes()


def test_show_exchanges_the_looks_of_the_sides(tmp_path: Path) -> None:
    pictures = []
    for look in ("starter_first", "starter_second"):
        svg, png = tmp_path / f"{look}.svg", tmp_path / f"{look}.png"
        files = ("--svg", str(svg), "--png", str(png))
        good("show", "quixo", "--after", "a1a5", "--look", look, *files)
        pictures.append((svg.read_text(encoding="utf-8"), png.read_bytes()))
    (crosses, first), (circles, second) = pictures
    assert "a5 shows a cross." in crosses
    assert "a5 shows a circle." in circles
    assert first != second


def test_show_json() -> None:
    facts = json.loads(good("show", "quantik", "--after", "A@a1", "--json"))
    assert facts["places"]["a1"] == "A"
    assert facts["seat"] == 1
    assert facts["outcome"] is None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("frobnicate",), "frobnicate"),
        (("moves",), "game"),
        (("show", "quixo", "--png", "never.png", "--theme", "blue"), "light or dark"),
        (("show", "quixo", "--svg", "never.svg", "--view", "flat"), "board"),
        (("show", "quixo", "--svg", "never.svg", "--look", "x"), "starter_first or starter_second"),
        (("moves", "chess"), "quantik, quarto"),
        (("moves", "quixo", "-o", "size"), "KEY=VALUE"),
        (("moves", "quixo", "-o", "size=6"), "3, 4, or 5"),
        (("moves", "quixo", "-o", "game=1"), "no option game"),
        (("moves", "quixo", "-o", "text=1", "--position", "x"), "no option text"),
        (("moves", "quixo", "-o", "size=3", "-o", "size=3"), "twice"),
        (("moves", "quixo", "--position", "nonsense"), "column 1"),
        (("moves", "quixo", "--after", "a1a5 a5a1"), "QX2"),
        (("moves", "quixo", "--after", "zz"), "not a move"),
        (("perft", "quixo"), "depth"),
        (("perft", "quixo", "-1"), "-1"),
        (("perft", "quixo", "deep"), "number"),
        (("perft", "quixo", "101"), "100"),
        (("show", "quixo", "--width", "0"), "width"),
        (("play",), "game"),
        (("play", "chess"), "quantik"),
        (("play", "quixo", "--players", "Ann"), "2 players"),
        (("play", "quixo", "--clock", "soon"), "clock"),
        (("play", "quixo", "--resume", "missing.txt"), "resume"),
        (("play", "--resume", "missing.txt"), "missing.txt"),
        (("record", "check", "missing.txt"), "missing.txt"),
        (("record", "convert", "missing.txt", "--to", "pdf"), "text or json"),
    ],
)
def test_wrong_calls(arguments: tuple[str, ...], said: str) -> None:
    assert said.lower() in wrong(*arguments).lower()


def test_help_lists_the_commands() -> None:
    assert "perft" in good("--help")
    assert "convert" in good("record")


# Playing


def play(*arguments: str, text: str) -> str:
    return good("play", *arguments, text=text)


def test_two_people_play_to_the_end() -> None:
    out = play("quantik", "--no-lot", "--players", "Ann,Ben", text="A@a1\nB@b1\nC@c1\nD@d1\nn\n")
    assert "0-1  Ben (o) won with a line." in out


def test_a_move_typed_place_by_place() -> None:
    out = play("quixo", "--no-lot", text="a1\ne1\nquit\n")
    assert "next: a5 e1" in out
    assert re.search(r"1 \|.*\|<x>\|", out)


def test_illegal_moves_are_explained() -> None:
    out = play("quantik", "--no-lot", text="A@a1\nA@b2\nA b2\nhm\nquit\n")
    assert out.count("QK3") == 2
    assert "!A!" in out
    assert "not a move" in out


def test_targets_are_shown() -> None:
    out = play("quixo", "--no-lot", "-o", "size=3", text="\nquit\n")
    assert "next: a1 a2 a3 b1 b3 c1 c2 c3" in out
    assert "(.)" in out


def test_random_players() -> None:
    for game, count in (("quantik", 2), ("quarto", 2), ("quixo", 2)):
        out = play(game, "--players", ",".join(["random"] * count), "--seed", "3", text="")
        assert re.search(r"^(1-0|0-1|1/2-1/2) ", out, re.MULTILINE)


def test_three_and_four_at_one_terminal() -> None:
    out = play(
        "cubulus",
        "-o",
        "players=3",
        "--players",
        "Ann,random,Cem",
        "--seed",
        "1",
        text="U1\nU2\nU3\nquit\n",
    )
    assert "Ann" in out
    assert "random (" in out
    out = play("quixo", "-o", "players=4", "--no-lot", text="a1e1s\na5e5w\nb1b5n\nc1c5e\nquit\n")
    assert "Player 4 (e)" in out


def test_quarto_is_spoken_at_a_table() -> None:
    """QT16; and QT15: nothing on the screen differs while nobody calls."""
    moves = ["0", "a1", "1", "b1", "2", "c1", "3", "d1"]
    out = play("quarto", "--no-lot", text="\n".join([*moves, "quarto:a1-d1", "n"]) + "\n")
    assert "called Quarto and won" in out
    out = play("quarto", "--no-lot", text="\n".join([*moves, "4", "a2", "resign", "y", "n"]) + "\n")
    assert "After move 8 nobody called a1 b1 c1 d1." in out


def test_undo_needs_agreement() -> None:
    out = play("quantik", "--no-lot", text="A@a1\nundo\nB@d4\nundo\nn\nundo\nquit\n")
    assert "has not moved yet" in out
    assert "declined" in out
    out = play("quantik", "--no-lot", text="A@a1\nB@d4\nundo\ny\nmoves\nquit\n")
    assert out.count("A@d4") >= 1
    assert "No moves are taken back" in play(
        "quantik", "--no-take-backs", text="A@a1\nundo\nquit\n"
    )


def test_draw_and_rematch() -> None:
    out = play("quantik", "--no-lot", "--players", "Ann,Ben", text="draw\ny\ny\nquit\n")
    assert "1/2-1/2  A draw by agreement." in out
    assert "Quantik: Ben (x) and Ann (o)." in out


def test_save_and_resume(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    play(
        "quixo", "--no-lot", "--players", "Ann,Ben", "--save", str(file), text="a1e1\nb1b5\nquit\n"
    )
    kept = file.read_text(encoding="utf-8")
    assert "1. a1e1 2. b1b5" in kept
    assert '[Seat0 "Ann"]' in kept
    out = play("--resume", str(file), "--save", str(file), text="c1c5\nquit\n")
    assert "Ann (x)" in out
    assert "3. c1c5" in file.read_text(encoding="utf-8")


def test_every_move_is_saved_at_once(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    play("quixo", "--no-lot", "--save", str(file), text="a1e1\n")
    assert "1. a1e1" in file.read_text(encoding="utf-8")


def test_a_rematch_is_saved_after_the_first_game(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    play("quixo", "--no-lot", "--save", str(file), text="resign\ny\ny\na1e1\nquit\n")
    assert good("record", "check", str(file)) == "2 games, 1 move, 0 with errors\n"


def test_earlier_games_stay_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(GAME, encoding="utf-8")
    play("quixo", "--save", str(file), text="a1e1\nquit\n")
    assert file.read_text(encoding="utf-8").startswith(GAME)
    play("--resume", str(file), "--save", str(file), text="b1b5\nquit\n")
    assert good("record", "check", str(file)) == "2 games, 6 moves, 0 with errors\n"
    lines = tmp_path / "games.jsonl"
    good("record", "convert", str(file), "-O", str(lines))
    play("--resume", str(lines), "--save", str(lines), text="c1c5\nquit\n")
    assert good("record", "check", str(lines)) == "2 games, 7 moves, 0 with errors\n"


def test_resuming_keeps_comments(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text('[Game "quixo"]\n[Event "Final"]\n\n1. a1e1 {hello} (1. a1a5) *\n')
    play("--resume", str(file), "--save", str(file), text="b1b5\nquit\n")
    kept = file.read_text(encoding="utf-8")
    assert '[Event "Final"]' in kept
    assert "{hello} (1. a1a5)" in kept
    assert "2. b1b5" in kept


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    missing = tmp_path / "missing" / "game.txt"
    assert str(missing) in wrong("play", "quixo", "--save", str(missing))
    out = play("quixo", "--no-lot", text=f"a1e1\nsave {missing}\nb1b5\nmoves\nquit\n")
    assert "not saved" in out
    assert "b1a1" in out
    assert "plain file" in wrong("play", "quixo", "--save", "/dev/null")


def test_resuming_keeps_agreements_and_clocks(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    keep = ("--save", str(file))
    play("quixo", "--no-lot", "--no-repetition", "--clock", "600", *keep, text="a1e1\nquit\n")
    kept = file.read_text(encoding="utf-8")
    assert '[Repetition "off"]' in kept
    left = re.search(r'\[Clocks "(\d+) (\d+)"\]', kept)
    assert left is not None
    assert int(left[1]) <= 600_000
    slow = kept.replace(left[0], '[Clocks "5000 61000"]')
    file.write_text(slow, encoding="utf-8")
    assert "[1:0" in play("--resume", str(file), text="quit\n")
    assert "agreed" in wrong("play", "--resume", str(file), "--clock", "60")


def test_a_flag_falls_during_a_question(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The flag falls while the opponent thinks about the offer of a draw."""
    seconds = 0.0

    def lines() -> Iterator[str]:
        nonlocal seconds
        yield "draw\n"
        seconds = 4.0
        yield "y\n"

    typed = lines()
    monkeypatch.setattr("quintet.cli.playing.session.read_line", lambda *_: next(typed, "n"))
    setup = Setup("quixo", {}, clock=read_clock("1"))
    seated = [ChairTaken(0, chair, name) for chair, name in enumerate(("Ann", "Ben"))]
    events: list[Event] = [Opened(0, setup), *seated, Started(0, 0)]
    Session(events, random.Random(), None, monotonic=lambda: seconds).run()
    assert "ran out of time" in capsys.readouterr().out


def test_a_closed_pipe_is_no_error() -> None:
    script = f"{QUINTET} moves quixo | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(  # noqa: S602
        script, shell=True, executable="/bin/bash", capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("0\n", "")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_error(closed: str, tmp_path: Path) -> None:
    """As services start programs. What is written elsewhere is written."""
    file = tmp_path / "games.txt"
    call = f"{QUINTET} tournament quantik --player random --player random --games 2 --jobs 1"
    script = f"{call} --records {file} {closed}"
    done = subprocess.run(  # noqa: S602
        script, shell=True, executable="/bin/bash", capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert file.read_text().count('[Round "') == 2


def test_a_void_call() -> None:
    out = play("quarto", "--no-lot", text="0\na1\nquarto:a1-d1\nquit\n")
    assert "The call is void" in out


def test_the_last_move_is_marked() -> None:
    assert "<x>" in play("quixo", "--no-lot", text="a1e1\nquit\n")


def test_places_that_begin_no_move() -> None:
    out = play("quixo", "--no-lot", text="c3\na1 a1\nb1 c3\nquit\n")
    assert "QX2" in out
    assert out.count("QX4") == 2


# Records

GAME = '[Game "quantik"]\n[Result "0-1"]\n\n1. A@a1 2. B@b1 3. C@c1 4. D@d1 0-1\n\n'


def test_record_check(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(GAME * 3, encoding="utf-8")
    assert good("record", "check", str(file)) == "3 games, 12 moves, 0 with errors\n"
    file.write_text(GAME + GAME.replace("B@b1", "A@b1") + GAME, encoding="utf-8")
    code, out, _ = run("record", "check", str(file))
    assert code == 1
    assert "game 2: line 9, column 12" in out
    code, out, _ = run("record", "check", str(file), "--json")
    problem, summary = (json.loads(line) for line in out.splitlines())
    assert (code, problem["line"], problem["column"]) == (1, 9, 12)
    assert summary["errors"] == 1


def test_records_are_utf8_everywhere(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(GAME.replace("[Result", '[Seat0 "Änne"]\n[Result'), encoding="utf-8")
    done = subprocess.run(
        [QUINTET, "record", "convert", "-"],
        input=file.read_bytes(),
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0
    assert "Änne" in done.stdout.decode("utf-8")


def test_record_convert_there_and_back(tmp_path: Path) -> None:
    text, lines, again = tmp_path / "a.txt", tmp_path / "a.jsonl", tmp_path / "b.txt"
    text.write_text(GAME * 2, encoding="utf-8")
    assert good("record", "convert", str(text), "-O", str(lines)) == ""
    games: list[Any] = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    assert [game["game"] for game in games] == ["quantik", "quantik"]
    good("record", "convert", str(lines), "-O", str(again))
    assert good("record", "convert", str(again)) == lines.read_text(encoding="utf-8")
    assert (
        good("record", "convert", "-", text=GAME) == json.dumps(games[0], ensure_ascii=False) + "\n"
    )


def test_errors_point_to_the_help_of_the_command() -> None:
    for call, command in (
        (("nonsense",), "quintet"),
        (("puzzles",), "quintet puzzles"),
        (("puzzles", "quixo", "--level", "9"), "quintet puzzles"),
        (("solve", "cubulus", "--bogus"), "quintet solve"),
        (("solve", "nothing"), "quintet solve"),
        (("record", "check", "/no/such/file"), "quintet record check"),
    ):
        assert wrong(*call).endswith(f" See '{command} --help'.\n")


# Pictures on standard output


def test_a_png_on_standard_output_is_bytes_alone(tmp_path: Path) -> None:
    call = [str(QUINTET), "show", "quixo", "--after", "a1e1", "--png"]
    piped = subprocess.run([*call, "-"], capture_output=True, check=False)
    file = tmp_path / "board.png"
    subprocess.run([*call, str(file)], check=True)
    assert (piped.returncode, piped.stderr) == (0, b"")
    assert piped.stdout == file.read_bytes()


def test_an_svg_on_standard_output() -> None:
    assert good("show", "quixo", "--svg", "-").startswith("<svg")
    assert "Only one picture" in wrong("show", "quixo", "--svg", "-", "--png", "-")


def test_a_png_is_refused_on_a_terminal() -> None:
    with Terminal("show", "quixo", "--png", "-") as terminal:
        code, out = terminal.end()
    assert code == 2
    assert out.startswith("quintet: A PNG cannot be shown in a terminal. Redirect it")
    assert out.count("\n") == 1
