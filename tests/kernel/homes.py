"""Small programs in the flat style, each run in its three homes: interpreted, as machine code, and as WebAssembly."""

from __future__ import annotations

import ctypes
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import wasmtime

from chantier.kernel import native, wasm
from chantier.kernel.layout import Bits, Layout
from chantier.kernel.translate import Program
from chantier.kernel.types import Row, of_hint, stored_as

HEAD = """
from __future__ import annotations
from math import sqrt
from typing import Annotated
from chantier.kernel.reals import exp, log
from chantier.kernel.words import NONE, AnyState, Dice, Facts, Menu, States, Stored, assign, below, count, done
from chantier.kernel.words import first_bit, now, offer, tell, then
"""


class Part(Layout):
    """A part of a small state."""

    weight: int
    row: Annotated[list[int], 3]


class Small(Layout):
    """A small state, with everything that a layout has."""

    mask: Bits
    words: Annotated[list[Bits], 2]
    number: int
    row: Annotated[list[int], 4]
    board: Annotated[list[list[int]], 2, 3]
    part: Part
    parts: Annotated[list[Part], 2]
    agenda: Annotated[list[int], 4]
    pending: int


TABLES: dict[str, Any] = {"LIMIT": 7, "STAIRS": [3, 1, 4, 1, 5], "GRID": [[1, 2, 3], [4, 5, 6]], "FLAGS_BITS": [[1 << 40], [5]]}


def plain(text: str, folder: Path) -> dict[str, Any]:
    """The functions of a program, and the tables, as `binding.py` would load them."""
    path = folder / "flat.py"
    path.write_text(HEAD + textwrap.dedent(text), encoding="utf-8")
    names: dict[str, Any] = {"Small": Small, "Part": Part}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), names)
    names.update(TABLES)
    return names


def in_c(text: str, folder: Path, checked: bool = False) -> str:
    return Program(plain(text, folder), Small, TABLES, checked).to_c()


def machine(text: str, folder: Path, checked: bool = False) -> Any:
    path = folder / f"flat{'-checked' * checked}.so"
    native.build(in_c(text, folder, checked), path)
    return native.Library(path, plain(text, folder), Small, TABLES, checked)


def states(*given: Layout) -> Any:
    return native.rooms(*given)


class Wasm:
    """A WebAssembly module, called like a library: rooms are copied in and out."""

    def __init__(self, module: bytes, functions: dict[str, Any], state: type[Layout], tables: dict[str, Any]) -> None:
        self.store = wasmtime.Store()
        made = wasmtime.Instance(self.store, wasmtime.Module(self.store.engine, module), [])
        self.exports: dict[str, Any] = dict(made.exports(self.store))
        self.memory: Any = self.exports["memory"]
        self.free = int(self.exports["__heap_base"].value(self.store))
        self._hand_in(tables)
        for name, function in functions.items():
            if next(iter(getattr(function, "__annotations__", ())), "") == "states" and name != "assign":
                hints = get_type_hints(function, functions, include_extras=True)
                setattr(self, name, self._entry(name, [of_hint(hint, state) for hint in hints.values()]))

    def _room(self, size: int) -> int:
        at = (self.free + 15) // 16 * 16
        self.free = at + size
        short = self.free - self.memory.data_len(self.store)
        if short > 0:
            self.memory.grow(self.store, short // 65536 + 1)
        return at

    def _put(self, room: Any) -> int:
        at = self._room(ctypes.sizeof(room))
        self.memory.write(self.store, bytes(room), at)
        return at

    def _hand_in(self, tables: dict[str, Any]) -> None:
        rows = {name: value for name, value in tables.items() if isinstance(value, list)}
        flat = {name: native._flat(value) for name, value in rows.items()}
        at = [self._put((native.IN_C[stored_as(name)] * len(value))(*value)) for name, value in flat.items()]
        numbers = [value for value in tables.values() if not isinstance(value, list)]
        self.exports["use_tables"](
            self.store,
            self._put((ctypes.c_int32 * len(at))(*at)),
            self._put((ctypes.c_int64 * len(rows))(*map(len, rows.values()))),
            self._put((ctypes.c_int64 * len(numbers))(*numbers)),
        )

    def _entry(self, name: str, kinds: list[Any]) -> Callable[..., Any]:
        *wanted, returns = kinds

        def call(*given: Any) -> Any:
            start, told, back = self.free, [], []
            for kind, value in zip(wanted, given, strict=True):
                if isinstance(kind, Row):
                    at = self._put(value)
                    told += [at, *native._row(value, kind)[1:]]
                    back.append((at, value))
                else:
                    told.append(value)
            answer = self.exports[name](self.store, *told)
            for at, value in back:
                ctypes.memmove(value, bytes(self.memory.read(self.store, at, at + ctypes.sizeof(value))), ctypes.sizeof(value))
            self.free = start
            return bool(answer) if returns == "bool" else answer

        return call


def browser(text: str, folder: Path) -> Any:
    return Wasm(wasm.build(in_c(text, folder)), plain(text, folder), Small, TABLES)
