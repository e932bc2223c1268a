"""Puzzles mined from games of strong bots: decisions where one action is clearly best, and not the one that comes to mind.

Masters play. Where their choice is none of an apprentice's, a long search looks at the position, and then every action that it
took seriously is searched as long as any other, several times with other dice: the best has to lead each time. What the seat
cannot know is dealt anew in every playout, so nothing hidden is needed to find it.
"""

from __future__ import annotations

import argparse
import json
import math
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

from chantier import puzzles, records
from chantier.arguments import FOUND_WRONG, GOOD
from chantier.bots import bot
from chantier.bots.tree import KNOWING, Tree
from chantier.core import CHANCE, NOBODY, Action, Game, Seen, games
from chantier.kernel import native
from chantier.lab.patience import watched
from chantier.match import Match

FEWEST, MOST = 3, 48  # legal actions: a person can look at all of them
GLANCES = 8  # apprentices that are asked: none of them may find it
DOUBT = 0.03  # by how much a master's first look has to prefer its choice to an apprentice's
ATTENTION = 0.5  # the part of a long search that goes to the best
LEAD = 0.02  # by how much its value leads all others, whatever the dice
MISSED = 0.04  # by how much it leads what apprentices do, on average
KINDS = 2  # at most one puzzle in so many asks for the same kind of action
DICE = 3  # searches of each action
RIVALS = 4  # actions that are searched beside the best and the apprentice's
HOPE = (0.5, 1.7)  # of its share, the value of the best: a puzzle matters neither in a lost game nor in a won one
SECONDS = (0.05, 0.8, 0.15)  # of one core, for a turn that is played, a long search, and an action with each of the dice
SHOWN = 6  # decisions of a line
TOLD = 4  # actions that a file tells about
WORLDS = 8  # in which a line has to be possible
PLAYERS = "master:200"  # who plays puzzles out
APART = 12  # moves between two puzzles of one game


@dataclass(frozen=True)
class Effort:
    """How much is thought, in playouts."""

    playing: int  # a turn of the masters that play
    long: int  # of the long search
    each: int  # for every action, with each of the dice

    @classmethod
    def of(cls, game: Game, times: float = 1.0) -> Effort:
        """What takes about so long in every game."""
        rate = times * game.rules.PLAYOUTS
        return cls(*(max(1, int(rate * seconds)) for seconds in SECONDS))


def search(game: Game, world: Any, seat: int, playouts: int, dice: int) -> Tree:
    """A tree over what a seat knows, compiled if it can be."""
    tree = Tree(game, native.soon(game).result(), KNOWING, dice)
    tree.begin(seat, world)
    tree.think(playouts)
    return tree


def glances(seen: Seen, many: int = GLANCES) -> list[Action]:
    """What apprentices do, the most usual first."""
    chosen = [bot("apprentice", seed).choose(seen) for seed in range(many)]
    return sorted(set(chosen), key=lambda action: (-chosen.count(action), action))


# --- one position -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Judged:
    """An action, searched as long as others: its value by each of the dice, what it leads to on average, and its line."""

    action: Action
    values: list[float]
    scores: list[float]
    chances: list[float]
    line: list[Action]

    @property
    def value(self) -> float:
        return fmean(self.values)


def judged(seen: Seen, world: Any, action: Action, playouts: int, seed: int) -> Judged:
    """What comes after an action."""
    game, after, found = seen.game, world.copy(), []
    game.play(after, action)
    for n in range(DICE):
        tree = search(game, after, seen.seat, playouts, seed * DICE + n + 1)
        found.append(tree.branch(tree.root))
    line, node = [action], tree.root
    while len(line) < SHOWN and (below := tree.children(node)):
        node = max(below, key=lambda child: tree.branch(child).visits)
        line.append(tree.branch(node).action)
    scores = [fmean(one) for one in zip(*(b.scores for b in found), strict=True)]
    chances = [fmean(one) for one in zip(*(b.chances for b in found), strict=True)]
    return Judged(action, [b.chances[seen.seat] for b in found], scores, chances, line)


