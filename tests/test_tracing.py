"""Every clause of RULES.md is cited by a test of its game, and no test cites one that does not exist. That the rules cite each
of them is part of the contract."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from chantier import packages
from chantier.clauses import cited, clauses

TESTS = Path(__file__).parent


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


@pytest.mark.parametrize("name", packages.shipped())
def test_every_clause_is_tested(name: str) -> None:
    assert set(clauses(name)) == in_tests(name)
