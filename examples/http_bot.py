"""A bot that plays over HTTP at a table of a server, with a token. It needs nothing from Chantier, and nothing but Python.

    python examples/http_bot.py http://127.0.0.1:8000 TOKEN

A token is made with POST /api/account/tokens and needs the scopes `read` and `play`. The bot plays wherever its owner has a
seat. It takes any action. Put your own thoughts into `choose`.
"""

import json
import random
import sys
import time
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

TOO_FAST = 429  # told to whoever asks faster than the server allows: wait, and ask again


def choose(state: dict[str, Any]) -> str:
    """The words of one of state["actions"]; state["view"] is all that the seat may know."""
    return str(random.choice(state["actions"])["words"])


class Server:
    """A server, and whoever the token stands for."""

    def __init__(self, url: str, token: str) -> None:
        self.url, self.token = url.rstrip("/"), token

    def ask(self, path: str, body: Any = None) -> Any:
        headers = {"authorization": f"Bearer {self.token}", "content-type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        while True:
            try:
                return urlopen(Request(self.url + path, data, headers), timeout=60)
            except HTTPError as refused:
                if refused.code != TOO_FAST:
                    raise
                refused.close()
                time.sleep(1)

    def lines(self, path: str) -> Iterator[dict[str, Any]]:
        """The messages of a stream; empty lines only say that it is still there."""
        with self.ask(path) as stream:
            for line in stream:
                if line.strip():
                    yield json.loads(line)

    def play(self, table: str) -> dict[str, Any]:
        """Decide whenever it is our turn, until the game is over; the last state."""
        state: dict[str, Any] = {}
        for message in self.lines(f"/api/tables/{table}/stream"):
            if message["type"] == "state":
                state = message
                if state["actions"]:
                    decided = {"action": choose(state), "version": state["version"], "seat": state["seat"]}
                    self.ask(f"/api/tables/{table}/moves", decided).close()
        return state

    def play_everywhere(self) -> None:
        for message in self.lines("/api/stream"):
            if message["type"] == "decide":
                print(message["table"], self.play(message["table"])["scores"], flush=True)


if __name__ == "__main__":
    Server(*sys.argv[1:3]).play_everywhere()
