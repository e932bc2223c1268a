"""Every request and every message that can be sent about a table, and all that is answered: so that two worlds can be compared.

`ASKED` names each route of the application that says something about a table, `ELSEWHERE` each one that does not, and
`MESSAGES` each kind of message of a live connection. A test holds that nothing is missing here."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, get_args, get_type_hints

import httpx
import pytest
from fastapi import FastAPI
from starlette.routing import Route, WebSocketRoute

from chantier import Match, dice
from chantier.bots import bot, deciding
from chantier.bots.thought import Thought
from chantier.bots.tree import Branch
from chantier.core import Seen
from chantier.table import codes, hall, live, protocol, reviews, tables
from chantier.table import stream as streams
from chantier.table.people.limits import Limit
from chantier.table.store import rows
from chantier.table.store.rows import SeatRow, Stored
from chantier.table.tables import Table
from tests.table.crashes import until
from tests.table.harness import Browser, Connection, Server

LINK = "the-link-of-a-seat"
WORLD = 7  # of the worlds that could be true, the one that an oracle looks at


class Oracle:
    """A bot that tells all it was given: what it does and what it expects is a hash of that."""

    def __init__(self, *_: Any) -> None:
        self.thought: Thought | None = None

    def choose(self, seen: Seen) -> int:
        world = seen.imagine(Random(WORLD))
        told = json.dumps([seen.seat, seen.view, seen.legal, world.digest()], sort_keys=True)
        number = int.from_bytes(blake2b(told.encode(), digest_size=6).digest(), "big")
        chances = tuple(number / 2**48 / (1 + seat) for seat in range(world.seats))
        order = [seen.legal[(number + n) % len(seen.legal)] for n in range(len(seen.legal))]
        branches = [Branch(a, 100, chances[seen.seat] / (1 + n), chances, chances, 0.0) for n, a in enumerate(order)]
        self.thought = Thought(seen.game, seen.seat, world, branches, order[:1], 1, 0.0, False)
        return order[0]


def set_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same luck, the same time and the same bots from now on: what still differs comes from the world."""
    rng = Random("luck")
    luck = SimpleNamespace(
        token_hex=lambda n: rng.randbytes(n).hex(),
        token_urlsafe=lambda n: rng.randbytes(n).hex(),
        choice=rng.choice,
        randbits=rng.getrandbits,
    )
    monkeypatch.setattr(tables, "secrets", luck)
    monkeypatch.setattr(dice, "secrets", luck)
    monkeypatch.setattr(codes, "secrets", luck)
    monkeypatch.setattr(rows, "time", SimpleNamespace(time_ns=lambda: 1_700_000_000 * 10**9))
    monkeypatch.setattr(tables, "player", Oracle)
    monkeypatch.setattr(deciding, "in_time", lambda *_: None)
    for module in (deciding, reviews):
        monkeypatch.setattr(module, "bot", Oracle)
    monkeypatch.setattr(Limit, "take", lambda *_: True)  # how fast somebody asks is no part of a world
    monkeypatch.setattr(live, "BURST", 1e9)
    monkeypatch.setattr(hall, "ABSENT", float("inf"))  # nor is how long all of this takes: nobody has been away for long


@dataclass
class World:
    """A server in one world: its people and its tables."""

    server: Server
    ada: Browser
    grace: Browser
    guest: Browser
    seat: int  # Ada's, who makes the copies
    tables: dict[str, Table] = field(default_factory=dict)
    harmless: list[int] = field(default_factory=list)  # what can be done at the running table without learning anything

    @classmethod
    def made(cls, folder: Path, match: Match, seat: int) -> World:
        """A world in which this match is at a table: this seat is Ada's, the next one Grace's, and another waits."""
        server = Server(folder)
        world = cls(server, Browser(server), Browser(server), Browser(server), seat)
        ada, grace = person_of(server, world.ada), person_of(server, world.grace)
        seats = [
            SeatRow(n, "link", f"Seat {n}", n, link=LINK if n == (seat + 2) % match.seats else None) for n in range(match.seats)
        ]
        seats[seat].owner, seats[(seat + 1) % match.seats].owner = ada, grace
        seats[seat].link = None
        seed = match.seed
        table = tables.seated(match, seats, ada, public=False, pace="free")
        table.row.seed = table.match.seed = seed  # another one in every world
        world.put("running", table)
        return world

    def put(self, name: str, table: Table) -> None:
        """Write a table down; it is loaded when it is asked for."""
        match = table.match
        stored = Stored(table.row, table.seats, tables.snapshot(match), tables.move_rows(match, 0))
        self.server.app.state.hall.store.begin(stored)
        self.tables[name] = Table(stored, match)

    def copy(self, name: str, of: str, move: int, until: int | None) -> None:
        """A what-if table of Ada's, played by bots for so many moves, or to its end."""
        table = tables.what_if(self.tables[of], person_of(self.server, self.ada), move, "random")
        player, match = bot("apprentice", seed=name), table.match
        while not match.over and (until is None or until > 0 or match.to_act != self.seat):
            match.play(player.choose(match.seen()))
            until = until - 1 if until else until
        self.put(name, table)

    def person(self, name: str) -> Browser:
        who: Browser = getattr(self, name)
        return who

    def close(self) -> None:
        for browser in (self.ada, self.grace, self.guest):
            browser.http.close()
        self.server.stop()


