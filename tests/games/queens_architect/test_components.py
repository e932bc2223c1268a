"""The component set of Queen's Architect: every kind of mistake is refused with its place."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import chantier
from chantier import BadComponents, BadSetup, Match
from chantier.components import component_set
from tests.mistakes import refused

NAME = "queens_architect"

MISTAKES: list[tuple[str, str, str]] = [
    # what is changed, into what, what the message says
    ("[labour]", "[labor]", r"labor: unknown; allowed: appreciation, billboard"),
    ("[labour]", "[labor]", r"labour: this block is missing"),
    ("markers = 8 ", "markers = 'eight' ", r"line \d+: seat.markers: expected a whole number from 1 to 20, found 'eight'"),
    ("two = 4 ", "two = 3 ", r"display.two: 3 is not allowed; from 4 to 18"),
    ("prices = [5, 4, 3, 2, 1]", "prices = [5, 4, 3, 2]", r"billboard.prices: expected a row of 5 whole numbers"),
    ("corners = [0, 1, 2, 3, 4, 5]", "corners = [0, 1, 2, 3, 4, 6]", r"billboard.corners\[6\]: 6 is not allowed; from 0 to 5"),
    ("prices = [6, 5, 4, 3]", "prices = []", r"price_scale.prices: expected 1 to 12 numbers, found 0"),
    ("track = [1, 2, 3, 4]", "track = [1, 2, 3, 4, 5, 6, 6]", r"moneychanger.track: expected 1 to 6 numbers, found 7"),
    ("talers = [1, 3, 6, 10, 15, 21]", "talers = [1, 3, 6, 5, 15, 21]", r"tavern.talers: more guilds cannot cost less"),
    ("sites = [0, 2, 4, 6]", "sites = [0, 2, 4]", r"construct.sites: expected a row of 4 whole numbers"),
    ("palace = 15", "palace = 31", r"construct.palace: the best crew performs 30, less than 31"),
    ("8, 8, 9]", "8, 8, 10]", r"appreciation.tokens: repairs bring 9 points at most, too few for a token of 10"),
    ("tokens = [4, 5, 5, 6, ", "tokens = [", r"appreciation.tokens: 8 tokens do not fill 9 spaces"),
    ('name = "Sawyer"', 'name = "Feller"', r"character\[2\].name: 'Feller' is used twice"),
    ('name = "Sawyer"', 'name = " "', r"character\[2\].name: expected a name of 1 to 40 characters, found ' '"),
    ('guild = "lumberjack"', 'guild = "baker"', r"character\[1\].guild: cannot be 'baker'; allowed: lumberjack"),
    ("[seat]\n", "seats = 5\n[seat]\n", r"seats: 5 is not allowed; from 2 to 4"),
    ("values = [2, 5, 3, 0, 5, 3]", "values = [2, 5, 3, 0, 5]", r"character\[1\].values: expected a row of 6 whole numbers"),
    ("sheaf = false", "sheaf = 0", r"character\[1\].sheaf: expected true or false, found 0"),
    ("starting = 1", "starting = 2", r"character\[1\].starting: 2 is not allowed; from 0 to 1"),
    ('["lumberjack", "stonemason"],', '["lumberjack", "lumberjack"],', r"demand.village\[1\]: a guild is named twice"),
    ('["lumberjack", "stonemason"],', '["lumberjack", "mason"],', r"demand.village\[1\]\[2\]: cannot be 'mason'"),
    ('["lumberjack", "stonemason"],', "[],", r"demand.village\[1\]: expected a row of 1 to 6 entries, found \[\]"),
    ('["points", 1], ', "", r"demand.bonus: expected 9, one for each town, found 8"),
    ('["hire", 1]', '["hire", 2]', r"demand.bonus\[3\]\[2\]: 2 is not allowed; from 1 to 1"),
    ("seats = [2, 3]", "seats = [2]", r"board: expected one side for 3 seats, found 0"),
    (
        '["capital", "Capital", 50, 50]',
        '["town", "Capital", 50, 50]',
        r"board.small.places\[1\]\[1\]: the first place is the capital",
    ),
    ('"Alderbrook", 50, 28]', '"Alderbrook", 50, 280]', r"board.small.places\[2\]\[4\]: 280 is not allowed; from 0 to 100"),
    ('["Capital", "Alderbrook"]', '["Capital", "Camelot"]', r"board.small.roads\[1\]\[2\]: cannot be 'Camelot'"),
    ('["Capital", "Alderbrook"]', '["Capital", "Capital"]', r"board.small.roads\[1\]: a road leads from 'Capital' to itself"),
    ('    ["Southbridge", "Westfold"],\n    ["Westfold", "Oxmarket"],\n', "", r"board.small.roads: no way leads to Westfold"),
    ('[travel]\nsource = "rulebook"', "[travel]", r"travel.source: is missing; allowed: rulebook, published"),
]


@pytest.mark.parametrize(("old", "new", "message"), MISTAKES)
def test_a_mistake_is_refused_with_its_place(tmp_path: Path, old: str, new: str, message: str) -> None:
    refused(NAME, tmp_path, old, new, message)


def changed(tmp_path: Path, *changes: tuple[str, str, int]) -> Path:
    text = component_set(NAME).text
    for old, new, times in changes:
        assert old in text
        text = text.replace(old, new, times)
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_too_few_starting_craftsmen(tmp_path: Path) -> None:
    with pytest.raises(BadComponents, match=r"character: 13 starting craftsmen do not fill billboard and display, 6 and 8"):
        Match(NAME, components=changed(tmp_path, ("starting = 1", "starting = 0", 5)))


def test_too_few_craftsmen(tmp_path: Path) -> None:
    with pytest.raises(BadComponents, match=r"character: 18 craftsmen do not fill 4 crews, display and billboard; 30 do"):
        Match(NAME, components=changed(tmp_path, ("tiles = 3", "tiles = 1", -1)))


def test_a_demand_that_nobody_can_meet(tmp_path: Path) -> None:
    with pytest.raises(BadComponents, match=r"demand.village\[1\]: no craftsman is of the guild lumberjack"):
        Match(NAME, components=changed(tmp_path, ('guild = "lumberjack"', 'guild = "tailor"', -1)))


def test_too_many_characters(tmp_path: Path) -> None:
    text = component_set(NAME).text
    one = text[text.index("[[character]]") : text.index("[[character]]", text.index("[[character]]") + 1)]
    with pytest.raises(BadComponents, match=r"character: there may be 18 characters, found 19"):
        Match(NAME, components=changed(tmp_path, (one, one + one.replace("Feller", "Forester"), 1)))


def test_too_few_demands(tmp_path: Path) -> None:
    more = ", ".join(f'["village", "New {n}", {n}, 99]' for n in range(6))
    roads = ", ".join(f'["Capital", "New {n}"]' for n in range(6))
    places = ('    ["capital", "Capital", 50, 50],\n', f'    ["capital", "Capital", 50, 50],\n    {more},\n', 1)
    file = changed(tmp_path, places, ('    ["Capital", "Alderbrook"],\n', f'    ["Capital", "Alderbrook"],\n    {roads},\n', 1))
    with pytest.raises(BadComponents, match=r"board.small.places: 10 places of the type village, but 9 demands of it"):
        Match(NAME, components=file)


def test_too_few_bonds(tmp_path: Path) -> None:
    with pytest.raises(BadComponents, match=r"supply.bonds: not enough for what the seats start with"):
        Match(NAME, components=changed(tmp_path, ("bonds = 28", "bonds = 7", 1)))


def test_the_hash_of_the_standard_set_stands_in_records() -> None:
    """It changes only with the numbers: a changed figure here is a changed game and needs a new version."""
    assert component_set(NAME).hash == "2f1eae8fa01f"


def test_another_set_is_played(tmp_path: Path) -> None:
    """Other numbers, other names, other roads."""
    file = changed(
        tmp_path,
        ("track = [1, 2, 3, 4]", "track = [2, 4]", 1),
        ("prices = [6, 5, 4, 3]", "prices = [7, 2]", 1),
        ("spaces = 9 ", "spaces = 5 ", 1),
        ("Alderbrook", "Erlenbach", -1),
    )
    match = Match(NAME, seats=2, seed=1, components=file)
    while not match.over and len(match.moves) < 3000:
        match.play(match.legal[(len(match.moves) * 7) % len(match.legal)])
    assert match.game.rules.lost(match.state) == 0
    assert "travel to Erlenbach" in [match.words(a) for a in range(match.game.actions.size)]
    assert Match.of(match.record(), components=file) == match


def test_the_small_set_is_for_two() -> None:
    """A kingdom of four places, whose craftsmen are of two guilds."""
    small = chantier.games[NAME].using("small")
    assert list(small.seats) == [2]
    assert small.rules.PLACE_COUNT[0] == 4
    assert {character["guild"] for character in small.components.data["character"]} == {"lumberjack", "stonemason"}
    with pytest.raises(BadSetup, match="Queen's Architect is for 2 seats, not 3"):
        Match(NAME, 3, 1, components="small")


def test_the_small_set_plays() -> None:
    """Whoever plays; every craftsman has a name, and where there is room for more, an action has words all the same."""
    rng = Random(2)
    for seed in range(4):
        match = Match(NAME, 2, seed, components="small")
        while not match.over and len(match.moves) < 600:
            match.play(rng.choice(match.legal))
            assert match.game.rules.lost(match.state) == 0
        assert Match.of(match.record()) == match
        assert match.svg(0).startswith("<svg")
    assert "take character 18" in [match.words(action) for action in range(match.game.actions.size)]
