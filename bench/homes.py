"""One source, several homes: the same games and the same trees interpreted, as machine code, in node and in Chromium.

    python -m bench.homes                                   1,000 games for each game and number of seats, and 50 trees a game
    python -m bench.homes arkadia --seats 3 --trees 0       a part of it: plain Python is slow
    python -m bench.homes --speed                           actions and playouts a second in each home

Of a game every state and every list of legal actions is compared, byte for byte, and of a tree every row; what is handed from
home to home are hashes of them.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from array import array
from base64 import b64encode
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

from playwright.sync_api import Page, sync_playwright
from tests.table.browser.chromium import NEEDED, launch

import chantier
from chantier import NOBODY, Game, Match
from chantier.bots.tree import DEEPEST, KNOWING
from chantier.kernel import native, wasm
from chantier.kernel.search import NODE_NUMBERS, NODE_SUMS
from chantier.lab.fuzz import number, variants

HERE = Path(__file__).parent
NODES = 200_000  # rows of a tree, the same in every home
ORIGIN = "https://homes.example/"  # no such host is asked: the browser is answered from here, and may hash what it has


class Played(NamedTuple):
    """A game that was played plainly: where it began, and its actions."""

    start: Any
    actions: list[int]


class Grown(NamedTuple):
    """What a tree grows from."""

    world: Any
    seat: int
    dice: int
    playouts: int

    def told(self) -> dict[str, Any]:
        """The same for JavaScript, which has no whole numbers of 64 bits in its JSON."""
        return {
            **self._asdict(),
            "world": in_letters(self.world),
            "dice": str(self.dice),
            "nodes": NODES,
            "knobs": KNOWING.knobs(),
        }


class Home(Protocol):
    """Where a kernel lives."""

    def played(self, game: Played) -> str:
        """A hash of every state and every list of legal actions."""
        ...

    def grown(self, tree: Grown) -> str:
        """A hash of a whole tree."""
        ...


def in_letters(state: Any) -> str:
    return b64encode(state.packed()).decode()


# --- the homes ----------------------------------------------------------------------------------------------------------


class Plain:
    """Interpreted: the reference."""

    def __init__(self, game: Game) -> None:
        self.game, self.menu = game, [0] * (game.actions.size + 1)
        self.tree: list[list[int]] = []
        self.sums: list[list[float]] = []

    def chosen(self, start: Any, dice: int, limit: int) -> tuple[Played, str]:
        """A random game, and its hash."""
        s, stream, actions, seen, rules = start.copy(), [dice], list[int](), sha256(), self.game.rules
        while True:
            self.menu[0] = 0
            rules.legal(s, self.menu)
            seen.update(s.packed() + array("i", self.menu[: self.menu[0] + 1]).tobytes())
            if s.to_act == NOBODY or len(actions) >= limit:
                return Played(start, actions), seen.hexdigest()
            actions.append(rules.pick(s, self.menu, stream))
            self.game.play(s, actions[-1])

    def grown(self, tree: Grown) -> str:
        self.tree = self.tree or [[0] * NODE_NUMBERS for _ in range(NODES)]
        self.sums = self.sums or [[0.0] * NODE_SUMS for _ in range(NODES)]
        for n in range(2):
            self.tree[n], self.sums[n] = [0] * NODE_NUMBERS, [0.0] * NODE_SUMS
        self.tree[0][:3] = [1, NODES, 1]
        states, path = [tree.world.copy(), tree.world], [1, *[0] * (DEEPEST - 1)]
        self.game.rules.think(
            states, self.menu, [tree.dice], self.tree, self.sums, path, KNOWING.knobs(), 0, tree.seat, tree.playouts
        )
        used = self.tree[0][0] + 1
        rows = array("i", chain.from_iterable(self.tree[:used])), array("d", chain.from_iterable(self.sums[:used]))
        return sha256(rows[0].tobytes() + rows[1].tobytes()).hexdigest()


class Machine:
    """Machine code of this system."""

    def __init__(self, game: Game) -> None:
        self.kernel = native.native(game)

    def played(self, game: Played) -> str:
        kernel, states, menu, seen = self.kernel, self.kernel.states(game.start), self.kernel.menu(), sha256()
        for action in (*game.actions, None):
            kernel.list_legal(states, menu)
            seen.update(bytes(states) + bytes(memoryview(menu)[: menu[0] + 1]))
            if action is not None:
                kernel.play_one(states, action)
        return seen.hexdigest()

    def grown(self, tree: Grown) -> str:
        rows, sums = self._thought(tree)
        used = rows[0][0] + 1
        return sha256(bytes(memoryview(rows)[:used]) + bytes(memoryview(sums)[:used])).hexdigest()

    def _thought(self, tree: Grown) -> tuple[Any, Any]:
        kernel, path = self.kernel, self.kernel.path(DEEPEST)
        rows, sums, knobs = kernel.tree(NODES, KNOWING.knobs())
        rows[0][0], rows[0][1], rows[0][2], path[0] = 1, NODES, 1, 1
        states, dice = kernel.states(tree.world, tree.world), kernel.dice(tree.dice)
        kernel.think(states, kernel.menu(), dice, rows, sums, path, knobs, 0, tree.seat, tree.playouts)
        return rows, sums

    def random(self, start: Any, games: int, limit: int) -> float:
        kernel, began = self.kernel, time.perf_counter()
        actions = kernel.play_random(kernel.states(start, start), kernel.menu(), kernel.dice(7), games, limit)
        return actions / (time.perf_counter() - began)

    def searched(self, tree: Grown) -> float:
        began = time.perf_counter()
        self._thought(tree)
        return tree.playouts / (time.perf_counter() - began)


class Browserlike:
    """WebAssembly, wherever JavaScript runs."""

    def ask(self, what: str, *given: Any) -> Any:
        raise NotImplementedError

    def open(self, game: Game) -> None:
        module = wasm.build(native.to_c(game))
        self.ask("open", b64encode(module).decode(), wasm.described(game))

    def played(self, game: Played) -> str:
        return str(self.ask("played", in_letters(game.start), game.actions))

    def grown(self, tree: Grown) -> str:
        return str(self.ask("grown", tree.told()))

    def random(self, start: Any, games: int, limit: int) -> float:
        return float(self.ask("random", in_letters(start), games, limit))

    def searched(self, tree: Grown) -> float:
        return float(self.ask("searched", tree.told()))


class Node(Browserlike):
    """In node, a process beside this one."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def ask(self, what: str, *given: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([what, *given]) + "\n")
        self.process.stdin.flush()
        if not (line := self.process.stdout.readline()):
            raise RuntimeError("node has ended; what it said last stands above")
        return json.loads(line)


