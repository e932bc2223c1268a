"""Arkadia: what a seat sees (clauses 9.1 and 9.2). A view starts empty and adds."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from chantier.core import NOBODY, Game, View
from chantier.games.arkadia.state import (
    ACT,
    CASTLE,
    CHOOSE_BLOCK,
    CHOOSE_CELL,
    CHOOSE_FIRST,
    CHOOSE_SITE,
    CHOOSE_SPOT,
    CHOOSE_SQUARE,
    DEAL,
    DRAW_BLIND,
    FAMILIES,
    FILL_HAND,
    GO_ON,
    HIRED,
    KINDS,
    LEVELS,
    NEUTRAL,
    OWN,
    OWNERS,
    RAISE_BANNER,
    REFILL,
    TRADE,
    WORD,
    State,
)
from chantier.games.arkadia.tables import squares_in
from chantier.kernel.words import NONE, now

if TYPE_CHECKING:
    from chantier.kernel.shape import Kernel

DECISIONS = {
    CHOOSE_FIRST: "first",
    CHOOSE_SITE: "site",
    DEAL: "deal",
    DRAW_BLIND: "draw",
    REFILL: "refill",
    ACT: "act",
    CHOOSE_SPOT: "lay",
    CHOOSE_SQUARE: "stand",
    GO_ON: "go on",
    FILL_HAND: "take",
    CHOOSE_BLOCK: "block",
    CHOOSE_CELL: "set",
    RAISE_BANNER: "banner",
    TRADE: "sell",
}


def view(game: Game, s: State, seat: int | None, known: View | None = None) -> View:
    """9.1, 9.2  Public: board, castle, supplies, open cards, banners. Covered: what is behind the tents. Secret: hands."""
    return {**(known or public(game, s)), "seat": seat, "seats": [_seat(s, who, seat) for who in range(s.seats)]}


def public(game: Game, s: State) -> View:
    """What all views have in common."""
    rules = game.rules
    cells = zip(*[row[: rules.CELL_COUNT] for row in s.castle], strict=True)
    castle = [[block for block in stack if block != NONE] for stack in cells]
    tops = [stack[-1] if stack else printed for stack, printed in zip(castle, rules.PRINTED, strict=False)]
    free = sum(word << WORD * n for n, word in enumerate(rules.free_squares(s)))
    return {
        "game": game.name,
        "seat": None,
        "to_act": s.to_act,
        "decision": "over" if s.to_act == NOBODY else DECISIONS[now(s)],
        "turn": _some(s.turn),
        "first": _some(s.first),
        "last_turns": None if s.turns_left == NONE else max(0, s.turns_left),
        "site": None if s.buildings == 0 else s.placed[CASTLE] - rules.FIRST_PLACED_SITE,
        "buildings": [_building(rules, s, building, free) for building in range(1, s.buildings)],
        "workers": [[square, owner] for owner in range(OWNERS) if any(s.crew[owner]) for square in squares_in(s.crew[owner])],
        "castle": castle,
        "tops": tops,
        "values": [tops.count(family) for family in range(FAMILIES)],
        "level": s.level,
        "blocks": sum(map(len, castle)),
        "blocks_to_end": max(0, (LEVELS - 1) * rules.CELL_COUNT - sum(len(row) - row.count(NONE) for row in s.castle[:2])),
        "supply": [row[:] for row in s.supply],
        "open": [_some(kind) for kind in s.shown[: rules.OPEN_CARDS]],
        "pile": sum(s.deck),
        "reserve": s.reserve[NEUTRAL],
        "card": _some(s.card),
        "worker": _some(s.worker),
        "block": _some(s.block),
        "due": min(s.due, _room(s, rules.CELL_COUNT)),
    }


def _room(s: State, cells: int) -> int:
    """6.2, 6.3, 6.4  How many blocks can still be set, one after the other: there are cells, and blocks for them."""
    room, left = 0, 0
    for level in range(s.level, LEVELS):
        blocks = sum(s.supply[level]) + (left if level == LEVELS - 1 else 0)
        free = s.castle[level][:cells].count(NONE)
        room += min(blocks, free)
        if blocks < free:
            return room
        left += blocks - free
    return room


def _building(rules: Kernel, s: State, building: int, free: int) -> View:
    shape, turn, cover, beside, bits = _lain(rules, s.placed[building])
    return {
        "shape": shape,
        "family": s.family[building],
        "turn": turn,
        "squares": cover[:],
        "finished": not s.unfinished >> building & 1,
        "free": [square for square in beside if free >> square & 1] if free & bits else [],
    }


@lru_cache(2**8)
def _lain(rules: Kernel, placed: int) -> tuple[int, int, list[int], list[int], int]:
    """The shape of a building that lies like this, how it is turned, and the squares under and beside it, and these as bits."""
    under, beside = squares_in(rules.COVER_BITS[placed]), squares_in(rules.BESIDE_BITS[placed])
    return rules.SHAPE_OF[placed], rules.TURN_OF[placed], under, beside, sum(1 << square for square in beside)


def is_open(s: State, who: int, seat: int | None) -> bool:
    """9.2, 9.3  Whether this seat may look behind that tent."""
    return who == seat or s.screens == 1 or s.to_act == NOBODY


def _seat(s: State, who: int, seat: int | None) -> View:
    its = s.seat[who]
    seen: View = {"banners": its.banners, "cards": sum(its.hand)}
    if is_open(s, who, seat):
        seen |= {"gold": its.gold, "workers": its.workers[:], "seals": its.seals[:], "known": its.known[:]}
    if who == seat or s.to_act == NOBODY:
        seen["hand"] = its.hand[:]
    return seen


def scores(view: View) -> list[int | None]:
    """8.4, 9.2  The gold that this view shows: a seat's own, and everybody's once the tents are open."""
    return [seat.get("gold") for seat in view["seats"]]


def calm(view: View, verb: str) -> bool:
    """3.6, 3.7, 7.2, 8.1, 8.2  Whether actions of a verb certainly bring no gold and end nothing: after some the same seat goes
    on, others end nothing before the last turns have begun, and while there are cards, whoever has laid a building takes one
    before anything else happens."""
    if verb == "lay":
        return view["pile"] > 0 or any(kind is not None for kind in view["open"])
    if verb in ("stand", "take", "set"):
        return view["last_turns"] is None
    return verb in ("play", "worker", "block", "blind")


def remarks(game: Game, seen: View) -> list[str]:
    """What is remarkable about an end, for whoever asks whether a component set is sound."""
    dry = {"pile dry": not seen["pile"], "neutral dry": not seen["reserve"], "castle unfinished": seen["blocks_to_end"] > 0}
    return [key for key, is_so in dry.items() if is_so]


def _some(number: int) -> int | None:
    return None if number == NONE else number


def forget(game: Game, s: State, seat: int | None, rng: Random) -> Any:
    """Another table that looks the same to a seat that did not watch: covered things are others, unseen cards are mixed.

    Only for the test that a view shows nothing that is covered or secret."""
    world = s.copy()
    others = [who for who in range(s.seats) if who != seat]
    if s.to_act == NOBODY:
        return world
    for who in others:
        its = world.seat[who]
        if not is_open(s, who, seat):
            its.gold = rng.randrange(90)
            its.workers[OWN], its.workers[HIRED] = rng.randrange(5), rng.randrange(5)
            its.seals = [rng.randrange(9) for _ in range(FAMILIES)]
            its.known = [0] * KINDS
    unseen = [kind for kind in range(KINDS) for _ in range(world.deck[kind])]
    unseen += [kind for who in others for kind in range(KINDS) for _ in range(_unknown(world, who, kind))]
    rng.shuffle(unseen)
    for who in others:
        hand = world.seat[who].known[:]
        for _ in range(sum(_unknown(world, who, kind) for kind in range(KINDS))):
            hand[unseen.pop()] += 1
        world.seat[who].hand = hand
    world.deck = [unseen.count(kind) for kind in range(KINDS)]
    return world


def _unknown(s: State, who: int, kind: int) -> int:
    return s.seat[who].hand[kind] - s.seat[who].known[kind]
