"""Arkadia on a poster: the castle and the roofs around it, without a word."""

from __future__ import annotations

from dataclasses import replace

from chantier.scene import Label, Piece, Scene, Sheet, View, sheet_of

VIEW: View = (122, 152, 530, 320)  # whole squares around the castle, and a little more


def poster(drawn: Scene) -> tuple[Sheet, View]:
    """The sheet, and the part of it that is seen."""
    board = sheet_of(drawn, "board")
    pieces = tuple(item for item in board.pieces if not isinstance(item, Label))
    seals = tuple(item for item in board.labels if isinstance(item, Piece))
    return replace(board, pieces=pieces, labels=seals, frame="", label=""), VIEW
