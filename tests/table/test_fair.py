"""Thinking time is shared out fairly: nobody can make others wait for their bots."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from chantier import games
from chantier.bots import bot, deciding
from chantier.table import fair, thinkers
from chantier.table import hall as hall_module
from chantier.table.fair import Lane, Shares, Steps, Turns
from chantier.table.gathering import Gathering
from chantier.table.hall import Hall
from chantier.table.store.database import Store
from chantier.table.store.rows import Stored
from chantier.table.tables import restored
from tests.table.crashes import until
from tests.table.gate import Gate, looking_on, masters
from tests.table.harness import PATIENCE, Browser, Server

Make = Callable[[], Browser]
GAME = next(iter(games))


# --- the law ------------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Wish:
    person: str
    number: int
    seconds: float


@pytest.mark.parametrize("seed", range(40))
def test_whoever_comes_waits_for_at_most_one_thing_of_everybody_else(seed: int) -> None:
    """However many wishes others have, and however long each takes. Some guess wrongly how long it will take."""
    rng, shares = Random(seed), Shares()
    people = [f"p{n}" for n in range(rng.randrange(2, 8))]
    greedy = set(rng.sample(people, rng.randrange(len(people))))
    waiting: list[Wish] = []
    before: dict[Wish, Counter[str]] = {}  # what others were given since a wish came
    for number in range(600):
        for person in people:
            if rng.random() < (0.9 if person in greedy else 0.15):
                wish = Wish(person, number, rng.choice([0.01, 0.1, 1.0]))
                if not any(one.person == person for one in waiting) and shares.used(person) == shares.used("a stranger"):
                    before[wish] = Counter()
                waiting.append(wish)
        for _ in range(rng.randrange(2)):
            wish_served = shares.first(waiting)
            if wish_served is None:
                break
            waiting.remove(wish_served)
            shares.begin(wish_served.person, 0.5)
            shares.end(wish_served.person, wish_served.seconds - 0.5)
            before.pop(wish_served, None)
            for counted in before.values():
                counted[wish_served.person] += 1
                assert counted[wish_served.person] <= 1
    assert len(shares) <= len(people)


def test_those_who_always_want_something_get_the_same() -> None:
    rng, shares, got = Random(1), Shares(), Counter[str]()
    costs = {"one": 0.1, "two": 1.0, "three": 0.02}
    for number in range(3000):
        wish = shares.first([Wish(person, number, cost) for person, cost in rng.sample(sorted(costs.items()), 3)])
        assert wish is not None
        shares.begin(wish.person, wish.seconds)
        got[wish.person] += 1
        used = [got[person] * cost for person, cost in costs.items()]
        assert max(used) - min(used) <= 2 * max(costs.values())
    assert min(got[person] * cost for person, cost in costs.items()) > 10


def test_nobody_saves_up_by_not_asking() -> None:
    shares = Shares()
    for _ in range(100):
        shares.begin("busy", 1.0)
    served = []
    for number in range(20):
        wish = shares.first([Wish("busy", number, 1.0), Wish("sleeper", number, 1.0)])
        assert wish is not None
        shares.begin(wish.person, 1.0)
        served.append(wish.person)
    assert served[0] == "sleeper"
    assert 9 <= served.count("sleeper") <= 11


def test_nobody_is_remembered_for_ever() -> None:
    shares = Shares()
    for n in range(2000):
        shares.begin(f"guest {n}", 1.0)
        shares.end(f"guest {n}", -0.5)
        shares.begin("somebody", 0.1)
    assert len(shares) < 300


@pytest.fixture
def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything takes no time at all, so that nothing depends on how busy this machine is."""
    monkeypatch.setattr(fair, "time", SimpleNamespace(monotonic=lambda: 0.0))


# --- threads ------------------------------------------------------------------------------------------------------------


