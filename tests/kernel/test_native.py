"""Machine code: the same games as plain, from libraries that may be damaged, missing, or kept nowhere."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import chantier
from chantier import Game, cli
from chantier.binding import BATCH, SEARCH
from chantier.bots import deciding
from chantier.components import component_set, own_set
from chantier.kernel import native
from chantier.lab.fuzz import run_compiled, run_parity, variants
from chantier.terminal import screen
from tests.installed import HASTY

ROOT = Path(__file__).parents[2]
GAMES = [pytest.param(game, id=name) for name, game in chantier.games.items()]


@pytest.mark.unmeasured
@pytest.mark.parametrize("game", GAMES)
def test_plain_and_native_play_the_same_games(game: Game) -> None:
    """States and legal actions are compared at every step, with checks of every index and every number that is stored."""
    assert native.is_checked()
    total = sum(run_parity(game, variants(game), 200, "parity", stop=400))
    assert total > 200 * 100


@pytest.mark.parametrize("game", GAMES)
def test_native_fuzz_finds_nothing(game: Game) -> None:
    assert sum(games for games, _, _ in run_compiled(game, variants(game), 4000, "test", stop=1000)) == 4000


@pytest.mark.unmeasured
@pytest.mark.parametrize("game", GAMES)
def test_random_play_is_the_same_stream(game: Game) -> None:
    """The same dice give the same number of actions and the same last state."""
    fast, start = native.native(game), game.setup(2)
    states, dice = fast.states(start, start), fast.dice(99)
    plain, plain_dice = [start.copy(), start], [99]
    played = game.rules.play_random(plain, [0] * fast.menu_size, plain_dice, 5, game.limit)
    assert fast.play_random(states, fast.menu(), dice, 5, game.limit) == played
    assert bytes(states[0]) == plain[0].packed()
    assert fast.state(states) == plain[0]
    assert dice[0] == plain_dice[0]


def test_an_index_that_does_not_fit_is_found() -> None:
    """A planted fault: a menu that is too short."""
    game = chantier.games["world_monuments"]
    fast, start = native.native(game), game.setup(2)
    short: Any = type(fast.menu())._type_ * 2
    with pytest.raises(IndexError, match="line"):
        fast.play_random(fast.states(start, start), short(), fast.dice(1), 1, 1000)
    native.forget()


# --- libraries ----------------------------------------------------------------------------------------------------------


def child(code: str, cache: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run Python with a cache folder of its own, and a compiler that does not take long."""
    told = {**os.environ, "XDG_CACHE_HOME": str(cache), "CC": HASTY, **env}
    return subprocess.run([sys.executable, "-c", code], env=told, capture_output=True, text=True, timeout=800, check=False)


PLAY = """
import chantier
from chantier.kernel import native
game = chantier.games["world_monuments"]
fast, start = native.native(game), game.setup(2)
print(fast.play_random(fast.states(start, start), fast.menu(), fast.dice(1), 20, 1000), fast.code._name)
"""


def test_a_library_is_built_once_and_built_anew_if_it_is_damaged(tmp_path: Path) -> None:
    first = child(PLAY, tmp_path)
    assert first.returncode == 0, first.stderr
    actions, path = first.stdout.split()
    assert native.is_whole(Path(path))
    written = Path(path).stat().st_mtime_ns
    assert child(PLAY, tmp_path).stdout == first.stdout
    assert Path(path).stat().st_mtime_ns == written
    Path(path).write_bytes(Path(path).read_bytes()[:-100])
    assert child(PLAY, tmp_path).stdout == first.stdout
    assert native.is_whole(Path(path))
    assert [p.name for p in Path(path).parent.iterdir()] == [Path(path).name]
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    useless = child(PLAY, in_the_way)
    assert useless.stdout.split()[0] == actions, useless.stderr


WITHOUT = """
import sys
sys.modules.update(numpy=None)  # as if it were not installed
import chantier
from chantier.bots import bot
from chantier.kernel import native
match = chantier.Match("world_monuments", seed=1, seats=2)
assert native.available() is {available}, native.compiler()
found = native.soon(match.game).result(100)
assert (found is None) is not {available}
match.play(bot("journeyman:50", seed=1).choose(match.seen()))
print(match.words(match.moves[-1].action))
"""


