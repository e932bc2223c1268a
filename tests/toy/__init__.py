"""A game of a few lines: chance throws a weighted die, the seat to act keeps the pips or leaves them to the next.

Its machine code is made in seconds. It takes the place of another game in a copy of the project, whatever its folder is
called there.
"""

from pathlib import Path

from chantier.actions import ActionSpace
from chantier.components import component_set
from chantier.core import Game

from . import state

NAME = Path(__file__).parent.name

GAME = Game(
    name=NAME,
    title="A toy",
    version="1.0",
    seats=range(2, 5),
    minutes=1,
    options={},
    actions=ActionSpace(
        {"throw": state.THROW, "keep": state.KEEP, "leave": state.LEAVE},
        size=state.ACTIONS,
        words=lambda game, s, action: f"action {action}",
    ),
    state=state.State,
    limit=100,
    components=component_set(NAME),
)
