"""The languages of the games, as data: names, directions, plural forms.

A language is offered to people once its catalogue for players is complete; until then it says
`offered=False`, and nobody meets it. `tools/translations.py check` says what is missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Direction = Literal["ltr", "rtl"]


@dataclass(frozen=True, slots=True)
class Language:
    """A language: its BCP 47 code, its name for itself, and gettext's plural forms."""

    code: str
    name: str
    forms: int
    plural: str  # gettext's expression: the number of the form for n
    direction: Direction = "ltr"
    offered: bool = True

    @property
    def plural_header(self) -> str:
        """What the header `Plural-Forms` of a catalogue says."""
        return f"nplurals={self.forms}; plural={self.plural};"


_NOT_ONE = (2, "(n != 1)")
_ABOVE_ONE = (2, "(n > 1)")
_NONE = (1, "0")
_CZECH = (3, "(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2)")
_SLAVIC = (
    3,
    "(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)",
)
_POLISH = (3, "(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)")
_SLOVENIAN = (4, "(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3)")
_ROMANIAN = (3, "(n==1 ? 0 : n==0 || n%100>=1 && n%100<=19 ? 1 : 2)")
_LATVIAN = (3, "(n%10==0 || n%100>=11 && n%100<=19 ? 0 : n%10==1 && n%100!=11 ? 1 : 2)")
_LITHUANIAN = (
    3,
    "(n%10==1 && (n%100<11 || n%100>19) ? 0 : n%10>=2 && (n%100<11 || n%100>19) ? 1 : 2)",
)
_ICELANDIC = (2, "(n%10!=1 || n%100==11)")
_HEBREW = (3, "(n==1 ? 0 : n==2 ? 1 : 2)")
_ARABIC = (
    6,
    "(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5)",
)

# English is the source. The others in the order in which the printed rules give them.
_ALL = (
    Language("en", "English", *_NOT_ONE),
    Language("fr", "français", *_ABOVE_ONE),
    Language("de", "Deutsch", *_NOT_ONE),
    Language("es", "español", *_NOT_ONE),
    Language("it", "italiano", *_NOT_ONE),
    Language("nl", "Nederlands", *_NOT_ONE),
    Language("pt", "português", *_ABOVE_ONE),
    Language("da", "dansk", *_NOT_ONE),
    Language("nb", "norsk bokmål", *_NOT_ONE),
    Language("sv", "svenska", *_NOT_ONE),
    Language("fi", "suomi", *_NOT_ONE),
    Language("is", "íslenska", *_ICELANDIC),
    Language("el", "Ελληνικά", *_NOT_ONE),
    Language("ro", "română", *_ROMANIAN),
    Language("hu", "magyar", *_NOT_ONE),
    Language("bg", "български", *_NOT_ONE),
    Language("cs", "čeština", *_CZECH),
    Language("sk", "slovenčina", *_CZECH),
    Language("sl", "slovenščina", *_SLOVENIAN),
    Language("hr", "hrvatski", *_SLAVIC),
    Language("sr-Latn", "srpski (latinica)", *_SLAVIC),
    Language("sr-Cyrl", "српски (ћирилица)", *_SLAVIC),
    Language("lv", "latviešu", *_LATVIAN),
    Language("lt", "lietuvių", *_LITHUANIAN),
    Language("et", "eesti", *_NOT_ONE),
    Language("pl", "polski", *_POLISH),
    Language("ru", "русский", *_SLAVIC),
    Language("tr", "Türkçe", *_NOT_ONE),
    Language("ar", "العربية", *_ARABIC, direction="rtl"),
    Language("he", "עברית", *_HEBREW, direction="rtl"),
    Language("fa", "فارسی", *_ABOVE_ONE, direction="rtl"),
    Language("th", "ไทย", *_NONE),
    Language("zh-Hans", "简体中文", *_NONE),
    Language("zh-Hant", "繁體中文", *_NONE),
    Language("ja", "日本語", *_NONE),
    Language("ko", "한국어", *_NONE),
)

LANGUAGES = {language.code: language for language in _ALL}
