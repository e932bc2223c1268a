"""An hour of people's play in minutes: whole games one after the other, as fast as one process goes, and what stays of them.

    python -m bench.load --soak 600           so many games, of all three kinds; every third has an apprentice
    python -m bench.soak 600 --kept           the same, also what every memory of drawings holds

Tables are played beside each other by two who look on from windows of every form, in every language; sockets are left out, all
else is as the server does it. When a game is over, everybody leaves, and the next one begins. What is printed after every
sixth part: memory that the process holds (RSS), what the library of C has given out and what lies free in it, how many tables
and live objects there are. After the first parts all of that is to stay as it is.
"""

from __future__ import annotations

import argparse
import asyncio
import ctypes
import functools
import gc
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from chantier.bots import bot
from chantier.scene import FORMS, Drawn

GAMES = ("world_monuments", "arkadia", "queens_architect")
TABLES = 12  # that are played beside each other
PARTS = 6
REMEMBERING = type(functools.lru_cache(lambda: None))
FORGETS = 0.2  # of all decisions are made by chance
LANGUAGES = ("en", "fr", "de")


class Given(ctypes.Structure):
    """What the library of C tells of its memory: `struct mallinfo2`."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")
    )


def memory() -> dict[str, float]:
    """Megabytes: of the process, given out by the library of C, and free in it."""
    held = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS"))
    ask = ctypes.CDLL(None).mallinfo2
    ask.restype = Given
    told = ask()
    return {"RSS": int(held.split()[1]) / 1024, "used": (told.uordblks + told.hblkhd) / 2**20, "free": told.fordblks / 2**20}


def kept() -> dict[str, int]:
    """How many every memory of what was drawn, said or worked out holds."""
    found: dict[str, int] = {}
    for module in [one for name, one in sys.modules.items() if name.startswith("chantier")]:
        for name, one in vars(module).items():
            where = f"{getattr(one, '__module__', module.__name__)}.{name}"
            if isinstance(one, REMEMBERING):
                found[where] = one.cache_info().currsize
            elif isinstance(own := getattr(one, "__dict__", {}).get("kept"), Drawn):
                found[where] = len(own)
    return found


class Soak:
    """Games that are played one after the other in one hall."""

    def __init__(self, hall: Any, kinds: tuple[str, ...] = GAMES, seed: int = 0) -> None:
        self.hall = hall
        self.kinds = kinds
        self.rng = Random(seed)
        self.player = bot("apprentice", seed=seed)
        self.games = self.moves = 0

    async def play(self, number: int) -> None:
        """One game, from its first decision to the last."""
        from chantier.table import live, protocol, tables
        from chantier.table.wanted import WantedTable

        kinds = self.kinds
        bots = [{"kind": "bot", "level": "apprentice"}] if number // len(kinds) % 3 == 0 else []
        wanted = {"game": kinds[number % len(kinds)], "seats": [{"kind": "me"}, {"kind": "open"}, *bots]}
        people = [f"{name} {number}" for name in ("Ada", "Grace")]
        gathering = await self.hall.begin(tables.create(WantedTable.model_validate(wanted), people[0]))
        await self.hall.sit(gathering, 1, people[1], None, None)
        line: Any = None
        guests = [live.Browser(self.hall, gathering, line, who, self.rng.choice(LANGUAGES), protocol.asked) for who in people]
        for guest in guests:
            guest.form = self.rng.choice(FORMS)
            self.hall.enter(gathering, guest)
            guest.show_table()
            guest.show_position()
        while not gathering.table.match.over:
            await self._decide(gathering, guests)
        for guest in guests:
            gathering.leave(guest)
        self.games += 1

    async def _decide(self, gathering: Any, guests: list[Any]) -> None:
        table = gathering.table
        seat = table.match.to_act
        if table.bot:
            self.hall.wake(gathering)
            if gathering.task:
                await asyncio.wait([gathering.task])
        else:
            legal = table.match.legal
            forgets = self.rng.random() < FORGETS
            action = self.rng.choice(legal) if forgets else self.player.choose(table.match.seen())
            asked = {"type": "play", "request": self.moves, "version": table.version, "seat": seat, "action": action}
            await guests[seat].obey(json.dumps(asked))
            self.moves += 1
        for guest in guests:
            while len(guest.outbox):
                await guest.outbox.get()


async def soak(games: int, say: Callable[[Soak], None], tables: int = TABLES, kinds: tuple[str, ...] = GAMES) -> None:
    """So many games; after every sixth part it is said how it is."""
    from chantier.table import live
    from chantier.table.hall import Hall
    from chantier.table.metrics import Metrics
    from chantier.table.store.database import Store

    live.BURST = live.RATE = float("inf")  # nobody is too fast here
    with tempfile.TemporaryDirectory(prefix="chantier-soak") as folder:
        hall = Hall(Store(f"sqlite:///{folder}/tables.sqlite"), pace=0.0, metrics=Metrics())
        all_of_it = Soak(hall, kinds)
        numbers = iter(range(games))

        async def one_after_the_other() -> None:
            for number in numbers:
                await all_of_it.play(number)
                if all_of_it.games % max(1, games // PARTS) == 0:
                    say(all_of_it)

        await asyncio.gather(*(one_after_the_other() for _ in range(tables)))
        await hall.close()


def main(arguments: list[str] | None = None) -> int:
    p = argparse.ArgumentParser("python -m bench.soak", description="What stays of many games.")
    p.add_argument("games", type=int, nargs="?", default=600)
    p.add_argument("--kept", action="store_true", help="also what every memory of drawings holds")
    args = p.parse_args(arguments)
    from chantier.table import serve

    serve.get_ready()
    began = time.perf_counter()
    print(" games    moves  seconds      RSS     used     free   tables  objects   (memory in MB)")

    def say(found: Soak) -> None:
        held = memory()
        figures = " ".join(f"{held[name]:8.1f}" for name in ("RSS", "used", "free"))
        seconds = time.perf_counter() - began
        objects = len(gc.get_objects())
        print(
            f"{found.games:6d} {found.moves:8d} {seconds:8.0f} {figures} {len(found.hall.gatherings):8d} {objects:8d}",
            flush=True,
        )
        if args.kept:
            for name, many in Counter(kept()).most_common(40):
                print(f"    {many:7d}  {name}")
            for name, many in Counter(type(one).__qualname__ for one in gc.get_objects()).most_common(25):
                print(f"    {many:9d}  objects {name}")

    asyncio.run(soak(args.games, say))
    return 0


if __name__ == "__main__":
    sys.exit(main())
