"""The kernel as machine code: translated to C, built in a second or two by the compiler that is there, loaded by `ctypes`.

A library is found by what it was made from, in the wheel or in the user's cache, and serves every component set of its game:
tables are handed in when it is loaded. `native(game)` waits for it; `soon(game)` does not. Where there is no compiler,
everything goes on interpreted, and that is said.
"""

from __future__ import annotations

import ctypes
import logging
import math
import mmap
import os
import platform
import shutil
import sys
import tempfile
import threading
import time
import weakref
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from itertools import count, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

from chantier.background import forked, threads
from chantier.binding import BATCH, LEAVES, SEARCH, kernel_files, load, tables
from chantier.core import ChantierError, games
from chantier.kernel import child
from chantier.kernel.layout import Layout, unpacked, width
from chantier.kernel.types import BYTES, NOTHING, REAL, TRUTH, Record, Row, Type, of_hint, of_table, stored_as

if TYPE_CHECKING:
    from chantier.core import Game
    from chantier.kernel.nets import Net
    from chantier.kernel.shape import Kernel
else:
    Kernel = object

FLAGS = ("-O3", "-std=gnu11", "-fwrapv", "-ffp-contract=off", "-fvisibility=hidden", "-shared", "-w")
WIDE = (
    "-mavx2",
    "-mbmi",
    "-mbmi2",
    "-mlzcnt",
    "-mpopcnt",
)  # what nearly every x86-64 processor has, but a compiler does not assume
WIDE_TOLD = {"avx2", "bmi1", "bmi2", "abm", "popcnt"}  # the same as Linux names them
WIDTHS = (True, False) if (sys.platform, platform.machine()) == ("linux", "x86_64") else (False,)  # what a wheel has
SHIPPED = Path(__file__).parent / "lib"  # what a wheel brings along
EXPECTED = 4.0  # seconds that a game takes to be built, more or less
NO_COMPILER = "there is no C compiler; install one (cc), or: pip install ziglang"
SUM = 16  # bytes behind the library by which a damaged one is known
HELD = 24  # libraries that a process holds: each component set has one of its own, and people bring many sets
IN_C: dict[str, Any] = {
    "i64": ctypes.c_int64, "f64": ctypes.c_double, "f32": ctypes.c_float, "i32": ctypes.c_int32, "i16": ctypes.c_int16,
    "bool": ctypes.c_bool,
}  # fmt: skip


class NoCompiler(ChantierError):
    """There is no C compiler, or it failed; the message says which and how."""


class Library:
    """Machine code, with the entry points of the functions that it was made from."""

    def __init__(self, path: Path, functions: dict[str, Any], state: type[Layout], made: dict[str, Any], checked: bool) -> None:
        self.code, self.checked = ctypes.CDLL(str(path)), checked
        handle = self.code._handle  # noqa: SLF001  nothing else closes a library
        weakref.finalize(self.code, _let_go, path, handle).atexit = False
        self._tables = _hand_in(self.code, made)
        for name, function in functions.items():
            if next(iter(getattr(function, "__annotations__", ())), "") == "states" and name != "assign":
                hints = get_type_hints(function, functions, include_extras=True)
                setattr(self, name, self._entry(getattr(self.code, name), [of_hint(hint, state) for hint in hints.values()]))

    def _entry(self, function: Any, kinds: list[Type | None]) -> Callable[..., Any]:
        """A function of the library, called with Python's things."""
        *wanted, returns = kinds
        function.restype = None if returns == NOTHING else IN_C[str(returns)]
        function.argtypes = [part for kind in wanted for part in _parts(kind)]

        rows = [_Handed(kind) if isinstance(kind, Row) else None for kind in wanted]

        def call(*given: Any) -> Any:
            told: list[Any] = []
            for row, value in zip(rows, given, strict=True):
                if row is None:
                    told.append(value)
                else:
                    told += row.told(value)
            answer = function(*told)
            if self.checked and (line := ctypes.c_int64.in_dll(self.code, "fault").value):
                raise IndexError(f"an index or a number did not fit, in line {line} of the kernel")
            return answer

        return call


