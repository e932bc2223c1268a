"""Everything that was sent during a game, checked against worlds that the reader cannot tell from the true one."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from chantier import Event, Match
from chantier.core import EVERYONE
from chantier.table import position
from chantier.table.tables import Table
from chantier.table.wire import to_text
from tests.table.harness import Connection


def other_world(match: Match, seat: int, rng: Random) -> Match:
    """What could be true as well, for all that this seat knows."""
    twin = match.copy()
    twin.redeal(seat, rng)
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
    for key, value in json.loads(to_text(there)).items():
        assert message[key] == value, key
    lines = json.loads(json.dumps(position.log(twin, eyes, language, called)))
    events = json.loads(json.dumps(position.events(twin, eyes, 0)))
    assert message["log"] == lines[len(lines) - len(message["log"]) :]
    assert message["events"] == events[len(events) - len(message["events"]) :]


def elsewhere(match: Match, seat: int, rng: Random, seed: str) -> Match:
    """The same match in a world that this seat could not tell from it at any moment, played by the rules: what was whispered to
    others was something else, and so is the seed. Without anything whispered only the seed differs."""
    hidden = [n for n, move in enumerate(match.moves) if any(_is_secret(e, seat) for e in _news(match, n))]
    for _ in range(400):
        changed = set(rng.sample(hidden, min(len(hidden), rng.randint(1, 3))))
        twin = _played_again(match, seat, changed, rng)
        if twin is not None and (not hidden or twin.digest() != match.digest()):
            twin.seed = seed
            return twin
    raise AssertionError("no other world was found")


def _is_secret(event: Event, seat: int) -> bool:
    return event.known_to not in (EVERYONE, seat)


def _news(match: Match, n: int) -> list[Event]:
    """What the move with this number told."""
    end = match.moves[n + 1].events if n + 1 < len(match.moves) else len(match.events)
    return match.events[match.moves[n].events : end]


def _played_again(match: Match, seat: int, changed: set[int], rng: Random) -> Match | None:
    """The match with other draws at some moves, if it can be played to its end and the seat sees no difference."""
    true, twin = match.at(0), match.at(0)
    for n, move in enumerate(match.moves):
        others = [action for action in twin.legal if action != move.action]
        action = rng.choice(others) if n in changed and others else move.action
        if action not in twin.legal:
            return None
        true.repeat(move.action)
        twin.repeat(action)
        if changed and n >= min(changed) and not _looks_the_same(true, twin, seat):
            return None
    return twin


def _looks_the_same(one: Match, other: Match, seat: int) -> bool:
    first = one.moves[-1].events
    return (
        one.view(seat) == other.view(seat)
        and (one.to_act != seat or one.legal == other.legal)
        and [e.for_seat(seat) for e in one.events[first:]] == [e.for_seat(seat) for e in other.events[first:]]
    )
