"""Search: which action leads to the best end, by playing on again and again. One search for all games.

Monte Carlo tree search over what a seat can know (information sets). Every playout starts in a world that is dealt anew
(`redeal`), goes down the tree, grows it by one node, plays on by habit (`habit`) until the end or until the outlook can be
trusted (`quiet`, `outlook`), and gives every seat its own value. Chance is drawn anew every time and has no nodes: a node
stands for the decisions that led to it. An action that was not always possible is compared by how often it was (CHANCES).

In the flat style, loaded into the module of the rules (see `binding.py`). A tree is two tables with one row a node: `tree` of
whole numbers and `sums` of fractions. `path[0]` is the root.

Several threads can grow one tree, and wait for nobody. Each has a desk, a row that is no node: it says which rows the thread
may still use, and its sums are for the playout that is being made. Siblings stand in the order of their actions, so a list of
them never comes back to itself, whoever writes at the same time; a count that is lost does no harm.

Where the same decisions always lead to the same choice (`steady`), a thread that is alone keeps the children of a node. They
lie in rows one after the other (NODE_FIRST, NODE_MANY), nobody asks again what is legal, and their NODE_DUE is the part of the
attention that each of them has.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from chantier.core import CHANCE, NOBODY
from chantier.kernel.reals import EIGHT, exp, exp_eight, log
from chantier.kernel.words import AnyState, Dice, Menu, States, assign

if TYPE_CHECKING:  # the rules, the sense and the loops stand in the same module
    from chantier.kernel.defaults import (
        FACTS,
        WARMTH,
        WONDER,
        doubt,
        habit,
        horizon,
        moment,
        outlooks,
        prior,
        quiet,
        result,
        steady,
        study,
    )
    from chantier.kernel.loops import pick
    from chantier.kernel.shape import legal, play, redeal

Tree = list[list[int]]
Sums = list[list[float]]
Path = list[int]
Knobs = list[float]

# Columns of `tree`.
NODE_ACTION, NODE_CHILD, NODE_SIBLING, NODE_VISITS, NODE_CHANCES, NODE_FIRST, NODE_MANY = range(7)
NODE_NUMBERS = 7

# Columns of a desk's row in `tree`: the last row that its thread has used, the one before which its rows end, whether no other
# thread grows this tree, and the row up to which half of them are used.
DESK_USED, DESK_END, DESK_ALONE, DESK_HALF = range(4)

# Columns of `sums`: values of four seats, their final scores, what `worth` says, and the share of attention due to that.
NODE_VALUE, NODE_SCORE, NODE_WORTH, NODE_DUE = 0, 4, 8, 9
NODE_SUMS = 10

# Knobs: whether game knowledge is used, how much is explored, how an action never tried compares to those that were, what part
# of attention goes to all alike, and how wide margins count.
KNOWING, CURIOSITY, CAUTION, EVENNESS, MARGIN = range(5)
NODE_KNOBS = 5

MOST_SEATS = 4
MANY_CHANCES = 10_000  # after which curiosity has grown, in games that say so


def think(
    states: States,
    menu: Menu,
    dice: Dice,
    tree: Tree,
    sums: Sums,
    path: Path,
    knobs: Knobs,
    desk: int,
    seat: int,
    playouts: int,
) -> int:
    """So many playouts more. The first state is played in, the second is a possible world. Answers the root's visits."""
    since = moment(states[1])
    for _ in range(playouts):
        assign(states, 0, states, 1)
        redeal(states[0], seat, dice)
        playout(states[0], menu, dice, tree, sums, path, knobs, desk, since)
    return tree[path[0]][NODE_VISITS]


def playout(
    s: AnyState, menu: Menu, dice: Dice, tree: Tree, sums: Sums, path: Path, knobs: Knobs, desk: int, since: int
) -> None:
    """Down the tree, on by habit, and back with the values."""
    deep = descend(s, menu, dice, tree, sums, path, knobs, desk, since)
    play_on(s, menu, dice, knobs, since)
    judge(s, sums, knobs, desk)
    for i in range(deep):
        node = path[i]
        tree[node][NODE_VISITS] += 1
        for seat in range(s.seats):
            sums[node][NODE_VALUE + seat] += sums[desk][NODE_VALUE + seat]
            sums[node][NODE_SCORE + seat] += sums[desk][NODE_SCORE + seat]


