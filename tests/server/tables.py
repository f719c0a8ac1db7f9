"""Helpers to play at tables as a page does."""

import threading
from collections.abc import Callable
from typing import Any

from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

from quintet.server.schemas.commands import COMMANDS

PERSON = {"kind": "person"}
OPEN = {"kind": "open"}


def engine(level: int) -> dict[str, Any]:
    return {"kind": "engine", "level": level}


def other_device(client: TestClient) -> TestClient:
    """Return another device at the same server, with its own cookies."""
    made = TestClient(client.app, str(client.base_url))
    made.portal = client.portal
    return made


def join(client: TestClient, table: dict[str, Any], **wish: Any) -> Any:
    """Join a table; return the response."""
    return client.post(f"/api/v1/tables/{table['id']}/join", json=wish)


def key_of(link: dict[str, Any]) -> str:
    """Return the key in the link to a chair."""
    return str(link["url"].rpartition("/")[2])


def open_table(client: TestClient, game: str, **wishes: Any) -> dict[str, Any]:
    """Open a table, for two people by default."""
    wishes.setdefault("chairs", [PERSON, PERSON])
    wishes.setdefault("first", 0)
    answer = client.post("/api/v1/tables", json={"game": game, **wishes})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def seat_around(
    client: TestClient,
    game: str,
    seats: int,
    *,
    at_one_screen: int = 1,
    engines: int = 0,
    **wishes: Any,
) -> tuple[dict[str, Any], list[TestClient]]:
    """Start a game of people at different devices; return the table and the devices.

    Players at the client come first, then guests, then engines; names are those of seats.
    """
    options = {} if seats == 2 else {"players": str(seats)}
    here = [{**PERSON, "name": f"Guest {seat}"} for seat in range(at_one_screen)]
    guests = range(at_one_screen, seats - engines)
    chairs = [*here, *[OPEN for _ in guests], *[engine(1)] * engines]
    table = open_table(client, game, options=options, chairs=chairs, **wishes)
    people = [client]
    for link, seat in zip(table["view"]["invitations"], guests, strict=True):
        people.append(other_device(client))
        assert join(people[-1], table, key=key_of(link), name=f"Guest {seat}").is_success
    return table, people


def live(
    client: TestClient, table: dict[str, Any], since: int = 0, chat: str = ""
) -> WebSocketTestSession:
    address = f"/api/v1/tables/{table['id']}/live?since={since}&chat={chat}"
    return client.websocket_connect(address)


def hear(socket: WebSocketTestSession, kind: str, most: int = 50) -> dict[str, Any]:
    """Return the next message of a type, and skip others."""
    for _ in range(most):
        message: dict[str, Any] = socket.receive_json()
        if message["type"] == kind:
            return message
    raise AssertionError(f"no {kind} among {most} messages")


def command(client: TestClient, table: dict[str, Any], **what: Any) -> Any:
    """Send a command by HTTP; return the response."""
    return client.post(f"/api/v1/tables/{table['id']}/commands", json=what)


def command_of(**fields: Any) -> Any:
    """Return a command as the server reads it."""
    return COMMANDS.validate_python(fields)


def send(client: TestClient, table: dict[str, Any], **what: Any) -> None:
    """Send a command about the latest event, which must be accepted."""
    answer = command(client, table, **{"number": look(client, table)["number"], **what})
    assert answer.is_success, answer.text


def refused(client: TestClient, table: dict[str, Any], **what: Any) -> str:
    """Send a command that must be refused and change nothing; return the code."""
    before = look(client, table)["number"]
    answer = command(client, table, **{"number": before, **what})
    assert not answer.is_success
    assert answer.json()["detail"].endswith(".")
    assert look(client, table)["number"] == before
    return str(answer.json()["code"])


def look(client: TestClient, table: dict[str, Any]) -> dict[str, Any]:
    view: dict[str, Any] = client.get(f"/api/v1/tables/{table['id']}").json()["view"]
    return view


def wait_until(
    client: TestClient, table: dict[str, Any], found: Callable[[dict[str, Any]], bool]
) -> dict[str, Any]:
    """Return the first view that meets a condition, checked after every event."""
    changed = threading.Event()

    async def observe() -> None:
        made = await client.app.state.registry.find(table["id"])  # type: ignore[attr-defined]
        made.log.observers.append(changed.set)

    assert client.portal is not None
    client.portal.call(observe)
    while not found(view := look(client, table)):
        assert changed.wait(60)
        changed.clear()
    return view


def background_tasks(client: TestClient, table: dict[str, Any]) -> int:
    """Count the running tasks of a table; an engine's search is one."""

    async def count() -> int:
        made = await client.app.state.registry.find(table["id"])  # type: ignore[attr-defined]
        return len(made.tasks.pending)

    assert client.portal is not None
    return client.portal.call(count)
