"""Links to chairs: invitations, and links to continue on another device."""

from __future__ import annotations

from quintet.options import write_value
from quintet.server.play.seating import NO_CHAIR, chair_with_key, chairs_to_choose
from quintet.server.play.table import Table
from quintet.server.play.views.agreed import agreed
from quintet.server.play.views.seat_names import seat_name
from quintet.server.schemas.responses import Invitation
from quintet.server.schemas.views import ChairLink
from quintet.server.web.errors import NotFound
from quintet.server.web.locale import Locale


def invitations(table: Table, device: str) -> list[ChairLink]:
    """Return the links to open chairs, and those the host has made anew, for the host only."""
    if device != table.owner:
        return []
    state = table.state
    return [
        _link(table, chair)
        for chair, name in enumerate(state.chairs)
        if name is None or chair in state.relinked
    ]


def return_links(table: Table, device: str) -> list[ChairLink]:
    """Return the links with which a player continues on another device."""
    return [
        _link(table, chair)
        for chair, occupant in enumerate(table.chairs)
        if occupant.device == device and occupant.key is not None
    ]


def invitation(table: Table, key: str, device: str, locale: Locale) -> Invitation:
    """Return what the holder of a key is shown before they sit down."""
    chair = chair_with_key(table.chairs, key)
    if chair is None:
        raise NotFound(NO_CHAIR)
    state = table.state
    variant, clock = state.position.variant, state.setup.clock
    return {
        "chair": chair,
        "chairs": chairs_to_choose(state, chair),
        "name": state.chairs[chair],  # of the player, who continues on this device
        "here": table.chairs[chair].device == device,
        "names": [
            seat_name(table, state.seat_at(other), locale)
            for other, name in enumerate(state.chairs)
            if name is not None and other != chair
        ],
        "phase": state.phase,
        "game": state.setup.game,
        "title": variant.title,
        "options": {name: write_value(value) for name, value in variant.options.items()},
        "clock": None if clock is None else locale.say(clock.sentence),
        "agreements": agreed(table, locale),
    }


def _link(table: Table, chair: int) -> ChairLink:
    url = f"/tables/{table.id}/join/{table.chairs[chair].key}"
    return {"chair": chair, "url": url, "qr_url": f"{url}.svg"}
