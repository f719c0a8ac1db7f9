"""A subscriber: what one client has been sent, and what to send it next.

Nothing is sent from here and nothing piles up. The state is at the table, and a client is sent the
difference to what it knows when it is ready to read. So a slow client delays nobody and takes no
more memory than a fast one, and a reconnect is no different from having been slow.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping

from quintet.i18n.sentence import sentence
from quintet.server.play.chat import Seen
from quintet.server.play.latency import Latency
from quintet.server.play.table import Make, Table
from quintet.server.play.views.updates import presence, update
from quintet.server.schemas.encoding import encode
from quintet.server.web.errors import Forbidden
from quintet.server.web.locale import Locale

# Kinds of posts that may be repeated; a client that has the message is not sent it again.
REPEATED = ("values",)


class Subscriber:
    """One client that follows a table, over a WebSocket or by polling."""

    def __init__(
        self,
        table: Table,
        device: str,
        locale: Locale,
        since: int,
        seen: Seen | None,
        heard: Mapping[str, str] | None = None,
        address: str = "",
    ) -> None:
        self.device = device
        self.address = address
        self.latency = Latency(table.clock)
        self.wants_values = False
        self.values_ply: int | None = None
        self.since = since  # the latest event the client has
        self.seen = seen  # what it has of the chat
        self.heard = dict(heard or {})  # by kind, a digest of the last message that was no event
        self._table = table
        self._locale = locale
        self._posts: dict[str, Make] = {}
        self._woken = asyncio.Event()
        self._woken.set()

    def wake(self) -> None:
        self._woken.set()

    def resync(self) -> None:
        """Send a snapshot next."""
        self.since = 0
        self._woken.set()

    def post(self, kind: str, make: Make) -> None:
        self._posts[kind] = make
        self._woken.set()

    async def catch_up(self) -> None:
        """Let the table read at least what the client has seen at another process."""
        if self.since > self._table.number:
            await self._table.log.catch_up(self.since)
        await self._table.chat.open(0 if self.seen is None else self.seen.number)

    def assume_current(self) -> None:
        """Assume that the client knows presence and rematch: send only changes."""
        self._is_new("presence", presence(self._table))
        self._is_new("rematch", self._table.rematch_id or "")

    async def wait(self) -> None:
        """Wait until there may be messages."""
        await self._woken.wait()

    def messages(self) -> list[str]:
        """Return all that the client does not have yet, in the order to send it."""
        self._woken.clear()
        table, made = self._table, []
        if not table.may_look(self.device):
            raise Forbidden(sentence("Only the players can see this table."))
        if table.rematch_id is not None and self._is_new("rematch", table.rematch_id):
            self.since = 0
        if self.since != table.number:
            made.append(update(table, self.since, self.device, self._locale))
            self.since = table.number
            self._is_new("presence", presence(table))  # which the view contains, too
        self.seen, lines = table.chat.delta(self.seen, self.device, self._locale)
        if lines is not None:
            made.append(lines)
        if self._is_new("presence", presence(table)):
            made.append(presence(table))
        posts, self._posts = self._posts, {}
        for kind, make in posts.items():
            message = make(self._locale)
            if message is None:
                continue
            text = encode(message)
            if kind not in REPEATED or self._is_new(kind, text):
                made.append(text)
        return made

    def _is_new(self, kind: str, text: str) -> bool:
        """Whether this differs from the last message of its kind."""
        digest = hashlib.sha256(text.encode()).hexdigest()[:8]
        before, self.heard[kind] = self.heard.get(kind), digest
        return digest != before
