"""Who plays every seat, as people call them."""

from __future__ import annotations

from quintet.i18n.sentence import sentence
from quintet.server.play.table import LiveTable
from quintet.server.web.locale import Speech


def seat_names(table: LiveTable, speech: Speech) -> list[str]:
    return [seat_name(table, seat, speech) for seat in range(len(table.chairs))]


def seat_name(table: LiveTable, seat: int, speech: Speech) -> str:
    level, name = table.holder(seat).level, table.state.chairs[table.state.chair_of(seat)]
    if level is not None:
        return speech.say(sentence("Engine, level {level}", level=level))
    return name or speech.say(sentence("An open chair"))
