"""Hostile clients: frames and requests that are wrong in every way we know.

Everything is written to the socket byte by byte, because a client library would refuse to.
"""

from __future__ import annotations

import asyncio
import base64
import json
import math
import os
import random
import struct
import time
from collections import Counter
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
ANSWER_TIMEOUT = 60.0
FRAMES_A_CONNECTION = 200

WORDS: list[Any] = [
    *("move", "ask", "answer", "resign", "rematch", "hint", "values", "view", "leave", "say"),
    *("draw", "take_back", "replace", "pause", "players", "team", "A@a1", "quixo", "person"),
    *("", "\0", "\u202e", "\ud800", "é" * 50, "a" * 500, "<script>", "'; DROP TABLE events; --"),
    *(0, 1, -1, 4, 2**31, 2**63, 10**40, 1.5, 1e308, True, False, None),
    *([], {}, [[]], {"a": {}}, [None] * 50),
]
KEYS = [
    *("id", "number", "do", "seat", "move", "what", "to", "yes", "on", "room", "text", "key"),
    *("game", "options", "position", "moves", "chairs", "first", "clock", "name", "chair"),
    *("seconds", "best", "public", "spectators", "", "__class__", "constructor"),
]


def body(chance: random.Random) -> bytes:
    """JSON that means nothing here, or that is no JSON."""
    match chance.randrange(9):
        case 0:
            return b"[" * chance.choice([10, 1000, 15_000])
        case 1:
            return b'{"a":' * 2000 + b"1" + b"}" * 2000
        case 2:
            return chance.randbytes(chance.randrange(200))
        case 3:
            return b'{"do":"move","number":' + b"9" * chance.choice([30, 900, 5000]) + b"}"
        case 4:
            wishes = {"game": "quantik", "chairs": [{"name": chance.choice(WORDS)}] * 2}
            return json.dumps({**wishes, chance.choice(KEYS): chance.choice(WORDS)}).encode()
        case 5:
            whole = json.dumps({"id": "1", "number": 4, "do": "move", "move": "A@a1"}).encode()
            spoilt = bytearray(whole)
            spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
            return bytes(spoilt)
    many = chance.randrange(7)
    found = {chance.choice(KEYS): chance.choice(WORDS) for _ in range(many)}
    if chance.random() < 0.7:
        found["do"] = chance.choice(WORDS[:10])
        found["number"] = chance.choice([0, 4, 5, 99])
    return json.dumps(found, ensure_ascii=chance.random() < 0.5).encode(errors="surrogatepass")


def frame(
    opcode: int,
    content: bytes,
    *,
    last: bool = True,
    masked: bool = True,
    reserved: int = 0,
    length: int | None = None,
) -> bytes:
    """A frame of a WebSocket (RFC 6455), right or wrong."""
    size = len(content) if length is None else length
    first = (0x80 if last else 0) | reserved << 4 | opcode
    mask_bit = 0x80 if masked else 0
    if size < 126:
        head = struct.pack("!BB", first, mask_bit | size)
    elif size < 65536:
        head = struct.pack("!BBH", first, mask_bit | 126, size)
    else:
        head = struct.pack("!BBQ", first, mask_bit | 127, size)
    if not masked:
        return head + content
    mask = os.urandom(4)
    repeated = (mask * (len(content) // 4 + 1))[: len(content)]
    mixed = int.from_bytes(content, "big") ^ int.from_bytes(repeated, "big")
    return head + mask + mixed.to_bytes(len(content), "big")


def polite_frame(chance: random.Random) -> bytes:
    """One that is a frame at least: the connection stays open, whatever it says."""
    match chance.randrange(30):
        case 0:
            opcode = chance.choice([PING, PONG])
            return frame(opcode, chance.randbytes(chance.randrange(126)))
        case 1 | 2 | 3:
            return frame(BINARY, chance.randbytes(chance.randrange(200)))
        case 4 | 5 | 6:
            part = body(chance)[:500].decode(errors="ignore").encode()
            cut = len(part) // 2
            return frame(TEXT, part[:cut], last=False) + frame(0, part[cut:])
    text = body(chance)[:16_000].decode(errors="ignore")
    return frame(TEXT, text.encode())


def rude_frame(chance: random.Random) -> bytes:
    """One after which a connection has to be closed."""
    match chance.randrange(12):
        case 0:
            return frame(TEXT, b"\xff\xfe" + chance.randbytes(20))
        case 1:
            return frame(TEXT, b"\xed\xa0\x80")  # half of a pair
        case 2:
            return frame(TEXT, b"x" * 20_000)
        case 3:
            return frame(TEXT, b"x", length=chance.choice([2**20, 2**40, 2**63 - 1, 2**64 - 1]))
        case 4:
            return frame(chance.choice([3, 4, 5, 6, 7, 11, 15]), b"x")
        case 5:
            return frame(TEXT, b"{}", masked=False)
        case 6:
            return frame(TEXT, b"{}", reserved=chance.randrange(1, 8))
        case 7:
            return frame(PING, b"x" * 200)
        case 8:
            return frame(0, b"x")  # goes on with what has not begun
        case 9:
            return frame(CLOSE, struct.pack("!H", chance.choice([0, 999, 1005, 1006, 65535])))
        case 10:
            return frame(CLOSE, b"\x03") + frame(TEXT, b"{}")
    return chance.randbytes(chance.randrange(1, 400))


def handshake(host: str, path: str, headers: dict[str, str]) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


async def send_frames(
    address: str,
    path: str,
    headers: dict[str, str],
    count: int,
    chance: random.Random,
    *,
    rude: float = 0.02,
    until: float = math.inf,
) -> Counter[str]:
    """Send a number of frames over as many connections as needed; count the effects."""
    site, seen = urlsplit(address), Counter[str]()
    while seen["frames"] < count and time.monotonic() < until:
        reader, writer = await asyncio.open_connection(site.hostname, site.port)
        seen["connections"] += 1
        writer.write(handshake(site.netloc, path, headers))
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), ANSWER_TIMEOUT)
        reading = asyncio.create_task(_read_all(reader))
        try:
            for _ in range(min(FRAMES_A_CONNECTION, count - seen["frames"])):
                wrong = chance.random() < rude
                writer.write((rude_frame if wrong else polite_frame)(chance))
                seen["frames"] += 1
                await asyncio.wait_for(writer.drain(), ANSWER_TIMEOUT)
                if wrong or reading.done() or time.monotonic() > until:
                    break
            else:
                writer.write(frame(CLOSE, struct.pack("!H", 1000)))
            if chance.random() < 0.2:
                writer.transport.abort()
            else:
                writer.write_eof()
        except OSError:
            seen["broken off"] += 1
        finally:
            try:
                seen["bytes heard"] += await asyncio.wait_for(reading, ANSWER_TIMEOUT)
            except TimeoutError:
                seen["kept waiting"] += 1
            writer.close()
    return seen


