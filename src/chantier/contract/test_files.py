"""A game has all that every game needs. What it lacks is said here, in words."""

from __future__ import annotations

import pytest

from chantier.contract.demands import missing


def test_nothing_is_missing(name: str) -> None:
    if found := missing(name):
        pytest.fail("\n".join([f"{name} lacks something:", *found]), pytrace=False)
