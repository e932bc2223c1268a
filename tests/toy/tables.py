"""A toy: from the component set to the tables."""

from __future__ import annotations

from typing import Any

from chantier.components import Checker

from .state import SIDES

WEIGHT: list[int]  # by side of the die


def tables(data: dict[str, Any]) -> dict[str, Any]:
    return {"WEIGHT": data["die"]["weight"]}


def check(check: Checker) -> None:
    check.row(("die", "weight"), 1, 9, SIDES)
