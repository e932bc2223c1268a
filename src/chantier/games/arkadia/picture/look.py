"""Arkadia: what all its sheets are drawn from, and the words that stand on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from chantier.core import CHANCE, Game, View
from chantier.games.arkadia.state import FAMILIES, FAMILY_NAMES, SHAPE_NAMES
from chantier.games.arkadia.tables import squares_in
from chantier.games.arkadia.words import text

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "seat": "Seat {n}",
        "to act": "to move",
        "turn of": "{who} is to move",
        "chance": "Chance decides",
        "blocks": "blocks",
        "to end": "to the end",
        "last round": "Last round",
        "turns left": "{n} turns left",
        "turns left 1": "the last turn",
        "over": "The end",
        "price": "Price of a seal",
        "gold each": "gold each",
        "supply": "Blocks in supply",
        "level": "Level {n}",
        "built": "built",
        "of": "{n} of {m}",
        "later": "later",
        "last level": "last round",
        "open cards": "Open cards",
        "pile": "Pile",
        "banners": "Banners",
        "workers": "Workers",
        "seals": "Seals",
        "gold": "gold",
        "on board": "{n} on board",
        "worth": "seals now +{n}",
        "cards": "{n} cards",
        "cards 1": "1 card",
        "covered": "behind the tent",
        "hand": "Your hand",
        "being built": "being built",
        "own": "Own worker",
        "neutral": "Neutral worker",
        "banner": "Use a banner",
        "end turn": "End the turn",
        "enough": "No more workers",
        "no sale": "Sell no more",
        "sell all": "Sell everything",
        "skip": "Skip",
        "to set": "{n} blocks to set",
        "to set 1": "1 block to set",
        "watching": "You are watching.",
        "waiting": "Waiting for {who}",
        "place": "{n}.",
        "how": "Legend",
        "plan": "pencil plan: unfinished",
        "free": "free squares beside it",
        "done": "painted: finished",
        "camp": "camp: hires a neutral worker",
    },
    "fr": {
        "seat": "Place {n}",
        "to act": "à jouer",
        "turn of": "À {who} de jouer",
        "chance": "Le sort décide",
        "blocks": "blocs",
        "to end": "avant la fin",
        "last round": "Dernier tour",
        "turns left": "encore {n} joueurs",
        "turns left 1": "le tout dernier",
        "over": "Fin",
        "price": "Prix d'un sceau",
        "gold each": "or chacun",
        "supply": "Blocs en réserve",
        "level": "Niveau {n}",
        "built": "bâti",
        "of": "{n} sur {m}",
        "later": "ensuite",
        "last level": "dernier tour",
        "open cards": "Cartes visibles",
        "pile": "Pioche",
        "banners": "Bannières",
        "workers": "Ouvriers",
        "seals": "Sceaux",
        "gold": "or",
        "on board": "{n} en ville",
        "worth": "sceaux ce jour +{n}",
        "cards": "{n} cartes",
        "cards 1": "1 carte",
        "covered": "sous la tente",
        "hand": "Votre main",
        "being built": "en construction",
        "own": "Ouvrier à vous",
        "neutral": "Ouvrier neutre",
        "banner": "Rendre une bannière",
        "end turn": "Finir le tour",
        "enough": "Assez d'ouvriers",
        "no sale": "Ne plus vendre",
        "sell all": "Tout vendre",
        "skip": "Passer",
        "to set": "{n} blocs à poser",
        "to set 1": "1 bloc à poser",
        "watching": "Vous regardez.",
        "waiting": "{who} réfléchit",
        "place": "{n}.",
        "how": "Légende",
        "plan": "au crayon : inachevé",
        "free": "cases libres autour",
        "done": "peint : achevé",
        "camp": "camp : engage un neutre",
    },
    "de": {
        "seat": "Platz {n}",
        "to act": "am Zug",
        "turn of": "{who} ist am Zug",
        "chance": "Der Zufall entscheidet",
        "blocks": "Burgteile",
        "to end": "bis zum Ende",
        "last round": "Letzte Runde",
        "turns left": "noch {n} Züge",
        "turns left 1": "der letzte Zug",
        "over": "Ende",
        "price": "Preis eines Siegels",
        "gold each": "Gold je Siegel",
        "supply": "Vorrat an Burgteilen",
        "level": "Ebene {n}",
        "built": "gebaut",
        "of": "{n} von {m}",
        "later": "später",
        "last level": "letzte Runde",
        "open cards": "Offene Karten",
        "pile": "Stapel",
        "banners": "Fahnen",
        "workers": "Arbeiter",
        "seals": "Siegel",
        "gold": "Gold",
        "on board": "{n} im Einsatz",
        "worth": "Siegel jetzt +{n}",
        "cards": "{n} Karten",
        "cards 1": "1 Karte",
        "covered": "hinter dem Zelt",
        "hand": "Deine Hand",
        "being built": "wird gebaut",
        "own": "Eigener Arbeiter",
        "neutral": "Neutraler Arbeiter",
        "banner": "Fahne abgeben",
        "end turn": "Zug beenden",
        "enough": "Keine Arbeiter mehr",
        "no sale": "Nichts mehr verkaufen",
        "sell all": "Alles verkaufen",
        "skip": "Aussetzen",
        "to set": "{n} Teile zu setzen",
        "to set 1": "1 Teil zu setzen",
        "watching": "Du schaust zu.",
        "waiting": "{who} überlegt",
        "place": "{n}.",
        "how": "Legende",
        "plan": "Bleistift: unfertig",
        "free": "freie Felder daneben",
        "done": "farbig: vollendet",
        "camp": "Lager: wirbt Neutrale an",
    },
}


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

    @cached_property
    def texts(self) -> dict[str, str]:
        return text.TEXTS[self.language]

    def say(self, key: str, many: int | None = None, **values: object) -> str:
        """A line of the picture; one with a number may have a form of its own for it."""
        said = WORDS[self.language]
        if many is not None:
            key, values = f"{key} {many}" if f"{key} {many}" in said else key, {**values, "n": many}
        return said[key].format(**values)

    def describe(self, action: int) -> str:
        return text.describe(self.game, self.view, action, self.language, self.names)

    @property
    def prompt(self) -> str:
        """What is asked of who looks; else, who is being waited for."""
        if self.over or self.view["to_act"] == CHANCE or self.view["to_act"] == self.view["seat"]:
            return text.prompt(self.game, self.view, self.legal, self.language)
        return self.say("waiting", who=self.names[self.view["to_act"]])

    def moves(self, verb: str) -> dict[int, int]:
        """The legal actions of a verb: what each is about, and its number."""
        return self._verbs.get(verb, {})

    @cached_property
    def _verbs(self) -> dict[str, dict[int, int]]:
        return self.game.actions.by_verb(self.legal)

    @property
    def over(self) -> bool:
        return bool(self.view["decision"] == "over")

    @property
    def whose_turn(self) -> str:
        if self.over:
            return self.say("over")
        if self.view["to_act"] == CHANCE:
            return self.say("chance")
        return self.say("turn of", who=self.names[self.view["to_act"]])

    # --- the box ------------------------------------------------------------------------------------------------------

    def rows(self, shape: int) -> list[str]:
        """A shape as the component set draws it."""
        return list(self.game.components.data["shape"][SHAPE_NAMES[shape]]["squares"])

    def shape(self, shape: int) -> str:
        return self.texts[SHAPE_NAMES[shape]]

    def family(self, family: int) -> str:
        return self.texts[FAMILY_NAMES[family]]

    def card(self, kind: int) -> str:
        return text.card_text(kind, self.texts)

    @property
    def families(self) -> range:
        return range(FAMILIES)

    @cached_property
    def site(self) -> list[int]:
        """The squares under the castle."""
        return [] if self.view["site"] is None else self.site_squares(self.view["site"])

    def site_squares(self, site: int) -> list[int]:
        return squares_in(self.rules.COVER_BITS[self.rules.FIRST_PLACED_SITE + site])

    def cell(self, cell: int) -> int:
        """The square of a castle cell."""
        return int(self.rules.CELL_SQUARE[self.view["site"]][cell])
