"""Languages: every catalogue is complete, and the right one is spoken."""

import os
import re
import string
import subprocess
import sys
from gettext import c2py
from importlib.resources import files

import pytest
from babel import Locale
from babel.messages.pofile import read_po

import translations
from quintet.i18n import catalogue
from quintet.i18n.catalogue import (
    Domain,
    choose,
    date_text,
    direction,
    languages,
    native_name,
    of_environment,
    of_header,
    read_catalogue,
    script_catalogue,
    script_sentences,
    template_catalogue,
    translator,
)
from quintet.i18n.languages import LANGUAGES
from quintet.i18n.sentence import Number, all_of, any_of, counted, sentence

# Both are complete in French; test_translations.py looks at all languages.
COMPLETE: list[tuple[str, Domain]] = [("fr", "players"), ("fr", "operators")]


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.slow
def test_the_templates_are_not_stale() -> None:
    for domain, gathered in translations.gather().items():
        wanted = {
            (message.id, None) if isinstance(message.id, str) else tuple(message.id)
            for message in gathered
            if message.id
        }
        found = {(entry.id, entry.plural) for entry in template_catalogue(domain)}
        assert found == wanted, "Run `python tools/translations.py update`."


@pytest.mark.parametrize(("code", "domain"), COMPLETE)
def test_every_sentence_is_there_and_no_other(code: str, domain: Domain) -> None:
    wanted = {(entry.id, entry.plural) for entry in template_catalogue(domain)}
    entries = read_catalogue(code, domain)
    assert {(entry.id, entry.plural) for entry in entries} == wanted
    assert not [entry.id for entry in entries if not all(entry.strings) or entry.fuzzy]
    forms = LANGUAGES[code].forms
    assert not [entry.id for entry in entries if entry.plural and len(entry.strings) != forms]


@pytest.mark.parametrize(("code", "domain"), COMPLETE)
def test_gaps_keep_their_names(code: str, domain: Domain) -> None:
    for entry in read_catalogue(code, domain):
        wanted = gaps(entry.plural or entry.id)
        for form in entry.strings:
            # One, two or none may be words instead of a number.
            optional = {"count"} if entry.plural else set()
            assert wanted - optional <= gaps(form) <= wanted, entry.id


def test_pages_know_the_sentences_of_their_scripts() -> None:
    assert script_sentences()
    assert set(script_catalogue("fr")) == script_sentences()


def test_catalogues_are_read_as_babel_reads_them() -> None:
    path = files("quintet.i18n").joinpath("locales", "players", "fr.po")
    with path.open("rb") as file:
        read = read_po(file, locale="fr")
    for entry in read_catalogue("fr"):
        message = read[entry.id]
        assert message is not None
        said = message.string or ""
        assert entry.strings == ((said,) if isinstance(said, str) else tuple(said))
        assert entry.files == tuple(name for name, _ in message.locations)


@pytest.mark.parametrize("code", LANGUAGES)
def test_plural_forms_are_those_of_cldr(code: str) -> None:
    language, category = LANGUAGES[code], Locale.parse(code, sep="-").plural_form
    form = c2py(language.plural)
    pairs = {(category(number), form(number)) for number in (*range(121), 1000, 10**5)}
    assert {number for _, number in pairs} == set(range(language.forms))
    assert len({name for name, _ in pairs}) == language.forms == len(pairs)


def test_what_is_not_translated_is_said_in_english() -> None:
    assert translator("fr")(sentence("Not in the catalogue: {it}", it=any_of("ab"))) == (
        "Not in the catalogue: a ou b"
    )


def test_french_spaces_and_apostrophes() -> None:
    for entry in (*read_catalogue("fr"), *read_catalogue("fr", "operators")):
        for form in entry.strings:
            assert not re.search(r"[^\W\d_]'[^\W\d_]", form), form
            assert not re.search(r"(?<![!?]) [!?;:»%](?![!?])", re.sub(r"ou \?$", "", form)), form


def test_who_speaks_what() -> None:
    assert languages()[0] == "en"
    assert native_name("fr") == "français"
    assert direction("fr") == "ltr"
    assert choose(["xx", "fr-CA", "en"]) == "fr"
    assert choose(["EN-gb", "fr"]) == "en"
    assert choose([]) == "en"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ("zh", "zh-Hans"),
        ("zh-CN", "zh-Hans"),
        ("zh-SG", "zh-Hans"),
        ("zh-TW", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-Hant-HK", "zh-Hant"),
        ("zh_TW", "zh-Hant"),
        ("yue", "zh-Hant"),
        ("sr", "sr-Cyrl"),
        ("sr-RS", "sr-Cyrl"),
        ("sr-ME", "sr-Latn"),
        ("sr-Latn-RS", "sr-Latn"),
        ("sh", "sr-Latn"),
        ("no", "nb"),
        ("nn-NO", "nb"),
        ("pt-BR", "pt"),
        ("iw", "he"),
        ("de-AT", "de"),
        ("es-419", "es"),
        ("tlh", "en"),
    ],
)
def test_close_languages(monkeypatch: pytest.MonkeyPatch, wanted: str, code: str) -> None:
    monkeypatch.setattr(catalogue, "languages", lambda: tuple(LANGUAGES))
    assert choose([wanted]) == code


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
        ({"LANG": "en_US.UTF-8", "QUINTET_LANG": "fr-CA"}, "fr"),
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


def test_names_keep_their_direction_to_themselves() -> None:
    begun = sentence("{name} begins; the seats rotate in a rematch.", name="שרה")
    assert str(begun).startswith("\u2068שרה\u2069 begins")
    assert translator("fr")(begun).startswith("\u2068שרה\u2069 commence")
    assert str(all_of(["שרה", "Ann"])) == "\u2068שרה\u2069 and Ann"
    assert "\u2068" not in str(sentence("{name} begins.", name="Ann"))


def test_days_as_people_write_them() -> None:
    assert date_text("en", "2026-11-16") == "Nov 16, 2026"
    assert date_text("fr", "2026-11-16") == "16 nov. 2026"
