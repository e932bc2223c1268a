"""Arkadia on a poster: the castle and the roofs around it, without a word."""

from __future__ import annotations

import re
from dataclasses import replace

from chantier.scene import Label, Piece, Scene, Sheet, View, sheet_of

VIEW: View = (122, 152, 530, 320)  # whole squares around the castle, and a little more


def poster(drawn: Scene) -> tuple[Sheet, View]:
    """The sheet, and the part of it that is seen."""
    board = sheet_of(drawn, "board")
    ground = tuple(re.sub(r"<text[^>]*>[^<]*</text>", "", part) for part in board.ground)  # the names of columns and rows
    pieces = tuple(item for item in board.pieces if not isinstance(item, Label))
    seals = tuple(item for item in board.labels if isinstance(item, Piece))
    return replace(board, ground=ground, pieces=pieces, labels=seals, frame="", label=""), VIEW