def alone(work: Coroutine[Any, Any, None]) -> None:
    """On an event loop in a thread of its own."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result(PATIENCE)


class Work:
    """Things that are done until they are let go, and the order in which they were begun."""

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        self.begun: asyncio.Queue[str] = asyncio.Queue()
        self.release: dict[str, threading.Event] = {}
        self.loop = asyncio.get_running_loop()

    def ask(self, person: str, name: str, present: bool | Callable[[], bool] = True) -> asyncio.Task[str]:
        self.release[name] = threading.Event()

        def work() -> str:
            self.loop.call_soon_threadsafe(self.begun.put_nowait, name)
            assert self.release[name].wait(PATIENCE)
            return name

        seen = present if callable(present) else lambda: present
        return asyncio.create_task(self.lane.run(person, 1.0, seen, work))

    async def next(self) -> str:
        return await asyncio.wait_for(self.begun.get(), PATIENCE)


@pytest.mark.usefixtures("no_time")
def test_sixty_tables_of_one_guest_come_after_one_of_another() -> None:
    async def play() -> None:
        lane = Lane("test", 2)
        work = Work(lane)
        asked = [work.ask("guest", f"guest {n}") for n in range(60)]
        assert {await work.next(), await work.next()} == {"guest 0", "guest 1"}
        asked += [work.ask("ada", "ada"), work.ask("grace", "grace 0"), work.ask("grace", "grace 1")]
        await asyncio.sleep(0)
        work.release["guest 1"].set()
        assert await work.next() == "ada"
        work.release["ada"].set()
        assert await work.next() == "grace 0"
        work.release["guest 0"].set()
        assert await work.next() == "guest 2"  # tables of one person come in turn, and grace has a place already
        work.release["grace 0"].set()
        assert await work.next() == "grace 1"
        for name in work.release:
            work.release[name].set()
        assert [await one for one in asked] == [*(f"guest {n}" for n in range(60)), "ada", "grace 0", "grace 1"]
        lane.close()

    alone(play())


@pytest.mark.usefixtures("no_time")
def test_what_nobody_looks_at_is_done_when_nothing_else_is() -> None:
    async def play() -> None:
        lane, here = Lane("test", 2), False
        work = Work(lane)
        idle = [work.ask("guest", f"idle {n}", present=False) for n in range(3)]
        idle.append(work.ask("eve", "eve", present=lambda: here))
        assert await work.next() == "idle 0"  # and one thread stays free
        first = work.ask("ada", "ada")
        assert await work.next() == "ada"
        here = True
        work.release["idle 0"].set()
        assert await work.next() == "eve"  # somebody came to look at it
        work.release["eve"].set()
        await idle[-1]
        assert work.begun.empty()
        work.release["ada"].set()
        await first
        assert await work.next() == "idle 1"
        for name in work.release:
            work.release[name].set()
        await asyncio.gather(*idle)
        lane.close()

    alone(play())


@pytest.mark.usefixtures("no_time")
def test_whoever_gives_up_is_not_waited_for_and_failures_are_told() -> None:
    async def play() -> None:
        lane = Lane("test", 1)
        work = Work(lane)
        first, second, third = (work.ask("guest", name) for name in ("first", "second", "third"))
        assert await work.next() == "first"
        second.cancel()
        first.cancel()  # its thread thinks on, and nobody else gets its place before it is done
        await asyncio.sleep(0)
        assert work.begun.empty()
        work.release["first"].set()
        assert await work.next() == "third"
        work.release["third"].set()
        assert await third == "third"
        with pytest.raises(ZeroDivisionError):
            await lane.run("guest", 1.0, lambda: True, lambda: 1 // 0)
        lane.close()

    alone(play())


@pytest.mark.usefixtures("no_time")
def test_reviews_of_one_person_do_not_keep_others_waiting() -> None:
    """One thread goes a step at a time, and a thing that was given up is left alone at once."""
    order: list[str] = []
    go = threading.Event()

    def steps(name: str, many: int) -> Iterator[None]:
        assert go.wait(PATIENCE)
        for _ in range(many):
            order.append(name)
            yield

    work = Steps("test")
    first = work.submit("guest", steps("guest 0", 6))
    others = [work.submit("guest", steps(f"guest {n}", 6)) for n in range(1, 40)]
    hers = work.submit("ada", steps("ada", 3))
    others[0].cancel()
    go.set()
    hers.result(PATIENCE)
    assert order.count("ada") == 3
    until_hers = order[: len(order) - order[::-1].index("ada")]
    assert sum(name.startswith("guest") for name in until_hers) <= 4
    first.result(PATIENCE)
    others[1].result(PATIENCE)
    assert "guest 1" not in order

    def fails() -> Iterator[None]:
        yield
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work.submit("ada", fails()).result(PATIENCE)
    work.close()


# --- on the event loop ----------------------------------------------------------------------------------------------------


def test_whoever_is_alone_in_a_crowd_rests_longer_between_two_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Addresses that take turns rest once after each; one that comes again at once, several times."""
    told: list[str] = []

    async def rested(seconds: float) -> None:
        told.append("rest")
        await asyncio.sleep(0)

    async def comes(turns: Turns, who: str) -> None:
        await turns.take(who)
        told.append(who)

    async def served(*waiting: str) -> str:
        """What happens after a first turn of ada's until all of these have had theirs."""
        turns = Turns()
        await turns.take("ada")
        told.clear()
        await asyncio.gather(*(comes(turns, who) for who in waiting))
        return " ".join(told)

    async def crowds() -> None:
        longer = " ".join(["rest"] * (1 + fair.AGAIN))
        assert (await served("bo", "cy", "di")).startswith("rest bo rest cy rest di")
        assert (await served("ada")).startswith(f"{longer} ada")
        assert (await served("bo", "bo")).startswith(f"rest bo {longer} bo")

    monkeypatch.setattr(fair, "rest", rested)
    alone(crowds())


