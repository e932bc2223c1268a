"""The kernel for browsers: the same C, built as one small WebAssembly module for each game.

    python -m chantier.kernel.wasm FOLDER

writes `GAME.wasm` with the entry points of the search, and `GAME.json` with what a caller has to know: the tables, the width of
a state, and how each entry point is called. Built by `zig cc` from the package `ziglang`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

from chantier.binding import SEARCH, load, tables
from chantier.core import games
from chantier.kernel.layout import width
from chantier.kernel.native import NoCompiler, compiled, to_c
from chantier.kernel.types import Row, of_hint, stored_as

if TYPE_CHECKING:
    from chantier.core import Game

FLAGS = (
    "-target", "wasm32-freestanding", "-O3", "-std=gnu11", "-fwrapv", "-ffp-contract=off", "-fvisibility=hidden", "-msimd128",
    "-mbulk-memory", "-nostdlib", "-w", "-Wl,--no-entry", "-Wl,--export-dynamic", "-Wl,--export=__heap_base", "-Wl,--strip-all",
)  # fmt: skip


SIDE = (*(flag for flag in FLAGS if not flag.startswith("-Wl,--export=")), "-fPIC", "-shared")  # beside Python, in its memory


def build(text: str, flags: Sequence[str] = FLAGS) -> bytes:
    """C to a module: one that stands alone, or with `SIDE` one that Python in a browser loads by `ctypes`."""
    if not find_spec("ziglang"):
        raise NoCompiler("WebAssembly is built by zig cc; pip install ziglang")
    return compiled((sys.executable, "-m", "ziglang", "cc"), flags, text, "kernel.wasm")


def described(game: Game, use: str = SEARCH) -> dict[str, Any]:
    """What whoever calls the module of a game has to know."""
    kernel, made = load(game, use), tables(game)
    entries = {}
    for name, function in vars(kernel).items():
        if next(iter(getattr(function, "__annotations__", ())), "") == "states" and name != "assign":
            hints = get_type_hints(function, vars(kernel), include_extras=True)
            kinds = [of_hint(hint, game.state) for hint in hints.values()]
            entries[name] = [f"{'row ' * len(k.shape)}{k.of}" if isinstance(k, Row) and isinstance(k.of, str) else
                             "row state" if isinstance(k, Row) else str(k) for k in kinds]  # fmt: skip
    return {
        "game": game.name,
        "version": game.version,
        "components": game.components.hash,
        "state": width(game.state),
        "actions": game.actions.size,
        "limit": game.limit,
        "tables": {name: {"as": stored_as(name), "is": _told(value, stored_as(name))} for name, value in made.items()},
        "entries": entries,
    }


def _told(value: Any, kind: str) -> Any:
    """A table for JavaScript, whose JSON has no whole numbers of 64 bits: those are told as text."""
    if isinstance(value, list):
        return [_told(one, kind) for one in value]
    return str(value) if kind == "i64" else value


def main(arguments: list[str]) -> None:
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for name, game in games.items():
        module = build(to_c(game))
        (folder / f"{name}.wasm").write_bytes(module)
        (folder / f"{name}.json").write_text(json.dumps(described(game), separators=(",", ":")), encoding="utf-8")
        print(f"{name}: {len(module):,} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
