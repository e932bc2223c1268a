"""Items of a sheet are made once and written once; the sheet is put together from what was written."""

from __future__ import annotations

import runpy
import sys
from dataclasses import replace

import orjson
import pytest
from bench.move import whole

from chantier.scene import MOST_ITEMS, Label, Piece, Shape, Sheet, Target, _made
from chantier.table import wire

SHEET = Sheet(
    "stage",
    10,
    12.5,
    ground=('<path class="“rim”" d="M0 0Z"/>',),
    pieces=(Piece("dot", "disc", 5, 5, title='a "dot"'), Shape("way", "M0 0 1 1", "route")),
    labels=(Label("points", 1, 2, "−3 für dich"),),
    door=(1, 2),
)


def test_two_items_that_are_made_of_the_same_are_one() -> None:
    assert Piece("dot", "disc", 5, 5) is Piece("dot", "disc", 5, 5)
    assert Piece("dot", "disc", 5, 5) != Piece("dot", "disc", 5, 6)
    assert Target("a", "b", 1, 2) is Target("a", "b", 1, 2)
    assert replace(Piece("dot", "disc", 5, 5), id="other") == Piece("other", "disc", 5, 5)


def test_only_so_many_items_are_remembered() -> None:
    assert _made.cache_info().maxsize == MOST_ITEMS


@pytest.mark.parametrize("has_orjson", [True, False])
def test_a_sheet_is_written_as_if_nothing_were_kept(has_orjson: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time, too, and with items that another sheet has."""
    if not has_orjson:
        monkeypatch.setitem(sys.modules, "orjson", None)
    writer = runpy.run_path(wire.__file__)
    for sheet in (replace(SHEET), replace(SHEET, name="other"), replace(SHEET, pieces=(), labels=())):
        plain = orjson.loads(orjson.dumps(sheet))
        assert orjson.loads(writer["kept_sheet"](sheet)) == orjson.loads(writer["kept_sheet"](sheet)) == plain
        assert orjson.loads(writer["to_text"]([sheet])) == [plain]


def test_news_of_a_sheet_are_what_has_changed() -> None:
    dot, way, points = *SHEET.pieces, *SHEET.labels
    moved = Piece("dot", "disc", 6, 5)
    new = replace(SHEET, pieces=(way, moved), labels=(points, Label("more", 1, 2, "x")), label="changed")
    told = orjson.loads(wire.news_of(new, SHEET))
    assert "ground" not in told
    assert (told["pieces"][0], told["pieces"][1]["x"], told["labels"][0], told["labels"][1]["text"]) == (
        "way",
        6,
        "points",
        "x",
    )
    known = {"stage": orjson.loads(orjson.dumps(SHEET))}
    assert whole(told, known) == orjson.loads(orjson.dumps(new))
    painted = replace(SHEET, ground=("<g/>",), pieces=(dot,))
    assert whole(orjson.loads(wire.news_of(painted, SHEET)), known) == orjson.loads(orjson.dumps(painted))
