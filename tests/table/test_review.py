"""A finished game, looked at again."""

from __future__ import annotations

import re
from typing import Any

import pytest

from chantier import Match, games
from chantier.bots import bot
from chantier.clauses import clauses
from chantier.table import reviews, tables
from chantier.table.refusals import Refused, text_of
from chantier.table.store.rows import SeatRow

GAME = "world_monuments"


def finished(game: str, seats: int = 2) -> tables.Table:
    match, player = Match(game, seats, seed="review"), bot("apprentice", seed=1)
    while not match.over:
        match.play(player.choose(match.seen()))
    rows = [SeatRow(n, "bot", f"Bot {n}", n, "random") for n in range(seats)]
    return tables.seated(match, rows, "somebody", public=False, pace="free")


@pytest.mark.parametrize("game", list(games))
def test_all_sources_together_are_the_score(game: str) -> None:
    table = finished(game, 3)
    for language in ("en", "fr", "de"):
        check_sources(table, game, language)


def check_sources(table: tables.Table, game: str, language: str) -> None:
    told = reviews.review(table, language, ["Ada", "Grace", "Emmy"])
    assert [sum(row["points"][seat] for row in told["sources"]) for seat in range(3)] == told["scores"]
    assert told["rows"][-1]["scores"] == table.match.scores()
    assert [row["move"] for row in told["rows"]] == sorted({row["move"] for row in told["rows"]})
    named = games[game].texts.TEXTS[language]
    assert {row["label"] for row in told["sources"]} <= {
        *(text for key, text in named.items() if key.startswith("points ")), text_of("start", language),
    }  # fmt: skip
    assert all(0 < one["move"] <= len(table.match.moves) and one["text"] for one in told["largest"])


@pytest.mark.parametrize("game", list(games))
def test_how_one_wins_is_said_with_its_clause(game: str) -> None:
    table = finished(game, 2)
    for language in ("en", "fr", "de"):
        told = reviews.review(table, language, ["Ada", "Grace"])
        assert told["wins"]
        assert told["clause"] in clauses(game)
        assert len(told["placed"]) == 2


def test_queens_architect_tells_why_a_score_is_nothing() -> None:
    """12.1, 12.4  Who has built at the palace is told with which performance, who has not what was there for it."""
    table = finished("queens_architect", 3)
    view = table.match.view(None)
    for language in ("en", "fr", "de"):
        told = reviews.review(table, language, ["Ada", "Grace", "Emmy"])
        for seat, text in enumerate(told["placed"]):
            its = view["seats"][seat]
            asked = [its["palace"]] if told["scores"][seat] else [its["appreciation"], its["performance"]]
            assert set(map(str, asked)) <= set(re.findall(r"\d+", text))
    assert 0 in table.match.scores()
    assert max(table.match.scores()) > 0


@pytest.mark.parametrize("game", ["world_monuments", "queens_architect"])
def test_a_bot_looks_at_every_choice_again(game: str) -> None:
    table, names = finished(game), ["Ada", "Grace"]
    values = reviews.Values("journeyman:12")
    values.ask(table, "en", names)
    values.work[table.id].result()  # the twin may have to be compiled first
    told = values.ask(table, "en", names)
    values.close()
    assert told["done"]
    assert 10 < len(told["rows"]) <= told["of"]
    assert all(row["value"] == row["chances"][row["seat"]] and len(row["chances"]) == 2 for row in told["rows"])
    assert all(sum(row["chances"]) == pytest.approx(1, abs=0.01) for row in told["rows"])
    assert all(0 <= row["value"] <= 1 for row in told["rows"])
    in_points = reviews.review(table, "en", names)["in_points"]
    assert in_points == (game != "queens_architect")
    assert all(len(row.get("scores", [])) == 2 * in_points for row in told["rows"])
    assert [row["move"] for row in told["rows"]] == sorted(row["move"] for row in told["rows"])


def test_turning_points_are_what_cost_most() -> None:
    lost = [0.0, 0.3, 0.02, 0.1, 0.2, 0.05, 0.4, 0.06]
    rows = [{"move": n, "lost": value} for n, value in enumerate(lost)]
    assert [row["move"] for row in reviews.turning_points(rows)] == [1, 3, 4, 6, 7]


def test_not_before_the_end() -> None:
    match = Match("arkadia", 2, seed=1)
    table = tables.seated(match, [SeatRow(n, "bot", "", n, "random") for n in range(2)], "x", public=False, pace="free")
    with pytest.raises(Refused, match="running"):
        reviews.review(table, "en", ["Ada", "Grace"])
    with pytest.raises(Refused, match="running"):
        reviews.Values().ask(table, "en", ["Ada", "Grace"])


def test_nobody_drives_out_the_reviews_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "KEPT", 5)
    values, table = reviews.Values("journeyman:12"), finished(GAME)
    monkeypatch.setattr(reviews, "looked_through", lambda *_: iter(()))

    def ask(number: int, host: str) -> str:
        table.row.id, table.row.host = f"{host} {number}", host
        values.ask(table, "en", ["Ada", "Grace"])
        return table.row.id

    hers = ask(0, "ada")
    for n in range(20):
        ask(n, "guest")
    assert list(values.found) == [hers, *(f"guest {n}" for n in range(16, 20))]
    assert set(values.found) == set(values.work) == set(values.hosts)
    values.close()


def test_a_review_goes_on_after_a_decision_at_which_its_bot_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def thinker(level: str, n: int) -> Any:
        return bot("stdio:false") if n < 10 else bot(level, n)

    monkeypatch.setattr(reviews, "bot", thinker)
    table, values = finished(GAME), reviews.Values("journeyman:2")
    values.ask(table, "en", ["Ada", "Grace"])
    values.work[table.id].result()
    told = values.ask(table, "en", ["Ada", "Grace"])
    values.close()
    assert told["done"]
    assert told["rows"][0]["move"] >= 10
