"""Scenes: plain data, and one picture of them."""

import dataclasses
import json
import re
from typing import Any
from xml.etree import ElementTree

import orjson
import pytest

from chantier import scene as scenes
from chantier.look import once
from chantier.scene import Arrangement, Box, Label, Piece, Place, Scene, Shape, Sheet, Target

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def scene() -> Scene:
    stage = Sheet(
        "stage",
        100,
        50,
        ground=('<path class="hair" d="M0 0H100"/>',),
        pieces=(Shape("shade", "M0 0h9v9Z", "sh"), Piece("brick-1", "brick", 10.04, 20, 0.5, "cov", "red", "a <red> brick")),
        labels=(Label("title", 5, 5, "Bread & <Salt>", "serif", "middle"),),
        frame="stage",
        label='The "stage"',
    )
    mine = Sheet("mine", 100, 20, frame="panel now seat-1", door=(50, 10))
    lay = Place(
        "lay-7",
        (7,),
        (Target("stage", "M0 0h5v5Z", 2, 2), Target("mine", "M1 1h2v2Z", 2, 2, "plain")),
        "lay & be glad",
        "5",
        Piece("ghost-7", "brick", 0, 0, kind="red"),
    )
    wide = Arrangement(200, 100, (Box("stage", "stage", 0, 0, 200, 80), Box("mine", "mine", 0, 80, 200, 20)))
    style = scenes.stylesheet({"stone": "#eee"}, {"stone": "#111"}, ".a,.b>i{fill:red}\n", ".xy-t{fill:var(--stone)}\n")
    return Scene("A & B", "Two < three", (stage, mine), (lay,), {"brick": '<rect width="4" height="2"/>'}, style, wide)


def test_a_picture_is_one_well_formed_svg_that_needs_nothing_else(scene: Scene) -> None:
    text = scenes.to_svg(scene)
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "A & B"
    assert root.findtext(f"{SVG}desc") == "Two < three"
    assert "<script" not in text
    assert set(re.findall(r"https?://[^\"']*", text)) == {"http://www.w3.org/2000/svg"}
    assert all(ref.startswith("#") for ref in re.findall(r'href="([^"]*)"', text))


def test_text_is_escaped(scene: Scene) -> None:
    root = ElementTree.fromstring(scenes.to_svg(scene))
    texts = [element.text for element in root.iter(f"{SVG}text")]
    titles = [element.text for element in root.iter(f"{SVG}title")]
    assert "Bread & <Salt>" in texts
    assert {"a <red> brick", "lay & be glad", 'The "stage"'} <= set(titles)


def test_the_layers_of_a_sheet_lie_in_a_fixed_order(scene: Scene) -> None:
    root = ElementTree.fromstring(scenes.to_svg(scene))
    stage = next(g for g in root.iter(f"{SVG}g") if g.get("id") == "sheet-stage")
    assert [g.get("class") for g in stage if g.tag == f"{SVG}g"] == ["ground", "pieces", "highlights", "labels"]


def test_a_place_is_outlined_on_every_sheet_and_has_its_badge_on_the_main_one(scene: Scene) -> None:
    text = scenes.to_svg(scene)
    assert 'id="lay-7"' in text
    assert 'id="lay-7.1"' in text
    assert text.count('class="badge"') == 1
    assert "ghost-7" not in text


def test_width_scales_the_whole_picture(scene: Scene) -> None:
    root = ElementTree.fromstring(scenes.to_svg(scene, width=50))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("50", "25", "0 0 200 100")


def test_light_and_dark(scene: Scene) -> None:
    assert "data-theme" not in scenes.to_svg(scene).split(">")[0]
    assert 'data-theme="dark"' in scenes.to_svg(scene, theme="dark").split(">")[0]
    assert "prefers-color-scheme:dark" in scene.style
    assert "--stone:#eee" in scene.style
    assert scene.style.count("--stone:#111") == 2


def test_rules_stay_inside_the_picture(scene: Scene) -> None:
    assert ".chantier .a,.chantier .b>i{fill:red}" in scene.style
    assert scene.style.endswith(".xy-t{fill:var(--stone)}")


def test_a_scene_is_plain_json(scene: Scene) -> None:
    told = json.loads(orjson.dumps(scenes.moving(scene)))
    assert ["d" in item for item in told["sheets"][0]["pieces"]] == [True, False]
    assert ["symbol" in item for item in told["sheets"][0]["pieces"]] == [False, True]
    assert told["places"][0]["actions"] == [7]
    assert told["places"][0]["ghost"]["symbol"] == "brick"
    assert told["wide"]["boxes"][1]["area"] == "mine"
    assert told.keys() == {field.name for field in dataclasses.fields(scene)} - {"symbols", "style", "turntable", "said"}


def test_place_of_and_sheet_of(scene: Scene) -> None:
    assert scenes.place_of(scene, 7).id == "lay-7"
    with pytest.raises(LookupError, match="no place carries action 8"):
        scenes.place_of(scene, 8)
    assert scenes.sheet_of(scene, "mine").door == (50, 10)
    with pytest.raises(LookupError, match="no sheet is called 'attic'"):
        scenes.sheet_of(scene, "attic")


def test_what_was_drawn_of_one_table_is_not_forgotten_for_another() -> None:
    """However many there are; and of what a table does not show any more little stays."""
    drawn: list[int] = []

    @scenes.drawn_once(lambda number: number)
    def part(number: int) -> int:
        drawn.append(number)
        return number

    tables = [scenes.Drawn(most=4) for _ in range(100)]
    for number in range(20):
        for n, table in enumerate(tables):
            with scenes.drawing_at(table):
                for shown in range(number, number + 3):  # two of three are as they were before
                    assert part(1000 * n + shown) == 1000 * n + shown
    assert len(drawn) == len(set(drawn)) == 100 * 22, "each once"
    assert all(len(table) <= 2 * table.most for table in tables)


def test_what_is_the_same_at_many_tables_is_drawn_once_for_all_of_them() -> None:
    drawn: list[int] = []

    @scenes.drawn_once(lambda number: number, 10)
    def part(number: int) -> int:
        drawn.append(number)
        return number

    for _ in range(3):
        with scenes.drawing_at(scenes.Drawn(most=1)):
            assert [part(number) for number in range(5)] == list(range(5))
    assert drawn == list(range(5))
    for number in range(1000):
        part(number)
    assert len(part.__dict__["kept"]) <= 20


def test_what_is_quickly_made_is_what_a_dataclass_makes() -> None:
    """Defaults, fields by name, and the order in which they are written."""

    @dataclasses.dataclass(frozen=True)
    class Plain:
        id: str
        at: tuple[float, float] = (1, 2)
        css: str = ""

    quick: Any = scenes.quick(type("Quick", (Plain,), {}))
    for args, more in ((("a",), {}), (("a", (3, 4)), {"css": "b"}), ((), {"css": "c", "id": "d"})):
        assert list(vars(quick(*args, **more)).items()) == list(vars(Plain(*args, **more)).items())  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        quick()
    with pytest.raises(AttributeError):
        quick("a").id = "b"


def test_a_property_that_is_found_once_belongs_to_its_look() -> None:
    class One:
        def __init__(self, n: int) -> None:
            self.n, self.asked = n, 0

        @once
        def twice(self) -> int:
            self.asked += 1
            return 2 * self.n

    one, other = One(1), One(2)
    assert [one.twice, other.twice, one.twice, other.twice, one.asked, other.asked] == [2, 4, 2, 4, 1, 1]