def look(seen: Seen, obvious: list[Action], effort: Effort, seed: int) -> list[Judged] | None:
    """The best action of a position, what comes to mind first, and then the others by value; None if it is no puzzle."""
    world = seen.imagine(Random(seed))
    branches = search(seen.game, world, seen.seat, effort.long, seed).branches()
    branches = sorted((b for b in branches if b.action in seen.legal), key=lambda b: -b.visits)
    best = branches[0]
    hopeless = not HOPE[0] <= best.value * world.seats <= HOPE[1]
    if hopeless or best.action in obvious or best.visits < ATTENTION * sum(b.visits for b in branches):
        return None
    first, others = judged(seen, world, best.action, effort.each, seed), []
    for action in dict.fromkeys([*obvious, *(b.action for b in branches[1 : 1 + RIVALS])]):
        others.append(judged(seen, world, action, effort.each, seed))
        if min(first.values) < max(others[-1].values) + LEAD:
            return None
    if first.value < max(one.value for one in others[: len(obvious)]) + MISSED:
        return None
    return [first, others[0], *sorted(others[1:], key=lambda one: -one.value)]


# --- games ------------------------------------------------------------------------------------------------------------------


def options(game: Game, rng: Random) -> dict[str, str]:
    """How a table of puzzles is set: nothing that was open lies behind screens, and monuments differ."""
    chosen = {"screens": "open", "monument": rng.choice(["", *getattr(game.options.get("monument"), "choices", ())])}
    return {name: choice for name, choice in chosen.items() if name in game.options and choice in game.options[name].choices}


def mined(game: Game, seats: int, seed: str, effort: Effort) -> Iterator[tuple[Match, list[Judged]]]:
    """The puzzles of one game that masters play."""
    match = Match(game, seats, seed, **options(game, Random(seed)))
    bots = [bot(f"master:{effort.playing}", f"{seed}:{seat}") for seat in range(seats)]
    last = -APART
    while not match.over:
        seen, player = match.seen(), bots[match.to_act]
        action, now = player.choose(seen), len(match.moves)
        if FEWEST <= len(seen.legal) <= MOST and now - last >= APART and _promising(player, seen, action):
            found = look(seen, glances(seen), effort, now)
            if found:
                last = now
                yield match.copy(), found
        match.play(action)


def _promising(player: Any, seen: Seen, action: Action) -> bool:
    """Whether a master prefers what it does to all that apprentices do."""
    if player.thought is None or action in (obvious := glances(seen)):
        return False
    values = {b.action: b.value for b in player.thought.branches}
    return bool(values[action] >= max(values.get(one, 0.0) for one in obvious) + DOUBT)


def written(match: Match, found: list[Judged], effort: Effort, seed: str) -> dict[str, Any]:
    """A puzzle as it stands in its file."""
    told = records.read(match.record())
    header = {name: getattr(told, name) for name in ("game", "version", "components", "hash", "seats", "options", "seed")}
    lines = match.record().splitlines()
    return {
        **header,
        "seat": match.to_act,
        "found": {"by": f"master:{effort.playing}", "long": effort.long, "each": effort.each, "dice": DICE, "seed": seed},
        "tries": [_written(match, one) for one in found[:TOLD]],
        "actions": lines[len(lines) - len(match.moves) :],
    }


def _written(match: Match, one: Judged) -> dict[str, Any]:
    """An action with its line as far as it can be played whatever the seat does not know, and chance does not decide."""
    now, line, worlds = match.copy(), [], [match.game.redeal(match.state, match.to_act, Random(n)) for n in range(WORLDS)]
    for action in one.line:
        if now.to_act in (CHANCE, NOBODY) or any(action not in now.game.legal(world) for world in (now.state, *worlds)):
            break
        line.append(now.words(action))
        now.repeat(action)
        for world in worlds:
            now.game.play(world, action)
    figures = {"value": round(one.value, 3), "scores": [round(n, 1) for n in one.scores]}
    return {"line": line, **figures, "chances": [round(part, 3) for part in one.chances]}


