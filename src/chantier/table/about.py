"""What can be said about a game before it is played: for the home page and the page of its rules."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from typing import Any

from chantier import clauses, lessons, scene
from chantier.bots import PROGRAMS, bot, levels_of
from chantier.components import shipped
from chantier.core import Game, games
from chantier.match import Match
from chantier.scene import Arrangement
from chantier.texts import GENERAL, LANGUAGES, Section

INTERFACE = Section(GENERAL, "interface")
_MARKS = re.compile(r"(\*\*.+?\*\*|`.+?`)")


def texts(language: str) -> dict[str, str]:
    """The texts of the interface."""
    return INTERFACE[language]


# --- the home page ------------------------------------------------------------------------------------------------------


def about(game: Game, language: str) -> dict[str, Any]:
    """One game for the home page."""
    said = game.texts.TEXTS[language]
    return {
        "name": game.name,
        "title": game.title,
        "idea": said.get("idea") or idea(game),
        "seats": list(game.seats),
        "minutes": game.minutes,
        "options": [
            {
                "name": name,
                "help": said.get(f"option {name}", option.help),
                "default": option.default,
                "choices": [
                    {"name": choice, "text": said.get(f"{name} {choice}") or said.get(choice) or choice.replace("_", " ")}
                    for choice in option.choices
                ],
            }
            for name, option in game.options.items()
        ],
        "sets": list(shipped(game.name)),
        "levels": [*PROGRAMS, *levels_of(game)],
        "lessons": len(lessons.names(game.name)),
    }


def idea(game: Game) -> str:
    """What the game is about, as its folder says: the first paragraph without its title."""
    said = (import_module(game.package).__doc__ or "").strip().split("\n\n")[0]
    text = " ".join(said.removeprefix(f"{game.title}:").split())
    return text[:1].upper() + text[1:]


def picture(name: str, theme: str = "") -> str:
    """A poster of the game: a handsome moment, without words, that may be cut at its edges; light, dark, or as the reader's
    system asks for."""
    drawn, game = _handsome(name), games[name]
    sheet, view = game.part("picture.poster").poster(drawn) if game.has("picture.poster") else _stage(drawn)
    box = scene.Box("stage", sheet.name, 0, 0, view[2], view[3], view)
    alone = replace(drawn, sheets=(sheet,), wide=Arrangement(box.width, box.height, (box,)))
    return scene.to_svg(alone, theme=theme if theme in ("light", "dark") else "")


def _stage(drawn: scene.Scene) -> tuple[scene.Sheet, scene.View]:
    """The stage of a game that has made no poster of its own, without labels."""
    stage = scene.sheet_of(drawn, next(box.sheet for box in drawn.wide.boxes if box.area == "stage"))
    return replace(stage, labels=(), frame=""), (0, 0, stage.width, stage.height)


@lru_cache(maxsize=16)
def _handsome(name: str) -> scene.Scene:
    """The game of some who know what things are worth, three quarters through."""
    match = Match(name, max(games[name].seats[0], 3 if 3 in games[name].seats else 0), seed="a handsome moment")
    player = bot("apprentice", seed=name)
    while not match.over:
        match.play(player.choose(match.seen()))
    n = len(match.moves) * 3 // 4
    while (moment := match.at(n)).to_act < 0 and n > 0:
        n -= 1
    drawn: scene.Scene = moment.game.picture.scene(moment.game, moment.view(None), [])
    return drawn


# --- the rules ----------------------------------------------------------------------------------------------------------


def rules(name: str, language: str) -> dict[str, Any]:
    """The rules of a game by section and clause, in the best language there is."""
    spoken = [code for code in LANGUAGES if code in clauses.languages(name)]
    title, sections = parsed(clauses.rulebook(name, language))
    return {"title": title, "language": language if language in spoken else "en", "languages": spoken, "sections": sections}


def parsed(text: str) -> tuple[str, list[dict[str, Any]]]:
    """The title and the sections: each with its heading, its paragraphs, its table of words and its clauses.

    >>> parsed("# T\\n\\nHello.\\n\\n## 1 A\\n- **1.1** Walk\\n  `on`.")[1][1]["clauses"][0]["text"]
    'Walk on.'
    """
    title, sections = "", [_section("")]
    for block in re.split(r"\n\s*\n|\n(?=#|- \*\*)", text):
        lines = block.strip().splitlines()
        if not lines:
            continue
        if lines[0].startswith("# "):
            title = lines[0][2:].strip()
        elif lines[0].startswith("#"):
            sections.append(_section(lines[0].lstrip("# ").strip()))
            _fill(sections[-1], lines[1:])
        else:
            _fill(sections[-1], lines)
    return title, [s for s in sections if s["heading"] or s["paragraphs"]]


def _section(heading: str) -> dict[str, Any]:
    return {"heading": heading, "paragraphs": [], "words": [], "clauses": []}


def _fill(section: dict[str, Any], lines: list[str]) -> None:
    if not lines:
        return
    if found := clauses.parse("\n".join(lines)):
        section["clauses"] += [{"number": number, **_told(text)} for number, text in found.items()]
    elif lines[0].startswith("|"):
        cells = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
        section["words"] += [{"word": clauses.plain(row[0]), "means": clauses.plain(row[-1])} for row in cells[2:]]
    else:
        section["paragraphs"].append(_told(" ".join(line.strip() for line in lines)))


def _told(text: str) -> dict[str, Any]:
    """A text without marks, and its parts with them."""
    parts = []
    for part in filter(None, _MARKS.split(text)):
        mark = "strong" if part.startswith("**") else "code" if part.startswith("`") else ""
        parts.append({"text": clauses.plain(part) if mark else part, "mark": mark})
    return {"text": clauses.plain(text), "parts": parts}