def test_a_crowd_is_served_one_at_a_time_and_addresses_take_turns() -> None:
    async def play() -> None:
        turns, rounds, served = Turns(), 0, list[tuple[int, str]]()

        async def comes(who: str | None) -> None:
            await turns.take(who)
            served.append((rounds, str(who)))

        crowd = [asyncio.create_task(comes("crowd")) for _ in range(50)]
        while not served:
            await asyncio.sleep(0)
        others = [asyncio.create_task(comes(who)) for who in ("ada", "grace", None)]
        while not all(one.done() for one in (*crowd, *others)):
            await asyncio.sleep(0)  # everything else that happens
            rounds += 1
        order = [who for _, who in served]
        assert set(order[:6]) == {"crowd", "ada", "grace", "None"}, order[:6]
        assert max(Counter(n for n, who in served if who != "None").values()) == 1, "never two in one round of the loop"
        assert len(turns) == 0
        await asyncio.wait_for(comes("ada"), PATIENCE)

    alone(play())


def test_whoever_leaves_before_its_turn_is_passed_over() -> None:
    async def play() -> None:
        turns = Turns()
        await turns.take("crowd")
        gone, stays = (asyncio.create_task(turns.take("crowd")) for _ in range(2))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.wait_for(stays, PATIENCE)
        later = [asyncio.create_task(turns.take("crowd")) for _ in range(2)]
        await asyncio.sleep(0)
        turns.close()
        await asyncio.wait(later, timeout=PATIENCE)
        assert later[-1].cancelled()

    alone(play())


# --- at the tables --------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("no_time")
def test_a_guest_with_many_tables_does_not_make_others_wait(server: Server, browser: Make, gate: Gate) -> None:
    guest, ada = browser(), browser()
    many = [guest.new(GAME, *masters(4))["table"] for _ in range(8)]
    with looking_on(guest, *many):
        running = [gate.next(), gate.next()]
        assert [seats for seats, _ in running] == [4, 4]
        hall, hers = server.app.state.hall, ada.new(GAME, *masters(2))["table"]
        host = hall.gatherings[hers].table.row.host

        def hers_waits() -> bool:
            return any(one.person == host and one.present() for one in list(hall.thinkers.deep.waiting))

        with looking_on(ada, hers):
            until(hers_waits, "her bot does not wait")
            running[0][1].set()
            for n in range(6):  # they take turns from now on
                seats, go = gate.next()
                assert seats == (4 if n % 2 else 2)
                if n % 2:
                    until(hers_waits, "her bot does not wait")
                go.set()
            gate.open()
            running[1][1].set()


