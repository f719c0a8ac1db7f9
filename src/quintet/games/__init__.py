"""The registry of games: each is a module here and a name in `register` below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from types import MappingProxyType
from typing import Generic, TypeVar, cast

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

Part = TypeVar("Part")

_games: dict[str, type[Variant]] = {}
_variants: dict[tuple[str, tuple[tuple[str, Value], ...]], Variant] = {}

GAMES: Mapping[str, type[Variant]] = MappingProxyType(_games)


def register(*games: type[Variant]) -> None:
    """Add games, in the order in which people see them.

    A game's other files are found by its name, in folders beside that of its class:
    `draw/quixo.py` for `games/quixo.py`.
    """
    for game in games:
        _games[game.name] = game


register(Quantik, Quarto, Qomet, Cubulus, Quixo)


class Parts(Mapping[str, Part], Generic[Part]):
    """The modules of the games in one folder, loaded on first use."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._loaded: dict[str, Part] = {}

    def __getitem__(self, game: str) -> Part:
        if game not in self._loaded:
            if game not in self:
                raise KeyError(game)
            self._loaded[game] = cast("Part", import_module(self._name(game)))
        return self._loaded[game]

    def __contains__(self, game: object) -> bool:
        if game not in GAMES:
            return False
        try:
            return find_spec(self._name(str(game))) is not None
        except ModuleNotFoundError:  # the package of the game has no such folder
            return False

    def __iter__(self) -> Iterator[str]:
        return (game for game in GAMES if game in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _name(self, game: str) -> str:
        return f"{package_of(game)}.{self.folder}.{game}"


def package_of(game: str) -> str:
    """Return the package of a game's files: `quintet`, unless it was added."""
    return GAMES[game].__module__.rsplit(".", 2)[0]


def packages() -> tuple[str, ...]:
    """Return the packages that games come from, our own first."""
    return tuple(dict.fromkeys(map(package_of, GAMES)))


def game_file(game: str, path: str) -> Traversable:
    """Return a game's file, which may be missing: `puzzles/collected/quixo.txt`."""
    return files(package_of(game)).joinpath(*path.split("/"))


def find_game(name: str) -> type[Variant]:
    """Return the game of a name."""
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
    """Return the one object for a game with these options."""
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
