"""Arkadia: why something cannot be done now, by the clause that forbids it first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from chantier.core import Game, Reason
from chantier.games.arkadia.state import (
    ACT,
    BLIND,
    BLOCK,
    CASTLE,
    CHOOSE_BLOCK,
    CHOOSE_CELL,
    CHOOSE_SITE,
    CHOOSE_SPOT,
    CHOOSE_SQUARE,
    FAMILIES,
    FAMILY_NAMES,
    FILL_HAND,
    GO_ON,
    KINDS,
    LAY,
    LEVELS,
    OWN,
    PLAY,
    RAISE_BANNER,
    SET,
    SHAPE_NAMES,
    SQUARES,
    STAND,
    TRADE,
    WORD,
    WORKER,
    State,
)
from chantier.games.arkadia.view import is_open
from chantier.kernel.words import NONE, now

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "site": "The castle site covers no camp and lies wholly on the board: choose one of the marked places.",
        "no room": "This building fits nowhere on the board: {card}.",
        "no own": "You have no own worker in your tent; a banner brings two.",
        "no hired": "You have no neutral worker in your tent; building over a camp hires one.",
        "no square": "There is no free square beside a building for one more worker.",
        "choose": "First choose a card to build, or a worker to place.",
        "lay first": "First lay the building you have chosen: {card}.",
        "stand first": "First place the worker you have chosen.",
        "either": "A turn lays a building or places workers, not both.",
        "taken": "Buildings are laid on free squares, and this one is taken.",
        "alone": "A building has to lie beside a building, the castle site or a worker.",
        "narrow": "The building does not fit here, however it is turned.",
        "occupied": "A worker stands on a free square, and this one is taken.",
        "far": "A worker stands beside a building that is not finished, or beside the castle.",
        "other building": "All workers of a turn stand beside one and the same building.",
        "card later": "A card is taken after a building was laid.",
        "card first": "First fill up your hand: take an open card or one from the pile.",
        "empty pile": "The pile is empty.",
        "block first": "First set a block for each building that was finished.",
        "no block": "The supply of this level has no such block left: {family}.",
        "other level": "Blocks come from the supply of the level that is being built: level {n}.",
        "cell first": "First choose a block from the supply.",
        "full cell": "This cell already has its block of level {n}.",
        "no finish": "A block is set only for a building that was finished in this turn.",
        "turn over": "The first part of your turn is done: use a banner, or end the turn.",
        "banner later": "A banner is used at the end of a turn.",
        "banner once": "One banner in a turn is enough.",
        "banner gone": "This banner was given back already.",
        "sale": "Seals are sold only with a banner, or at the end of the game.",
        "worthless": "The castle shows no seal of this family, so a sale would bring nothing: {family}.",
        "sale first": "First sell as many seals as you like; that ends your turn.",
        "no seal": "You have no seal of this family: {family}.",
        "tent": "Only {who} looks into this tent; the log tells what was gained.",
    },
    "fr": {
        "site": "L'emplacement de la forteresse ne couvre aucun camp et tient sur le plateau : choisissez un endroit marqué.",
        "no room": "Ce bâtiment n'entre nulle part sur le plateau : {card}.",
        "no own": "Vous n'avez pas d'ouvrier à vous sous la tente ; une bannière en apporte deux.",
        "no hired": "Vous n'avez pas d'ouvrier neutre sous la tente ; bâtir sur un camp en engage un.",
        "no square": "Il n'y a plus de case libre à côté d'un bâtiment pour un ouvrier de plus.",
        "choose": "Choisissez d'abord une carte à bâtir, ou un ouvrier à placer.",
        "lay first": "Posez d'abord le bâtiment choisi : {card}.",
        "stand first": "Placez d'abord l'ouvrier choisi.",
        "either": "À son tour, on pose un bâtiment ou l'on place des ouvriers, pas les deux.",
        "taken": "Un bâtiment se pose sur des cases libres, et celle-ci est occupée.",
        "alone": "Un bâtiment doit toucher un bâtiment, l'emplacement de la forteresse ou un ouvrier.",
        "narrow": "Le bâtiment n'entre pas ici, de quelque façon qu'on le tourne.",
        "occupied": "Un ouvrier se place sur une case libre, et celle-ci est occupée.",
        "far": "Un ouvrier se place à côté d'un bâtiment inachevé, ou à côté de la forteresse.",
        "other building": "Tous les ouvriers d'un tour se placent à côté d'un seul et même bâtiment.",
        "card later": "On prend une carte après avoir posé un bâtiment.",
        "card first": "Complétez d'abord votre main : une carte ouverte, ou une carte de la pioche.",
        "empty pile": "La pioche est vide.",
        "block first": "Posez d'abord un bloc pour chaque bâtiment achevé.",
        "no block": "La réserve de ce niveau n'a plus de tel bloc : {family}.",
        "other level": "Les blocs viennent de la réserve du niveau en construction : niveau {n}.",
        "cell first": "Choisissez d'abord un bloc de la réserve.",
        "full cell": "Cette case a déjà son bloc du niveau {n}.",
        "no finish": "On ne pose un bloc que pour un bâtiment achevé pendant ce tour.",
        "turn over": "La première partie de votre tour est finie : utilisez une bannière, ou terminez le tour.",
        "banner later": "Une bannière s'utilise à la fin du tour.",
        "banner once": "Une seule bannière par tour.",
        "banner gone": "Cette bannière a déjà été rendue.",
        "sale": "Les sceaux ne se vendent qu'avec une bannière, ou à la fin de la partie.",
        "worthless": "La forteresse ne montre aucun sceau de cette famille, la vente ne rapporterait rien : {family}.",
        "sale first": "Vendez d'abord autant de sceaux que vous voulez ; cela termine votre tour.",
        "no seal": "Vous n'avez aucun sceau de cette famille : {family}.",
        "tent": "Seul {who} regarde sous cette tente ; le journal dit ce qui a été gagné.",
    },
    "de": {
        "site": "Der Bauplatz der Burg bedeckt kein Lager und liegt ganz auf dem Plan: Wähle eine der markierten Stellen.",
        "no room": "Dieses Gebäude passt nirgends auf den Plan: {card}.",
        "no own": "Du hast keinen eigenen Arbeiter im Zelt; eine Fahne bringt zwei.",
        "no hired": "Du hast keinen neutralen Arbeiter im Zelt; wer über einem Lager baut, wirbt einen an.",
        "no square": "Neben keinem Gebäude ist noch ein Feld für einen weiteren Arbeiter frei.",
        "choose": "Wähle zuerst eine Karte zum Bauen oder einen Arbeiter zum Einsetzen.",
        "lay first": "Lege zuerst das gewählte Gebäude: {card}.",
        "stand first": "Setze zuerst den gewählten Arbeiter ein.",
        "either": "In einem Zug legt man ein Gebäude oder setzt Arbeiter ein, nicht beides.",
        "taken": "Gebäude liegen auf freien Feldern, und dieses ist besetzt.",
        "alone": "Ein Gebäude muss neben einem Gebäude, dem Bauplatz der Burg oder einem Arbeiter liegen.",
        "narrow": "Das Gebäude passt hier nicht, wie man es auch dreht.",
        "occupied": "Ein Arbeiter steht auf einem freien Feld, und dieses ist besetzt.",
        "far": "Ein Arbeiter steht neben einem unfertigen Gebäude oder neben der Burg.",
        "other building": "Alle Arbeiter eines Zuges stehen neben ein und demselben Gebäude.",
        "card later": "Eine Karte nimmt man, nachdem man ein Gebäude gelegt hat.",
        "card first": "Fülle zuerst deine Hand auf: mit einer offenen Karte oder einer vom Stapel.",
        "empty pile": "Der Stapel ist leer.",
        "block first": "Setze zuerst ein Teil für jedes vollendete Gebäude.",
        "no block": "Der Vorrat dieser Ebene hat kein solches Teil mehr: {family}.",
        "other level": "Die Teile kommen aus dem Vorrat der Ebene, an der gebaut wird: Ebene {n}.",
        "cell first": "Wähle zuerst ein Teil aus dem Vorrat.",
        "full cell": "Dieses Feld hat sein Teil der Ebene {n} schon.",
        "no finish": "Ein Teil setzt man nur für ein Gebäude, das in diesem Zug vollendet wurde.",
        "turn over": "Der erste Teil deines Zuges ist vorbei: Gib eine Fahne ab oder beende den Zug.",
        "banner later": "Eine Fahne gibt man am Ende eines Zuges ab.",
        "banner once": "Eine Fahne im Zug ist genug.",
        "banner gone": "Diese Fahne ist schon abgegeben.",
        "sale": "Siegel verkauft man nur mit einer Fahne oder am Ende des Spiels.",
        "worthless": "Die Burg zeigt kein Siegel dieser Familie, ein Verkauf brächte nichts: {family}.",
        "sale first": "Verkaufe zuerst so viele Siegel, wie du magst; damit endet dein Zug.",
        "no seal": "Du hast kein Siegel dieser Familie: {family}.",
        "tent": "Nur {who} schaut in dieses Zelt; das Protokoll nennt, was gewonnen wurde.",
    },
}

BOARDS = ("board", "board-narrow")


def reasons(game: Game, s: State, seat: int) -> Iterator[Reason]:
    """Every card, square, worker, block, banner and seal that this seat, who is to act, cannot use."""
    rules, decision = game.rules, now(s)
    if decision == CHOOSE_SITE:
        yield from (Reason(board, "site", "1.2") for board in BOARDS)
        return
    legal = set(game.legal(s))
    yield from _hand(s, seat, decision, legal)
    yield from _workers(rules, s, seat, decision, legal)
    yield from _board(rules, s, decision, legal)
    yield from _open_cards(s, decision, legal)
    yield from _blocks(rules, s, decision, legal)
    yield from _banners(rules, s, seat, decision)
    yield from _seals(rules, s, seat, decision)
    for other in range(s.seats):
        if other != seat and not is_open(s, other, seat):
            yield Reason(f"seat-{other}", "tent", "9.2", {"who": other})


def _card(kind: int) -> dict[str, int | str | tuple[str, ...]]:
    return {"card": (SHAPE_NAMES[kind // FAMILIES], FAMILY_NAMES[kind % FAMILIES])}


def _family(family: int) -> dict[str, int | str | tuple[str, ...]]:
    return {"family": FAMILY_NAMES[family]}


def _later(s: State, decision: int, of: int | str) -> Reason:
    """2.1  Something else has to be finished first."""
    if decision == CHOOSE_SPOT:
        return Reason(of, "lay first", "3.1", _card(s.card))
    if decision == CHOOSE_SQUARE:
        return Reason(of, "stand first", "4.1")
    if decision == GO_ON:
        return Reason(of, "either", "2.1")
    if decision == FILL_HAND:
        return Reason(of, "card first", "3.6")
    if decision in (CHOOSE_BLOCK, CHOOSE_CELL):
        return Reason(of, "block first", "6.1")
    return Reason(of, "sale first", "7.2") if decision == TRADE else Reason(of, "turn over", "2.1")


# --- cards and workers ------------------------------------------------------------------------------------------------


def _hand(s: State, seat: int, decision: int, legal: set[int]) -> Iterator[Reason]:
    """2.1, 3.1  Cards of the hand; while seals are sold they are not shown."""
    for kind in range(KINDS):
        if s.seat[seat].hand[kind] and PLAY + kind not in legal and decision != TRADE:
            fits_nowhere = Reason(PLAY + kind, "no room", "3.1", _card(kind))
            yield fits_nowhere if decision == ACT else _later(s, decision, PLAY + kind)


def _open_cards(s: State, decision: int, legal: set[int]) -> Iterator[Reason]:
    """3.6, 3.7  The open row and the pile."""
    if decision != FILL_HAND:
        yield Reason("cards", "card later", "3.6")
    elif BLIND not in legal:
        yield Reason(BLIND, "empty pile", "3.7")


def _workers(rules: Any, s: State, seat: int, decision: int, legal: set[int]) -> Iterator[Reason]:
    """4.1  The workers in the tent."""
    for kind, name, missing in ((OWN, "own", "no own"), (1 - OWN, "hired", "no hired")):
        at = f"{name}-{seat}"
        if WORKER + kind in legal:
            continue
        if decision not in (ACT, GO_ON):
            yield _later(s, decision, at)
        elif s.seat[seat].workers[kind]:
            yield Reason(at, "no square", "4.1")
        else:
            yield Reason(at, missing, "7.1" if kind == OWN else "3.5")


# --- the board --------------------------------------------------------------------------------------------------------


def _board(rules: Any, s: State, decision: int, legal: set[int]) -> Iterator[Reason]:
    if decision == CHOOSE_SPOT:
        yield from _spots(rules, s, legal)
    elif decision == CHOOSE_SQUARE:
        yield from _squares(rules, s, legal)
    elif decision in (ACT, GO_ON):
        yield from (Reason(board, "choose", "2.1") for board in BOARDS)
    elif decision != CHOOSE_CELL:
        yield from (_later(s, decision, board) for board in BOARDS)


def _has(squares: Any, square: int) -> bool:
    return bool(squares[square // WORD] >> square % WORD & 1)


def _spots(rules: Any, s: State, legal: set[int]) -> Iterator[Reason]:
    """3.1, 3.2, 3.3  Squares where the first square of the building cannot lie, however it is turned."""
    yield from (Reason(board, "narrow", "3.1") for board in BOARDS)  # where it would stick out of the board
    free = rules.free_squares(s)
    looks = [(turn, rules.TURNED[s.card // FAMILIES][turn]) for turn in range(rules.turns_allowed(s))]
    looks = [(turn, look) for turn, look in looks if look != NONE]
    for square in range(SQUARES):
        ways = [(turn, rules.PLACED_AT[look][square]) for turn, look in looks]
        ways = [(turn, placed) for turn, placed in ways if placed != NONE]
        if not ways or any(LAY + turn * SQUARES + square in legal for turn, _ in ways):
            continue
        of = LAY + ways[0][0] * SQUARES + square
        covers = [rules.COVER_BITS[placed] for _, placed in ways]
        if not _has(free, square):
            yield Reason(of, "taken", "3.1")
        elif any(all(cover[word] & ~free[word] == 0 for word in range(len(cover))) for cover in covers):
            yield Reason(of, "alone", "3.3")
        else:
            yield Reason(of, "narrow", "3.1")


def _squares(rules: Any, s: State, legal: set[int]) -> Iterator[Reason]:
    """4.1, 4.2  Squares where the worker cannot stand."""
    free = rules.free_squares(s)
    open_ones = [b for b in range(s.buildings) if b == CASTLE or s.unfinished >> b & 1]
    for square in range(SQUARES):
        if STAND + square in legal or not _has(rules.BOARD_BITS, square):
            continue
        if not _has(free, square):
            yield Reason(STAND + square, "occupied", "4.2")
        else:
            beside = any(_has(rules.BESIDE_BITS[s.placed[building]], square) for building in open_ones)
            yield Reason(STAND + square, "other building" if beside else "far", "4.1")


# --- castle, banners, seals -------------------------------------------------------------------------------------------


def _blocks(rules: Any, s: State, decision: int, legal: set[int]) -> Iterator[Reason]:
    """6.1, 6.2  Blocks in the supplies, and cells of the castle."""
    if decision == CHOOSE_BLOCK:
        for family in range(FAMILIES):
            if BLOCK + family not in legal:
                yield Reason(BLOCK + family, "no block", "6.2", _family(family))
            for level in range(LEVELS):
                for n in range(s.supply[level][family] if level != s.level else 0):
                    yield Reason(f"stock-{level}-{family}-{n}", "other level", "6.2", {"n": s.level + 1})
        yield from (Reason(SET + cell, "cell first", "6.2") for cell in range(rules.CELL_COUNT))
    elif decision == CHOOSE_CELL:
        for cell in range(rules.CELL_COUNT):
            if SET + cell not in legal:
                yield Reason(SET + cell, "full cell", "6.2", {"n": s.level + 1})
    else:
        yield Reason("castle", "no finish", "6.1")


def _banners(rules: Any, s: State, seat: int, decision: int) -> Iterator[Reason]:
    """7.1  One's own banners, on the tent."""
    for n in range(rules.BANNERS):
        at = f"banner-{seat}-{n}"
        if n >= s.seat[seat].banners:
            yield Reason(at, "banner gone", "7.1")
        elif decision != RAISE_BANNER:
            yield Reason(at, "banner once" if decision == TRADE else "banner later", "7.1")


def _seals(rules: Any, s: State, seat: int, decision: int) -> Iterator[Reason]:
    """7.2  One's own seals."""
    for family in range(FAMILIES):
        at = f"own-seal-{seat}-{family}"
        if decision != TRADE:
            yield Reason(at, "sale", "7.2")
        elif not s.seat[seat].seals[family]:
            yield Reason(at, "no seal", "7.2", _family(family))
        elif not rules.value(s, family):
            yield Reason(at, "worthless", "7.2", _family(family))
