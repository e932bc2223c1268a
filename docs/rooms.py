"""The rooms of the house, as a picture and as tables, from what holds them: the order in `pyproject.toml`, which
a test checks, and the first sentence of every module. Writes the picture and the tables in `docs/design.md` anew with

python -m docs.rooms
"""

from __future__ import annotations

import ast
import re
import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).parent.parent
HOUSE = ROOT / "src" / "chantier"
PAGE = ROOT / "docs" / "design.md"
PICTURE = ROOT / "docs" / "pictures" / "rooms.svg"
GROUND = "What a game is, and one play of it."
WIDE, FLOOR, GAP, MARGIN = 900, 62, 8, 24
PAPER, PANEL, INK, FAINT, ACCENT = "#f6efe0", "#ece2cc", "#2b2620", "#5d5446", "#a63d2f"


def floors() -> list[list[str]]:
    """The order of the rooms, the highest first: each floor knows only those below it. The last is the ground floor."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    order = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    return [[name.strip() for name in re.split("[|:]", floor)] for floor in order]


def paragraph(path: Path) -> str:
    """What a module says of itself first."""
    said = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split("\n\n")[0]
    return " ".join(said.split())


def sentence(path: Path) -> str:
    """The first sentence of it."""
    return re.split(r"(?<=\.) ", paragraph(path))[0]


def rooms() -> list[tuple[str, str]]:
    """Every floor with what it is for, the highest first."""
    found = []
    for floor in floors()[:-1]:
        files = [HOUSE / name / "__init__.py" if (HOUSE / name).is_dir() else HOUSE / f"{name}.py" for name in floor]
        if floor != ["__main__"]:
            found.append((" · ".join(floor), " ".join(map(paragraph, files))))
    return [*found, ("the ground floor", f"{GROUND} {', '.join(floors()[-1])}.")]


def picture() -> str:
    """The house: a floor for each room."""
    told = rooms()
    high = 100 + len(told) * (FLOOR + GAP)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high}" font-family="system-ui, sans-serif" role="img">',
        "<title>The rooms of Chantier: each knows only those below it</title>",
        f"<rect width='{WIDE}' height='{high}' fill='{PAPER}'/>",
        f"<path d='M{MARGIN - 12} 70 {WIDE / 2} 14 {WIDE - MARGIN + 12} 70' fill='none' stroke='{ACCENT}' stroke-width='4'/>",
    ]
    for n, (name, said) in enumerate(told):
        y = 76 + n * (FLOOR + GAP)
        out.append(
            f"<rect x='{MARGIN}' y='{y}' width='{WIDE - 2 * MARGIN}' height='{FLOOR}' rx='6' fill='{PANEL}' stroke='{FAINT}'/>"
            f"<text x='{MARGIN + 16}' y='{y + 36}' font-size='19' font-weight='600' fill='{INK}'>{escape(name)}</text>"
        )
        for line, words in enumerate(_lines(said, 82)[:3]):
            middle = y + 36 + 17 * (line - (min(3, len(_lines(said, 82))) - 1) / 2)
            out.append(f"<text x='{MARGIN + 200}' y='{middle:g}' font-size='14' fill='{FAINT}'>{escape(words)}</text>")
    return "\n".join([*out, "</svg>", ""])


def _lines(text: str, long: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) >= long:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def tables() -> str:
    """Every module with its first sentence, room by room, from the ground up; of the games one stands for all."""
    out = []
    for floor in reversed(floors()):
        if floor == floors()[-1]:
            out.append(_table("The ground floor", GROUND, [HOUSE / f"{name}.py" for name in floor]))
            continue
        for name in floor:
            folder = HOUSE / name
            if name == "games":
                game = folder / "world_monuments"
                out.append(_table("`games/<name>/`", sentence(folder / "__init__.py"), _modules(game), game))
            elif folder.is_dir():
                out.append(_table(f"`{name}/`", sentence(folder / "__init__.py"), _modules(folder), folder))
    return "\n\n".join(out)


def _modules(folder: Path) -> list[Path]:
    files = [path for path in sorted(folder.rglob("*.py")) if path.name != "__init__.py" and "versions" not in path.parts]
    return sorted(files, key=lambda path: (len(path.relative_to(folder).parts) > 1, path))


def _table(title: str, about: str, files: list[Path], folder: Path = HOUSE) -> str:
    rows = [f"| `{path.relative_to(folder)}` | {sentence(path).removesuffix('.')} |" for path in files]
    return "\n".join([f"**{title}**: {about}", "", "| module | |", "|---|---|", *rows])


def page() -> str:
    """The page about the design, with its tables as they are now."""
    return re.sub(
        r"(<!-- rooms -->\n).*?(<!-- end of rooms -->)",
        lambda m: f"{m[1]}\n{tables()}\n\n{m[2]}",
        PAGE.read_text(encoding="utf-8"),
        flags=re.S,
    )


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
