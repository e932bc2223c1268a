"""What the table tells those who study: reasons, lessons, rules in every language."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from chantier import games
from chantier.clauses import clauses
from tests.table.harness import Browser

Make = Callable[[], Browser]


@pytest.mark.parametrize("game", list(games))
def test_reasons_are_for_the_seat_that_asks(game: str, browser: Make) -> None:
    """Who is to act learns why, the other one that it is not their turn, a spectator nothing; nobody asks for another seat."""
    ada, ben, eve = browser(), browser(), browser()
    made = ada.new(game, "me", "link")
    table = ben.sit(made["links"][0]["url"])
    with ada.live(table) as one:
        now = one.position()
    acting, waiting = (ada, ben) if now["to_act"] == 0 else (ben, ada)
    path = f"/api/tables/{table}/reasons"
    told = acting.get(path, params={"seat": now["to_act"], "language": "fr"}).json()
    assert told["version"] == now["version"]
    assert {reason["clause"] for reason in told["reasons"]} <= set(clauses(game))
    assert all(reason["text"] and (reason["at"] or reason["targets"]) for reason in told["reasons"])
    told = waiting.get(path, params={"seat": 1 - now["to_act"], "language": "fr"}).json()
    assert told["reasons"] == [{"text": "Ce n'est pas votre tour.", "clause": None, "at": [], "targets": []}]
    assert eve.get(path).json()["reasons"] == []
    assert waiting.get(path, params={"seat": now["to_act"]}).status_code == 403


@pytest.mark.parametrize("game", list(games))
def test_rules_in_the_language_of_the_reader(game: str, browser: Make) -> None:
    ada = browser()
    for language in ("en", "fr", "de"):
        told = ada.get(f"/api/games/{game}/rules", params={"language": language}).json()
        assert (told["language"], told["languages"]) == (language, ["en", "fr", "de"])
        shown = [clause["number"] for section in told["sections"] for clause in section["clauses"]]
        assert shown == list(clauses(game, language))


@pytest.mark.parametrize("game", list(games))
def test_lessons_over_the_wire(game: str, browser: Make) -> None:
    """What a client needs to take a lesson: each expected action is among the actions of its position, on a place."""
    ada = browser()
    offered = ada.get(f"/api/games/{game}/lessons", params={"language": "de"}).json()
    assert offered
    for one in offered:
        path = f"/api/games/{game}/lessons/{one['name']}"
        told = ada.get(path, params={"language": "de"}).json()
        assert told["title"] == one["title"]
        assert len(told["steps"]) == one["steps"]
        assert told["look"]["symbols"]
        for n, step in enumerate(told["steps"]):
            if n % 4 and not step["expect"]:
                continue
            position = ada.get(f"{path}/steps/{n}", params={"language": "de"}).json()
            actions = {action["action"]: action for action in position["actions"]}
            assert bool(actions) == step["expect"]
            assert position["seat"] == told["seat"]
            if step["expect"]:
                assert actions[step["action"]]["place"] in [place["id"] for place in position["scene"]["places"]]
                assert actions[step["action"]]["text"] in step["try"]
        assert ada.get(f"{path}/steps/{one['steps']}").status_code == 404
    refused = ada.get(f"/api/games/{game}/lessons/dancing", params={"language": "fr"})
    assert (refused.status_code, refused.json()["text"]) == (404, "Cette leçon n'existe pas.")
