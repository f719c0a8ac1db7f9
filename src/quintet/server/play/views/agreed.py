"""The agreements of a table, for a client."""

from __future__ import annotations

from quintet.i18n.sentence import Filling, sentence
from quintet.server.play.table import Table
from quintet.server.play.views.seat_names import seat_names
from quintet.server.schemas.views import Agreement
from quintet.server.web.locale import Locale
from quintet.table.agreements import agreements


def agreed(table: Table, locale: Locale) -> list[Agreement]:
    """Return what is agreed, in a language; made once until the table changes."""

    def make() -> list[Agreement]:
        state = table.state
        names: list[Filling] = [
            sentence("an open chair") if state.chairs[state.chair_of(seat)] is None else name
            for seat, name in enumerate(seat_names(table, locale))
        ]
        found = agreements(state, names)
        return [{"said": locale.say(it.said), "house_rule": it.house_rule} for it in found]

    return table.cached(("agreements", locale.code), make)
