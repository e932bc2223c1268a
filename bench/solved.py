"""How far each level is from perfect play in positions that can be solved: python -m bench.solved arkadia --positions 60

Each level takes one decision there, and goes on to the end against perfect play: what all its decisions lose together is what
it falls short of the best possible result. Where a game can always be put off it is cut off after some turns, counts as it
stands there, and only the one decision is looked at.
"""

from __future__ import annotations

import argparse
from random import Random

import chantier
from chantier import Match
from chantier.bots import bot
from chantier.core import CHANCE
from chantier.kernel.nets import has_net
from chantier.lab.solve import Solver

FIRST = {"world_monuments": 15, "arkadia": 22}  # moves, after which positions are solved in seconds
LAST = {"world_monuments": 34, "arkadia": 30}
PUT_OFF = "queens_architect"
TURNS = 4  # after which it is cut off
MOVES_BEFORE = 20  # its end, at most
WHIM = 0.25  # how often its players do just anything
LEVELS = ("random", "apprentice", "plain-search:100", "journeyman:100", "journeyman:1000", "master:5000", "grandmaster:5000")


def positions(n: int, seed: int, first: int | None = None, name: str = "world_monuments") -> list[Match]:
    """Positions of the small set of a game, at random moments of random games, in which the choice matters or not."""
    if name == PUT_OFF:
        return late_positions(n, seed)
    rng = Random(seed)
    found: list[Match] = []
    while len(found) < n:
        match = Match(name, 2, str(rng.getrandbits(40)), components="small")
        stop = rng.randrange(FIRST[name] if first is None else first, LAST[name])
        while not match.over and (len(match.moves) < stop or len(match.legal) < 2):
            match.play(rng.choice(match.legal))
        if not match.over:
            found.append(match)
    return found


def late_positions(n: int, seed: int) -> list[Match]:
    """The same where a random game hardly ever ends: some moves before the end of games of apprentices with a whim."""
    rng = Random(seed)
    found: list[Match] = []
    while len(found) < n:
        match = Match(PUT_OFF, 2, str(rng.getrandbits(40)), components="small")
        players = [bot("apprentice", rng.getrandbits(40)) for _ in range(2)]
        while not match.over:
            careless = rng.random() < WHIM
            match.play(rng.choice(match.legal) if careless else players[match.to_act].choose(match.seen()))
        match = match.at(len(match.moves) - rng.randrange(1, MOVES_BEFORE))
        if match.to_act != CHANCE and len(match.legal) > 1:
            found.append(match)
    return found


def lost_to_the_end(level: str, match: Match, solver: Solver, seed: int) -> float:
    """The part of a win that a level loses from here on against perfect play, by all its decisions together."""
    match, seat, player, lost = match.at(len(match.moves)), match.to_act, bot(level, seed), 0.0
    while not match.over:
        values = solver.solve(match.state).actions
        best = max(values, key=lambda action: values[action])
        action = player.choose(match.seen()) if match.to_act == seat else best
        if match.to_act == seat:
            lost += values[best] - values[action]
        match.play(action)
    return lost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", choices=(*FIRST, PUT_OFF), default="world_monuments")
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    game = chantier.games[chosen.game].using("small")
    turns = TURNS if chosen.game == PUT_OFF else None
    levels = [level for level in LEVELS if has_net(game) or not level.startswith("grandmaster")]
    to_the_end = dict.fromkeys(levels, 0.0)
    lost, perfect, by_points, mattered = dict.fromkeys(levels, 0.0), dict.fromkeys(levels, 0), dict.fromkeys(levels, 0.0), 0
    for number, match in enumerate(positions(chosen.positions, chosen.seed, name=chosen.game)):
        wins, margins = (Solver(game, aim, turns=turns) for aim in ("win", "margin"))
        win, margin = (solver.solve(match.state).actions for solver in (wins, margins))
        mattered += min(margin.values()) < max(margin.values())
        for level in levels:
            action = bot(level, number).choose(match.seen())
            lost[level] += max(win.values()) - win[action]
            by_points[level] += max(margin.values()) - margin[action]
            perfect[level] += margin[action] == max(margin.values())
            to_the_end[level] += 0.0 if turns else lost_to_the_end(level, match, wins, number)
    print(f"{chosen.positions} positions, in {mattered} of which the choice matters")
    print("| level | perfect decisions | points lost by a decision | part of a win lost | to the end |\n|---|---|---|---|---|")
    for level in levels:
        n = chosen.positions
        end = "" if turns else f"{to_the_end[level] / n:.3f}"
        print(f"| `{level}` | {perfect[level] / n:.0%} | {by_points[level] / n:.2f} | {lost[level] / n:.3f} | {end} |")


if __name__ == "__main__":
    main()
