"""Sentences for people, apart from the values that fill them, so that any language can say them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Sentence:
    """A whole sentence in English with named gaps, and what fills the gaps."""

    template: str
    values: Mapping[str, str | int] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format_map(self.values)

    def __hash__(self) -> int:
        return hash((self.template, tuple(sorted(self.values.items()))))


def sentence(template: str, /, **values: str | int) -> Sentence:
    return Sentence(template, values)
