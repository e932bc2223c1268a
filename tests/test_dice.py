"""Chance is fair, and the same everywhere."""

from __future__ import annotations

import pytest

from chantier import dice
from chantier.kernel.words import below


def test_rolls_follow_the_weights() -> None:
    weights = [1, 0, 2, 5]
    counts = [0] * 4
    for move in range(8000):
        counts[dice.roll("fair", move, weights)] += 1
    assert counts[1] == 0
    for count, weight in zip(counts, weights, strict=True):
        assert abs(count - 1000 * weight) < 150  # about five standard deviations


@pytest.mark.parametrize("n", [2, 3, 6, 7, 25, 1000])
def test_below_is_even(n: int) -> None:
    stream, counts, throws = [4], [0] * n, 20_000
    for _ in range(throws):
        counts[below(stream, n)] += 1
    expected = throws / n
    chi = sum((count - expected) ** 2 / expected for count in counts)
    assert abs(chi - (n - 1)) < 5 * (2 * (n - 1)) ** 0.5 + 5


def test_neighbouring_seeds_give_other_streams() -> None:
    first = [below([seed], 6) for seed in range(600)]
    assert {first.count(face) > 50 for face in range(6)} == {True}


def test_weights_of_nothing_are_an_error() -> None:
    with pytest.raises(ValueError, match="must not all be 0"):
        dice.roll("x", 0, [0, 0])
