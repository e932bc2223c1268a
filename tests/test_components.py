"""Component sets: every kind of mistake is refused with its place; the shipped sets are good."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import chantier
from chantier import BadComponents, BadSetup, Match
from chantier.components import SOURCES, component_set, explained, shipped
from tests.mistakes import refused

SHIPPED = [(name, chosen) for name in chantier.games for chosen in shipped(name)]


@pytest.mark.parametrize(("name", "chosen"), SHIPPED)
def test_shipped_sets_are_good_and_playable(name: str, chosen: str) -> None:
    assert Match(name, components=chosen, seed=1).legal


@pytest.mark.parametrize(("name", "chosen"), SHIPPED)
def test_every_block_says_where_it_comes_from(name: str, chosen: str) -> None:
    blocks = list(explained(component_set(name, chosen)))
    assert blocks
    assert {source for _, source, _ in blocks} <= set(SOURCES)


def test_marks_and_notes_do_not_change_the_hash(tmp_path: Path) -> None:
    standard = component_set("world_monuments")
    other = tmp_path / "other.toml"
    other.write_text(standard.text.replace('source = "reconstructed"', 'source = "published"'), encoding="utf-8")
    assert component_set("world_monuments", other).hash == standard.hash
    other.write_text(standard.text.replace("outer = 12", "outer = 18 # no"), encoding="utf-8")
    with pytest.raises(BadComponents, match=r"line \d+: quarry.outer: 18 is not allowed; from 6 to 16"):
        component_set("world_monuments", other)


def test_the_hash_of_the_standard_set_stands_in_records() -> None:
    """It changes only with the numbers: a changed figure here is a changed game and needs a new version."""
    assert component_set("world_monuments").hash == "03e22ec34900"


MISTAKES: list[tuple[str, str, str]] = [
    # what is changed, into what, what the message says
    ("orange = 11\n", "", r"line \d+: box.orange: this key is missing"),
    ("start = 10 ", "start = 'ten' ", r"points.start: expected a whole number from 0 to 60, found 'ten'"),
    ("start = 10 ", "start = 10.5 ", r"points.start: expected a whole number"),
    ("start = 10 ", "start = true ", r"points.start: expected a whole number"),
    ("level = [1, 3, 5, 7, 9]", "level = [1, 3, 5]", r"points.level: expected a row of 5 whole numbers"),
    ("steps = [1, 2, 3, 4]", "steps = [2, 3]", r"walk.steps: the first turn has 1 step"),
    ("steps = [1, 2, 3, 4]", "steps = [1, 2]", r"walk.steps: a walk of 2 steps cannot fetch a piece from every cell"),
    ("outer = 12", "outer = 11", r"quarry: 11 outer and 6 middle cells do not fit"),
    ("middle = 6", "middle = -6", r"quarry.middle: -6 is not allowed; from 4 to 8"),
    ("middle = 6", "middle = 6\nthird = 3", r"quarry.third: unknown; allowed: middle, outer"),
    ('[walk]\nsource = "rulebook"', "[walk]", r"walk.source: is missing; allowed: rulebook, published, deduced, reconstructed"),
    ('[walk]\nsource = "rulebook"', '[walk]\nsource = "hearsay"', r"walk.source: cannot be 'hearsay'"),
    ("[monument.capitol.fill]", "[monument.pisa.fill]", r"monument.pisa: unknown; allowed: capitol, notre_dame, st_peter"),
    ("[monument.capitol.fill]", "[monument.pisa.fill]", r"monument.capitol.fill: this block is missing"),
    ('"one per two cells"', '"as many as you like"', r"monument.capitol.fill.middle\[3\]: cannot be 'as many as you like'"),
    (
        "violet = 10\n",
        "violet = 13\n",
        r"monument.notre_dame.round\[3\].violet: the three rounds need 24 violet pieces, the box has 23",
    ),
    (
        "violet = 10\n",
        "violet = 1\n",
        r"monument.notre_dame.round\[1\]: 16 pieces do not fill the outer and middle ring, which take 24",
    ),
    ("gem = 3\nblack = 1", "gem = 3\nblack = 2", r"monument.notre_dame.round\[1\].black: 2 is not allowed; from 1 to 1"),
    (
        "[4, 0],\n    [2, 2]",
        "[4, 0], [5, 0],\n    [2, 2]",
        r"monument.notre_dame.bricks\[1\].at\[2\]: \[5, 0\] is not on the grid",
    ),
    ("[4, 0],\n    [2, 2]", "[4, 0], [4, 0],\n    [2, 2]", r"at\[2\]: \[4, 0\] overlaps the brick at \[4, 0\] of level 1"),
    ("[4, 0],\n    [2, 2]", "[4, 0, 1],\n    [2, 2]", r"at\[1\]: expected a row of 2 whole numbers"),
    ("[4, 0],\n    [2, 2]", "[99, 0],\n    [2, 2]", r"at\[1\]\[1\]: 99 is not allowed; from 0 to 18"),
    (
        "[4, 0],\n    [2, 2]",
        "[2, 2]",
        r"\[4, 1\] of level 2 is unsupported: nothing of level 1 lies under its half cell \[4, 1\]",
    ),
    ('kind = "gem"', 'kind = "black"', r"bricks\[2\].kind: cannot be 'black'; allowed: violet, red, neutral, orange, gem"),
    ("[points]", "[points", r"not a TOML file: .*line 19"),
]


@pytest.mark.parametrize(("old", "new", "message"), MISTAKES)
def test_a_mistake_is_refused_with_its_place(tmp_path: Path, old: str, new: str, message: str) -> None:
    refused("world_monuments", tmp_path, old, new, message)


def test_a_plan_with_more_bricks_than_the_box_is_refused(tmp_path: Path) -> None:
    more = ", ".join(f"[{x}, {y}]" for x in range(0, 18, 2) for y in range(12, 18, 2))
    text = component_set("world_monuments").text.replace("    [4, 0],\n    [2, 2]", f"    {more},\n    [4, 0],\n    [2, 2]", 1)
    file = tmp_path / "many.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadComponents, match=r"monument.notre_dame.bricks: the plan needs 45 violet pieces, the box has 23"):
        Match("world_monuments", components=file)


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    text = component_set("world_monuments").text.replace("gem = 3   ", "gem = 'x' ", 1).replace("fine = 1 ", "fine = -1 ", 1)
    file = tmp_path / "two.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadComponents) as caught:
        Match("world_monuments", components=file)
    assert len(caught.value.problems) == 2


def test_a_missing_or_unreadable_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="cannot read the component set"):
        Match("world_monuments", components=tmp_path / "none.toml")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadSetup, match="it is not a text file"):
        Match("world_monuments", components=binary)


def test_a_file_may_build_on_another_set(tmp_path: Path) -> None:
    file = tmp_path / "eight.toml"
    file.write_text('based_on = "standard"\n[quarry]\nsource = "reconstructed"\nouter = 8\nmiddle = 8\n', encoding="utf-8")
    match = Match("world_monuments", components=file, seed="8")
    assert match.state.quarry[16] != [0] * 6 or match.game.rules.CENTRE == 16
    assert len(match.legal) == 8
    file.write_text('based_on = "nothing"\n', encoding="utf-8")
    with pytest.raises(BadComponents, match="based_on: there is no set 'nothing'; allowed: standard"):
        Match("world_monuments", components=file)


def test_two_sets_in_one_process_play_their_own_rules(tmp_path: Path) -> None:
    file = tmp_path / "eight.toml"
    file.write_text('based_on = "standard"\n[quarry]\nsource = "reconstructed"\nouter = 8\nmiddle = 8\n', encoding="utf-8")
    ours, theirs = Match("world_monuments", seed=1), Match("world_monuments", seed=1, components=file)
    for _ in range(200):
        for match in (ours, theirs):
            if not match.over:
                match.play(match.legal[-1])
    assert ours.game.rules.CENTRE == 18
    assert theirs.game.rules.CENTRE == 16
    assert ours.game.rules.lost(ours.state) == theirs.game.rules.lost(theirs.state) == 0


def test_checkers_never_fall_over(tmp_path: Path) -> None:
    """Blocks of any shape give messages, not crashes."""
    from random import Random

    text: Any = component_set("world_monuments").text.splitlines()
    file, rng = tmp_path / "odd.toml", Random(4)
    for _ in range(120):
        lines = list(text)
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(lines))
            key = lines[at].partition("=")[0]
            lines[at] = rng.choice(
                ["", f"{key}= 7", f"{key}= 'x'", f"{key}= [[1]]", f"{key}= {{a = 1}}", f"{key}= []", "at = [[]]"]
            )
        file.write_text("\n".join(lines), encoding="utf-8")
        with suppress(BadComponents):
            component_set("world_monuments", file)
