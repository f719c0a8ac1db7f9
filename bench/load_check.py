"""Compare what clients received with what is in the store."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from load_tables import Seat, Table
from quintet.server.store import Store
from quintet.table import event_to_json, replay


@dataclass
class Checked:
    tables: int = 0
    events: int = 0
    acknowledged: int = 0
    finished: int = 0
    faults: list[str] = field(default_factory=list)


def check(database: str, tables: list[Table]) -> Checked:
    """Check that acknowledged events are stored in order and finished games replay."""
    checked = Checked()
    store = Store(database)
    try:
        for table in tables:
            asyncio.run(_check_table(store, table, checked))
    finally:
        store.close()
    return checked


async def _check_table(store: Store, table: Table, checked: Checked) -> None:
    kept = await store.load(table.id)
    if kept is None:
        checked.faults.append(f"{table.id} is lost")
        return
    stored = [event_to_json(event) for event in kept.events]
    checked.tables += 1
    checked.events += len(stored)
    outcome = replay(kept.events).outcome
    checked.finished += outcome is not None
    for seat in table.seats:
        checked.acknowledged += len(seat.heard.acknowledged)
        checked.faults += [f"{table.id}: {fault}" for fault in _faults(seat, stored)]
        if outcome is not None and seat.heard.result not in (None, outcome.result):
            checked.faults.append(f"{table.id} ended {outcome.result}, not {seat.heard.result}")


def _faults(seat: Seat, stored: list[dict[str, object]]) -> list[str]:
    heard, faults = seat.heard, list(seat.heard.faults)
    numbers = list(heard.acknowledged.values())
    if len(set(numbers)) != len(numbers):
        faults.append("two commands were acknowledged with the same number")
    faults += [f"event {number} is lost" for number in numbers if number > len(stored)]
    faults += [
        f"event {number} differs in the store"
        for number, event in heard.events.items()
        if number > len(stored) or stored[number - 1] != event
    ]
    return faults
