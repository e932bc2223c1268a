"""Who cannot know is not told: every answer about a table is the same in all worlds that the asker cannot tell apart."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from chantier import Match, dice, games
from chantier.bots import bot
from tests.table.every_answer import ASKED, ELSEWHERE, MESSAGES, World, ask_everything, messages, routes, set_luck, told
from tests.table.harness import Server
from tests.table.worlds import elsewhere

HEARD = {"table", "look", "position", "chat", "foreseen", "hint", "thinking", "pong", "refused", "state"}  # in the cases below
OF_BOTS = {"failed"}  # names two levels, and nothing of a world


def played(game: str, seed: str, moves: int) -> Match:
    """A game of three that goes on, at a decision of a seat."""
    match, rng, player = Match(game, 3, seed=seed), Random(seed), bot("apprentice", seed=seed)
    while len(match.moves) < moves:
        match.play(rng.choice(match.legal) if rng.random() < 0.2 else player.choose(match.seen()))
    assert not match.over
    return match


def harmless(one: Match, other: Match, eyes: int) -> list[int]:
    """What can be done in both worlds without learning which of them is true."""

    def seen(match: Match, action: int) -> str:
        twin = match.copy()
        twin.play(action)
        return json.dumps([twin.view(eyes), twin.log(eyes), twin.to_act])

    return [action for action in one.legal if action in other.legal and seen(one, action) == seen(other, action)]


def asked(
    folder: Path, match: Match, seat: int, who: str, moves: list[int], monkeypatch: pytest.MonkeyPatch
) -> dict[str, bytes]:
    """One world, and all that somebody is told in it."""
    set_luck(monkeypatch)
    world = World.made(folder, match, seat)
    try:
        now = len(match.moves)
        world.copy("a copy", "running", now, 6)
        world.copy("a copy that is over", "running", now, None)
        world.copy("a copy of a copy", "a copy", len(world.tables["a copy"].match.moves), None)
        world.copy("a copy of the time before a copy", "a copy that is over", now // 2, None)
        world.harmless = moves
        found = ask_everything(world, "guest") | ask_everything(world, who)  # a guest knows less than anybody who sits there
        sealed = {dice.promise(table.row.seed).encode(): name.encode() for name, table in world.tables.items()}
        assert len(found) > 100
        if who == "ada":
            check_all_was_told(found)
    finally:
        world.close()
    return {key: unsealed(answer, sealed) for key, answer in found.items()}


def check_all_was_told(found: dict[str, bytes]) -> None:
    """That answers are the same says nothing if they are refusals."""
    everything = b"\n".join(found.values())
    assert {kind for kind in told() if f'"type":"{kind}"'.encode() in everything.replace(b'": "', b'":"')} >= HEARD
    for name in ("a copy that is over", "a copy of a copy", "a copy of the time before a copy"):
        for path in ("review", "review/values", "moments/{move}"):
            assert b"200 " in found[f"ada asks GET /api/tables/{{table}}/{path} about {name}, 1"][:4]


def unsealed(answer: bytes, sealed: dict[bytes, bytes]) -> bytes:
    """An answer without hashes of seeds, which are there to differ."""
    for promise, name in sealed.items():
        answer = answer.replace(promise, name)
    return answer


CASES = [
    ("arkadia", "mill", 60, "ada"),
    ("arkadia", "mill", 60, "grace"),
    ("arkadia", "castle", 150, "ada"),
    ("world_monuments", "mill", 60, "ada"),
    ("queens_architect", "mill", 90, "ada"),
]


@pytest.mark.unmeasured
@pytest.mark.parametrize(("game", "seed", "moves", "who"), CASES)
def test_every_answer_is_the_same_in_every_world(
    game: str, seed: str, moves: int, who: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ada sits at a running table and has made copies of it; Grace sits there too, and a guest looks on. What each is told
    about all these tables would be the same if the others held other cards and if the seed were another."""
    match = played(game, seed, moves)
    seat = match.to_act
    eyes = (seat + 1) % match.seats if who == "grace" else seat
    other = elsewhere(match, eyes, Random(seed), "another seed")
    can = harmless(match, other, eyes)
    true, there = (asked(tmp_path / str(n), world, seat, who, can, monkeypatch) for n, world in enumerate((match, other)))
    assert true.keys() == there.keys()
    assert [key for key in true if true[key] != there[key]] == []


def test_other_worlds_are_other_worlds() -> None:
    """Whoever holds the cards that differ would see the difference."""
    match = played("arkadia", "mill", 60)
    eyes = match.to_act
    other = elsewhere(match, eyes, Random(1), "another seed")
    assert match.view(eyes) == other.view(eyes)
    assert any(match.view(seat) != other.view(seat) for seat in range(3))


def test_no_way_to_ask_is_forgotten(server: Server) -> None:
    """A route or a message that is new has to be asked here in two worlds, or be named as one that tells nothing of tables."""
    known = set(ASKED) | ELSEWHERE
    assert routes(server.app) - known == set()
    assert known - routes(server.app) == set()
    assert messages() == set(MESSAGES)
    assert told() == HEARD | OF_BOTS
    assert set(games) == {game for game, *_ in CASES}
