"""The game that docs/add-a-game.md writes, taken from the page."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "add-a-game.md"
FILE = re.compile(r'^```\w+ title="([^"]+)"\n(.*?)^```$', re.M | re.S)
NAME = "market"


def files() -> dict[str, str]:
    """Every file of the game's folder."""
    return {name: text for name, text in FILE.findall(PAGE.read_text(encoding="utf-8")) if not name.startswith("..")}


def sections() -> dict[int, str]:
    """The page by step; the rules of the game have steps of their own, which do not count."""
    text = re.sub(r"^```markdown .*?^```$", "", PAGE.read_text(encoding="utf-8"), flags=re.M | re.S)
    parts = re.split(r"^## (\d+) ", text, flags=re.M)
    return {int(number): text for number, text in zip(parts[1::2], parts[2::2], strict=True)}


def write(folder: Path) -> Path:
    """The folder as the page says."""
    for name, text in files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def tree(folder: Path, sources: Path) -> Path:
    """The project with the game as one more folder of its games, and nothing else changed: what to put on the path."""
    games = folder / "chantier" / "games"
    games.mkdir(parents=True)
    for inside in (sources / "chantier").iterdir():
        if inside.name not in ("games", "__pycache__"):
            (games.parent / inside.name).symlink_to(inside)
    for inside in (sources / "chantier" / "games").iterdir():
        if inside.name != "__pycache__":
            (games / inside.name).symlink_to(inside)
    write(games / NAME)
    return folder
