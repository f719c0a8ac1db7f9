"""What a listener is told: the events since the last one it knows of, or the whole truth."""

from __future__ import annotations

from quintet.server.play.table import Table
from quintet.server.play.view import plies, present, view
from quintet.server.schemas.encoding import encode
from quintet.server.schemas.messages import EventsMessage, PresenceMessage, ViewMessage
from quintet.server.web.locale import Locale
from quintet.table import event_to_json

FARTHEST = 200  # events; whoever has missed more is told the whole truth
FRESH = 100  # milliseconds; what clocks show is wrong after a while, though nothing has happened


def news(table: Table, since: int, device: str, locale: Locale) -> str:
    """All that has happened since an event, as one message; made once for all who see the same."""
    if not _can_go_on(table, since):
        since = 0
    own = tuple(table.standing(device).own)
    key = ("news", since, own, table.owner == device, locale.code)
    made, at = table.cache.get(key, ("", 0))
    now = table.clock.now()
    if now - at > FRESH:
        made = encode(_news(table, since, device, locale))
        table.cache[key] = made, now
    return str(made)


def whole(table: Table, device: str, locale: Locale) -> ViewMessage:
    return {"type": "view", "number": table.number, "view": view(table, device, locale)}


def presence(table: Table) -> str:
    """Who is there, by seat, and how many look on, as a message."""

    def make() -> str:
        seats = [table.is_present(seat) for seat in range(len(table.chairs))]
        watchers = table.presence.spectators
        message: PresenceMessage = {"type": "presence", "seats": seats, "watchers": watchers}
        return encode(message)

    return table.cached("presence", make)


def _can_go_on(table: Table, since: int) -> bool:
    """Whether the events after one say everything: not too many, and nothing was taken back."""
    if not 0 < since <= table.number or table.number - since > FARTHEST:
        return False
    return min(table.log.plies_after[since - 1 :]) == table.log.plies_after[since - 1]


def _news(table: Table, since: int, device: str, locale: Locale) -> ViewMessage | EventsMessage:
    if not since:
        return whole(table, device, locale)
    return {
        "type": "events",
        "number": table.number,
        "events": [event_to_json(event) for event in table.log.events[since:]],
        "plies": plies(table, table.log.plies_after[since - 1], locale),
        "view": present(table, device, locale),
    }
