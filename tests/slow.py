"""Which cases of long lists are slow, so that a fast run still covers every option."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from quintet.options import Value


def slow_variants(cases: Iterable[tuple[str, Mapping[str, Value]]]) -> list[Any]:
    """Mark variants slow that add no value of an option to those before.

    Sets of features count by their size.
    """
    seen: set[tuple[str, str, object]] = set()
    marked = []
    for game, options in cases:
        facts = {
            (game, name, len(value) if isinstance(value, tuple) else value)
            for name, value in options.items()
        } | {(game, "", None)}
        marks = () if facts - seen else (pytest.mark.slow,)
        seen |= facts
        marked.append(pytest.param(game, options, marks=marks))
    return marked
