"""What a program can tell of a translation: what is missing, broken, too long or still English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from gettext import c2py
from pathlib import Path

from quintet.i18n.catalogue import Domain, read_catalogue, template_catalogue
from quintet.i18n.columns import columns_of
from quintet.i18n.languages import LANGUAGES
from quintet.i18n.po import Entry

ROOT = Path(__file__).resolve().parents[1]
GLOSSARIES = ROOT / "src/quintet/i18n/locales/glossary"
STATIC = ROOT / "src/quintet/server"

LONGER = 1.8  # times its English, on a button
SHORT = 16  # characters that any button has room for

# Words that stay as they are: names, formats, keys, and what players type.
KEPT = frozenset(
    (
        *("Quintet", "Quantik", "Quarto", "Qomet", "Cubulus", "Quixo", "QUARTO", "Ann", "Ben"),
        *("JSON", "PNG", "SVG", "API", "HTTP", "RFC", "OpenAPI", "QR", "UGI", "URL", "Elo", "OK"),
        *("Zugzwang", "Ctrl", "Tab", "Enter", "Esc", "Shift", "Home", "End", "Space", "Cem"),
        "JavaScript",
    )
)
# Where the English word for a term means something else.
IDIOMS = re.compile("in a row|in circles|face to face|host name")
# Languages in other scripts have no Latin words but those; the others none of these.
OTHER_SCRIPTS = frozenset(
    ("el", "bg", "sr-Cyrl", "ru", "ar", "he", "fa", "th", "zh-Hans", "zh-Hant", "ja", "ko")
)
ENGLISH = frozenset(
    ("the", "your", "you", "with", "this", "which", "pieces", "player", "their", "because")
)

# Marks of lines in a glossary that are no terms: a sentence that is the same as in English, and a
# sentence that says a term in other words.
SAME, FREE = "=", "~"

# Full stops, exclamation and question marks, colons and semicolons of all scripts.
_ENDS = {
    **dict.fromkeys(".\u3002\uff0e\u06d4\u0964", "."),
    **dict.fromkeys("!\uff01", "!"),
    **dict.fromkeys("?\uff1f\u061f\u037e", "?"),
    **dict.fromkeys(":\uff1a", ":"),
    **dict.fromkeys(";\uff1b\u061b", ";"),
}
_CLOSING = "»«”“’‘\"')]」』〉》\uff09\u200e\u200f\u00a0"  # noqa: RUF001


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a translation."""

    sentence: str
    what: str
    said: str = ""

    def __str__(self) -> str:
        said = f"\n    {self.said}" if self.said else ""
        return f"{self.what}\n    {self.sentence}{said}"


@dataclass(frozen=True, slots=True)
class Term:
    """A language's words for a term, and what one of them must begin with in sentences."""

    words: str
    stems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Glossary:
    """A language's terms, and its exceptions."""

    terms: Mapping[str, Term]
    same: frozenset[str] = frozenset()  # sentences that are the same as in English
    free: frozenset[tuple[str, str]] = frozenset()  # a term, and where it is said otherwise


@dataclass(frozen=True, slots=True)
class English:
    """What a sentence asks of its translations."""

    gaps: frozenset[str]
    marks: tuple[str, ...]
    end: str
    letters: bool
    limit: float | None  # of its width
    terms: tuple[str, ...]


def problems(code: str, domain: Domain = "players") -> Iterator[Problem]:
    """Yield what is wrong with a catalogue: first what is missing, then sentence by sentence."""
    found = {entry.id: entry for entry in read_catalogue(code, domain)}
    expected = _expected(domain)
    glossary = read_glossary(code)
    for template in template_catalogue(domain):
        entry = found.pop(template.id, None)
        if entry is None or not any(entry.strings):
            yield Problem(template.id, "missing")
        elif entry.fuzzy:
            yield Problem(template.id, "fuzzy")
        elif (entry.plural is None) != (template.plural is None):
            yield Problem(template.id, "another plural than in English")
        else:
            yield from broken(code, entry, expected[template.id])
            if domain == "players":
                yield from unlike(code, entry, expected[template.id], glossary)
                yield from other_words(entry, expected[template.id], glossary)
    for left in found:
        yield Problem(left, "not in the sources any more")


