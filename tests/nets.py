"""Nets for tests: of any weights, for every game that has a row to judge by."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import chantier
from chantier import Game
from chantier.kernel import nets
from chantier.kernel.net import NET_OUTPUTS

INSIGHTFUL = [game for game in chantier.games.values() if game.rules.INSIGHT]


def any_layers(game: Game, seed: int = 1, wide: int = 24, deep: int = 8) -> nets.Layers:
    """Weights that nobody has learned."""
    rng = np.random.default_rng(seed)

    def layer(given: int, made: int) -> Any:
        return (rng.standard_normal((given + 1, made)) / np.sqrt(given)).astype(np.float16).astype(np.float32)

    heed = np.ascontiguousarray(layer(deep, game.actions.size).T)
    return layer(game.rules.INSIGHT, wide), layer(wide, deep), layer(deep, NET_OUTPUTS), layer(wide, deep), heed


def write_any(folder: Path) -> Path:
    """A net for each game in a folder, as CHANTIER_NETS names one."""
    for game in INSIGHTFUL:
        nets.write(folder / f"{game.name}.net", game.name, "any", any_layers(game), {"date": "2026-01-01"})
    return folder
