"""Addresses of clients, as they are counted."""

from __future__ import annotations

import ipaddress
from functools import lru_cache


@lru_cache(maxsize=2000)
def address_key(host: str) -> str:
    """Return what a host is counted as; IPv6 hosts are grouped by /64."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address.packed, 64), strict=False))
    return host
