"""How even a game is: apprentices among themselves, many games in the compiled twin; a table for each number of seats.

python examples/balance.py arkadia --games 2000
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import numpy as np

import chantier
from chantier.kernel.many import Many


def measured(game: str, seats: int, games: int, seed: int = 1) -> dict[str, Any]:
    """The first game of each row: final scores of all seats, decisions, and who began (who decided first)."""
    many = Many(game, games, seats=seats, reward="score", seed=seed)
    first, decisions = many.to_act.copy(), np.zeros(games, np.int64)
    scores, open_rows = np.zeros((games, seats)), np.ones(games, np.bool_)
    while open_rows.any():
        many.step(many.apprentice_actions())
        decisions += open_rows
        ended = open_rows & (many.ended > 0)
        scores[ended] = many.rewards[ended]
        open_rows &= ~ended
    return {"scores": scores, "first": first, "decisions": decisions}


def table(game: str, games: int) -> str:
    """Shares of wins by order of play, in percent with a 95 % interval, and what scores are like."""
    lines = ["| seats | games | first | second | third | fourth | mean score | margin | decisions |", "|" + "---|" * 9]
    for seats in chantier.games[game].seats:
        found = measured(game, seats, games)
        scores, first = found["scores"], found["first"]
        best = scores == scores.max(1, keepdims=True)
        wins = best / best.sum(1, keepdims=True)
        order = (np.arange(seats)[None, :] - first[:, None]) % seats
        share = [wins[order == place].mean() for place in range(seats)]
        sure = [196 * np.sqrt(part * (1 - part) / games) for part in share]
        told = [f"{100 * part:.0f} ± {error:.0f}" for part, error in zip(share, sure, strict=True)] + [""] * (4 - seats)
        top = np.sort(scores, axis=1)
        margin = (top[:, -1] - top[:, -2]).mean()
        lines.append(
            f"| {seats} | {games} | {' | '.join(told)} | {scores.mean():.1f} | {margin:.1f} | {found['decisions'].mean():.0f} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=list(chantier.games))
    parser.add_argument("--games", type=int, default=1000)
    args = parser.parse_args(sys.argv[1:])
    print(table(args.game, args.games))
