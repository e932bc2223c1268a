"""Search in many games at once: each has a tree, all trees are brought to a leaf, and all leaves can be judged together.

In the flat style, over `search.py`. Game i is `states[i]`, and as many states behind them are played in. All trees stand in one
pair of tables; a game has a desk, a root (`paths[i][0]`) and a seat for which it thinks. `counts` says how many playouts are
wanted of each; a game with none is left alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from chantier.core import CHANCE, NOBODY
from chantier.kernel.features import Out
from chantier.kernel.reals import log
from chantier.kernel.words import AnyState, Menu, States, Stored, assign

if TYPE_CHECKING:  # the rules, the sense, the features, the loops and the search stand in the same module
    from chantier.kernel.defaults import WARMTH, moment, outlook
    from chantier.kernel.loops import pick
    from chantier.kernel.search import (
        DESK_END,
        DESK_USED,
        NODE_CHILD,
        NODE_SCORE,
        NODE_SIBLING,
        NODE_VALUE,
        NODE_VISITS,
        NODE_WORTH,
        Knobs,
        Path,
        Sums,
        Tree,
        add_node,
        descend,
        judge,
        playout,
        share_attention,
    )
    from chantier.kernel.shape import legal, observe, play, redeal
else:
    Tree, Sums, Path, Knobs = list[list[int]], list[list[float]], list[int], list[float]

Numbers = Annotated[Any, Stored("i32")]
Menus = Annotated[Any, Stored("i32", 2)]
Paths = Annotated[Any, Stored("i32", 2)]
Dices = Annotated[Any, Stored("i64", 2)]
Rows = Annotated[Any, Stored("i16", 2)]
Masks = Annotated[Any, Stored("bool", 2)]
Policies = Annotated[Any, Stored("f64", 2)]
Values = Annotated[Any, Stored("f64", 2)]
Policy = Annotated[Any, Stored("f64")]
Mask = Annotated[Any, Stored("bool")]

HARDLY = 1.0e-6  # no action is less likely


def think_all(
    states: States, first: int, last: int, menus: Menus, dice: Dices, tree: Tree, sums: Sums, paths: Paths, knobs: Knobs,
    desks: Numbers, seats: Numbers, counts: Numbers,
) -> None:  # fmt: skip
    """So many playouts in each of the games first to last - 1, each played on to where the outlook can be trusted."""
    for i in range(first, last):
        since = moment(states[i])
        at = len(desks) + i
        for _ in range(counts[i]):
            assign(states, at, states, i)
            redeal(states[at], seats[i], dice[i])
            playout(states[at], menus[i], dice[i], tree, sums, paths[i], knobs, desks[i], since)


def show_all(
    states: States, first: int, last: int, menus: Menus, rows: Rows, masks: Masks, to_act: Numbers, counts: Numbers, behind: int
) -> None:
    """What the seat to act sees and may do in each game, or in the states behind them."""
    for i in range(first, last):
        if counts[i]:
            show_leaf(states[behind + i], menus[i], masks[i], rows[i])
            to_act[i] = states[behind + i].to_act


def show_leaf(s: AnyState, menu: Menu, mask: Mask, row: Out) -> None:
    """Menu, mask and row of the seat that decides; nothing where the game is over."""
    for action in range(len(mask)):
        mask[action] = False
    menu[0] = 0
    if s.to_act != NOBODY:
        legal(s, menu)
        for n in range(1, menu[0] + 1):
            mask[menu[n]] = True
        observe(s, s.to_act, row)


def reach_all(
    states: States, first: int, last: int, menus: Menus, dice: Dices, tree: Tree, sums: Sums, paths: Paths, knobs: Knobs,
    desks: Numbers, seats: Numbers, counts: Numbers, depths: Numbers,
) -> None:  # fmt: skip
    """Down each tree to a leaf, and on through chance until a seat has to decide. Ends are judged at once."""
    for i in range(first, last):
        if counts[i]:
            at = len(desks) + i
            assign(states, at, states, i)
            s = states[at]
            redeal(s, seats[i], dice[i])
            depths[i] = descend(s, menus[i], dice[i], tree, sums, paths[i], knobs, desks[i], moment(states[i]))
            while s.to_act == CHANCE:
                menus[i][0] = 0
                legal(s, menus[i])
                play(s, pick(s, menus[i], dice[i]))
            if s.to_act == NOBODY:
                judge(s, sums, knobs, desks[i])


def learn_all(
    states: States, first: int, last: int, tree: Tree, sums: Sums, paths: Paths, desks: Numbers, counts: Numbers,
    depths: Numbers, values: Values,
) -> None:  # fmt: skip
    """Each tree learns what its leaf is worth: by values that were given, or, where the game is over, by the result."""
    for i in range(first, last):
        if counts[i]:
            s = states[len(desks) + i]
            if s.to_act != NOBODY:
                for seat in range(s.seats):
                    sums[desks[i]][NODE_VALUE + seat] = values[i][seat]
                    sums[desks[i]][NODE_SCORE + seat] = float(outlook(s, seat))
            for n in range(depths[i]):
                node = paths[i][n]
                tree[node][NODE_VISITS] += 1
                for seat in range(s.seats):
                    sums[node][NODE_VALUE + seat] += sums[desks[i]][NODE_VALUE + seat]
                    sums[node][NODE_SCORE + seat] += sums[desks[i]][NODE_SCORE + seat]


def plant_all(
    states: States, first: int, last: int, menus: Menus, tree: Tree, sums: Sums, nodes: Numbers, desks: Numbers,
    counts: Numbers, policies: Policies,
) -> None:  # fmt: skip
    """Children for the nodes of each game that have none, with as much attention as a policy gives them."""
    for i in range(first, last):
        if counts[i] and menus[i][0] and tree[nodes[i]][NODE_CHILD] == 0:
            plant_children(menus[i], tree, sums, nodes[i], desks[i], policies[i])


def plant_children(menu: Menu, tree: Tree, sums: Sums, node: int, desk: int, policy: Policy) -> None:
    """A child for every action on the menu, if there is room for all."""
    if tree[desk][DESK_USED] + menu[0] >= tree[desk][DESK_END]:
        return
    before = 0
    for n in range(1, menu[0] + 1):
        child = add_node(tree, sums, menu[n], 0, desk)
        sums[child][NODE_WORTH] = WARMTH * log(max(HARDLY, policy[menu[n]]))
        if before == 0:
            tree[node][NODE_CHILD] = child
        else:
            tree[before][NODE_SIBLING] = child
        before = child
    share_attention(tree, sums, node)


def play_all(states: States, first: int, last: int, actions: Numbers, counts: Numbers) -> None:
    """One action in each of the games."""
    for i in range(first, last):
        if counts[i]:
            play(states[i], actions[i])
