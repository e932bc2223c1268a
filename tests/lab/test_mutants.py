"""Mistakes planted into the rules: what they are, that they leave nothing behind, and that the tests of the rulebook notice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import chantier
from chantier import cli
from chantier.binding import kernel_files
from chantier.lab.mutants import ALIVE, GOLDEN, OTHER, OWN, Campaign, Case, Found, fails, planted, table, unlisted
from chantier.lab.mutations import Mutant, mutants

CHECKOUT = Path(__file__).parents[2]
SAMPLE = 60  # mutants of each game, about ten seconds

RULES = '''
def legal_x(s, menu):
    """3.1  Anything that is there."""
    for n in range(s.many):
        if s.row[n] and n < s.limit:
            offer(menu, n)


def play_x(s, n):
    """3.1, 3.2  It is taken."""
    me = s.seat[s.turn]
    me.points += n
    s.row[n] = 0
    tell(s, "x", s.turn, s.row[n])
    helper(s)


def helper(s):
    s.turn = max(s.turn, 0)
    return False
'''


@pytest.fixture(scope="module")
def planted_in(tmp_path_factory: pytest.TempPathFactory) -> list[Mutant]:
    path = tmp_path_factory.mktemp("rules") / "rules.py"
    path.write_text(RULES, encoding="utf-8")
    return mutants(path)


def test_every_kind_of_mistake_is_planted(planted_in: list[Mutant]) -> None:
    assert [f"{one.what}: {one.name}" for one in planted_in if one.function == "legal_x"] == [
        "the last one left out: legal_x: for n in range(s.many):  ->  for n in range(s.many - 1):",
        "the first one left out: legal_x: for n in range(s.many):  ->  for n in range(0 + 1, s.many):",
        "a forgotten condition: legal_x: if s.row[n] and n < s.limit:  ->  if n < s.limit:",
        "a forgotten condition: legal_x: if s.row[n] and n < s.limit:  ->  if s.row[n]:",
        "another comparison: legal_x: if s.row[n] and n < s.limit:  ->  if s.row[n] and n <= s.limit:",
        "a forgotten line: legal_x: offer(menu, n)  ->  pass",
    ]
    others = {f"{one.what}: {one.now}" for one in planted_in if one.function != "legal_x"}
    assert {
        "the next seat: me = s.seat[(s.turn + 1) % s.seats]",
        "another operator: me.points -= n",
        "one more: s.row[n] = 1",
        "the wrong order: tell(s, 'x', s.turn, s.row[n]); s.row[n] = 0",
        "the other extreme: s.turn = min(s.turn, 0)",
        "the other answer: return True",
    } <= others
    assert "the wrong order: s.row[n] = 0; me.points += n" not in others  # neither looks at what the other changes


def test_a_function_that_cites_nothing_carries_out_what_its_callers_do(planted_in: list[Mutant]) -> None:
    assert {(one.function, *sorted(one.clauses)) for one in planted_in} == {
        ("legal_x", "3.1"),
        ("play_x", "3.1", "3.2"),
        ("helper", "3.1", "3.2"),
    }


def test_every_mutant_can_be_planted_and_has_a_name_of_its_own() -> None:
    for game in chantier.games.values():
        found = mutants(kernel_files(game)[0])
        assert len({one.name for one in found}) == len(found) > 300
        for one in found[::10]:
            assert one.code() is not None


def test_the_rules_are_right_again_afterwards() -> None:
    game = chantier.games["arkadia"]
    s = game.setup(2)
    (mutant,) = (one for one in mutants(kernel_files(game)[0]) if one.name == "score: return s.seat[seat].gold  ->  " + NEXT)
    s.seat[1].gold = 7
    score = game.rules.score
    with planted(game, mutant):
        assert (score(s, 0), game.scores(s)) == (7, [7, 0])
    assert (score(s, 0), game.scores(s)) == (0, [0, 7])


NEXT = "return s.seat[(seat + 1) % s.seats].gold"


def test_a_test_that_never_ends_notices_the_mistake() -> None:
    def endless() -> None:
        while True:
            pass

    def well() -> None:
        pass

    assert fails(Case("endless", frozenset(), endless))
    assert not fails(Case("well", frozenset(), well))


def test_what_is_not_noticed_has_to_be_listed(planted_in: list[Mutant]) -> None:
    first, second, third, fourth = planted_in[:4]
    listed = {second.name: "why", third.name: "why", "gone: x  ->  y": "why"}
    campaign = Campaign(chantier.games["arkadia"], [], [], listed, planted_in)
    found = [
        Found(first, GOLDEN, "perft"),
        Found(second, ALIVE, ""),
        Found(third, OWN, "test_3_1"),
        Found(fourth, OTHER, "test_9_9"),
    ]
    told = unlisted(campaign, found)
    assert [line.split(":")[0] for line in told] == [
        "goldens or perft only",
        "listed, but test_3_1 notices it",
        "listed, but there is no such line any more",
    ]
    assert table(found)[1].split() == ["all", "4", "1", "1", "1", "1"]


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", chantier.games)
def test_a_sample_of_all_mistakes_is_noticed_by_tests_of_the_rulebook(name: str) -> None:
    """The whole campaign is `chantier mutants GAME`."""
    campaign = replace(Campaign.of(name, CHECKOUT), goldens=[])  # what only they notice is not noticed here
    campaign.measure()
    assert unlisted(campaign, [campaign.judge(mutant) for mutant in campaign.chosen(SAMPLE, "sample")]) == []


def test_the_command_tells_what_became_of_the_mutants(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(CHECKOUT)
    assert cli.main(["mutants", "world_monuments", "--sample", "5", "--seed", "five"]) == 0
    assert "world_monuments: 100.0% die by rulebook tests" in capsys.readouterr().out


def test_the_command_needs_the_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["mutants", "arkadia"]) == 2
    assert "there is no tests/games/arkadia/test_rulebook.py" in capsys.readouterr().err
