"""What browsers are sent is what would be drawn without any memory: for seats and whoever looks on, to the end of a game."""

from __future__ import annotations

import runpy
import sys
from random import Random
from types import SimpleNamespace
from typing import Any

import orjson
import pytest
from bench.move import seen_in, whole

from chantier import Match, games
from chantier.bots import bot
from chantier.contract.found import forgetting, remembered
from chantier.core import CHANCE, NOBODY
from chantier.scene import Piece, Sheet, moving
from chantier.table import live, position, protocol, tables, wire
from chantier.table.store.rows import SeatRow

CHECKED = 0.03  # of all positions: drawing without memory takes a while
VIEWERS = (  # a person, a language, a side, and the form of a window, if the browser has told it
    ("Ada", "en", 0, "wide"),
    ("Bo", "fr", 1, ""),
    (None, "de", 0, "narrow"),
    (None, "en", 3, "low"),
)


def plain(value: Any) -> Any:
    """As JSON has it."""
    return orjson.loads(orjson.dumps(value))


def anew(match: Match, seat: int | None, acts: bool, language: str, called: list[str], side: int) -> dict[str, Any]:
    """A position in the plainest way: everything asked for again, and every part drawn again."""
    game, view, text = match.game, match.view(seat), match.game.texts
    legal = match.legal if acts else []
    turned = {"side": side} if side and getattr(game.picture, "SIDES", 1) > 1 else {}
    with forgetting(game):
        drawn = game.picture.scene(game, view, legal, language=language, names=called, **turned)
    places = {action: place.id for place in drawn.places for action in place.actions}
    return {
        "move": len(match.moves),
        "seat": seat,
        "to_act": match.to_act,
        "over": match.over,
        "prompt": text.prompt(game, view, legal, language),
        "scene": plain(moving(drawn)),
        "actions": [
            {
                "action": action,
                "words": match.words(action),
                "text": text.describe(game, view, action, language, called),
                "verb": game.actions.split(action)[0],
                "place": places[action],
                **outcome(match, action),
            }
            for action in legal
        ],
    }


def outcome(match: Match, action: int) -> dict[str, Any]:
    """What an action brings in both of two worlds that could be true, each of them played."""
    game, seat = match.game, match.to_act
    began = next((move.seat for move in reversed(match.moves) if move.seat != CHANCE), NOBODY) != seat
    found = []
    for n in range(2):
        world = game.redeal(match.state, seat, Random(n))
        news = game.play(world, action)
        points = [0] * match.seats
        for event in news:
            if event.kind == "score":
                points[event.seat] += event.args[0]
        idle = began and world.to_act != seat and not any(event.seat == seat for event in news)
        ends = world.to_act == NOBODY
        found.append((points, "ends" if ends else "loses" if points[seat] < 0 else "idle" if idle else ""))
    (one, warning), (other, same) = found
    gains = {n: points for n, points in enumerate(one) if points and points == other[n]}
    return {"gains": gains, "warn": warning if warning == same and len(match.legal) > 1 else ""}


