"""A toy: the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.core import CHANCE, NOBODY
from chantier.kernel.words import Dice, Menu, offer, tell

from .state import KEEP, LEAVE, SIDES, THROW, TURNS, State

if TYPE_CHECKING:
    from .tables import WEIGHT


def setup(s: State, seats: int) -> None:
    s.seats = seats
    s.to_act = CHANCE


def legal(s: State, menu: Menu) -> None:
    if s.to_act == CHANCE:
        for side in range(SIDES):
            offer(menu, THROW + side)
    elif s.to_act != NOBODY:
        offer(menu, KEEP)
        offer(menu, LEAVE)


def weight(s: State, action: int) -> int:
    return WEIGHT[action - THROW]


def play(s: State, action: int) -> None:
    if action < KEEP:
        s.pips += action - THROW + 1
        s.to_act = s.turn % s.seats
        return
    if action == KEEP:
        s.points[s.to_act] += s.pips
        tell(s, "score", s.to_act, s.pips)
        s.pips = 0
    s.turn += 1
    s.to_act = CHANCE if s.turn < TURNS else NOBODY


def score(s: State, seat: int) -> int:
    return s.points[seat]


def redeal(s: State, seat: int, dice: Dice) -> None:
    pass


def lost(s: State) -> int:
    return 0
