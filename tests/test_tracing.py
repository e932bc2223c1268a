"""Every clause of RULES.md is cited by a docstring of the rules and by a test; nothing cites a clause that does not exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import chantier
from chantier.clauses import clauses

ROOT = Path(chantier.__file__).parent
TESTS = Path(__file__).parent
CITED = re.compile(r"(\d+\.\d+(?:(?:, | and )\d+\.\d+)*)(?:  |\s*$)")


def docstrings(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def cited(text: str) -> set[str]:
    """The clauses that a docstring begins with."""
    found = CITED.match(text)
    return set(re.findall(r"\d+\.\d+", found[1])) if found else set()


def in_rules(name: str) -> set[str]:
    folder = ROOT / "games" / name
    return {clause for file in ("rules.py", "view.py") for doc in docstrings(folder / file) for clause in cited(doc)}


def in_tests(name: str) -> set[str]:
    found = set()
    for path in (TESTS / "games" / name).glob("test_*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                if by_name := re.match(r"test_(\d+)_(\d+)_", node.name):
                    found.add(f"{by_name[1]}.{by_name[2]}")
                found |= cited(ast.get_docstring(node) or "")
    return found


@pytest.mark.parametrize("name", list(chantier.games))
def test_every_clause_is_carried_out_by_the_rules(name: str) -> None:
    assert set(clauses(name)) == in_rules(name)


@pytest.mark.parametrize("name", list(chantier.games))
def test_every_clause_is_tested(name: str) -> None:
    assert set(clauses(name)) == in_tests(name)


@pytest.mark.parametrize("name", list(chantier.games))
def test_every_rule_function_says_its_clause(name: str) -> None:
    """What may be done and what is done cites where that stands."""
    tree = ast.parse((ROOT / "games" / name / "rules.py").read_text(encoding="utf-8"))
    silent = [
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and node.name.startswith(("legal_", "play_"))
        and not cited(ast.get_docstring(node) or "")
    ]
    assert silent == []


@pytest.mark.parametrize("name", list(chantier.games))
def test_may_stands_beside_does(name: str) -> None:
    """`legal_x` directly above `play_x`, but for helpers that answer it and for what chance weighs."""
    tree = ast.parse((ROOT / "games" / name / "rules.py").read_text(encoding="utf-8"))
    order = [n.name for n in tree.body if isinstance(n, ast.FunctionDef) and n.name.startswith(("legal_", "play_"))]
    for legal in (n for n in order if n.startswith("legal_")):
        assert f"play_{legal[6:]}" == order[order.index(legal) + 1], legal


@pytest.mark.parametrize("name", list(chantier.games))
def test_rules_say_nothing_of_speed(name: str) -> None:
    text = (ROOT / "games" / name / "rules.py").read_text(encoding="utf-8").lower()
    assert not re.search(r"numba|numpy|njit|compil|speed|fast", text)
