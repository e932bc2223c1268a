"""The table in the terminal, driven by typed lines."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from chantier import BadSetup, Match, Seen, games, paint
from chantier.bots import bot, deciding
from chantier.clauses import clauses
from chantier.kernel.native import Making
from chantier.terminal.saves import Player, load, seated
from chantier.terminal.screen import TEXTS, Screen, picture

Typed = Iterable[str | type[BaseException]]


class Typist:
    """A keyboard that types given lines, and all that was shown."""

    def __init__(self, typed: Typed) -> None:
        self.typed = iter(typed)
        self.lines: list[str] = []

    def read(self, question: str) -> str:
        self.lines.append(question)
        line = next(self.typed, EOFError)
        if not isinstance(line, str):
            raise line
        return line

    def write(self, line: str) -> None:
        self.lines.append(line)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


Sit = Callable[..., tuple[Screen, Typist]]


@pytest.fixture
def sit(tmp_path: Path) -> Sit:
    def make(typed: Typed, levels: tuple[str, ...] = ("random",), language: str = "en", **how: object) -> tuple[Screen, Typist]:
        seats = int(str(how.pop("seats", 2)))
        match = Match("world_monuments", seats=seats, seed=str(how.pop("seed", "x")), **how)  # type: ignore[arg-type]
        screen = Typist(typed)
        players = seated(seats, list(levels))
        return Screen(match, players, language, tmp_path / "game.txt", screen.read, screen.write), screen

    return make


def ones() -> Iterable[str]:
    while True:
        yield "1"


@pytest.mark.parametrize("language", TEXTS)
def test_whole_game(sit: Sit, language: str) -> None:
    table, screen = sit(ones(), language=language, levels=("random", "apprentice"), seats=3)
    table.run()
    assert table.match.over
    assert TEXTS[language]["over"] in screen.text
    first = min(range(3), key=lambda seat: table.match.ranking()[seat])
    assert f"1. {table.names[first]}, {table.match.scores()[first]} " in screen.text
    saved, _ = load(tmp_file(table))
    assert saved == table.match


def tmp_file(table: Screen) -> Path:
    assert table.file is not None
    return table.file


def test_words_and_numbers_do_the_same(sit: Sit) -> None:
    by_number, _ = sit(["3"])
    by_words, _ = sit(["step  to outer 3"])
    by_number.run()
    by_words.run()
    assert by_number.match == by_words.match
    assert by_number.match.moves


def test_what_is_not_a_choice(sit: Sit) -> None:
    table, screen = sit(["0", "-1", "13", "²", "", "9" * 5000, "step to centre", "dance", "? 99", "rules 99", "\x07"])
    before = table.match.digest()
    table.run()
    assert table.match.digest() == before
    assert "13 is not one of the choices. Type a number from 1 to 12, or ? for help." in screen.text
    assert "the worker is put on the outer ring. (3.1)" in screen.text.replace("\n", " ")
    assert "'dance' is no action of World Monuments" in screen.text.replace("\n", " ")
    assert "no clause '99'" in screen.text


def test_help(sit: Sit) -> None:
    table, screen = sit(["?", "? 1", "?1", "rules 3.4", "rules", "log", "table", "hint"])
    table.run()
    assert "take back your last decision" in screen.text
    flat = " ".join(screen.text.split())
    assert flat.count("A step goes to a cell that shares a border") == 3
    for number, text in clauses("world_monuments").items():
        assert f"{number} {text.split(',')[0].replace('*', '').split('`')[0][:40]}" in flat
    assert "What has happened so far:" in screen.text
    assert screen.text.count("World Monuments: Notre Dame") == 2
    assert re.search(r"The grandmaster would choose \d+: step to", screen.text)


def test_undo_reaches_back_over_bots(sit: Sit) -> None:
    table, screen = sit(["3", "u"])
    before = table.match.digest()
    table.run()
    assert table.match.digest() == before
    assert "Taken back." in screen.text


def test_undo_of_nothing(sit: Sit) -> None:
    table, screen = sit(["undo"])
    table.run()
    assert "You have decided nothing yet" in screen.text


def test_undo_stops_at_another_person(sit: Sit) -> None:
    table, screen = sit(["3", "", "u"], levels=(), screens="open")
    table.run()
    assert len([move for move in table.match.moves if move.seat >= 0]) == 1
    assert "Alice has decided since" in screen.text


def test_undo_stops_at_chance_and_reveals(sit: Sit) -> None:
    """At the start of the second round the bag has been drawn from; after a pass a screen has been lifted."""
    table, screen = sit([])
    while table.match.view()["round"] == 1:
        table.match.play(table.match.legal[0])
    moves, passing = table.match.moves, table.match.game.actions.verbs["pass"]
    passed = 1 + next(n for n, move in enumerate(moves) if move.action == passing)
    for cut, why in ((len(moves), "chance has decided since"), (passed, "something hidden has been shown since")):
        match = table.match.at(cut)
        screen = Typist(["u"])
        Screen(match, [Player("Alice"), Player("Bruno")], read=screen.read, write=screen.write, shown_to=match.to_act).run()
        assert why in screen.text


def test_end_of_input_saves(sit: Sit) -> None:
    table, screen = sit(["3"])
    table.run()
    saved, players = load(tmp_file(table))
    assert saved == table.match
    assert players == table.players
    assert f"Saved in {table.file}." in screen.text
    assert f"chantier play world_monuments --text --resume {table.file}" in screen.text


def test_interrupt_saves(sit: Sit) -> None:
    table, screen = sit(["3", KeyboardInterrupt])
    with pytest.raises(KeyboardInterrupt):
        table.run()
    assert load(tmp_file(table))[0] == table.match
    assert "Saved in" in screen.text


def test_quit_and_go_on(sit: Sit) -> None:
    table, _ = sit(["3", "1", "q", "1"])
    table.run()
    match, players = load(tmp_file(table))
    assert match.digest() == table.match.digest()
    again = Screen(match, players, file=table.file, read=Typist(ones()).read, write=lambda line: None)
    again.run()
    assert again.match.over
    assert [move.action for move in again.match.moves][: len(table.match.moves)] == [m.action for m in table.match.moves]


def test_save_a_copy(sit: Sit, tmp_path: Path) -> None:
    copy = tmp_path / "folder" / "my copy.txt"
    table, screen = sit(["3", f"save {copy}", "save"])
    table.run()
    assert load(copy)[0] == table.match
    assert f"Saved in {copy}." in screen.text
    assert not [path for path in copy.parent.iterdir() if path != copy], "no temporary file is left"


def test_a_folder_that_cannot_be_written(sit: Sit, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    table, screen = sit(ones())
    table.file = tmp_path / "file" / "game.txt"
    table.run()
    assert table.match.over
    assert screen.text.count("cannot be saved") == 1


def test_a_save_with_own_components(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('based_on = "standard"\n[quarry]\nsource = "reconstructed"\nouter = 8\nmiddle = 8\n')
    match = Match("world_monuments", seed="x", components=own)
    screen = Typist(["1"])
    table = Screen(match, seated(2, ["random"]), file=tmp_path / "game.txt", read=screen.read, write=screen.write)
    table.run()
    assert load(tmp_path / "game.txt")[0] == table.match
    assert "VIII" in screen.text


def test_the_curtain(sit: Sit) -> None:
    closed, screen = sit(["1", "", "1", ""], levels=())
    closed.run()
    assert "Bruno, it is your turn. The others look away." in screen.text
    opened, screen = sit(["1", "1"], levels=(), screens="open")
    opened.run()
    assert "look away" not in screen.text


def test_others_pieces_stay_covered(sit: Sit) -> None:
    table, _ = sit([])
    while table.match.view()["decision"] != "lay":
        table.match.play(table.match.legal[0])
    shown = picture(table.match, 0, table.names, "en")
    assert shown.count("behind the screen: ") == 1
    assert picture(table.match, None, table.names, "en").count("behind the screen: ") == 2


def test_a_forced_choice_needs_only_enter(sit: Sit) -> None:
    table, screen = sit([])
    while not (table.match.to_act == 0 and len(table.match.legal) == 1):
        table.match.play(table.match.legal[0])
    moves = len(table.match.moves)
    again = Screen(table.match, table.players, file=table.file, read=Typist([""]).read, write=screen.write)
    again.run()
    assert len(again.match.moves) > moves


@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("monument", games["world_monuments"].options["monument"].choices)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_picture_fits(monument: str, seats: int, colour: bool) -> None:
    """At most 100 columns and 40 rows, in every language, all through a game."""
    match = Match("world_monuments", seats=seats, seed="fit", monument=monument)
    paint.use(colour)
    try:
        while not match.over:
            for language in TEXTS:
                lines = picture(match, 0, ["Alexandrina-Victoria"] * seats, language).splitlines()
                assert max(map(paint.width, lines)) <= 100
                assert len(lines) <= 40
                narrow = picture(match, 0, ["Alexandrina-Victoria"] * seats, language, 80).splitlines()
                assert max(map(paint.width, narrow)) <= 80
            for _ in range(7):
                if not match.over:
                    match.play(match.legal[len(match.moves) % len(match.legal)])
    finally:
        paint.use(False)


def test_a_match_in_text() -> None:
    match = Match("world_monuments", seats=3, seed="tuesday")
    assert "World Monuments: Notre Dame" in str(match)
    assert "seat 2" in str(match)
    assert "\x1b" not in str(match)


def test_who_sits_where() -> None:
    assert [p.level for p in seated(4, ["random", "apprentice"], first=3)] == ["human", "random", "apprentice", "human"]
    assert seated(2, [], names=["Ada", "Grace"]) == [Player("Ada"), Player("Grace")]
    wrong: list[tuple[list[str], int, list[str] | None]] = [
        (["random", "random"], 0, None),
        (["genius"], 0, None),
        (["random"], 2, None),
        (["random"], 0, ["Ada", "Grace"]),
        (["random"], 0, ["A\nB"]),
    ]
    for levels, first, names in wrong:
        with pytest.raises(BadSetup):
            seated(2, levels, first, names)


# --- bots below their strength, and bots that fail --------------------------------------------------------------------------


@pytest.mark.parametrize("language", TEXTS)
def test_it_is_said_while_bots_play_below_their_strength(sit: Sit, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[float] = []
    monkeypatch.setattr(deciding, "being_made", lambda _: Making(spent[-1], 42.0))
    table, screen = sit([], levels=("journeyman:2",), language=language)
    for n, seconds in ((22, 20.0), (12, 30.0), (0, 90.0)):
        spent.append(seconds)
        screen.lines.clear()
        table.tell_strength(1)
        table.tell_strength(1)  # once for each turn of a person is enough
        said = TEXTS[language]["below" if n else "below still"].format(name="Villard", n=n)
        assert screen.text.split() == said.split()
        table.mark(0)
    quick, silent = sit([], levels=("apprentice",), language=language)
    quick.tell_strength(1)
    assert silent.lines == []


def test_bots_that_think_say_it_when_it_is_their_turn(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "being_made", lambda _: Making(20.0, 42.0))
    table, screen = sit(["1"] * 12, levels=("journeyman:2",))
    table.run()
    assert "Villard plays below its strength for about another 22 s" in " ".join(screen.text.split())


class Broken:
    """A bot that fails."""

    def choose(self, seen: Seen) -> int:
        raise ZeroDivisionError("float division by zero")


@pytest.mark.parametrize("language", TEXTS)
def test_a_weaker_level_goes_on_for_a_bot_that_fails(sit: Sit, language: str) -> None:
    table, screen = sit(ones(), language=language, levels=("apprentice",))
    table.bots[1] = Broken()
    table.run()
    assert table.match.over
    said = TEXTS[language]["failed"].format(name="Villard", level="apprentice", why="float division by zero", instead="random")
    assert " ".join(screen.text.split()).count(" ".join(said.split())) == 1


def test_a_hint_in_the_terminal_waits_like_one_at_the_table(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr(deciding, "in_time", lambda _, until: waited.append(until - time.monotonic()))
    monkeypatch.setattr(deciding, "being_made", lambda _: Making(20.0, 42.0))
    table, screen = sit(["hint"])
    table.run()
    assert "grandmaster plays below its strength for about another 22 s" in " ".join(screen.text.split())
    assert [round(seconds) for seconds in waited] == [round(deciding.HINT_PATIENCE)]
    assert "The grandmaster would choose" in screen.text


def test_a_hint_names_the_level_that_gave_it(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "bot", lambda level, *seed: Broken() if "master" in level else bot(level, *seed))
    table, screen = sit(["hint"])
    table.run()
    assert "master would choose" not in screen.text
    assert "A bot of the level journeyman would choose" in screen.text
