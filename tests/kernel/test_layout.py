"""One description of a state, three ways to hold it."""

from __future__ import annotations

from typing import Annotated

import pytest

from chantier.kernel.layout import Bits, Later, Layout, Shortcut, from_record, to_records


class Pawn(Layout):
    at: int
    moves: Annotated[list[int], 2]


class Board(Layout):
    seen: Bits
    words: Annotated[list[Bits], 2]
    grid: Annotated[list[list[int]], 2, 3]
    pawn: Annotated[list[Pawn], 2]
    king: Pawn


class Marked(Layout):
    """The same board, with shortcuts."""

    seen: Bits
    hidden: Shortcut
    words: Annotated[list[Bits], 2]
    rows: Annotated[list[Shortcut], 3]
    grid: Annotated[list[list[int]], 2, 3]
    pawn: Annotated[list[Pawn], 2]
    king: Pawn


def board() -> Board:
    b = Board()
    b.seen = 1 << 61
    b.words[1] = -1
    b.grid[1][2] = 2**31 - 1
    b.pawn[1].moves[0] = -5
    b.king.at = 9
    return b


def test_all_three_ways_hold_the_same() -> None:
    b = board()
    assert Board.of(b.to_json()) == b
    assert from_record(Board, to_records(b, b)[1]) == b
    assert to_records(b).tobytes() == b.packed()


def test_a_digest_does_without_shortcuts() -> None:
    """All else has them: copies, JSON and the record."""
    b = board()
    marked = Marked.of({**b.to_json(), "hidden": 5, "rows": [1, 2, 3]})
    assert marked.digest() == b.digest()
    assert len(marked.packed()) == len(b.packed()) + 4 * 8
    assert from_record(Marked, to_records(marked)[0]) == marked == marked.copy() == Marked.of(marked.to_json())
    marked.hidden = 6
    assert marked.digest() == b.digest()
    marked.words[0] += 1
    assert marked.digest() != b.digest()


def test_copies_share_nothing() -> None:
    b = board()
    c = b.copy()
    c.grid[0][0] = 1
    c.pawn[0].moves[1] = 1
    c.king.at = 1
    assert b == board()
    assert c != b
    c.become(b)
    assert c == b
    c.king.at = 3
    assert b.king.at == 9


def test_records_can_be_written_to() -> None:
    records = to_records(board())
    records[0]["king"]["at"] = 4
    assert from_record(Board, records[0]).king.at == 4


@pytest.mark.parametrize("name", ["copy", "digest", "become"])
def test_names_of_methods_are_refused(name: str) -> None:
    with pytest.raises(TypeError, match="has a method"):
        type("Bad", (Layout,), {"__annotations__": {name: int}})


def test_other_types_are_refused() -> None:
    with pytest.raises(TypeError, match="must be int"):
        type("Bad", (Layout,), {"__annotations__": {"title": str}})


def test_bits_come_first() -> None:
    with pytest.raises(TypeError, match="Bits come before"):
        type("Bad", (Layout,), {"__annotations__": {"a": int, "b": Bits}})


def test_a_number_that_does_not_fit_is_an_error() -> None:
    b = board()
    b.king.at = 2**31
    with pytest.raises(OverflowError, match="does not fit"):
        b.digest()


@pytest.mark.parametrize("change", [{"seen": "1"}, {"seen": True}, {"words": [1]}, {"grid": 3}])
def test_json_of_another_shape_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Board.of({**board().to_json(), **change})


class Before(Layout):
    seen: Bits
    at: int


class After(Layout):
    seen: Bits
    at: int
    option: Later
    other: Later


def test_an_option_that_came_later_leaves_the_digests_of_before() -> None:
    old, new = Before(), After()
    old.at = new.at = 7
    assert new.digest() == old.digest()
    digests = {new.digest()}
    for new.option, new.other in ((1, 0), (0, 1), (1, 1)):
        digests.add(new.digest())
        assert After.of(new.to_json()) == new
        assert to_records(new).tobytes() == new.packed()
    assert len(digests) == 4


def test_what_came_later_comes_last() -> None:
    with pytest.raises(TypeError, match="comes last"):
        type("Bad", (Layout,), {"__annotations__": {"option": Later, "at": int}})
