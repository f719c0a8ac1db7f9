"""A Redis that cannot be reached: reported, tried again, and not needed to play."""

import json
import os
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.running import TOOL, Device, logged, server
from server.services import RedisServer, running_redis
from server.waiting import eventually

posix = pytest.mark.skipif(os.name != "posix", reason="sends signals")
NOWHERE = "redis://127.0.0.1:1/0"
WRONG = ["redis://localhost:port/0", "redis://localhost:99999/0", "localhost:6379", "http://x/"]


@pytest.fixture
def own_redis() -> Iterator[RedisServer]:
    """One that can be stopped without harm to others."""
    with running_redis() as made:
        yield made


def health(address: str) -> Any:
    with urllib.request.urlopen(f"{address}healthz", timeout=30) as answer:  # noqa: S310
        return json.load(answer)


@pytest.mark.slow
@posix
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_server_says_it_serves_and_ends(tmp_path: Path, how: signal.Signals) -> None:
    log = tmp_path / "log"
    with server(tmp_path, "--redis", NOWHERE, log=log) as (process, address):
        away = {"status": "degraded", "redis": "unreachable"}
        eventually(lambda: health(address) == away)
        assert Device().open_table(address)["view"]["phase"] == "playing"
        process.send_signal(how)
        process.wait(30)
    (said,) = [line for line in logged(log) if "Redis" in line["message"]]
    assert said["message"].startswith("Redis cannot be reached.")
    assert (said["level"], said["address"]) == ("warning", "127.0.0.1:1")
    assert "Traceback" not in log.read_text()


@pytest.mark.slow
def test_a_server_finds_redis_when_it_is_back(tmp_path: Path, own_redis: RedisServer) -> None:
    own_redis.stop(signal.SIGKILL)
    log = tmp_path / "log"
    with server(tmp_path, "--redis", own_redis.url, log=log) as (_, address):
        eventually(lambda: health(address)["status"] == "degraded")
        own_redis.start()
        eventually(lambda: health(address) == {"status": "ok", "redis": "ok"})
    said = [line["message"] for line in logged(log)]
    assert [text.split(".")[0] for text in said] == [
        "Redis cannot be reached",
        "Redis can be reached",
    ]


@pytest.mark.slow
@posix
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_worker_says_it_and_ends(how: signal.Signals) -> None:
    line = [TOOL, "worker", "--redis", NOWHERE]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    said = json.loads(process.stderr.readline())
    assert said["message"].startswith("Redis cannot be reached.")
    process.send_signal(how)
    printed, rest = process.communicate(timeout=30)
    assert "worker" in printed
    assert (process.returncode, rest) == (0, "")


@pytest.mark.slow
@posix
def test_a_worker_finds_redis_when_it_is_back(own_redis: RedisServer) -> None:
    own_redis.stop(signal.SIGKILL)
    line = [TOOL, "worker", "--redis", own_redis.url]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    assert "cannot be reached" in process.stderr.readline()
    own_redis.start()
    assert "Redis can be reached." in process.stderr.readline()
    process.send_signal(signal.SIGTERM)
    _, rest = process.communicate(timeout=30)
    assert rest == ""


@pytest.mark.slow
@pytest.mark.parametrize("command", ["serve", "worker"])
@pytest.mark.parametrize("url", WRONG)
def test_an_address_that_cannot_be_right_is_an_error(
    tmp_path: Path, command: str, url: str
) -> None:
    more = ["--no-browser", "--port", "0", "--data", str(tmp_path)] if command == "serve" else []
    line = [TOOL, command, "--redis", url, *more]
    done = subprocess.run(line, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    (said,) = done.stderr.splitlines()
    assert "--redis is an address such as redis://localhost:6379/0." in said
