"""Write what Quintet uses of CLDR: numbers, lists, dates, plural categories, likely scripts.

python tools/cldr.py

Babel has all of CLDR, and keeps a megabyte of it in memory for every language. The file that this
writes has less than a kilobyte for each.
"""

from __future__ import annotations

import json
import re
from datetime import date
from gettext import c2py
from pathlib import Path
from typing import Any

from babel import Locale
from babel.core import get_global
from babel.dates import format_date

from quintet.i18n.languages import LANGUAGES

PATH = Path(__file__).resolve().parents[1] / "src/quintet/i18n/locales/cldr.json"
SAMPLES = (*range(200), 1_000_000)  # numbers that together have all categories


def gather() -> dict[str, Any]:
    """Return the data, as the file has it."""
    return {
        "likely": likely_scripts(),
        "languages": {code: conventions(code) for code in LANGUAGES},
    }


def conventions(code: str) -> dict[str, Any]:
    locale = Locale.parse(code, sep="-")
    symbols = locale.number_symbols["latn"]  # digits are 0 to 9 everywhere
    return {
        "decimal": symbols["decimal"],
        "group": symbols["group"],
        "minus": symbols["minusSign"],
        "and": patterns(locale, "standard"),
        "or": patterns(locale, "or"),
        "dates": [date_template(locale, month) for month in range(1, 13)],
        "plurals": categories(code, locale),
    }


def patterns(locale: Locale, style: str) -> list[str]:
    """Return how a list starts, goes on and ends, and how two are joined."""
    found = locale.list_patterns[style]
    return [found[part] for part in ("start", "middle", "end", "2")]


def date_template(locale: Locale, month: int) -> str:
    """Return the days of a month, with gaps for the day and the year."""
    pattern = locale.date_formats["medium"].pattern
    named = {
        field: format_date(date(2026, month, 1), field, locale)
        for field in re.findall("M+|L+", re.sub("'[^']*'", "", pattern))
    }
    gaps = {"d": "{day}", "dd": "{day:02}", "y": "{year}", **named}
    parts = (found[0] for found in re.finditer(r"'[^']*'|([a-zA-Z])\1*|[^a-zA-Z']+", pattern))
    return "".join(gaps.get(part, part.strip("'")) for part in parts)


def categories(code: str, locale: Locale) -> dict[str, int]:
    """Return gettext's plural form of each of CLDR's categories that whole numbers have."""
    form = c2py(LANGUAGES[code].plural)
    found = {locale.plural_form(number): form(number) for number in reversed(SAMPLES)}
    return {"other": LANGUAGES[code].forms - 1, **found}


def likely_scripts() -> dict[str, str]:
    """Return the script of regions, for the languages that have two."""
    several = {code.partition("-")[0] for code in LANGUAGES if "-" in code}
    return {
        key.lower().replace("_", "-"): "-".join(full.lower().split("_")[:2])
        for key, full in sorted(get_global("likely_subtags").items())
        if key.partition("_")[0] in several
    }


def written() -> str:
    return json.dumps(gather(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    PATH.write_text(written(), encoding="utf-8")
