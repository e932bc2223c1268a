"""Component sets with a mistake in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from chantier import BadComponents, Match
from chantier.components import component_set


def refused(game: str, folder: Path, old: str, new: str, message: str) -> None:
    """The shipped set with one change is refused, and the message says where and why."""
    text = component_set(game).text
    assert old in text
    file = folder / "mine.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadComponents, match=message):
        Match(game, components=file)
