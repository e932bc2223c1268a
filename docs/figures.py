"""The figures of each game with where they come from, as a table in its page. Writes the tables anew with

python -m docs.figures
"""

from __future__ import annotations

import re
from pathlib import Path

from chantier.box.editor import standard
from chantier.box.figures import OURS, Marks, block_of, counted, figures, value_at
from chantier.box.parts import Words, parts
from chantier.components import Where
from chantier.core import games

PAGES = Path(__file__).parent / "games"
MADE = re.compile(r"(<!-- figures -->\n).*?(<!-- end of figures -->)", re.S)


def table(game: str) -> str:
    """Every row of figures of the standard set: its part, what it is, its numbers, and where they come from."""
    check, words = standard(game), Words(game, "en")
    found = figures(check)
    many = counted(found)
    lines = [
        f"{many.total() - many[OURS]} of {many.total()} figures are certain; the rest is ours, and"
        " [whoever owns the box](../box.md) can say what is printed there.",
        "",
        "| part | figures | | from |",
        "|---|---|---|---|",
    ]
    for part in parts(game, check.data):
        rows: dict[Where, list[str]] = {}
        for figure in found:
            if part.has(figure.place):
                block = block_of(check.data, figure.place)
                rows.setdefault(figure.place[: len(block) + 1], []).append(words.value(figure.value))
        for place, values in rows.items():
            source = Marks(value_at(check.data, block_of(check.data, place))).source
            lines.append(f"| {words.part(part)} | {words.path(place)} | {', '.join(values)} | {source} |")
    return "\n".join(lines)


def page(game: str) -> str:
    """The page of a game with its table as it is now."""
    text = (PAGES / f"{game}.md").read_text(encoding="utf-8")
    return MADE.sub(lambda found: f"{found[1]}\n{table(game)}\n\n{found[2]}", text)


if __name__ == "__main__":
    for game in games:
        (PAGES / f"{game}.md").write_text(page(game), encoding="utf-8")