def test_quick_levels_and_hints_do_not_wait_for_masters(
    server: Server, browser: Make, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deciding, "bot", lambda level, *seed: bot("apprentice"))
    guest, ada = browser(), browser()
    with looking_on(guest, *(guest.new(GAME, *masters(4))["table"] for _ in range(3))):
        running = [gate.next(), gate.next()]
        table = ada.new(GAME, "bot:apprentice", "bot:random", "me")["table"]
        with ada.live(table) as one:
            for _ in range(5):
                assert one.play(one.turn()["actions"][0]["action"])["type"] == "position"
            one.turn()
            assert one.ask("hint")["type"] == "hint"
        gate.open()
        for _, go in running:
            go.set()


def test_bots_where_nobody_is_leave_room_for_others(server: Server, browser: Make, gate: Gate) -> None:
    guest, ada = browser(), browser()
    for _ in range(5):
        guest.new(GAME, *masters(4))
    left = ada.new(GAME, *masters(3))["table"]
    seats, idle = gate.next()
    assert seats == 4
    hall = server.app.state.hall
    with looking_on(ada, left):
        for _ in range(4):  # beside the one that nobody looks at, and whatever else waits
            seats, go = gate.next()
            assert seats == 3
            go.set()
        seats, go = gate.next()
        assert seats == 3
        idle.set()
        until(lambda: hall.thinkers.deep.busy == {True: 1, False: 0}, "the idle one is not done")
        assert gate.asked.empty()  # nobody needs the other thread, but somebody looks at what is thought about
    go.set()
    gate.open()


def test_after_a_restart_bots_wait_until_somebody_comes_or_there_is_time(server: Server, browser: Make, gate: Gate) -> None:
    guest, ada = browser(), browser()
    for _ in range(thinkers.IDLE + 3):
        guest.new(GAME, *masters(4))
    left = ada.new(GAME, *masters(3))["table"]
    server.stop()
    while not gate.asked.empty():
        gate.asked.get()[1].set()
    server.start()
    seats, idle = gate.next()
    while seats == 3:  # in idle time everybody has a turn
        idle.set()
        seats, idle = gate.next()
    hall = server.app.state.hall
    with looking_on(ada, left):
        seats, go = gate.next()
        assert seats == 3
        assert len(hall.gatherings) <= thinkers.IDLE + 1
    gate.open()
    idle.set()
    go.set()


def test_games_where_nobody_is_go_on_by_themselves(server: Server, browser: Make) -> None:
    ada = browser()
    made = [ada.new(GAME, "bot:random", "bot:apprentice")["table"] for _ in range(3)]
    server.restart()
    ada.server = server
    until(lambda: all(ada.get(f"/api/tables/{table}").json()["over"] for table in made), "they do not go on")