class _Handed:
    """A parameter that is a row. Learners hand over the same arrays again and again: where they are is asked once."""

    def __init__(self, kind: Row) -> None:
        self.kind = kind
        self.last: tuple[Callable[[], Any], list[int]] = (lambda: None), []

    def told(self, value: Any) -> list[int]:
        known, where = self.last
        if known() is value:
            return where
        where = _row(value, self.kind)
        if not isinstance(value, ctypes.Array):  # nobody keeps an array alive by this
            self.last = weakref.ref(value), where
        return where


class Native(Library, Kernel):
    """The kernel of a game as machine code. What it is given are rooms made here, or NumPy arrays of the same kind."""

    def __init__(self, game: Game, use: str, path: Path, checked: bool) -> None:
        super().__init__(path, vars(load(game, use)), game.state, tables(game), checked)
        self.game = game
        self.menu_size = game.actions.size + 1

    # --- rooms --------------------------------------------------------------------------------------------------------

    def states(self, *states: Layout) -> Any:
        """These states, one after the other."""
        return rooms(*states)

    def state(self, states: Any, n: int = 0) -> Any:
        """One of them as Python holds it."""
        return unpacked(self.game.state, bytes(states[n]))

    def menu(self) -> Any:
        return (ctypes.c_int32 * self.menu_size)()

    def menus(self, n: int) -> Any:
        """Room for n lists of legal actions."""
        return (ctypes.c_int32 * self.menu_size * n)()

    def findings(self) -> Any:
        """Room for what `fuzz` finds."""
        return (ctypes.c_int64 * 5)()

    def dice(self, seed: int) -> Any:
        return (ctypes.c_int64 * 1)(seed)

    def path(self, deepest: int) -> Any:
        """Room for the way from the root to a leaf."""
        return (ctypes.c_int32 * deepest)()

    def row(self, net: Net) -> Any:
        """Room for the row that a net judges by."""
        return (ctypes.c_int16 * net.inputs)()

    def room(self, net: Net) -> Any:
        """Room for what stands between the layers of a net."""
        from chantier.kernel.net import NET_ROOMS

        return (ctypes.c_float * net.wide * NET_ROOMS)()

    def tree(self, nodes: int, knobs: list[float]) -> tuple[Any, Any, Any]:
        """Room for a search: tree, sums and knobs of `search.py`. The system gives memory only for what is used."""
        from chantier.kernel.search import NODE_NUMBERS, NODE_SUMS

        numbers = (ctypes.c_int32 * NODE_NUMBERS * nodes).from_buffer(mmap.mmap(-1, 4 * NODE_NUMBERS * nodes))
        sums = (ctypes.c_double * NODE_SUMS * nodes).from_buffer(mmap.mmap(-1, 8 * NODE_SUMS * nodes))
        return numbers, sums, (ctypes.c_double * len(knobs))(*knobs)


def rooms(*states: Layout) -> Any:
    """States as machine code has them, one after the other."""
    packed = bytearray().join(state.packed() for state in states)
    return (ctypes.c_char * width(type(states[0])) * len(states)).from_buffer(packed)


def _parts(kind: Type | None) -> list[Any]:
    """How a parameter is handed over: a row by its address and its lengths."""
    if isinstance(kind, Row):
        return [ctypes.c_void_p, *[ctypes.c_int64] * len(kind.shape)]
    return [{REAL: ctypes.c_double, TRUTH: ctypes.c_bool}.get(str(kind), ctypes.c_int64)]


def _row(value: Any, kind: Row) -> list[int]:
    """The address of a room and its lengths."""
    if isinstance(value, ctypes.Array):
        lengths, inner = [len(value)], value._type_
        while len(lengths) < len(kind.shape):
            lengths.append(inner._length_)
            inner = inner._type_
        wide = ctypes.sizeof(inner)
        address = ctypes.addressof(value)
    else:  # NumPy
        lengths, wide, address = list(value.shape[: len(kind.shape)]), value.itemsize, value.__array_interface__["data"][0]
        if not value.flags.c_contiguous:
            raise TypeError("a row lies in one piece")
    if wide != (width(kind.of.layout) if isinstance(kind.of, Record) else BYTES[kind.of]) or len(lengths) != len(kind.shape):
        raise TypeError(f"this is no room for {kind}")
    return [address, *lengths]


