"""The plies of a table, narrated once each.

Narrating a whole game after every move would make a move dearer the longer the game is. Only plies
that somebody asks for are narrated, and again only if they replace taken-back ones.
"""

from __future__ import annotations

from quintet.narration import narrate
from quintet.server.boards import spot_labels
from quintet.server.play.event_log import EventLog
from quintet.server.play.views.motions import motions_of
from quintet.server.schemas.views import Ply
from quintet.server.web.locale import Locale
from quintet.table import State


class Narrated:
    """The plies of one table in one language."""

    def __init__(self) -> None:
        self._plies: list[Ply | None] = []  # None where nobody has asked yet
        self._names: list[str] = []  # of the players, as the plies say them
        self._number = 0  # of the latest event that was followed

    def plies(self, log: EventLog, wanted: range, names: list[str], locale: Locale) -> list[Ply]:
        """Return some plies, counted from 0, with their motions and narration."""
        if names != self._names:
            self._plies, self._names = [], names
        # Everything up to the fewest plies since then has stayed; a take-back removed the rest.
        kept = min(log.plies_after[max(0, self._number - 1) :], default=0)
        del self._plies[kept:]
        self._number = log.number
        self._plies += [None] * (len(log.state.played) - len(self._plies))
        found = []
        for number in wanted:
            ply = self._plies[number] or _ply(log.state, number, names, locale)
            self._plies[number] = ply
            found.append(ply)
        return found


def _ply(state: State, number: int, names: list[str], locale: Locale) -> Ply:
    ply, before, after = state.played[number], *state.positions[number : number + 2]
    look = state.setup.look
    old, new = spot_labels(before, look), spot_labels(after, look)
    remark = before.variant.remark(before, ply.move)
    return {
        "ply": number + 1,
        "seat": ply.seat,
        "word": ply.move,
        "said": locale.say(narrate(before, ply.move, names)),
        "automatic": ply.automatic,
        "motions": motions_of(before, ply.move),
        "labels": {at: locale.say(label) for at, label in new.items() if old.get(at) != label},
        "position": after.text,
        "claimed": before.variant.claimed(ply.move),
        "remark": None if remark is None else locale.say(remark),
    }
