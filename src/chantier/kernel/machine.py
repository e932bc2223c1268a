"""The same rules again, as machine code. The only module that knows about Numba.

`twin(game)` gives the compiled kernel if it can be had at once, else None, and sees to it that it is compiled in the
background by a child process; `compiled(game)` waits for it. The machine code is kept in the user's cache directory, in a
folder named after a hash of everything it was made from.
"""

from __future__ import annotations

import contextlib
import math
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from functools import cache, cached_property
from hashlib import blake2b
from importlib.metadata import version
from importlib.util import find_spec
from inspect import isfunction, signature
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from chantier.binding import BATCH, SEARCH, kernel_files, load, tables
from chantier.kernel import words

if TYPE_CHECKING:
    from chantier.core import Game
    from chantier.kernel.shape import Kernel
else:
    Kernel = object

DONE = "complete"  # stands in the folder once everything in it was compiled
CHILD = "--child"  # of a process that ends with its parent
EXPECTED = 40.0  # seconds that a game takes to compile, where nobody has seen it yet


class Twin(Kernel):
    """The compiled kernel of a game. Its functions take arrays of records (see `layout.to_records`)."""

    def __init__(self, game: Game, module: ModuleType) -> None:
        self.game = game
        self.module = module

    def __getattr__(self, name: str) -> Any:
        return getattr(self.module, name)

    def states(self, n: int) -> Any:
        """Room for n states."""
        import numpy as np

        from chantier.kernel.layout import dtype

        return np.zeros(n, dtype(self.game.state))

    @cached_property
    def menu_size(self) -> int:
        return self.game.actions.size + 1

    def menu(self) -> Any:
        import numpy as np

        return np.zeros(self.menu_size, np.int32)

    def menus(self, n: int) -> Any:
        """Room for n lists of legal actions."""
        import numpy as np

        return np.zeros((n, self.menu_size), np.int32)

    def findings(self) -> Any:
        """Room for what `fuzz` finds."""
        import numpy as np

        return np.zeros(5, np.int64)

    def dice(self, seed: int) -> Any:
        import numpy as np

        return np.array([seed], np.int64)

    def tree(self, nodes: int, knobs: list[float]) -> tuple[Any, Any, Any]:
        """Room for a search: tree, sums and knobs of `search.py`."""
        import numpy as np

        from chantier.kernel.search import NODE_NUMBERS, NODE_SUMS

        numbers, sums = np.zeros((nodes, NODE_NUMBERS), np.int32), np.zeros((nodes, NODE_SUMS), np.float64)
        return numbers, sums, np.array(knobs, np.float64)

    def path(self, deepest: int) -> Any:
        """Room for the way from the root to a leaf."""
        import numpy as np

        return np.zeros(deepest, np.int32)


def available() -> bool:
    """Whether Numba is installed; looks without importing it.

    >>> available() in (True, False)
    True
    """
    return find_spec("numba") is not None and os.environ.get("CHANTIER_PLAIN", "") == ""


_lock = threading.Lock()
_twins: dict[Path, Twin] = {}
_children: dict[Path, subprocess.Popen[bytes]] = {}
_began: dict[Path, float] = {}  # when each of them was started


def twin(game: Game) -> Twin | None:
    """The compiled kernel if it is loaded or in the disk cache; if not, None, and a child process begins to compile it.

    Call it again later: whoever asks after the child is done gets the twin.
    """
    if not available():
        return None
    folder = cache_folder(game)
    if folder in _twins:
        return _twins[folder]
    if (folder / DONE).exists():
        return compiled(game)
    with _lock:
        if folder not in _children:
            _children[folder] = _compile_in_background(game, folder)
    return None


def loaded_twin(game: Game) -> Twin | None:
    """The compiled kernel if this process has it already."""
    return _twins.get(cache_folder(game)) if available() else None


