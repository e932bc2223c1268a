"""What is found in the files of a game: which clauses they cite, and which parts of its picture are drawn once."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from chantier.core import Game
from chantier.scene import ELSEWHERE, Drawn, drawing_at


def docstrings(path: Path) -> list[str]:
    """Of all functions in a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def remembered(game: Game) -> list[Any]:
    """The parts of a game's pictures that are drawn once."""
    _ = game.picture
    modules = [module for name, module in sys.modules.items() if name.startswith(f"{game.package}.")]
    return [part for module in modules for part in vars(module).values() if hasattr(part, "kept")]


@contextmanager
def forgetting(game: Game) -> Iterator[None]:
    """Nothing is remembered of what was drawn before; afterwards all of it is again."""
    own = [part.kept for part in remembered(game) if part.kept is not None]
    before = [dict(vars(one)) for one in own]
    for one in own:
        one.clear()
    with drawing_at(Drawn(ELSEWHERE)):
        yield
    for one, was in zip(own, before, strict=True):
        vars(one).update(was)
