"""Suggestions for misspelt names: "Did you mean 'analyse'?"."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from quintet.errors import BadOption, QuintetError, UnknownGame
from quintet.games import GAMES
from quintet.i18n.sentence import Sentence, sentence


def closest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word most similar to a misspelt one, if any is similar enough."""
    found = get_close_matches(word.lower(), list(known), n=1)
    return found[0] if found else None


def with_suggestion(message: Sentence, guess: str | None) -> Sentence:
    """Return a message followed by the suggestion, if there is one."""
    if guess is None:
        return message
    return sentence("{message} Did you mean '{guess}'?", message=message, guess=guess)


def suggestion_for(error: QuintetError) -> str | None:
    """Return what an unknown game, option or value was probably meant to be."""
    if isinstance(error, UnknownGame):
        return closest(str(error.game), GAMES)
    if not isinstance(error, BadOption) or not error.allowed:
        return None
    # `allowed` holds names where the option is unknown, and values where its value is.
    name = closest(error.option, error.allowed)
    return name or _suggested_value(str(error.value), error.allowed)


def _suggested_value(given: str, allowed: tuple[str, ...]) -> str | None:
    """Return a value in which each misspelt part of a comma-separated list is replaced."""
    parts = [part.strip() for part in given.split(",")]
    guesses = [part if part in allowed else closest(part, allowed) for part in parts]
    found = [guess for guess in guesses if guess is not None]
    return ",".join(found) if len(found) == len(parts) and found != parts else None
