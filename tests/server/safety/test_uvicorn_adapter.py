"""The internals of Uvicorn that `uvicorn_protocols` builds on are as it expects them."""

from __future__ import annotations

import inspect

import pytest
import uvicorn

from quintet.server.web.uvicorn_protocols import ATTRIBUTES, INTERNALS

CHANGED = (
    f"Uvicorn {uvicorn.__version__} has changed {{what}}: adapt web/uvicorn_protocols.py, or "
    "lower the upper bound of uvicorn in pyproject.toml."
)
METHODS = [(kind, name) for kind, names in INTERNALS.items() for name in names]
USED = [(kind, name) for kind, names in ATTRIBUTES.items() for name in names]


@pytest.mark.parametrize(("kind", "name"), METHODS, ids=lambda it: getattr(it, "__name__", it))
def test_methods_take_what_they_took(kind: type, name: str) -> None:
    method = getattr(kind, name, None)
    found = () if method is None else tuple(inspect.signature(method).parameters)
    assert found == INTERNALS[kind][name], CHANGED.format(what=f"{kind.__name__}.{name}")


@pytest.mark.parametrize(("kind", "name"), USED, ids=lambda it: getattr(it, "__name__", it))
def test_attributes_are_still_there(kind: type, name: str) -> None:
    source = inspect.getsource(kind)
    assert f"self.{name}" in source, CHANGED.format(what=f"{kind.__name__}.{name}")
