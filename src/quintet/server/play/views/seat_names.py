"""The names of players, by seat."""

from __future__ import annotations

from quintet.i18n.sentence import sentence
from quintet.server.play.table import Table
from quintet.server.web.locale import Locale


def seat_names(table: Table, locale: Locale) -> list[str]:
    return [seat_name(table, seat, locale) for seat in range(len(table.chairs))]


def seat_name(table: Table, seat: int, locale: Locale) -> str:
    level, name = table.occupant(seat).level, table.state.chairs[table.state.chair_of(seat)]
    if level is not None:
        return locale.say(sentence("Engine, level {level}", level=level))
    return name or locale.say(sentence("An open chair"))