def _hand_in(library: ctypes.CDLL, made: dict[str, Any]) -> list[Any]:
    """Give the tables of a component set to a library; what is answered must live as long as it."""
    rows: list[Any] = []
    lengths, numbers = [], []
    for name, value in made.items():
        if isinstance(value, list):
            flat = _flat(value)
            rows.append((IN_C[stored_as(name)] * len(flat))(*flat))
            lengths.append(len(value))
        else:
            numbers.append(value)
    library.use_tables.restype = None
    library.use_tables(
        (ctypes.c_void_p * len(rows))(*map(ctypes.addressof, rows)),
        (ctypes.c_int64 * len(lengths))(*lengths),
        (ctypes.c_int64 * len(numbers))(*numbers),
    )
    return rows


def _flat(value: Any) -> list[int]:
    return [number for one in value for number in _flat(one)] if isinstance(value[0], list) else list(value)


# --- which library, and where it is -------------------------------------------------------------------------------------


def is_checked() -> bool:
    """Whether indexes are checked: set CHANTIER_CHECKED=1, as the tests do."""
    return os.environ.get("CHANTIER_CHECKED", "") != ""


@cache
def is_wide() -> bool:
    """Whether the processor has all of WIDE, as far as the system says so in a file."""
    try:
        told = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    flags = next((line for line in told.splitlines() if line.startswith("flags")), "")
    return set(flags.split()) >= WIDE_TOLD


def key(game: Game, use: str, checked: bool, wide: bool) -> str:
    """A hash of everything that a library is made from. Of the tables only the lengths of their rows count."""
    here = Path(__file__).parent
    digest = blake2b(digest_size=12)
    names = ("words.py", "types.py", "layout.py", "features.py", "reals.py", "lines.py", "translate.py", "prelude.h")
    state = sys.modules[game.state.__module__].__file__ or ""
    for path in (*kernel_files(game, use), Path(state), *(here / name for name in names)):
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    shapes = {name: of_table(name, value) for name, value in tables(game).items()}
    digest.update(repr((shapes, flags(wide), sys.platform, platform.machine(), checked)).encode())
    return digest.hexdigest()


def flags(wide: bool) -> tuple[str, ...]:
    return (*FLAGS, *(WIDE if wide else ()), *(() if sys.platform == "win32" else ("-fPIC",)))


def file_name(game: Game, use: str, checked: bool, wide: bool) -> str:
    suffix = {"win32": "dll", "darwin": "dylib"}.get(sys.platform, "so")
    return f"{game.name}-{use}-{key(game, use, checked, wide)}.{suffix}"


def is_whole(path: Path) -> bool:
    """Whether a library is as it was written."""
    try:
        text = path.read_bytes()
    except OSError:
        return False
    return len(text) > SUM and blake2b(text[:-SUM], digest_size=SUM).digest() == text[-SUM:]


def library(game: Game, use: str = SEARCH) -> Path:
    """The library of a game, built now if it is neither shipped nor kept. NoCompiler if it cannot be."""
    if found := kept(game, use):
        return found
    checked = is_checked()
    name = file_name(game, use, checked, is_wide())
    for folder in (_cache(), Path(_spare().name)):
        if is_whole(folder / name):
            return folder / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            draft = Path(tempfile.mkdtemp(dir=folder))
        except OSError:
            continue  # it cannot be kept there
        try:
            build(to_c(game, use, checked), draft / name, is_wide())
            os.replace(draft / name, folder / name)  # whole or not at all, whoever builds the same beside us
        finally:
            shutil.rmtree(draft, ignore_errors=True)
        return folder / name
    raise NoCompiler("machine code can be kept nowhere: no folder can be written")