async def _read_all(reader: asyncio.StreamReader) -> int:
    read = 0
    try:
        while part := await reader.read(65536):
            read += len(part)
    except OSError:
        pass
    return read


def request(host: str, tables: list[str], chance: random.Random, headers: dict[str, str]) -> bytes:
    """A request that is wrong in what it says."""
    posts = chance.random() < 0.5
    paths = (_posts if posts else _gets)(tables, chance)
    path = chance.choice(paths)
    method = chance.choice(["PUT", "DELETE", "HEAD", "X" * 50]) if chance.random() < 0.05 else ""
    method = method or ("POST" if posts else "GET")
    more = dict(headers)
    if chance.random() < 0.3:
        more |= chance.choice(_HEADERS)(chance)
    content = body(chance) if posts else b""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}"]
    lines += [f"{name}: {value}" for name, value in more.items()]
    if posts and chance.random() < 0.1:
        lines += ["Content-Type: application/x-www-form-urlencoded"]
        content = b"game=quixo&chair-0=" + content.replace(b"\n", b"")[:5000]
    head = "\r\n".join([*lines, f"Content-Length: {len(content)}", "", ""])
    return head.encode("latin-1", errors="replace") + content


def _table(tables: list[str], chance: random.Random) -> str:
    wrong = ["nothing", "%00", "..%2f..%2fetc%2fpasswd", "x" * 300, "%ff", "%F0%9F%8E%B2"]
    return chance.choice(tables if chance.random() < 0.7 else wrong)


def _posts(tables: list[str], chance: random.Random) -> list[str]:
    table = _table(tables, chance)
    return [
        "/api/v1/tables",
        f"/api/v1/tables/{table}/commands",
        f"/api/v1/tables/{table}/commands",
        f"/api/v1/tables/{table}/join",
        "/api/v1/positions",
        f"/api/v1/positions/svg?view={table}",
        "/tables",
        f"/tables/{table}/join/{chance.choice(['x', '%00', 'y' * 40])}",
        "/language",
    ]


def _gets(tables: list[str], chance: random.Random) -> list[str]:
    table = _table(tables, chance)
    number = chance.choice(["0", "-1", "999999999999999999999", "x", "", "1e9", "%D9%A3"])
    return [
        f"/api/v1/tables/{table}",
        f"/api/v1/tables/{table}/why?touched={'a1,' * chance.randrange(40)}",
        f"/api/v1/tables/{table}/board.svg?ply={number}&view={table}",
        f"/api/v1/tables/{table}/record?form={table}",
        f"/api/v1/tables/{table}/poll?since={number}&chat={number}&wait=0",
        "/api/v1/tables",
        "/api/v1/lobby",
        f"/api/v1/games/{table}",
        "/api/v1/openapi.json",
        f"/tables/{table}",
        f"/tables/{table}/join/{chance.choice(['x', '%00', 'y' * 40])}",
        f"/tables/{table}/join/{table}.svg?{'q' * chance.choice([1, 4000])}",
        f"/edit/quixo?position={table}&size={number}",
        f"/new/{table}",
        f"/static/{table}/{table}",
        "/healthz",
        "/metrics",
        f"/{table}",
    ]