def mine(game: Game, many: int, seed: str, effort: Effort) -> Iterator[dict[str, Any]]:
    """So many puzzles from games with all numbers of seats in turn, not too many of one kind."""
    kinds = Counter[str]()
    for n in count():
        for match, found in mined(game, game.seats[n % len(game.seats)], f"{seed}-{n}", effort):
            kind, _ = game.actions.split(found[0].action)
            if kinds.total() < many and kinds[kind] < -(-many // KINDS):
                kinds[kind] += 1
                yield written(match, found, effort, seed)
        if kinds.total() >= many:
            return


# --- the command ------------------------------------------------------------------------------------------------------------


def keep(found: dict[str, Any], folder: Path) -> Path:
    """A new file, numbered after those that are there."""
    last = max((int(path.stem) for path in folder.glob("[0-9]*.json")), default=0)
    path = folder / f"{last + 1:02}.json"
    records.write_safely(path, json.dumps(found, ensure_ascii=False, indent=0) + "\n")
    return path


def doubts(puzzle: puzzles.Puzzle, effort: Effort, seed: int) -> list[str]:
    """What speaks against a puzzle: an apprentice finds it, or the same search with other dice prefers something else."""
    seen = puzzle.moment.seen()
    world, playouts, best = seen.imagine(Random(seed)), effort.each, puzzle.best.action
    found = ["an apprentice finds it"] if best in glances(seen) else []
    values = {one.action: judged(seen, world, one.action, playouts, seed).value for one in puzzle.tries}
    better = [action for action, value in values.items() if value > values[best]]
    found += [f"{puzzle.moment.words(action)!r} is better now" for action in better]
    branches = [b for b in search(seen.game, world, seen.seat, effort.long, seed).branches() if b.action in seen.legal]
    most = max(branches, key=lambda b: b.visits)
    return found if most.action == best else [*found, f"a search prefers {puzzle.moment.words(most.action)!r}"]


def played(puzzle: puzzles.Puzzle, action: Action, seed: int) -> tuple[int, float]:
    """A game that goes on after an action: by how many points the seat leads the best of the others, and its part of a win."""
    match, seat = puzzle.moment.copy(), puzzle.seat
    match.redeal(seat, Random(seed))
    match.seed = f"truth-{seed}"
    match.play(action)
    bots = [bot(PLAYERS, f"{seed}:{one}") for one in range(match.seats)]
    while not match.over:
        match.play(bots[match.to_act].choose(match.seen()))
    scores, places = match.scores(), match.ranking()
    lead = scores[seat] - max(score for one, score in enumerate(scores) if one != seat)
    return lead, (places[seat] == 1) / places.count(1)


def compare(game: str, times: int) -> str:
    """What the best actions bring and what the first ideas do, if masters play every puzzle out so many times."""
    known = [puzzles.load(game, number) for number in puzzles.numbers(game)]
    pairs = [(one, seed) for seed in range(times) for one in known]
    ends = [
        [played(one, which.action, seed) for which in (one.best, one.obvious)]
        for one, seed in watched(pairs, "games", len(pairs))
    ]
    leads = [best[0] - first[0] for best, first in ends]
    error = stdev(leads) / math.sqrt(len(leads))
    best, first = (fmean(end[n][1] for end in ends) for n in (0, 1))
    return (
        f"{len(ends)} pairs of games: {fmean(leads):+.1f} points (standard error {error:.1f}); {best:.0%} won, not {first:.0%}"
    )


def main(args: argparse.Namespace) -> int:
    """Mine, check, or play out."""
    game = games[args.game]
    effort = Effort.of(game, args.effort / 100)
    if args.play:
        print(compare(game.name, args.play))
        return GOOD
    if not args.check:
        found = mine(game, args.puzzles, args.seed, effort)
        with closing(watched(found, f"puzzles of {game.title}", args.puzzles)) as coming:
            for one in coming:
                print(f"{keep(one, args.out)}: {one['tries'][0]['line'][0]}, not {one['tries'][1]['line'][0]}", flush=True)
        return GOOD
    wrong = 0
    for number in puzzles.numbers(game.name):
        doubted = doubts(puzzles.load(game.name, number), effort, zlib.crc32(args.seed.encode()))
        print(f"puzzle {number}: {'; '.join(doubted) or 'good'}", flush=True)
        wrong += bool(doubted)
    return FOUND_WRONG if wrong else GOOD
