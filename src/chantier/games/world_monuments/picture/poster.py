"""World Monuments on a poster: the monument as far as it stands, its elevation in pencil, and the sun behind it."""

from __future__ import annotations

from dataclasses import replace

from chantier.games.world_monuments.picture.elevations import elevation
from chantier.scene import Label, Scene, Sheet, View, rectangle, sheet_of

VIEW: View = (22, 34, 796, 480)
SUN = '<circle cx="668" cy="132" r="58" fill="var(--glow)" fill-opacity=".55"/>'


def poster(drawn: Scene) -> tuple[Sheet, View]:
    """The sheet, and the part of it that is seen."""
    monument = sheet_of(drawn, "monument")
    pencil = f'<g transform="translate(142 330) scale(1.25)" opacity=".4">{elevation("notre_dame")}</g>'
    air = f'<path d="{rectangle(*VIEW)}" fill="var(--stage)"/>'
    pieces = tuple(item for item in monument.pieces if not isinstance(item, Label))
    return replace(monument, ground=(air, SUN, pencil, *monument.ground), pieces=pieces, labels=(), frame="", label=""), VIEW
