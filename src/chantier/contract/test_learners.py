"""What learners see: named, within bounds, and nothing that a seat cannot know."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from chantier import Game, Match
from chantier.binding import BATCH, SEARCH, kernel_files, load
from chantier.contract.chosen import positions
from chantier.kernel import defaults, insight
from chantier.kernel.features import spec

SEE = "See step 14 of docs/add-a-game.md."
REPLACED = [Path(str(module.__file__)) for module in (defaults, insight)]  # by what a game says in `sense.py` and `insight.py`


def row(kernel: Any, game: Game, s: Any, seat: int) -> list[int]:
    out = [-999] * spec(game).size
    written = kernel.observe(s, seat, out)
    if written != len(out):
        said = f"observe of {game.name} fills {written} numbers, but its PARTS have {len(out)}"
        pytest.fail(f"{said}. {SEE}", pytrace=False)
    return out


@pytest.mark.needs("features.py")
def test_rows_are_filled_within_bounds_and_show_no_secret(game: Game) -> None:
    kernel, about, rng = load(game, BATCH), spec(game), Random(1)
    for match in positions(game, every=12, times=6):
        for seat in range(match.seats):
            seen = row(kernel, game, match.state, seat)
            for name, least, number, most in zip(about.names, about.least, seen, about.most, strict=True):
                assert least <= number <= most, f"{name} is {number}; PARTS say {least} to {most}"
            assert row(kernel, game, game.redeal(match.state, seat, rng), seat) == seen, "a row shows a secret"


@pytest.mark.needs("features.py")
def test_rows_tell_positions_apart(game: Game) -> None:
    """Two decisions of a seat never look the same, but for what is not in the game's view either."""
    kernel = load(game, BATCH)
    rng, match = Random(3), Match(game, game.seats[-1], "apart")
    seen: dict[tuple[int, ...], dict[str, Any]] = {}
    for _ in range(200):
        if match.over:
            break
        numbers = (match.to_act, *row(kernel, game, match.state, match.to_act))
        view = match.view(match.to_act)
        assert seen.setdefault(numbers, view) == view, f"a row says less than the view. {SEE}"
        match.play(rng.choice(match.legal))


@pytest.mark.needs("features.py")
def test_every_entry_has_a_name_of_its_own(game: Game) -> None:
    names = spec(game).names
    assert len(set(names)) == len(names)
    assert all(part.about for part in spec(game).parts)


def test_files_of_one_module_do_not_take_each_others_names(game: Game) -> None:
    """What one file defines and another one uses must be the same thing; only what a game need not say is replaced by it."""
    for use in (SEARCH, BATCH) if game.has("features") else (SEARCH,):
        whole = vars(load(game, use))
        for path in kernel_files(game, use):
            if path in REPLACED:
                continue
            own: dict[str, Any] = {"__name__": "one", "__package__": game.package}
            exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), own)
            for name, value in own.items():
                if name.startswith("__"):
                    continue
                if getattr(value, "__module__", None) == "one":
                    assert whole[name].__code__.co_filename == value.__code__.co_filename, name
                elif isinstance(value, int):
                    assert whole[name] == value, name
