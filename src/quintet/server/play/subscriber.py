"""What one client has been told, and what to tell it next.

Nothing is sent from here and nothing piles up: the truth is at the table, and a client is told the
difference to what it knows whenever it is ready. So a slow reader holds nobody up and takes no more
memory than a fast one, and coming back is no different from having been slow.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping

from quintet.i18n.sentence import sentence
from quintet.server.api.encoding import encode
from quintet.server.play.chat import Seen
from quintet.server.play.latency import Delay
from quintet.server.play.table import LiveTable, Make
from quintet.server.play.updates import news, presence
from quintet.server.web.errors import Forbidden
from quintet.server.web.locale import Locale

# What may be posted again as it was; whoever has heard it is not told again.
STANDING = ("values",)


class Teller:
    def __init__(
        self,
        table: LiveTable,
        device: str,
        locale: Locale,
        since: int,
        seen: Seen | None,
        heard: Mapping[str, str] | None = None,
    ) -> None:
        self.device = device
        self.delay = Delay()
        self.wants_values = False
        self.values_ply: int | None = None
        self.since = since  # the latest event the client knows of
        self.seen = seen  # what it knows of the chat
        self.heard = dict(heard or {})  # by kind, a mark of what was told last that is no event
        self._table = table
        self._locale = locale
        self._posts: dict[str, Make] = {}
        self._news = asyncio.Event()
        self._news.set()

    def wake(self) -> None:
        self._news.set()

    def look_again(self) -> None:
        self.since = 0
        self._news.set()

    def post(self, kind: str, make: Make) -> None:
        self._posts[kind] = make
        self._news.set()

    async def catch_up(self) -> None:
        """Sees to it that the table knows at least what the client has seen at another process."""
        if self.since > self._table.number:
            await self._table.catch_up(self.since)
        await self._table.chat.open(0 if self.seen is None else self.seen.number)

    def take_as_heard(self) -> None:
        """Takes it that the client knows how things stand, and is to be told of changes only."""
        self._is_new("presence", presence(self._table))
        self._is_new("rematch", self._table.rematch_id or "")

    async def wait(self) -> None:
        """Until there may be something to tell."""
        await self._news.wait()

    def messages(self) -> list[str]:
        """All that the client does not know yet, in the order in which it is to be told."""
        self._news.clear()
        table, made = self._table, []
        if not table.may_look(self.device):
            raise Forbidden(sentence("Only those who play at this table may look at it."))
        if table.rematch_id is not None and self._is_new("rematch", table.rematch_id):
            self.since = 0
        if self.since != table.number:
            made.append(news(table, self.since, self.device, self._locale))
            self.since = table.number
            self._is_new("presence", presence(table))  # which the view tells, too
        self.seen, said = table.chat.news(self.seen, self.device, self._locale)
        if said is not None:
            made.append(said)
        if self._is_new("presence", presence(table)):
            made.append(presence(table))
        posts, self._posts = self._posts, {}
        for kind, make in posts.items():
            message = make(self._locale)
            if message is None:
                continue
            text = encode(message)
            if kind not in STANDING or self._is_new(kind, text):
                made.append(text)
        return made

    def _is_new(self, kind: str, text: str) -> bool:
        """Whether this is something else than the client heard last."""
        mark = hashlib.sha256(text.encode()).hexdigest()[:8]
        before, self.heard[kind] = self.heard.get(kind), mark
        return mark != before
