"""A table without a server: whole games with everything blocked that a server needs, and a store that fails."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import textwrap

import pytest

from chantier import Match, games, packages
from chantier.bots import bot
from chantier.table import reviews
from chantier.table.alone import thinking
from chantier.table.alone.room import Room
from tests.table.alone import Memory, Page


@pytest.mark.parametrize("game", list(games))
def test_a_whole_game_needs_nothing_that_a_server_needs(game: str) -> None:
    program = f"""
        from chantier.table.alone import needed

        needed.block()
        import asyncio
        from tests.table.alone import whole_game

        print(asyncio.run(whole_game({game!r})))
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert Match.of(done.stdout).over


def test_what_could_not_be_kept_has_not_happened() -> None:
    async def full() -> None:
        memory = Memory()
        page = Page(Room(memory, pace=0.0))
        table = await page.new("arkadia", "random")
        page.enter(table)
        now = await page.turn()
        memory.full = True
        page.say("play", version=now["version"], seat=now["seat"], action=now["actions"][0]["action"])
        assert (await page.hear("refused"))["error"] == "store"
        after = await page.hear("position")
        assert (after["version"], after["move"]) == (now["version"], now["move"])
        memory.full = False
        page.say("play", version=now["version"], seat=now["seat"], action=now["actions"][0]["action"])
        assert (await page.hear("position"))["version"] == now["version"] + 1
        await page.room.close()

    asyncio.run(full())


def test_a_step_is_taken_back_and_seats_are_renamed_on_the_shelf_too() -> None:
    async def back() -> None:
        memory = Memory()
        page = Page(Room(memory, pace=0.0))
        table = await page.new("world_monuments", "random")
        page.enter(table)
        now = await page.turn()
        while not now["undo"]:
            before = now["move"]
            page.say("play", version=now["version"], seat=now["seat"], action=now["actions"][0]["action"])
            now = await page.turn()
        page.say("undo", version=now["version"], seat=now["seat"])
        assert (await page.hear("position"))["move"] == before
        await page.ask("POST", f"/api/tables/{table}/seats/0", {"name": "Grace"})
        kept = json.loads(memory.texts[table])
        assert (len(kept["moves"]), kept["seats"][0]["name"], kept["match"]["undone_by"]) == (before, "Grace", 0)
        assert kept["summary"]["seats"][0]["name"] == "Grace"
        await page.room.close()

    asyncio.run(back())


def test_a_record_of_an_unknown_game_is_refused_where_no_packages_can_be_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a page there are only the games of the folder, and nothing that looks for others."""
    monkeypatch.setitem(sys.modules, "importlib.metadata", None)
    packages.announced.cache_clear()
    record = Match("arkadia", seed=1).record().replace("arkadia", "chess", 1)
    try:
        answer = asyncio.run(Room(Memory()).ask("POST", "/api/records", "{}", json.dumps({"text": record})))
    finally:
        packages.announced.cache_clear()
    assert json.loads(answer)["status"] == 400
    assert "chess" in answer


def test_whoever_is_elsewhere_cannot_be_waited_for() -> None:
    async def wish() -> None:
        page = Page(Room(Memory()))
        seats = [{"kind": "me"}, {"kind": "link"}]
        told = await page.ask("POST", "/api/tables", {"game": "arkadia", "seats": seats}, status=400)
        assert told["error"] == "bad"
        await page.ask("GET", "/api/tables/there-is-none", status=404)
        await page.ask("GET", "/api/nothing", status=400)
        await page.room.close()

    asyncio.run(wish())


def test_bots_that_think_elsewhere_decide_advise_and_review(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other end is asked by text alone, as a worker is."""
    monkeypatch.setattr(reviews, "THINKER", "journeyman:12")
    other, asked = thinking.Thinker(), []

    async def think(text: str) -> str:
        asked.append(json.loads(text)["what"])
        return other.ask(text)

    async def elsewhere() -> None:
        page = Page(Room(Memory(), think, pace=0.0))
        record = Match("world_monuments", 2, seed="review")
        player = bot("apprentice", 1)
        while not record.over:
            record.play(player.choose(record.seen()))
        brought = (await page.ask("POST", "/api/records", {"text": record.record()}))["table"]
        while not (values := await page.ask("GET", f"/api/tables/{brought}/review/values"))["done"]:
            await asyncio.sleep(0)
        assert len(values["rows"]) > 5
        table = await page.new("world_monuments", "journeyman")
        page.enter(table)
        now = await page.turn()
        page.say("hint", version=now["version"], seat=now["seat"])
        hint = await page.hear("hint")
        assert hint["action"] in [one["action"] for one in now["actions"]]
        assert hint["branches"]
        assert hint["line"]
        while "decide" not in asked:
            page.say("play", version=now["version"], seat=now["seat"], action=now["actions"][0]["action"])
            now = await page.turn()
        await page.room.close()

    asyncio.run(elsewhere())
    assert set(asked) == {"decide", "advise", "review"}
