"""A language that exists only here: whatever it did not say is a word that nobody can translate."""

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.main import get_command

import quintet
from any_text import any_text
from quintet.cli.app import app
from quintet.cli.main import main
from quintet.cli.terminal import output
from quintet.draw import DRAWERS
from quintet.errors import BadMove, QuintetError
from quintet.games import GAMES
from quintet.i18n.catalogue import template_catalogue
from quintet.i18n.sentence import Filling, Listed, Sentence
from quintet.narration import narrate
from quintet.outcome import BOARD_REASONS, TABLE_REASONS, Outcome, outcome_sentence
from quintet.position import Position

VARIANTS: list[tuple[str, dict[str, object]]] = [
    *((name, {}) for name in GAMES),
    ("quarto", {"calls": "spoken", "squares": True}),
    ("qomet", {"undo": "strict", "corner_exit": "rays"}),
    ("cubulus", {"players": 3}),
    ("quixo", {"players": 4}),
]

# What people type as it is: words at the prompt, and the names in these tests.
TYPED = {"quintet", "moves", "board", "hint", "undo", "draw", "resign", "save", "quit", "FILE"}
NAMES = {
    "Ann",
    "Ben",
    "random",
    "level",
    "game",
    "txt",
    "chess",
    "match",
    "sprt",
    "opening",
    "seed",
}


def machine_words() -> set[str]:
    """What stands outside sentences because machines read it, too: commands, options, games."""
    words = [*GAMES, *TYPED, *NAMES]
    words += [option.name for game in GAMES.values() for option in game.option_list]
    groups = [get_command(app)]
    for command in groups:  # grows by the commands of groups
        words += [str(command.name), "--help"]
        words += [name for each in command.params for name in (*each.opts, *each.secondary_opts)]
        groups += getattr(command, "commands", {}).values()
    return set(re.findall(r"[^\W\d_]{3,}", " ".join(words)))


MACHINE_WORDS = machine_words()


def bracketed(said: Filling) -> str:
    """Sentences in brackets, and with them all that fills their gaps."""
    match said:
        case Sentence():
            values = {name: bracketed(value) for name, value in said.values.items()}
            form = said.template if said.many is None or said.count == 1 else said.many
            return f"⟦{form.format_map(values)}⟧"
        case Listed():
            return f"⟦{' '.join(map(bracketed, said.items))}⟧"
    return str(said)


def spoken_outside(text: str) -> set[str]:
    """Words that stand outside all brackets and are not for machines."""
    before = None
    while text != before:
        # Lines that are broken may have lost the spaces around the break, not the brackets.
        before, text = text, re.sub(r"⟦[^⟦⟧]*⟧", " ", text)
    return set(re.findall(r"[^\W\d_]{3,}", text)) - MACHINE_WORDS


@pytest.fixture(autouse=True)
def pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "translator", lambda _: bracketed)


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str, text: str = ""
) -> str:
    """What a command prints, on both streams."""
    lines = iter(text.splitlines(keepends=True))
    monkeypatch.setattr(sys, "argv", ["quintet", *words])
    monkeypatch.setattr("sys.stdin", _Lines(lines))
    with pytest.raises(SystemExit):
        main()
    return "".join(capsys.readouterr())


class _Lines:
    def __init__(self, lines: Iterator[str]) -> None:
        self.lines = lines

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        return next(self.lines, "")


GAME = """[Game "quixo"]
[Option "size=3"]
[Seat0 "Ann"]
[Seat1 "Ben"]

1. a1c1 2. a1a3 3. c1a1 *
"""

COMMANDS: Any = get_command(app).commands  # type: ignore[attr-defined]
PLAYERS = ("--player", "random", "--player", "level:1")
TOURNAMENT = ("tournament", "quixo", "-o", "size=3", "--games", "2", "--jobs", "1", *PLAYERS)
CALLS: list[tuple[str, ...]] = [
    ("--help",),
    ("record",),
    *((name, "-h") for name in COMMANDS if name != "record"),
    *(("record", name, "--help") for name in COMMANDS["record"].commands),
    ("games",),
    *(("show", game, "--width", width) for game in GAMES for width in ("80", "30")),
    ("analyse", "quantik", "--nodes", "2000"),
    ("analyse", "cubulus", "-o", "players=3", "--nodes", "500"),
    (*TOURNAMENT, "--format", "match"),
    (*TOURNAMENT, "--format", "sprt"),
    ("chess",),
    ("moves",),
    ("moves", "chess"),
    ("moves", "quixo", "more"),
    ("moves", "quixo", "--what"),
    ("moves", "quixo", "--json=1"),
    ("moves", "quixo", "-o", "size"),
    ("moves", "quixo", "-o", "size=9"),
    ("moves", "quantik", "-o", "size=9"),
    ("moves", "quixo", "--after", "a1e1 zz"),
    ("moves", "quarto", "--position", "0.../"),
    ("perft", "quixo", "x"),
    ("perft", "quixo", "101"),
    ("analyse", "quixo", "--moves", "some"),
    ("analyse", "quixo", "--seconds", "-1"),
    ("play",),
    ("play", "quixo", "--players", "Ann"),
    ("play", "quixo", "--clock", "x"),
    ("tournament", "quixo", "--player", "random"),
    ("tournament", "quixo", "--player", "x", "--player", "y"),
    ("record", "convert", "-", "--to", "x"),
]