class Chromium(Browserlike):
    """In a page of Chromium."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def ask(self, what: str, *given: Any) -> Any:
        if what == "open":
            code = "async ([module, about]) => { window.home = await opened(unpacked(module), about); }"
        else:
            code = "([what, ...given]) => window.home[what](...given)"
        return self.page.evaluate(code, list(given) if what == "open" else [what, *given])


@contextmanager
def in_node() -> Iterator[Node]:
    command = [Path(sys.executable).with_name("node"), HERE / "homes_in_node.mjs"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Node(process)


@contextmanager
def in_chromium() -> Iterator[Chromium]:
    """A page that has what `homes.mjs` has."""
    page_text = "<script type='module'>import * as all from './homes.mjs'; Object.assign(window, all);</script>"
    with sync_playwright() as playwright:
        if (browser := launch(playwright)) is None:
            sys.exit(NEEDED)
        page = browser.new_page()
        page.set_default_timeout(600_000)
        page.route(f"{ORIGIN}**", lambda route: route.fulfill(body=page_text, content_type="text/html"))
        script = (HERE / "homes.mjs").read_text(encoding="utf-8")
        page.route(f"{ORIGIN}homes.mjs", lambda route: route.fulfill(body=script, content_type="text/javascript"))
        page.goto(ORIGIN)
        page.wait_for_function("'opened' in window")
        yield Chromium(page)
        browser.close()


# --- the campaign -------------------------------------------------------------------------------------------------------


class Differs(AssertionError):
    """Two homes that do not agree."""


def same_games(game: Game, seats: int, numbers: range, seed: str, homes: dict[str, Home], limit: int | None = None) -> int:
    """Plays games in every home, all options in turn, or their first actions; how many actions that were."""
    plain, ways, total = Plain(game), variants(game, seats), 0
    for n in numbers:
        way = ways[n % len(ways)]
        played, expected = plain.chosen(
            game.setup(way.seats, **way.options), number(f"{seed}-{seats}-{n}"), limit or game.limit
        )
        for name, home in homes.items():
            if home.played(played) != expected:
                raise Differs(f"{name} and plain differ in game {n} of {game.name} with {seats} seats, seed {seed!r}")
        total += len(played.actions)
    return total


def position(game: Game, n: int, seed: str, playouts: int) -> Grown:
    """A position with a choice: with every number of seats in turn, from the beginning to the end of games."""
    match, rng = Match(game, seats=game.seats[n % len(game.seats)], seed=f"{seed}-{n}"), Random(f"{seed}-{n}")
    last = match.copy()
    for _ in range(rng.randrange(150)):
        match.play(rng.choice(match.legal))
        if match.over:
            break
        if len(match.legal) > 1:
            last = match.copy()
    return Grown(last.state.copy(), last.to_act, number(f"{seed}-{n}"), playouts)


def same_trees(game: Game, numbers: range, seed: str, playouts: int, homes: dict[str, Home]) -> None:
    """Grows trees in every home."""
    plain = Plain(game)
    for n in numbers:
        tree = position(game, n, seed, playouts)
        expected = plain.grown(tree)
        for name, home in homes.items():
            if home.grown(tree) != expected:
                raise Differs(f"{name} and plain differ in tree {n} of {game.name}, seed {seed!r}")


def speeds(game: Game, homes: dict[str, Any], games: int, playouts: int, rounds: int) -> None:
    """Actions and playouts a second in each home but the plain one, in turn; the best of some rounds."""
    found: dict[str, list[float]] = {name: [0.0, 0.0] for name in homes}
    start, tree = game.setup(2), position(game, 0, "speed", playouts)
    for _ in range(rounds):
        for name, home in homes.items():
            found[name][0] = max(found[name][0], home.random(start, games, game.limit))
            found[name][1] = max(found[name][1], home.searched(tree))
    for name, (actions, searched) in found.items():
        print(f"{game.name:18} {name:10} {actions:14,.0f} actions a second {searched:12,.0f} playouts a second", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="GAME", default=[], help="only these games")
    parser.add_argument("--seats", type=int, help="only with so many seats")
    parser.add_argument("--games", type=int, default=1000, help="for each number of seats (default: 1000)")
    parser.add_argument("--trees", type=int, default=50, help="for each game (default: 50)")
    parser.add_argument("--playouts", type=int, default=3000, help="of each tree (default: 3000)")
    parser.add_argument(
        "--first", type=int, default=0, metavar="N", help="begin with game and tree number N, to do it in parts"
    )
    parser.add_argument("--seed", default="homes")
    parser.add_argument("--speed", action="store_true", help="measure instead")
    args = parser.parse_args()
    with ExitStack() as stack:
        browsers = {"node": stack.enter_context(in_node()), "Chromium": stack.enter_context(in_chromium())}
        for name in args.names or chantier.games:
            game = chantier.games[name]
            for one in browsers.values():
                one.open(game)
            homes: dict[str, Any] = {"native": Machine(game), **browsers}
            if args.speed:
                speeds(game, homes, 4000, 10_000, 3)
                continue
            for seats in [] if not args.games else [args.seats] if args.seats else game.seats:
                began = time.monotonic()
                actions = same_games(game, seats, range(args.first, args.first + args.games), args.seed, homes)
                told = f"{args.games:,} games, {actions:,} actions, {time.monotonic() - began:,.0f} s"
                print(f"{name} with {seats} seats: {told}: the same in {', '.join(('plain', *homes))}", flush=True)
            if not args.trees:
                continue
            began = time.monotonic()
            same_trees(game, range(args.first, args.first + args.trees), args.seed, args.playouts, homes)
            told = f"{args.trees} trees of {args.playouts:,} playouts, {time.monotonic() - began:,.0f} s"
            print(f"{name}: {told}: the same in {', '.join(('plain', *homes))}", flush=True)


if __name__ == "__main__":
    main()
