"""Write games as JSON, one object a line (docs/reference/records.md)."""

from __future__ import annotations

import json

from quintet.record.model import Ply, Record, fill_seats, ordered_tags


def write_line(record: Record) -> str:
    """Return a checked record as JSON, without a line end."""
    variant = record.variant
    fields: dict[str, object] = {
        "game": record.game,
        "options": variant.changed_options,
        "tags": ordered_tags(record),
        "seats": fill_seats(variant, record.seats),
        "position": None if record.start is None else record.start.text,
        "comments": record.comments,
        "moves": [_write_ply(ply) for ply in record.moves],
        "result": record.result,
        "termination": record.termination,
    }
    kept = {
        name: value
        for name, value in fields.items()
        if value or name in ("game", "seats", "moves", "result")
    }
    return json.dumps(kept, ensure_ascii=False)


def _write_ply(ply: Ply) -> dict[str, object]:
    fields: dict[str, object] = {"move": ply.move}
    if ply.clock is not None:
        fields["clock"] = ply.clock
    if ply.comments:
        fields["comments"] = ply.comments
    if ply.nags:
        fields["nags"] = ply.nags
    if ply.variations:
        fields["variations"] = [
            {
                **({"comments": line.comments} if line.comments else {}),
                "moves": [_write_ply(instead) for instead in line.plies],
            }
            for line in ply.variations
        ]
    return fields
