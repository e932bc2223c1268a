"""Positions of Arkadia, laid out by the names of squares."""

from __future__ import annotations

from typing import Any

import chantier
from chantier import CHANCE, NOBODY, Event
from chantier.games.arkadia.state import FAMILIES, FAMILY_NAMES, NEUTRAL, OWN, SHAPE_NAMES, SQUARES, WORD, State
from chantier.games.arkadia.tables import square_name, square_of, squares_in

GAME = chantier.games["arkadia"]
RULES: Any = GAME.rules
Laid = list[tuple[str, str, str]]  # shape, family, squares


def at(name: str) -> int:
    square = square_of(name)
    assert square is not None
    return square


def kind(card: str) -> int:
    """`red trade centre`"""
    family, _, shape = card.partition(" ")
    return SHAPE_NAMES.index(shape.replace(" ", "_")) * FAMILIES + FAMILY_NAMES.index(family)


def way(shape: str, squares: str) -> int:
    """How a building lies that covers these squares."""
    wanted = sorted(at(name) for name in squares.split())
    return next(
        n
        for n in range(RULES.FIRST_PLACED_SITE)
        if RULES.SHAPE_OF[n] == SHAPE_NAMES.index(shape) and squares_in(RULES.COVER_BITS[n]) == wanted
    )


def site(name: str) -> int:
    return next(
        n for n in range(RULES.SITE_COUNT) if square_name(RULES.SQUARE_OF[RULES.FIRST_PLACED_SITE + n]) == name.split()[0]
    )


def position(
    laid: Laid,
    workers: dict[int, str] | None = None,
    hands: list[list[str]] | None = None,
    tents: dict[int, tuple[int, int]] | None = None,
    *,
    seats: int = 4,
    turn: int = 0,
    **options: Any,
) -> State:
    """A turn begins: buildings and workers on the board, cards in hands, own and neutral workers in tents. Castle at G5."""
    s: State = GAME.setup(seats, **options)
    s.pending = 0
    s.first = turn
    RULES.put(s, RULES.FIRST_PLACED_SITE + site("G5"), -1)
    for shape, family, squares in laid:
        s.deck[kind(f"{family} {shape.replace('_', ' ')}")] -= 1
        RULES.put(s, way(shape, squares), FAMILY_NAMES.index(family))
    for owner, squares in (workers or {}).items():
        for name in squares.split():
            s.crew[owner][at(name) // WORD] |= 1 << at(name) % WORD
            s.reserve[owner] -= 1
    for seat, cards in enumerate(hands or []):
        for card in cards:
            s.deck[kind(card)] -= 1
            s.seat[seat].hand[kind(card)] += 1
    for seat, (own, hired) in (tents or {}).items():
        s.reserve[seat] -= own - s.seat[seat].workers[OWN]
        s.seat[seat].workers[:] = [own, hired]
        s.reserve[NEUTRAL] -= hired
    RULES.begin_turn(s, turn)
    assert RULES.overlaps(s) == 0
    return s


def words(s: State) -> list[str]:
    return [GAME.actions.words(GAME, s, action) for action in GAME.legal(s)]


def do(s: State, *said: str) -> list[Event]:
    """Plays actions given in words; each must be legal."""
    news: list[Event] = []
    for one in said:
        legal = GAME.legal(s)
        action = next((a for a in legal if GAME.actions.words(GAME, s, a) == one), None)
        assert action is not None, f"{one!r} is not among {words(s)}"
        news += GAME.play(s, action)
        assert s.pending == (s.to_act != NOBODY), f"after {one!r} there are {s.pending} decisions on the agenda"
    return news


def lay(s: State, card: str, squares: str) -> list[Event]:
    """Plays a card and lays its building on these squares."""
    shape = card.partition(" ")[2].replace(" ", "_")
    placed = way(shape, squares)
    turn, square = RULES.TURN_OF[placed], RULES.SQUARE_OF[placed]
    return do(s, f"play {card}", f"lay at {square_name(square)} turned {turn % 4}{' mirrored' * (turn // 4)}")


def can_lay(s: State, card: str, squares: str) -> bool:
    """Whether the building may be laid on these squares."""
    twin = s.copy()
    do(twin, f"play {card}")
    placed = way(card.partition(" ")[2].replace(" ", "_"), squares)
    return RULES.TURN_OF[placed] * SQUARES + RULES.SQUARE_OF[placed] + GAME.actions.verbs["lay"] in GAME.legal(twin)


def place(s: State, *put: str) -> list[Event]:
    """Places workers: `own D4`, `neutral E4`; no more after these."""
    news: list[Event] = []
    for one in put:
        which, name = one.split()
        news += do(s, f"worker {which}", f"stand on {name}")
    return news + (do(s, "done") if "done" in words(s) and "banner" not in words(s) else [])


def past_cards(s: State) -> list[Event]:
    """Fills the hand from the pile, with whatever comes first."""
    news = do(s, "take from the pile") if "take from the pile" in words(s) else []
    if s.to_act == CHANCE:
        news += GAME.play(s, GAME.legal(s)[0])
    assert s.to_act != CHANCE
    return news


def set_blocks(s: State, *blocks: str) -> list[Event]:
    """`black 3`: a black block on the third cell."""
    news: list[Event] = []
    for block in blocks:
        family, cell = block.split()
        news += do(s, f"block {family}", f"set on cell {cell}")
    return news


def told(news: list[Event], *kinds: str) -> list[tuple[Any, ...]]:
    return [(e.kind, e.seat, *e.args) for e in news if e.kind in kinds]


def build_up(s: State, blocks: int) -> None:
    """Sets blocks as they come, as if so many buildings had been finished; no end of the game is looked at."""
    for n in range(blocks):
        level, cell = divmod(n, RULES.CELL_COUNT)
        s.level = level
        family = next(f for f in range(FAMILIES) if s.supply[level][f])
        s.supply[level][family] -= 1
        s.castle[level][cell] = family
        if cell + 1 == RULES.CELL_COUNT:
            for f in range(FAMILIES):
                s.supply[2][f] += s.supply[level][f]
                s.supply[level][f] = 0
            s.level = level + 1