def descend(
    s: AnyState, menu: Menu, dice: Dice, tree: Tree, sums: Sums, path: Path, knobs: Knobs, desk: int, since: int
) -> int:
    """From the root to a node that was never visited, or as far as the tree goes. Answers how many nodes that were."""
    deep = 1
    while s.to_act != NOBODY and deep < len(path):
        if deep > 1 and knobs[KNOWING] > 0.0 and horizon(s, since):
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
            due = grow(s, menu, tree, sums, node, knobs, desk)
            child = favourite(s, menu, tree, sums, node, knobs, due)
            keep(s, menu, tree, sums, node, knobs, desk, used, due)
        if child == 0:
            break
        play(s, tree[child][NODE_ACTION])
        path[deep] = child
        deep += 1
        if tree[child][NODE_VISITS] == 0:
            break
    return deep


def grow(s: AnyState, menu: Menu, tree: Tree, sums: Sums, node: int, knobs: Knobs, desk: int) -> float:
    """Children for what is on the menu, and one more chance for each of them. Answers how much attention is due to them
    together."""
    used = tree[desk][DESK_USED]
    due = give_chances(menu, tree, sums, node, desk)
    if tree[desk][DESK_USED] == used:
        return due
    if knobs[KNOWING] > 0.0:
        look_at(s, tree, sums, used + 1, desk)
    share_attention(tree, sums, node)
    return due_to(menu, tree, sums, node)


def give_chances(menu: Menu, tree: Tree, sums: Sums, node: int, desk: int) -> float:
    """One more chance for the children on the menu. Every action without a child gets one, in ascending order, if there is room
    for all of them. Answers how much attention is due to these children together, as far as they are not new."""
    used = tree[desk][DESK_USED]
    room = used + menu[0] < tree[desk][DESK_END]
    due = 0.0
    before = 0
    child = tree[node][NODE_CHILD]
    for i in range(1, menu[0] + 1):
        while child != 0 and tree[child][NODE_ACTION] < menu[i]:
            before = child
            child = tree[child][NODE_SIBLING]
        if room and (child == 0 or tree[child][NODE_ACTION] != menu[i]):
            child = add_node(tree, sums, menu[i], child, desk)
            if before == 0:
                tree[node][NODE_CHILD] = child
            else:
                tree[before][NODE_SIBLING] = child
        if child != 0 and tree[child][NODE_ACTION] == menu[i]:
            tree[child][NODE_CHANCES] += 1
            due += sums[child][NODE_DUE]
    return due


def add_node(tree: Tree, sums: Sums, action: int, sibling: int, desk: int) -> int:
    """A new row."""
    tree[desk][DESK_USED] += 1
    node = tree[desk][DESK_USED]
    for i in range(NODE_NUMBERS):
        tree[node][i] = 0
    for i in range(NODE_SUMS):
        sums[node][i] = 0.0
    tree[node][NODE_ACTION] = action
    tree[node][NODE_SIBLING] = sibling
    return node


def look_at(s: AnyState, tree: Tree, sums: Sums, first: int, desk: int) -> None:
    """How good the actions of new rows look; what is true of all of them is found once."""
    facts = [0] * FACTS
    study(s, facts)
    for node in range(first, tree[desk][DESK_USED] + 1):
        sums[node][NODE_WORTH] = float(prior(s, tree[node][NODE_ACTION], facts))


def share_attention(tree: Tree, sums: Sums, node: int) -> None:
    """The better an action looks, the more attention is due to it. One of them may look better than the best by now: another
    thread says what its new rows look like after it has linked them."""
    best = -1.0e30
    child = tree[node][NODE_CHILD]
    while child != 0:
        best = max(best, sums[child][NODE_WORTH])
        child = tree[child][NODE_SIBLING]
    due = [0.0] * EIGHT
    first = tree[node][NODE_CHILD]
    while first != 0:
        child = first
        for n in range(EIGHT):
            due[n] = 0.0
            if child != 0:
                due[n] = min(0.0, max(-50.0, (sums[child][NODE_WORTH] - best) / WARMTH))
                child = tree[child][NODE_SIBLING]
        exp_eight(due)
        child = first
        for n in range(EIGHT):
            if child != 0:
                sums[child][NODE_DUE] = due[n]
                child = tree[child][NODE_SIBLING]
        first = child


