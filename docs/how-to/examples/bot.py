"""A bot that plays a whole game of Quixo against the engine over the web API.

    python bot.py http://127.0.0.1:7655 [game]

It needs Python and the `websockets` package, and nothing of Quintet.
"""

from __future__ import annotations

import json
import random
import sys
import urllib.request
from typing import Any

from websockets.sync.client import connect


class Client:
    """Requests as one device, known by a token in the `Authorization` header."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self.headers = {"Content-Type": "application/json"}
        token = self.post("/api/v1/devices", {})["token"]
        self.headers["Authorization"] = f"Bearer {token}"

    def post(self, path: str, body: dict[str, Any]) -> Any:
        data = json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, self.headers)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def live(self, table: str) -> Any:
        address = self.address.replace("http", "ws", 1)
        token = {"Authorization": self.headers["Authorization"]}
        return connect(f"{address}/api/v1/tables/{table}/live", additional_headers=token)


def play(address: str, game: str = "quixo", seed: int | None = None) -> str:
    """Play one game with random moves; return how it ended, as a sentence."""
    client, choose = Client(address), random.Random(seed).choice
    opponent = {"kind": "engine", "level": 1}
    chairs = [{"kind": "person", "name": "Bot"}, opponent]
    table = client.post("/api/v1/tables", {"game": game, "chairs": chairs})
    print(f"{client.address}{table['url']}")
    with client.live(table["id"]) as socket:
        for text in socket:
            message = json.loads(text)
            if message["type"] == "refused":
                raise SystemExit(message["error"]["detail"])
            if message["type"] not in ("view", "events"):
                continue
            for ply in message.get("plies") or message["view"].get("plies", []):
                print(f"{ply['ply']:3}. {ply['said']}")
            view = message["view"]
            if view["outcome"] is not None:
                return str(view["outcome"]["sentence"])
            if view["paths"]:  # it is the bot's turn
                move = {
                    "do": "move",
                    "number": message["number"],
                    "move": choose(list(view["paths"])),
                }
                socket.send(json.dumps({"id": str(message["number"]), **move}))
    raise SystemExit("The server has closed the connection.")


if __name__ == "__main__":
    print(play(*sys.argv[1:3]))
