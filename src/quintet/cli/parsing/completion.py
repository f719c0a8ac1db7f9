"""Shell completion: names of games, options of a game, levels and players."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import typer

from quintet.games import GAMES
from quintet.i18n.sentence import template

LEVELS = range(1, 11)
PLAYERS = ("engine", "random", *(f"level:{level}" for level in LEVELS))

# Typer adds these options, with help texts of its own that no catalogue translates.
COMPLETION_HELP = {
    "--install-completion": template("Install completion for the current shell."),
    "--show-completion": template("Print the completion script of the current shell."),
}


def complete_game(incomplete: str) -> list[str]:
    """Return the games that begin like this."""
    return [name for name in GAMES if name.startswith(incomplete)]


def complete_game_option(context: typer.Context, incomplete: str) -> list[str]:
    """Return `key=` for the game on the command line, or `key=value` once the key is typed."""
    typed = (str(context.params.get("game")), *_typed_words())
    games = [GAMES[name] for name in typed if name in GAMES]
    options = [option for game in games[:1] or GAMES.values() for option in game.option_list]
    key, equals, _ = incomplete.partition("=")
    if not equals:
        return sorted({f"{each.name}=" for each in options if each.name.startswith(key)})
    values = {f"{key}={value}" for each in options if each.name == key for value in each.allowed}
    return sorted(value for value in values if value.startswith(incomplete))


def _typed_words() -> list[str]:
    """Return the words of the line; after a lone `-o` Typer has not parsed them."""
    return (os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS") or "").split()


def complete_players(incomplete: str) -> Iterator[str]:
    """Yield lists of players whose last one is completed: `Ann,level:` to `Ann,level:1`."""
    before, comma, last = incomplete.rpartition(",")
    for player in PLAYERS:
        if player.startswith(last):
            yield f"{before}{comma}{player}"


def complete_player(incomplete: str) -> list[str]:
    """Return the kinds of tournament players that begin like this."""
    levels = (f"level:{level}" for level in LEVELS)
    kinds = ("engine:nodes=", "policy:", "random", "uct:", "ugi:", *levels)
    return [kind for kind in kinds if kind.startswith(incomplete)]


def complete_one_of(*allowed: str) -> Any:
    """Return a completion function for an option with a few values."""

    def complete(incomplete: str) -> list[str]:
        return [value for value in allowed if value.startswith(incomplete)]

    return complete
