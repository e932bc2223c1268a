"""A bot in Python that talks over standard input and output, one JSON a line. It needs nothing from Chantier.

    chantier arena arkadia "stdio:python examples/bot.py" random --games 10

It takes the action that the game lists last. Put your own thoughts into `choose`.
"""

import json
import sys
from typing import Any


def choose(asked: dict[str, Any]) -> int:
    """One of asked["legal"]. asked["view"] is all that the seat may know, asked["words"] says each action in words."""
    return int(asked["legal"][-1])


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "choose":
        print(json.dumps({"id": message["id"], "action": choose(message)}), flush=True)
    elif message["type"] == "error":
        print(message["text"], file=sys.stderr, flush=True)
