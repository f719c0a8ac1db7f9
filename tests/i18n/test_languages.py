"""Languages: every catalogue is complete, and the right one is spoken."""

import os
import re
import string
import subprocess
import sys

import pytest
from babel.messages.catalog import Message

from catalogues import gathered
from quintet.i18n import catalogue
from quintet.i18n.catalogue import (
    choose,
    direction,
    languages,
    native_name,
    of_environment,
    of_header,
    read_catalogue,
    script_catalogue,
    translator,
)
from quintet.i18n.sentence import Number, all_of, any_of, counted, sentence

TRANSLATED = [code for code in languages() if code != "en"]


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def forms(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_sentence_is_there_and_no_other(code: str) -> None:
    wanted = {message.id for message in gathered() if message.id}
    found = {message.id for message in read_catalogue(code) if message.id}
    assert found == wanted
    empty = [
        message.id for message in read_catalogue(code) if message.id and not all(forms(message))
    ]
    assert not empty
    assert not [message.id for message in read_catalogue(code) if message.id and message.fuzzy]
    assert not read_catalogue(code).obsolete


@pytest.mark.parametrize("code", TRANSLATED)
def test_gaps_keep_their_names(code: str) -> None:
    for message in read_catalogue(code):
        if not message.id:
            continue
        wanted = gaps(message.id if isinstance(message.id, str) else message.id[1])
        for form in forms(message):
            # One, two or none may be words instead of a number.
            optional = set() if isinstance(message.id, str) else {"count"}
            assert wanted - optional <= gaps(form) <= wanted, message.id


@pytest.mark.parametrize("code", TRANSLATED)
def test_pages_know_the_sentences_of_their_scripts(code: str) -> None:
    scripts = {
        message.id
        for message in gathered()
        if any(name.endswith(".js") for name, _ in message.locations)
    }
    assert scripts
    assert set(script_catalogue(code)) == scripts


def test_french_spaces_and_apostrophes() -> None:
    for message in read_catalogue("fr"):
        for form in forms(message) if message.id else ():
            assert not re.search(r"[^\W\d_]'[^\W\d_]", form), form
            assert not re.search(r"(?<![!?]) [!?;:»%](?![!?])", re.sub(r"ou \?$", "", form)), form


def test_who_speaks_what() -> None:
    assert languages()[0] == "en"
    assert native_name("fr") == "français"
    assert direction("fr") == "ltr"
    assert choose(["xx", "fr-CA", "en"]) == "fr"
    assert choose(["EN-gb", "fr"]) == "en"
    assert choose([]) == "en"


def test_how_chinese_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "languages", lambda: ("en", "pt-PT", "zh-Hans", "zh-Hant"))
    assert choose(["zh-TW"]) == choose(["zh-Hant-HK"]) == "zh-Hant"
    assert choose(["zh"]) == choose(["zh-CN"]) == choose(["zh-SG"]) == "zh-Hans"
    assert choose(["pt-BR"]) == "pt-PT"


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "fr_BE@euro"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "xx:fr:en"}, "fr"),
        ({"LANG": "C", "LANGUAGE": "fr"}, "en"),
        ({"LANG": "", "LC_ALL": ""}, "en"),
    ],
)
def test_what_a_terminal_asks_for(environment: dict[str, str], code: str) -> None:
    assert of_environment(environment) == code


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("en;q=0.5, fr-CH;q=0.9", "fr"),
        ("xx, en, fr", "en"),
        ("fr;q=0, en", "en"),
        ("fr;q=very, *;q=0.1", "en"),
        ("," * 5000, "en"),
    ],
)
def test_what_a_browser_asks_for(header: str, code: str) -> None:
    assert of_header(header) == code


def test_french_lists_numbers_and_plurals() -> None:
    say = translator("fr")
    assert say(all_of("abc")) == "a, b et c"
    assert say(any_of(["a", "b"])) == "a ou b"
    assert say(Number(1234.5, 1)) == "1\u202f234,5"
    game = ("{count} game", "{count} games")
    assert [say(counted(*game, count=count)) for count in (0, 1, 2)] == [
        "0 partie",
        "1 partie",
        "2 parties",
    ]
    inner = sentence("Player {number}", number=1)
    assert say(sentence("{player} declines.", player=inner)) == "Joueur 1 refuse."


def test_english_lists_numbers_and_plurals() -> None:
    assert str(all_of("a")) == "a"
    assert str(all_of("ab")) == "a and b"
    assert str(any_of("abc")) == "a, b, or c"
    assert str(Number(1234.5, 1)) == "1,234.5"
    assert str(counted("{count} game", "{count} games", count=1)) == "1 game"
    assert str(counted("{count} game", "{count} games", count=Number(0))) == "0 games"


def test_a_terminal_in_french() -> None:
    environment = {**os.environ, "LANG": "fr_FR.UTF-8", "LC_ALL": "", "LANGUAGE": ""}
    script = "import sys; sys.argv[0] = 'quintet'; from quintet.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", script, "moves", "quixo", "--after", "a1e1 e1a1"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        check=False,
    )
    assert done.returncode == 2
    assert "Le cube en e1 porte la marque de votre adversaire." in done.stderr
