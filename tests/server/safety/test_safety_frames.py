"""Hostile frames and requests, byte by byte, at a real server: nothing breaks and nobody waits."""

import json
import random
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.hostile import PING, TEXT, frame, handshake, send_frames, send_requests
from server.running import Device, Refused, hear, logged, server
from server.waiting import eventually, wait_for

MOVE = {"id": "1", "number": 4, "do": "move", "move": "A@a1"}


@dataclass
class Place:
    """A server, a table at it, and the device that plays there."""

    address: str
    device: Device
    table: str

    @property
    def path(self) -> str:
        return f"/api/v1/tables/{self.table}/live"

    def plays_on(self) -> bool:
        """Whether the game can still be played."""
        number = self.device.look(self.address, self.table)["number"]
        with self.device.live(self.address, self.table, number) as live:
            live.send(json.dumps({**MOVE, "number": number}))
            return bool(hear(live, "accepted"))


@contextmanager
def watched(folder: Path, *more: str) -> Iterator[str]:
    """A server that may log no error, whatever comes."""
    log = folder / "log"
    with server(folder / "data", *more, log=log) as (process, address):
        yield address
        assert process.poll() is None
    assert [line for line in logged(log) if line["level"] in ("error", "critical")] == []


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One server for all these tests, which could not be so fast with limits."""
    with watched(tmp_path_factory.mktemp("server"), "--limits", "off") as found:
        yield found


@pytest.fixture
def place(address: str) -> Place:
    device = Device()
    return Place(address, device, device.open_table(address, "quantik")["id"])


@pytest.mark.slow
def test_a_flood_of_frames(place: Place) -> None:
    chance = random.Random(1)
    seen = wait_for(send_frames(place.address, place.path, {}, 1500, chance))
    assert seen["frames"] == 1500
    assert seen["kept waiting"] == 0
    view = place.device.look(place.address, place.table)
    assert view["number"] == 4  # nobody but the device that sits there can do anything
    assert place.plays_on()


@pytest.mark.slow
def test_a_flood_from_a_player(place: Place) -> None:
    """Nonsense of somebody who may play; what they do by accident is theirs."""
    cookie = place.device.cookie
    chance = random.Random(3)
    seen = wait_for(send_frames(place.address, place.path, {"Cookie": cookie}, 1500, chance))
    assert seen["kept waiting"] == 0
    assert place.device.look(place.address, place.table)["number"] >= 4


@pytest.mark.slow
def test_a_flood_of_requests(place: Place) -> None:
    chance = random.Random(1)
    seen = wait_for(send_requests(place.address, [place.table], {}, 1000, chance))
    assert seen["kept waiting"] == 0
    assert not any(status.startswith("5") for status in seen)
    assert place.device.look(place.address, place.table)["number"] == 4
    assert place.plays_on()


@pytest.mark.slow
def test_a_player_is_served_while_others_flood(tmp_path: Path) -> None:
    """With the limits of everyday, from the same address."""
    with watched(tmp_path) as address:
        device = Device()
        flood(Place(address, device, device.open_table(address, "quantik")["id"]))


def plays_on_if_admitted(place: Place) -> bool:
    """The same; a client that shares an address with a flood may be refused for a moment."""
    with suppress(InvalidStatus, Refused):
        return place.plays_on()
    return False


def flood(place: Place) -> None:
    site = urlsplit(place.address)
    assert site.hostname is not None
    flooders = [socket.create_connection((site.hostname, site.port)) for _ in range(5)]
    try:
        for each in flooders:
            each.sendall(handshake(site.netloc, place.path, {}))
            each.setblocking(False)
        much = frame(TEXT, b"{}") * 20_000
        for each in flooders:
            with suppress(BlockingIOError):
                each.send(much)
        assert eventually(lambda: plays_on_if_admitted(place))
    finally:
        for each in flooders:
            each.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("x" * 20_000, 1009),  # more than a frame may have
        (b"\xff" * 20_000, 1009),
    ],
)
def test_large_frames_end_a_connection(place: Place, content: str | bytes, code: int) -> None:
    with place.device.live(place.address, place.table) as live:
        live.send(content)
        with pytest.raises(ConnectionClosed) as closed:
            hear(live, "nothing more")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code
    assert place.plays_on()


@pytest.mark.parametrize(
    "content",
    [
        b"\x00\xff",
        b"{}",
        "[" * 16_000,
        '{"a":' * 3000,
        '{"do":"view","id":' + '"\\ud800"}',
        json.dumps({**MOVE, "number": 10**400}),
        json.dumps({**MOVE, "more": 1}),
        json.dumps({**MOVE, "seat": -1}),
        json.dumps({**MOVE, "move": "A@a1\0"}),
    ],
    ids=lambda content: repr(content[:20]),
)
def test_nonsense_is_refused_and_the_game_goes_on(place: Place, content: str | bytes) -> None:
    with place.device.live(place.address, place.table) as live:
        live.send(content)
        assert hear(live, "refused")["error"]["detail"]
        live.send(json.dumps(MOVE))
        assert hear(live, "accepted")["number"] == 5


def test_a_refused_handshake_is_answered(place: Place) -> None:
    site = urlsplit(place.address)
    assert site.hostname is not None
    with socket.create_connection((site.hostname, site.port)) as rude:
        rude.sendall(handshake(site.netloc, place.path, {"Origin": "https://evil.example"}))
        answer = rude.recv(4096).decode()
    assert answer.startswith("HTTP/1.1 403")
    assert "This comes from another site." in answer


def closes_within(connection: socket.socket, seconds: float) -> bool:
    connection.settimeout(seconds)
    try:
        while connection.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def test_pings_without_end_are_not_answered_without_end(place: Place) -> None:
    site = urlsplit(place.address)
    assert site.hostname is not None
    with socket.create_connection((site.hostname, site.port)) as rude:
        rude.sendall(handshake(site.netloc, place.path, {}))
        rude.recv(4096)
        rude.sendall(frame(PING, b"x" * 100) * 100)
        assert closes_within(rude, 30)
    assert place.plays_on()


def test_a_head_without_end_is_given_up(place: Place) -> None:
    site = urlsplit(place.address)
    assert site.hostname is not None
    with socket.create_connection((site.hostname, site.port)) as rude:
        rude.sendall(b"GET / HTTP/1.1\r\n" + b"X: xxxxx\r\n" * 10_000)
        assert closes_within(rude, 30)
    assert place.plays_on()


def test_a_command_of_somebody_elses_connection_is_theirs(place: Place) -> None:
    """The same command, replayed by another device, does nothing."""
    with place.device.live(place.address, place.table) as live:
        live.send(json.dumps(MOVE))
        assert hear(live, "accepted")["number"] == 5
    stranger = Device()
    with stranger.live(place.address, place.table) as live:
        live.send(json.dumps(MOVE))
        assert hear(live, "refused")["error"]["code"] in ("stale_command", "forbidden")
        live.send(json.dumps({**MOVE, "number": 5, "seat": 1, "move": "B@b2"}))
        assert hear(live, "refused")["error"]["code"] == "forbidden"
    assert place.device.look(place.address, place.table)["number"] == 5


def test_a_close_without_a_reason_is_answered(place: Place) -> None:
    site = urlsplit(place.address)
    assert site.hostname is not None
    with socket.create_connection((site.hostname, site.port)) as rude:
        rude.sendall(handshake(site.netloc, place.path, {}))
        rude.recv(4096)
        rude.sendall(frame(8, struct.pack("!H", 999)))
        assert closes_within(rude, 30)
