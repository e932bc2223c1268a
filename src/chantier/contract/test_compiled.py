"""The rules are flat, so that machine code can be made of them, and it plays the same games."""

from __future__ import annotations

import pytest

from chantier import Game
from chantier.binding import BATCH, SEARCH, load
from chantier.kernel import native
from chantier.kernel.features import spec
from chantier.kernel.lines import NotFlat
from chantier.lab.fuzz import Fault, run_parity, variants

SEE = "See step 6 of docs/add-a-game.md about the flat style."
pytestmark = [
    pytest.mark.unmeasured,
    pytest.mark.skipif(not native.available(), reason="there is no C compiler, or it is not wanted"),
]


def compiled(game: Game, use: str) -> native.Native:
    try:
        return native.native(game, use)
    except (NotFlat, native.NoCompiler) as error:
        pytest.fail(f"no machine code can be made of {game.name}. {SEE}\n{error}", pytrace=False)


def test_plain_and_compiled_play_the_same(game: Game) -> None:
    compiled(game, SEARCH)
    chosen = variants(game)
    try:
        list(run_parity(game, [chosen[0], chosen[-1]], 2, "contract", stop=400))
    except Fault as fault:
        pytest.fail(f"{game.name}: {fault}. {SEE}", pytrace=False)


@pytest.mark.needs("features.py")
def test_rows_are_the_same_plain_and_compiled(game: Game) -> None:
    from chantier.kernel.many import Many

    compiled(game, BATCH)
    many = Many(game, 2, seats=game.seats[0], seed=1, threads=1)
    kernel, size = load(game, BATCH), spec(game).size
    for _ in range(30):
        for n in range(2):
            out = [0] * size
            state = many.state(n)
            kernel.observe(state, state.to_act, out)
            assert many.observations[n].tolist() == out
        many.step(many.random_actions())