@pytest.mark.parametrize("words", CALLS, ids=" ".join)
def test_commands(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = run(monkeypatch, capsys, *words)
    assert "⟦" in said
    assert not spoken_outside(said)


PLAYED = {
    "quixo": "help\nmoves\nboard\n\na1\ne1\nb2\nc3 c3\nhint\nundo\ny\na1e1\ndraw\nn\nresign\ny\n",
    "quarto": "3\nsilent\na1\nquarto a1 d1\nresign\ny\nn\n",
    "quantik": "A@a1\nA@a1\nA@b1\nsave\nsave /\nquit\n",
}


@pytest.mark.parametrize("game", PLAYED)
def test_playing(
    game: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    file = str(tmp_path / "game.txt")
    asked = ("play", game, "--no-lot", "--players", "Ann,Ben", "--save", file)
    said = run(monkeypatch, capsys, *asked, text=PLAYED[game])
    assert not spoken_outside(said.replace(str(tmp_path), ""))


def test_records(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, chart = tmp_path / "game.txt", tmp_path / "game.svg"
    file.write_text(GAME, encoding="utf-8")
    reviewed = run(monkeypatch, capsys, "review", str(file), "--svg", str(chart), "--nodes", "500")
    assert "blunder" in reviewed
    assert not spoken_outside(reviewed.replace(str(tmp_path), ""))
    drawn = re.sub(r"<style>.*?</style>", "", chart.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert not spoken_outside(re.sub(r"<[^>]*>", " ", drawn))
    file.write_text(GAME.replace("c1a1", "b2c2") + GAME.replace("*", "1-1"), encoding="utf-8")
    checked = run(monkeypatch, capsys, "record", "check", str(file))
    assert not spoken_outside(checked.replace(str(tmp_path), ""))


@cache
def given_templates() -> frozenset[str | None]:
    """Every text of a sentence that translators have, and both of those that count."""
    entries = (*template_catalogue("players"), *template_catalogue("operators"))
    return frozenset(text for entry in entries for text in (entry.id, entry.plural))


def check_known(said: Filling) -> None:
    """A sentence, with all the sentences in it, is one that translators have been given."""
    match said:
        case Sentence():
            assert said.template in given_templates()
            assert said.many is None or said.many in given_templates()
            for value in said.values.values():
                check_known(value)
        case Listed():
            for item in said.items:
                check_known(item)


def wander(game: str, options: dict[str, object], choices: list[int]) -> Iterator[Position]:
    position = quintet.start(game, **options)
    yield position
    for choice in choices:
        if not position.moves:
            return
        position = position.play(position.moves[choice % len(position.moves)])
        yield position


@pytest.mark.slow_except("quarto-options5", "cubulus-options7", "quixo-options8")
@pytest.mark.parametrize(("game", "options"), VARIANTS)
@settings(deadline=None, max_examples=40)
@given(choices=st.lists(st.integers(0, 1000), max_size=40), word=any_text(max_size=5))
def test_what_is_said_of_positions(
    game: str, options: dict[str, object], choices: list[int], word: str
) -> None:
    *_, position = wander(game, options, choices)
    for view in DRAWERS[game].VIEWS:
        scene = DRAWERS[game].scene(position, view)
        check_known(scene.title)
        for spot in scene.spots:
            check_known(spot.label)
    for move in position.moves[:20]:
        check_known(narrate(position, move))
        remark = position.variant.remark(position, move)
        if remark is not None:
            check_known(remark)
    if position.moves:
        check_known(position.variant.prompt(position))
    for touched in (*position.variant.words[0][::7], word):
        try:
            why = position.why_not(touched)
        except BadMove as error:
            check_known(error.message)
        else:
            if why is not None:
                check_known(why.sentence)


@pytest.mark.slow_except("quantik-*", "quixo-options4")
@pytest.mark.parametrize(("game", "options"), VARIANTS)
@settings(deadline=None)
@given(
    choices=st.lists(st.integers(0, 1000), max_size=30),
    at=st.integers(0, 200),
    put=st.characters(max_codepoint=127),
)
def test_what_is_said_of_bad_positions(
    game: str, options: dict[str, object], choices: list[int], at: int, put: str
) -> None:
    *_, position = wander(game, options, choices)
    text = position.text
    at %= len(text)
    try:
        quintet.position(game, text[:at] + put + text[at + 1 :], **options)
    except QuintetError as error:
        check_known(error.message)


def test_endings() -> None:
    for reason in (*BOARD_REASONS[1:], *TABLE_REASONS):
        check_known(outcome_sentence(Outcome((1.0, 0.0), reason), ("Ann", "Ben")))
