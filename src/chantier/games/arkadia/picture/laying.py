"""Arkadia: the ways to lay a building. Every square that one of them covers can be pointed at; what it would bring is shown
where it comes from."""

from __future__ import annotations

from collections.abc import Hashable
from math import hypot
from typing import NamedTuple

from chantier.core import View
from chantier.games.arkadia.picture import art
from chantier.games.arkadia.picture.board import Grid, U, grids, symbol
from chantier.games.arkadia.picture.look import Look
from chantier.games.arkadia.state import FAMILIES, NEUTRAL, SHAPE_NAMES, SQUARES
from chantier.games.arkadia.tables import square_name
from chantier.games.arkadia.words import text
from chantier.kernel.words import NONE
from chantier.scene import LASTING, Chip, Lie, Piece, Place, Region, Target, drawn_once, surface

WAYS = 2**10  # ways to lie that are remembered, of one kind; twice as many for a while
Told = tuple[Chip, int]  # what it brings, and the square at which that is told, if any


def lay_regions(look: Look) -> list[Region]:
    """All squares that the building may cover, in whatever way it lies."""
    bits = 0
    for way in look.lays:
        bits |= way.bits
    if not bits:
        return []
    covered = [square for square in range(bits.bit_length()) if bits >> square & 1]
    spots = [(grid, grid.spots) for grid in grids(look)]
    return [Region(grid.sheet, surface([at[square] for square in covered], U, *grid.origin), U) for grid, at in spots]


def lay_places(look: Look) -> list[Place]:
    """One place for each way to lie."""
    moves = look.moves("lay")
    if not moves:
        return []
    taken, unfinished = text.ground(look.game, look.view)
    most, reserve = len(look.lays[0].cover), look.view["reserve"]
    near = [(free, building) for free, building in unfinished if free.bit_count() <= most]  # no other can be finished
    found = []
    for (n, action), way in zip(moves.items(), look.lays, strict=True):
        _, bits, camps, beside = way
        left = (beside & ~taken).bit_count()
        if left and not [free for free, _ in near if not free & ~bits]:
            hired = min(len(camps), reserve)
            look.said[action], place = _finishing_nothing(look, n, action, hired, camps[0] if hired else NONE, left)
        else:
            place = _place(look, n, action, text.lying_on(look.view, way, text.Ground(taken, near)))
        found.append(place)
    return found


class Way(NamedTuple):
    """A way to lie as it is drawn, whatever it brings."""

    name: str
    said: str
    targets: tuple[Target, ...]
    lies: tuple[Lie, ...]


def shaped(look: Look, n: int) -> Hashable:
    """All that a way to lie shows, but for which it is."""
    return look.rules, look.language, look.form, look.view["card"] // FAMILIES


@drawn_once(shaped, most=WAYS)
def _way(look: Look, n: int) -> Way:
    cover, boards = text.cover(look.game, look.view, n), grids(look)
    name = f"lay-{n // SQUARES}-{square_name(n % SQUARES)}"
    said = text.there_text(cover, look.texts)
    return Way(name, said, tuple(_target(grid, cover) for grid in boards), tuple(_lie(grid, n, cover) for grid in boards))


def _target(grid: Grid, cover: list[int]) -> Target:
    x, y, spots = grid.box(cover)
    wide, high = max(column for column, _ in spots) + 1, max(row for _, row in spots) + 1
    return Target(grid.sheet, grid.outline(cover, 1.2), x + wide * U / 2, y + high * U / 2, "lie")


def _lie(grid: Grid, n: int, cover: list[int]) -> Lie:
    turn, shape = n // SQUARES, grid.look.view["card"] // FAMILIES
    x, y, _ = grid.box(cover)
    ghost = Piece(grid.id(f"ghost-lay-{n}"), symbol(shape, grid.turn(shape, turn)), x, y, kind=f"building-{shape}")
    return Lie(grid.sheet, turn, grid.middles(cover), ghost)


def _place(look: Look, n: int, action: int, found: text.Lain) -> Place:
    way = _way(look, n)
    look.said[action] = text.lay_text(look.view, found, look.texts, way.said)
    chips = [*_hires(look, found), *_finishes(look, found), *_after(look, found)]
    lies = tuple([_bringing(grid, lie, found, chips) for grid, lie in zip(grids(look), way.lies, strict=True)])
    brings = tuple([chip for chip, _ in chips])
    return Place(way.name, (action,), way.targets, way.said, ghost=lies[0].ghost, lies=lies, brings=brings)