def missing(code: str, domain: Domain = "players") -> list[str]:
    """Return the sentences a language does not have."""
    done = {
        entry.id for entry in read_catalogue(code, domain) if all(entry.strings) and not entry.fuzzy
    }
    return [entry.id for entry in template_catalogue(domain) if entry.id not in done]


def broken(code: str, entry: Entry, english: English) -> Iterator[Problem]:
    """Yield what would break a page: plural forms, gaps, markup."""
    forms = LANGUAGES[code].forms if entry.plural else 1
    if len(entry.strings) != forms or not all(entry.strings):
        yield Problem(entry.id, f"needs {forms} forms")
    for number, said in enumerate(entry.strings):
        gaps = _gaps(said)
        optional = {"count"} if entry.plural and _is_of_one_number(code, number) else set()
        if gaps is None or not english.gaps - optional <= gaps <= english.gaps:
            yield Problem(entry.id, "other gaps than in English", said)
        if tuple(sorted(_MARKS.findall(said))) != english.marks:
            yield Problem(entry.id, "other markup than in English", said)


def unlike(code: str, entry: Entry, english: English, glossary: Glossary) -> Iterator[Problem]:
    """Yield what would look wrong: ends, lengths, words left in English."""
    for said in entry.strings:
        if said != said.strip() or "\n" in said or "  " in said:
            yield Problem(entry.id, "spaces at its ends, or two in a row", said)
        if not _ends_alike(code, said, english.end):
            yield Problem(entry.id, "ends otherwise than in English", said)
        if english.limit is not None and columns_of(said) > english.limit:
            yield Problem(entry.id, f"too long for a button: at most {english.limit:g}", said)
        if english.letters and entry.id not in glossary.same:
            yield from _english_left(code, entry, said)


def _english_left(code: str, entry: Entry, said: str) -> Iterator[Problem]:
    words = re.findall(r"[A-Za-z]{3,}", _GAP.sub(" ", said))
    if said in (entry.id, entry.plural):
        yield Problem(entry.id, "still English (or a line `=\tsentence` in the glossary)")
    elif code not in OTHER_SCRIPTS:
        if left := {word.lower() for word in words} & ENGLISH:
            yield Problem(entry.id, f"English words: {' '.join(sorted(left))}", said)
    elif left := set(words) - KEPT - _typed(entry.id):
        yield Problem(entry.id, f"Latin words: {' '.join(sorted(left))}", said)


def other_words(entry: Entry, english: English, glossary: Glossary) -> Iterator[Problem]:
    said = " ".join(entry.strings).casefold()
    for name in english.terms:
        term = glossary.terms.get(name)
        if term is None or not term.stems or any(stem in said for stem in term.stems):
            continue
        if (name, entry.id) not in glossary.free:
            wanted = " or ".join(term.stems)
            advice = f"or a line `~\t{name}\tsentence` in the glossary"
            yield Problem(entry.id, f"glossary: {name} is {wanted} ({advice})", said)


@cache
def _expected(domain: Domain) -> dict[str, English]:
    buttons = button_sentences()
    found = {}
    for entry in template_catalogue(domain):
        text = entry.plural or entry.id
        gaps = _gaps(text)
        assert gaps is not None
        plain = IDIOMS.sub("", _GAP.sub(" ", text.lower()))
        words = set(re.findall(r"[a-z-]+", plain))
        found[entry.id] = English(
            gaps,
            tuple(sorted(_MARKS.findall(text))),
            _end(text),
            bool(set(re.findall(r"[^\W\d_]{2,}", _GAP.sub(" ", text))) - KEPT),
            max(SHORT, LONGER * columns_of(text)) if entry.id in buttons else None,
            tuple(term for term in GLOSSARY if {term, f"{term}s"} & words),
        )
    return found


