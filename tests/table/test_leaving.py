"""Whoever leaves takes along what they took: many who come and go cost no more than a few who stay."""

from __future__ import annotations

import gc
import socket
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from chantier import Match
from chantier.table import door, hall
from chantier.table.sockets import STRAIGHT
from tests.table.crashes import GAME, until
from tests.table.harness import Browser, Server


def test_what_packs_messages_goes_with_its_connection(browser: Callable[[], Browser], monkeypatch: pytest.MonkeyPatch) -> None:
    """It is large, and a connection that is over waits for the collector of garbage, which comes rarely."""
    made: list[door.Talking] = []
    begin = door.Talking.connection_made

    def noted(self: door.Talking, transport: Any) -> None:
        made.append(self)
        begin(self, transport)

    monkeypatch.setattr(door.Talking, "connection_made", noted)
    ada = browser()
    with ada.live(ada.new(GAME, "me", "here")["table"]) as one:
        one.position()
        assert made[0].conn.extensions, "nothing is packed"
        assert STRAIGHT in made[0].scope["extensions"]
    until(lambda: not made[0].conn.extensions, "it is kept")
    until(lambda: STRAIGHT not in made[0].scope["extensions"], "connection and way out know each other: both stay")


@pytest.fixture
def nobody_looks_for_garbage() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("nobody_looks_for_garbage")
@pytest.mark.parametrize("says_so", [True, False])
def test_a_live_connection_that_is_over_is_gone_at_once(
    browser: Callable[[], Browser], monkeypatch: pytest.MonkeyPatch, says_so: bool
) -> None:
    """Nothing of it holds itself: it has mostly been laid aside by then, and whatever was laid aside is looked at again only
    after minutes. Whether somebody says goodbye, or the connection breaks; and so is what it was before it became live."""
    made: list[weakref.ref[Any]] = []
    begin, upgrade = door.Talking.connection_made, door.Asking.handle_websocket_upgrade

    def noted(self: door.Talking, transport: Any) -> None:
        made.extend(map(weakref.ref, (self, self.conn, self.conn.reader)))
        begin(self, transport)

    def noted_before(self: door.Asking, *event: Any) -> None:
        made.append(weakref.ref(self))
        upgrade(self, *event)

    monkeypatch.setattr(door.Talking, "connection_made", noted)
    monkeypatch.setattr(door.Asking, "handle_websocket_upgrade", noted_before)
    ada = browser()
    table = ada.new(GAME, "me", "here")["table"]
    for _ in range(3):
        with ada.live(table) as one:
            one.position()
            if not says_so:
                one.socket.socket.shutdown(socket.SHUT_RDWR)
    assert len(made) == 3 * 4
    until(lambda: not any(one() for one in made), "something of them holds itself")


def finished() -> str:
    """The record of a game that is over."""
    match = Match(GAME, seats=2, seed="over")
    while not match.over:
        match.play(match.legal[0])
    return match.record()


def test_tables_whose_game_is_over_do_not_pile_up(server: Server, browser: Callable[[], Browser]) -> None:
    """Many come and go: of those at which nobody is any more only the last few stay, and none of those that go on has to go."""
    ada, known, record = browser(), server.app.state.hall.gatherings, finished()
    going_on = [ada.new(GAME, "me", "here")["table"] for _ in range(3)]
    for _ in range(hall.OVER + 5):
        assert ada.post("/api/records", {"text": record}).status_code == 200
    assert sum(gathering.table.match.over for gathering in known.values()) <= hall.OVER + 1
    assert set(going_on) <= known.keys()


def test_tables_to_which_nobody_comes_back_are_let_go(
    server: Server, browser: Callable[[], Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those at which somebody was a moment ago stay, and so do those at which somebody is; all can be loaded again."""
    ada, known = browser(), server.app.state.hall.gatherings
    left, visited = (ada.new(GAME, "me", "here")["table"] for _ in range(2))
    with ada.live(visited) as one:
        one.position()
        ada.new(GAME, "me", "here")
        assert {left, visited} <= known.keys()
        monkeypatch.setattr(hall, "FORSAKEN", 0.0)
        ada.new(GAME, "me", "here")
        assert left not in known
        assert visited in known
    assert ada.get(f"/api/tables/{left}").json()["over"] is False


def test_a_table_that_everybody_has_left_goes_by_itself(
    server: Server, browser: Callable[[], Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not only when the next one is made: many who leave at once would keep their tables in memory until then."""
    ada, known = browser(), server.app.state.hall.gatherings
    monkeypatch.setattr(hall, "FORSAKEN", 0.0)
    table = ada.new(GAME, "me", "here")["table"]
    with ada.live(table) as one:
        one.position()
        assert table in known
    until(lambda: table not in known, "it stays")
    assert ada.get(f"/api/tables/{table}").json()["over"] is False


def test_drawings_that_two_tables_have_in_common_are_kept_once(server: Server, browser: Callable[[], Browser]) -> None:
    ada, known = browser(), server.app.state.hall.gatherings
    one, other = (ada.new(GAME, "me", "here")["table"] for _ in range(2))
    with ada.live(one) as at_one, ada.live(other) as at_other:
        at_one.position(), at_other.position()
        looks = [list(known[table].shown._look.values()) for table in (one, other)]
    assert looks[0][0] is looks[1][0]


def test_what_was_drawn_for_somebody_goes_when_nobody_looks_any_more(server: Server, browser: Callable[[], Browser]) -> None:
    """A table that is kept in memory for whoever comes back keeps no pictures."""
    ada, known = browser(), server.app.state.hall.gatherings
    table = ada.new(GAME, "me", "here")["table"]
    with ada.live(table) as one, ada.live(table) as other:
        first, _ = one.position(), other.position()
        assert len(known[table].shown.drawn) > 0
        one.play(first["actions"][0]["action"])
        other.position(1)
        until(lambda: not known[table].shown._made, "what all have been told is kept")
    until(lambda: not known[table].guests, "they stay")
    assert len(known[table].shown.drawn) == 0
