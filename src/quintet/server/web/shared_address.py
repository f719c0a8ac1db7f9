"""The address of this server for other machines.

A server that listens on all addresses is opened by its host at 127.0.0.1, which others cannot
reach. Links and QR codes for them have one of the machine's own addresses instead.
"""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress

from starlette.requests import Request

from quintet.server.web.origin import LOCAL_NAMES, host_name

EVERY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104 only compared
# Addresses reserved for documentation: nothing is sent there, but the route is looked up.
ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def addresses_for_others(host: str, port: int) -> tuple[str, ...]:
    """Return where other machines reach a server, the likeliest first; empty if nowhere."""
    if host not in EVERY_ADDRESS:
        return ()
    found = [*_routed(), *_named()]
    if host == "0.0.0.0":  # noqa: S104 only compared
        found = [each for each in found if ":" not in each]
    return tuple(dict.fromkeys(address_of_server(it, port) for it in found if _is_reachable(it)))


def address_of_server(host: str, port: int) -> str:
    """Return the address of a server at a host."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def shared_base(request: Request) -> str:
    """Return the address to which links for others are relative."""
    known: tuple[str, ...] = request.app.state.shared_addresses
    return known[0] if known and host_name(request) in LOCAL_NAMES else str(request.base_url)


def _routed() -> list[str]:
    """Return the addresses from which this machine would send to others."""
    found = []
    for family, elsewhere in ELSEWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            found.append(str(probe.getsockname()[0]))
    return found


def _named() -> list[str]:
    """Return the addresses of this machine's name."""
    with suppress(OSError):
        return [str(it[4][0]) for it in socket.getaddrinfo(socket.gethostname(), None)]
    return []


def _is_reachable(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)
