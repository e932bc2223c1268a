"""Arkadia: from a view to a scene. Each legal action belongs to the place that is clicked for it.

Everything is drawn from the view, the tables and the list of legal actions, so a picture shows nothing that its seat may not
know.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache

from chantier.core import Game, View
from chantier.games.arkadia.picture import art, board, laying, panels
from chantier.games.arkadia.picture.look import Look
from chantier.games.arkadia.state import SHAPE_NAMES, SHAPES
from chantier.look import said_once
from chantier.scene import LASTING, NOWHERE, Arrangement, Box, Place, Scene, by_form, drawn_once, sizes, stylesheet

STYLE = stylesheet(art.LIGHT, art.DARK, board.CSS + panels.CSS, art.PIECES)


ONLY = {  # sheets, and in which windows
    "header": (),
    "board": ("wide", "low"),
    "board-narrow": ("narrow",),
    "mine": ("wide",),
    "mine-narrow": ("narrow", "low"),
}
SHEETS = by_form(
    {
        "header": lambda look: panels.header_sheet(look),
        "board": lambda look: board.board_sheet(look, False),
        "board-narrow": lambda look: board.board_sheet(look, True),
        "mine": lambda look: panels.mine_sheet(look, panels.DOCK),
        "mine-narrow": lambda look: panels.mine_sheet(look, panels.NARROW_DOCK),
        "castle": lambda look: panels.castle_sheet(look),
        "cards": lambda look: panels.cards_sheet(look),
        "legend": lambda look: panels.legend_sheet(look),
    },
    ONLY,
)  # and one for each seat


def scene(
    game: Game, view: View, legal: list[int], *, language: str = "en", names: Sequence[str] | None = None, form: str = ""
) -> Scene:
    """The table as this view shows it."""
    look = Look(game, view, legal, language, names, form)
    sheets = [draw(look) for draw in SHEETS[form]]
    sheets += [panels.seat_sheet(look, seat) for seat in range(len(view["seats"]))]
    return Scene(
        title=game.title,
        description=description(look),
        sheets=tuple(sheets),
        places=tuple(places(look)) if legal else (),
        regions=tuple(laying.lay_regions(look)) if legal else (),
        symbols=symbols(game),
        style=STYLE,
        wide=wide(look),
        narrow=narrow(look, sizes(sheets), "board-narrow") if form in ("", "narrow") else NOWHERE,
        low=narrow(look, sizes(sheets), "board") if form in ("", "low") else NOWHERE,
        said=look.said,
    )


@said_once("buildings")
def description(look: Look) -> str:
    """The picture in a few sentences."""
    prices = ", ".join(f"{look.family(family)} {look.view['values'][family]}" for family in look.families)
    return f"{look.whose_turn}. {panels.how_far(look)}. {look.line('price')}: {prices}."


def places(look: Look) -> list[Place]:
    """A place for every legal action."""
    return [
        *panels.seat_places(look),
        *board.board_places(look),
        *laying.lay_places(look),
        *panels.card_places(look),
        *panels.block_places(look),
        *panels.button_places(look),
    ]


@lru_cache(maxsize=8)
def symbols(game: Game) -> dict[str, str]:
    """Every drawing that the table uses: each building in each way it can lie, and all small pieces."""
    found = art.small_symbols()
    for shape in range(SHAPES):
        name = SHAPE_NAMES[shape]
        rows = list(game.components.data["shape"][name]["squares"])
        for turn, look in enumerate(game.rules.TURNED[shape]):
            if look >= 0:
                found[f"ak-{name}-{turn}"] = art.building(name, rows, turn)
    plan = game.components.data["castle"]["plan"]
    for turn, (w, h) in enumerate([(len(plan[0]), len(plan)), (len(plan), len(plan[0]))]):
        found[f"ak-site-{turn}"] = f'<path class="ak-st" d="M0 0h{48 * w}v{48 * h}h-{48 * w}z" opacity=".7"/>'
    return found


def arranged(look: Look, *sheets: object) -> Hashable:
    """All that an arrangement depends on, but for the sheets."""
    return look.rules, len(look.names), look.language


@drawn_once(arranged, LASTING)
def wide(look: Look) -> Arrangement:
    """Seats on the left, the board in the middle with the dock below it, castle and cards on the right."""
    step = panels.SEAT_HIGH + 12
    seats = len(look.names)
    boxes = [
        Box("words", "header", 0, 0, 1440, 50),
        *(Box("seats", f"seat-{n}", 16, 62 + n * step, panels.COLUMN, panels.SEAT_HIGH) for n in range(seats)),
        Box("stage", "board", 296, 62, 828, 622),
        Box("mine", "mine", 300, 696, panels.DOCK.wide, panels.DOCK.high),
        Box("side", "castle", 1136, 62, panels.SIDE, panels.CASTLE_HIGH),
        Box("side", "cards", 1136, 74 + panels.CASTLE_HIGH, panels.SIDE, panels.CARDS_HIGH),
    ]
    if seats < 4:
        boxes.append(Box("side", "legend", 16, 62 + seats * step, panels.COLUMN, panels.LEGEND_HIGH))
    return Arrangement(1440, 900, tuple(boxes))


@drawn_once(arranged, LASTING)
def narrow(look: Look, sheets: tuple[tuple[str, float, float], ...], board: str) -> Arrangement:
    """One below the other, the board first, turned a quarter where windows are narrow and high."""
    order = [
        ("stage", board, "board"),
        ("mine", "mine-narrow", "hand"),
        ("side", "cards", "cards"),
        ("side", "castle", "castle"),
    ]
    order += [("seats", f"seat-{n}", "") for n in range(len(look.names))] + [("seats", "legend", "")]
    size = {name: (wide, high) for name, wide, high in sheets}
    boxes, y = [], 8.0
    for area, name, tab in order:
        high = round(374 * size[name][1] / size[name][0], 1)
        boxes.append(Box(area, name, 8, y, 374, high, tab=look.line(f"tab {tab}") if tab else ""))
        y += high + 8
    return Arrangement(390, y, tuple(boxes))