def person_of(server: Server, browser: Browser) -> str:
    """Who a browser is, as the server knows it."""
    if not hasattr(browser, "known_as"):
        table = browser.new("world_monuments", "me", "here")["table"]
        browser.known_as = server.app.state.hall.gatherings[table].table.row.host  # type: ignore[attr-defined]
    return str(browser.known_as)  # type: ignore[attr-defined]


# --- requests -----------------------------------------------------------------------------------------------------------


@dataclass
class Asking:
    """One of the people, asking about one table of a world."""

    world: World
    who: Browser
    name: str  # of the table

    @property
    def table(self) -> Table:
        return self.world.tables[self.name]

    def get(self, path: str) -> bytes:
        return _answer(self.who.get(path.replace("{table}", self.table.id)))

    def post(self, path: str, body: Any = None) -> bytes:
        return _answer(self.who.http.post(self.who.server.url + path.replace("{table}", self.table.id), json=body or {}))


def _answer(answer: httpx.Response) -> bytes:
    named = {key: answer.headers.get(key) for key in ("location", "content-disposition", "content-type")}
    return f"{answer.status_code} {named} ".encode() + answer.content


Ask = Callable[[Asking], Iterator[bytes]]


def plainly(path: str) -> Ask:
    def ask(a: Asking) -> Iterator[bytes]:
        yield a.get(path)
        yield a.get(f"{path}?language=de")

    return ask


def posted(path: str, *bodies: Any) -> Ask:
    def ask(a: Asking) -> Iterator[bytes]:
        for seat in range(a.table.match.seats):
            if "{seat}" in path or not seat:
                for body in bodies:
                    yield a.post(path.replace("{seat}", str(seat)), body)
                    wait_for_bots(a.world)

    return ask


def wait_for_bots(world: World) -> None:
    """Where nobody looks on, a bot that answers for somebody decides as soon as there is time."""
    its = world.server.app.state.hall
    until(lambda: not its.thinkers._idlers and not any(one.task for one in list(its.gatherings.values())), "bots go on")


