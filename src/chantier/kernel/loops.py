"""Loops over the rules of a game, in the same flat style, loaded into the same module as the rules (see `binding.py`).

A function whose first argument is `states`, a row of states, is an entry point: callable from outside, plain and compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from chantier.core import CHANCE, NOBODY
from chantier.kernel.words import AnyState, Dice, Menu, States, Stored, assign, below

if TYPE_CHECKING:  # the rules and the sense stand in the same module
    from chantier.kernel.defaults import moment
    from chantier.kernel.shape import legal, lost, play, score, weight

Menus = Annotated[list[Menu], Stored("i32", 2)]  # one for each depth
Findings = Annotated[list[int], Stored("i64")]

# What can be wrong with a game; the numbers that `fuzz` answers with.
DEAD_END, UNSORTED, ENDLESS, LOST = 1, 2, 3, 4


def pick(s: AnyState, menu: Menu, dice: Dice) -> int:
    """One of the actions on the menu: chance's by weight, a seat's each as likely as the other."""
    if s.to_act != CHANCE:
        return menu[1 + below(dice, menu[0])]
    total = 0
    for i in range(1, menu[0] + 1):
        total += weight(s, menu[i])
    rest = below(dice, total)
    for i in range(1, menu[0] + 1):
        rest -= weight(s, menu[i])
        if rest < 0:
            return menu[i]
    return menu[menu[0]]


def rollout(s: AnyState, menu: Menu, dice: Dice, limit: int) -> int:
    """Random play to the end, or for as many actions as the limit allows; how many were played."""
    actions = 0
    while s.to_act != NOBODY and actions < limit:
        menu[0] = 0
        legal(s, menu)
        play(s, pick(s, menu, dice))
        actions += 1
    return actions


def list_legal(states: States, menu: Menu) -> None:
    """The legal actions of the first state."""
    menu[0] = 0
    legal(states[0], menu)


def play_one(states: States, action: int) -> None:
    """One action in the first state."""
    play(states[0], action)


def weigh(states: States, action: int) -> int:
    """How likely one of chance's actions is in the first state."""
    return weight(states[0], action)


def tell_score(states: States, seat: int) -> int:
    """The score of a seat in the first state."""
    return score(states[0], seat)


def tell_moment(states: States) -> int:
    """How far the game has come in the first state, in whatever the game counts."""
    return moment(states[0])


def play_random(states: States, menu: Menu, dice: Dice, games: int, limit: int) -> int:
    """Many random games: the first state is played in, the second is where each game begins. How many actions that were."""
    actions = 0
    for _ in range(games):
        assign(states, 0, states, 1)
        actions += rollout(states[0], menu, dice, limit)
    return actions


def list_often(states: States, menu: Menu, times: int) -> int:
    """The legal actions of the first state, again and again: for measuring."""
    n = 0
    for _ in range(times):
        menu[0] = 0
        legal(states[0], menu)
        n += menu[0]
    return n


def copy_often(states: States, times: int) -> None:
    """The first state copied over the second, again and again: for measuring."""
    for _ in range(times):
        assign(states, 1, states, 0)


def faults(s: AnyState, menu: Menu) -> int:
    """What is wrong with a position and its legal actions, or 0."""
    if s.to_act == NOBODY:
        return LOST if lost(s) else 0
    if menu[0] == 0:
        return DEAD_END
    for i in range(1, menu[0]):
        if menu[i] >= menu[i + 1]:
            return UNSORTED
    return LOST if lost(s) else 0


def fuzz(states: States, menu: Menu, dice: Dice, games: int, limit: int, stop: int, found: Findings) -> int:
    """Many random games, each position looked at. The first state is played in, the second is where each game begins.

    Ends at the first fault; `found` then holds which fault, in which game, at which action, and the dice at the start of that
    game. A game is left after `stop` actions, which is no fault; how many were, stands in `found` too. Answers how many
    actions were played, all games together.
    """
    total = 0
    for game in range(games):
        assign(states, 0, states, 1)
        s = states[0]
        found[1] = game
        found[3] = dice[0]
        actions = 0
        while True:
            menu[0] = 0
            legal(s, menu)
            fault = faults(s, menu)
            if actions >= limit and s.to_act != NOBODY:
                fault = ENDLESS
            if fault:
                found[0] = fault
                found[2] = actions
                return total + actions
            if s.to_act == NOBODY:
                break
            if actions >= stop:
                found[4] += 1
                break
            play(s, pick(s, menu, dice))
            actions += 1
        total += actions
    return total


def perft(states: States, menus: Menus, depth: int) -> int:
    """How many ways there are to play on for so many actions; states and menus have one row for each depth."""
    s = states[depth]
    menu = menus[depth]
    menu[0] = 0
    legal(s, menu)
    if depth <= 1:
        return menu[0] if depth == 1 else 1
    ways = 0
    for i in range(1, menu[0] + 1):
        assign(states, depth - 1, states, depth)
        play(states[depth - 1], menu[i])
        ways += perft(states, menus, depth - 1)
    return ways