def compiled(game: Game, use: str = SEARCH) -> Twin:
    """The compiled kernel, from the disk cache or compiled now. A cache that is damaged or cannot be written is survived."""
    folder = cache_folder(game, use)
    ready = _ready if use == SEARCH else _ready_to_step
    with _lock:
        if folder not in _twins:
            try:
                _twins[folder] = ready(game, folder)
            except Exception:  # whatever a damaged cache makes Numba say: throw it away and compile anew
                shutil.rmtree(folder, ignore_errors=True)
                _twins[folder] = ready(game, folder)
        return _twins[folder]


_folders: dict[tuple[str, str, str, str], Path] = {}


def cache_folder(game: Game, use: str = SEARCH) -> Path:
    """Where the machine code of this game with this component set belongs."""
    from platformdirs import user_cache_path

    checks = os.environ.get("NUMBA_BOUNDSCHECK", "")
    known = (game.name, game.components.hash, checks, use)
    if known not in _folders:
        name = game.name if use == SEARCH else f"{game.name}-{use}"
        _folders[known] = user_cache_path("chantier") / "twins" / f"{name}-{_sources(game, checks, use)}"
    return _folders[known]


def _sources(game: Game, checks: str, use: str) -> str:
    """A hash of everything that machine code is made from. Numba asks where a file lies and when it was written, not only
    what stands in it."""
    digest = blake2b(digest_size=12)
    kernel = Path(__file__).parent
    sources = [*kernel_files(game, use), game.folder / "state.py", kernel.parent / "core.py"]
    sources += [kernel / name for name in ("words.py", "layout.py", "machine.py")]
    if use != SEARCH:
        sources.append(kernel / "features.py")
    for path in sources:
        digest.update(path.read_bytes())
        digest.update(repr((str(path), path.stat().st_mtime_ns)).encode())
    digest.update(repr(sorted(tables(game).items())).encode())
    digest.update(repr((sys.version, version("numba"), version("numpy"), checks)).encode())
    return digest.hexdigest()


def _ready(game: Game, folder: Path) -> Twin:
    """Compile or load everything, by using everything once."""
    from chantier.kernel.layout import to_records
    from chantier.kernel.search import NODE_KNOBS

    with tempfile.TemporaryDirectory(prefix="chantier-") as spare:
        kept = _writable(folder)
        made = Twin(game, _compile(load(game), kept or Path(spare)))
        start = game.setup(game.seats[0])
        states = to_records(start, start, start)
        menu, dice = made.menu(), made.dice(1)
        made.list_legal(states, menu)
        made.weigh(states, int(menu[1]))
        made.list_often(states, menu, 1)
        made.copy_often(states, 1)
        made.perft(states, made.menus(3), 1)
        made.play_random(states, menu, dice, 1, game.limit)
        made.fuzz(states, menu, dice, 1, game.limit, game.limit, made.findings())
        made.play_one(to_records(start), int(game.legal(start)[0]))
        (tree, sums, knobs), path = made.tree(64, [1.0] * NODE_KNOBS), made.path(64)
        tree[0][0], tree[0][1], path[0] = 1, 64, 1
        made.think(to_records(start, start), menu, dice, tree, sums, path, knobs, 0, 0, 2)
    if kept:
        (kept / DONE).touch()
    return made


def _ready_to_step(game: Game, folder: Path) -> Twin:
    """The same for the loops of `batch.py`, by stepping two games once. What else is there is compiled when it is used."""
    from chantier.kernel.many import Many

    with tempfile.TemporaryDirectory(prefix="chantier-") as spare:
        kept = _writable(folder)
        made = Twin(game, _compile(load(game, BATCH), kept or Path(spare)))
        many = Many(game, 2, threads=1, kernel=made)
        many.step(many.random_actions())
    if kept:
        (kept / DONE).touch()
    return made