def due_to(menu: Menu, tree: Tree, sums: Sums, node: int) -> float:
    """How much attention is due to the children on the menu together."""
    due = 0.0
    child = tree[node][NODE_CHILD]
    for i in range(1, menu[0] + 1):
        while child != 0 and tree[child][NODE_ACTION] < menu[i]:
            child = tree[child][NODE_SIBLING]
        if child != 0 and tree[child][NODE_ACTION] == menu[i]:
            due += sums[child][NODE_DUE]
    return due


def favourite(s: AnyState, menu: Menu, tree: Tree, sums: Sums, node: int, knobs: Knobs, due: float) -> int:
    """The child on the menu that is to be tried next: good so far, or promising and seldom tried. 0 if there is none."""
    untried = 0.5
    if tree[node][NODE_VISITS]:
        untried = sums[node][NODE_VALUE + s.to_act] / tree[node][NODE_VISITS] - knobs[CAUTION]
    chosen = 0
    most = -1.0e30
    chances = 0
    root = 0.0
    wonder = 1.0
    child = tree[node][NODE_CHILD]
    for i in range(1, menu[0] + 1):
        while child != 0 and tree[child][NODE_ACTION] < menu[i]:
            child = tree[child][NODE_SIBLING]
        if child != 0 and tree[child][NODE_ACTION] == menu[i]:
            part = knobs[EVENNESS] / menu[0]
            if due > 0.0:  # else another thread has just made these children
                part += (1.0 - knobs[EVENNESS]) * sums[child][NODE_DUE] / due
            if tree[child][NODE_CHANCES] != chances:  # most siblings have had as many
                chances = tree[child][NODE_CHANCES]
                root = sqrt(chances)
                wonder = 1.0 + WONDER * log(1.0 + chances / MANY_CHANCES) if WONDER > 0.0 else 1.0
            call = urgency(tree, sums, child, s.to_act, untried, knobs[CURIOSITY] * part * wonder * root, knobs)
            if call > most:
                most = call
                chosen = child
    return chosen


def keep(s: AnyState, menu: Menu, tree: Tree, sums: Sums, node: int, knobs: Knobs, desk: int, used: int, due: float) -> None:
    """Children that are all new stay what they are, if this choice is always the same and nobody else makes some."""
    if tree[desk][DESK_USED] - used != menu[0] or menu[0] == 0 or tree[desk][DESK_ALONE] == 0 or knobs[KNOWING] <= 0.0:
        return
    if steady(s):
        tree[node][NODE_FIRST] = used + 1
        tree[node][NODE_MANY] = menu[0]
        for child in range(used + 1, used + 1 + menu[0]):
            sums[child][NODE_DUE] = knobs[EVENNESS] / menu[0] + (1.0 - knobs[EVENNESS]) * sums[child][NODE_DUE] / due


def favourite_of_kept(s: AnyState, tree: Tree, sums: Sums, node: int, knobs: Knobs) -> int:
    """The same as `favourite`, and one more chance for each, where children are kept: all of them have had as many."""
    untried = 0.5
    if tree[node][NODE_VISITS]:
        untried = sums[node][NODE_VALUE + s.to_act] / tree[node][NODE_VISITS] - knobs[CAUTION]
    first = tree[node][NODE_FIRST]
    chances = tree[first][NODE_CHANCES] + 1
    root = sqrt(chances)
    wonder = 1.0 + WONDER * log(1.0 + chances / MANY_CHANCES) if WONDER > 0.0 else 1.0
    chosen = 0
    most = -1.0e30
    for child in range(first, first + tree[node][NODE_MANY]):
        tree[child][NODE_CHANCES] = chances
        visits = tree[child][NODE_VISITS]
        more = knobs[CURIOSITY] * sums[child][NODE_DUE] * wonder * root
        call = untried + more
        if visits:
            call = sums[child][NODE_VALUE + s.to_act] / visits + more / (1 + visits)
        if call > most:
            most = call
            chosen = child
    return chosen