def test_without_a_compiler_everything_goes_on_interpreted(tmp_path: Path) -> None:
    """And neither needs NumPy: the same move, with and without."""
    code = "import importlib.util as u; real = u.find_spec; u.find_spec = lambda n, *a: None if n == 'ziglang' else real(n, *a)"
    without = child(code + WITHOUT.format(available=False), tmp_path, PATH="/nowhere", CC="")
    assert without.returncode == 0, without.stderr
    with_it = child(WITHOUT.format(available=True), tmp_path)
    assert with_it.returncode == 0, with_it.stderr
    assert without.stdout == with_it.stdout
    assert without.stderr.count("there is no C compiler") == 1
    assert with_it.stderr == ""


def test_bots_go_on_interpreted_where_a_compiler_fails_and_it_is_said_once(tmp_path: Path) -> None:
    code = "import chantier\nfrom chantier.kernel.native import soon\n"
    code += "for game in chantier.games.values():\n    assert soon(game).result(100) is None\n"
    done = child(code, tmp_path, CC=shutil.which("false") or "false")
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("bots think with interpreted rules") == 1
    assert "false failed" in done.stderr


def test_whoever_asks_does_not_wait_for_what_is_being_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server asks for machine code where it serves everybody, and a bot waits only for a part of its time."""
    begun, go_on = threading.Event(), threading.Event()

    def build(game: Game, use: str = SEARCH) -> Path:
        begun.set()
        go_on.wait(60)
        raise native.NoCompiler("no")

    monkeypatch.setattr(native, "library", build)
    native.forget()
    first, second = list(chantier.games.values())[:2]
    try:
        native.soon(first)
        begun.wait(60)
        asked = threading.Thread(target=lambda: native.in_time(second, time.monotonic()), daemon=True)
        asked.start()
        asked.join(30)
        assert not asked.is_alive()
    finally:
        go_on.set()
        native.soon(second).result()
        native.forget()


@pytest.mark.parametrize(("bots", "asked"), [("master", ["arkadia", "start"]), ("apprentice", ["start"])])
def test_play_begins_to_make_machine_code_before_anybody_decides(
    bots: str, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """For bots that think ahead."""
    seen: list[str] = []
    monkeypatch.setattr(deciding, "soon", lambda game: seen.append(game.name))
    monkeypatch.setattr(screen, "start", lambda *_, **__: seen.append("start"))
    assert cli.main(["play", "arkadia", "--text", "--bots", bots]) == 0
    assert seen == asked


def test_the_compiler_of_a_package_makes_the_same(tmp_path: Path) -> None:
    """Where no other can be found; and it keeps nothing for itself."""
    asked = "from chantier.kernel import native; assert 'ziglang' in native.compiler()"
    zig = child(asked + PLAY, tmp_path, PATH="/nowhere", CC="")
    assert zig.returncode == 0, zig.stderr
    assert zig.stdout.split()[0] == child(PLAY, tmp_path).stdout.split()[0]
    assert [path.name for path in tmp_path.iterdir()] == ["chantier"]


FAKE = """#!{shell}
echo "$@" >> {told}
case "$*" in *native*) exec {python} -c "import sys; sys.modules['ziglang'] = None
$2" ;; esac
"""


@pytest.mark.parametrize("there", [True, False], ids=["cc", "no compiler"])
def test_make_play_brings_a_compiler_only_where_there_is_none(there: bool, tmp_path: Path) -> None:
    """With a Python and a pip that only note what they are told."""
    programs, environment, told = tmp_path / "programs", tmp_path / "venv", tmp_path / "told"
    programs.mkdir()
    (environment / "bin").mkdir(parents=True)
    for name in ("sh", "make", "touch", "cat", *["cc"] * there):
        (programs / name).symlink_to(shutil.which(name) or sys.executable)
    for path in (environment / "bin" / "python", environment / "bin" / "chantier", programs / "python3"):
        path.write_text(FAKE.format(shell=programs / "sh", told=told, python=sys.executable), encoding="utf-8")
        path.chmod(0o755)
    command = ["make", "play", f"VENV={environment}", f"SHELL={programs / 'sh'}"]
    around = {**os.environ, "PATH": str(programs), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, cwd=ROOT, env=around, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    assert ("ziglang" in told.read_text(encoding="utf-8")) is not there
    assert told.read_text(encoding="utf-8").splitlines()[-1] == "play"


def test_a_compiler_that_fails_is_said(tmp_path: Path) -> None:
    code = "from chantier.kernel import native; from pathlib import Path; native.build('no C', Path('x.so'))"
    done = child(f"import os; os.chdir({str(tmp_path)!r}); {code}", tmp_path)
    assert "NoCompiler" in done.stderr
    assert "failed" in done.stderr


def test_neither_numpy_nor_a_compiler_is_touched_to_play() -> None:
    code = (
        "import sys, chantier; m = chantier.Match('world_monuments', seed=1); m.play(m.legal[0]); m.record();"
        "print([n for n in ('numpy', 'rich', 'ctypes') if n in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert result.stdout == "[]\n"


EIGHT = 'based_on = "standard"\n[quarry]\nsource = "reconstructed"\nouter = 8\nmiddle = 8\n'


def test_one_library_serves_every_component_set(tmp_path: Path) -> None:
    """Two sets in one process, each with its tables."""
    file = tmp_path / "eight.toml"
    file.write_text(EIGHT, encoding="utf-8")
    game = chantier.games["world_monuments"]
    other = game.using(file)
    assert other.components.hash != game.components.hash
    assert native.file_name(other, SEARCH, True, False) == native.file_name(game, SEARCH, True, False)
    for one in (game, other, game):
        fast, start = native.native(one), one.setup(3)
        played = one.rules.play_random([start.copy(), start], [0] * fast.menu_size, [3], 3, 1000)
        assert fast.play_random(fast.states(start, start), fast.menu(), fast.dice(3), 3, 1000) == played


def test_a_process_holds_a_few_libraries_however_many_sets_people_bring(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that somebody still searches with goes on; the others are closed, and their copies are gone."""
    monkeypatch.setattr(native, "HELD", 3)
    game, text = chantier.games["world_monuments"], component_set("world_monuments").text
    sets = [own_set("world_monuments", "mine", text.replace("start = 10 ", f"start = {20 + n} ")) for n in range(8)]
    first, start = game.using(sets[0]), game.using(sets[0]).setup(2)
    held = native.native(first)
    played = first.rules.play_random([start.copy(), start.copy()], [0] * held.menu_size, [3], 3, 1000)
    for own in sets:
        soon = native.soon(game.using(own)).result()
        assert soon is not None
        assert soon.game.components is own
    del soon
    gc.collect()
    assert len(native._natives) == 3
    assert native.native(first) is not held
    copies = list(Path(native._spare().name).iterdir())
    assert len(copies) <= 5  # three, and the first one twice
    for fast in (held, native.native(first)):
        assert fast.play_random(fast.states(start, start), fast.menu(), fast.dice(3), 3, 1000) == played


def test_machine_code_is_for_the_processor_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wide instructions are used only where they are known to be, and never found in the cache of another machine."""
    game, built = chantier.games["world_monuments"], list[tuple[str, ...]]()

    def note(_program: object, flags: tuple[str, ...], *_: object) -> bytes:
        built.append(flags)
        return b""

    monkeypatch.setattr(native, "compiled", note)
    names = set()
    for wide in (False, True):
        names.add(native.file_name(game, SEARCH, False, wide))
        native.build("", Path(os.devnull), wide)
    assert len(names) == 2
    assert [set(native.WIDE) <= set(flags) for flags in built] == [False, True]
    told = Path("/proc/cpuinfo").read_text(encoding="utf-8") if sys.platform == "linux" else ""
    assert native.is_wide() == all(f" {name} " in told.replace("\n", " ") for name in native.WIDE_TOLD)


@pytest.mark.parametrize("game", GAMES)
def test_shipped_sets_share_a_library(game: Game) -> None:
    from chantier.components import shipped

    for use in (SEARCH, BATCH):
        assert len({native.file_name(game.using(name), use, False, False) for name in shipped(game.name)}) == 1
