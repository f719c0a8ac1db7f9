"""Numbers, lists and dates are written as CLDR says, in every language."""

from datetime import date

import pytest
from babel import Locale
from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import format_decimal

import cldr
from quintet.i18n.cldr import conventions
from quintet.i18n.languages import LANGUAGES

NUMBERS = (0, 7, 999, 1234, 1_234_567, -5, 0.25, 1234.5, 99.999, -1234.75)


@pytest.fixture(params=LANGUAGES)
def code(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def locale(code: str) -> Locale:
    return Locale.parse(code, sep="-")


def test_the_data_are_not_stale() -> None:
    written = cldr.PATH.read_text(encoding="utf-8")
    assert written == cldr.written(), "Run `python tools/cldr.py`."


def test_numbers(code: str, locale: Locale) -> None:
    minus = locale.number_symbols["latn"]["minusSign"]  # which a pattern makes Babel overlook
    for value in NUMBERS:
        for digits in range(4):
            pattern = "#,##0" + ("." + "0" * digits if digits else "")
            if round(value, digits) == 0:
                continue  # Babel writes no minus before a zero, and ties are rounded otherwise
            said = format_decimal(round(value, digits), pattern, locale, numbering_system="latn")
            assert conventions(code).number(value, digits) == said.replace("-", minus)


@pytest.mark.parametrize("word", ["and", "or"])
def test_lists(code: str, locale: Locale, word: str) -> None:
    for count in range(6):
        items = [f"{number}" for number in range(count)]
        said = format_list(items, "or" if word == "or" else "standard", locale)
        assert conventions(code).listed(items, word) == said


def test_dates(code: str, locale: Locale) -> None:
    for month in range(1, 13):
        for number in (1, 22):
            day = date(2026, month, number)
            assert conventions(code).day(day) == format_date(day, "medium", locale)