def urgency(tree: Tree, sums: Sums, child: int, seat: int, untried: float, curiosity: float, knobs: Knobs) -> float:
    """How much a child asks to be tried: its value so far, and more the less it was tried for its part of attention."""
    visits = tree[child][NODE_VISITS]
    if knobs[KNOWING] > 0.0:
        value = untried if visits == 0 else sums[child][NODE_VALUE + seat] / visits
        return value + curiosity / (1 + visits)
    if visits == 0:
        return 1.0e9
    return sums[child][NODE_VALUE + seat] / visits + knobs[CURIOSITY] * sqrt(log(tree[child][NODE_CHANCES]) / visits)


def play_on(s: AnyState, menu: Menu, dice: Dice, knobs: Knobs, since: int) -> None:
    """By habit, or at random without knowledge, until the end or until the outlook can be trusted."""
    while s.to_act != NOBODY:
        if knobs[KNOWING] > 0.0 and quiet(s, since):
            return
        menu[0] = 0
        legal(s, menu)
        if s.to_act == CHANCE or knobs[KNOWING] <= 0.0:
            play(s, pick(s, menu, dice))
        else:
            play(s, habit(s, menu, dice))


def judge(s: AnyState, sums: Sums, knobs: Knobs, desk: int) -> None:
    """The value of a position for every seat, together 1: half for winning, half for the margin."""
    guessed = knobs[KNOWING] > 0.0 and s.to_act != NOBODY
    sharp = float(max(100, doubt(s))) if guessed else 100.0
    looks = [0] * MOST_SEATS
    if guessed:
        outlooks(s, looks)
    for seat in range(s.seats):
        sums[desk][NODE_SCORE + seat] = float(looks[seat] if guessed else result(s, seat))
        sums[desk][NODE_VALUE + seat] = 0.0
    add_shares(s, sums, sharp, sharp + knobs[MARGIN], desk)


def add_shares(s: AnyState, sums: Sums, sharp: float, wide: float, desk: int) -> None:
    """Twice half of the value, the more for a seat the more its score exceeds those of others, by two scales."""
    best = -1.0e30
    for seat in range(s.seats):
        best = max(best, sums[desk][NODE_SCORE + seat])
    due = [0.0] * EIGHT
    for seat in range(s.seats):
        due[seat] = max(-50.0, (sums[desk][NODE_SCORE + seat] - best) / sharp)
        due[MOST_SEATS + seat] = max(-50.0, (sums[desk][NODE_SCORE + seat] - best) / wide)
    exp_eight(due)
    for seat in range(s.seats, MOST_SEATS):
        due[seat] = 0.0
        due[MOST_SEATS + seat] = 0.0
    total = due[0] + due[1] + due[2] + due[3]
    total_wide = due[4] + due[5] + due[6] + due[7]
    for seat in range(s.seats):
        sums[desk][NODE_VALUE + seat] += 0.5 * due[seat] / total
        sums[desk][NODE_VALUE + seat] += 0.5 * due[MOST_SEATS + seat] / total_wide


def add_half(s: AnyState, sums: Sums, scale: float, desk: int) -> None:
    """Half of the value by one scale."""
    best = -1.0e30
    for seat in range(s.seats):
        best = max(best, sums[desk][NODE_SCORE + seat])
    a = share(s, sums, 0, best, scale, desk)
    b = share(s, sums, 1, best, scale, desk)
    c = share(s, sums, 2, best, scale, desk)
    d = share(s, sums, 3, best, scale, desk)
    total = a + b + c + d
    sums[desk][NODE_VALUE] += 0.5 * a / total
    sums[desk][NODE_VALUE + 1] += 0.5 * b / total
    sums[desk][NODE_VALUE + 2] += 0.5 * c / total
    sums[desk][NODE_VALUE + 3] += 0.5 * d / total


def share(s: AnyState, sums: Sums, seat: int, best: float, scale: float, desk: int) -> float:
    """What is due to a seat by its score, compared to the best one."""
    if seat >= s.seats:
        return 0.0
    return exp(max(-50.0, (sums[desk][NODE_SCORE + seat] - best) / scale))
