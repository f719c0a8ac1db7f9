"""Filters of the list of games, as the query of its page has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from urllib.parse import urlencode

from quintet.games import find_game
from quintet.i18n.catalogue import Translate
from quintet.i18n.columns import sort_key
from quintet.i18n.sentence import any_of, sentence
from quintet.server.pages.my_games.games import ENGINE, RESULTS, ROLES, Game
from quintet.server.schemas.pages import FilterChoice, GameFilter
from quintet.server.web.errors import InvalidField

MAX_TEXT = 200  # characters of a filter
MAX_PAGE = 1000
MAX_OPPONENTS = 100  # that are offered

_ROLES = {
    "played": sentence("Played"),
    "watched": sentence("Watched"),
    "imported": sentence("Imported"),
}
_RESULTS = {
    "playing": sentence("In progress"),
    "won": sentence("Won"),
    "lost": sentence("Lost"),
    "drawn": sentence("Drawn"),
    "decided": sentence("Neither won nor lost"),
}


@dataclass(frozen=True, slots=True)
class Filters:
    """What is listed; empty texts leave a field open."""

    role: str = ""
    game: str = ""
    mode: str = ""
    opponent: str = ""
    result: str = ""
    page: int = 1

    @classmethod
    def read(cls, query: Mapping[str, str]) -> Filters:
        """Read a query, or raise an error that names the field."""
        given = {each.name: query.get(each.name, "").strip() for each in fields(cls)}
        for name, value in given.items():
            if len(value) > MAX_TEXT:
                said = sentence("{field} is too long.", field=name)
                raise InvalidField(said, field=name, max_length=MAX_TEXT)
        _check("role", given["role"], ROLES)
        _check("result", given["result"], RESULTS)
        if given["game"]:
            find_game(given["game"])
        page = given.pop("page") or "1"
        if not page.isdecimal() or not 1 <= int(page[:9]) <= MAX_PAGE:
            said = sentence("Pages are numbered from 1 to {last}.", last=MAX_PAGE)
            raise InvalidField(said, field="page", minimum=1, maximum=MAX_PAGE)
        return cls(page=int(page), **given)

    @property
    def query(self) -> str:
        """The query that reads as these filters."""
        given = {each.name: getattr(self, each.name) for each in fields(self)}
        return urlencode({name: it for name, it in given.items() if it and (name, it) != _FIRST})

    def at(self, page: int) -> Filters:
        return replace(self, page=page)

    @property
    def any(self) -> bool:
        """Whether some games are left out."""
        return self.at(1) != Filters()

    def fits(self, game: Game) -> bool:
        return (
            self.role in ("", game.role)
            and self.game in ("", game.listed.game)
            and self.mode in ("", game.mode)
            and (not self.opponent or self.opponent in game.opponents)
            and self.result in ("", game.result)
        )


_FIRST = ("page", 1)


def offered(games: Sequence[Game], chosen: Filters, say: Translate) -> list[GameFilter]:
    """Return the fields of the form, with the values that occur."""
    titles = {it.listed.game: it.variant.title for it in games}
    modes = {it.mode: _mode_label(it, say) for it in games}
    names = sorted({name for it in games for name in it.opponents} - {ENGINE}, key=sort_key)
    engines = any(ENGINE in it.opponents for it in games)
    opponents = {ENGINE: say(sentence("Engine"))} if engines else {}
    opponents |= {name: name for name in names[:MAX_OPPONENTS]}
    roles = {name: say(said) for name, said in _ROLES.items()}
    results = {name: say(said) for name, said in _RESULTS.items()}
    return [
        _field("role", say(sentence("Show")), say(sentence("All games")), roles, chosen.role),
        _field("game", say(sentence("Game")), say(sentence("Any game")), titles, chosen.game),
        _field("mode", say(sentence("Mode")), say(sentence("Any mode")), modes, chosen.mode),
        _field(
            "opponent",
            say(sentence("Opponent")),
            say(sentence("Any opponent")),
            opponents,
            chosen.opponent,
        ),
        _field(
            "result", say(sentence("Result")), say(sentence("Any result")), results, chosen.result
        ),
    ]


def _field(name: str, label: str, every: str, values: Mapping[str, str], chosen: str) -> GameFilter:
    listed = {"": every, **values}
    if chosen not in listed:
        listed[chosen] = chosen
    choices: list[FilterChoice] = [
        {"value": value, "label": said, "chosen": value == chosen} for value, said in listed.items()
    ]
    return {"name": name, "label": label, "choices": choices}


def _mode_label(game: Game, say: Translate) -> str:
    said = game.captions(say) or [say(sentence("standard game"))]
    return " · ".join([game.variant.title, *said])


def _check(field: str, value: str, allowed: Iterable[str]) -> None:
    known = tuple(allowed)
    if value and value not in known:
        said = sentence("{field} must be one of {allowed}.", field=field, allowed=any_of(known))
        raise InvalidField(said, field=field, allowed=known)
