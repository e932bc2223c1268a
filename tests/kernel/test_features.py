"""What learners see: named, within bounds, and nothing that a seat cannot know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import chantier
from chantier import Game, Match
from chantier.binding import BATCH, SEARCH, kernel_files, load
from chantier.kernel.features import spec

GAMES = [pytest.param(game, id=name) for name, game in chantier.games.items()]


def row(kernel: Any, game: Game, s: Any, seat: int) -> list[int]:
    out = [-999] * spec(game).size
    assert kernel.observe(s, seat, out) == len(out)
    return out


def random_matches(game: Game, times: int) -> list[Match]:
    """Positions along random games, all seat counts and the first and last choice of every option."""
    found = []
    for seats in game.seats:
        for pick in (0, -1):
            options = {name: option.choices[pick] for name, option in game.options.items()}
            match, rng = Match(game, seats, f"features {pick}", **options), Random(seats)
            for n in range(times):
                if n % 12 == 0:
                    found.append(match.copy())
                if match.over:
                    break
                match.play(rng.choice(match.legal))
            found.append(match)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_rows_are_filled_within_bounds_and_show_no_secret(game: Game) -> None:
    kernel, about, rng = load(game, BATCH), spec(game), Random(1)
    for match in random_matches(game, 260):
        for seat in range(match.seats):
            seen = row(kernel, game, match.state, seat)
            assert all(a <= x <= b for a, x, b in zip(about.least, seen, about.most, strict=True)), match.record()
            assert row(kernel, game, game.redeal(match.state, seat, rng), seat) == seen


@pytest.mark.parametrize("game", GAMES)
def test_rows_tell_positions_apart(game: Game) -> None:
    """Two decisions of a game never look the same, but for what is not in the game's view either."""
    kernel = load(game, BATCH)
    rng, match = Random(3), Match(game, 3, "apart")
    seen: dict[tuple[int, ...], dict[str, Any]] = {}
    for _ in range(200):
        if match.over:
            break
        numbers = tuple(row(kernel, game, match.state, match.to_act))
        view = match.view(match.to_act)
        assert seen.setdefault(numbers, view) == view
        match.play(rng.choice(match.legal))


@pytest.mark.parametrize("game", GAMES)
def test_seats_see_themselves_first(game: Game) -> None:
    about, kernel = spec(game), load(game, BATCH)
    for match in random_matches(game, 60):
        if match.over:
            continue
        for seat in range(match.seats):
            acts = row(kernel, game, match.state, seat)[about.slices["to act"]]
            assert acts == [int((match.to_act - seat) % match.seats == i) for i in range(4)]


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_has_a_name_of_its_own(game: Game) -> None:
    names = spec(game).names
    assert len(set(names)) == len(names)
    assert all(part.about for part in spec(game).parts)


@pytest.mark.parametrize("game", GAMES)
def test_files_of_one_module_do_not_take_each_others_names(game: Game) -> None:
    """What one file defines and another one uses must be the same thing; only `sense.py` replaces parts of `defaults.py`."""
    for use in (SEARCH, BATCH):
        whole = vars(load(game, use))
        for path in kernel_files(game, use):
            own: dict[str, Any] = {"__name__": "one", "__package__": f"chantier.games.{game.name}"}
            exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), own)
            for name, value in own.items():
                if name.startswith("__") or path.name == "defaults.py":
                    continue
                if getattr(value, "__module__", None) == "one":
                    assert whole[name].__code__.co_filename == value.__code__.co_filename, name
                elif isinstance(value, int):
                    assert whole[name] == value, name
