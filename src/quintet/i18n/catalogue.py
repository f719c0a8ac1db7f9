"""The languages there are, how one is negotiated, and sentences translated into it.

English is the source language and needs no catalogue. Every other language has one gettext
catalogue for what players meet, `locales/players/<code>.po`, and may have one for what operators
and programmers meet, `locales/operators/<code>.po`. A missing sentence is said in English.
Catalogues are read on first use.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import cache, lru_cache
from gettext import c2py
from importlib.resources import files
from importlib.resources.abc import Traversable
from sys import intern
from typing import Literal

from quintet.i18n.cldr import conventions, likely_scripts
from quintet.i18n.languages import LANGUAGES
from quintet.i18n.po import Entry, read_entries
from quintet.i18n.sentence import Filling, Listed, Number, Sentence, isolated

Translate = Callable[[Filling], str]

Domain = Literal["players", "operators"]

SOURCE = "en"
CHOSEN = "QUINTET_LANG"  # what `--lang` sets, for this process and those it starts
DOMAINS: tuple[Domain, ...] = ("operators", "players")  # the later one has the last word

# In order of precedence. As in gettext, LANGUAGE counts only if one of these sets a locale other
# than C.
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


@cache
def languages() -> tuple[str, ...]:
    """Return the codes (BCP 47) of all languages that people can choose, English first.

    For translators, QUINTET_LANGUAGES=all adds those whose catalogues are not complete.
    """
    preview = os.environ.get("QUINTET_LANGUAGES") == "all"
    return tuple(
        code
        for code, language in LANGUAGES.items()
        if language.offered or (preview and _file("players", f"{code}.po").is_file())
    )


def native_name(code: str) -> str:
    """Return a language's name for itself: English, français."""
    return LANGUAGES[code].name


def direction(code: str) -> str:
    """Return the writing direction of a language: `ltr` or `rtl`."""
    return LANGUAGES[code].direction


def choose(wanted: Iterable[str]) -> str:
    """Return the first wanted language that is available or has a close relative, or English."""
    available = languages()
    return next((found for code in wanted if (found := _closest(code, available))), SOURCE)


def is_known(code: str) -> bool:
    """Return whether a language, or a close relative, is available."""
    return _closest(code, languages()) is not None


# Codes of old, and languages whose readers read another one with ease.
_RELATIVES = {
    "bs": "hr",
    "ca": "es",
    "cnr": "sr-latn",
    "gl": "es",
    "gsw": "de",
    "iw": "he",
    "lb": "de",
    "mo": "ro",
    "nn": "nb",
    "no": "nb",
    "prs": "fa",
    "sh": "sr-latn",
    "yue": "zh-hant",
}


@lru_cache(maxsize=1000)
def _closest(code: str, available: tuple[str, ...]) -> str | None:
    """Return the available language that is closest to a code, if one is close."""
    written = code.replace("_", "-").lower()
    primary, _, more = written.partition("-")
    relative = _RELATIVES.get(primary)
    for start in (written, f"{relative}-{more}".strip("-") if relative else "", relative or ""):
        for near in _nearest_first(start, available) if start else ():
            for found in available:
                if f"{found.lower()}-".startswith(f"{near}-"):
                    return found
    return None


def _nearest_first(code: str, available: tuple[str, ...]) -> Iterator[str]:
    """Yield a language code, its likely script, then the code with subtags dropped one by one."""
    primary = f"{code.partition('-')[0]}-"
    if sum(found.lower().startswith(primary) for found in available) > 1:
        yield from _likely(code)  # zh-tw: zh-hant
    yield code
    while "-" in code:
        code = code.rpartition("-")[0]
        yield code


def _likely(code: str) -> Iterator[str]:
    """Yield what CLDR takes a code for: the language with its script."""
    parts = code.split("-")
    if len(parts) > 1 and len(parts[1]) == 4:  # the script is given
        yield "-".join(parts[:2])
        return
    known = likely_scripts()
    for length in range(len(parts), 0, -1):
        if found := known.get("-".join(parts[:length])):
            yield found


def of_environment(environment: Mapping[str, str]) -> str:
    """Return the language of a terminal: `--lang`, LANGUAGE, LC_ALL, LC_MESSAGES, LANG."""
    if named := environment.get(CHOSEN):
        return choose([named])
    set_one = next((environment[name] for name in _VARIABLES if environment.get(name)), "C")
    plain = set_one.partition(".")[0].partition("@")[0]
    if plain in ("C", "POSIX"):
        return SOURCE
    return choose([*filter(None, environment.get("LANGUAGE", "").split(":")), plain])


