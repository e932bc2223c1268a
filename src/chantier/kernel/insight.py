"""What a learned sense looks at, for a game that says nothing: no row, so no net. In the flat style.

`insight.py` of a game replaces these: where a net judges, from whose seat, and the row of whole numbers that it judges by.
"""

from __future__ import annotations

from chantier.kernel.features import Out
from chantier.kernel.words import AnyState

INSIGHT = 0  # numbers in a row, each from -127 to 127
TURNWISE = True  # whether one turn of one seat lies between two places where a net judges
FORESEEN = 1  # turns by habit, the one under way included, after which a net judges again; 1: it judges once, -1: see net.py
CORRECTING = False  # whether a net says what is wrong with the outlook of the sense, and not everything anew
WHOLE_TURNS = False  # whether a tree that grows does so to the end of a turn, and not by one decision, with habit for the rest
HEEDED = 256  # decisions from the root, up to which it says what deserves attention; 0: none, and that is not learned
OPENING = 8  # turns by habit, at most, with which a game begins that a net learns from
LEARNED_PLAYOUTS = 50_000  # a second on one core, with a net


def settled(s: AnyState) -> bool:
    """Whether a net can judge here: best where a turn begins, so that nothing is under way."""
    return False


def beholder(s: AnyState) -> int:
    """The seat from which the table is looked at: best the one whose turn begins."""
    return 0


def behold(s: AnyState, seat: int, row: Out) -> None:
    """Writes the row, the seat itself first and the others clockwise; nothing that the seat cannot know makes a difference."""


def trust(s: AnyState, action: int) -> float:
    """How much of what the prior says about an action counts where a net judges; the rest is left to be found out."""
    return 1.0