def bringing(look: Look, n: int, *more: int) -> Hashable:
    """All that is told of a way to lie that finishes nothing, but for which it is, and what it hires and leaves open."""
    return look.laying


@drawn_once(bringing, most=WAYS)
def _finishing_nothing(look: Look, n: int, action: int, hired: int, camp: int, left: int) -> tuple[str, Place]:
    """Most ways to lie: they are offered again and again."""
    way, boards = _way(look, n), grids(look)
    said = f"{way.said}; {look.texts['camp'].format(n=hired)}" if hired else way.said
    brings = _told(look, hired, left)
    rest = [None] * (len(brings) - 1)
    at = [(grid.middle(camp) if hired else None, *rest) for grid in boards]
    lies = tuple([Lie(lie.sheet, lie.turn, lie.squares, lie.ghost, (), told) for lie, told in zip(way.lies, at, strict=True)])
    return said, Place(way.name, (action,), way.targets, way.said, ghost=lies[0].ghost, lies=lies, brings=brings)


def telling(look: Look, hired: int, left: int) -> Hashable:
    """All that chips of such a way tell, but for what it hires and leaves open."""
    return look.language, look.to_set


@drawn_once(telling, most=LASTING)
def _told(look: Look, hired: int, left: int) -> tuple[Chip, ...]:
    """What a way to lie brings that finishes nothing."""
    found = text.Lain([], [NONE], hired, [], None, left)
    return tuple([chip for chip, _ in (*_hires(look, found), *_after(look, found))])


def _bringing(grid: Grid, lie: Lie, found: text.Lain, chips: list[Told]) -> Lie:
    """A way to lie with what it finishes, and where on the sheet is told what it brings."""
    closed = tuple([grid.outline(building["squares"], 1.2) for building in found.closed])
    at = tuple([grid.middle(square) if square >= 0 else None for _, square in chips])
    return Lie(lie.sheet, lie.turn, lie.squares, lie.ghost, closed, at)


# --- what it brings -------------------------------------------------------------------------------------------------


def _hires(look: Look, found: text.Lain) -> list[Told]:
    """3.5  Neutral workers for the camps under it."""
    if not found.hired:
        return []
    said = look.texts["camp"].format(n=found.hired)
    return [(Chip(said, f"+{found.hired}", symbol=f"ak-worker-{NEUTRAL}"), found.camps[0])]


def _finishes(look: Look, found: text.Lain) -> list[Told]:
    """5.2, 5.3  Every building that would be finished, and the seals that every seat would get for it."""
    chips: list[Told] = []
    for building in (*found.closed, *([found.itself] if found.itself else [])):
        name = text.card_text(building["shape"] * FAMILIES + building["family"], look.texts)
        chips.append((Chip(look.texts["closes"].format(what=name), good=True), -1))
        square, family = _mark(look, building), look.family(building["family"])
        earned = text.seals_for(look.view, building).items()
        chips += [(Chip(f"+{n} {family}", f"+{n}", seat=seat), square) for seat, n in earned]
    return chips


def _mark(look: Look, building: View) -> int:
    """The square of a building on which its number stands; of one that does not lie yet, its last."""
    squares: list[int] = building["squares"]
    if "turn" not in building:
        return squares[-1]
    grid, shape = Grid(look), building["shape"]
    x, y, _ = grid.box(squares)
    _, (nx, ny) = art.anchors(SHAPE_NAMES[shape], look.rows(shape), building["turn"])
    return min(squares, key=lambda square: hypot(grid.middle(square)[0] - x - nx, grid.middle(square)[1] - y - ny))


def _after(look: Look, found: text.Lain) -> list[Told]:
    """5.1, 6.1  Blocks that would be set, and squares that stay open beside it."""
    blocks = look.blocks_after(len(found.closed) + bool(found.itself))
    chips = [(Chip(look.line("to set", blocks)), -1)] if blocks else []
    if found.open:
        chips.append((Chip(look.line("stay open", found.open)), -1))
    return chips
