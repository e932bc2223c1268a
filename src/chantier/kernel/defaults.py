"""What a search assumes about a game that says nothing better. In the flat style; `sense.py` of a game replaces any of these.

Outlooks, doubts and worths are whole numbers, hundredths of a point.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.kernel.words import AnyState, Dice, Facts, Menu, below

if TYPE_CHECKING:  # the rules stand in the same module
    from chantier.kernel.shape import score

PLAYOUTS = 10_000  # a second on one core: what stands for a second where bots think by playouts and not by the clock
PLAIN_PLAYOUTS = 10_000  # the same without game knowledge
WARMTH = 120  # by how much worths differ if one action deserves e times the attention of the other
WONDER = 0.0  # how much curiosity grows with the chances that an action has had
TASTED = 3  # actions that a habit looks at
IN_POINTS = True  # whether an outlook is a score, so that people can be told it
FACTS = 1  # how many whole numbers a game needs to say what is true of a position


def worth(s: AnyState, action: int) -> int:
    """How good an action looks to the seat to act."""
    return 0


def study(s: AnyState, facts: Facts) -> None:
    """What is true of a position whatever is done there: a game whose worths take long finds it out once for all actions, and
    may write down more while they are asked for. The row is given full of zeros."""


def prior(s: AnyState, action: int, facts: Facts) -> int:
    """The worth of an action where the facts are known: what a search asks for every new node."""
    return worth(s, action)


def result(s: AnyState, seat: int) -> int:
    """What a finished game counts for a seat."""
    return 100 * score(s, seat)


def outlook(s: AnyState, seat: int) -> int:
    """The result that a seat can expect."""
    return result(s, seat)


def outlooks(s: AnyState, looks: Facts) -> None:
    """The same for all seats at once: a game that finds much for one seat that holds for the others, too, says it better."""
    for seat in range(s.seats):
        looks[seat] = outlook(s, seat)


def doubt(s: AnyState) -> int:
    """By how much the final margins may still differ from the outlook."""
    return 0


def moment(s: AnyState) -> int:
    """How far the game has come, in whatever a game counts for `quiet` and `horizon`."""
    return 0


def quiet(s: AnyState, since: int) -> bool:
    """Whether the outlook can be trusted here, so that a playout that began at a moment need not go on."""
    return False


def horizon(s: AnyState, since: int) -> bool:
    """Whether a tree ends here, because too much of what follows is chance."""
    return False


def steady(s: AnyState) -> bool:
    """Whether the choice of the seat to act is the same in every world, if the same decisions led to it."""
    return False


def habit(s: AnyState, menu: Menu, dice: Dice) -> int:
    """What a seat does in a playout, without much thought: the best of a few actions taken at random."""
    best = menu[1 + below(dice, menu[0])]
    if menu[0] == 1:
        return best
    most = worth(s, best)
    for _ in range(TASTED - 1):
        other = menu[1 + below(dice, menu[0])]
        if other != best:
            value = worth(s, other)
            if value > most:
                most = value
                best = other
    return best
