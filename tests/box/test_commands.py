"""`chantier box` at the command line: new, check, diff, walk, sound."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from pathlib import Path

import pytest

import chantier
from chantier import Match
from chantier.box.editor import SET, Edit, Editor
from chantier.box.figures import OURS, counted
from chantier.box.terminal import lines
from chantier.box.walk import stops
from chantier.cli import main
from chantier.components import component_set

Out = pytest.CaptureFixture[str]
GAMES = list(chantier.games)


def typing(monkeypatch: pytest.MonkeyPatch, typed: Iterator[str]) -> None:
    """Somebody types this, and then nothing more."""

    def answer(_: str = "") -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr(builtins, "input", answer)


def test_new_check_and_diff(tmp_path: Path, capsys: Out) -> None:
    own = tmp_path / "mine.toml"
    assert main(["box", "new", "arkadia", str(own)]) == 0
    assert main(["box", "new", "arkadia", str(own)]) == 2
    assert "left as it is" in capsys.readouterr().err
    assert main(["box", "diff", "arkadia", str(own)]) == 0
    assert capsys.readouterr().out == "All figures are the same.\n"
    one = Editor("arkadia", own.read_text(encoding="utf-8"))
    one.apply(Edit(SET, ("hand", "cards"), 3))
    own.write_text(one.text, encoding="utf-8")
    assert main(["box", "diff", "arkadia", str(own), "--language", "de"]) == 0
    assert capsys.readouterr().out == "Hand, Karten: 4 → 3\n1 Angabe ist verschieden.\n"
    assert main(["box", "check", "arkadia", str(own)]) == 0
    assert component_set("arkadia", own).hash in capsys.readouterr().out
    own.write_text(one.text.replace('"H1"', '"H99"'), encoding="utf-8")
    assert main(["box", "check", "arkadia", str(own), "--language", "fr"]) == 1
    assert "camps.at[1]: 'H99' n'est pas une case du plateau\xa0; de A1 à P12" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_walk_leaves_nothing_of_ours(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out) -> None:
    own = tmp_path / "mine.toml"
    typing(monkeypatch, iter([""] * 3))
    assert main(["box", "walk", game, str(own)]) == 0
    first = Editor(game, own.read_text(encoding="utf-8"))
    assert f"Go on with:  chantier box walk {game} {own}" in capsys.readouterr().out
    assert counted(first.figures)[OURS] < counted(Editor(game, component_set(game).text).figures)[OURS]
    typing(monkeypatch, iter([""] * 100))
    assert main(["box", "walk", game, str(own), "--language", "de"]) == 0
    assert capsys.readouterr().out.endswith("Es bleibt nichts zu fragen.\n")
    done = Editor(game, own.read_text(encoding="utf-8"))
    assert counted(done.figures)[OURS] == 0
    assert component_set(game, own).hash == component_set(game).hash


def test_what_one_types_stands_in_the_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out) -> None:
    own = tmp_path / "mine.toml"
    typed = ["?", "9 9", "3 1 2 3 4 5 5", "2 Schmied", "u", "5 yes", "1 'Der Erste'", "", "s", "4 x", "u", "u", "q"]
    typing(monkeypatch, iter(typed))
    assert main(["box", "walk", "queens_architect", str(own), "--language", "de"]) == 0
    said = capsys.readouterr().out
    assert "Das wurde nicht verstanden: 9 9" in said
    assert "Zunft: Schmied" in said
    assert "! Schriftrolle: erwartet: eine ganze Zahl von 0 bis 99, gefunden: 'x'" in said
    assert "Es gibt nichts zurückzunehmen." in said
    feller = component_set("queens_architect", own).data["character"][0]
    assert feller == {
        "source": "box", "name": "Der Erste", "guild": "lumberjack", "values": [1, 2, 3, 4, 5, 5],
        "scroll": 1, "sheaf": True, "tiles": 3, "starting": 1,
    }  # fmt: skip
    assert Match("queens_architect", components=own, seed=1).legal


def test_lines_come_and_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "mine.toml"
    one = Editor("queens_architect", component_set("queens_architect").text)
    skipped = [stop.question.name for stop in stops(one)].index("roads small")
    typing(monkeypatch, iter(["s"] * skipped + ["18 +", "19 Capital Westfold", "1 -", "", "q"]))
    assert main(["box", "walk", "queens_architect", str(own)]) == 0
    roads = component_set("queens_architect", own).data["board"]["small"]["roads"]
    assert len(roads) == 18
    assert roads[-1] == ["Capital", "Westfold"]
    assert ["Capital", "Alderbrook"] not in roads


def test_the_only_question_that_is_left_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out) -> None:
    own = tmp_path / "mine.toml"
    many = len(stops(Editor("arkadia", component_set("arkadia").text)))
    typing(monkeypatch, iter([""] * (many - 1) + ["s"] * 5))
    assert main(["box", "walk", "arkadia", str(own)]) == 0
    assert "1 question is left." in capsys.readouterr().out
    assert lines({"a": [[1, 2], [3]], "b": 1, "source": "box"}, (("a",), ("b",))) == [("a", 0), ("a", 1), ("b",)]


@pytest.mark.unmeasured
@pytest.mark.parametrize("game", GAMES)
def test_soundness_is_told_in_plain_words(game: str, tmp_path: Path, capsys: Out) -> None:
    own = tmp_path / "mine.toml"
    assert main(["box", "new", game, str(own)]) == 0
    capsys.readouterr()
    assert main(["box", "sound", game, str(own), "--games", "3", "--thinking", "1"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("4 games with this set: 3 of apprentices, 1 of journeymen; as many with the standard set.\n")
    for seats in chantier.games[game].seats:
        assert f"With {seats} seats" in said


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game_says_what_is_certain(game: str) -> None:
    """If not: python -m docs.figures"""
    from docs import figures

    text = (figures.PAGES / f"{game}.md").read_text(encoding="utf-8")
    assert text == figures.page(game)
    assert "figures are certain" in text
