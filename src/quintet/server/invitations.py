"""Links to chairs: for those who are invited, and for those who go on at another device."""

from __future__ import annotations

from typing import Any

from quintet.server.live_table import LiveTable


def invitations(table: LiveTable, device: str) -> list[dict[str, Any]]:
    """The links to open chairs, for whoever opened the table."""
    if device != table.owner:
        return []
    return [_link(table, chair) for chair, name in enumerate(table.state.chairs) if name is None]


def return_links(table: LiveTable, device: str) -> list[dict[str, Any]]:
    """The links with which whoever sits here takes their seats to another device."""
    return [
        _link(table, chair)
        for chair, holder in enumerate(table.chairs)
        if holder.device == device and holder.key is not None
    ]


def _link(table: LiveTable, chair: int) -> dict[str, Any]:
    url = f"/tables/{table.id}/join/{table.chairs[chair].key}"
    return {"chair": chair, "url": url, "qr_url": f"{url}.svg"}
