"""Other engines are measured where they are installed, and only there."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import pytest
from rich.console import Console
from rich.table import Table

import chantier
from chantier.adapters.pettingzoo import env
from chantier.lab import rivals
from chantier.lab.bench import _environments, _others

OURS = {"2 seats": {}, "4 seats": {"compiled actions/s": 1e6, "search, compiled playouts/s": 2e4, "legal actions": 9.0}}


def test_nothing_is_measured_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rivals, "find_spec", lambda name: None)
    assert rivals.measure(quick=True) == {}


def test_ratios_compare_actions_with_actions_and_playouts_with_playouts() -> None:
    theirs = {"X": {"actions/s from Python": 1e5, "legal actions": 7.0, "search, simulations/s": 1000.0}}
    console = Console(width=120, record=True)
    slower: dict[str, Any] = {"4 seats": {**OURS["4 seats"], "compiled actions/s": 3e5}}
    console.print(_others(Table, theirs, [OURS, slower]))
    said = console.export_text()
    assert "3.0 x" in said
    assert "20.0 x" in said


@pytest.mark.skipif(not find_spec("pyspiel"), reason="OpenSpiel is not installed")
def test_openspiel_is_measured() -> None:
    found = rivals.spiel("connect_four", quick=True)
    assert found["actions/s in C++"] > found["actions/s from Python"] > 0
    assert 6 < found["legal actions"] <= 7


def test_environments_are_measured_where_they_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {name: rivals.spiel_steps(name, 50) for name in ("connect_four", "python_tic_tac_toe")}
    assert all(steps["steps/s"] > 0 for steps in found.values())
    assert 6 < found["connect_four"]["legal actions"] <= 7
    assert 3 < found["python_tic_tac_toe"]["legal actions"] < 9
    mine = {"environment steps/s on all cores, by the clock": 2 * found["connect_four"]["steps/s"], "legal actions a step": 3.4}
    console = Console(width=120, record=True)
    console.print(_environments(Table, found, {name: {"4 seats": mine} for name in chantier.games}))
    said = console.export_text()
    assert said.count("2.0 x") == 3
    assert said.count("3.4") == 3
    monkeypatch.setattr(rivals, "find_spec", lambda name: None)
    assert rivals.environments(quick=True) == {}


def test_an_environment_of_pettingzoo_is_measured() -> None:
    found = rivals.env_steps(env("world_monuments", longest=20), 30)
    assert found["steps/s"] > 0
    assert found["legal actions"] >= 1
