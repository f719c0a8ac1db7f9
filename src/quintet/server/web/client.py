"""Who asks: what limits and queues count by."""

from __future__ import annotations

from typing import NamedTuple


class Client(NamedTuple):
    """An address, and a device at it."""

    address: str
    device: str
