"""What our own games have beyond the contract, which every game keeps: see `chantier.contract`."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from chantier import Match, NoUndo, games, packages
from chantier.contract.demands import PARTS
from chantier.contract.found import remembered

OURS = pytest.mark.parametrize("name", packages.shipped())


@OURS
def test_they_have_every_file(name: str) -> None:
    """So no test of the contract is left out."""
    assert [part.file for part in PARTS if not (games[name].folder / part.file).is_file()] == []


@OURS
def test_some_steps_can_be_taken_back(name: str) -> None:
    match, rng, taken_back = Match(name, seats=3, seed="undo"), Random("undo"), 0
    for _ in range(100):
        action = rng.choice(match.legal)
        match.play(action)
        try:
            match.undo()
        except NoUndo:
            continue
        taken_back += 1
        match.play(action)
    assert taken_back


@OURS
def test_parts_of_their_pictures_are_drawn_once(name: str) -> None:
    assert remembered(games[name])


def test_every_file_of_the_contract_has_its_place_in_the_order() -> None:
    from chantier.contract import conftest

    assert sorted(conftest.ORDER) == sorted(file.stem for file in Path(conftest.__file__).parent.glob("test_*.py"))
