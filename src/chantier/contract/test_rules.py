"""Every clause of RULES.md is cited by a docstring of the rules; nothing cites a clause that does not exist."""

from __future__ import annotations

import ast
import re

import pytest

from chantier import Game
from chantier.clauses import cited, clauses
from chantier.contract.found import docstrings

SEE = "See step 6 of docs/add-a-game.md."


def functions(game: Game) -> list[ast.FunctionDef]:
    """`legal_x` and `play_x`, in their order."""
    tree = ast.parse((game.folder / "rules.py").read_text(encoding="utf-8"))
    return [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name.startswith(("legal_", "play_"))]


def test_every_clause_is_carried_out_by_the_rules(game: Game) -> None:
    known = set(clauses(game.name))
    there = {clause for file in ("rules.py", "view.py") for doc in docstrings(game.folder / file) for clause in cited(doc)}
    if not known:
        pytest.fail(f"RULES.md of {game.name} has no clause such as `- **1.1** ...`. See step 2 of docs/add-a-game.md.", False)
    if silent := sorted(known - there):
        pytest.fail(f"no docstring in rules.py or view.py of {game.name} begins with: {', '.join(silent)}. {SEE}", False)
    if unknown := sorted(there - known):
        pytest.fail(f"rules.py or view.py of {game.name} cite what RULES.md has not: {', '.join(unknown)}. {SEE}", False)


def test_every_rule_function_says_its_clause(game: Game) -> None:
    """What may be done and what is done cites where that stands."""
    if silent := [node.name for node in functions(game) if not cited(ast.get_docstring(node) or "")]:
        pytest.fail(f"these functions of {game.name} cite no clause: {', '.join(silent)}. {SEE}", False)


def test_may_stands_beside_does(game: Game) -> None:
    """`legal_x` directly above `play_x`, but for helpers that answer it and for what chance weighs."""
    order = [node.name for node in functions(game)] + [""]
    for legal in (name for name in order if name.startswith("legal_")):
        if order[order.index(legal) + 1] != f"play_{legal[6:]}":
            pytest.fail(f"play_{legal[6:]} does not follow {legal} in rules.py of {game.name}. {SEE}", False)


def test_rules_say_nothing_of_speed(game: Game) -> None:
    text = (game.folder / "rules.py").read_text(encoding="utf-8").lower()
    assert not re.search(r"numba|numpy|njit|compil|speed|fast", text)
