"""What the games of an arena say about the game itself: turn order, scores, length, and what is used and what is not.

Reads a file of results (`chantier arena ... --json FILE`), plays every game again from its actions, and writes Markdown.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from chantier.core import BadSetup, Game
from chantier.lab import arena
from chantier.lab.patience import watched
from chantier.lab.standings import SURE, Played, wilson
from chantier.match import Match

SPARED = 40  # offers after which an action that nobody ever chose is named
NAMED = 12  # such actions at most
PARTS = 3  # of a game, of equal length, in which what bots do is counted


@dataclass
class Use:
    """How often something could be chosen, and was; how often winners and others chose it in a game."""

    offered: int = 0
    chosen: int = 0
    winners: float = 0.0
    others: float = 0.0


@dataclass
class Way:
    """What one kind of bot does: how often it sat at a table, its actions by verb and by part of the game, and its choices."""

    seats: int = 0
    verbs: dict[str, list[int]] = field(default_factory=dict)
    actions: dict[str, Use] = field(default_factory=dict)


@dataclass
class Found:
    """What was counted in all games."""

    orders: list[list[float]] = field(default_factory=list)  # for each game: wins of who acts first, second, ...
    scores: list[list[int]] = field(default_factory=list)  # in the same order
    lengths: list[int] = field(default_factory=list)
    verbs: dict[str, Use] = field(default_factory=dict)
    actions: dict[str, Use] = field(default_factory=dict)
    ways: dict[str, Way] = field(default_factory=dict)  # by the name of a bot
    events: Counter[str] = field(default_factory=Counter)
    games_with: Counter[str] = field(default_factory=Counter)


def count(game: Game, plan: dict[str, Any], played: Iterable[Played]) -> Found:
    """Play every game again and count."""
    found = Found(ways={name: Way() for name in plan.get("bots", [])})
    for one in played:
        count_one(found, game, plan, one)
    return found


def count_one(found: Found, game: Game, plan: dict[str, Any], one: Played) -> Match:
    """Play one game again and count; the match at its end."""
    match = Match(game, len(one.seating), one.deal, **plan["options"])
    order: list[int] = []
    for name in one.seating:
        found.ways.setdefault(name, Way()).seats += 1
    for number, action in enumerate(one.actions):
        seat = match.to_act
        order += [] if seat in order else [seat]
        _note(found, match, action, one.places)
        _note_way(found.ways[one.seating[seat]], match, action, PARTS * number // len(one.actions))
        match.play(action)
    if match.scores() != one.scores:
        raise BadSetup(f"game {one.game} ends otherwise when it is played again; the file is of other rules")
    found.orders.append([one.win(seat) for seat in order])
    found.scores.append([one.scores[seat] for seat in order])
    found.lengths.append(len(one.actions))
    kinds = Counter(event.kind for event in match.events)
    found.events.update(kinds)
    found.games_with.update(kinds.keys())
    return match


def _note(found: Found, match: Match, action: int, places: list[int]) -> None:
    """One decision: what was offered, what was chosen, and whether the one who chose it won in the end."""
    split = match.game.actions.split
    if len(match.legal) > 1:
        for verb in {split(a)[0] for a in match.legal}:
            found.verbs.setdefault(verb, Use()).offered += 1
        for a in match.legal:
            found.actions.setdefault(match.words(a), Use()).offered += 1
        found.verbs[split(action)[0]].chosen += 1
        found.actions[match.words(action)].chosen += 1
    use = found.verbs.setdefault(split(action)[0], Use())
    winners = places.count(1)
    if places[match.to_act] == 1:
        use.winners += 1 / winners
    else:
        use.others += 1 / (len(places) - winners)


def _note_way(way: Way, match: Match, action: int, part: int) -> None:
    """The same decision, for the kind of bot that took it."""
    way.verbs.setdefault(match.game.actions.split(action)[0], [0] * PARTS)[part] += 1
    if len(match.legal) > 1:
        for a in match.legal:
            way.actions.setdefault(match.words(a), Use()).offered += 1
        way.actions[match.words(action)].chosen += 1


# --- in words ---------------------------------------------------------------------------------------------------------


def markdown(found: Found) -> str:
    """The report."""
    return "\n".join([*_turn_order(found), "", *_verbs(found), "", *_ways(found), *_spared(found), "", *_events(found), ""])


def _turn_order(found: Found) -> list[str]:
    many, seats = len(found.orders), len(found.orders[0])
    lines = ["| acts | wins | 95 % | score | deviation |", "|---|---|---|---|---|"]
    for place in range(seats):
        wins, scores = sum(order[place] for order in found.orders), [scores[place] for scores in found.scores]
        low, high = wilson(wins, many)
        spread = statistics.stdev(scores) if many > 1 else 0.0
        lines.append(
            f"| {place + 1}. | {100 * wins / many:.0f} % | {100 * low:.0f} to {100 * high:.0f} "
            f"| {statistics.fmean(scores):.1f} ± {SURE * spread / many**0.5:.1f} | {spread:.1f} |"
        )
    margins = [sorted(scores)[-1] - sorted(scores)[-2] for scores in found.scores]
    lengths = sorted(found.lengths)
    return [
        *lines,
        "",
        f"{many} games. A fair share is {100 / seats:.0f} %. The winner leads by {statistics.median(margins):.0f} "
        f"at the median. A game takes {statistics.fmean(lengths):.0f} decisions, {lengths[0]} to {lengths[-1]}.",
    ]


def _verbs(found: Found) -> list[str]:
    """Winners and others: how often a winner did this in a game, and how often one of the others."""
    many = len(found.orders)
    lines = ["| action | offered | chosen | in a game, winners | others |", "|---|---|---|---|---|"]
    for verb, use in sorted(found.verbs.items(), key=lambda item: -item[1].chosen):
        part = f"{100 * use.chosen / use.offered:.0f} %" if use.offered else "always forced"
        lines.append(f"| {verb} | {use.offered / many:.1f} | {part} | {use.winners / many:.1f} | {use.others / many:.1f} |")
    return [*lines, "", "Offered: decisions in a game in which it could be chosen beside something else."]


def _ways(found: Found) -> list[str]:
    """What two kinds of bots do, if there are two: how often in a game, in its first, second and last third; and the choices
    in which they differ most beyond chance."""
    if len(found.ways) != 2:
        return []
    (one, mine), (other, its) = found.ways.items()
    lines = [f"| in a game, by thirds | {one} | {other} |", "|---|---|---|"]
    for verb in found.verbs:
        told = [" ".join(f"{n / way.seats:.1f}" for n in way.verbs.get(verb, [0] * PARTS)) for way in (mine, its)]
        lines.append(f"| {verb} | {told[0]} | {told[1]} |")
    lines += ["", f"| where both could, most different | {one} | {other} |", "|---|---|---|"]
    both = [words for words in mine.actions if words in its.actions and mine.actions[words].offered >= SPARED]
    for words in sorted(both, key=lambda words: -_apart(mine.actions[words], its.actions[words]))[:NAMED]:
        uses = mine.actions[words], its.actions[words]
        rates = [f"{100 * use.chosen / use.offered:.1f} % of {use.offered}" for use in uses]
        lines.append(f"| {words} | {rates[0]} | {rates[1]} |")
    return [*lines, ""]


def _apart(one: Use, other: Use) -> float:
    """By how many standard errors the parts of offers that were taken differ."""
    part = (one.chosen + other.chosen) / (one.offered + other.offered)
    spread = (part * (1 - part) * (1 / one.offered + 1 / other.offered)) ** 0.5
    return abs(one.chosen / one.offered - other.chosen / other.offered) / spread if spread else 0.0


def _spared(found: Found) -> list[str]:
    """What was often possible and never done."""
    never = sorted(
        ((use.offered, words) for words, use in found.actions.items() if not use.chosen and use.offered >= SPARED), reverse=True
    )
    if not never:
        return [f"Everything that was offered at least {SPARED} times was also chosen."]
    names = ", ".join(f"*{words}* ({offered})" for offered, words in never[:NAMED])
    more = f", and {len(never) - NAMED} more" if len(never) > NAMED else ""
    return [f"Offered at least {SPARED} times and never chosen: {names}{more}."]


def _events(found: Found) -> list[str]:
    many = len(found.orders)
    lines = ["| event | in a game | games with it |", "|---|---|---|"]
    for kind, times in found.events.most_common():
        lines.append(f"| {kind} | {times / many:.1f} | {100 * found.games_with[kind] / many:.0f} % |")
    return lines


def main(args: argparse.Namespace) -> int:
    """`chantier balance`"""
    for path in args.files:
        plan, played = arena.read(path)
        if not any(one.actions for one in played):
            raise BadSetup(f"{path} holds no games with their actions; make it anew with: chantier arena ... --json {path}")
        game = arena.Plan(**plan).chosen()
        found = count(game, plan, watched(played, f"balance {game.name}", len(played)))
        if args.json:
            told = {"bots": plan["bots"], "seed": plan["seed"], "game": game.name}
            print(json.dumps(told | vars(found), default=asdict))
            continue
        print(f"**{', '.join(plan['bots'])}**, seed {plan['seed']}, {game.title} {plan['version']}\n")
        print(markdown(found))
    return 0
