"""Items of a sheet are made once and written once; the sheet is put together from what was written."""

from __future__ import annotations

import runpy
import sys
import tracemalloc
from dataclasses import astuple, replace
from random import Random

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


@pytest.mark.parametrize(
    "text", ['{"a": [1, "\\ud800"]}', "[NaN]", "[1e999]", f"[{2**70}]", "[" * 1100 + "]" * 1100, "{", "", "\ud800"]
)
def test_what_orjson_does_not_read_python_does(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So it makes no difference to whoever asks which of them is there; a number that is too long is no whole number there."""
    found = []
    for has_orjson in (True, False):
        with monkeypatch.context() as patch:
            if not has_orjson:
                patch.setitem(sys.modules, "orjson", None)
            try:
                found.append(repr(runpy.run_path(wire.__file__)["from_text"](text)))
            except (ValueError, RecursionError):
                found.append("no JSON")
    assert found[0] == found[1] or float(found[0][1:-1]) == float(found[1][1:-1])


@pytest.mark.parametrize("long", [10, 1_000, 10_000, 100_000])
def test_what_is_written_takes_no_more_room_than_it_is_long(long: int) -> None:
    """Much of it is kept, and how much waits for somebody who reads slowly is counted by its length."""
    tracemalloc.start()
    try:
        written = [wire.to_bytes({"text": "x" * long}) for _ in range(20)]
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert taken < 1.2 * sum(map(len, written)) + 20 * 100


def test_news_of_a_sheet_are_what_has_changed() -> None:
    dot, way, points = *SHEET.pieces, *SHEET.labels
    moved = Piece("dot", "disc", 6, 5)
    new = replace(SHEET, pieces=(way, moved), labels=(points, Label("more", 1, 2, "x")), label="changed")
    told = orjson.loads(wire.news_of(new, SHEET, {}))
    assert "ground" not in told
    assert (told["pieces"][0], told["pieces"][1]["x"]) == ([1, 2], 6)
    assert (told["labels"][0], told["labels"][1]["text"]) == ([0, 1], "x")
    known = {"stage": orjson.loads(orjson.dumps(SHEET))}
    assert whole(told, known) == orjson.loads(orjson.dumps(new))
    painted = replace(SHEET, ground=("<g/>",), pieces=(dot,))
    assert whole(orjson.loads(wire.news_of(painted, SHEET, {})), known) == orjson.loads(orjson.dumps(painted))


def test_labels_that_are_the_same_for_two_who_look_on_are_told_once() -> None:
    """Though other pieces lie before one of them, or another had other labels."""
    dot, _, points = *SHEET.pieces, *SHEET.labels
    more = (points, Label("more", 1, 2, "x"))
    one, other = replace(SHEET, labels=more), replace(SHEET, pieces=(dot,), labels=more)
    bare = replace(SHEET, labels=())
    told: dict[tuple[int, int], bytes] = {}
    for new, old in ((one, SHEET), (other, SHEET), (one, bare), (SHEET, one), (bare, one)):
        known = {"stage": orjson.loads(orjson.dumps(old))}
        assert whole(orjson.loads(wire.news_of(new, old, told)), known) == orjson.loads(orjson.dumps(new))
    assert len(told) == 4


def test_news_of_any_sheet_make_it_whole_again() -> None:
    """Whatever comes, goes, moves and changes: also if an item that is the same was made anew."""
    rng = Random(7)
    items = [Label(f"item {n}", n, 0, f"{n}") for n in range(12)]
    old = replace(SHEET, pieces=tuple(items))
    for _ in range(300):
        layer = [item for item in items if rng.random() < 0.9]
        if rng.random() < 0.3:
            rng.shuffle(layer)
        layer = [type.__call__(Label, *astuple(item)) if rng.random() < 0.1 else item for item in layer]
        layer.insert(rng.randint(0, len(layer)), Label("new", rng.random(), 0, "x"))
        new = replace(SHEET, pieces=tuple(layer))
        told = orjson.loads(wire.news_of(new, old, {}))
        assert sum(isinstance(one, dict) for one in told["pieces"]) == 1
        assert whole(told, {"stage": orjson.loads(orjson.dumps(old))}) == orjson.loads(orjson.dumps(new))
