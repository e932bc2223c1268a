"""World Monuments: what all its sheets are drawn from, and the words that stand on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from chantier.core import Game, View
from chantier.games.world_monuments.picture import art
from chantier.games.world_monuments.state import BRICKS, GEM, KIND_NAMES, KINDS, MONUMENTS, ROUNDS
from chantier.games.world_monuments.words import text
from chantier.kernel.words import NONE

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "seat": "Seat {n}",
        "round": "Round {n} of {m}",
        "quarry": "Quarry",
        "building": "Building",
        "over": "The end",
        "laid": "of {m} bricks laid",
        "left": "of {m} pieces left",
        "level": "level",
        "points": "points",
        "level n": "Level {n}",
        "plan": "Plan, level by level",
        "needs": "Material",
        "open": "open",
        "missing": "missing",
        "in quarry": "quarry",
        "in bag": "bag",
        "screens": "screens",
        "black short": "black",
        "next": "next",
        "pieces": "{n} pieces",
        "pieces 1": "1 piece",
        "behind": "behind the screen",
        "shown": "the screen is lifted",
        "yours": "seen only by you",
        "passed": "passed",
        "to act": "to move",
        "open to": "{n} places open",
        "open to 1": "1 place open",
        "open to 0": "no place open",
        "each": "{n} points each",
        "lap": "lap {n}",
        "legal": "open to you",
        "unlaid": "not yet laid",
        "below": "stands below",
        "for": "for {what}",
        "start": "start",
        "walk": "This walk",
        "steps": "{n} steps",
        "steps 1": "1 step",
        "ends": "A walk ends on the outer ring.",
        "once": "No cell is entered twice.",
        "black": "The black piece: +{n},",
        "taker": "and its taker builds first.",
        "empty": "The quarry is empty.",
        "next round": "In round {n}:",
        "last round": "No round is left.",
        "screens all": "Behind all screens",
        "gems": "{n} from gems",
        "left over": "{n} left over",
        "finished": "The monument is complete.",
        "unfinished": "The monument remains unfinished.",
        "first": "First seat",
        "turn of": "{who} is to move",
        "chance": "Chance decides",
        "notes": "open: places that could be built now",
        "notes 2": "next: comes with the next round",
    },
    "fr": {
        "seat": "Place {n}",
        "round": "Manche {n} sur {m}",
        "quarry": "Carrière",
        "building": "Construction",
        "over": "Fin",
        "laid": "briques posées sur {m}",
        "left": "pions restants sur {m}",
        "level": "niveau",
        "points": "points",
        "level n": "Niveau {n}",
        "plan": "Plan, niveau par niveau",
        "needs": "Matériaux",
        "open": "libre",
        "missing": "manque",
        "in quarry": "carrière",
        "in bag": "sac",
        "screens": "caché",
        "black short": "noir",
        "next": "puis",
        "pieces": "{n} pions",
        "pieces 1": "1 pion",
        "behind": "derrière le paravent",
        "shown": "paravent levé",
        "yours": "vus de vous seul",
        "passed": "a passé",
        "to act": "à jouer",
        "open to": "{n} emplacements",
        "open to 1": "1 emplacement",
        "open to 0": "aucun emplacement",
        "each": "{n} points chacun",
        "lap": "tour {n}",
        "legal": "à vous",
        "unlaid": "à poser",
        "below": "en dessous",
        "for": "pour {what}",
        "start": "départ",
        "walk": "Ce parcours",
        "steps": "{n} pas",
        "steps 1": "1 pas",
        "ends": "Il finit au cercle extérieur.",
        "once": "Aucune case deux fois.",
        "black": "Le pion noir : +{n},",
        "taker": "et construire en premier.",
        "empty": "La carrière est vide.",
        "next round": "Manche {n} :",
        "last round": "C'était la dernière manche.",
        "screens all": "Derrière tous les paravents",
        "gems": "dont {n} de joyaux",
        "left over": "{n} en reste",
        "finished": "Le monument est achevé.",
        "unfinished": "Le monument reste inachevé.",
        "first": "Premier",
        "turn of": "À {who} de jouer",
        "chance": "Le sort décide",
        "notes": "libre : peut être posé maintenant",
        "notes 2": "puis : à la manche suivante",
    },
    "de": {
        "seat": "Platz {n}",
        "round": "Runde {n} von {m}",
        "quarry": "Steinbruch",
        "building": "Bauen",
        "over": "Ende",
        "laid": "von {m} Bausteinen liegen",
        "left": "von {m} Steinen übrig",
        "level": "Ebene",
        "points": "Punkte",
        "level n": "Ebene {n}",
        "plan": "Plan, Ebene für Ebene",
        "needs": "Material",
        "open": "frei",
        "missing": "fehlt",
        "in quarry": "Bruch",
        "in bag": "Beutel",
        "screens": "hinten",
        "black short": "schwarz",
        "next": "dann",
        "pieces": "{n} Steine",
        "pieces 1": "1 Stein",
        "behind": "hinter dem Schirm",
        "shown": "der Schirm ist gehoben",
        "yours": "nur für dich sichtbar",
        "passed": "hat gepasst",
        "to act": "am Zug",
        "open to": "{n} Plätze frei",
        "open to 1": "1 Platz frei",
        "open to 0": "kein Platz frei",
        "each": "je {n} Punkte",
        "lap": "Umlauf {n}",
        "legal": "für dich frei",
        "unlaid": "noch offen",
        "below": "steht darunter",
        "for": "für {what}",
        "start": "Start",
        "walk": "Dieser Weg",
        "steps": "{n} Schritte",
        "steps 1": "1 Schritt",
        "ends": "Er endet auf dem Außenring.",
        "once": "Kein Feld zweimal.",
        "black": "Der schwarze Stein: +{n},",
        "taker": "und zuerst bauen.",
        "empty": "Der Steinbruch ist leer.",
        "next round": "In Runde {n}:",
        "last round": "Es folgt keine Runde.",
        "screens all": "Hinter allen Schirmen",
        "gems": "davon {n} für Edelsteine",
        "left over": "{n} übrig",
        "finished": "Das Bauwerk ist vollendet.",
        "unfinished": "Das Bauwerk bleibt unvollendet.",
        "first": "Startplatz",
        "turn of": "{who} ist am Zug",
        "chance": "Der Zufall entscheidet",
        "notes": "frei: kann jetzt gelegt werden",
        "notes 2": "dann: kommt in der nächsten Runde",
    },
}


@dataclass(frozen=True, eq=False)  # there is one of each, so that plans are compared quickly
class Spot:
    """One place of the plan."""

    number: int
    level: int  # from 0
    x: int
    y: int
    kind: int
    points: int
    beneath: tuple[int, ...]
    above: tuple[int, ...]


def brick_symbol(monument: str, spot: Spot) -> str:
    """The name of the drawing of the brick that belongs there."""
    letter = art.LETTERS[spot.kind]
    return f"wm-{letter}-{art.ornament(monument, spot.level, letter)}"


@lru_cache(maxsize=64)
def plan_of(game: Game, monument: int) -> tuple[Spot, ...]:
    """Every place of a monument's plan."""
    r = game.rules
    size = r.PLAN_SIZE[monument]
    below = [tuple(b for b in r.BENEATH[monument][p] if b != NONE) for p in range(size)]
    above = [tuple(q for q in range(size) if p in below[q]) for p in range(size)]
    level, x, y = r.PLAN_LEVEL[monument], r.PLAN_X[monument], r.PLAN_Y[monument]
    kind, points = r.PLAN_KIND[monument], r.PLAN_POINTS[monument]
    return tuple(Spot(p, level[p], x[p], y[p], kind[p], points[p], below[p], above[p]) for p in range(size))


