"""The shape of a kernel: what the rules of every game define, and what can be called once they are bound to their tables.

For readers, editors and type checkers only; nothing here runs. Flat files name from here what stands beside them in the
module that `binding.py` makes; whoever holds such a module knows by `Kernel` what it has.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from chantier.kernel import batch, defaults, insight, loops, net, search, selfplay, signals
from chantier.kernel.words import Dice, Menu

# --- what `rules.py` of a game defines ----------------------------------------------------------------------------------


def setup(s: Any, seats: int, *options: int) -> None:
    """A new table, with a number for every option."""


def legal(s: Any, menu: Menu) -> None:
    """Offers what may be done now, ascending."""


def weight(s: Any, action: int) -> int:
    """How likely a draw is, while chance decides."""
    raise NotImplementedError


def play(s: Any, action: int) -> None:
    """Does it."""


def score(s: Any, seat: int) -> int:
    """The points of a seat as they are now."""
    raise NotImplementedError


def redeal(s: Any, seat: int, dice: Dice) -> None:
    """Deals anew what this seat cannot know."""


def lost(s: Any) -> int:
    """Which component is not in exactly one place; 0 if all are."""
    raise NotImplementedError


# --- what `features.py` of a game defines -------------------------------------------------------------------------------


def observe(s: Any, seat: int, out: Any) -> int:
    """Writes the row that a seat sees; how long it is."""
    raise NotImplementedError


class Kernel(ModuleType):
    """Rules bound to the tables of a component set, with the loops and the search, or with the steps for learners: plain, or as
    machine code. The tables stand there too, under their names."""

    setup = staticmethod(setup)
    legal = staticmethod(legal)
    weight = staticmethod(weight)
    play = staticmethod(play)
    score = staticmethod(score)
    redeal = staticmethod(redeal)
    lost = staticmethod(lost)
    worth = staticmethod(defaults.worth)
    outlook = staticmethod(defaults.outlook)
    moment = staticmethod(defaults.moment)
    IN_POINTS = defaults.IN_POINTS

    pick = staticmethod(loops.pick)
    list_legal = staticmethod(loops.list_legal)
    list_often = staticmethod(loops.list_often)
    copy_often = staticmethod(loops.copy_often)
    play_one = staticmethod(loops.play_one)
    play_random = staticmethod(loops.play_random)
    weigh = staticmethod(loops.weigh)
    tell_score = staticmethod(loops.tell_score)
    tell_moment = staticmethod(loops.tell_moment)
    fuzz = staticmethod(loops.fuzz)
    perft = staticmethod(loops.perft)

    think = staticmethod(search.think)

    INSIGHT = insight.INSIGHT
    TURNWISE = insight.TURNWISE
    FORESEEN = insight.FORESEEN
    CORRECTING = insight.CORRECTING
    WHOLE_TURNS = insight.WHOLE_TURNS
    HEEDED = insight.HEEDED
    OPENING = insight.OPENING
    LEARNED_PLAYOUTS = insight.LEARNED_PLAYOUTS
    settled = staticmethod(insight.settled)
    beholder = staticmethod(insight.beholder)
    behold = staticmethod(insight.behold)
    trust = staticmethod(insight.trust)
    think_learned = staticmethod(net.think_learned)
    judge_states = staticmethod(net.judge_states)
    play_games = staticmethod(selfplay.play_games)

    observe = staticmethod(observe)
    gain_of = staticmethod(signals.gain_of)
    gain_at_cut = staticmethod(signals.gain_at_cut)
    margin_of = staticmethod(signals.margin_of)
    standing = staticmethod(signals.standing)
    begin_all = staticmethod(batch.begin_all)
    step_all = staticmethod(batch.step_all)
    first_illegal = staticmethod(batch.first_illegal)
    choose_random = staticmethod(batch.choose_random)
    choose_apprentice = staticmethod(batch.choose_apprentice)
    observe_one = staticmethod(batch.observe_one)
    look_ahead_all = staticmethod(batch.look_ahead_all)
