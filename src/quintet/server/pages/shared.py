"""Pages that are the same for everybody: rendered once in each language, and kept.

They are rendered in a thread, because some take longer than a player should wait for a move. What
depends on the device, its cookies or its name must not be in them.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from quintet.server.web.processor_time import in_thread

MAX_BYTES = 32_000_000  # of compressed pages in memory
MAX_RENDERING = 1  # page at a time: more would only compete for the interpreter
COMPRESSION = 5

Key = tuple[str | int | None, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it is kept: compressed, because nearly all browsers take it so."""

    packed: bytes
    kind: str
    tag: str


class SharedPages:
    """The pages of one server; the least recently used are dropped."""

    def __init__(self) -> None:
        self._pages: OrderedDict[Key, Page] = OrderedDict()
        self._size = 0
        self._making: dict[Key, asyncio.Task[Page]] = {}
        self._turns = asyncio.Semaphore(MAX_RENDERING)

    async def find(self, key: Key, make: Callable[[], Response]) -> Page:
        """Return a page; those who want it at the same time share one rendering."""
        found = self._pages.get(key)
        if found is not None:
            self._pages.move_to_end(key)
            return found
        task = self._making.get(key)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._make(key, make))
            self._making[key] = task
            task.add_done_callback(lambda _: self._making.pop(key, None))
        return await asyncio.shield(task)

    async def _make(self, key: Key, make: Callable[[], Response]) -> Page:
        async with self._turns:
            made = await in_thread(lambda: _pack(make()))
        self._pages[key] = made
        self._size += len(made.packed)
        while self._size > MAX_BYTES:
            _, dropped = self._pages.popitem(last=False)
            self._size -= len(dropped.packed)
        return made


async def shared_page(request: Request, key: Key, make: Callable[[], Response]) -> Response:
    """Answer with a page that depends on the key alone, or with 304 if it is known."""
    pages: SharedPages = request.app.state.shared_pages
    page = await pages.find(key, make)
    headers = {
        "Cache-Control": "private, no-cache",  # to be kept, and asked for again with its tag
        "ETag": page.tag,
        "Vary": "Accept-Encoding, Accept-Language, Cookie",
    }
    if _is_known(request, page.tag):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(page.packed, media_type=page.kind, headers=headers)
    return Response(gzip.decompress(page.packed), media_type=page.kind, headers=headers)


def _pack(made: Response) -> Page:
    body = bytes(made.body)
    # Weak: the same page may be sent compressed or not.
    tag = f'W/"{hashlib.sha256(body).hexdigest()[:24]}"'
    packed = gzip.compress(body, COMPRESSION, mtime=0)
    return Page(packed, made.headers["content-type"], tag)


def _is_known(request: Request, tag: str) -> bool:
    known = request.headers.get("if-none-match", "")
    return known.strip() == "*" or tag in (each.strip() for each in known.split(","))
