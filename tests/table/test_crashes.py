"""What was acknowledged is there, whatever dies: servers and workers are killed at random moments, many times over."""

from __future__ import annotations

import random
from pathlib import Path

from tests.table.crashes import GAME, Process, all_go_on, check, in_the_middle, seated, survives, told_by, until
from tests.table.databases import Postgres
from tests.table.harness import Browser

KILLS = 5


def test_the_server_is_killed_while_people_and_bots_play(database: str, tmp_path: Path) -> None:
    rng = random.Random(database.split(":")[0])
    server = Process(tmp_path, "serve", "--port", "0", "--store", database)
    survives(server, database, [server.again] * KILLS, rng)


def test_bots_go_on_by_themselves_after_a_crash(database: str, tmp_path: Path) -> None:
    """Nobody looks at the table; the server that is started again knows whose turn it is."""
    server = Process(tmp_path, "serve", "--port", "0", "--store", database)
    ada = Browser(server)
    table = ada.new(GAME, "bot:random", "bot:random")["table"]

    def moves() -> int:
        answer = ada.get(f"/api/tables/{table}")
        assert answer.status_code == 200, answer.text
        return int(answer.json()["version"])

    with told_by(server):
        until(lambda: moves() >= 1, "the bots do not play")
        server.again()
        before = moves()
        until(lambda: moves() >= before + 2, "the bots do not go on")
    server.kill()
    ada.http.close()


def test_servers_and_workers_are_killed_in_turn(postgres: Postgres, tmp_path: Path) -> None:
    """Two servers and two workers share a database. Whoever is left goes on; nobody plays a move twice."""
    rng = random.Random(2)
    url = postgres.new()
    servers = [Process(tmp_path, "serve", "--port", "0", "--no-bots", "--store", url) for _ in range(2)]
    workers = [Process(tmp_path, "worker", "--store", url) for _ in range(2)]
    browsers = [Browser(server) for server in servers for _ in range(2)]
    seats = [("me", "bot:random"), ("me", "here", "bot:random"), ("me", "bot:random", "bot:random"), ("me", "here")]
    with told_by(*servers, *workers):
        players = seated(browsers, seats, servers)
        for kill in range(KILLS):
            in_the_middle(players, (servers if kill % 2 else workers)[rng.randrange(2)].again, rng)
        workers[0].kill()  # one is enough
        all_go_on(players)
        for player in players:
            player.finish()
    for process in (*servers, workers[1]):
        process.kill()
    check(url, players)
    for browser in browsers:
        browser.http.close()
