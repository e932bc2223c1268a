"""What is found in the files of a game: which clauses they cite, and which parts of its picture are drawn once."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import Any

from chantier.core import Game

CITED = re.compile(r"(\d+\.\d+(?:(?:, | and )\d+\.\d+)*)(?:  |\s*$)")


def docstrings(path: Path) -> list[str]:
    """Of all functions in a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def cited(text: str) -> set[str]:
    """The clauses that a docstring begins with.

    >>> sorted(cited("3.4, 3.6  No cell is entered twice.")), cited("Since 3.4 was changed.")
    (['3.4', '3.6'], set())
    """
    found = CITED.match(text)
    return set(re.findall(r"\d+\.\d+", found[1])) if found else set()


def remembered(game: Game) -> list[Any]:
    """The parts of a game's pictures that are drawn once."""
    _ = game.picture
    modules = [module for name, module in sys.modules.items() if name.startswith(f"{game.package}.")]
    return [part for module in modules for part in vars(module).values() if hasattr(part, "known")]