def of_header(accept_language: str) -> str:
    """Return the language of an Accept-Language header: `fr-CH, fr;q=0.9, en;q=0.8`."""
    weighed: list[tuple[float, str]] = []
    for part in accept_language[:1000].split(","):
        code, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality or "1")
        except ValueError:
            continue
        if code and weight > 0:
            weighed.append((-weight, code.strip()))
    # The sort is stable: equal weights keep their order.
    return choose(code for _, code in sorted(weighed, key=lambda pair: pair[0]))


@cache
def translator(code: str) -> Translate:
    """Return the function that renders sentences, numbers and lists in a language."""
    return str if code == SOURCE else _Translator(code)


def said_anywhere(template: str) -> frozenset[str]:
    """Return a template in all languages, without loading their catalogues."""
    begin = f'\nmsgid "{template}"\nmsgstr "'
    found = {template}
    for code in languages()[1:]:
        _, _, rest = _file("players", f"{code}.po").read_text("utf-8").partition(begin)
        found.add(rest.partition('"\n')[0] or template)
    return frozenset(found)


def read_catalogue(code: str, domain: Domain = "players") -> tuple[Entry, ...]:
    """Return a language's catalogue: all sentences with their translations, if it has any."""
    return _read(domain, f"{code}.po")


def template_catalogue(domain: Domain = "players") -> tuple[Entry, ...]:
    """Return all sentences of a catalogue, without translations."""
    return _read(domain, "messages.pot")


@cache
def script_sentences() -> frozenset[str]:
    """Return the sentences that JavaScript says; of those that count, the first form."""
    return frozenset(
        intern(entry.id)
        for entry in template_catalogue()
        if any(name.endswith(".js") for name in entry.files)
    )


def script_catalogue(code: str) -> dict[str, str | dict[str, str]]:
    """Return the translations that JavaScript needs, those that count by CLDR's categories."""
    if code == SOURCE:
        return {}
    categories = conventions(code).plurals
    found: dict[str, str | dict[str, str]] = {}
    for template, said in _sentences(code).items():
        if template in script_sentences():
            if isinstance(said, str):
                found[template] = said
            else:
                found[template] = {name: said[form] for name, form in categories.items()}
    return found


@cache
def _sentences(code: str) -> dict[str, str | tuple[str, ...]]:
    """Return what is translated: by the first English form, one form or all plural forms."""
    return {
        # Shared by all languages.
        intern(entry.id): entry.strings[0] if entry.plural is None else entry.strings
        for domain in DOMAINS
        for entry in read_catalogue(code, domain)
        if _is_translated(entry, code)
    }


def _is_translated(entry: Entry, code: str) -> bool:
    forms = 1 if entry.plural is None else LANGUAGES[code].forms
    return len(entry.strings) == forms and all(entry.strings) and not entry.fuzzy


def date_text(code: str, day: str) -> str:
    """Return a day (2026-11-16) as people write it in a language."""
    return conventions(code).day(date.fromisoformat(day))


class _Translator:
    """Renders sentences, numbers and lists in one language."""

    def __init__(self, code: str) -> None:
        self.sentences = _sentences(code)
        self.form = c2py(LANGUAGES[code].plural)
        self.conventions = conventions(code)
        self.from_right = direction(code) == "rtl"

    def __call__(self, said: Filling) -> str:
        match said:
            case Sentence():
                return self._sentence(said)
            case Listed():
                items = [self._filling(item) for item in said.items]
                return self.conventions.listed(items, said.word)
            case Number():
                return self.conventions.number(said.value, said.digits)
        return str(said)

    def _sentence(self, said: Sentence) -> str:
        form: str | tuple[str, ...] = self.sentences.get(said.template, "")
        if not form:
            form = said.english
        elif not isinstance(form, str):
            form = form[self.form(int(said.count))]
        return form.format_map({name: self._filling(it) for name, it in said.values.items()})

    def _filling(self, value: Filling) -> str:
        """Return what fills a gap; a text of another direction does not change the sentence's."""
        text = self(value)
        if not isinstance(value, str) or not text:
            return text
        return f"\u2068{text}\u2069" if self.from_right else isolated(text)


def _file(domain: Domain, name: str) -> Traversable:
    return files("quintet.i18n").joinpath("locales", domain, name)


def _read(domain: Domain, name: str) -> tuple[Entry, ...]:
    file = _file(domain, name)
    return tuple(read_entries(file.read_text("utf-8"))) if file.is_file() else ()
