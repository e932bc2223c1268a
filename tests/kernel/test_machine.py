"""The compiled twin: the same games as plain, from a cache that may be damaged, missing or read-only."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import chantier
from chantier import Game
from chantier.binding import load
from chantier.kernel import machine
from chantier.kernel.layout import to_records
from chantier.lab.fuzz import run_compiled, run_parity, variants

GAMES = [pytest.param(game, id=name) for name, game in chantier.games.items()]


@pytest.mark.unmeasured
@pytest.mark.parametrize("game", GAMES)
def test_plain_and_compiled_play_the_same_games(game: Game) -> None:
    """States and legal actions are compared at every step, with bounds checks on."""
    assert os.environ.get("NUMBA_BOUNDSCHECK") == "1"
    chosen = variants(game)
    total = sum(run_parity(game, chosen, 200, "parity", stop=400))
    assert total > 200 * 100


@pytest.mark.parametrize("game", GAMES)
def test_compiled_fuzz_finds_nothing(game: Game) -> None:
    assert sum(games for games, _, _ in run_compiled(game, variants(game), 4000, "test", stop=1000)) == 4000


@pytest.mark.unmeasured
@pytest.mark.parametrize("game", GAMES)
def test_random_play_is_the_same_stream(game: Game) -> None:
    """The same dice give the same number of actions and the same last state."""
    twin = machine.compiled(game)
    start = game.setup(2)
    records, menu, dice = to_records(start, start), twin.menu(), twin.dice(99)
    plain, plain_menu, plain_dice = [start.copy(), start], [0] * (game.actions.size + 1), [99]
    assert twin.play_random(records, menu, dice, 5, game.limit) == game.rules.play_random(
        plain, plain_menu, plain_dice, 5, game.limit
    )
    assert records[0].tobytes() == plain[0].packed()
    assert dice[0] == plain_dice[0]


def child(code: str, cache: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run Python with a cache folder of its own."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "XDG_CACHE_HOME": str(cache), "NUMBA_BOUNDSCHECK": "0", **env},
        capture_output=True,
        text=True,
        timeout=800,
        check=False,
    )


def with_a_toy(folder: Path) -> str:
    """A copy of the project in which a toy stands in the place of a game: what is asked of it then takes seconds."""
    package = Path(chantier.__file__).parent
    shutil.copytree(package, folder / package.name, ignore=shutil.ignore_patterns("__pycache__", "world_monuments"))
    shutil.copytree(Path(__file__).parent.parent / "toy", folder / package.name / "games" / "world_monuments")
    return str(folder)


PLAY = """
from chantier.kernel.layout import to_records
start = game.setup(2)
print(twin.play_random(to_records(start, start), twin.menu(), twin.dice(1), 20, 1000), machine.cache_folder(game))
"""

BACKGROUND = """
import sys
import chantier
from chantier.kernel import machine
game = chantier.games["world_monuments"]
assert machine.twin(game) is None
assert "numba" not in sys.modules and "numpy" not in sys.modules
match = chantier.Match(game, seed=1)
match.play(match.legal[0])
(child,) = machine._children.values()
assert child.wait() == 0
twin = machine.twin(game)
assert twin is not None
"""

AT_ONCE = """
import chantier
from chantier.kernel import machine
game = chantier.games["world_monuments"]
twin = machine.compiled(game)
"""


def test_a_child_process_compiles_and_a_damaged_or_useless_cache_is_survived(tmp_path: Path) -> None:
    """While the child compiles, everything works interpreted."""
    toy = with_a_toy(tmp_path / "copy")
    first = child(BACKGROUND + PLAY, tmp_path, PYTHONPATH=toy)
    assert first.returncode == 0, first.stderr
    actions, folder = first.stdout.split()
    assert int(actions) == 20 * 12 * 2, "this is not the toy"
    assert (Path(folder) / machine.DONE).exists()

    for kept in Path(folder).rglob("*.nb*"):
        kept.write_bytes(b"not machine code")
    damaged = child(AT_ONCE + PLAY, tmp_path, PYTHONPATH=toy)
    assert damaged.returncode == 0, damaged.stderr
    assert damaged.stdout.split() == [actions, folder]
    assert all(kept.read_bytes() != b"not machine code" for kept in Path(folder).rglob("*.nb*"))

    a_file = tmp_path / "file"
    a_file.write_text("in the way")
    useless = child(AT_ONCE + PLAY, a_file, PYTHONPATH=toy)
    assert useless.returncode == 0, useless.stderr
    assert useless.stdout.split()[0] == actions


WITHOUT = """
import sys
sys.modules.update(numba=None, numpy=None, llvmlite=None)  # as if they were not installed
import chantier
from chantier.kernel import machine
from chantier.cli import main
match = chantier.Match("world_monuments", seed=1, seats=3)
while not match.over:
    match.play(match.legal[-1])
assert machine.twin(match.game) is None
assert chantier.Match.of(match.record()) == match
sys.exit(main(["components", "world_monuments"]))
"""


def test_all_but_speed_works_without_numba_and_numpy(tmp_path: Path) -> None:
    result = child(WITHOUT, tmp_path)
    assert result.returncode == 0, result.stderr
    assert "reconstruction" in result.stdout


def test_neither_numba_nor_numpy_is_imported_to_play() -> None:
    code = (
        "import sys, chantier; m = chantier.Match('world_monuments', seed=1); m.play(m.legal[0]); m.record();"
        "print([n for n in ('numpy', 'numba', 'rich') if n in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=600)
    assert result.stdout == "[]\n"


def test_the_cache_folder_depends_on_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sets in one process. Of the other set only what is used here is compiled."""
    game = chantier.games["world_monuments"]
    file = tmp_path / "eight.toml"
    file.write_text('based_on = "standard"\n[quarry]\nsource = "reconstructed"\nouter = 8\nmiddle = 8\n', encoding="utf-8")
    other = game.using(file)
    assert machine.cache_folder(other) != machine.cache_folder(game)
    assert machine.cache_folder(game) == machine.cache_folder(chantier.games["world_monuments"])
    ours = machine.compiled(game)
    monkeypatch.setattr(machine, "_ready", lambda game, _: machine.Twin(game, machine._compile(load(game), tmp_path)))
    theirs = machine.compiled(other)
    for twin, plain in ((ours, game), (theirs, other)):
        start: Any = plain.setup(3)
        menu = twin.menu()
        assert twin.play_random(to_records(start, start), menu, twin.dice(3), 3, 1000) == plain.rules.play_random(
            [start.copy(), start], [0] * (plain.actions.size + 1), [3], 3, 1000
        )


def test_how_far_machine_code_is_that_is_being_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By what it took the last time, which the child writes down."""
    game, now = chantier.games["world_monuments"], [100.0]
    child = SimpleNamespace(poll=lambda: None)
    folder = tmp_path / "twins" / "world_monuments-0"
    folder.mkdir(parents=True)
    monkeypatch.setattr(machine, "cache_folder", lambda *_: folder)
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: child)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(machine, "_children", {})
    assert machine.being_made(game) is None
    assert machine.twin(game) is None
    now[0] = 110.0
    assert machine.being_made(game) == (10.0, machine.EXPECTED)

    monkeypatch.setattr(machine, "compiled", lambda _: now.append(now.pop() + 22.5))
    monkeypatch.setattr(os, "nice", lambda _: None)
    machine.main([game.name])
    made = machine.being_made(game)
    assert made == (32.5, 22.5)
    assert made.left == 0
    now[0] = 105.2
    made = machine.being_made(game)
    assert made
    assert made.left == 18
    child.poll = lambda: 0
    assert machine.being_made(game) is None
