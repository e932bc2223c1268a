"""The editor: every edit is checked, can be taken back, and is told at its place; no sequence of edits breaks it."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

import chantier
from chantier import packages, texts
from chantier.binding import SEARCH
from chantier.box.differences import Difference, differences
from chantier.box.editor import ADD, MOVE, REMOVE, SEEN, SET, BadEdit, Edit, Editor
from chantier.box.figures import BOX, OURS, counted, value_at
from chantier.box.pictures import painted
from chantier.box.showing import shown
from chantier.box.walk import stops
from chantier.components import LONGEST_SET, component_set, own_set, place_of, shipped, spelled
from chantier.kernel.native import file_name
from chantier.texts import LANGUAGES
from tests.box import random_edits
from tests.box.mistakes import FILES, GENERAL, OWN, Step

GAMES = list(chantier.games)
WHOLE = "CHANTIER_WHOLE_GAMES" in os.environ  # make test-long
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


def test_places_and_roads_are_drawn_in_maps() -> None:
    one = editor()
    places, roads = (one.data["board"]["small"][key] for key in ("places", "roads"))
    _, capital, x, y = places[0]
    for spot, paint in (("5,5", "village"), (f"5,5 {x},{y}", "road"), ("5,6 10,12", "shift"), ("11,12", "town")):
        one.apply(*painted(one, "small", spot, paint))
    board = one.data["board"]["small"]
    assert board["places"] == [*places, ["town", "Village 1", 10, 12]]
    assert board["roads"] == [*roads, ["Village 1", capital]]
    one.apply(*painted(one, "small", f"{(10 + x) // 2},{(12 + y) // 2}", "nothing"))
    assert one.data["board"]["small"]["roads"] == roads
    one.apply(*painted(one, "small", "10,12", "nothing"))
    assert one.data["board"]["small"]["places"] == places
    for nothing in (("50,1", "nothing"), ("1,1 2,2", "road"), ("1,1 9,9", "shift"), (f"{x},{y}", "change")):
        assert painted(one, "small", *nothing) == []
    for wrong in (("x", "road"), ("1,2 3", "road"), ("1,2", "castle")):
        with pytest.raises(BadEdit):
            painted(one, "small", *wrong)


MADE = [(game, key, steps) for game, own in OWN.items() for key, steps in own.items()]
MADE += [(game, key, steps) for key, (game, steps) in GENERAL.items()]


@pytest.mark.parametrize(("game", "key", "steps"), [pytest.param(*one, id=f"{one[0]} {one[1]}") for one in MADE])
def test_a_mistake_is_told_at_its_place_in_every_language(game: str, key: str, steps: list[Step]) -> None:
    """It can be made as the page would do it, and there is something on the page, at its place or around it, that says it."""
    one = editor(game)
    one.apply(*(Edit(do, place_of(place), *value) for do, place, *value in steps))
    told = [problem for problem in one.problems if problem.key == key]
    assert told, [str(problem) for problem in one.problems]
    for problem in told:
        messages = [problem.message(language) for language in LANGUAGES]
        assert len(set(messages)) == len(LANGUAGES)
        assert not any("{" in message for message in messages)
    page = shown(one, "de")
    there = {place for part in page["parts"] for table in part["tables"] for place in _places(table)}
    held = [place_of(place) for part in page["parts"] for place in part["holds"]]
    for problem in told:
        around = [problem.where[:n] for n in range(1, len(problem.where) + 1)]
        assert there & set(map(spelled, around)) or any(
            one in around or one[: len(problem.where)] == problem.where for one in held
        )
    assert {spelled(problem.where) for problem in told} <= {problem["place"] for problem in page["problems"]}
    while one.undo():
        pass
    assert not one.problems


def _places(table: dict[str, Any]) -> list[str]:
    rows = table["rows"]
    return [table["place"], *(row["place"] for row in rows), *(cell["place"] for row in rows for cell in row["cells"])]


@pytest.mark.parametrize("key", list(FILES))
def test_a_mistake_of_a_file_is_told(key: str) -> None:
    one = Editor("arkadia", FILES[key])
    assert key in [problem.key for problem in one.problems]
    assert shown(one, "fr")["problems"]


def test_every_mistake_that_the_checks_know_is_made_here() -> None:
    for game in GAMES:
        known = texts.catalogue(packages.folder(game) / "words", "en")["checks"]
        assert set(known) == set(OWN[game])
    assert set(texts.catalogue(texts.GENERAL, "en")["checks"]) == set(GENERAL) | set(FILES)


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
def test_random_edits_break_nothing(game: str) -> None:
    """Each is done as a whole or not at all; what is written can be read; a good set can be used. The first few hundred of them
    are enough for `make test`: they are the same in every run."""
    rng, one, done, many = Random(26), editor(game), 0, 1000 if WHOLE else 300
    for n in range(many):
        before = one.text
        try:
            one.apply(*(random_edits.strokes(one, rng) if n % 8 == 0 else [random_edits.edit(one, rng)]))
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
    assert done > 0.3 * many


def _look(game: str, one: Editor) -> None:
    """All that is shown of a set; and a good one needs no machine code of its own."""
    from chantier.box.parts import Words, parts

    words = Words(game, "fr")
    told: list[Any] = [words.label(figure.place) for figure in one.figures]
    told += [words.question(stop.question, one.data) for stop in stops(one)]
    told += [words.difference(difference) for difference in differences(component_set(game).data, one.data)]
    told += [words.part(part) for part in parts(game, one.data)]
    assert all(told)
    if not one.problems:
        chosen = chantier.games[game].using(own_set(game, "mine", one.text))
        assert file_name(chosen, SEARCH, False, False) == file_name(chantier.games[game], SEARCH, False, False)
