"""A language model at the table: over the protocol itself, as a child process and within this one."""

from __future__ import annotations

import asyncio
import re
import sys
from random import Random
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

import chantier
from chantier.adapters.mcp import Seating, server


async def call(client: Any, tool: str, **given: Any) -> tuple[bool, str]:
    """Whether it went well, and what was said."""
    answer = await client.call_tool(tool, given)
    return not answer.is_error, "\n".join(part.text for part in answer.content)


async def whole_game(client: Any, name: str) -> str:
    """Open a table, try what is illegal, play any actions until it is over, and one too late; the last look."""
    _, told = await call(client, "new_table", game=name, seats=3, seat=1, bots=["apprentice", "random"], seed="mcp")
    table = re.match(r"Table (\w+)\. You are seat 1\.", told)
    assert table, told
    rng = Random(1)
    good, refused = await call(client, "play", table=table[1], action="fly to the moon")
    assert not good
    assert "legal are: " in refused
    while "The game is over." not in told:
        good, listed = await call(client, "actions", table=table[1])
        assert good
        good, told = await call(client, "play", table=table[1], action=rng.choice(listed.splitlines()))
        assert good, told
    good, refused = await call(client, "play", table=table[1], action=rng.choice(listed.splitlines()))
    assert not good
    assert "the game is over; open another table with new_table" in refused
    good, record = await call(client, "record", table=table[1])
    assert good
    assert chantier.Match.of(record).over
    return told


@pytest.mark.parametrize("name", list(chantier.games))
def test_a_whole_game(name: str) -> None:
    async def work() -> None:
        async with Client(server()) as client:
            told = await whole_game(client, name)
            assert "Seat 1: " in told
            assert "place 1" in told

    asyncio.run(work())


def test_what_cannot_be_is_explained() -> None:
    async def work() -> None:
        async with Client(server()) as client:
            tools = {tool.name: tool.description for tool in (await client.list_tools()).tools}
            assert set(tools) == {"games", "rules", "new_table", "look", "actions", "play", "record"}
            assert all(tools.values())
            assert "arkadia: Arkadia, 2 to 4 seats" in (await call(client, "games"))[1]
            assert "reliquary" in (await call(client, "rules", game="world_monuments", number="4.6"))[1]
            _, told = await call(client, "new_table", game="world_monuments")
            table = told[6:12]
            assert (await call(client, "look", table=table))[0]
            for tool, given, reason in (
                ("play", {"table": table, "action": "fly to the moon"}, "legal are: step to outer"),
                ("play", {"table": "nowhere", "action": "pass"}, "there is no table 'nowhere'"),
                ("record", {"table": table}, "once the game is over"),
                ("new_table", {"game": "chess"}, "there is no game 'chess'"),
                ("new_table", {"game": "arkadia", "bots": ["stdio:ls"]}, "bots here are levels"),
                ("new_table", {"game": "arkadia", "seats": 3, "bots": ["random"]}, "needs 2 bots"),
            ):
                good, said = await call(client, tool, **given)
                assert not good
                assert reason in said

    asyncio.run(work())


def test_secrets_stay_secret() -> None:
    """Cards that others drew are in no answer."""

    async def work() -> None:
        async with Client(server()) as client:
            _, told = await call(client, "new_table", game="arkadia", seed="secret")
            match = chantier.Match("arkadia", 2, "secret")
            drawn = [e for e in match.events if e.kind == "draw"]
            assert len([e for e in drawn if e.seat == 1]) > 0
            assert "Your cards" in told
            names = ["Seat 0", "Seat 1"]
            text = match.game.texts
            for event in drawn:
                line = text.tell(match.game, match.view(event.seat), event, "en", names)
                assert (line in told) == (event.seat == 0)

    asyncio.run(work())


def test_the_command_speaks_the_protocol() -> None:
    async def work() -> None:
        command = StdioServerParameters(command=sys.executable, args=["-m", "chantier", "mcp"])
        async with Client(command) as client:
            good, told = await call(client, "games")
            assert good
            assert "queens_architect" in told

    asyncio.run(work())


def test_a_bot_that_fails_is_told_of_and_the_game_goes_on() -> None:
    class Broken:
        def choose(self, seen: chantier.Seen) -> int:
            raise ZeroDivisionError("float division by zero")

    match = chantier.Match("world_monuments", seats=2, seed="mcp")
    seating = Seating(match, match.to_act, ["apprentice"])
    seating.bots = {seat: (Broken(), level) for seat, (_, level) in seating.bots.items()}
    while not seating.failures:
        match.play(match.legal[0])
        seating.go_on()
    other = next(iter(seating.bots))
    assert f"The apprentice of seat {other} has failed: float division by zero." in seating.news()
    assert not seating.news()
