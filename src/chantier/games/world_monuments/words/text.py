"""World Monuments: words for actions and events, in every language.

`words` is the language of records and of the command line: always English, never changed lightly. `TEXTS` is what people read.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from chantier.core import Event, Game, View
from chantier.games.world_monuments.state import KIND_NAMES, State
from chantier.games.world_monuments.tables import ROMAN, cell_name, place_name
from chantier.games.world_monuments.words import FOLDER
from chantier.kernel.words import NONE
from chantier.texts import Section

# The clauses behind each kind of action.
CLAUSES = {
    "first": "1.4",
    "draw": "2.2",
    "step": "3.3, 3.4, 3.5, 3.6, 3.7",
    "take": "3.5",
    "lay": "4.2, 4.3, 4.4",
    "pass": "5.1, 5.3, 5.4, 5.5",
    "wins": "7.3",
}


def words(game: Game, s: State, action: int) -> str:
    """An action as records say it."""
    verb, n = game.actions.split(action)
    rules = game.rules
    if verb == "first":
        return f"first seat {n}"
    if verb in ("draw", "take"):
        return f"{verb} {KIND_NAMES[n]}"
    if verb == "step":
        if n > rules.CENTRE:
            return f"step to cell {n + 1}"
        return f"step to {cell_name(n, rules.RIM, rules.CENTRE - rules.RIM)}"
    if verb == "lay":
        if n >= rules.PLAN_SIZE[s.monument]:
            return f"lay on place {n + 1}"
        return f"lay {KIND_NAMES[rules.PLAN_KIND[s.monument][n]]} on {place_words(game, s.monument, n)}"
    return "pass"


def place_words(game: Game, monument: int, place: int) -> str:
    """`level 3 C10`"""
    rules = game.rules
    name = place_name(rules.PLAN_X[monument][place], rules.PLAN_Y[monument][place])
    return f"level {rules.PLAN_LEVEL[monument][place] + 1} {name}"


TEXTS = Section(FOLDER, "game")


def cell_text(game: Game, cell: int, texts: dict[str, str]) -> str:
    rim, centre = game.rules.RIM, game.rules.CENTRE
    if cell == centre:
        return texts["centre"]
    return texts["outer"].format(n=cell + 1) if cell < rim else texts["middle"].format(n=ROMAN[cell - rim])


def place_text(game: Game, monument: int, place: int, texts: dict[str, str]) -> str:
    rules = game.rules
    name = place_name(rules.PLAN_X[monument][place], rules.PLAN_Y[monument][place])
    return texts["place"].format(level=rules.PLAN_LEVEL[monument][place] + 1, name=name)


def describe(game: Game, view: View, action: int, language: str, names: list[str]) -> str:
    """An action as people read it, with what it brings."""
    texts = TEXTS[language]
    verb, n = game.actions.split(action)
    if verb == "step":
        return _step_text(game, n, tuple(view["quarry"][n]), language)
    if verb == "lay":
        return _lay_text(game, view["monument"], n, language)
    if verb == "first":
        return texts["do first"].format(name=names[n])
    return texts[f"do {verb}"].format(kind=texts[KIND_NAMES[n]] if verb in ("draw", "take") else "")


@lru_cache(2**9)
def _step_text(game: Game, cell: int, lies: tuple[int, ...], language: str) -> str:
    """Onto a cell, where these pieces lie."""
    texts = TEXTS[language]
    held = [texts[KIND_NAMES[kind]] for kind, many in enumerate(lies) for _ in range(many)]
    key = "do step, take" if held else "do step"
    return texts[key].format(cell=cell_text(game, cell, texts), pieces=", ".join(held))


@lru_cache(2**10)
def _lay_text(game: Game, built: str, n: int, language: str) -> str:
    """A brick on a place of this monument."""
    texts, monument = TEXTS[language], game.options["monument"].choices.index(built)
    kind, points = game.rules.PLAN_KIND[monument][n], game.rules.PLAN_POINTS[monument][n]
    place = place_text(game, monument, n, texts)
    return texts["do lay"].format(kind=texts[KIND_NAMES[kind]], place=place, points=points)


def prompt(game: Game, view: View, legal: list[int], language: str) -> str:
    """What is asked for now."""
    texts = TEXTS[language]
    key = view["decision"]
    if key == "step" and view["worker"] is None:
        key = "place"
    elif key == "step" and view["steps"] == 1:
        key = "step 1"
    elif key == "lay" and legal and game.actions.split(legal[0])[0] == "pass":
        key = "pass"
    return texts[f"ask {key}"].format(steps=view["steps"])


def tell(game: Game, view: View, event: Event, language: str, names: list[str]) -> str:
    """An event as people read it in the log."""
    return _told(game, view["monument"], event, language, names[event.seat])


@lru_cache(2**9)  # what has just happened is told to all who look on
def _told(game: Game, built: str, event: Event, language: str, who: str) -> str:
    texts = TEXTS[language]
    values: dict[str, Any] = {"who": who}
    if event.kind in ("round", "pass", "gems"):
        values["n"] = event.args[0]
    elif event.kind == "score":
        values["points"] = f"{event.args[0]:+}"
    elif event.kind == "step":
        values["cell"] = cell_text(game, event.args[0], texts)
    elif event.kind in ("draw", "take"):
        values["kind"] = texts[KIND_NAMES[event.args[0]]]
        values["cell"] = cell_text(game, event.args[1], texts)
    elif event.kind == "lay":
        monument = game.options["monument"].choices.index(built)
        values["kind"] = texts[KIND_NAMES[event.args[1]]]
        values["place"] = place_text(game, monument, event.args[0], texts)
    one = f"tell {event.kind} 1"
    return texts[one if one in texts and values["n"] == 1 else f"tell {event.kind}"].format(**values)


def opened(game: Game, before: View, after: View, language: str) -> str:
    """4.3  The places that can carry their brick now and could not before: whoever comes next may use them."""
    texts, rules = TEXTS[language], game.rules
    monument = game.options["monument"].choices.index(after["monument"])
    places = []
    for place in sorted(ready_places(game, monument, after["built"]) - ready_places(game, monument, before["built"])):
        points = rules.PLAN_POINTS[monument][place]
        kind, where = texts[KIND_NAMES[rules.PLAN_KIND[monument][place]]], place_text(game, monument, place, texts)
        places.append(texts["opens place 1" if points == 1 else "opens place"].format(kind=kind, place=where, points=points))
    return texts["opens"].format(places="; ".join(places)) if places else ""


def ready_places(game: Game, monument: int, built: list[int]) -> set[int]:
    """4.3  The free places whose support stands."""
    beneath = game.rules.BENEATH[monument]
    standing = {NONE, *built}
    return {
        place
        for place in range(game.rules.PLAN_SIZE[monument])
        if place not in standing and standing.issuperset(beneath[place])
    }