def moments(a: Asking) -> Iterator[bytes]:
    last, seat = len(a.table.match.moves), a.world.seat
    for move in sorted({0, last // 4, last // 2, last - 1, last, last + 1}):
        for query in ("", f"?seat={seat}", f"?seat={(seat + 1) % a.table.match.seats}"):
            yield a.get(f"/api/tables/{{table}}/moments/{move}{query}")


def reasons(a: Asking) -> Iterator[bytes]:
    yield a.get("/api/tables/{table}/reasons")
    for seat in range(a.table.match.seats):
        yield a.get(f"/api/tables/{{table}}/reasons?seat={seat}")


def values(a: Asking) -> Iterator[bytes]:
    first = a.get("/api/tables/{table}/review/values")
    if work := a.world.server.app.state.values.work.get(a.table.id):
        work.result()
        first = b""  # how far it had come is a matter of time
    yield first
    yield a.get("/api/tables/{table}/review/values")


def copies(a: Asking) -> Iterator[bytes]:
    last = len(a.table.match.moves)
    for move in (last // 2, last):
        yield a.post("/api/tables/{table}/copies", {"move": move, "level": "random"})


def decisions(a: Asking) -> Iterator[bytes]:
    """A move that cannot be made; those that can are made over live connections."""
    yield a.post("/api/tables/{table}/moves", {"action": "fly away"})
    yield a.post("/api/tables/{table}/moves", {"action": 10**6})


def stream(a: Asking) -> Iterator[bytes]:
    for query in ("", *(f"?seat={seat}" for seat in range(a.table.match.seats))):
        yield from _lines(a.who, f"/api/tables/{a.table.id}/stream{query}", 2)


def all_streams(a: Asking) -> Iterator[bytes]:
    """Which tables wait for somebody, or are over; in any order, for time stands still here."""
    listed = json.loads(a.who.get("/api/tables").content)["mine"]
    mine = [(one, [s["seat"] for s in one["seats"] if s["mine"]]) for one in listed]
    many = sum(one["over"] or one["to_act"] in seats for one, seats in mine)
    yield b"\n".join(sorted(_lines(a.who, "/api/stream", many)))


def _lines(who: Browser, path: str, many: int) -> list[bytes]:
    """The first lines of a stream; all of it, if it was refused."""
    with who.http.stream("GET", who.server.url + path) as answer:
        if answer.status_code != 200:
            return [f"{answer.status_code} ".encode() + answer.read()]
        found: list[bytes] = []
        lines = answer.iter_lines()
        while len(found) < many and (line := next(lines, None)) is not None:
            if line:
                found.append(line.encode())
        return found


def by_code(a: Asking) -> Iterator[bytes]:
    yield a.get(f"/api/codes/{a.table.row.code}")


def link_of_a_seat(a: Asking) -> Iterator[bytes]:
    yield a.get(f"/s/{LINK}")


ASKED: dict[tuple[str, str], Ask] = {
    ("GET", "/api/tables"): plainly("/api/tables"),
    ("GET", "/api/tables/{table}"): plainly("/api/tables/{table}"),
    ("GET", "/t/{table}"): plainly("/t/{table}"),
    ("GET", "/api/codes/{code}"): by_code,
    ("GET", "/s/{token}"): link_of_a_seat,
    ("GET", "/api/tables/{table}/moments/{move}"): moments,
    ("GET", "/api/tables/{table}/reasons"): reasons,
    ("GET", "/api/tables/{table}/review"): plainly("/api/tables/{table}/review"),
    ("GET", "/api/tables/{table}/review/values"): values,
    ("GET", "/api/tables/{table}/record"): plainly("/api/tables/{table}/record"),
    ("GET", "/api/tables/{table}/set"): plainly("/api/tables/{table}/set"),
    ("GET", "/api/tables/{table}/stream"): stream,
    ("GET", "/api/stream"): all_streams,
    ("POST", "/api/tables/{table}/moves"): decisions,
    ("POST", "/api/tables/{table}/copies"): copies,
    ("POST", "/api/tables/{table}/pause"): posted("/api/tables/{table}/pause", {"paused": True}, {"paused": False}),
    ("POST", "/api/tables/{table}/seats/{seat}"): posted("/api/tables/{table}/seats/{seat}", {"name": "Somebody"}),
    ("POST", "/api/tables/{table}/seats/{seat}/bot"): posted("/api/tables/{table}/seats/{seat}/bot", {"level": "none"}, {}),
    ("POST", "/api/tables/{table}/seats/{seat}/link"): posted("/api/tables/{table}/seats/{seat}/link", {"on": True}),
    ("POST", "/api/tables/{table}/rematch"): posted("/api/tables/{table}/rematch", {}),
    ("WS", "/api/tables/{table}/live"): lambda a: connected(a),
}
ELSEWHERE = {  # says nothing about any table
    *(("GET", path) for path in ("/", "/rules/{game}", "/lesson/{game}", "/lesson/{game}/{lesson}", "/favicon.ico")),
    ("GET", "/manifest.webmanifest"),
    *(("GET", path) for path in ("/box/{game}", "/api/box/{game}", "/api/box/{game}/sound/{sounding}", "/api/shared/{link}")),
    *(("GET", f"/api/sets{path}") for path in ("", "/{known}", "/{known}/file")),
    *(("POST", path) for path in ("/api/box/{game}", "/api/box/{game}/sound", "/api/sets", "/api/sets/{known}")),
    ("DELETE", "/api/sets/{known}"),
    *(
        ("GET", f"/api/games{path}")
        for path in ("", "/{game}/picture.svg", "/{game}/rules", "/{game}/things", "/{game}/lessons")
    ),
    *(("GET", f"/api/games/{{game}}/lessons/{{lesson}}{path}") for path in ("", "/steps/{step}")),
    *(("GET", path) for path in ("/puzzle/{game}/{number}", "/api/puzzles")),
    *(("GET", f"/api/games/{{game}}/puzzles/{{number}}{path}") for path in ("", "/steps/{step}")),
    ("POST", "/api/games/{game}/puzzles/{number}/tables"),  # a new one
    *(("GET", path) for path in ("/api/texts/{language}", "/api/account", "/api/openapi.json", "/health", "/metrics")),
    ("GET", "/api/account/sessions"),
    *(("POST", f"/api/account{path}") for path in ("", "/session", "/password", "/tokens", "/deletion")),
    *(("DELETE", f"/api/account{path}") for path in ("/session", "/sessions", "/sessions/{sign_in}", "/tokens/{token}")),
    ("POST", "/api/tables"),  # a new one
    ("POST", "/api/records"),  # a new one, of what whoever brings it knows already
    ("GET", "/new/{ticket}"),  # also a new one
    ("POST", "/s/{token}"),  # only says where the table is; whoever sits there may know more from then on
}


def routes(app: FastAPI) -> set[tuple[str, str]]:
    """Every way in that an application has, but its files."""
    found = {("WS", route.path) for route in app.routes if isinstance(route, WebSocketRoute)}
    for route in app.routes:
        if isinstance(route, Route):
            found |= {(method, route.path) for method in route.methods or () if method != "HEAD"}
    return found


# --- messages -----------------------------------------------------------------------------------------------------------


def connected(a: Asking) -> Iterator[bytes]:
    """All that a live connection is told: on coming, from every viewpoint, and after each kind of message."""
    for seat in range(a.table.match.seats):
        with a.who.live(a.table.id, seat=seat) as one:
            if one.read()["type"] != "refused":
                one.sync()
            yield from _heard(one)
    with a.who.live(a.table.id, language="fr") as one:
        if one.read()["type"] != "refused":
            one.position()
            for message in MESSAGES.values():
                message(a, one)
                one.sync()
        yield from _heard(one)


def _heard(one: Connection) -> Iterator[bytes]:
    """All messages, kind by kind: which of two kinds comes first is a matter of time."""
    kinds: dict[str, list[str]] = {}
    for text in one.heard:
        kinds.setdefault(json.loads(text)["type"], []).append(text)
    for kind in sorted(kinds):
        yield "\n".join(kinds[kind]).encode()


def _say(kind: str, **fields: Any) -> Callable[[Asking, Connection], None]:
    return lambda _, one: one.send(kind, **fields)


def _look_around(a: Asking, one: Connection) -> None:
    for seat in (None, *range(a.table.match.seats)):
        one.send("view", seat=seat, language="de")
    one.send("view", seat=a.world.seat, language="en")


def _foresee(a: Asking, one: Connection) -> None:
    for action in a.table.match.legal[:20]:
        one.send("foresee", version=one.position()["version"], action=action)


def _asked(kind: str) -> Callable[[Asking, Connection], None]:
    return lambda a, one: _request(a, one, kind)


def _request(a: Asking, one: Connection, kind: str, **fields: Any) -> None:
    request = f"{kind} {one.position()['version']}"
    one.send(kind, request=request, version=one.position()["version"], seat=a.world.seat, **fields)
    while one.wait("position", "refused", "hint").get("request") != request:
        pass


def _play(a: Asking, one: Connection) -> None:
    """At the table of others something from which nothing is learnt; against bots until one of them has answered."""
    if a.name == "running":
        for action in a.world.harmless[:1]:
            _request(a, one, "play", action=action)
        return
    for _ in range(12):
        if one.position()["over"] or "thinking" in one.last:
            break
        _request(a, one, "play", action=one.turn()["actions"][-1]["action"])
    one.turn()


MESSAGES: dict[str, Callable[[Asking, Connection], None]] = {
    "ping": _say("ping"),
    "view": _look_around,
    "foresee": _foresee,
    "hint": _asked("hint"),
    "chat": _say("chat", request="chat", text="Hello."),
    "play": _play,
    "undo": _asked("undo"),
}


def messages() -> set[str]:
    """Every kind of message that a live connection obeys."""
    return kinds(protocol.Asked)


def told() -> set[str]:
    """Every kind of message that is sent to somebody: those of the protocol, and each `"type": ...` of streams for programs."""
    found = kinds(protocol.Told)
    for node in ast.walk(ast.parse(Path(streams.__file__).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value == "type" and isinstance(value, ast.Constant):
                    found.add(str(value.value))
    return found


def kinds(shapes: Any) -> set[str]:
    """The kinds of messages among some shapes."""
    return {get_args(get_type_hints(shape)["type"])[0] for shape in get_args(get_args(shapes)[0])}


def ask_everything(world: World, who: str) -> dict[str, bytes]:
    """All that one of the people can be told about every table: first what changes nothing, then the rest."""
    found: dict[str, bytes] = {}
    for changing in (False, True):
        for name in list(world.tables):
            asking = Asking(world, world.person(who), name)
            for (method, path), ask in ASKED.items():
                if (method in ("POST", "WS")) == changing and ("{table}" in path or name == "running"):
                    for n, answer in enumerate(ask(asking)):
                        found[f"{who} asks {method} {path} about {name}, {n}"] = answer
    return found
