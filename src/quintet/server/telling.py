"""What a listener is told: the events since the last one it knows of, or the whole truth."""

from __future__ import annotations

import json
from typing import Any

from quintet.server.live_table import LiveTable
from quintet.server.speech import Speech
from quintet.server.view import plies, present, view
from quintet.table import event_to_json

VERSION = 1
FARTHEST = 200  # events; whoever has missed more is told the whole truth


def news(table: LiveTable, since: int, device: str, speech: Speech) -> str:
    """All that has happened since an event, as one message; made once for all who see the same."""
    own = tuple(table.standing(device).own)
    key = ("news", since, own, table.owner == device, speech.code)
    made: str | None = table.cache.get(key)
    if made is None:
        made = encode(_news(table, since, device, speech))
        table.cache[key] = made
    return made


def whole(table: LiveTable, device: str, speech: Speech) -> dict[str, Any]:
    return {"type": "view", "number": table.number, "view": view(table, device, speech)}


def encode(message: dict[str, Any]) -> str:
    return json.dumps({"version": VERSION, **message}, ensure_ascii=False, separators=(",", ":"))


def _news(table: LiveTable, since: int, device: str, speech: Speech) -> dict[str, Any]:
    if not 0 < since <= table.number or table.number - since > FARTHEST:
        return whole(table, device, speech)
    stood = table.plies_after[since - 1]
    if min(table.plies_after[since - 1 :]) < stood:
        return whole(table, device, speech)  # something was taken back
    return {
        "type": "events",
        "number": table.number,
        "events": [event_to_json(event) for event in table.log[since:]],
        "plies": plies(table, stood, speech),
        "view": present(table, device, speech),
    }
