"""World Monuments: why something cannot be done now, by the clause that forbids it first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from chantier.core import Game, Reason
from chantier.games.world_monuments.state import BUILD, GEM, KIND_NAMES, LAY, PASS, STEP, WALK, State
from chantier.games.world_monuments.view import is_open
from chantier.kernel.words import NONE, now

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "rim first": "In the first turn of a round the worker is put on the outer ring.",
        "here": "The worker stands here already; a step goes to a neighbouring cell.",
        "far": "A step goes to a cell that shares a border with the worker's cell.",
        "entered": "This cell was entered already in this turn.",
        "entered or begun": "No cell is entered twice in a turn, and the cell where the walk began counts as entered.",
        "last step": "The last step has to end on the outer ring.",
        "no way out": "From here the walk could not end on the outer ring with the steps that are left.",
        "no piece": "A turn has to take a piece, and on this way there would be none.",
        "take first": "First take one of the pieces where the worker stands.",
        "walk on": "A walk cannot be passed: all its steps are walked.",
        "building later": "Bricks are laid in the building phase, when the quarry is empty.",
        "quarry over": "The quarry phase of this round is over; now everybody builds.",
        "built": "A brick lies here already.",
        "no brick": "This place needs a brick you do not have: {kind}.",
        "no gem": "The reliquary takes a gem, and you have none.",
        "no support": "First everything below this place has to be built.",
        "can lay": "Nobody passes by choice: you can still lay something.",
        "gem instead": "You cannot pass while the reliquary is free and you own a gem: lay the gem.",
        "screen": "Only {who} looks behind this screen; the log tells what was taken.",
    },
    "fr": {
        "rim first": "Au premier tour d'une manche, l'ouvrier est placé sur le cercle extérieur.",
        "here": "L'ouvrier se trouve déjà ici ; un pas mène à une case voisine.",
        "far": "Un pas mène à une case qui touche celle de l'ouvrier.",
        "entered": "Cette case a déjà été parcourue pendant ce tour.",
        "entered or begun": "Aucune case n'est parcourue deux fois par tour, et celle du départ compte comme parcourue.",
        "last step": "Le dernier pas doit finir sur le cercle extérieur.",
        "no way out": "D'ici, les pas restants ne suffiraient pas pour finir sur le cercle extérieur.",
        "no piece": "Un tour doit rapporter au moins un pion, et il n'y en a pas sur ce chemin.",
        "take first": "Prenez d'abord l'un des pions de la case où se trouve l'ouvrier.",
        "walk on": "On ne passe pas pendant un déplacement : tous les pas sont faits.",
        "building later": "Les briques se posent pendant la construction, une fois la carrière vide.",
        "quarry over": "La carrière est vide pour cette manche ; tout le monde construit.",
        "built": "Une brique se trouve déjà ici.",
        "no brick": "Cette place demande une brique que vous n'avez pas : {kind}.",
        "no gem": "Le reliquaire reçoit un joyau, et vous n'en avez pas.",
        "no support": "Il faut d'abord bâtir tout ce qui se trouve sous cette place.",
        "can lay": "On ne passe pas par choix : vous pouvez encore poser quelque chose.",
        "gem instead": "On ne passe pas tant que le reliquaire est libre et que l'on a un joyau : posez-le.",
        "screen": "Seul {who} regarde derrière ce paravent ; le journal dit ce qui a été pris.",
    },
    "de": {
        "rim first": "Im ersten Zug einer Runde wird der Arbeiter auf den Außenring gestellt.",
        "here": "Hier steht der Arbeiter schon; ein Schritt führt auf ein Nachbarfeld.",
        "far": "Ein Schritt führt auf ein Feld, das an das Feld des Arbeiters grenzt.",
        "entered": "Dieses Feld wurde in diesem Zug schon betreten.",
        "entered or begun": "Kein Feld wird in einem Zug zweimal betreten, und das Feld, auf dem der Weg begann, zählt mit.",
        "last step": "Der letzte Schritt muss auf dem Außenring enden.",
        "no way out": "Von hier aus könnte der Weg mit den restlichen Schritten nicht auf dem Außenring enden.",
        "no piece": "Ein Zug muss einen Stein einbringen, und auf diesem Weg läge keiner.",
        "take first": "Nimm zuerst einen der Steine, bei denen der Arbeiter steht.",
        "walk on": "Bei einem Weg wird nicht gepasst: Alle Schritte werden gegangen.",
        "building later": "Gebaut wird in der Bauphase, wenn der Steinbruch leer ist.",
        "quarry over": "Der Steinbruch ist in dieser Runde leer; jetzt wird gebaut.",
        "built": "Hier liegt schon ein Stein.",
        "no brick": "Dieser Platz braucht einen Baustein, den du nicht hast: {kind}.",
        "no gem": "Der Schrein nimmt einen Edelstein auf, und du hast keinen.",
        "no support": "Zuerst muss alles gebaut sein, was unter diesem Platz liegt.",
        "can lay": "Niemand passt freiwillig: Du kannst noch etwas legen.",
        "gem instead": "Solange der Schrein frei ist und du einen Edelstein hast, passt du nicht: Lege ihn.",
        "screen": "Nur {who} schaut hinter diesen Sichtschirm; das Protokoll nennt, was genommen wurde.",
    },
}


def reasons(game: Game, s: State, seat: int) -> Iterator[Reason]:
    """Every cell, place and button that this seat, who is to act, cannot use."""
    decision = now(s)
    legal = set(game.legal(s))
    if decision == BUILD:
        yield from _building(game.rules, s, seat, legal)
    else:
        yield from _walking(game.rules, s, decision == WALK, legal)
    for other in range(s.seats):
        if other != seat and not is_open(s, other):
            yield Reason(f"screen-{other}", "screen", "8.1", {"who": other})


# --- the quarry phase -------------------------------------------------------------------------------------------------


def _walking(rules: Any, s: State, on: bool, legal: set[int]) -> Iterator[Reason]:
    for cell in range(rules.CENTRE + 1):
        if STEP + cell not in legal and (on or cell != s.worker):
            key, clause = _step(rules, s, cell) if on else ("take first", "3.5")
            yield Reason(STEP + cell, key, clause)
    for place in range(rules.PLAN_SIZE[s.monument]):
        if not s.built[place]:
            yield Reason(LAY + place, "building later", "1.5")
    yield Reason(PASS, "walk on", "3.6")


def _step(rules: Any, s: State, cell: int) -> tuple[str, str]:
    """3.1, 3.3, 3.4, 3.6, 3.7  What is wrong with a step to this cell."""
    if s.worker == NONE:
        return "rim first", "3.1"
    if cell == s.worker:
        return "here", "3.3"
    if cell not in rules.NEXT[s.worker]:
        return "far", "3.3"
    if s.entered >> cell & 1:
        return ("entered" if s.reenter else "entered or begun"), "3.4"
    if s.steps == 1 and cell >= rules.RIM:
        return "last step", "3.6"
    ways = [way for way in rules.WALKS_BITS[cell][s.steps - 1] if way and way & s.entered == 0]
    return ("no piece", "3.7") if ways else ("no way out", "3.6")


# --- the building phase -----------------------------------------------------------------------------------------------


def _building(rules: Any, s: State, seat: int, legal: set[int]) -> Iterator[Reason]:
    for place in range(rules.PLAN_SIZE[s.monument]):
        if s.built[place]:
            yield Reason(f"brick-{place}", "built", "4.2")
            yield Reason(f"plan-{place}", "built", "4.2")
        elif LAY + place not in legal:
            yield _lay(rules, s, seat, place)
    for cell in range(rules.CENTRE + 1):
        yield Reason(STEP + cell, "quarry over", "1.5")
    if PASS not in legal:
        gem = all(rules.PLAN_KIND[s.monument][action - LAY] == GEM for action in legal)
        yield Reason(PASS, "gem instead", "5.2") if gem else Reason(PASS, "can lay", "5.1")


def _lay(rules: Any, s: State, seat: int, place: int) -> Reason:
    """4.2, 4.3, 4.6  What is wrong with a free place: the seat has no such piece, or what it rests on is missing."""
    kind = rules.PLAN_KIND[s.monument][place]
    if s.seat[seat].pieces[kind]:
        return Reason(LAY + place, "no support", "4.3")
    if kind == GEM:
        return Reason(LAY + place, "no gem", "4.6")
    return Reason(LAY + place, "no brick", "4.2", {"kind": KIND_NAMES[kind]})
