"""Columns of a terminal: every script lines up."""

import pytest

from quintet.i18n.columns import columns_of, padded, sort_key, wrapped_at


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("Resign", 6),
        ("étoile", 6),
        ("駒を置く", 8),
        ("ตัวหมากสูง", 8),
        ("\u2068שרה\u2069", 3),
        ("한국어", 6),
    ],
)
def test_how_wide_a_text_is(text: str, columns: int) -> None:
    assert columns_of(text) == columns
    assert padded(text, 12).count(" ") == 12 - columns


def test_lines_break_where_they_may() -> None:
    assert wrapped_at("one two three", 8, "", "  ") == ["one two", "  three"]
    assert wrapped_at("駒を置く。次の手。", 8) == ["駒を置", "く。次の", "手。"]
    assert wrapped_at("Quarto で駒を 置く", 10, "", " ") == ["Quarto で", " 駒を 置く"]
    assert wrapped_at("", 10) == []
    for line in wrapped_at("立方体を押し込むと、列の全体が動きます。" * 5, 24, "  ", "    "):
        assert columns_of(line) <= 24


def test_names_are_sorted_by_letters_first() -> None:
    names = ["Zoe", "Émile", "emil", "Ärne", "Eva", "Arno"]
    assert sorted(names, key=sort_key) == ["Ärne", "Arno", "emil", "Émile", "Eva", "Zoe"]