@pytest.mark.parametrize("has_orjson", [True, False])
def test_the_text_that_a_sheet_keeps_is_no_part_of_it(has_orjson: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither for orjson nor for Python's own writer, which a page has."""
    if not has_orjson:
        monkeypatch.setitem(sys.modules, "orjson", None)
    writer = runpy.run_path(wire.__file__)
    sheet = Sheet("stage", 10, 10, pieces=(Piece("dot", "disc", 5, 5),))
    first = writer["to_text"](sheet)
    assert orjson.loads(first)["pieces"][0]["symbol"] == "disc"
    assert writer["kept"](sheet) == writer["kept"](sheet) == first.encode()
    assert writer["to_text"]([sheet]) == f"[{first}]"


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", list(games))
def test_what_is_sent_is_what_would_be_drawn_without_any_memory(name: str) -> None:
    rng, player = Random(name), bot("apprentice", seed=1)
    seats = [SeatRow(n, "me", person, n, owner=person) for n, person in enumerate(("Ada", "Bo", "Cy"))]
    match = Match(name, 3, seed="shown")
    table = tables.seated(match, seats, "Ada", public=False, pace="free")
    gathering: Any = SimpleNamespace(table=table, shown=position.Shown(), present=set())
    nothing: Any = None
    guests = [live.Browser(nothing, gathering, nothing, who, tongue, protocol.asked) for who, tongue, *_ in VIEWERS]
    known: list[dict[str, Any]] = [{} for _ in VIEWERS]
    sent: list[bytes] = []
    for guest, (_, _, side, form) in zip(guests, VIEWERS, strict=True):
        guest.side, guest.form = side, form
        guest.outbox = SimpleNamespace(put=sent.append)  # type: ignore[assignment]
    while True:
        for n, guest in enumerate(guests):
            heard = guest.shown
            guest.show_position()
            told = orjson.loads(sent.pop())
            check_what_happened(told, table, guest, heard)
            told["scene"]["sheets"] = [whole(sheet, known[n]) for sheet in told["scene"]["sheets"]]
            known[n] = {sheet["name"]: sheet for sheet in told["scene"]["sheets"]}
            if rng.random() < CHECKED or table.match.over:
                check(told, table.match, guest)
        if table.match.over:
            break
        match = table.match.copy()
        match.play(rng.choice(match.legal) if rng.random() < 0.3 else player.choose(match.seen()))
        table = gathering.table = table.after(match, [], {})


def check_what_happened(told: dict[str, Any], table: tables.Table, guest: live.Browser, heard: int) -> None:
    """What has happened is told to everybody as if they alone had asked: what was whispered to others is not among it."""
    called, first = position.names(table.seats, guest.language), 0 if told["whole"] else heard
    assert told["log"] == plain(position.log(table.match, guest.seat, guest.language, called, first))
    assert told["events"] == ([] if told["whole"] else plain(position.events(table.match, guest.seat, first)))


def check(told: dict[str, Any], match: Match, guest: live.Browser) -> None:
    """A position that was told is the same as one that is made anew: for a window of one form, what is seen there of all."""
    assert told["seat"] == guest.seat
    assert told["scene"].pop("form", "") == guest.form
    acts = guest.seat is not None and guest.seat == match.to_act
    called = position.names(guest.gathering.table.seats, guest.language)
    side = position.side_of(match.game, guest.side)
    for action in told["actions"]:
        action["gains"] = {gain["seat"]: gain["points"] for gain in action["gains"]}
        del action["clauses"]
    made = anew(match.copy(), guest.seat, acts, guest.language, called, side)
    if guest.form:
        names = {sheet["name"] for sheet in told["scene"]["sheets"]}
        told["scene"], made["scene"] = (seen_in(one["scene"], guest.form) for one in (told, made))
        assert names == {sheet["name"] for sheet in made["scene"]["sheets"]}
    for key, value in made.items():
        assert told[key] == value, key


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", list(games))
def test_what_a_part_is_known_by_is_all_that_it_shows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every part of every picture, whenever it is asked for: what is remembered of it is what would be drawn now."""
    rng, player, game = Random(name), bot("apprentice", seed=2), games[name]
    remembered(game)  # all of its modules are loaded
    for module in [module for name, module in sys.modules.items() if name.startswith(f"{game.package}.")]:
        for called_here, part in [(key, one) for key, one in vars(module).items() if hasattr(one, "kept")]:
            monkeypatch.setattr(module, called_here, suspicious(part))
    for seats in (game.seats[0], game.seats[-1]):
        match, called = Match(name, seats, seed="parts"), [f"Seat {n}" for n in range(seats)]
        while not match.over:
            form = rng.choice(("", "wide", "narrow", "low"))
            for seat in (0, match.to_act, None):
                legal = match.legal if seat == match.to_act else []
                position.draw(match, match.look(seat), legal, "en", called, 0, form)
            match.play(rng.choice(match.legal) if rng.random() < 0.3 else player.choose(match.seen()))


def suspicious(part: Any) -> Any:
    """A part that is drawn again whenever it is asked for, and compared with what is remembered of it."""

    def drawn(look: Any, *more: Any) -> Any:
        remembered_as, now = part(look, *more), part.__wrapped__(look, *more)
        assert remembered_as == now, f"{part.__name__} shows more than it is known by"
        return now

    return drawn
