"""Binds the rules of a game to the tables of a component set.

`rules.py`, the `sense.py` of the game over `kernel/defaults.py`, and the loops and the search of the kernel are loaded together
into one fresh module, and the tables are put there under their names. So several component sets live side by side in one
process, and `kernel/translate.py` can write such a module as a whole in C.

There are four such modules for a game: `SEARCH`, which the engine and the bots use, with the `insight.py` of the game if it has
one; `BATCH`, with `features.py`, `kernel/signals.py` and `kernel/batch.py` in the place of the search, for learners; `LEAVES`,
with features and search, for searches in many games at once; and `TRAINING`, the search with the games that nets learn from. So
nobody waits for machine code that is not used.
"""

from __future__ import annotations

import marshal
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from chantier.core import Game
    from chantier.kernel.shape import Kernel


SEARCH, BATCH, LEAVES, TRAINING = "search", "batch", "leaves", "training"
SEARCHING = ["chantier.kernel.search", "chantier.kernel.insight", "{}.insight", "chantier.kernel.net"]
MORE = {  # what each use needs besides the rules, the sense and the loops
    SEARCH: SEARCHING,
    TRAINING: [*SEARCHING, "chantier.kernel.selfplay"],
    BATCH: ["{}.features", "chantier.kernel.signals", "chantier.kernel.batch"],
    LEAVES: ["{}.features", "chantier.kernel.search", "chantier.kernel.leaves"],
}


def kernel_files(game: Game, use: str = SEARCH) -> list[Path]:
    """The files that a kernel is made of, in the order in which they are loaded."""
    folder = game.package
    names = [f"{folder}.rules", "chantier.kernel.defaults", *senses(game), "chantier.kernel.loops"]
    names += [name.format(folder) for name in MORE[use]]
    return [Path(spec.origin) for name in names if (spec := find_spec(name)) and spec.origin]


def senses(game: Game) -> list[str]:
    """The modules of what a game knows about good play: `sense`, and every `sense_x` that a long one is split into."""
    rules = find_spec(f"{game.package}.rules")
    found = sorted(Path(rules.origin).parent.glob("sense*.py*")) if rules and rules.origin else []
    return [f"{game.package}.{path.stem}" for path in found if path.stem == "sense" or path.stem.startswith("sense_")]


def tables(game: Game) -> dict[str, Any]:
    """Every table that `tables.py` declares, made from the game's component set."""
    part = game.part("tables")
    made: dict[str, Any] = part.tables(game.components.data)
    declared = {name for name in part.__annotations__ if name.isupper()}
    if declared != set(made):
        raise TypeError(f"{part.__name__} declares and makes different tables: {sorted(declared ^ set(made))}")
    return made


@lru_cache(maxsize=64)
def _code(path: Path) -> CodeType:
    if path.suffix == ".pyc":  # compiled beforehand, as a page has it; the code comes after a head of 16 bytes
        code: CodeType = marshal.loads(path.read_bytes()[16:])
        return code
    return compile(path.read_text(encoding="utf-8"), str(path), "exec")


def load(game: Game, use: str = SEARCH) -> Kernel:
    """The rules and loops of a game in a fresh module, with the tables of its component set: interpreted, the reference."""
    rules, *others = kernel_files(game, use)
    module = ModuleType(f"{game.package}.rules")
    module.__file__ = str(rules)
    module.__package__ = game.package
    for path in (rules, *others):
        exec(_code(path), vars(module))
    vars(module).update(tables(game))
    return cast("Kernel", module)
