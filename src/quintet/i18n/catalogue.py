"""The languages there are, how one is negotiated, and sentences translated into it.

English is the source language and needs no catalogue. Every other language is one gettext
catalogue, `locales/<code>.po`, loaded on first use.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from quintet.i18n.sentence import Filling, Listed, Number, Sentence

if TYPE_CHECKING:
    from babel import Locale
    from babel.messages.catalog import Catalog

Translate = Callable[[Filling], str]

SOURCE = "en"

# In order of precedence. As in gettext, LANGUAGE counts only if one of these sets a locale other
# than C.
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


@cache
def languages() -> tuple[str, ...]:
    """Return the codes (BCP 47) of all available languages, English first."""
    found = (file.name for file in _folder().iterdir())
    return (SOURCE, *sorted(name[:-3] for name in found if name.endswith(".po")))


def native_name(code: str) -> str:
    """Return a language's name for itself: English, français."""
    return _locale(code).display_name or code


def direction(code: str) -> str:
    """Return the writing direction of a language: `ltr` or `rtl`."""
    return "ltr" if code == SOURCE else _locale(code).text_direction


def choose(wanted: Iterable[str]) -> str:
    """Return the first wanted language that is available or has a close relative, or English."""
    for code in wanted:
        for near in _nearest_first(code.replace("_", "-").lower()):
            for available in languages():
                if f"{available.lower()}-".startswith(f"{near}-"):
                    return available
    return SOURCE


def _nearest_first(code: str) -> Iterator[str]:
    """Yield a language code, its likely script, then the code with subtags dropped one by one."""
    yield code
    primary = f"{code.partition('-')[0]}-"
    if sum(available.lower().startswith(primary) for available in languages()) > 1:
        from babel.core import get_global

        likely = {key.lower(): value for key, value in get_global("likely_subtags").items()}
        full = likely.get(code.replace("-", "_"), code)  # zh_TW: zh_Hant_TW
        yield "-".join(full.lower().split("_")[:2])
    while "-" in code:
        code = code.rpartition("-")[0]
        yield code


def of_environment(environment: Mapping[str, str]) -> str:
    """Return the language of a terminal: LANGUAGE, LC_ALL, LC_MESSAGES, LANG."""
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


@cache
def read_catalogue(code: str) -> Catalog:
    """Return a language's catalogue: all sentences with their translations."""
    from babel.messages.pofile import read_po

    with _folder().joinpath(f"{code}.po").open("rb") as file:
        return read_po(file, locale=code.replace("-", "_"))


def script_catalogue(code: str) -> dict[str, str]:
    """Return the translations that JavaScript needs: English sentence to translation."""
    if code == SOURCE:
        return {}
    return {
        message.id: message.string
        for message in read_catalogue(code)
        if any(name.endswith(".js") for name, _ in message.locations)
        and isinstance(message.id, str)
        and isinstance(message.string, str)
    }


class _Translator:
    """Renders sentences, numbers and lists in one language."""

    def __init__(self, code: str) -> None:
        from babel.messages.mofile import write_mo

        # gettext's compiled form: fast look-ups, and it picks the plural form.
        compiled = io.BytesIO()
        write_mo(compiled, read_catalogue(code))
        compiled.seek(0)
        self.translations = GNUTranslations(compiled)
        self.locale = _locale(code)

    def __call__(self, said: Filling) -> str:
        match said:
            case Sentence():
                return self._sentence(said)
            case Listed():
                from babel.lists import format_list

                items = [self(item) for item in said.items]
                return format_list(items, "or" if said.word == "or" else "standard", self.locale)
            case Number():
                from babel.numbers import format_decimal

                pattern = "#,##0" + ("." + "0" * said.digits if said.digits else "")
                return format_decimal(said.value, pattern, self.locale)
        return str(said)

    def _sentence(self, said: Sentence) -> str:
        if said.many is None:
            form = self.translations.gettext(said.template)
        else:
            form = self.translations.ngettext(said.template, said.many, int(said.count))
        return form.format_map({name: self(value) for name, value in said.values.items()})


def _locale(code: str) -> Locale:
    from babel import Locale

    return Locale.parse(code, sep="-")


def _folder() -> Traversable:
    return files("quintet.i18n").joinpath("locales")
