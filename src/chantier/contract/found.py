"""What is found in the files of a game: which clauses they cite, and which parts of its picture are drawn once."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Any

from chantier.core import Game


def docstrings(path: Path) -> list[str]:
    """Of all functions in a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def remembered(game: Game) -> list[Any]:
    """The parts of a game's pictures that are drawn once."""
    _ = game.picture
    modules = [module for name, module in sys.modules.items() if name.startswith(f"{game.package}.")]
    return [part for module in modules for part in vars(module).values() if hasattr(part, "known")]
