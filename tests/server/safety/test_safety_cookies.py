"""The cookie that keeps a seat: signed by the server, and by nobody else."""

import os
import string
import subprocess
import sys
from base64 import urlsafe_b64decode
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from itsdangerous import TimestampSigner

from quintet.server import Settings, create_app
from quintet.server.web.device_tokens import COOKIE, _signer
from quintet.server.web.secret_keys import (
    COOKIE_LIFE,
    SIGNS_AFTER,
    BadSecretFile,
    KeyRing,
    make_keys,
    read_keys,
    rotate,
)
from server.fake_clock import FakeClock
from server.tables import command, look, open_table, other_device

posix = pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
OLD, NEW = "o" * 43, "n" * 43


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def write_keys(path: Path, *keys: tuple[int, str]) -> None:
    path.write_text("".join(f"{made} {text}\n" for made, text in keys), "ascii")
    path.chmod(0o600)


def device_with(client: TestClient, cookie: str) -> TestClient:
    device = other_device(client)
    device.cookies.set(COOKIE, cookie)
    return device


def holds_a_seat(client: TestClient, table: dict[str, str]) -> bool:
    return any(seat["here"] for seat in look(client, table)["seats"])


def test_the_cookie_is_signed_and_scripts_cannot_read_it(client: TestClient) -> None:
    header = client.get("/").headers["set-cookie"]
    assert "HttpOnly" in header
    assert "SameSite=lax" in header
    assert "Secure" not in header  # this was no HTTPS
    assert header.partition("=")[2].partition(";")[0].count(".") == 2
    assert "set-cookie" not in client.get("/").headers  # it is kept, not given again


def test_https_gets_a_secure_cookie(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(str(tmp_path))), "https://testserver") as client:
        assert "Secure" in client.get("/").headers["set-cookie"]


def test_other_spellings_of_a_cookie_are_worth_nothing(client: TestClient) -> None:
    table = open_table(client, "quantik")
    true = client.cookies[COOKIE]
    letters = string.ascii_letters + string.digits + "-_"
    twin = next(
        true[:-1] + last
        for last in letters
        if last != true[-1]
        and urlsafe_b64decode("A" * 40 + true[-3:-1] + last + "=")
        == urlsafe_b64decode("A" * 40 + true[-3:] + "=")
    )
    spellings = [
        twin,
        f"{true}=",
        f"{true}==",
        f"{true[:-5]}!{true[-5:]}",
        f'"{true}"',
        true.upper(),
    ]
    assert holds_a_seat(client, table)
    for cookie in spellings:
        other = other_device(client)
        header = {"Cookie": f"{COOKIE}={cookie}"}
        seats = other.get(f"/api/v1/tables/{table['id']}", headers=header).json()["view"]["seats"]
        assert not any(seat["here"] for seat in seats), cookie
    named = {"Cookie": f"{COOKIE.upper()}={true}"}
    seats = other_device(client).get(f"/api/v1/tables/{table['id']}", headers=named).json()
    assert not any(seat["here"] for seat in seats["view"]["seats"])


def test_forged_cookies_are_worth_nothing(client: TestClient) -> None:
    table = open_table(client, "quantik")
    true = client.cookies[COOKIE]
    token, date, signature = true.split(".")
    forged = [
        token,
        f"{token}.{date}",
        f"{token}.{date}.",
        f"{token}.{date}.{signature[::-1]}",
        f"{token}.AAAAAA.{signature}",
        f"{token[:-1]}.{date}.{signature}",
        TimestampSigner("a key of my own", salt="quintet.device").sign(token).decode(),
        "a" * 4000,
        "%C3%A9" * 30,
        "...",
    ]
    for cookie in forged:
        stranger = device_with(client, cookie)
        answer = command(stranger, table, number=4, do="move", move="A@a1")
        assert answer.status_code == 403, cookie
        assert answer.json()["code"] == "forbidden"
        assert COOKIE in answer.headers["set-cookie"]  # they get one of their own
        assert not holds_a_seat(stranger, table)
    assert look(client, table)["number"] == 4
    assert holds_a_seat(device_with(client, true), table)


def test_old_cookies_are_given_a_new_date(client: TestClient, clock: FakeClock) -> None:
    table = open_table(client, "quantik")
    clock.jump(40 * 24 * 3600)
    answer = client.get("/")
    assert COOKIE in answer.headers["set-cookie"]
    clock.jump(COOKIE_LIFE - 60)  # it is the new date that counts
    assert holds_a_seat(client, table)
    stale = client.cookies[COOKIE]
    clock.jump(COOKIE_LIFE + 60)
    assert not holds_a_seat(device_with(client, stale), table)


