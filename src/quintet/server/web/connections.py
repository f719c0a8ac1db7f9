"""Open TCP connections of each address, whether or not they have sent anything.

An idle connection costs nothing but a descriptor, and without descriptors nobody can connect.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import math
import sys
from collections import Counter, OrderedDict
from collections.abc import Sequence

from quintet.server.clock import Clock
from quintet.server.web.addresses import address_key
from quintet.server.web.logs import facts

log = logging.getLogger("quintet.server")

MAX_CONNECTIONS = 500  # of an address
MAX_SHARE = 0.25  # of the process's descriptors
MAX_DESCRIPTORS = 65_536  # what a server asks for
MAX_REMEMBERED = 1000  # addresses that were refused
LOG_INTERVAL = 60.0  # seconds between two lines about one address

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class OpenConnections:
    """The connections of a server.

    Those of a trusted proxy are not counted: the clients behind it share its address, and the
    proxy has limits of its own.
    """

    def __init__(self, factor: float, trusted_proxies: Sequence[str], clock: Clock) -> None:
        most = MAX_CONNECTIONS * factor
        self._most = most if math.isinf(most) else min(most, MAX_SHARE * descriptor_limit())
        self._trusted = _Trusted(trusted_proxies)
        self._clock = clock
        self._counts: Counter[str] = Counter()
        self._addresses: dict[asyncio.BaseTransport, str] = {}
        self._logged: OrderedDict[str, float] = OrderedDict()

    def opened(self, transport: asyncio.BaseTransport) -> bool:
        """Count a connection; False when it is one too many, and must be closed."""
        peer = transport.get_extra_info("peername")
        if not isinstance(peer, tuple) or peer[0] in self._trusted:
            return True
        address = address_key(str(peer[0]))
        if self._counts[address] >= self._most:
            self._log(address)
            return False
        self._counts[address] += 1
        self._addresses[transport] = address
        return True

    def closed(self, transport: asyncio.BaseTransport) -> None:
        address = self._addresses.pop(transport, None)
        if address is not None:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]

    def _log(self, address: str) -> None:
        """Say that connections are refused, for each address at most once a minute."""
        now = self._clock.monotonic()
        if now - self._logged.get(address, -math.inf) < LOG_INTERVAL:
            return
        self._logged[address] = now
        self._logged.move_to_end(address)
        while len(self._logged) > MAX_REMEMBERED:
            self._logged.popitem(last=False)
        known = facts(open=self._counts[address])
        log.warning("An address has too many open connections; more are refused.", extra=known)


class _Trusted:
    def __init__(self, proxies: Sequence[str]) -> None:
        self._names = set(proxies)
        self._networks: list[Network] = []
        for each in proxies:
            try:
                self._networks.append(ipaddress.ip_network(each))
            except ValueError:
                continue  # `*`, or a name

    def __contains__(self, host: str) -> bool:
        if not self._names:
            return False
        if "*" in self._names or host in self._names:
            return True
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._networks)


def descriptor_limit() -> float:
    """Return how many files and connections this process may have open."""
    if sys.platform == "win32":
        return math.inf
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return math.inf if soft == resource.RLIM_INFINITY else soft


def raise_descriptor_limit() -> None:
    """Ask for as many descriptors as this process may have, within reason."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
    if soft not in (resource.RLIM_INFINITY, wanted) and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