def kept(game: Game, use: str = SEARCH) -> Path | None:
    """The library of a game, if it was shipped or built before."""
    if sys.platform == "emscripten":  # a page has what it was made with, and nothing else
        return SHIPPED / f"{game.name}-{use}.so"
    checked = is_checked()
    shipped = sorted({is_wide(), False}, reverse=True) if SHIPPED.is_dir() else ()
    places = [SHIPPED / file_name(game, use, checked, wide) for wide in shipped]
    return next(filter(is_whole, [*places, _cache() / file_name(game, use, checked, is_wide())]), None)


def _cache() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("chantier") / "kernels"


@cache
def _spare() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="chantier-", ignore_cleanup_errors=True)


# --- building -------------------------------------------------------------------------------------------------------------


def to_c(game: Game, use: str = SEARCH, checked: bool = False) -> str:
    """The kernel of a game as C."""
    from chantier.kernel.translate import Program

    return Program(vars(load(game, use)), game.state, tables(game), checked).to_c()


@cache
def compiler() -> tuple[str, ...]:
    """The C compiler of this machine: the one in the variable CC, the usual ones, or the one of the package `ziglang`."""
    told = os.environ.get("CC", "").split()
    if told and shutil.which(told[0]):
        return tuple(told)
    for name in ("cc", "gcc", "clang"):
        if found := shutil.which(name):
            return (found,)
    return (sys.executable, "-m", "ziglang", "cc") if find_spec("ziglang") else ()


def available() -> bool:
    """Whether machine code can be had at all.

    >>> available() in (True, False)
    True
    """
    shipped = SHIPPED.is_dir() and any(SHIPPED.iterdir())
    return os.environ.get("CHANTIER_PLAIN", "") == "" and (shipped or bool(compiler()))


def build(text: str, path: Path, wide: bool = False) -> None:
    """C to a library, with a sum behind it."""
    if not compiler():
        raise NoCompiler(NO_COMPILER)
    more: tuple[str, ...] = ()
    if "ziglang" in compiler():
        more = ("-mcpu=baseline",)  # else it would build for this very processor
        if sys.platform == "linux":
            more += ("-nostdlib", "-g0")  # else it would build a C library first
    made = compiled(compiler(), (*more, *flags(wide)), text, path.name)
    path.write_bytes(made + blake2b(made, digest_size=SUM).digest())


def compiled(program: Sequence[str], flags: Sequence[str], text: str, name: str) -> bytes:
    """What a compiler makes of C, under this name. Nothing else is left of it."""
    with tempfile.TemporaryDirectory(prefix="chantier-", ignore_cleanup_errors=True) as folder:
        source, made = Path(folder) / "kernel.c", Path(folder) / name
        source.write_text(text, encoding="utf-8")
        around = {**os.environ, "ZIG_GLOBAL_CACHE_DIR": folder, "ZIG_LOCAL_CACHE_DIR": folder}
        command = [*program, *flags, "-o", str(made), str(source)]
        code, told = child.run(command, around)
        if code:
            raise NoCompiler(f"{' '.join(program)} failed: {told.strip()[-400:]}")
        return made.read_bytes()


# --- loading --------------------------------------------------------------------------------------------------------------

_building = threading.RLock()  # held as long as a library takes
_asking = threading.RLock()  # for what follows; never held for long: whoever asks does not wait for what another game builds
_natives: OrderedDict[tuple[str, str, str, bool], Native] = OrderedDict()  # the one that was asked for last is the last
_in_use: set[Path] = set()
_copies = count()
_coming: dict[tuple[str, str, str, bool], Future[Native | None]] = {}
_began: dict[tuple[str, str, str, bool], float] = {}  # when each of them was asked for


def _which(game: Game, use: str) -> tuple[str, str, str, bool]:
    return game.name, game.components.hash, use, is_checked()


def loaded(game: Game, use: str = SEARCH) -> Native | None:
    """The machine code of a game, if this process has it already."""
    return _natives.get(_which(game, use)) if available() else None


def forget() -> None:
    """Load everything anew when it is needed: after a fault, which a library remembers."""
    with _building, _asking:
        _natives.clear()
        _coming.clear()


