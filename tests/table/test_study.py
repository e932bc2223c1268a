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