def test_bots_among_themselves_rest_while_somebody_plays_and_go_on_when_all_have_left(
    server: Server, browser: Make, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody looks at them; where somebody will come back, bots go on meanwhile."""
    monkeypatch.setattr(thinkers, "REST", 0.01)
    guest, ada = browser(), browser()
    mine = ada.new(GAME, "me", "here")["table"]
    hall = server.app.state.hall
    with ada.live(mine) as one:
        one.position()
        guest.new(GAME, *masters(4))
        until(lambda: hall.thinkers._left and not hall.thinkers._idlers, "it does not rest")
        assert gate.asked.empty()
    seats, go = gate.next()
    assert seats == 4
    with ada.live(mine) as one:
        one.position()
        go.set()
        until(lambda: hall.thinkers._left and not hall.thinkers._idlers, "it goes on")
        assert gate.asked.empty()
    gate.open()


def test_a_table_that_goes_on_in_idle_time_is_loaded_once(
    server: Server, browser: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall_module, "KEPT", 0)
    monkeypatch.setattr(thinkers, "IDLE", 1)
    monkeypatch.setattr(thinkers, "STINT", 10_000)
    made = [browser().new(GAME, "bot:random", "bot:random")["table"] for _ in range(2)]
    server.stop()
    loaded, load = Counter[str](), Store.load

    def counted(store: Store, table: str) -> Stored | None:
        loaded[table] += 1
        return load(store, table)

    monkeypatch.setattr(Store, "load", counted)
    server.start()
    hall = server.app.state.hall
    until(lambda: len(loaded) == 2 and not hall.thinkers._idlers, "they do not go on")
    assert loaded == dict.fromkeys(made, 1)


def test_a_table_that_is_let_go_of_while_it_is_fetched_goes_on_all_the_same(
    server: Server, browser: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others are loaded at the same time, and only so many are kept."""
    hall, fetch = server.app.state.hall, Hall.gathering

    async def fetched(hall: Hall, table: str) -> Gathering:
        gathering = await fetch(hall, table)
        hall.let_go(gathering)
        return gathering

    monkeypatch.setattr(Hall, "gathering", fetched)
    table = browser().new(GAME, "bot:random", "bot:random")["table"]
    until(lambda: restored(hall.store.load(table)).match.over, "it does not go on")


def test_one_hint_at_a_time(browser: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Gate()
    monkeypatch.setattr(deciding, "bot", lambda *_: made)
    ada, grace = browser(), browser()
    mine = [ada.new(GAME, *["here"] * seats)["table"] for seats in (2, 3)]
    hers = grace.new(GAME, *["here"] * 4)["table"]
    with looking_on(ada, *mine) as (one, two), looking_on(grace, hers) as (other,):
        for connection in (one, two, other):
            connection.turn()
        now = one.turn()
        one.send("hint", request="first", version=now["version"], seat=now["seat"])
        seats, go = made.next()
        assert seats == 2
        assert two.ask("hint")["error"] == "fast"
        now = other.turn()
        other.send("hint", request="hers", version=now["version"], seat=now["seat"])
        go.set()
        assert one.wait("hint")["request"] == "first"
        made.next()[1].set()
        assert other.wait("hint")["request"] == "hers"
        made.open()
        assert two.ask("hint")["type"] == "hint"


def test_a_table_that_nobody_looks_at_keeps_no_bots(server: Server, browser: Make) -> None:
    ada = browser()
    table = ada.new(GAME, "me", "bot:apprentice")["table"]
    hall = server.app.state.hall
    with ada.live(table) as one:
        one.play(one.turn()["actions"][0]["action"])
        while not hall.gatherings[table].bots:
            one.play(one.turn()["actions"][0]["action"])
    until(lambda: not hall.gatherings[table].bots, "its bots are kept")


def test_bots_that_go_on_where_nobody_is_keep_nothing_between_decisions(server: Server, browser: Make, gate: Gate) -> None:
    guest = browser()
    table = guest.new(GAME, *masters(4))["table"]
    hall = server.app.state.hall
    with looking_on(guest, table):
        gate.next()[1].set()
        gate.next()
        assert hall.gatherings[table].bots
    until(lambda: not hall.gatherings[table].bots, "its bots are kept")
    assert hall.gatherings[table].task


@pytest.mark.usefixtures("no_time")
def test_bots_where_nobody_is_hold_few_tables_and_take_turns(
    server: Server, browser: Make, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many tables somebody has left, few are in memory for their bots, and another's comes before all are done."""
    monkeypatch.setattr(hall_module, "KEPT", 0)
    monkeypatch.setattr(thinkers, "STINT", 1)
    guest, ada = browser(), browser()
    for _ in range(3 * thinkers.IDLE):
        guest.new(GAME, *masters(4))
    ada.new(GAME, *masters(3))
    hall, asked = server.app.state.hall, list[int]()
    while 3 not in asked and len(asked) < 3 * thinkers.IDLE:
        seats, go = gate.next()
        until(lambda: not hall.thinkers._fetched, "tables are loaded, however long that takes")
        asked.append(seats)
        assert len(hall.gatherings) <= thinkers.IDLE + 1
        go.set()
    assert 3 in asked
    gate.open()
