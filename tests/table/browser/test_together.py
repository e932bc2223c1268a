"""Several browsers at one table, reloads and restarts: nothing is lost and nothing happens twice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import chantier
from tests.table.browser.people import Person, cases, until

pytestmark = pytest.mark.unmeasured
GAMES = sorted(chantier.games)


@pytest.mark.parametrize("game", cases(GAMES, ["arkadia"]))
def test_two_browsers_and_a_third_watching(game: str, person: Callable[..., Person]) -> None:
    one, two, watcher = person(seed=1), person(seed=2), person()
    made = one.new(game, "me", "link")
    one.go(made["table"])
    one.page.locator("dialog .input").first.wait_for()  # the links are offered at once
    one.escape()
    two.page.goto(one.hall.url + made["links"][0]["url"])
    two.page.locator("button[type=submit]").click()
    two.page.wait_for_url("**/t/*")
    two.page.wait_for_selector("#stage .sheet")
    watcher.go(made["table"])
    players = [one, two]
    for _ in range(12):
        until(lambda: any(p.page.query_selector("body.my-turn") for p in players), "nobody is to move")
        mover = next(p for p in players if p.page.query_selector("body.my-turn"))
        mover.click_something()
        for other in (one, two, watcher):
            other.wait_version(mover.version)
    assert watcher.page.locator(".place").count() == 0
    assert "watching" in watcher.page.locator("#note").inner_text()
    logs = [p.page.locator("#log li").count() for p in (one, two, watcher)]
    assert min(logs) > 3


@pytest.mark.parametrize("game", cases(GAMES, ["queens_architect"]))
def test_a_reload_in_the_middle_of_a_turn(game: str, person: Callable[..., Person]) -> None:
    one = person()
    one.go(one.new(game, "me", "bot:random")["table"])
    one.play_on("click", 5)
    one.wait_turn()
    version, offered = one.version, one.page.locator("#choices .choice").all_inner_texts()
    one.page.reload()
    one.wait_turn()
    assert one.version == version
    assert one.page.locator("#choices .choice").all_inner_texts() == offered
    one.play_on("click", 3)


@pytest.mark.parametrize("game", cases(GAMES, ["world_monuments"]))
def test_a_server_restart_in_the_middle_of_a_game(game: str, person: Callable[..., Person]) -> None:
    """A click that is made while the server is away is carried out when it is there again, once."""
    one = person()
    one.go(one.new(game, "me", "here", options={})["table"])
    lift(one)
    one.click_something()
    lift(one)
    one.wait_turn()
    version = one.version
    one.offline = True
    one.hall.stop()
    one.page.wait_for_selector("#state.offline")
    one.page.keyboard.press("1")
    one.page.keyboard.press("Enter")
    one.page.wait_for_selector("#dock.busy")
    one.hall.start()
    one.page.wait_for_selector("#state.online")
    one.offline = False
    lift(one)
    one.wait_version(version + 1)
    one.wait_turn()
    assert one.version == version + 1


def lift(one: Person) -> None:
    """Lift the curtain, if it has fallen, until something can be done."""
    one.page.wait_for_selector("body.my-turn, .curtain")
    if one.page.query_selector(".curtain"):
        one.page.locator(".curtain .btn").click()
    one.page.wait_for_selector("body.my-turn")


def test_a_curtain_between_seats_that_hold_something(person: Callable[..., Person]) -> None:
    one = person()
    one.go(one.new(GAMES[-1], "me", "here")["table"])
    fallen = 0
    for _ in range(30):
        one.page.wait_for_selector("body.my-turn, .curtain")
        if one.page.query_selector(".curtain"):
            fallen += 1
            one.page.locator(".curtain .btn").click()
        one.wait_turn()
        one.click_something()
    assert fallen > 0


def test_undo_hint_and_rule(person: Callable[..., Person]) -> None:
    one = person()
    one.go(one.new(GAMES[-1], "me", "bot:random")["table"])
    one.wait_turn()
    while one.page.locator("[title^=Undo]").is_disabled():  # on one's own turn: the bot's next step would take it away
        one.click_something()
        assert one.wait_turn(), "the game ended without a step that can be taken back"
    before = one.version
    one.page.keyboard.press("u")
    one.done(before)
    one.wait_turn()
    one.page.keyboard.press("h")
    one.page.wait_for_selector("#dock.asking")
    one.page.keyboard.press("?")
    one.page.locator("dialog .clauses dd").first.wait_for()
    one.escape()


def test_the_past_and_what_if(person: Callable[..., Person]) -> None:
    """Step back, link to a moment, and go on from there at a table of one's own."""
    one = person()
    made = one.new(GAMES[-1], "me", "bot:random")
    one.go(made["table"])
    one.play_on("click", 6)
    one.wait_turn()
    one.page.locator("body").press(",")
    one.page.wait_for_selector("body.in-past")
    assert "move=" in one.page.url
    assert one.page.locator(".place").count() == 0
    one.page.reload()
    one.page.wait_for_selector("body.in-past")
    one.page.locator("#dock .extra .btn", has_text="What if").click()
    one.page.locator("dialog .btn.main").click()
    one.page.wait_for_url(lambda url: made["table"] not in url)
    one.page.wait_for_selector("body.trying")
    copy = one.ask(f"/api/tables/{one.page.url.rsplit('/', 1)[1]}")
    assert [seat["level"] for seat in copy["seats"]] == [None, "random"]
    assert f"From move {copy['copied_at']} on" in one.page.locator("#trying").inner_text()
    one.play_on("click", 2)
    one.page.locator("#trying .btn").click()
    one.page.wait_for_url(f"**/t/{made['table']}")
    assert one.page.locator("#trying").count() == 0


