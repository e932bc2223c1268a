"""What the site has besides the pages in this folder: the parts of a game's page that are made from the game itself, its
rules, and the tutorial. `mkdocs build` calls it."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from itertools import groupby
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

import chantier
from chantier.clauses import clauses, rulebook
from chantier.components import SOURCES, explained
from chantier.kernel.features import Part, spec

HERE = Path(__file__).parent
OUTSIDE = re.compile(r"\[([^\]]+)\]\((?:\.\./)+((?!games/)[^)]+)\)")  # links to files that are not pages


def on_files(files: Files, config: Any) -> Files:
    """The pages that are made here."""
    for name in chantier.games:
        files.append(File.generated(config, f"games/{name}-rules.md", content=rulebook(name)))
    notebook = json.loads((HERE / "tutorial.ipynb").read_text(encoding="utf-8"))
    files.append(File.generated(config, "tutorial.md", content="\n\n".join(map(_cell, notebook["cells"]))))
    return files


def _cell(cell: dict[str, Any]) -> str:
    """A cell of the notebook with what it shows."""
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return text
    return "\n\n".join([f"```python\n{text}\n```", *map(_output, cell["outputs"])])


def _output(output: dict[str, Any]) -> str:
    """A picture, or else words; of several kinds of picture the sharpest."""
    data = output.get("data", {"text/plain": output.get("text", "")})
    if "image/svg+xml" in data:
        picture = b64encode("".join(data["image/svg+xml"]).encode()).decode()
        return f'<img alt="what the cell shows" src="data:image/svg+xml;base64,{picture}">'
    if "image/png" in data:
        picture = "".join("".join(data["image/png"]).split())
        return f'<img alt="what the cell shows" src="data:image/png;base64,{picture}">'
    return "```text\n" + "".join(data["text/plain"]).rstrip("\n") + "\n```"


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """A game's page gets what the game says about itself; links lead to pages, or are only words."""
    markdown = re.sub(r"\((?:\.\./)+src/chantier/games/(\w+)/RULES\.md", _rules_link(page.file.src_uri), markdown)
    markdown = markdown.replace("(tutorial.ipynb)", "(tutorial.md)")
    name = Path(page.file.src_uri).stem
    if page.file.src_uri == f"games/{name}.md" and name in chantier.games:
        markdown += "\n\n" + "\n\n".join((_rulings(name), _observation(name), _components(name)))
    return OUTSIDE.sub(_words, markdown)


def _rules_link(source: str) -> str:
    return r"(\1-rules.md" if source.startswith("games/") else r"(games/\1-rules.md"


def _words(link: re.Match[str]) -> str:
    inside = (HERE / link[2]).exists() and link[2].endswith((".md", ".svg", ".png"))
    return link[0] if inside else f"{link[1]} (`{link[2]}`)"


def _rulings(name: str) -> str:
    """How many clauses there are, and all that hold a ruling."""
    every = clauses(name)
    lines = [f"- **{number}** {text}" for number, text in every.items() if "**Ruling**" in text]
    head = (
        f"[The rules]({name}-rules.md) have {len(every)} clauses, each with the page of the rulebook that it follows. In"
        f" {len(lines)} of them the rulebook leaves something open; they say how it is played here:"
    )
    return "\n\n".join(("## Clauses and rulings", head, "\n".join(lines)))


def _observation(name: str) -> str:
    """What a learner sees, part by part."""
    about = spec(chantier.games[name])
    rows = [
        f"| {part.name} | {_shape(part)} | {part.least} to {part.most} | {_large(part)} | {part.about} |"
        for part in about.parts
    ]
    head = [
        "## What a learner sees",
        f"A row of {about.size} numbers, in this order. Scaled, each is divided by what stands there for it.",
        "| part | shape | from, to | divided by | |\n|---|---|---|---|---|",
    ]
    return "\n\n".join(head) + "\n" + "\n".join(rows)


def _shape(part: Part) -> str:
    return " x ".join(map(str, part.shape)) or "1"


def _large(part: Part) -> str:
    """What counts as 1 in a scaled row: one number, or the different ones along the last axis, in their order."""
    return ", ".join(str(n) for n, _ in groupby(part.large)) if isinstance(part.large, tuple) else str(part.large)


def _components(name: str) -> str:
    """Every block of the component set with its source."""
    chosen = chantier.games[name].components
    lines = ["## The source of every component", f"The set {chosen.name}, hash `{chosen.hash}`."]
    blocks = list(explained(chosen))
    for source, meaning in SOURCES.items():
        if found := [place for place, mark, _ in blocks if mark == source]:
            lines.append(f"**{meaning[0].upper()}{meaning[1:]}:** " + ", ".join(f"`{place}`" for place in found) + ".")
    return "\n\n".join(lines)