def test_rotation_costs_nobody_a_seat(tmp_path: Path, clock: FakeClock) -> None:
    now, path = clock.now() // 1000, tmp_path / "secret.key"
    write_keys(path, (now - 10 * SIGNS_AFTER, OLD))
    app = create_app(Settings(str(tmp_path)), clock)
    with TestClient(app) as client:
        table = open_table(client, "quantik")
        before = client.cookies[COOKIE]
        write_keys(path, (now - 10 * SIGNS_AFTER, OLD), (now - 2 * SIGNS_AFTER, NEW))
        app.state.device_tokens._ring.look_again()
        assert holds_a_seat(client, table)
        after = client.cookies[COOKIE]
        assert after != before
        assert _signer([NEW], clock).validate(after)
        assert not _signer([OLD], clock).validate(after)
        write_keys(path, (now - 2 * SIGNS_AFTER, NEW))  # the old key has had its time
        app.state.device_tokens._ring.look_again()
        assert holds_a_seat(client, table)
        assert not holds_a_seat(device_with(client, before), table)


def test_another_process_may_already_sign_with_a_newer_key(
    tmp_path: Path, clock: FakeClock
) -> None:
    now, path = clock.now() // 1000, tmp_path / "secret.key"
    write_keys(path, (now - 10 * SIGNS_AFTER, OLD))
    with TestClient(create_app(Settings(str(tmp_path)), clock)) as client:
        client.get("/")
        write_keys(path, (now - 10 * SIGNS_AFTER, OLD), (now - 2 * SIGNS_AFTER, NEW))
        token = client.cookies[COOKIE].partition(".")[0]
        cookie = _signer([NEW], clock).sign(token).decode()
        newcomer = device_with(client, cookie)
        assert "set-cookie" not in newcomer.get("/").headers  # it is known at once


def test_which_keys_count_and_which_signs(tmp_path: Path, clock: FakeClock) -> None:
    now, path = clock.now() // 1000, tmp_path / "secret.key"

    def keys(*found: tuple[int, str]) -> list[str]:
        write_keys(path, *found)
        return KeyRing(path, clock).keys()

    long_ago = now - COOKIE_LIFE - 3 * SIGNS_AFTER
    assert keys((now, OLD)) == [OLD]
    assert keys((long_ago, OLD), (now, NEW)) == [NEW, OLD]  # not yet
    assert keys((long_ago, OLD), (now - SIGNS_AFTER, NEW)) == [OLD, NEW]
    assert keys((long_ago - 1, OLD), (long_ago, NEW)) == [NEW]  # no cookie of the old one lives


@posix
def test_the_first_start_makes_a_file_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "secret.key"
    make_keys(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    (made,) = read_keys(path)
    make_keys(path)  # nothing is made twice
    assert read_keys(path) == (made,)
    assert [it.name for it in path.parent.iterdir()] == ["secret.key"]


@posix
def test_a_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "secret.key"
    make_keys(path)
    path.chmod(0o644)
    with pytest.raises(BadSecretFile, match="chmod"):
        read_keys(path)


@pytest.mark.parametrize("text", ["", "\n", "1", "1 short", f"x {OLD}", f"1 {OLD} 2", "\u00e9"])
def test_what_is_no_file_of_keys(tmp_path: Path, text: str) -> None:
    path = tmp_path / "secret.key"
    path.write_text(text, "utf-8")
    path.chmod(0o600)
    with pytest.raises(BadSecretFile, match="no file of keys"):
        read_keys(path)


def test_a_spoilt_file_does_not_stop_a_running_server(tmp_path: Path) -> None:
    path = tmp_path / "secret.key"
    make_keys(path)
    ring = KeyRing(path)
    before = ring.keys()
    path.write_text("nothing")
    assert not ring.look_again()
    path.unlink()
    assert not ring.look_again()
    assert ring.keys() == before


def test_rotating_adds_a_key_and_forgetting_leaves_one(tmp_path: Path, clock: FakeClock) -> None:
    path = tmp_path / "secret.key"
    make_keys(path, clock)
    first = read_keys(path)
    clock.advance(5)
    assert rotate(path, clock=clock) == 2
    both = read_keys(path)
    assert set(first) < set(both)
    clock.advance(5)
    assert rotate(path, forget=True, clock=clock) == 1
    (last,) = read_keys(path)
    assert last not in both
    assert last.made == clock.now() // 1000
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600


def quintet(*words: str, **surroundings: str) -> subprocess.CompletedProcess[str]:
    tool = str(Path(sys.executable).parent / "quintet")
    return subprocess.run(
        [tool, *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, **surroundings},
    )


@pytest.mark.slow
def test_the_command_line_rotates(tmp_path: Path) -> None:
    done = quintet("secret", "rotate", "--data", str(tmp_path))
    assert done.stdout == f"{tmp_path}/secret.key has 2 keys now.\n"
    path = tmp_path / "elsewhere.key"
    for _ in range(2):
        done = quintet("secret", "rotate", "--forget", QUINTET_SECRET_FILE=str(path))
        assert done.stdout == f"{path} has 1 key now.\n", done.stderr


@pytest.mark.slow
@posix
def test_a_server_does_not_start_with_a_file_that_others_can_read(tmp_path: Path) -> None:
    make_keys(tmp_path / "secret.key")
    (tmp_path / "secret.key").chmod(0o604)
    done = quintet("serve", "--no-browser", "--port", "0", "--data", str(tmp_path))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "chmod" in done.stderr
