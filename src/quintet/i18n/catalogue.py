"""Languages: who speaks which, and how a sentence is said in each.

English is the source and needs nothing. Every other language is one catalogue,
`locales/<code>.po`, read when it is first spoken; docs/languages.md says how to add one.
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

Say = Callable[[Filling], str]

SOURCE = "en"

# Where an environment says which language is wanted, the strongest first. A list in LANGUAGE is
# heeded only if the others ask for any language at all, as gettext has it.
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


@cache
def languages() -> tuple[str, ...]:
    """The codes (BCP 47) of all languages that can be spoken."""
    found = (file.name for file in _folder().iterdir())
    return (SOURCE, *sorted(name[:-3] for name in found if name.endswith(".po")))


def native_name(code: str) -> str:
    """A language's name for itself: English, français."""
    return _locale(code).display_name or code


def direction(code: str) -> str:
    """`ltr` or `rtl`: the way a language is written."""
    return "ltr" if code == SOURCE else _locale(code).text_direction


def choose(wanted: Iterable[str]) -> str:
    """The first of the wanted languages that is spoken, or else a near one, or else English."""
    for code in wanted:
        for near in _nearest_first(code.replace("_", "-").lower()):
            for spoken in languages():
                if f"{spoken.lower()}-".startswith(f"{near}-"):
                    return spoken
    return SOURCE


def _nearest_first(code: str) -> Iterator[str]:
    """A language itself, the way it is written where it is spoken, and what it is a kind of."""
    yield code
    kinds = f"{code.partition('-')[0]}-"
    if sum(spoken.lower().startswith(kinds) for spoken in languages()) > 1:
        from babel.core import get_global

        likely = {key.lower(): value for key, value in get_global("likely_subtags").items()}
        full = likely.get(code.replace("-", "_"), code)  # zh_TW: zh_Hant_TW
        yield "-".join(full.lower().split("_")[:2])
    while "-" in code:
        code = code.rpartition("-")[0]
        yield code


def of_environment(environment: Mapping[str, str]) -> str:
    """The language a terminal asks for: LANGUAGE, LC_ALL, LC_MESSAGES, LANG."""
    set_one = next((environment[name] for name in _VARIABLES if environment.get(name)), "C")
    plain = set_one.partition(".")[0].partition("@")[0]
    if plain in ("C", "POSIX"):
        return SOURCE
    return choose([*filter(None, environment.get("LANGUAGE", "").split(":")), plain])


def of_header(accept_language: str) -> str:
    """The language a browser asks for: `fr-CH, fr;q=0.9, en;q=0.8`."""
    weighed: list[tuple[float, str]] = []
    for part in accept_language[:1000].split(","):
        code, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality or "1")
        except ValueError:
            continue
        if code and weight > 0:
            weighed.append((-weight, code.strip()))
    # The sort is stable: what comes first among equals stays first.
    return choose(code for _, code in sorted(weighed, key=lambda pair: pair[0]))


@cache
def speaker(code: str) -> Say:
    """Whoever says sentences in a language."""
    return str if code == SOURCE else _Speaker(code)


@cache
def catalogue(code: str) -> Catalog:
    """All sentences of a language with their translations."""
    from babel.messages.pofile import read_po

    with _folder().joinpath(f"{code}.po").open("rb") as file:
        return read_po(file, locale=code.replace("-", "_"))


def script_catalogue(code: str) -> dict[str, str]:
    """The sentences that pages say by JavaScript."""
    if code == SOURCE:
        return {}
    return {
        message.id: message.string
        for message in catalogue(code)
        if any(name.endswith(".js") for name, _ in message.locations)
        and isinstance(message.id, str)
        and isinstance(message.string, str)
    }


class _Speaker:
    """Says sentences in one language."""

    def __init__(self, code: str) -> None:
        from babel.messages.mofile import write_mo

        # The catalogue as gettext knows it, which is quick, and chooses among plural forms.
        compiled = io.BytesIO()
        write_mo(compiled, catalogue(code))
        compiled.seek(0)
        self.known = GNUTranslations(compiled)
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
            form = self.known.gettext(said.template)
        else:
            form = self.known.ngettext(said.template, said.many, int(said.count))
        return form.format_map({name: self(value) for name, value in said.values.items()})


def _locale(code: str) -> Locale:
    from babel import Locale

    return Locale.parse(code, sep="-")


def _folder() -> Traversable:
    return files("quintet.i18n").joinpath("locales")
