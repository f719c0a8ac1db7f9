"""The five games. A new one is a module here and a line in the list below."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from quintet import _core
from quintet.errors import UnknownGame
from quintet.games.cubulus import Cubulus
from quintet.games.qomet import Qomet
from quintet.games.quantik import Quantik
from quintet.games.quarto import Quarto
from quintet.games.quixo import Quixo
from quintet.games.variant import Variant
from quintet.i18n.sentence import all_of, sentence
from quintet.options import Value, read_options

GAMES: Mapping[str, type[Variant]] = MappingProxyType(
    {game.name: game for game in (Quantik, Quarto, Qomet, Cubulus, Quixo)}
)

_variants: dict[tuple[str, tuple[tuple[str, Value], ...]], Variant] = {}


def find_game(name: str) -> type[Variant]:
    game = GAMES.get(name) if isinstance(name, str) else None
    if game is None:
        raise UnknownGame(
            sentence(
                "There is no game {name}; there are {games}.",
                name=repr(name)[:40],
                games=all_of(GAMES),
            ),
            game=name,
        )
    return game


def find_variant(
    name: str, options: Mapping[str, object], position_type: type[_core.Position]
) -> Variant:
    """The one object for a game with these options."""
    game = find_game(name)
    values = read_options(game.title, game.option_list, options)
    key = (name, tuple(values.items()))
    variant = _variants.get(key)
    if variant is None:
        game.check_options(values)
        variant = game(MappingProxyType(values))
        variant.core = _core.variant(
            name, variant.settings, variant, position_type, [list(words) for words in variant.words]
        )
        _variants[key] = variant
    return variant
