"""A toy: what lies on the table."""

from typing import Annotated

from chantier.kernel.layout import Layout

SEATS = 4
SIDES = 3
TURNS = 12

THROW = 0  # + side: chance throws it
KEEP = THROW + SIDES
LEAVE = KEEP + 1
ACTIONS = LEAVE + 1


class State(Layout):
    to_act: int
    seats: int
    turn: int
    pips: int  # that lie there to be kept
    points: Annotated[list[int], SEATS]
