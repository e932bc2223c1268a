"""World Monuments: words for actions and events, in every language.

`words` is the language of records and of the command line: always English, never changed lightly. `TEXTS` is what people read.
"""

from __future__ import annotations

from typing import Any

from chantier.core import Event, Game, View
from chantier.games.world_monuments.state import KIND_NAMES, State
from chantier.games.world_monuments.tables import ROMAN, cell_name, place_name
from chantier.kernel.words import NONE

# The clauses behind each kind of action.
CLAUSES = {
    "first": "1.4",
    "draw": "2.2",
    "step": "3.3, 3.4, 3.5, 3.6, 3.7",
    "take": "3.5",
    "lay": "4.2, 4.3, 4.4",
    "pass": "5.1, 5.3, 5.4, 5.5",
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


TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "points lay": "Bricks laid",
        "points reveal": "Left behind the screen",
        "points black": "The black piece",
        "points gems": "Gems",
        "idea": (
            "Walk through the quarry and fetch bricks, then build one of the great monuments together, stone by "
            "stone. High places bring more points, and what you cannot lay costs you some: who saw best what "
            "would be needed wins."
        ),
        "option monument": "Which monument is built.",
        "option screens": "Whether others see your pieces.",
        "screens closed": "behind screens",
        "screens open": "open to all",
        "option reenter": "Whether a walk may enter the cell where it began.",
        "reenter no": "no",
        "reenter yes": "yes",
        "violet": "violet",
        "red": "red",
        "neutral": "neutral",
        "orange": "orange",
        "gem": "gem",
        "black": "black piece",
        "notre_dame": "Notre Dame",
        "capitol": "The Capitol",
        "st_peter": "St. Peter's",
        "taj_mahal": "Taj Mahal",
        "outer": "outer {n}",
        "middle": "middle {n}",
        "centre": "centre",
        "place": "level {level}, {name}",
        "do first": "{name} begins",
        "do draw": "draw {kind}",
        "do step": "step to {cell}",
        "do step, take": "step to {cell}: {pieces}",
        "do take": "take {kind}",
        "do lay": "lay {kind}, {place}, for {points}",
        "do pass": "pass",
        "ask first": "Who begins?",
        "ask draw": "The quarry is being filled.",
        "ask step": "Walk: {steps} steps left.",
        "ask step 1": "Walk: 1 step left.",
        "ask place": "Put the worker on the outer ring.",
        "ask take": "Which piece do you take?",
        "ask lay": "Lay a brick.",
        "ask pass": "Nothing of yours can be laid: you have to pass.",
        "ask over": "The game is over.",
        "tell first": "{who} begins.",
        "tell round": "Round {n}",
        "tell draw": "{kind} on {cell}",
        "tell step": "{who} steps to {cell}.",
        "tell take": "{who} takes {kind}.",
        "tell black": "{who} had the black piece and builds first.",
        "tell building": "Building",
        "tell lay": "{who} lays {kind}, {place}.",
        "opens": "Opens for others: {places}.",
        "opens place": "{kind}, {place} ({points} points)",
        "opens place 1": "{kind}, {place} (1 point)",
        "tell score": "{who}: {points}",
        "tell pass": "{who} passes with {n} bricks left.",
        "tell pass 1": "{who} passes with {n} brick left.",
        "tell reveal": "{who} lifts the screen.",
        "tell gems": "{who} has {n} gems.",
        "tell gems 1": "{who} has {n} gem.",
        "tell end": "The game is over.",
    },
    "fr": {
        "points lay": "Briques posées",
        "points reveal": "Reste derrière l'écran",
        "points black": "La pièce noire",
        "points gems": "Gemmes",
        "idea": (
            "Parcourez la carrière et rapportez des briques, puis bâtissez ensemble l'un des grands monuments, "
            "pierre après pierre. Les places hautes rapportent davantage, et ce que vous ne pouvez pas poser vous "
            "coûte des points : qui a le mieux vu ce qu'il faudra gagne."
        ),
        "option monument": "Le monument que l'on bâtit.",
        "option screens": "Les autres voient-ils vos pions ?",
        "screens closed": "derrière les paravents",
        "screens open": "visibles de tous",
        "option reenter": "Un déplacement peut-il entrer dans la case où il a commencé ?",
        "reenter no": "non",
        "reenter yes": "oui",
        "violet": "violet",
        "red": "rouge",
        "neutral": "neutre",
        "orange": "orange",
        "gem": "joyau",
        "black": "pion noir",
        "notre_dame": "Notre-Dame",
        "capitol": "Le Capitole",
        "st_peter": "Saint-Pierre",
        "taj_mahal": "Taj Mahal",
        "outer": "extérieur {n}",
        "middle": "médian {n}",
        "centre": "centre",
        "place": "niveau {level}, {name}",
        "do first": "{name} commence",
        "do draw": "tirer : {kind}",
        "do step": "aller en {cell}",
        "do step, take": "aller en {cell} : {pieces}",
        "do take": "prendre : {kind}",
        "do lay": "poser {kind}, {place}, pour {points}",
        "do pass": "passer",
        "ask first": "Qui commence ?",
        "ask draw": "La carrière se remplit.",
        "ask step": "Déplacement : encore {steps} cases.",
        "ask step 1": "Déplacement : encore 1 case.",
        "ask place": "Placez l'ouvrier sur le cercle extérieur.",
        "ask take": "Quel pion prenez-vous ?",
        "ask lay": "Posez une brique.",
        "ask pass": "Vous ne pouvez rien poser : vous devez passer.",
        "ask over": "La partie est terminée.",
        "tell first": "{who} commence.",
        "tell round": "Manche {n}",
        "tell draw": "{kind} en {cell}",
        "tell step": "{who} va en {cell}.",
        "tell take": "{who} prend : {kind}.",
        "tell black": "{who} avait le pion noir et construit en premier.",
        "tell building": "Construction",
        "tell lay": "{who} pose {kind}, {place}.",
        "opens": "Ouvre aux autres : {places}.",
        "opens place": "{kind}, {place} ({points} points)",
        "opens place 1": "{kind}, {place} (1 point)",
        "tell score": "{who} : {points}",
        "tell pass": "{who} passe avec {n} briques restantes.",
        "tell pass 1": "{who} passe avec {n} brique restante.",
        "tell reveal": "{who} soulève son paravent.",
        "tell gems": "{who} a {n} joyaux.",
        "tell gems 1": "{who} a {n} joyau.",
        "tell end": "La partie est terminée.",
    },
    "de": {
        "points lay": "Gelegte Steine",
        "points reveal": "Rest hinter dem Schirm",
        "points black": "Der schwarze Stein",
        "points gems": "Edelsteine",
        "idea": (
            "Holt Steine aus dem Steinbruch und baut dann gemeinsam eines der großen Bauwerke, Stein um Stein. "
            "Hohe Plätze bringen mehr Punkte, und was du nicht legen kannst, kostet dich welche: Wer am besten "
            "gesehen hat, was gebraucht wird, gewinnt."
        ),
        "option monument": "Welches Bauwerk gebaut wird.",
        "option screens": "Ob andere deine Steine sehen.",
        "screens closed": "hinter Sichtschirmen",
        "screens open": "offen für alle",
        "option reenter": "Ob ein Weg das Feld betreten darf, auf dem er begann.",
        "reenter no": "nein",
        "reenter yes": "ja",
        "violet": "Violett",
        "red": "Rot",
        "neutral": "Naturstein",
        "orange": "Orange",
        "gem": "Edelstein",
        "black": "schwarzer Stein",
        "notre_dame": "Notre-Dame",
        "capitol": "Das Kapitol",
        "st_peter": "Petersdom",
        "taj_mahal": "Taj Mahal",
        "outer": "außen {n}",
        "middle": "Mittelring {n}",
        "centre": "Mitte",
        "place": "Ebene {level}, {name}",
        "do first": "{name} beginnt",
        "do draw": "ziehen: {kind}",
        "do step": "gehen nach {cell}",
        "do step, take": "gehen nach {cell}: {pieces}",
        "do take": "nehmen: {kind}",
        "do lay": "{kind} legen, {place}, für {points}",
        "do pass": "passen",
        "ask first": "Wer beginnt?",
        "ask draw": "Der Steinbruch wird gefüllt.",
        "ask step": "Weg: noch {steps} Schritte.",
        "ask step 1": "Weg: noch 1 Schritt.",
        "ask place": "Stelle den Arbeiter auf den Außenring.",
        "ask take": "Welchen Stein nimmst du?",
        "ask lay": "Lege einen Baustein.",
        "ask pass": "Du kannst nichts legen und musst passen.",
        "ask over": "Das Spiel ist zu Ende.",
        "tell first": "{who} beginnt.",
        "tell round": "Runde {n}",
        "tell draw": "{kind} auf {cell}",
        "tell step": "{who} geht nach {cell}.",
        "tell take": "{who} nimmt: {kind}.",
        "tell black": "{who} hatte den schwarzen Stein und baut zuerst.",
        "tell building": "Bauen",
        "tell lay": "{who} legt {kind}, {place}.",
        "opens": "Öffnet den anderen: {places}.",
        "opens place": "{kind}, {place} ({points} Punkte)",
        "opens place 1": "{kind}, {place} (1 Punkt)",
        "tell score": "{who}: {points}",
        "tell pass": "{who} passt, {n} Bausteine bleiben übrig.",
        "tell pass 1": "{who} passt, {n} Baustein bleibt übrig.",
        "tell reveal": "{who} hebt den Sichtschirm.",
        "tell gems": "{who} hat {n} Edelsteine.",
        "tell gems 1": "{who} hat {n} Edelstein.",
        "tell end": "Das Spiel ist zu Ende.",
    },
}


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
        held = [texts[KIND_NAMES[kind]] for kind, many in enumerate(view["quarry"][n]) for _ in range(many)]
        key = "do step, take" if held else "do step"
        return texts[key].format(cell=cell_text(game, n, texts), pieces=", ".join(held))
    if verb == "lay":
        monument = game.options["monument"].choices.index(view["monument"])
        kind, points = game.rules.PLAN_KIND[monument][n], game.rules.PLAN_POINTS[monument][n]
        place = place_text(game, monument, n, texts)
        return texts["do lay"].format(kind=texts[KIND_NAMES[kind]], place=place, points=points)
    if verb == "first":
        return texts["do first"].format(name=names[n])
    return texts[f"do {verb}"].format(kind=texts[KIND_NAMES[n]] if verb in ("draw", "take") else "")


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
    texts = TEXTS[language]
    values: dict[str, Any] = {"who": names[event.seat]}
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
        monument = game.options["monument"].choices.index(view["monument"])
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
