"""Helpers to write and read chat."""

from typing import Any

from fastapi.testclient import TestClient

from server.tables import command, live


def say(client: TestClient, table: dict[str, Any], text: str, room: str = "players") -> Any:
    return command(client, table, do="say", room=room, text=text)


def code(answer: Any) -> str:
    """Return the code of an error, which must have a sentence."""
    error = answer.json()
    assert error["detail"].endswith(".")
    return str(error["code"])


def read(client: TestClient, table: dict[str, Any]) -> list[str]:
    """Return all lines that a device can read."""
    answer = client.get(f"/api/v1/tables/{table['id']}/chat")
    assert answer.is_success, answer.text
    return [line["text"] for line in answer.json()["lines"]]


def told(client: TestClient, table: dict[str, Any], chat: str = "") -> dict[str, Any] | None:
    """Return the chat message that a new connection is sent, if any."""
    found = []
    with live(client, table, chat=chat) as socket:
        assert socket.receive_json()["type"] == "view"
        socket.send_json({"do": "view"})
        while (message := socket.receive_json())["type"] != "view":
            found.append(message)
    said = [message for message in found if message["type"] == "chat"]
    assert len(said) <= 1
    return said[0] if said else None


def texts(message: dict[str, Any] | None) -> list[str]:
    return [] if message is None else [line["text"] for line in message["lines"]]
