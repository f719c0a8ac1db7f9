"""Helpers that play at tables as a page does."""

from typing import Any

from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

PERSON = {"kind": "person"}
OPEN = {"kind": "open"}


def engine(level: int) -> dict[str, Any]:
    return {"kind": "engine", "level": level}


def other_device(client: TestClient) -> TestClient:
    """Somebody else at the same server, with cookies of their own."""
    made = TestClient(client.app, str(client.base_url))
    made.portal = client.portal
    return made


def join(client: TestClient, table: dict[str, Any], **wish: Any) -> Any:
    """Sits down; gives the answer."""
    return client.post(f"/api/v1/tables/{table['id']}/join", json=wish)


def key_of(link: dict[str, Any]) -> str:
    """The secret in the link to a chair."""
    return str(link["url"].rpartition("/")[2])


def open_table(client: TestClient, game: str, **wishes: Any) -> dict[str, Any]:
    """A new table, and how it looks; people play both seats unless told otherwise."""
    wishes.setdefault("chairs", [PERSON, PERSON])
    wishes.setdefault("first", 0)
    answer = client.post("/api/v1/tables", json={"game": game, **wishes})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def live(client: TestClient, table: dict[str, Any], since: int = 0) -> WebSocketTestSession:
    return client.websocket_connect(f"/api/v1/tables/{table['id']}/live?since={since}")


def hear(socket: WebSocketTestSession, kind: str, most: int = 50) -> dict[str, Any]:
    """The next message of a type; others are passed over."""
    for _ in range(most):
        message: dict[str, Any] = socket.receive_json()
        if message["type"] == kind:
            return message
    raise AssertionError(f"no {kind} among {most} messages")


def command(client: TestClient, table: dict[str, Any], **what: Any) -> Any:
    """Sends a command by HTTP; gives the answer."""
    return client.post(f"/api/v1/tables/{table['id']}/commands", json=what)


def look(client: TestClient, table: dict[str, Any]) -> dict[str, Any]:
    view: dict[str, Any] = client.get(f"/api/v1/tables/{table['id']}").json()["view"]
    return view
