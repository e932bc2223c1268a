"""Only views leave the server: what somebody is sent is the same in every world that they cannot tell from the true one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random

import pytest

from chantier import Match, games
from chantier.bots import bot
from chantier.scene import moving
from chantier.table import position
from chantier.table.store.rows import SeatRow
from chantier.table.tables import snapshot
from chantier.table.wire import to_text
from tests.table.harness import Browser, Server
from tests.table.worlds import other_world

Make = Callable[[], Browser]
NAMES = ["Ada", "Grace", "Emmy", "Sophie"]


def moments(game: str, seed: str, many: int) -> Iterator[Match]:
    """Some moments of a game of those who know what things are worth, and sometimes forget it."""
    rng, player = Random(seed), bot("apprentice", seed=seed)
    match = Match(game, seats=games[game].seats[-1], seed=seed)
    while not match.over and many:
        if rng.randrange(25) == 0:
            many -= 1
            yield match
        match.play(rng.choice(match.legal) if rng.random() < 0.2 else player.choose(match.seen()))


@pytest.mark.parametrize("game", list(games))
def test_positions_and_logs_say_nothing_that_a_seat_may_not_know(game: str) -> None:
    rng = Random(game)
    names = NAMES[: games[game].seats[-1]]
    for match in moments(game, "secrets", 8):
        for seat in range(match.seats):
            twin = other_world(match, seat, rng)
            for eyes in (seat, None):
                acts = eyes is not None and eyes == match.to_act
                true, other = (position.moment(m, eyes, acts, "en", names) for m in (match, twin))
                assert true == other
                assert position.log(match, eyes, "en", names) == position.log(twin, eyes, "en", names)
                assert position.events(match, eyes, 0) == position.events(twin, eyes, 0)


@pytest.mark.parametrize("game", list(games))
def test_positions_show_nothing_that_is_covered(game: str) -> None:
    """Also what everybody could remember is not shown: pieces behind screens, gold in tents."""
    rng = Random(game)
    names = NAMES[: games[game].seats[-1]]
    for match in moments(game, "covered", 6):
        for eyes in (0, 1, None):
            twin = match.copy()
            twin.state = match.game.part("view").forget(match.game, match.state, eyes, rng)
            true, other = (position.moment(m, eyes, False, "en", names) for m in (match, twin))
            assert true == other
            if eyes is None:
                assert snapshot(match) == snapshot(twin)


@pytest.mark.parametrize("game", list(games))
def test_a_spectator_is_sent_the_spectators_view(game: str, server: Server, browser: Make) -> None:
    """Every picture that a watching browser was sent is drawn from the view of nobody."""
    ada, guest = browser(), browser()
    seats = games[game].seats[0]
    table = ada.new(game, "me", *["bot:random"] * (seats - 1))["table"]
    called = position.names(ada_seats(ada, table), "en")
    shown = {}
    with guest.live(table) as watching, ada.live(table) as one:
        shown[watching.position()["move"]] = watching.position()
        while not (now := one.turn())["over"] and len(shown) < 20:
            told = one.play(now["actions"][0]["action"])
            watching.position(told["version"])
            shown[watching.position()["move"]] = watching.position()
            assert watching.position()["seed"] is None or watching.position()["over"]
    match = server.app.state.hall.gatherings[table].table.match
    for move, told in shown.items():
        then = match.at(move)
        drawn = then.game.picture.scene(then.game, then.view(None), [], language="en", names=called)
        assert told["seat"] is None
        assert told["scene"] == json.loads(to_text(moving(drawn)))


def ada_seats(ada: Browser, table: str) -> list[SeatRow]:
    seats = ada.get(f"/api/tables/{table}").json()["seats"]
    return [SeatRow(seat["seat"], seat["kind"], seat["name"]) for seat in seats]
