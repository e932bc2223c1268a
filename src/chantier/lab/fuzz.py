"""Random games that look for faults: crashes, dead ends, endless games, lost components, leaks.

Three ways: plain, with every law checked at every step; compiled, for millions of games; and parity, plain and compiled side by
side, compared byte by byte. What is found is written as a record.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from chantier.core import NOBODY, Game, games
from chantier.match import Match

FAULTS = {1: "a dead end", 2: "legal actions out of order", 3: "an endless game", 4: "a lost component"}
BATCH = 500  # compiled games between two looks at the clock and at ctrl-C


@dataclass(frozen=True)
class Variant:
    """One way to set up a game."""

    seats: int
    options: dict[str, str]


class Fault(AssertionError):
    """Something that must never happen, with the match in which it did."""

    def __init__(self, what: str, match: Match) -> None:
        super().__init__(what)
        self.match = match


def variants(game: Game, seats: int | None = None) -> list[Variant]:
    """Every seat count with every combination of options.

    >>> len(variants(games["world_monuments"]))
    48
    """
    choices = [[(name, choice) for choice in option.choices] for name, option in game.options.items()]
    counts = list(game.seats) if seats is None else [game.check_seats(seats)]
    return [Variant(n, dict(options)) for n in counts for options in product(*choices)]


def number(seed: str) -> int:
    """A seed for `say.below`, from text."""
    return int.from_bytes(blake2b(seed.encode(), digest_size=7).digest(), "big")


def play_plain(game: Game, variant: Variant, seed: str, stop: int | None = None) -> int:
    """One random game, or its first moves, with every law checked at every position. Answers the number of moves."""
    rng = Random(seed)
    match = Match(game, seats=variant.seats, seed=seed, **variant.options)
    first = match.scores()
    while not match.over and (stop is None or len(match.moves) < stop):
        seat = match.to_act
        try:
            check_position(match, rng)
            match.play(rng.choice(match.legal))
        except Fault:
            raise
        except AssertionError as broken:  # of the words that rules are written in
            raise Fault(str(broken), match) from broken
        check_agenda(match, seat)
        if len(match.moves) > game.limit:
            raise Fault(FAULTS[3], match)
    check_position(match, rng)
    told = list(first)
    for event in match.events:
        if event.kind == "score":
            told[event.seat] += event.args[0]
    _must(told == match.scores(), "scores differ from the sum of score events", match)
    return len(match.moves)


def check_position(match: Match, rng: Random) -> None:
    """Laws that hold in every position of every game."""
    legal, game, s = match.legal, match.game, match.state
    _must(match.over == (not legal), FAULTS[1], match)
    _must(legal == sorted(set(legal)), FAULTS[2], match)
    _must(game.rules.lost(s) == 0, FAULTS[4], match)
    seat = rng.randrange(match.seats)
    seen = game.view(s, seat)
    world = game.redeal(s, seat, rng)
    if world != s:  # else nothing is hidden that could be shown
        _must(game.view(world, seat) == seen, f"the view of seat {seat} shows a secret", match)
        if match.to_act == seat:
            _must(game.legal(world) == legal, f"the legal actions of seat {seat} show a secret", match)
    if forget := getattr(game.part("view"), "forget", None):
        for who in (seat, None):
            other = forget(game, s, who, rng)
            good = other == s or game.view(other, who) == (seen if who == seat else game.view(s, who))
            _must(good, f"the view of {who} shows what is covered", match)


def check_agenda(match: Match, before: int) -> None:
    """Of a turn nothing is left on the agenda: who comes to act after another seat finds one decision there, and at the end of
    the game there is none but the one that ended it."""
    pending = getattr(match.state, "pending", None)
    if pending is not None and match.to_act != before:
        _must(pending <= 1, f"{pending - 1} decisions of the turn before are left on the agenda", match)
        _must(match.over or pending == 1, "nothing is on the agenda, but the game goes on", match)


def _must(holds: bool, what: str, match: Match) -> None:
    if not holds:
        raise Fault(what, match)


def run_plain(game: Game, chosen: list[Variant], count: int, seed: str, stop: int | None = None) -> Iterator[int]:
    """Plays games one by one, through all variants in turn; yields the moves of each."""
    for n in range(count):
        yield play_plain(game, chosen[n % len(chosen)], f"{seed}-{n}", stop)


def run_compiled(
    game: Game, chosen: list[Variant], count: int, seed: str, stop: int | None = None
) -> Iterator[tuple[int, int, int]]:
    """Plays games in batches, through all variants in turn; yields (games, actions, games left at the limit) of each batch."""
    from chantier.kernel.native import native

    fast = native(game)
    menu, found = fast.menu(), fast.findings()
    left, batch = count, 0
    while left > 0:
        variant = chosen[batch % len(chosen)]
        many = min(left, BATCH)
        start = game.setup(variant.seats, **variant.options)
        dice = fast.dice(number(f"{seed}-{batch}"))
        found[4] = 0
        actions = fast.fuzz(fast.states(start, start), menu, dice, many, game.limit, stop or game.limit, found)
        if found[0]:
            raise Fault(FAULTS[int(found[0])], replayed(game, variant, int(found[3]), int(found[2])))
        yield many, int(actions), int(found[4])
        left -= many
        batch += 1


def replayed(game: Game, variant: Variant, dice: int, actions: int) -> Match:
    """The match that compiled play had with these dice, played again plainly."""
    match = Match.laid_out(game, variant.seats, "fuzz", **variant.options)
    stream, menu = [dice], [0] * (game.actions.size + 1)
    for _ in range(actions):
        menu[0] = 0
        game.rules.legal(match.state, menu)
        match.repeat(game.rules.pick(match.state, menu, stream))
    return match


def run_parity(game: Game, chosen: list[Variant], count: int, seed: str, stop: int | None = None) -> Iterator[int]:
    """Plays each game plain and compiled side by side and compares state and legal actions at every step."""
    from chantier.kernel.native import native

    fast = native(game)
    menu = fast.menu()
    for n in range(count):
        variant = chosen[n % len(chosen)]
        s = game.setup(variant.seats, **variant.options)
        states = fast.states(s)
        stream, plain_menu = [number(f"{seed}-{n}")], [0] * (game.actions.size + 1)
        actions: list[int] = []
        while True:
            plain_menu[0] = 0
            game.rules.legal(s, plain_menu)
            fast.list_legal(states, menu)
            same = s.packed() == bytes(states) and plain_menu[: plain_menu[0] + 1] == menu[: menu[0] + 1]
            if not same:
                raise Fault(f"plain and compiled differ after action {len(actions)}", _match(game, variant, actions))
            if s.to_act == NOBODY or len(actions) >= (stop or game.limit):
                break
            action = game.rules.pick(s, plain_menu, stream)
            actions.append(action)
            game.play(s, action)
            fast.play_one(states, action)
        yield len(actions)


def _match(game: Game, variant: Variant, actions: list[int]) -> Match:
    match = Match.laid_out(game, variant.seats, "fuzz", **variant.options)
    for action in actions:
        match.repeat(action)
    return match


def main(args: argparse.Namespace) -> int:
    """`chantier fuzz`: 0 if nothing was found."""
    from rich.console import Console
    from rich.progress import Progress

    game = games[args.game]
    chosen = variants(game, args.seats)
    console = Console(highlight=False, stderr=args.json)
    played = actions = left = 0
    try:
        with Progress(console=console, transient=True) as progress:
            task = progress.add_task(f"fuzz {game.name}", total=args.games)
            for many, moves, stopped in _runs(game, chosen, args):
                played, actions, left = played + many, actions + moves, left + stopped
                progress.update(task, completed=played)
    except Fault as fault:
        file = save(fault, Path(args.out))
        if args.json:
            told = {"game": game.name, "games": played, "actions": actions}
            print(json.dumps(told | {"found": str(fault), "record": str(file)}))
        else:
            console.print(f"FOUND {fault} in game {played + 1}; written to {file}")
        return 1
    except KeyboardInterrupt:
        console.print(f"stopped after {played:,} games and {actions:,} actions; nothing found so far")
        return 130
    way = "plain and compiled alike" if args.parity else "compiled" if args.compiled else "plain"
    early = f", {left:,} of them left after {args.limit:,} actions" if args.limit else ""
    if args.json:
        figures = {"game": game.name, "games": played, "actions": actions, "left": left, "rules": way, "variants": len(chosen)}
        print(json.dumps(figures | {"found": None}))
        return 0
    games_played = f"{played:,} games{early}, {actions:,} actions"
    console.print(f"{game.name}: {games_played}, {way}, {len(chosen)} variants: nothing found")
    return 0


def _runs(game: Game, chosen: list[Variant], args: argparse.Namespace) -> Iterator[tuple[int, int, int]]:
    if args.compiled:
        yield from run_compiled(game, chosen, args.games, args.seed, args.limit)
    else:
        run: Any = run_parity if args.parity else run_plain
        for moves in run(game, chosen, args.games, args.seed, args.limit):
            yield 1, moves, int(moves >= (args.limit or game.limit))


def save(fault: Fault, folder: Path) -> Path:
    """Write the match of a fault as a record."""
    folder.mkdir(parents=True, exist_ok=True)
    match = fault.match
    path = folder / f"{match.game.name}-{match.digest()}.txt"
    path.write_text(f"{match.record()}# {fault}\n", encoding="utf-8")
    return path
