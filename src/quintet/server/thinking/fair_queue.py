"""A queue for slots that is fair to addresses, and to devices behind one address.

Free slots go to the addresses that wait in turn, and behind an address to its devices in turn. No
address gets all of them: one is always left for others. So a flood from one address delays itself.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from quintet.i18n.sentence import sentence
from quintet.server.thinking.jobs import StopToken
from quintet.server.web.client import Client
from quintet.server.web.errors import Busy

MAX_WAITING = 32, 8  # of an address, of a device: jobs that may be refused


@dataclass(eq=False, slots=True)
class _Ticket:
    """A job that waits; `called` says whether it got a slot or was stopped."""

    queue: FairQueue
    client: Client
    called: asyncio.Future[bool] = field(default_factory=asyncio.Future)

    def stop(self) -> None:
        self.queue.remove(self)


class FairQueue:
    """Slots for jobs: at most so many in all, of an address, and of a device."""

    def __init__(
        self, slots: int, of_address: int | None = None, of_device: int | None = None
    ) -> None:
        self.slots = slots
        self._of_address = max(1, slots - 1) if of_address is None else of_address
        self._of_device = self._of_address if of_device is None else of_device
        self._running: Counter[Client] = Counter()
        self._waiting: OrderedDict[str, OrderedDict[str, deque[_Ticket]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """The number of jobs that wait."""
        devices = (each for address in self._waiting.values() for each in address.values())
        return sum(map(len, devices))

    @asynccontextmanager
    async def slot(self, client: Client, token: StopToken, *, patient: bool) -> AsyncIterator[bool]:
        """Wait for a slot and hold it; False if the job was stopped before it got one.

        A job that is not patient is refused when too many of its client wait already.
        """
        if not patient:
            self._refuse_if_many(client)
        ticket = _Ticket(self, client)
        address = self._waiting.setdefault(client.address, OrderedDict())
        address.setdefault(client.device, deque()).append(ticket)
        token.attach(ticket)
        self._call()
        try:
            called = await ticket.called
        except asyncio.CancelledError:
            if not self.remove(ticket) and not ticket.called.cancelled():
                self._release(client)
            raise
        try:
            yield called
        finally:
            if called:
                self._release(client)

    def remove(self, ticket: _Ticket) -> bool:
        """Remove a job that waits; False if it does not wait any more."""
        if ticket not in self._behind(ticket.client.address).get(ticket.client.device, ()):
            return False
        self._take(ticket)
        if not ticket.called.done():
            ticket.called.set_result(False)
        return True

    def _behind(self, address: str) -> Mapping[str, deque[_Ticket]]:
        """Return the jobs that wait behind an address, by device."""
        return self._waiting.get(address) or {}

    def _refuse_if_many(self, client: Client) -> None:
        devices = self._behind(client.address)
        waiting = sum(map(len, devices.values())), len(devices.get(client.device, ()))
        if any(count >= most for count, most in zip(waiting, MAX_WAITING, strict=True)):
            raise Busy(sentence("You have asked the engine for a lot; wait for its answers."))

    def _call(self) -> None:
        """Give free slots to those whose turn it is."""
        while self._running.total() < self.slots and (ticket := self._next()) is not None:
            self._take(ticket)
            if ticket.called.cancelled():
                continue  # its task has not heard of it yet
            self._running[ticket.client] += 1
            ticket.called.set_result(True)

    def _next(self) -> _Ticket | None:
        addresses, devices = Counter[str](), Counter[str]()
        for client, count in self._running.items():
            addresses[client.address] += count
            devices[client.device] += count
        for address, waiting in self._waiting.items():
            if addresses[address] < self._of_address:
                for device, tickets in waiting.items():
                    if devices[device] < self._of_device:
                        return tickets[0]
        return None

    def _take(self, ticket: _Ticket) -> None:
        """Remove a ticket, and put its device and address behind the others."""
        address, device = ticket.client
        devices = self._waiting[address]
        devices[device].remove(ticket)
        devices.move_to_end(device)
        self._waiting.move_to_end(address)
        if not devices[device]:
            del devices[device]
        if not devices:
            del self._waiting[address]

    def _release(self, client: Client) -> None:
        self._running[client] -= 1
        if not self._running[client]:
            del self._running[client]
        self._call()
