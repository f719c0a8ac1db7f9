"""Translations: offered languages have no problem that a program can find, and it finds them."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

import translation_checks as checks
import translations
from quintet.i18n.catalogue import Domain, languages, read_catalogue
from quintet.i18n.languages import LANGUAGES
from quintet.i18n.po import Entry, read_entries

WRITTEN = sorted(path.stem for path in (translations.LOCALES / "players").glob("*.po"))


@pytest.mark.slow_except("fr", "de", "ar", "ja")
@pytest.mark.parametrize("code", [code for code in languages() if code != "en"])
def test_an_offered_language_is_complete(code: str) -> None:
    assert [entry.id for entry in read_catalogue(code) if not all(entry.strings)] == []


@pytest.mark.slow_except("fr", "de", "ar", "ja")
@pytest.mark.parametrize("code", [code for code in languages() if code != "en"])
def test_an_offered_language_has_no_problems(code: str) -> None:
    found = list(checks.problems(code))
    assert not found, f"Run `python tools/translations.py check {code}`: {found[0]}"


@pytest.mark.slow
@pytest.mark.parametrize("code", WRITTEN)
def test_a_complete_language_is_offered(code: str) -> None:
    assert LANGUAGES[code].offered or next(checks.problems(code), None) is not None, (
        "It is complete: take offered=False out of quintet.i18n.languages."
    )


@pytest.mark.parametrize("code", WRITTEN)
def test_a_catalogue_says_what_it_is(code: str) -> None:
    for domain in translations.DOMAINS:
        path = translations.LOCALES / domain / f"{code}.po"
        if path.exists():
            header = path.read_text(encoding="utf-8").partition("\n\n")[0]
            assert f'"Language: {code.replace("-", "_")}\\n"' in header
            assert LANGUAGES[code].plural_header in header


def test_a_language_is_begun_and_filled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    catalogues: dict[Domain, Catalog] = {"players": Catalog(), "operators": Catalog()}
    for said in ("Resign", "Draw?", ("{count} step", "{count} steps")):
        catalogues["players"].add(said)
    monkeypatch.setattr(translations, "LOCALES", tmp_path)
    monkeypatch.setattr(translations, "ROOT", tmp_path)
    monkeypatch.setattr(checks, "GLOSSARIES", tmp_path / "glossary")
    monkeypatch.setattr(translations, "gather", lambda: catalogues)
    translations.new("ru")
    given = {"Resign": "Сдаться", "{count} step": ["{count} шаг", "{count} шага", "{count} шагов"]}
    (tmp_path / "more.json").write_text(json.dumps(given), encoding="utf-8")
    translations.fill("ru", tmp_path / "more.json")
    translations.update(["ru"], catalogues)
    text = (tmp_path / "players/ru.po").read_text(encoding="utf-8")
    done = {entry.id: entry.strings for entry in read_entries(text) if all(entry.strings)}
    assert done == {"Resign": ("Сдаться",), "{count} step": tuple(given["{count} step"])}
    assert checks.read_glossary("ru") == checks.Glossary({})
    assert "players/ru.po" in capsys.readouterr().out


def test_serbian_is_the_same_in_both_scripts() -> None:
    assert not translations.serbian_is_stale(), "Run `python tools/translations.py serbian`."


def test_cyrillic_has_one_latin_spelling() -> None:
    said = translations.latin("Љубав, њива и ЏЕП: {place} ни Њ. ЉУБАВ! Ђак чека џак.")
    assert said == "Ljubav, njiva i DŽEP: {place} ni Nj. LJUBAV! Đak čeka džak."


GIVEN = Entry("Place a piece on {place}.", None, ("Setze einen Stein auf {place}.",), False, ())
COUNTED = Entry(
    "{count} move left.", "{count} moves left.", ("Noch ein Zug.", "Noch {count} Züge."), False, ()
)


def found(code: str, entry: Entry, *strings: str) -> str:
    """What is wrong with a translation, in a line."""
    translated = replace(entry, strings=strings or entry.strings)
    text = entry.plural or entry.id
    gaps = frozenset(re.findall(r"{(\w+)}", text))
    english = checks.English(gaps, (), ".", True, 30.0, ("piece",))
    terms = {"piece": checks.Term("Stein", ("stein",))} if code == "de" and entry is GIVEN else {}
    glossary = checks.Glossary(terms, frozenset({"Menu"}), frozenset({("piece", "Menu")}))
    wrong = [
        *checks.broken(code, translated, english),
        *checks.unlike(code, translated, english, glossary),
        *checks.other_words(translated, english, glossary),
    ]
    return " ".join(problem.what for problem in wrong)


@pytest.mark.parametrize(
    ("code", "entry", "strings", "what"),
    [
        ("de", GIVEN, (), ""),
        ("de", GIVEN, ("Setze einen Stein.",), "other gaps"),
        ("de", GIVEN, ("Stein auf {platz}.",), "other gaps"),
        ("de", GIVEN, ("Stein auf {place.",), "other gaps"),
        ("de", GIVEN, ("Stein auf <b>{place}</b>.",), "other markup"),
        ("de", GIVEN, (" Stein auf {place}.",), "spaces"),
        ("de", GIVEN, ("Stein auf {place}",), "ends otherwise"),
        ("de", GIVEN, ("Place a piece on {place}.",), "still English"),
        ("de", GIVEN, ("Stein auf the {place}.",), "English words: the"),
        ("de", GIVEN, ("Setze nun bitte einen Stein auf {place}.",), "too long"),
        ("de", GIVEN, ("Figur auf {place}.",), "glossary: piece is stein"),
        ("ru", GIVEN, ("Фигура board {place}.",), "Latin words: board"),
        ("ru", GIVEN, ("Фигура Quarto на {place}.",), ""),
        ("th", GIVEN, ("วางหมากที่ {place}",), ""),
        ("ja", GIVEN, ("{place} に駒を置く。",), ""),
        ("de", COUNTED, (), ""),
        ("de", COUNTED, ("Noch ein Zug.", "Noch viele Züge."), "other gaps"),
        ("de", COUNTED, ("Noch {count} Züge.",), "needs 2 forms"),
        ("pl", COUNTED, ("Jeden ruch.", "{count} ruchy.", "{count} ruchów."), ""),
        ("ru", COUNTED, ("Один ход.", "{count} хода.", "{count} ходов."), "other gaps"),
    ],
)
def test_what_is_found(code: str, entry: Entry, strings: tuple[str, ...], what: str) -> None:
    said = found(code, entry, *strings)
    assert what in said if what else not said


def test_buttons_are_known() -> None:
    assert {"Resign", "Cancel", "Play this move", "Yes"} <= checks.button_sentences()
    assert "Saved in this browser." not in checks.button_sentences()
