"""Golden playthroughs: whole games that a person can read. A changed line is a changed rule.

`make goldens` writes them anew; the commit then names the clause that changed.
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from random import Random

import pytest

import chantier
from chantier import CHANCE, Match

FOLDER = Path(__file__).parent / "playthroughs"
LARGEST = 20_000  # bytes; a person has to read the difference
TABLES, EVERY = 2, 60  # how often the table is drawn, after so many decisions


def cases() -> list[tuple[str, int]]:
    return [(name, seats) for name, game in chantier.games.items() for seats in game.seats]


def path(name: str, seats: int) -> Path:
    return FOLDER / f"{name}-{seats}.txt"


def playthrough(name: str, seats: int) -> str:
    """A random game: each decision in words, what it scored, the digest after it, and what chance did then."""
    game = chantier.games[name]
    options = {key: option.choices[seats % len(option.choices)] for key, option in game.options.items()}
    match = Match(game, seats=seats, seed=f"golden {seats}", **options)
    rng = Random(f"{name} {seats}")
    out = [f"{game.title} {game.version}, {seats} seats, {', '.join(f'{k} {v}' for k, v in options.items())}"]
    out += by_chance(match, 0)
    for turn in range(game.limit):
        if match.over:
            break
        if turn % EVERY == 0 and turn < EVERY * TABLES:
            out += str(match).splitlines()
        action, seat, many, moves = rng.choice(match.legal), match.to_act, len(match.legal), len(match.moves)
        scored = [f"{e.args[0]:+} for seat {e.seat}" for e in match.play(action) if e.kind == "score"]
        out.append(f"{seat} {match.words(action)}  (of {many}) {match.digest()[:6]} {', '.join(scored)}")
        out += by_chance(match, moves + 1)
    out += [*str(match).splitlines(), f"scores {match.scores()} places {match.ranking()} digest {match.digest()}"]
    return shortened([line.rstrip() for line in out])


def by_chance(match: Match, first: int) -> list[str]:
    draws = [match.words(move.action) for move in match.moves[first:] if move.seat == CHANCE]
    return textwrap.wrap("; ".join(draws), 120, initial_indent="  . ", subsequent_indent="    ")


def shortened(lines: list[str]) -> str:
    """Very long games are cut in the middle; their last lines still tell everything that went before."""
    while sum(len(line.encode()) + 1 for line in lines) > LARGEST:
        middle = len(lines) // 2
        lines[middle - 10 : middle + 10] = ["..."]
    return "\n".join(lines) + "\n"


@pytest.mark.unmeasured
@pytest.mark.parametrize(("name", "seats"), cases())
def test_playthrough(name: str, seats: int) -> None:
    golden = path(name, seats)
    assert golden.exists(), "no playthrough yet: make goldens"
    text = golden.read_text(encoding="utf-8")
    assert len(text.encode()) <= LARGEST
    assert playthrough(name, seats) == text


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game_name, seat_count in cases():
        path(game_name, seat_count).write_text(playthrough(game_name, seat_count), encoding="utf-8")
        sys.stdout.write(f"{path(game_name, seat_count).name}\n")
