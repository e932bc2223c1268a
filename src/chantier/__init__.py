"""Chantier: play, watch, study and simulate board games about master builders.

>>> import chantier
>>> match = chantier.Match("world_monuments", seats=3, seed="tuesday")
>>> match.over
False
"""

from chantier.core import (
    CHANCE,
    NOBODY,
    BadComponents,
    BadRecord,
    BadSetup,
    Bot,
    ChantierError,
    Event,
    Game,
    IllegalAction,
    NoUndo,
    Seen,
    games,
)
from chantier.match import Match

__version__ = "0.8.0"

__all__ = [
    "CHANCE",
    "NOBODY",
    "BadComponents",
    "BadRecord",
    "BadSetup",
    "Bot",
    "ChantierError",
    "Event",
    "Game",
    "IllegalAction",
    "Match",
    "NoUndo",
    "Seen",
    "games",
]