def test_pieces_fly_and_all_arrive(person: Callable[..., Person]) -> None:
    one = person(speed="fast")
    one.go(one.new(GAMES[-1], "me", "bot:random")["table"])
    one.page.evaluate("""() => new MutationObserver((all) => {
      for (const change of all) window.flown = (window.flown ?? 0) + change.addedNodes.length;
    }).observe(document.querySelector(".air"), { childList: true })""")
    one.play_on("click", 10)
    one.wait_turn()
    one.page.wait_for_function("() => !document.querySelector('.air').children.length")
    assert one.page.evaluate("window.flown") > 5
    assert one.page.locator(".away").count() == 0


def test_languages(person: Callable[..., Person]) -> None:
    """Chosen by the browser, changeable, and complete: no key shows through."""
    one = person(language="fr-FR")
    one.home()
    assert one.page.locator(".card .btn.main").first.inner_text() == "Jouer"
    one.page.locator(".chip").click()
    one.page.locator("[name=language][value=de]").check(force=True)
    one.page.locator(".card .btn.main", has_text="Jetzt spielen").first.wait_for()
    one.page.keyboard.press("Escape")
    one.page.locator(".card .btn.main").first.click()
    one.page.wait_for_url("**/t/*")
    one.wait_turn()
    assert one.page.evaluate("document.documentElement.lang") == "de"
    assert "Möglichkeit" in one.page.locator("#note").inner_text()


def test_create_and_join_by_code(person: Callable[..., Person]) -> None:
    one, two = person(), person()
    one.home()
    one.page.locator(".open .link").click()
    one.page.locator("dialog select").nth(1).wait_for()
    one.page.locator("dialog .btn.main").click()
    one.page.wait_for_url("**/t/*")
    one.page.wait_for_selector("#stage .sheet")
    code = one.ask(f"/api/tables/{one.page.url.rsplit('/', 1)[1]}")["code"]
    two.home()
    two.page.locator(".open li .btn").first.wait_for()
    two.page.locator("#code").fill(code.lower())
    two.page.keyboard.press("Enter")
    two.page.wait_for_url("**/t/*")
    two.page.locator(".foot .btn", has_text="Sit down").first.click()
    two.page.locator("dialog .btn.main").click()
    two.page.wait_for_function("() => !document.querySelector('.foot .btn.mini')")
    assert two.ask("/api/tables")["mine"]


SEEN = """() => {
  const air = document.querySelector(".air"), log = document.querySelector("#log");
  window.flown = 0;
  window.early = [];
  const count = () => { window.flown = Math.max(window.flown, air.childElementCount) };
  new MutationObserver(count).observe(air, { childList: true });
  const append = log.append.bind(log);
  log.append = (...lines) => {
    if (air.childElementCount) window.early.push(lines[0].textContent);
    append(...lines);
  };
}"""


def test_the_log_waits_for_the_flight(person: Callable[..., Person]) -> None:
    """Picture and log tell the same moment: no line comes while a piece is in the air."""
    one = person(speed="fast")
    one.go(one.new("world_monuments", "me", "bot:random")["table"])
    one.wait_turn()
    one.page.evaluate(SEEN)
    one.play_on("click", 4)
    one.wait_turn()
    one.page.wait_for_function("() => !document.querySelector('.air').childElementCount")
    assert one.page.evaluate("window.flown") > 0
    assert one.page.evaluate("window.early") == []
    told = one.page.locator("#log li").last.get_attribute("data-move")
    assert int(told or 0) >= len(one.match.moves) - 1
