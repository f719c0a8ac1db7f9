"""The sentences of the sources, gathered by tools/translations.py."""

from functools import cache

from babel.messages.catalog import Catalog

import translations
from quintet.i18n.catalogue import Domain


@cache
def gathered() -> dict[Domain, Catalog]:
    """All sentences there are, without translations, by catalogue."""
    return translations.gather()


@cache
def gathered_templates() -> frozenset[str]:
    """Every text of a sentence, and both of those that count."""
    found: set[str] = set()
    for catalogue in gathered().values():
        for message in catalogue:
            found.update([message.id] if isinstance(message.id, str) else message.id)
    return frozenset(found - {""})
