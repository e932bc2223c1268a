"""What a move costs the server: processor time and bytes, with two who play and look on; sockets and packing are not counted.

    python -m bench.move                          all games
    python -m bench.move --before ../before       beside another checkout, in one run: the same games, in turn

Whole games are played by apprentices who sometimes forget what they know; every side plays the same ones. A click is carried
out as the server does it: it is checked, written to SQLite, drawn for both, and put into the outboxes of their connections.
`loop` is the time of the event loop, of the kind that the server has, for which everybody waits; `all` is that with the threads
of the store. What browsers see is compared: every position, put together from what was sent, as it is seen in a wide window.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import orjson

GAMES = ("world_monuments", "arkadia", "queens_architect")
FORM = "wide"  # of the windows of those who look on
FORGETS = 0.2  # of all decisions are made by chance
TABLES = 3  # that are played beside each other
HERE = Path(__file__).parents[1]

Course = tuple[str, list[int]]  # a seed, and the decisions of a whole game


# --- one side: a process with the sources of a checkout -----------------------------------------------------------------


class Reader:
    """What a browser makes of what it is told: it counts, and knows every position by its mark."""

    def __init__(self, box: Any) -> None:
        self.box = box
        self.bytes = 0
        self.sheets: dict[str, Any] = {}  # of the last position
        self.mark = blake2b(digest_size=8)
        self.heard: list[str] = []

    async def drain(self) -> None:
        """Take what waits, as a connection would."""
        while len(self.box):
            self.heard.append(await self.box.get())

    def read(self) -> None:
        """Look at what was heard."""
        for text in self.heard:
            told = orjson.loads(text)
            if told["type"] == "position":
                self.bytes += len(text.encode())
                told["scene"]["sheets"] = [whole(one, self.sheets) for one in told["scene"]["sheets"]]
                self.sheets = {sheet["name"]: sheet for sheet in told["scene"]["sheets"]}
                told["scene"] = seen_in(told["scene"], FORM)
                self.mark.update(orjson.dumps(told, option=orjson.OPT_SORT_KEYS))
        self.heard.clear()


def whole(told: Any, known: dict[str, Any]) -> dict[str, Any]:
    """A sheet, put together from what is told of it and the sheets of the position before."""
    old: dict[str, Any] = known.get(told if isinstance(told, str) else told["name"], {})
    if isinstance(told, str):
        return old
    items = {item["id"]: item for item in (*old.get("pieces", ()), *old.get("labels", ()))}
    layers = {name: layer(told[name], old.get(name, []), items) for name in ("pieces", "labels")}
    return {"ground": old.get("ground"), **told, **layers}


def layer(told: list[Any], old: list[Any], items: dict[str, Any]) -> list[Any]:
    """The items of a layer: those that are the same are told by where they were in the old one; up to 0.6.0 by their ids."""
    found = []
    for one in told:
        found += [items[one]] if isinstance(one, str) else old[slice(*one)] if isinstance(one, list) else [one]
    return found


def seen_in(scene: dict[str, Any], form: str) -> dict[str, Any]:
    """What a browser shows of a scene in a window of this form: the sheets of its arrangement, but for those that only hold
    words, which the browser says itself; and of every place what lies on them."""
    arrangement = scene[form] or scene["narrow"]
    seen = {box["sheet"] for box in arrangement["boxes"] if box["area"] != "words"}
    places = []
    for place in scene["places"]:
        lies = [lie for lie in place["lies"] if lie["sheet"] in seen]
        ghost = lies[0]["ghost"] if lies else place["ghost"]
        targets = [target for target in place["targets"] if target["sheet"] in seen]
        at = zip(place["shown"], place["targets"], strict=False)  # each is shown on the sheet of its target
        shown = [shape for shape, target in at if target["sheet"] in seen]
        places.append({**place, "targets": targets, "lies": lies, "ghost": ghost, "shown": shown})
    return {
        "title": scene["title"],
        "description": scene["description"],
        "sheets": [sheet for sheet in scene["sheets"] if sheet["name"] in seen],
        "places": places,
        "regions": [region for region in scene["regions"] if region["sheet"] in seen],
        "arrangement": arrangement,
    }


async def play(hall: Any, game: str, course: Course) -> tuple[list[Reader], int]:
    """One table and its two players, from the first decision to the last."""
    from chantier import Match
    from chantier.table import live, protocol, tables
    from chantier.table.store.rows import SeatRow

    seed, actions = course
    match = Match(game, 2, seed=seed)
    match.seed_is_known = False  # the dice stay those of the course
    seats = [SeatRow(n, "me", name, n, owner=name) for n, name in enumerate(("Ada", "Grace"))]
    gathering = await hall.begin(tables.seated(match, seats, "Ada", public=False, pace="free"))
    line: Any = None
    guests = [live.Browser(hall, gathering, line, seat.owner, "en", protocol.asked) for seat in seats]
    readers = [Reader(guest.outbox) for guest in guests]
    for guest in guests:
        guest.form = FORM
        hall.enter(gathering, guest)
        guest.show_position()
    for n, action in enumerate(actions):
        table = gathering.table
        seat = table.match.to_act
        asked = {"type": "play", "request": n, "version": table.version, "seat": seat, "action": action}
        await guests[seat].obey(orjson.dumps(asked).decode())  # it is the browser that writes this
        for reader in readers:
            await reader.drain()
    for guest in guests:
        gathering.leave(guest)
    assert gathering.table.match.over
    return readers, len(actions)


async def measured(game: str, courses: list[Course]) -> dict[str, Any]:
    """Tables beside each other in a hall of their own."""
    from chantier.table.hall import Hall
    from chantier.table.metrics import Metrics
    from chantier.table.store.database import Store

    with tempfile.TemporaryDirectory(prefix="chantier-move") as folder:
        hall = Hall(Store(f"sqlite:///{folder}/tables.sqlite"), metrics=Metrics())
        began, mine = time.process_time(), time.thread_time()
        done = await asyncio.gather(*(play(hall, game, course) for course in courses))
        all_of_it, loop = time.process_time() - began, time.thread_time() - mine
        moves = sum(many for _, many in done)
        readers = [reader for pair, _ in done for reader in pair]
        for reader in readers:
            reader.read()
        marks = [reader.mark.hexdigest() for reader in readers]
        await hall.close()
    return {"moves": moves, "loop": loop, "all": all_of_it, "bytes": sum(r.bytes for r in readers), "marks": marks}


def side() -> None:
    """Answer lines: a game and its courses."""
    from bench.talk import run_quickly
    from chantier.table import live, serve

    serve.get_ready()
    live.BURST = live.RATE = float("inf")  # nobody is too fast here
    for line in sys.stdin:
        game, courses = json.loads(line)
        print(json.dumps(run_quickly(measured(game, courses))), flush=True)


# --- both sides -----------------------------------------------------------------------------------------------------------


class Side:
    """A process that measures the sources of one checkout."""

    def __init__(self, name: str, sources: Path) -> None:
        self.name = name
        path = os.pathsep.join([str(sources / "src"), str(HERE)])
        command = [sys.executable, "-c", "from bench.move import side; side()"]
        self.process = subprocess.Popen(
            command, env={**os.environ, "PYTHONPATH": path}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, game: str, courses: list[Course]) -> dict[str, Any]:
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps([game, courses]), file=self.process.stdin, flush=True)
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def close(self) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def course(game: str, seed: str) -> Course:
    """A whole game of two apprentices who sometimes forget what they know."""
    from chantier import Match
    from chantier.bots import bot

    rng, player, match = Random(seed), bot("apprentice", seed=seed), Match(game, 2, seed=seed)
    actions = []
    while not match.over:
        actions.append(rng.choice(match.legal) if rng.random() < FORGETS else player.choose(match.seen()))
        match.play(actions[-1])
    return seed, actions


def row(name: str, found: list[dict[str, Any]]) -> str:
    """The figures of a side: of its times the least, for whatever else computes here only adds to them."""
    times = (min(1000 * one[key] / one["moves"] for one in found) for key in ("loop", "all"))
    size = sum(one["bytes"] for one in found) / sum(one["moves"] for one in found) / 1000
    return f"  {name:8} {' '.join(f'{ms:8.2f}' for ms in times)} {size:9.1f}"


def compare(sides: list[Side], game: str, rounds: int) -> bool:
    """Whether browsers see the same at all sides."""
    found: dict[str, list[dict[str, Any]]] = {one.name: [] for one in sides}
    for n in range(rounds + 1):
        courses = [course(game, f"{game} {n} {table}") for table in range(TABLES)]
        for one in sides:
            found[one.name].append(one.ask(game, courses))
    moves = sum(one["moves"] for one in next(iter(found.values()))[1:])
    print(f"{game}, {moves} moves")
    for name, its in found.items():
        print(row(name, its[1:]), flush=True)  # the first round makes everything warm
    same = len({json.dumps([one["marks"] for one in its]) for its in found.values()}) == 1
    if len(sides) > 1:
        print(f"  {'the same positions' if same else 'DIFFERENT POSITIONS'}")
    return same


def main(arguments: list[str] | None = None) -> int:
    p = argparse.ArgumentParser("python -m bench.move", description="What a move costs the server.")
    p.add_argument("--before", type=Path, help="a folder with another checkout")
    p.add_argument("--rounds", type=int, default=2)
    p.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    args = p.parse_args(arguments)
    print("           loop, ms  all, ms  KB a move")
    if args.before and not (args.before / "src" / "chantier").is_dir():
        p.error(f"{args.before} is no checkout: it has no src/chantier")
    wanted = {"before": args.before, "now": HERE} if args.before else {"now": HERE}
    sides = [Side(name, path.resolve()) for name, path in wanted.items()]
    try:
        same = [compare(sides, game, args.rounds) for game in args.games]
    finally:
        for one in sides:
            one.close()
    return 0 if all(same) else 1


if __name__ == "__main__":
    sys.exit(main())
