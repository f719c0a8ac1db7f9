"""An extension of Griffe: doctests in docstrings become blocks of code in the reference."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

DOCTEST = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


def fence(text: str) -> str:
    """Put every doctest of a docstring into a fence."""
    return DOCTEST.sub(lambda found: f"```pycon\n{found[0]}\n```", text)


def on_instance(_extension: Any, *, obj: Any, **_: Any) -> None:
    if obj.docstring is not None:
        obj.docstring.value = fence(obj.docstring.value)


DoctestBlocks = type(
    "DoctestBlocks", (import_module("griffe").Extension,), {"on_instance": on_instance}
)
