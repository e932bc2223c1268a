"""A learned sense: a small network says what a position is worth to every seat, in the place of long playouts. Knows no game.

In the flat style, over `search.py` and the `insight.py` of a game. The row that a seat sees goes through two layers; out of it
come, for the seat that looks and the others clockwise, how likely each is to win (before they are made to add up to 1) and the
score that it can expect. Most numbers of a row are 0, and most others 1: the first layer adds up the weights of what is there.

Weights are data, in single precision: each layer has a row for every number that it is given, and a last one that is always
added. `room` is for what stands between the layers; every thread has its own, and its own row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from chantier.core import CHANCE, NOBODY
from chantier.kernel.features import Out
from chantier.kernel.reals import exp
from chantier.kernel.words import AnyState, Dice, Menu, States, Stored, assign

if TYPE_CHECKING:  # the rules, the sense, the insight, the loops and the search stand in the same module
    from chantier.kernel.defaults import IN_POINTS, habit, moment, result
    from chantier.kernel.insight import behold, beholder, settled
    from chantier.kernel.loops import pick
    from chantier.kernel.search import (
        MARGIN,
        NODE_SCORE,
        NODE_VALUE,
        NODE_VISITS,
        Knobs,
        Path,
        Sums,
        Tree,
        add_shares,
        descend,
    )
    from chantier.kernel.shape import legal, play, redeal
else:
    Tree, Sums, Path, Knobs = list[list[int]], list[list[float]], list[int], list[float]

Weights = Annotated[Any, Stored("f32", 2)]
Room = Annotated[Any, Stored("f32", 2)]
Units = Annotated[Any, Stored("f32")]

LOOKAHEAD = 5  # one more knob: where how many turns have ended by habit, the net judges
NET_SEATS = 4  # seats that a net can tell apart
NET_OUTPUTS = 2 * NET_SEATS  # how likely each is to win, and the score of each
WIDE_ROOM, DEEP_ROOM, LAST_ROOM = 0, 1, 2  # rows of a room
NET_ROOMS = 3


def think_learned(
    states: States, menu: Menu, dice: Dice, tree: Tree, sums: Sums, path: Path, knobs: Knobs, first: Weights, second: Weights,
    last: Weights, room: Room, row: Out, desk: int, seat: int, playouts: int,
) -> int:  # fmt: skip
    """So many playouts more, as `think` makes them, each judged by a net where the turn under way has ended."""
    since = moment(states[1])
    for _ in range(playouts):
        assign(states, 0, states, 1)
        redeal(states[0], seat, dice)
        playout_learned(states[0], menu, dice, tree, sums, path, knobs, first, second, last, room, row, desk, since)
    return tree[path[0]][NODE_VISITS]


def playout_learned(
    s: AnyState, menu: Menu, dice: Dice, tree: Tree, sums: Sums, path: Path, knobs: Knobs, first: Weights, second: Weights,
    last: Weights, room: Room, row: Out, desk: int, since: int,
) -> None:  # fmt: skip
    """Down the tree, on by habit to where a turn begins, and back with what the net says."""
    deep = descend(s, menu, dice, tree, sums, path, knobs, desk, since)
    settle(s, menu, dice, int(knobs[LOOKAHEAD]))
    if s.to_act == NOBODY:
        judge_end(s, sums, desk)
    else:
        judge_learned(s, sums, first, second, last, room, row, desk)
    if IN_POINTS:
        weigh_margins(s, sums, knobs, desk)
    for i in range(deep):
        node = path[i]
        tree[node][NODE_VISITS] += 1
        for seat in range(s.seats):
            sums[node][NODE_VALUE + seat] += sums[desk][NODE_VALUE + seat]
            sums[node][NODE_SCORE + seat] += sums[desk][NODE_SCORE + seat]


def settle(s: AnyState, menu: Menu, dice: Dice, turns: int) -> None:
    """By habit to where a net can judge, so many times, or to the end."""
    while s.to_act != NOBODY:
        if settled(s):
            turns -= 1
            if turns <= 0:
                return
        menu[0] = 0
        legal(s, menu)
        if s.to_act == CHANCE:
            play(s, pick(s, menu, dice))
        else:
            play(s, habit(s, menu, dice))


def judge_end(s: AnyState, sums: Sums, desk: int) -> None:
    """Whoever has won has everything: to win is better than to be about to win."""
    best = result(s, 0)
    winners = 0
    for seat in range(s.seats):
        best = max(best, result(s, seat))
    for seat in range(s.seats):
        if result(s, seat) == best:
            winners += 1
    for seat in range(s.seats):
        sums[desk][NODE_VALUE + seat] = 1.0 / winners if result(s, seat) == best else 0.0
        sums[desk][NODE_SCORE + seat] = float(result(s, seat))


def judge_learned(
    s: AnyState, sums: Sums, first: Weights, second: Weights, last: Weights, room: Room, row: Out, desk: int
) -> None:
    """The chances of all seats, together 1, and their scores."""
    seat = beholder(s)
    behold(s, seat, row)
    feel(row, first, second, last, room)
    outputs = room[LAST_ROOM]
    best = outputs[0]
    for i in range(1, s.seats):
        best = max(best, outputs[i])
    total = 0.0
    for i in range(s.seats):
        total += exp(outputs[i] - best)
    for i in range(s.seats):
        who = (seat + i) % s.seats
        sums[desk][NODE_VALUE + who] = exp(outputs[i] - best) / total
        sums[desk][NODE_SCORE + who] = outputs[NET_SEATS + i]


def weigh_margins(s: AnyState, sums: Sums, knobs: Knobs, desk: int) -> None:
    """Half of the value for winning, half for the margin: who is behind or ahead goes on playing well."""
    for seat in range(s.seats):
        sums[desk][NODE_VALUE + seat] *= 0.5
    add_shares(s, sums, knobs[MARGIN], desk)


# --- the network ------------------------------------------------------------------------------------------------------


def feel(row: Out, first: Weights, second: Weights, last: Weights, room: Room) -> None:
    """From a row to the outputs."""
    begin_layer(room[WIDE_ROOM], first[len(row)])
    for i in range(len(row)):
        if row[i] == 1:
            add_one(room[WIDE_ROOM], first[i])
        elif row[i] != 0:
            room[DEEP_ROOM][0] = float(row[i])
            add_part(room[WIDE_ROOM], first[i], room[DEEP_ROOM], 0)
    pass_on(room[WIDE_ROOM], len(second) - 1, second, room[DEEP_ROOM])
    pass_on(room[DEEP_ROOM], len(last) - 1, last, room[LAST_ROOM])


def pass_on(given: Units, many: int, weights: Weights, to: Units) -> None:
    """One layer after another: what is less than nothing is nothing."""
    begin_layer(to, weights[many])
    for i in range(many):
        if given[i] > 0.0:
            add_part(to, weights[i], given, i)


def begin_layer(to: Units, always: Units) -> None:
    for j in range(len(always)):
        to[j] = always[j]


def add_one(to: Units, weights: Units) -> None:
    for j in range(len(weights)):
        to[j] += weights[j]


def add_part(to: Units, weights: Units, given: Units, i: int) -> None:
    """In single precision throughout, as all of these are stored."""
    for j in range(len(weights)):
        to[j] += given[i] * weights[j]


def judge_states(
    states: States, sums: Sums, first: Weights, second: Weights, last: Weights, room: Room, row: Out, many: int
) -> None:
    """What the net says about each of the first states, in as many rows of sums."""
    for i in range(many):
        judge_learned(states[i], sums, first, second, last, room, row, i)


def see_states(states: States, row: Out, times: int) -> None:
    """The row of the first state, again and again: for measuring."""
    for _ in range(times):
        behold(states[0], beholder(states[0]), row)