@cache
def button_sentences() -> frozenset[str]:
    """Return the sentences on buttons, found in templates and scripts."""
    found: set[str] = set()
    for path in (STATIC / "pages/templates").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        for body in re.findall(r"<(?:button\b|a class=\"button)[^>]*>(.*?)</(?:button|a)>", text):
            found.update(re.findall(r"_\(\s*[\"'](.+?)[\"'][,)]", body))
    for path in (STATIC / "static").rglob("*.js"):
        text = path.read_text(encoding="utf-8")
        for call in re.findall(r"button(?:\.textContent = |\()[^;\n]*?say\(\"[^;\n]*", text):
            found.update(re.findall(r"(?:\(|= |: )say\(\"([^\"]+)\"", call)[:2])
    return frozenset(found)


@cache
def _is_of_one_number(code: str, form: int) -> bool:
    """Return whether a plural form is for one number only: then it may be a word."""
    choose = c2py(LANGUAGES[code].plural)
    return sum(choose(number) == form for number in range(200)) == 1


@cache
def _typed(sentence: str) -> frozenset[str]:
    """Return the words of a sentence that people type: in quotation marks, or like level:5."""
    return frozenset(re.findall(r"[A-Za-z]{3,}", " ".join(_TYPED.findall(sentence))))


_GAP = re.compile(r"\{\w+\}")
_MARKS = re.compile(r"</?\w[^>]*>|&\w+;|`")
_TYPED = re.compile(r"`[^`]*`|'[^']*'|\S*[=:/]\w\S*|--?\w[\w-]*")


def _gaps(text: str) -> frozenset[str] | None:
    """Return the names of the gaps, or nothing if a brace has no partner."""
    names = _GAP.findall(text)
    whole = text.count("{") == text.count("}") == len(names)
    return frozenset(name[1:-1] for name in names) if whole else None


def _end(text: str) -> str:
    stripped = text.rstrip(_CLOSING)
    return _ENDS.get(stripped[-1:], "")


def _ends_alike(code: str, said: str, end: str) -> bool:
    found = _end(said)
    if code == "el" and said.endswith(";"):
        found = "?"
    if code == "th" and end in (".", "?", "!"):  # Thai puts no full stop, and few other marks
        return found in (end, "", "!", "?")
    return found == end


# Terms that should be said with the same words everywhere, in the order of the glossary.
GLOSSARY = (
    *("board", "piece", "row", "column", "region", "line", "square", "diagonal", "border"),
    *("sphere", "cylinder", "cube", "cone", "star", "ball", "slot", "face", "layer", "dot"),
    *("tall", "short", "round", "hollow", "solid", "neutral", "blank", "cross", "circle"),
    *("opponent", "partner", "team", "spectator", "engine", "host", "seat", "chair", "lobby"),
    *("clock", "hint", "rematch", "puzzle", "tutorial", "study", "variation", "tablebase"),
    *("zugzwang", "ply", "plies", "settings", "device"),
)


def read_glossary(code: str) -> Glossary:
    """Return the glossary of a language: term, words, stems where they differ from the words.

    A stem `-` says that the term has more than one meaning and is not looked for.
    """
    path = GLOSSARIES / f"{code}.tsv"
    terms, same, free = {}, set(), set()
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        term, words, stems, *_ = (*(part.strip() for part in line.split("\t")), "", "")
        if term == SAME:
            same.add(words)
        elif term == FREE:
            free.add((words, stems))
        elif term and words and not term.startswith("#"):
            looked_for = (stems or words).casefold().split("|")
            terms[term] = Term(
                words, tuple(stem.strip() for stem in looked_for if stem.strip() != "-")
            )
    return Glossary(terms, frozenset(same), frozenset(free))
