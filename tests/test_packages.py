"""Games are found: folders, and packages that announce themselves. What is wrong with one spoils no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import chantier
from chantier import packages
from tests.installed import install, run, said

OURS = ["world_monuments", "arkadia", "queens_architect"]

# A game that is Arkadia under another name: all its parts but what says who it is.
BORROWED = """
from dataclasses import replace

import chantier

GAME = replace(chantier.games["arkadia"], name="{name}", title="Another")
"""


def test_games_of_the_folder_come_first_in_their_order() -> None:
    assert packages.shipped() == OURS
    assert list(chantier.games)[:3] == OURS


def test_a_folder_is_found_and_comes_after_those_that_stand_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("arkadia", "zoo", "bazaar", "world_monuments"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    (tmp_path / "__pycache__").mkdir()
    monkeypatch.setattr(packages, "FOLDER", tmp_path)
    assert packages.shipped() == ["world_monuments", "arkadia", "bazaar", "zoo"]


@pytest.mark.parametrize("name", ["chess", "../games/arkadia", "", "arkadia/words", "__pycache__", "a b"])
def test_what_is_no_game(name: str) -> None:
    assert name not in chantier.games
    with pytest.raises(chantier.BadSetup, match="there is: world_monuments, arkadia, queens_architect"):
        chantier.games[name]


def test_nobody_waits_for_what_else_is_installed() -> None:
    """To use a game of the folder, no other one is imported and no distribution looked at; nor to understand a command."""
    assert said(
        Path(),
        "import sys, chantier\n"
        "from chantier.cli import parser\n"
        "chantier.Match('arkadia', seed=1).legal\n"
        "parser().parse_args(['fuzz', 'arkadia'])\n"
        "parser().parse_args(['bench', '--quick'])\n"
        "print([m for m in sys.modules if m == 'importlib.metadata' or m in"
        " ('chantier.games.world_monuments', 'chantier.games.queens_architect')])",
    ).split() == ["[]"]


def test_a_package_that_announces_a_game_is_found(tmp_path: Path) -> None:
    install(tmp_path, "other", {"__init__.py": BORROWED.format(name="other"), "RULES.md": "- **1.1** Play."})
    program = (
        "import chantier; from chantier.clauses import clauses; g = chantier.games['other'];"
        "print(list(chantier.games), g.title, g.package, g.folder.name, clauses('other'), 'other' in chantier.games)"
    )
    expected = f"{[*OURS, 'other']} Another chantier_other chantier_other {{'1.1': 'Play.'}} True"
    assert said(tmp_path, program).strip() == expected
    assert "one of: world_monuments, arkadia, queens_architect, other" in " ".join(
        run(tmp_path, "-m", "chantier", "fuzz", "--help", COLUMNS="200").stdout.split()
    )


def test_a_package_cannot_take_the_place_of_our_games(tmp_path: Path) -> None:
    install(tmp_path, "arkadia", {"__init__.py": "raise SystemExit('not ours')"})
    program = "import chantier; print(list(chantier.games), chantier.games['arkadia'].package)"
    assert said(tmp_path, program).strip() == f"{OURS} chantier.games.arkadia"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (
            {"__init__.py": "1 / 0"},
            "'odd' of chantier-odd 1.2 cannot be used; its package chantier_odd says ZeroDivisionError:",
        ),
        ({"__init__.py": "x = 1"}, "cannot be used; its package chantier_odd says AttributeError: .*GAME"),
        ({}, "cannot be used; its package chantier_odd says ModuleNotFoundError"),
        (
            {"__init__.py": BORROWED.format(name="even")},
            "chantier-odd 1.2 announces a game 'odd', but the GAME in chantier_odd is called 'even'",
        ),
    ],
)
def test_a_broken_package_is_named_and_spoils_no_other(tmp_path: Path, files: dict[str, str], expected: str) -> None:
    install(tmp_path, "odd", files)
    said_by_command = run(tmp_path, "-m", "chantier", "fuzz", "odd", "--games", "1")
    assert said_by_command.returncode == 2
    assert "Traceback" not in said_by_command.stderr
    assert re.search(expected, said_by_command.stderr)
    program = (
        "import warnings, chantier\n"
        "with warnings.catch_warnings(record=True) as told:\n"
        "    warnings.simplefilter('always')\n"
        "    print([game.name for game in chantier.games.usable()], len(told))\n"
        "    print(told[0].message)\n"
    )
    first, warned = said(tmp_path, program).splitlines()
    assert first == f"{OURS} 1"
    assert re.search(expected, warned)


def test_two_packages_with_the_same_game(tmp_path: Path) -> None:
    install(tmp_path, "odd", {"__init__.py": BORROWED.format(name="odd")}, "chantier-odd", "one")
    install(tmp_path, "odd", {"__init__.py": BORROWED.format(name="odd")}, "odd-for-chantier", "two")
    told = run(tmp_path, "-m", "chantier", "rules", "odd")
    assert told.returncode == 2
    assert "chantier-odd 1.2 and odd-for-chantier 1.2 both announce a game 'odd'" in told.stderr


def test_a_missing_part_is_named(tmp_path: Path) -> None:
    install(tmp_path, "other", {"__init__.py": BORROWED.format(name="other")})
    program = "import chantier; chantier.games['other'].part('words.terminal')"
    assert "Another has no words/terminal.py; docs/add-a-game.md says what it is for" in run(tmp_path, "-c", program).stderr
