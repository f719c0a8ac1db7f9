"""Messages for subscribers: a delta since the last event they have, or a snapshot."""

from __future__ import annotations

from quintet.server.play.table import Table
from quintet.server.play.views.view import MAX_PLIES, plies, present, view
from quintet.server.schemas.encoding import encode
from quintet.server.schemas.messages import EventsMessage, PresenceMessage, ViewMessage
from quintet.server.web.locale import Locale
from quintet.table import event_to_json

MAX_DELTA_EVENTS = MAX_PLIES  # a client that has missed more is sent a snapshot
MAX_AGE_MS = 100  # of a cached message: it contains the time left on clocks


def update(table: Table, since: int, device: str, locale: Locale) -> str:
    """Return a delta since an event, or a snapshot, as a message.

    Subscribers with the same view share it.
    """
    if not _has_delta(table, since):
        since = 0
    own = tuple(table.standing(device).own)
    key = ("update", since, own, table.owner == device, locale.code)
    made, at = table.cache.get(key, ("", 0))
    now = table.clock.now()
    if now - at > MAX_AGE_MS:
        found = _delta(table, since, device, locale) if since else snapshot(table, device, locale)
        made = encode(found)
        table.cache[key] = made, now
    return str(made)


def snapshot(table: Table, device: str, locale: Locale) -> ViewMessage:
    """Return the whole state of a table as a message."""
    return {"type": "view", "number": table.number, "view": view(table, device, locale)}


def presence(table: Table) -> str:
    """Return who is present, by seat, and the number of spectators, as a message."""

    def make() -> str:
        seats = [table.is_present(seat) for seat in range(len(table.chairs))]
        watchers = table.presence.spectators
        message: PresenceMessage = {"type": "presence", "seats": seats, "watchers": watchers}
        return encode(message)

    return table.cached("presence", make)


def _has_delta(table: Table, since: int) -> bool:
    """Whether a delta since an event can say everything: few events, no take-back."""
    if not 0 < since <= table.number or table.number - since > MAX_DELTA_EVENTS:
        return False
    return min(table.log.plies_after[since - 1 :]) == table.log.plies_after[since - 1]


def _delta(table: Table, since: int, device: str, locale: Locale) -> EventsMessage:
    return {
        "type": "events",
        "number": table.number,
        "events": [event_to_json(event) for event in table.log.events[since:]],
        "plies": plies(table, table.log.plies_after[since - 1], locale),
        "view": present(table, device, locale),
    }
