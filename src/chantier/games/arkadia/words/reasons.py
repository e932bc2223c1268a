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
    WORDS,
    WORKER,
    State,
)
from chantier.games.arkadia.view import is_open
from chantier.games.arkadia.words import FOLDER
from chantier.kernel.words import NONE, now
from chantier.texts import Section

TEXTS = Section(FOLDER, "reasons")

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
    """3.1, 3.2, 3.3  Squares that the building cannot cover, however it is turned and put. They are told by the actions whose
    places they are, those of a worker."""
    free = rules.free_squares(s)
    fits, lies = _covered(rules, s, free, legal)
    for square in range(SQUARES):
        if not _has(rules.BOARD_BITS, square) or _has(lies, square):
            continue
        if not _has(free, square):
            yield Reason(STAND + square, "taken", "3.1")
        elif _has(fits, square):
            yield Reason(STAND + square, "alone", "3.3")
        else:
            yield Reason(STAND + square, "narrow", "3.1")


def _covered(rules: Any, s: State, free: Any, legal: set[int]) -> tuple[list[int], list[int]]:
    """3.1, 3.3  Squares that the building covers in some way on free squares; and in some way that is legal."""
    fits, lies = [0] * WORDS, [0] * WORDS
    for turn in range(rules.turns_allowed(s)):
        look = rules.TURNED[s.card // FAMILIES][turn]
        for square in range(SQUARES if look != NONE else 0):
            placed = rules.PLACED_AT[look][square]
            if placed == NONE or any(rules.COVER_BITS[placed][word] & ~free[word] for word in range(WORDS)):
                continue
            for word in range(WORDS):
                fits[word] |= rules.COVER_BITS[placed][word]
                if LAY + turn * SQUARES + square in legal:
                    lies[word] |= rules.COVER_BITS[placed][word]
    return fits, lies


def of_action(game: Game, s: State, action: int) -> Reason | None:
    """3.1, 3.3  Why the building cannot lie in this one way."""
    rules, (verb, n) = game.rules, game.actions.split(action)
    if now(s) != CHOOSE_SPOT or verb != "lay":
        return None
    look = rules.TURNED[s.card // FAMILIES][n // SQUARES]
    placed = NONE if look == NONE else rules.PLACED_AT[look][n % SQUARES]
    free = rules.free_squares(s)
    if placed == NONE or any(rules.COVER_BITS[placed][word] & ~free[word] for word in range(WORDS)):
        return Reason(action, "this way", "3.1")
    return Reason(action, "alone", "3.3")


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
