"""Everything that was sent during a game, checked against worlds that the reader cannot tell from the true one."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from chantier import Event, Match
from chantier.core import EVERYONE
from chantier.table import position
from chantier.table.tables import Table
from tests.table.harness import Connection


def other_world(match: Match, seat: int, rng: Random) -> Match:
    """What could be true as well, for all that this seat knows."""
    twin = match.copy()
    twin.state = match.game.redeal(match.state, seat, rng)
    twin.events = [e if e.known_to in (EVERYONE, seat) else Event(e.kind, e.seat, (), e.known_to) for e in match.events]
    twin._legal = None
    return twin


def check(readers: dict[Connection, str], table: Table, every: int) -> int:
    """No message holds what only the server knows; those of every so many-th move would be the same in another world. How many
    were compared. Readers are connections, each with its language."""
    secrets = [s.owner for s in table.seats if s.owner] + [s.link for s in table.seats if s.link]
    positions: dict[int, list[tuple[dict[str, Any], str]]] = {}
    for connection, language in readers.items():
        for text in connection.heard:
            message = connection.whole(json.loads(text))
            assert not any(secret in text for secret in secrets)
            assert table.row.seed not in text or message.get("over")
            if message["type"] == "position" and not message["over"] and message["move"] % every == 0:
                positions.setdefault(message["move"], []).append((message, language))
    for n, then in enumerate(table.steps()):
        rng = Random(n)
        for message, language in positions.get(n, []):
            knows = rng.randrange(then.seats) if message["seat"] is None else message["seat"]
            _compare(message, other_world(then, knows, rng), table, language)
    return sum(map(len, positions.values()))


def _compare(message: dict[str, Any], twin: Match, table: Table, language: str) -> None:
    eyes, called = message["seat"], position.names(table.seats, language)
    there = position.moment(twin, eyes, bool(message["actions"]), language, called)
    for key, value in json.loads(position.to_text(there)).items():
        assert message[key] == value, key
    lines = json.loads(json.dumps(position.log(twin, eyes, language, called)))
    events = json.loads(json.dumps(position.events(twin, eyes, 0)))
    assert message["log"] == lines[len(lines) - len(message["log"]) :]
    assert message["events"] == events[len(events) - len(message["events"]) :]