def native(game: Game, use: str = SEARCH) -> Native:
    """The machine code of a game, built now if need be. NoCompiler if it cannot be had."""
    with _building:
        which = _which(game, use)
        if which not in _natives:
            path = library(game, use)
            if path in _in_use:  # another component set has these tables: a library of its own
                copy = Path(_spare().name) / f"{next(_copies)}-{path.name}"
                shutil.copyfile(path, copy)
                path = copy
            _in_use.add(path)
            _hold(which, Native(game, use, path, is_checked()))
        with _asking:
            _natives.move_to_end(which)
        return _natives[which]


def _hold(which: tuple[str, str, str, bool], made: Native) -> None:
    """Keep this one; of those that were not asked for the longest, only so many."""
    with _asking:
        _natives[which] = made
        while len(_natives) > HELD:
            old, _ = _natives.popitem(last=False)
            _coming.pop(old, None)
            _began.pop(old, None)


def _let_go(path: Path, handle: int) -> None:
    """Close a library that nobody holds any more."""
    import _ctypes

    if sys.platform == "win32":
        _ctypes.FreeLibrary(handle)
    else:
        _ctypes.dlclose(handle)
    _in_use.discard(path)
    if path.parent == Path(_spare().name):
        path.unlink(missing_ok=True)


@cache
def _builders() -> Executor:
    return threads(1, "builds machine code")


def _forget() -> None:
    """In a process that was forked, nobody builds what was being built, and nobody lets go of what was held."""
    global _asking, _building
    _asking, _building = threading.RLock(), threading.RLock()
    for which in [which for which, coming in _coming.items() if not coming.done()]:
        del _coming[which], _began[which]


forked(_forget)


def soon(game: Game, use: str = SEARCH) -> Future[Native | None]:
    """The machine code of a game, without waiting for it; None if it cannot be had."""
    which = _which(game, use)
    if not available():
        if not os.environ.get("CHANTIER_PLAIN"):
            _say_why(NO_COMPILER)
        none: Future[Native | None] = Future()
        none.set_result(None)
        return none
    with _asking:
        if which in _natives:
            _natives.move_to_end(which)
        if which not in _coming:
            _began[which] = time.monotonic()
            _coming[which] = _builders().submit(_or_none, game, use)
        return _coming[which]


def _or_none(game: Game, use: str) -> Native | None:
    try:
        return native(game, use)
    except NoCompiler as error:
        _say_why(str(error))
        return None


@cache
def _say_why(reason: str) -> None:
    """Once in a process, to whoever started it: bots are weaker than they could be."""
    logging.getLogger(__name__).warning("No machine code: bots think with interpreted rules, and less far ahead; %s", reason)


def in_time(game: Game, until: float) -> Native | None:
    """The machine code of a game if it is there by then; else it goes on being made, and plain rules must do."""
    try:
        return soon(game).result(max(0.0, until - time.monotonic()))
    except TimeoutError:
        return None


class Making(NamedTuple):
    """Machine code that is being made."""

    spent: float  # seconds so far
    expected: float  # seconds in all

    @property
    def left(self) -> int:
        """Seconds to go; 0 if it takes longer than expected."""
        return max(0, math.ceil(self.expected - self.spent))


def being_made(game: Game) -> Making | None:
    """How far machine code is that is being made for this game, if it is: until then, bots play below their strength."""
    which = _which(game, SEARCH)
    if which not in _coming or _coming[which].done():
        return None
    return Making(time.monotonic() - _began[which], EXPECTED)


# --- the command ------------------------------------------------------------------------------------------------------------


def main(arguments: list[str]) -> None:
    """Build the libraries of all games into a folder, or to where a wheel has them: `python -m chantier.kernel.native [TO]`."""
    folder = Path(arguments[0]) if arguments else SHIPPED
    folder.mkdir(parents=True, exist_ok=True)
    for game in games.values():
        for use, wide in product((SEARCH, BATCH, LEAVES), WIDTHS):
            name = file_name(game, use, False, wide)
            build(to_c(game, use), folder / name, wide)
            print(f"{name}: {(folder / name).stat().st_size:,} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