def _compile(module: ModuleType, folder: Path) -> ModuleType:
    """Put compiled functions and arrays in the place of plain functions and lists."""
    import numba
    import numpy as np

    settings: Any = numba.config
    settings.CACHE_DIR = str(folder)  # read when a function is decorated
    names = vars(module)
    for name, value in list(names.items()):
        if isinstance(value, list) and not isinstance(value[0], str):
            names[name] = np.array(value, np.int64 if name.endswith("_BITS") else np.int32)
        elif isfunction(value):
            names[name] = _jit(numba, _INSTEAD.get(name) or _without_assertions(value))
    return module


def _jit(numba: Any, function: Any) -> Any:
    """Nothing here makes an array, so nobody counts references to them (`_nrt`): each count is a lock that threads wait for.

    What writes at a place of a row is put where it is called (`forceinline`): the place is then a number that is known.
    """
    names = signature(function).parameters
    if next(iter(names)) == "states":
        return numba.njit(function, cache=True, nogil=True, _nrt=False)
    inside = "out" in names and "at" in names
    return numba.njit(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, nogil=True, _nrt=False, forceinline=inside)


def _without_assertions(function: Any) -> Any:
    """A word of the rules without its assertions, so that machine code does not pay for them; any other function as it is."""
    return _bare_words()[function.__name__] if function.__module__ == words.__name__ else function


@cache
def _bare_words() -> dict[str, Any]:
    path = Path(words.__file__)
    names: dict[str, Any] = {"__name__": words.__name__}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec", optimize=1), names)
    return names


def _writable(folder: Path) -> Path | None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


def _silent(s: Any, kind: Any, seat: Any, *args: Any) -> None:
    pass


def _assign(states: Any, to: int, source: Any, at: int) -> None:
    states[to] = source[at]


_INSTEAD = {"tell": _silent, "whisper": _silent, "assign": _assign}


# --- the child process ------------------------------------------------------------------------------------------------


def _compile_in_background(game: Game, folder: Path) -> subprocess.Popen[bytes]:
    """The child reads from a pipe to which nobody writes: it is closed when this process ends, however it ends."""
    command = [sys.executable, "-m", "chantier.kernel.machine", CHILD, game.name]
    if game.components.path:
        command.append(str(game.components.path))
    _began[folder] = time.monotonic()
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _end_with_parent() -> None:
    """From now on, this process ends as soon as its parent has. What the cache lacks is made by whoever needs it next."""

    def watch() -> None:
        while os.read(0, 1024):
            pass
        os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # ctrl-C is for the parent, which may survive it
    threading.Thread(target=watch, daemon=True, name="watches the parent").start()


class Making(NamedTuple):
    """Machine code that a child process makes."""

    spent: float  # seconds so far
    expected: float  # seconds in all, by what it took the last time on this machine

    @property
    def left(self) -> int:
        """Seconds to go; 0 if it takes longer than expected."""
        return max(0, math.ceil(self.expected - self.spent))


def being_made(game: Game) -> Making | None:
    """How far machine code is that is being made for this game, if it is: until then, bots play below their strength."""
    if not available():
        return None
    folder = cache_folder(game)
    child = _children.get(folder)
    if child is None or child.poll() is not None:
        return None
    return Making(time.monotonic() - _began[folder], _usual(game))


def _usual(game: Game) -> float:
    try:
        return float(_note(game).read_text())
    except (OSError, ValueError):
        return EXPECTED


def _note(game: Game) -> Path:
    """Where stands how long it took the last time."""
    return cache_folder(game).parent / f"{game.name}.seconds"


def main(arguments: list[str]) -> None:
    """Compile one game into the disk cache: `python -m chantier.kernel.machine GAME [SET]`. A child ends with its parent."""
    from chantier.core import games

    if arguments[0] == CHILD:
        arguments = arguments[1:]
        _end_with_parent()
    if hasattr(os, "nice"):
        os.nice(10)
    began = time.monotonic()
    game = games[arguments[0]]
    compiled(game.using(arguments[1]) if len(arguments) > 1 else game)
    with contextlib.suppress(OSError):
        _note(game).write_text(f"{time.monotonic() - began:.1f}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