def counted(spots: Iterable[Spot]) -> list[int]:
    """How many there are of each kind."""
    many = Counter(s.kind for s in spots)
    return [many[kind] for kind in range(KINDS)]


@lru_cache
def texts(language: str) -> dict[str, str]:
    """The texts of the game, and with `draw` before their keys those of its pictures."""
    return {**text.TEXTS[language], **{f"draw {key}": said for key, said in WORDS[language].items()}}


@dataclass(frozen=True)
class Look:
    """A view of the table with what may be done, and all that follows from them and the tables."""

    game: Game
    view: View
    legal: list[int]
    language: str
    names: list[str]

    @property
    def rules(self) -> Any:
        return self.game.rules

    @property
    def texts(self) -> dict[str, str]:
        return texts(self.language)

    def say(self, key: str, many: int | None = None, **values: object) -> str:
        """A line of the picture; one with a number may have a form of its own for it."""
        if many is not None:
            key, values = f"{key} {many}" if f"draw {key} {many}" in self.texts else key, {**values, "n": many}
        return self.texts[f"draw {key}"].format(**values)

    def describe(self, action: int) -> str:
        return text.describe(self.game, self.view, action, self.language, self.names)

    @cached_property
    def prompt(self) -> str:
        return text.prompt(self.game, self.view, self.legal, self.language)

    def moves(self, verb: str) -> dict[int, int]:
        """The legal actions of a verb: what each is about, and its number."""
        return self.verbs.get(verb, {})

    @cached_property
    def verbs(self) -> dict[str, dict[int, int]]:
        return self.game.actions.by_verb(self.legal)

    # --- the table ----------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return bool(self.view["decision"] == "over")

    @property
    def in_quarry(self) -> bool:
        """Whether the quarry is the stage."""
        return self.view["decision"] in ("first", "draw", "step", "take")

    @property
    def number(self) -> int:
        return MONUMENTS.index(self.view["monument"])

    @property
    def monument(self) -> str:
        return str(self.view["monument"])

    @cached_property
    def plan(self) -> tuple[Spot, ...]:
        """Every place of the plan."""
        return plan_of(self.game, self.number)

    @cached_property
    def built(self) -> set[int]:
        return set(self.view["built"])

    @cached_property
    def ready(self) -> set[int]:
        """The free places that could carry their brick now."""
        return text.ready_places(self.game, self.number, self.view["built"])

    @cached_property
    def extent(self) -> tuple[int, int]:
        """Width and depth of the plan, in half cells."""
        return max(s.x for s in self.plan) + 2, max(s.y for s in self.plan) + 2

    @cached_property
    def levels(self) -> int:
        """How high the plan is."""
        return max(s.level for s in self.plan) + 1

    def brick_symbol(self, spot: Spot) -> str:
        return brick_symbol(self.monument, spot)

    # --- counts -------------------------------------------------------------------------------------------------------

    @cached_property
    def in_pit(self) -> list[int]:
        return [sum(cell[kind] for cell in self.view["quarry"]) for kind in range(KINDS)]

    @cached_property
    def missing(self) -> list[int]:
        return counted(s for s in self.plan if s.number not in self.built)

    @cached_property
    def ready_by_kind(self) -> list[int]:
        return counted(s for s in self.plan if s.number in self.ready)

    @cached_property
    def on_screens(self) -> list[int]:
        """What all seats together have behind their screens: it came with the rounds so far and lies nowhere else."""
        rounds = [] if self.view["decision"] == "first" else self.rules.MATERIAL[self.number][: self.view["round"]]
        laid = counted(s for s in self.plan if s.number in self.built)
        came = [sum(r[kind] for r in rounds) for kind in range(GEM + 1)]
        return [came[k] - self.view["bag"][k] - self.in_pit[k] - laid[k] for k in range(GEM + 1)]

    @cached_property
    def coming(self) -> list[int]:
        """What the next round brings; nothing after the last."""
        nth = self.view["round"] - (self.view["decision"] == "first")
        return list(self.rules.MATERIAL[self.number][nth]) if nth < ROUNDS and not self.over else [0] * KINDS

    @property
    def bricks(self) -> range:
        return range(BRICKS)

    def kind(self, kind: int) -> str:
        return self.texts[KIND_NAMES[kind]]
