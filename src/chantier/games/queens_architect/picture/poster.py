"""Queen's Architect on a poster: six craftsmen around the star, and the country that waits for them."""

from __future__ import annotations

import re
from dataclasses import replace

from chantier.games.queens_architect.picture.star import notch_spot
from chantier.scene import Item, Piece, Scene, Sheet, View, rectangle, sheet_of, sheet_svg

VIEW: View = (106, 52, 646, 390)
STAR = "translate(214 26) scale(1.06)"  # where the star lies on the map
CREW = (1, 16, 13, 10, 7, 4)  # a craftsman of each guild
MEADOW = "color-mix(in srgb, var(--stage) 82%, #8fa968)"
POINT = 'fill="var(--glow)" stroke="#2b2620" stroke-width="1.2" stroke-linejoin="round"'


def poster(drawn: Scene) -> tuple[Sheet, View]:
    """The sheet, and the part of it that is seen."""
    ground = f'<path d="{rectangle(*VIEW)}" fill="{MEADOW}"/>'
    return Sheet("poster", 764, 588, (ground, _country(drawn), f'<g transform="{STAR}">{_star(drawn)}</g>')), VIEW


def _country(drawn: Scene) -> str:
    """The map without what is played on it: only places, carriages, roads and trees."""
    stage = sheet_of(drawn, "stage")
    ground = re.sub(r'<rect class="q-plot"[^>]*/>', "", stage.ground[1])
    towns = tuple(item for item in stage.pieces if item.id.startswith(("place-", "carriage-")) and item.id != "place-0")
    return sheet_svg(drawn, replace(stage, ground=(ground,), pieces=towns, labels=(), label=""))


def _star(drawn: Scene) -> str:
    star = sheet_of(drawn, "star")
    tiles: list[Item] = [
        Piece(f"tile-{notch}", f"qa-c{craftsman}-{60 * notch}", *notch_spot(notch)) for notch, craftsman in enumerate(CREW)
    ]
    icons = [replace(item, css="q-icon") for item in star.pieces if isinstance(item, Piece) and item.id.startswith("icon")]
    queen = Piece("queen", "qa-l-capital", 196, 208, 0.82)
    builder = tuple(item for item in star.labels if item.id.startswith("architect"))
    ground = tuple(part.replace('class="q-point"', POINT) for part in star.ground)
    return sheet_svg(drawn, replace(star, ground=ground, pieces=(*tiles, *icons, queen), labels=builder, label=""))
