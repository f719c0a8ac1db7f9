"""Read gettext catalogues (.po, .pot): fast enough to do so while somebody waits for a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPED = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


@dataclass(frozen=True, slots=True)
class Entry:
    """A sentence of a catalogue: its English form or forms, and its translations."""

    id: str
    plural: str | None
    strings: tuple[str, ...]  # empty ones are missing
    fuzzy: bool
    files: tuple[str, ...]  # where it is said


def read_entries(text: str) -> Iterator[Entry]:
    """Yield the sentences of a catalogue, without its header and what is obsolete."""
    for block in text.replace("\r\n", "\n").split("\n\n"):
        if (entry := _entry(block)) is not None and entry.id:
            yield entry


def _entry(block: str) -> Entry | None:
    said: dict[str, list[str]] = {}
    files: list[str] = []
    fuzzy, keyword = False, ""
    for line in block.split("\n"):
        if line.startswith("#:"):
            files += [name.rpartition(":")[0] or name for name in line[2:].split()]
        elif line.startswith("#,"):
            fuzzy = fuzzy or "fuzzy" in line
        elif line and not line.startswith("#"):
            if not line.startswith('"'):
                keyword = line.partition(" ")[0]
                said[keyword] = []
            if found := _STRING.search(line):
                said[keyword].append(found[1])
    if "msgid" not in said:
        return None
    texts = {name: _unescaped("".join(parts)) for name, parts in said.items()}
    strings = tuple(text for name, text in texts.items() if name.startswith("msgstr"))
    return Entry(texts["msgid"], texts.get("msgid_plural"), strings, fuzzy, tuple(files))


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[1], found[1]), text)
