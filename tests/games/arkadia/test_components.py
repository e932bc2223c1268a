"""Component sets of Arkadia: every kind of mistake is refused with its place; the other set of shapes plays."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import chantier
from chantier import BadComponents, BadSetup, Match
from chantier.components import component_set
from tests.mistakes import refused

TEXT = component_set("arkadia").text

MISTAKES: list[tuple[str, str, str]] = [
    # what is changed, into what, what the message says
    ("width = 16", "width = 17", r"line \d+: board.width: 17 is not allowed; from 4 to 16"),
    ("height = 12\n", "", r"board.height: this key is missing"),
    ('"H1", "P1"', '"H1", "Q1"', r"camps.at\[2\]: 'Q1' is no square of the board; from A1 to P12"),
    ('"H1", "P1"', '"H1", 7', r"camps.at\[2\]: 7 is no square of the board"),
    ('"H1", "P1"', '"H1", "H1"', r"camps.at\[2\]: H1 is named twice"),
    (
        '"H1", "P1", "B2", "E2", "K2", "N3", "D4", "G4", "J4", "A5", "L6", "O6",',
        "",
        r"camps.at: the castle site fits in \d+ places beside these 12 camps; 1 to 64",
    ),
    ('"H1",', '"H1", "G5", "J5", "G8", "I7",', r"camps.at: the castle site fits in 0 places beside these 28 camps; 1 to 64"),
    ('  "RBSO",', '  "RBS",', r"castle.plan\[2\]: this line is 4 long, the first one 3"),
    ('  "RBSO",', '  "RBSQ",', r"castle.plan\[1\]: 'Q' is not allowed; only R O B S \* x"),
    ('  "*xx*",', '  "*RR*",', r"castle.plan: 12 cells are not allowed; from 2 to 10"),
    ("[board]\n", "seats = 5\n[board]\n", r"seats: 5 is not allowed; from 2 to 4"),
    ("[board]\n", "seats = 'all'\n[board]\n", r"seats: expected a whole number from 2 to 4, found 'all'"),
    ("cards = 4 ", "cards = 8 ", r"cards: 40 cards are not allowed; from 42 to 48"),
    ("may_turn = true", 'may_turn = "yes"', r"castle.may_turn: expected true or false, found 'yes'"),
    ("each = [3, 3, 1]", "each = [3, 3]", r"blocks.each: expected a row of 3 whole numbers"),
    ("each = [3, 3, 1]", "each = [3, 2, 1]", r"blocks.each\[2\]: 2 of each family do not fill the 10 cells"),
    ("start = 3 ", "start = 10 \nbanner = 1 ", r"workers.banner: unknown; allowed: banners, for_banner, neutral, own, start"),
    ("own = 11 ", "own = 2 ", r"workers.start: 3 workers to begin with are more than a seat has"),
    ("open = 3 ", "open = 4 ", r"hand.open: 4 is not allowed; from 1 to 3"),
    ("[shape.mill]", "[shape.windmill]", r"shape.windmill: unknown; allowed: farm, house, mill"),
    ('squares = ["###", ".#."]', 'squares = ["###", ".#"]', r"shape.mill.squares\[2\]: this line is 2 long, the first one 3"),
    ('squares = ["###", ".#."]', 'squares = ["#.#"]', r"shape.mill.squares: its squares do not hang together"),
    ('squares = ["###", ".#."]', 'squares = ["###", "###"]', r"shape.mill.squares: 6 squares are not allowed; from 2 to 5"),
    ('squares = ["###", ".#."]', 'squares = ["#####"]', r"shape.mill.squares: 5 x 1 is too large or too small; at most 4 x 4"),
    ('squares = ["###", ".#."]', "squares = 4", r"shape.mill.squares: expected lines of # ., found 4"),
    ("mill = [1, 1, 1, 1]", "mill = [1, 1, 1]", r"cards.mill: expected a row of 4 whole numbers"),
    ("mill = [1, 1, 1, 1]", "mill = [5, 5, 5, 5]", r"cards: 56 cards are not allowed; from 26 to 48"),
    ("neutral = [3, 2, 1]", "neutral = [3, 9, 1]", r"first_game.neutral\[2\]: 9 neutral workers for each of 3 seats are more"),
    ('at = ["G5", "J7"]', 'at = ["A1", "D3"]', r"first_game.castle.at: the castle site does not fit at \['A1', 'D3'\]; one of"),
    ('at = ["G4", "H4"]', 'at = ["G4", "H5"]', r"first_game.building\[1\].at: these squares are no house"),
    ('at = ["G4", "H4"]', 'at = ["G5", "H5"]', r"first_game.building\[1\].at: another building or the castle site lies there"),
    ('at = ["G4", "H4"]', 'at = ["A1", "B1"]', r"first_game.building\[1\].at: it lies beside neither the castle site nor"),
    (
        'family = "black"\nat = ["G4"',
        'family = "blue"\nat = ["G4"',
        r"building\[1\].family: cannot be 'blue'; allowed: red, olive",
    ),
    ("mill = [1, 1, 1, 1]", "mill = [2, 1, 0, 1]", r"building\[4\].family: there are not so many cards with a mill and black"),
    ('[hand]\nsource = "rulebook"', "[hand]", r"hand.source: is missing"),
]


@pytest.mark.parametrize(("old", "new", "message"), MISTAKES)
def test_a_mistake_is_refused_with_its_place(tmp_path: Path, old: str, new: str, message: str) -> None:
    refused("arkadia", tmp_path, old, new, message)


def test_checkers_never_fall_over(tmp_path: Path) -> None:
    """Blocks of any shape give messages, not crashes."""
    file, rng, text = tmp_path / "odd.toml", Random(4), TEXT.splitlines()
    for _ in range(300):
        lines = list(text)
        for _ in range(rng.randrange(1, 4)):
            where = rng.randrange(len(lines))
            key = lines[where].partition("=")[0]
            lines[where] = rng.choice(
                [
                    "",
                    f"{key}= 7",
                    f"{key}= 'x'",
                    f"{key}= [[1]]",
                    f"{key}= {{a = 1}}",
                    f"{key}= []",
                    "at = [[]]",
                    f"{key}= ['']",
                ]
            )
        file.write_text("\n".join(lines), encoding="utf-8")
        try:
            component_set("arkadia", file)
        except BadComponents as error:
            assert error.problems  # noqa: PT017


def test_the_hash_of_the_standard_set_stands_in_records() -> None:
    """It changes only with the numbers: a changed figure here is a changed game and needs a new version."""
    assert component_set("arkadia").hash == "31cc6da42d50"


def test_the_straight_set_has_a_row_of_four() -> None:
    match = Match("arkadia", components="straight", seed="straight", start="first_game")
    rng = Random(5)
    rules = match.game.rules
    assert [sum(look >= 0 for look in shape) for shape in rules.TURNED] == [2, 2, 4, 4, 4, 8, 2]
    laid = 0
    while not match.over and len(match.moves) < match.game.limit:
        match.play(rng.choice(match.legal))
        laid = max(laid, sum(b["shape"] == 6 for b in match.view()["buildings"]))
    assert laid > 1
    assert rules.lost(match.state) == 0
    assert Match.of(match.record()) == match


def test_a_smaller_board_plays(tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    text = TEXT.replace("width = 16", "width = 12").replace("height = 12", "height = 9")
    for name in ("P1", "N3", "O6", "P8", "M9", "C10", "F11", "L11", "O11", "A12", "I12"):
        text = text.replace(f'"{name}", ', "").replace(f'"{name}",', "")
    text = text.replace('at = ["H8", "G9", "H9", "H10"]', 'at = ["G8", "F9", "G9", "H9"]')
    file.write_text(text, encoding="utf-8")
    match = Match("arkadia", components=file, seed=1, start="first_game")
    rng = Random(1)
    while not match.over and len(match.moves) < match.game.limit:
        match.play(rng.choice(match.legal))
    assert match.game.rules.lost(match.state) == 0
    assert all(square % 16 < 12 and square // 16 < 9 for square, _ in match.view()["workers"])


def test_the_small_set_is_for_two() -> None:
    """It says so itself; whoever goes back to the standard set has all seats again."""
    small = chantier.games["arkadia"].using("small")
    assert list(small.seats) == [2]
    assert list(small.using("standard").seats) == [2, 3, 4]
    with pytest.raises(BadSetup, match="Arkadia is for 2 seats, not 3"):
        Match("arkadia", 3, 1, components="small")


@pytest.mark.parametrize("start", ["free", "first_game"])
def test_the_small_set_plays(start: str) -> None:
    rng = Random(2)
    for seed in range(20):
        match = Match("arkadia", 2, seed, components="small", start=start)
        while not match.over:
            match.play(rng.choice(match.legal))
            assert match.game.rules.lost(match.state) == 0
        assert len(match.moves) < 100
        assert Match.of(match.record()) == match


def test_shapes_of_five_squares_play(tmp_path: Path) -> None:
    file = tmp_path / "five.toml"
    text = TEXT.replace('["###", "..#"]', '["####", "...#"]').replace('"D7", "E7", "F7", "F8"', '"C7", "D7", "E7", "F7", "F8"')
    file.write_text(text, encoding="utf-8")
    match = Match("arkadia", components=file, seed=1, start="first_game")
    rng = Random(1)
    while not match.over and len(match.moves) < match.game.limit:
        match.play(rng.choice(match.legal))
    assert match.game.rules.lost(match.state) == 0


def test_records_name_the_set() -> None:
    record = Match("arkadia", seed=1).record()
    assert f"components standard {chantier.games['arkadia'].components.hash}" in record
