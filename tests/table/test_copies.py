"""What-if tables: whose they are, in which world they are, and what they say about the time before they began."""

from __future__ import annotations

from random import Random

import pytest

from chantier import Match, dice
from chantier.bots import bot
from chantier.table import reviews, tables
from chantier.table.refusals import Refused
from chantier.table.store.rows import SeatRow, Stored
from chantier.table.tables import Table
from tests.table.worlds import elsewhere


def seated(match: Match, *mine: int) -> Table:
    rows = [SeatRow(n, "here", f"Seat {n}", n, owner="ada" if n in mine else "grace") for n in range(match.seats)]
    return tables.seated(match, rows, "ada", public=False, pace="free")


def played(seed: str, moves: int) -> Match:
    match, rng = Match("arkadia", 3, seed=seed), Random(seed)
    while len(match.moves) < moves:
        match.play(rng.choice(match.legal))
    return match


def finished(table: Table) -> Table:
    """A table that bots have played to its end, as it is loaded from the store."""
    rng = Random(1)
    while not table.match.over:
        table.match.play(rng.choice(table.match.legal))
    return loaded(table)


def loaded(table: Table) -> Table:
    return tables.restored(Stored(table.row, table.seats, None, tables.move_rows(table.match, 0)))


@pytest.mark.parametrize("seed", ["oak", "elm", "ash"])
def test_the_time_before_a_copy_is_the_same_in_every_world(seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever anybody thinks about or is shown of it is made from these states."""
    monkeypatch.setattr("secrets.randbits", lambda _: 12345)
    monkeypatch.setattr(dice, "fresh", lambda: "the same dice")
    match = played(seed, 90)
    seat = match.to_act
    other = elsewhere(match, seat, Random(seed), "another seed")
    copies = [finished(tables.what_if(seated(world, seat), "ada", 90, "random")) for world in (match, other)]
    true, there = ([then.digest() for then in copy.steps()] for copy in copies)
    assert true == there
    assert [copies[0].at(n).digest() for n in range(len(true))] == true
    assert [copies[1].at(n).digest() for n in range(len(true))] == true
    true_log, other_log = ([then.log(eyes) for then in copy.steps() for eyes in range(3)] for copy in copies)
    assert true_log == other_log


def test_before_a_copy_only_its_makers_decisions_are_thought_about() -> None:
    match = played("oak", 90)
    seat = match.to_act
    copy = finished(tables.what_if(seated(match, seat), "ada", 90, "random"))
    began = copy.row.origin["moves"]
    seats = {n: copy.match.moves[n].seat for n in reviews._choices(copy)}
    assert {who for n, who in seats.items() if n < began} == {seat}
    assert {who for n, who in seats.items() if n >= began} == {0, 1, 2}
    assert [copy.eyes(began - 1, who) for who in (None, 0, 1, 2)] == [None, seat, seat, seat]
    assert [copy.eyes(began, who) for who in (None, 0, 1, 2)] == [None, 0, 1, 2]


def test_a_copy_of_a_copy_is_the_same_when_it_is_loaded_again() -> None:
    """It changes worlds twice: where the first was dealt, and where it was dealt itself."""
    match = played("oak", 60)
    first = tables.what_if(seated(match, match.to_act), "ada", 60, "random")
    rng = Random(2)
    while len(first.match.moves) < 120:
        first.match.play(rng.choice(first.match.legal))
    for move in (30, 60, 61, 90, 120):
        second = tables.what_if(first, "ada", move, "random")
        for _ in range(20):
            second.match.play(rng.choice(second.match.legal))
        again = loaded(second)
        assert again.match.digest() == second.match.digest()
        assert [then.digest() for then in again.steps()] == [second.at(n).digest() for n in range(len(second.match.moves) + 1)]
        third = tables.what_if(again, "ada", len(again.match.moves), "random")
        assert loaded(third).match.digest() == third.match.digest()


def test_nobody_else_looks_at_a_world_that_was_dealt_for_somebody() -> None:
    """The cards of its maker are in it, and the game that it is a copy of still goes on."""
    match = played("oak", 60)
    table = seated(match, match.to_act)
    copy = finished(tables.what_if(table, "ada", 60, "random"))
    for person in ("grace", "a guest", None):
        table.check_looks(person)
        with pytest.raises(Refused, match="no table"):
            copy.check_looks(person)
    copy.check_looks("ada")
    with pytest.raises(Refused, match="running"):
        tables.what_if(copy, "grace", 30, "random")


def test_a_copy_of_a_finished_game_hides_nothing() -> None:
    table = finished(seated(played("oak", 60), 0))
    copy = finished(tables.what_if(table, "a guest", 60, "random"))
    copy.check_looks("anybody")
    assert [copy.eyes(0, seat) for seat in range(3)] == [0, 1, 2]


def test_what_is_over_stays_over() -> None:
    """After the end everybody is shown the seed: who could take back the last step would know the draws to come."""
    match, player = Match("queens_architect", 2, seed="oak"), bot("apprentice", seed=1)
    while not match.over:
        match.play(player.choose(match.seen()))
    match.copy().undo()
    assert seated(match, 0, 1).undo_seat is None


def test_the_same_opponents_at_the_same_levels() -> None:
    """Bots stay what they are, a master plays for other people; or all are of a level that was asked for."""
    match = played("levels", 60)
    rows = [
        SeatRow(0, "here", "Ada", 0, owner="ada"),
        SeatRow(1, "bot", "Bo", 1, "apprentice"),
        SeatRow(2, "here", "Cy", 2, owner="grace"),
    ]
    table = tables.seated(match, rows, "ada", public=False, pace="free")
    assert [seat.level for seat in tables.what_if(table, "ada", 60).seats] == ["", "apprentice", "master"]
    assert [seat.level for seat in tables.what_if(table, "ada", 60, "random").seats] == ["", "random", "random"]
