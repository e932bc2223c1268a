"""The editor: every edit is checked, can be taken back, and is told at its place; no sequence of edits breaks it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import chantier
from chantier.box.differences import Difference, differences
from chantier.box.editor import ADD, MOVE, REMOVE, SEEN, SET, BadEdit, Edit, Editor
from chantier.box.figures import BOX, OURS, counted, value_at
from chantier.box.showing import shown
from chantier.box.walk import stops
from chantier.components import LONGEST_SET, component_set, own_set, shipped, spelled
from tests.box import random_edits

GAMES = list(chantier.games)
SHIPPED = [(name, chosen) for name in GAMES for chosen in shipped(name)]


def editor(game: str = "queens_architect") -> Editor:
    return Editor(game, component_set(game).text)


@pytest.mark.parametrize(("game", "chosen"), SHIPPED)
def test_a_written_set_is_the_same_set_with_its_comments(game: str, chosen: str) -> None:
    one = Editor(game, component_set(game, chosen).text)
    first = one.figures[0]
    one.apply(Edit(SEEN, first.place))
    assert one.text != component_set(game, chosen).text
    assert own_set(game, "mine", one.text).hash == component_set(game, chosen).hash
    for line in component_set(game, chosen).text.splitlines():
        if line.startswith("#"):
            assert line in one.text


@pytest.mark.parametrize(("game", "chosen"), SHIPPED)
def test_every_figure_is_shown_once(game: str, chosen: str) -> None:
    one = Editor(game, component_set(game, chosen).text)
    rows = [row for part in shown(one, "en")["parts"] for table in part["tables"] for row in table["rows"]]
    cells = [cell["place"] for row in rows for cell in row["cells"]]
    assert sorted(cells) == sorted(spelled(figure.place) for figure in one.figures)


def test_an_edit_changes_one_figure_and_marks_it() -> None:
    one = editor()
    before = counted(one.figures)
    one.apply(Edit(SET, ("character", 3, "values", 2), 4))
    assert not one.problems
    assert list(differences(editor().data, one.data)) == [Difference(("character", 3, "values", 2), 1, 4)]
    assert counted(one.figures)[BOX] == 1
    assert counted(one.figures)[OURS] == before[OURS] - 1
    assert one.data["character"][3]["seen"] == ["values[3]"]
    assert one.undo()
    assert one.text == editor().text
    assert not one.undo()


def test_marks_are_said_as_shortly_as_they_can_be() -> None:
    one = editor()
    for corner in range(6):
        one.apply(Edit(SET, ("character", 0, "values", corner), 2))
    assert one.data["character"][0]["seen"] == ["values"]
    for key in ("name", "guild", "scroll", "sheaf", "tiles", "starting"):
        one.apply(Edit(SEEN, ("character", 0, key)))
    assert "seen" not in one.data["character"][0]
    assert one.data["character"][0]["source"] == BOX


def test_marks_move_with_what_they_mark() -> None:
    one = editor("world_monuments")
    spots = ("monument", "capitol", "bricks", 0, "at")
    one.apply(Edit(SEEN, (*spots, 4)))
    one.apply(Edit(ADD, spots, [2, 0], 1))
    assert one.data["monument"]["capitol"]["bricks"][0]["seen"] == ["at[2]", "at[6]"]
    one.apply(Edit(REMOVE, (*spots, 0)))
    assert one.data["monument"]["capitol"]["bricks"][0]["seen"] == ["at[1]", "at[5]"]


def test_a_new_name_is_the_name_in_all_roads() -> None:
    one = editor()
    board = ("board", "small")
    one.apply(Edit(SET, (*board, "places", 1, 1), "Elmbrook"))
    assert not one.problems
    assert ["Capital", "Elmbrook"] in value_at(one.data, (*board, "roads"))
    one.apply(Edit(REMOVE, (*board, "places", 1)))
    assert not one.problems
    assert not any("Elmbrook" in road for road in value_at(one.data, (*board, "roads")))


def test_places_roads_bricks_and_camps_come_go_and_move() -> None:
    one = editor()
    one.apply(Edit(ADD, ("board", "small", "places"), ["village", "Nowhere", 1, 1]))
    assert [p.key for p in one.problems] == ["no way"]
    assert one.problems[0].where == ("board", "small", "roads")
    one.apply(Edit(ADD, ("board", "small", "roads"), ["Capital", "Nowhere"]))
    assert not one.problems
    one.apply(Edit(MOVE, ("board", "small", "places", 13), at=2))
    assert one.data["board"]["small"]["places"][2][1] == "Nowhere"
    camps = editor("arkadia")
    camps.apply(Edit(SET, ("camps", "at", 0), "H6"))
    assert camps.problems
    bricks = editor("world_monuments")
    bricks.apply(Edit(REMOVE, ("monument", "capitol", "bricks", 0, "at", 8)))
    assert any(p.key == "unsupported" for p in bricks.problems)


WRONG: list[tuple[str, Edit, str, str]] = [
    ("queens_architect", Edit(SET, ("character", 0, "values", 0), 100), "character[1].values[1]", "not between"),
    ("queens_architect", Edit(SET, ("character", 0, "guild"), "tailor"), "character", "not the guild"),
    ("queens_architect", Edit(REMOVE, ("character", 0)), "character", "not all characters"),
    ("queens_architect", Edit(SET, ("demand", "village", 0, 0), "stonemason"), "demand.village[1]", "guild twice"),
    ("queens_architect", Edit(SET, ("board", "large", "places", 0, 0), "town"), "board.large.places[1][1]", "one capital"),
    ("queens_architect", Edit(SET, ("construct", "palace"), 99), "construct.palace", "high palace"),
    ("queens_architect", Edit(REMOVE, ("seat", "bonds")), "seat.bonds", "no key"),
    ("arkadia", Edit(SET, ("camps", "at", 1), "H1"), "camps.at[2]", "square twice"),
    ("arkadia", Edit(SET, ("camps", "at", 1), "Z9"), "camps.at[2]", "no square"),
    ("arkadia", Edit(SET, ("shape", "house", "squares"), ["#.", ".#"]), "shape.house.squares", "apart"),
    ("arkadia", Edit(SET, ("shape", "house", "squares", 0), "#?"), "shape.house.squares[1]", "letter"),
    ("arkadia", Edit(SET, ("first_game", "building", 0, "at", 0), "A1"), "first_game.building[1].at", "no such shape"),
    ("arkadia", Edit(SET, ("castle", "may_turn"), 3), "castle.may_turn", "not a flag"),
    ("world_monuments", Edit(SET, ("quarry", "outer"), 11), "quarry", "rings"),
    ("world_monuments", Edit(SET, ("walk", "steps", 0), 2), "walk.steps", "first step"),
    ("world_monuments", Edit(SET, ("points", "lap"), "long"), "points.lap", "not whole"),
    ("world_monuments", Edit(SET, ("monument", "capitol", "fill", "middle", 0), "none"), "monument.capitol.fill.middle[1]", "not this word"),  # noqa: E501
]  # fmt: skip


@pytest.mark.parametrize(("game", "edit", "place", "key"), WRONG)
def test_a_mistake_is_told_at_its_place_in_every_language(game: str, edit: Edit, place: str, key: str) -> None:
    from chantier.texts import LANGUAGES

    one = editor(game)
    one.apply(edit)
    told = {spelled(problem.where): problem for problem in one.problems}
    assert told[place].key == key
    messages = [told[place].message(language) for language in LANGUAGES]
    assert len(set(messages)) == len(LANGUAGES)
    one.undo()
    assert not one.problems


@pytest.mark.parametrize(
    "edit",
    [
        Edit(SET, (), 1),
        Edit(SET, ("nowhere", 1), 1),
        Edit(SET, ("character", 99, "scroll"), 1),
        Edit(SET, ("character", 0, "source"), "box"),
        Edit(SET, ("seat", "bonds"), 10**12),
        Edit(SET, ("seat", "bonds"), "x" * 300),
        Edit(SET, ("seat", "bonds"), float("nan")),
        Edit(SET, ("seat", "bonds"), [[[[[1]]]]]),
        Edit(ADD, ("seat", "bonds")),
        Edit(MOVE, ("character", 0), at=99),
        Edit(REMOVE, ("character", -1)),
    ],
)
def test_what_cannot_be_done_changes_nothing(edit: Edit) -> None:
    one = editor()
    with pytest.raises(BadEdit):
        one.apply(edit)
    assert one.text == editor().text


def test_a_set_cannot_grow_for_ever() -> None:
    one = editor()
    many = [Edit(ADD, ("board", "small", "roads"), ["x" * 150, "y" * 150])] * 25
    one.apply(*many)
    with pytest.raises(BadEdit, match="at most"):
        one.apply(*many)
    assert len(one.text) <= LONGEST_SET


@pytest.mark.parametrize(
    "text", ["", "x", "a = 0x" + "f" * 6000, "a = " + "9" * 6000, "a = [" * 3000, "[seat]\nx = 1979-05-27"]
)
def test_any_text_can_be_looked_at(text: str) -> None:
    one = Editor("queens_architect", text)
    assert one.problems
    assert all(problem.message("de") for problem in one.problems)
    assert one.figures is not None
    assert stops(one) is not None


@pytest.mark.unmeasured
@pytest.mark.parametrize("game", GAMES)
def test_a_thousand_random_edits_break_nothing(game: str) -> None:
    """Each is done as a whole or not at all; what is written can be read; a good set can be used."""
    rng, one, done = Random(26), editor(game), 0
    for n in range(1000):
        before = one.text
        try:
            one.apply(random_edits.edit(one, rng))
        except BadEdit:
            assert one.text == before
            continue
        if one.text == before:
            continue
        done += 1
        if n % 20 == 0:
            _look(game, one)
        if rng.random() < 0.5:
            assert one.undo()
            assert one.text == before
        if len(one.problems) > 30 or len(one.text) < 0.7 * len(editor(game).text):
            one = editor(game)
    assert done > 300


def _look(game: str, one: Editor) -> None:
    """All that is shown of a set."""
    from chantier.box.parts import Words, parts

    words = Words(game, "fr")
    told: list[Any] = [words.label(figure.place) for figure in one.figures]
    told += [words.question(stop.question, one.data) for stop in stops(one)]
    told += [words.difference(difference) for difference in differences(component_set(game).data, one.data)]
    told += [words.part(part) for part in parts(game, one.data)]
    assert all(told)
    if not one.problems:
        assert own_set(game, "mine", one.text).data
