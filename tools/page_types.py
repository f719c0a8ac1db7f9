"""Write the page modules' types from the server's schemas.

python tools/page_types.py           write src/quintet/server/static/lib/types.js
python tools/page_types.py --check   exit with 1 if that file is stale
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType

import typing_extensions
from pydantic import BaseModel

from quintet.server.schemas import (
    analysis,
    commands,
    messages,
    pages,
    problem,
    requests,
    responses,
    reviews,
    studies,
    views,
)

MODULES = (
    problem,
    views,
    messages,
    responses,
    pages,
    commands,
    requests,
    analysis,
    studies,
    reviews,
)
TARGET = Path(__file__).parents[1] / "src/quintet/server/static/lib/types.js"
HEAD = """\
// Types for the checker, generated from quintet.server.schemas by tools/page_types.py; do not edit.
"""
PLAIN: dict[object, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    object: "unknown",
    None: "null",
    type(None): "null",
}


def written() -> str:
    """Return the module of JSDoc typedefs."""
    parts = [HEAD]
    for module in MODULES:
        parts += [part for name, made in _declared(module) if (part := _typedef(name, made))]
    return "\n".join([*parts, "\nexport {};\n"]).replace("\n\n\n", "\n\n")


def _declared(module: ModuleType) -> Iterator[tuple[str, object]]:
    """What a module declares itself and does not import: classes, and unions with a name."""
    for name, value in vars(module).items():
        if name.startswith("_") or name.isupper():
            continue
        if isinstance(value, type):
            if value.__module__ == module.__name__:
                yield name, value
        elif re.search(rf"^{name}(: TypeAlias)? = ", inspect.getsource(module), re.MULTILINE):
            yield name, value


def _typedef(name: str, made: object) -> str:
    if isinstance(made, type) and issubclass(made, BaseModel):
        return _object(name, made, _model_fields(made))
    if typing_extensions.is_typeddict(made):
        assert isinstance(made, type)
        return _object(name, made, _keys(made))
    if typing.get_origin(made) is not None:
        return f"/** @typedef {{{_type(made, inside=False)}}} {name} */"
    return ""


def _object(name: str, made: type, fields: Iterator[tuple[str, str, bool]]) -> str:
    notes = _notes(made)
    lines = [
        "/**",
        f" * {(inspect.getdoc(made) or name).splitlines()[0]}",
        f" * @typedef {{object}} {name}",
    ]
    for field, kind, required in fields:
        shown = field if required else f"[{field}]"
        lines.append(f" * @property {{{kind}}} {shown} {notes.get(field, '')}".rstrip())
    return "\n".join([*lines, " */"])


def _keys(made: type) -> Iterator[tuple[str, str, bool]]:
    for field, hint in typing_extensions.get_type_hints(made, include_extras=True).items():
        optional = str(typing.get_origin(hint)).endswith("NotRequired")
        yield field, _type(hint), not optional


def _model_fields(made: type[BaseModel]) -> Iterator[tuple[str, str, bool]]:
    for field, info in made.model_fields.items():
        yield field, _type(info.annotation), info.is_required()


def _notes(made: type) -> dict[str, str]:
    """The comments behind a class's fields, its bases' included."""
    notes: dict[str, str] = {}
    for each in reversed(made.__dict__.get("__orig_bases__", ()) or made.__mro__[1:]):
        if isinstance(each, type) and each.__module__ == made.__module__ and each is not made:
            notes |= _notes(each)
    try:
        source = inspect.getsource(made)
    except (OSError, TypeError):
        return notes
    return notes | dict(re.findall(r"^    (\w+): .*?  # (.*)$", source, re.MULTILINE))


@cache
def _aliases() -> dict[object, str]:
    """The names of literals and unions, by what they stand for."""
    return {
        value: name
        for module in reversed(MODULES)
        for name, value in _declared(module)
        if typing.get_origin(value) in (typing.Literal, types.UnionType)
    }


def _type(hint: object, *, inside: bool = True) -> str:
    origin, given = typing.get_origin(hint), typing.get_args(hint)
    if inside and hint in _aliases():
        return _aliases()[hint]
    if hint in PLAIN:
        return PLAIN[hint]
    if typing_extensions.is_typeddict(hint) or (
        isinstance(hint, type) and issubclass(hint, BaseModel)
    ):
        return str(getattr(hint, "__name__", hint))
    if origin in (typing.Annotated, typing_extensions.NotRequired):
        return _type(given[0], inside=inside)
    if origin is typing.Literal:
        return " | ".join(f'"{each}"' for each in given)
    if origin in (typing.Union, types.UnionType):
        return " | ".join(dict.fromkeys(_type(each) for each in given))
    if origin in (list, Sequence):
        inner = _type(given[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin in (dict, Mapping):
        return f"Record<string, {_type(given[1])}>"
    raise TypeError(f"No type of JavaScript for {hint!r}.")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    if parser.parse_args().check:
        sys.exit(TARGET.read_text(encoding="utf-8") != written())
    TARGET.write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main()
