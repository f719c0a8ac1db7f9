"""Style sheets and modules: read and compressed once, cached until they change.

All of them live under one name made from their contents, so that modules can import each other by
plain relative names and are never mixed with those of another version.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quintet.draw import bars
from quintet.draw.scene import sheet
from quintet.i18n.catalogue import SOURCE, languages, script_catalogue
from quintet.i18n.sentence import sentence
from quintet.server.web.errors import NotFound

FOREVER = "public, max-age=31536000, immutable"
MIN_COMPRESSED = 500  # bytes
SENTENCES = "sentences"  # the folder of what scripts say, a file a language


@dataclass(frozen=True, slots=True)
class File:
    content: bytes
    packed: bytes | None
    kind: str


class Static:
    def __init__(self) -> None:
        self.folder, self.files = _packed()
        self.route = Route("/static/{digest}/{name:path}", self._serve, methods=["GET"])

    def url(self, name: str) -> str:
        """Return the address of a file, which must exist."""
        if name not in self.files:
            raise KeyError(name)
        return f"{self.folder}/{name}"

    def sentences(self, code: str) -> str:
        """Return the address of the sentences that scripts say in a language; none for English."""
        if code == SOURCE:
            return ""
        name, _ = _sentences(code)
        return f"{self.folder}/{name}"

    async def _serve(self, request: Request) -> Response:
        file = self._find(request.path_params["name"])
        if file is None:
            raise NotFound(sentence("There is no such file."))
        current = request.url.path.startswith(self.folder + "/")
        headers = {
            "Cache-Control": FOREVER if current else "no-store",
            "Vary": "Accept-Encoding",
        }
        if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(file.packed, media_type=file.kind, headers=headers)
        return Response(file.content, media_type=file.kind, headers=headers)

    def _find(self, name: str) -> File | None:
        folder, _, rest = name.partition("/")
        code = rest.partition(".")[0]
        if folder == SENTENCES and code in languages() and code != SOURCE:
            known, file = _sentences(code)
            return file if name == known else None
        return self.files.get(name)


@cache  # several servers in one process have the same files
def _packed() -> tuple[str, Mapping[str, File]]:
    """Return the address of the folder, which changes with its files, and those files."""
    found = dict(_read(files("quintet.server").joinpath("static")))
    found["board.css"] = sheet().encode()
    found["bars.css"] = bars.STYLE.encode()
    digest = hashlib.sha256()
    for name, content in sorted(found.items()):
        digest.update(name.encode() + b"\0" + content + b"\0")
    packed = {name: _file(name, content) for name, content in found.items()}
    return f"/static/{digest.hexdigest()[:16]}", packed


@cache
def _sentences(code: str) -> tuple[str, File]:
    """Return a language's sentences as a script, made when somebody first needs them."""
    said = json.dumps(script_catalogue(code), ensure_ascii=False, separators=(",", ":"))
    content = f"globalThis.quintetSentences={said};\n".encode()
    name = f"{SENTENCES}/{code}.{hashlib.sha256(content).hexdigest()[:12]}.js"
    return name, _file(name, content)


def _read(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, bytes]]:
    """Return every file below a folder by its relative path."""
    for item in folder.iterdir():
        if item.is_dir():
            yield from _read(item, f"{prefix}{item.name}/")
        else:
            yield prefix + item.name, item.read_bytes()


def _file(name: str, content: bytes) -> File:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if name.endswith(".js"):
        kind = "text/javascript"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    packed = gzip.compress(content, 9, mtime=0) if len(content) >= MIN_COMPRESSED else None
    return File(content, packed, kind)