_HEADERS: list[Callable[[random.Random], dict[str, str]]] = [
    lambda _: {"Origin": "https://evil.example"},
    lambda _: {"Origin": "http://["},
    lambda _: {"Sec-Fetch-Site": "cross-site"},
    lambda chance: {"Cookie": "quintet_device=" + "x." * chance.randrange(90)},
    lambda _: {"Cookie": "quintet_device=\xe9\xff; =; ;;; quintet_language=../../etc"},
    lambda chance: {"Accept-Language": ",".join(["x-y;q=z"] * chance.randrange(300))},
    lambda _: {"Accept-Encoding": "gzip;q=nonsense, \x01"},
    lambda _: {"X-Forwarded-For": "'; DROP TABLE events; --", "X-Forwarded-Proto": "gopher"},
    lambda _: {"Content-Type": "multipart/form-data; boundary="},
    lambda _: {"Content-Type": "multipart/form-data; boundary=x"},
    lambda _: {"Content-Type": "application/json; charset=utf-99"},
    lambda _: {"Authorization": "Bearer \xff"},
    lambda _: {"Range": "bytes=0-,-1", "If-None-Match": "*"},
    lambda _: {"Expect": "100-continue"},
    lambda _: {"Connection": "close"},
]


def no_request(host: str, chance: random.Random) -> bytes:
    """Something that is wrong in how it is said."""
    good = f"Host: {host}\r\n".encode()
    return chance.choice(
        [
            b"\r\n\r\n",
            b"GET\r\n\r\n",
            b"GET / HTTP/9.9\r\n" + good + b"\r\n",
            b"GET \xff\xfe HTTP/1.1\r\n" + good + b"\r\n",
            b"GET /\xc3\xa9?\xff HTTP/1.1\r\n" + good + b"\r\n",
            b"GET / HTTP/1.1\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + good * 2 + b"\r\n",
            b"GET / HTTP/1.1\r\nHost: " + b"h" * 5000 + b"\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + good + b"X: " + b"x" * 70_000 + b"\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + good + b"X: 1\r\n" * 500 + b"\r\n",
            b"POST /tables HTTP/1.1\r\n" + good + b"Content-Length: 999999999\r\n\r\n",
            b"POST /tables HTTP/1.1\r\n" + good + b"Content-Length: -1\r\n\r\n",
            b"POST /tables HTTP/1.1\r\n"
            + good
            + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            b"POST /tables HTTP/1.1\r\n" + good + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
            b"POST /tables HTTP/1.1\r\n"
            + good
            + b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
            b"GET /api/v1/tables/x/live HTTP/1.1\r\n" + good + b"Upgrade: websocket\r\n\r\n",
            b"GET /api/v1/tables/\xff/live HTTP/1.1\r\n"
            + good
            + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
            b"GET /api/v1/tables/x/live HTTP/1.1\r\n"
            + good
            + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 99\r\n"
            + b"Sec-WebSocket-Key: \xff\r\n\r\n",
            chance.randbytes(chance.randrange(1, 300)) + b"\r\n\r\n",
        ]
    )


async def send_requests(
    address: str,
    tables: list[str],
    headers: dict[str, str],
    count: int,
    chance: random.Random,
    *,
    until: float = math.inf,
) -> Counter[str]:
    """Send a number of requests in sequence; count the answers by status."""
    site, seen = urlsplit(address), Counter[str]()
    while seen["requests"] < count and time.monotonic() < until:
        reader, writer = await asyncio.open_connection(site.hostname, site.port)
        seen["connections"] += 1
        is_open = True
        try:
            while is_open and seen["requests"] < count and time.monotonic() < until:
                is_open = chance.random() > 0.05
                if is_open:
                    sent = request(site.netloc, tables, chance, headers)
                    writer.write(sent)
                else:
                    sent = no_request(site.netloc, chance)
                    writer.write(sent)
                    writer.write_eof()
                seen["requests"] += 1
                async with asyncio.timeout(ANSWER_TIMEOUT):
                    status, stays = await _answer(reader, has_body=sent[:4] != b"HEAD")
                seen[status] += 1
                is_open = is_open and stays
        except TimeoutError:
            seen["kept waiting"] += 1
        except (OSError, asyncio.IncompleteReadError):
            seen["broken off"] += 1
        finally:
            writer.close()
    return seen


async def _answer(reader: asyncio.StreamReader, *, has_body: bool) -> tuple[str, bool]:
    """The status of the next answer, and whether the connection can be used again."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    status = head.split(" ", 2)[1]
    if status == "100":
        return await _answer(reader, has_body=has_body)
    lines = [line.lower().partition(": ") for line in head.split("\r\n")[1:]]
    fields = {name: value for name, _, value in lines}
    if has_body:
        await reader.readexactly(int(fields.get("content-length", "0")))
    return status, fields.get("connection") != "close"
