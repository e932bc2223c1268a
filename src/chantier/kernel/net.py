"""A learned sense: a small network says what a position is worth to every seat, in the place of long playouts. Knows no game.

In the flat style, over `search.py` and the `insight.py` of a game. The row that a seat sees goes through two layers; out of it
come, for the seat that looks and the others clockwise, how likely each is to win (before they are made to add up to 1) and the
score that it can expect. Most numbers of a row are 0, and most others 1: the first layer adds up the weights of what is there.

It also says how much attention is due to actions: the row that the seat sees that is to act goes through the same first layer
and a second one of its own (`focus`), and every action has weights for what comes out (`heed`). That is added to what the
`prior` of the game says, so that only what differs from it has to be learned.

Weights are data, in single precision: each layer has a row for every number that it is given, and a last one that is always
added; `heed` has a row for every action, or none where attention was not learned. `room` is for what stands between the layers;
every thread has its own, and its own row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from chantier.core import CHANCE, NOBODY
from chantier.kernel.features import Out
from chantier.kernel.reals import EIGHT, exp_eight
from chantier.kernel.words import AnyState, Dice, Facts, Menu, States, Stored, assign

if TYPE_CHECKING:  # the rules, the sense, the insight, the loops and the search stand in the same module
    from chantier.kernel.defaults import IN_POINTS, WARMTH, habit, horizon, moment, quiet, result
    from chantier.kernel.insight import CORRECTING, WHOLE_TURNS, behold, beholder, settled, trust
    from chantier.kernel.loops import pick
    from chantier.kernel.search import (
        DESK_HALF,
        DESK_USED,
        MARGIN,
        NODE_ACTION,
        NODE_FIRST,
        NODE_SCORE,
        NODE_VALUE,
        NODE_VISITS,
        NODE_WORTH,
        Knobs,
        Path,
        Sums,
        Tree,
        add_half,
        due_to,
        favourite,
        favourite_of_kept,
        give_chances,
        judge,
        keep,
        look_at,
        play_on,
        share_attention,
    )
    from chantier.kernel.shape import legal, play, redeal
else:
    Tree, Sums, Path, Knobs = list[list[int]], list[list[float]], list[int], list[float]

Weights = Annotated[Any, Stored("f32", 2)]
Room = Annotated[Any, Stored("f32", 2)]
Units = Annotated[Any, Stored("f32")]

# More knobs: where so many turns have ended by habit, the net judges again, or, if that is less than nothing, where a playout
# of a master ends; and how deep in a tree it says which nodes deserve attention.
LOOKAHEAD, HEEDING = 5, 6
NET_SEATS = 4  # seats that a net can tell apart
NET_OUTPUTS = 2 * NET_SEATS  # how likely each is to win, and the score of each
WIDE_ROOM, DEEP_ROOM, LAST_ROOM, KEPT_ROOM = range(4)  # rows of a room
NET_ROOMS = 4
FOUND = 128  # numbers of a row that are added up in one go


def think_learned(
    states: States, menu: Menu, dice: Dice, tree: Tree, sums: Sums, path: Path, knobs: Knobs, first: Weights, second: Weights,
    last: Weights, focus: Weights, heed: Weights, room: Room, row: Out, desk: int, seat: int, playouts: int,
) -> int:  # fmt: skip
    """So many playouts more, as `think` makes them, each judged by a net where the turn under way has ended."""
    since = moment(states[1])
    for _ in range(playouts):
        assign(states, 0, states, 1)
        redeal(states[0], seat, dice)
        playout_learned(
            states[0], menu, dice, tree, sums, path, knobs, first, second, last, focus, heed, room, row, desk, since
        )  # fmt: skip
    return tree[path[0]][NODE_VISITS]


def playout_learned(
    s: AnyState, menu: Menu, dice: Dice, tree: Tree, sums: Sums, path: Path, knobs: Knobs, first: Weights, second: Weights,
    last: Weights, focus: Weights, heed: Weights, room: Room, row: Out, desk: int, since: int,
) -> None:  # fmt: skip
    """Down the tree, on by habit to where a turn begins, and back with what the net says there, and again some turns later."""
    deep = descend_learned(s, menu, dice, tree, sums, path, knobs, first, focus, heed, room, row, desk, since)
    settle(s, menu, dice, 1)
    judge_here(s, sums, knobs, first, second, last, room, row, desk)
    if s.to_act != NOBODY and (knobs[LOOKAHEAD] > 1.0 or (knobs[LOOKAHEAD] < 0.0 and not quiet(s, since))):
        judge_again(s, menu, dice, sums, knobs, first, second, last, room, row, desk, since)
    for i in range(deep):
        node = path[i]
        tree[node][NODE_VISITS] += 1
        for seat in range(s.seats):
            sums[node][NODE_VALUE + seat] += sums[desk][NODE_VALUE + seat]
            sums[node][NODE_SCORE + seat] += sums[desk][NODE_SCORE + seat]


def descend_learned(
    s: AnyState, menu: Menu, dice: Dice, tree: Tree, sums: Sums, path: Path, knobs: Knobs, first: Weights, focus: Weights,
    heed: Weights, room: Room, row: Out, desk: int, since: int,
) -> int:  # fmt: skip
    """As `descend` of the search does; the net says, too, which new nodes deserve attention. Some games go on to the end of the
    turn by what looks best, as long as half of the rows are left."""
    deep = 1
    new = False
    while s.to_act != NOBODY and deep < len(path):
        if (deep > 1 and horizon(s, since)) or (new and settled(s)):
            break
        node = path[deep - 1]
        if s.to_act != CHANCE and tree[node][NODE_FIRST] != 0:
            child = favourite_of_kept(s, tree, sums, node, knobs)
        else:
            menu[0] = 0
            legal(s, menu)
            if s.to_act == CHANCE:
                play(s, pick(s, menu, dice))
                continue
            used = tree[desk][DESK_USED]
            due = give_chances(menu, tree, sums, node, desk)
            if tree[desk][DESK_USED] > used:
                look_at_learned(s, tree, sums, used + 1, desk)
                if len(heed) > 0 and menu[0] > 1 and deep <= knobs[HEEDING]:
                    attend(s, tree, sums, used + 1, first, focus, heed, room, row, desk)
                share_attention(tree, sums, node)
                due = due_to(menu, tree, sums, node)
            child = favourite(s, menu, tree, sums, node, knobs, due)
            keep(s, menu, tree, sums, node, knobs, desk, used, due)
        if child == 0:
            break
        play(s, tree[child][NODE_ACTION])
        path[deep] = child
        deep += 1
        new = tree[child][NODE_VISITS] == 0
        if new and (not WHOLE_TURNS or tree[desk][DESK_USED] > tree[desk][DESK_HALF]):
            break
    return deep


def look_at_learned(s: AnyState, tree: Tree, sums: Sums, fresh: int, desk: int) -> None:
    """How good the actions of new rows look, as far as the prior can be trusted with them."""
    look_at(s, tree, sums, fresh, desk)
    for node in range(fresh, tree[desk][DESK_USED] + 1):
        sums[node][NODE_WORTH] *= trust(s, tree[node][NODE_ACTION])


def attend(
    s: AnyState, tree: Tree, sums: Sums, fresh: int, first: Weights, focus: Weights, heed: Weights, room: Room, row: Out,
    desk: int,
) -> None:  # fmt: skip
    """New rows look better or worse than the prior says, as the net has learned."""
    behold(s, s.to_act, row)
    enter(row, first, room)
    pass_on(room[WIDE_ROOM], len(focus) - 1, focus, room[DEEP_ROOM])
    clip(room[DEEP_ROOM], len(focus[0]))
    for node in range(fresh, tree[desk][DESK_USED] + 1):
        sums[node][NODE_WORTH] += WARMTH * leaning(room[DEEP_ROOM], heed[tree[node][NODE_ACTION]])


def leaning(given: Units, weights: Units) -> float:
    """How much more attention an action deserves: the logarithm of how many times as much. Its last weight is always added."""
    last = len(weights) - 1
    total = 0.0
    for i in range(last):
        if given[i] > 0.0:
            total += given[i] * weights[i]
    return total + float(weights[last])


def judge_here(
    s: AnyState, sums: Sums, knobs: Knobs, first: Weights, second: Weights, last: Weights, room: Room, row: Out, desk: int
) -> None:
    """What a position is worth to every seat: by its end, or by the net."""
    if s.to_act != NOBODY:
        judge_learned(s, sums, knobs, first, second, last, room, row, desk)
    else:
        judge_end(s, sums, desk)
        if IN_POINTS:
            weigh_margins(s, sums, knobs, desk)


def judge_again(
    s: AnyState, menu: Menu, dice: Dice, sums: Sums, knobs: Knobs, first: Weights, second: Weights, last: Weights, room: Room,
    row: Out, desk: int, since: int,
) -> None:  # fmt: skip
    """Some turns later, by habit, once more: half of the value is that. The two are wrong in different ways."""
    before = room[KEPT_ROOM]
    for i in range(NET_OUTPUTS):
        before[i] = sums[desk][NODE_VALUE + i]
    if knobs[LOOKAHEAD] < 0.0:
        play_on(s, menu, dice, knobs, since)
    else:
        settle(s, menu, dice, int(knobs[LOOKAHEAD]))
    judge_here(s, sums, knobs, first, second, last, room, row, desk)
    for i in range(NET_OUTPUTS):
        sums[desk][NODE_VALUE + i] = 0.5 * (before[i] + sums[desk][NODE_VALUE + i])


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
    s: AnyState, sums: Sums, knobs: Knobs, first: Weights, second: Weights, last: Weights, room: Room, row: Out, desk: int
) -> None:
    """What the net says: the value of a position for all seats, together 1, and their scores."""
    behold(s, beholder(s), row)
    feel(row, first, second, last, room)
    if CORRECTING:
        judge(s, sums, knobs, desk)
        correct(s, sums, room[LAST_ROOM], desk)
    else:
        for seat in range(s.seats):
            sums[desk][NODE_VALUE + seat] = 1.0
            sums[desk][NODE_SCORE + seat] = 0.0
        correct(s, sums, room[LAST_ROOM], desk)
        if IN_POINTS:
            weigh_margins(s, sums, knobs, desk)


def correct(s: AnyState, sums: Sums, outputs: Units, desk: int) -> None:
    """How many times as likely, and how many points more or less, than was said before: by a master, or of all alike."""
    seat = beholder(s)
    best = outputs[0]
    for i in range(1, s.seats):
        best = max(best, outputs[i])
    times = [0.0] * EIGHT
    for i in range(s.seats):
        times[i] = outputs[i] - best
    exp_eight(times)
    total = 0.0
    for i in range(s.seats):
        who = (seat + i) % s.seats
        sums[desk][NODE_VALUE + who] *= times[i]
        sums[desk][NODE_SCORE + who] += outputs[NET_SEATS + i]
        total += sums[desk][NODE_VALUE + who]
    for who in range(s.seats):
        sums[desk][NODE_VALUE + who] /= total


def weigh_margins(s: AnyState, sums: Sums, knobs: Knobs, desk: int) -> None:
    """Half of the value for winning, half for the margin: who is behind or ahead goes on playing well."""
    for seat in range(s.seats):
        sums[desk][NODE_VALUE + seat] *= 0.5
    add_half(s, sums, knobs[MARGIN], desk)


# --- the network ------------------------------------------------------------------------------------------------------


def feel(row: Out, first: Weights, second: Weights, last: Weights, room: Room) -> None:
    """From a row to the outputs."""
    enter(row, first, room)
    pass_on(room[WIDE_ROOM], len(second) - 1, second, room[DEEP_ROOM])
    clip(room[DEEP_ROOM], len(last) - 1)
    pass_on(room[DEEP_ROOM], len(last) - 1, last, room[LAST_ROOM])


def enter(row: Out, first: Weights, room: Room) -> None:
    """From a row to the first layer. What is not 0 is found before it is added up, so that a processor need not guess."""
    found = [0] * FOUND
    n = 0
    begin_layer(room[WIDE_ROOM], first[len(row)])
    at = 0
    while at + 8 <= len(row):
        if row[at] | row[at + 1] | row[at + 2] | row[at + 3] | row[at + 4] | row[at + 5] | row[at + 6] | row[at + 7]:
            for i in range(at, at + 8):
                found[n] = i
                n += row[i] != 0
            if n > FOUND - 8:
                enter_found(row, found, n, first, room)
                n = 0
        at += 8
    for i in range(at, len(row)):
        found[n] = i
        n += row[i] != 0
    enter_found(row, found, n, first, room)
    clip(room[WIDE_ROOM], len(first[0]))


def enter_found(row: Out, found: Facts, many: int, first: Weights, room: Room) -> None:
    """Numbers of a row that are not 0."""
    given = room[DEEP_ROOM]
    i = 0
    while i + 4 <= many:
        for n in range(4):
            given[n] = float(row[found[i + n]])
        add_four(room[WIDE_ROOM], first, found[i], found[i + 1], found[i + 2], found[i + 3], given, 0)
        i += 4
    while i < many:
        given[0] = float(row[found[i]])
        add_part(room[WIDE_ROOM], first[found[i]], given, 0)
        i += 1


def pass_on(given: Units, many: int, weights: Weights, to: Units) -> None:
    """One layer after another."""
    begin_layer(to, weights[many])
    i = 0
    while i + 4 <= many:
        add_four(to, weights, i, i + 1, i + 2, i + 3, given, i)
        i += 4
    while i < many:
        add_part(to, weights[i], given, i)
        i += 1


def begin_layer(to: Units, always: Units) -> None:
    for j in range(len(always)):
        to[j] = always[j]


def clip(units: Units, many: int) -> None:
    """What is less than nothing is nothing."""
    for j in range(many):
        units[j] = units[j] if units[j] > 0.0 else 0.0


def add_part(to: Units, weights: Units, given: Units, i: int) -> None:
    """In single precision throughout, as all of these are stored."""
    for j in range(len(weights)):
        to[j] += given[i] * weights[j]


def add_four(to: Units, weights: Weights, a: int, b: int, c: int, d: int, given: Units, i: int) -> None:
    """Four such parts, one after the other."""
    for j in range(len(weights[0])):
        to[j] = (
            to[j]
            + given[i] * weights[a][j]
            + given[i + 1] * weights[b][j]
            + given[i + 2] * weights[c][j]
            + given[i + 3] * weights[d][j]
        )


def judge_states(
    states: States, sums: Sums, knobs: Knobs, first: Weights, second: Weights, last: Weights, room: Room, row: Out, many: int
) -> None:
    """What the net says about each of the first states, in as many rows of sums."""
    for i in range(many):
        judge_learned(states[i], sums, knobs, first, second, last, room, row, i)


def see_states(states: States, row: Out, times: int) -> None:
    """The row of the first state, again and again: for measuring."""
    for _ in range(times):
        behold(states[0], beholder(states[0]), row)
