"""The law of undo is stored, not remembered: it is the same after a restart, and at every process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest

from chantier import Match
from chantier.table import changes, tables
from chantier.table.store.database import Store
from chantier.table.store.rows import SeatRow
from chantier.table.tables import Table
from tests.table.every_answer import person_of
from tests.table.harness import Browser, Server

GAME = "world_monuments"


def passed_on(seed: int = 0) -> tuple[Match, int]:
    """A match in which the turn has just passed from one seat to another, and a step of that one that can be taken back."""
    rng = Random(seed)
    while True:
        match = Match(GAME, 2, seed=seed)
        while not match.over:
            if match.moves[-1].seat == 1 - match.to_act:
                for action in match.legal:
                    twin = match.copy()
                    twin.play(action)
                    if twin.moves[-1].seat == match.to_act and twin.undoable and match.undoable:
                        return match, action
            match.play(rng.choice(match.legal))
        seed += 1


def begun(store: Store, match: Match, *owners: str) -> Table:
    table = tables.seated(
        match, [SeatRow(n, "here", "", n, owner=who) for n, who in enumerate(owners)], "", public=False, pace="free"
    )
    store.begin(table.stored())
    return table


def test_who_has_played_and_taken_back_has_played(database: str) -> None:
    """Ada has decided, then Grace, and Grace has taken her step back: Ada cannot take back hers, wherever it is loaded."""
    store = Store(database)
    match, action = passed_on()
    ada, grace = match.moves[-1].seat, match.to_act
    table = begun(store, match, "ada", "grace")
    elsewhere = loaded(store, table)  # another process, which knows the table as it was
    assert table.undo_seat == elsewhere.undo_seat == ada
    table = done(store, changes.played(table, action, 0.0))
    also = tables.caught_up(store, elsewhere)
    assert also is not None
    assert [t.undo_seat for t in (table, also, loaded(store, table))] == [grace] * 3
    table = done(store, changes.taken_back(table, 0.0))
    late = tables.caught_up(store, elsewhere)  # it has heard of neither
    assert late is not None
    assert [t.undo_seat for t in (table, late, loaded(store, table))] == [None] * 3
    assert tables.caught_up(store, also) is None  # it has to load the table
    done(store, changes.played(table, action, 0.0))
    late = tables.caught_up(store, late)
    assert late is not None
    assert [t.undo_seat for t in (late, loaded(store, table))] == [grace] * 2
    store.close()


def done(store: Store, change: changes.Change) -> Table:
    store.write(partial(change.write, store=store))
    return change.after


def loaded(store: Store, table: Table) -> Table:
    stored = store.load(table.id)
    assert stored is not None
    return tables.restored(stored)


@pytest.fixture
def server(database: str, tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path, store=database)
    yield made
    made.stop()


def test_the_law_of_undo_survives_a_restart(server: Server, browser: Callable[[], Browser]) -> None:
    people = [browser(), browser()]
    match, action = passed_on()
    ada, grace = match.moves[-1].seat, match.to_act
    table = begun(server.app.state.hall.store, match, *(person_of(server, who) for who in people)).id
    with people[grace].live(table) as two:
        assert two.play(action)["undo"]
        assert not two.ask("undo")["undo"]
    server.restart()
    with people[ada].live(table, seat=ada) as one, people[grace].live(table) as two:
        assert not one.position()["undo"]
        assert one.ask("undo", seat=ada)["error"] == "no undo"
        assert two.play(action)["undo"]
        assert not one.position(3)["undo"]
