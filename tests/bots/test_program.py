"""Bots that are programs of their own: whole games, in the arena and at the table; what is told to those that play badly."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import which

import playwright
import pytest

import chantier
from chantier import BadSetup, Match
from chantier.bots import PROGRAMS, bot
from chantier.bots.program import BrokenBot, Program
from chantier.cli import main
from chantier.lab.arena import plan, play_one
from chantier.table.tables import player
from tests.table.crashes import until
from tests.table.harness import Browser, Server

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
PYTHON = f"{sys.executable} {EXAMPLES / 'bot.py'}"
OWN_NODE = Path(playwright.__file__).parent / "driver" / "node"  # for machines that have no other
NODE = f"{which('node') or OWN_NODE} {EXAMPLES / 'bot.js'}"


@pytest.fixture(autouse=True)
def no_programs() -> Iterator[None]:
    PROGRAMS.clear()
    yield
    PROGRAMS.clear()


def written(folder: Path, body: str) -> str:
    """The command of a program with this body; `say(x)` answers, `questions()` are the questions."""
    head = (
        "import json, sys, time\n"
        "def say(x): print(json.dumps(x), flush=True)\n"
        "def messages():\n    for line in sys.stdin: yield json.loads(line)\n"
        "def questions():\n    for m in messages():\n        if m['type'] == 'choose': yield m\n"
    )
    (folder / "it.py").write_text(head + body, encoding="utf-8")
    return f"{sys.executable} {folder / 'it.py'}"


@pytest.mark.parametrize("name", list(chantier.games))
def test_a_program_in_python_plays_a_whole_game(name: str) -> None:
    """In the arena, against an apprentice."""
    player, other, match = bot(f"stdio:{PYTHON}", 1), bot("apprentice", 1), Match(name, 2, "stdio")
    assert isinstance(player, Program)
    while not match.over:
        match.play((player if match.to_act == 0 else other).choose(match.seen()))
    assert player.faults == 0


@pytest.mark.parametrize("name", list(chantier.games))
def test_a_program_in_javascript_plays(name: str) -> None:
    player, other, match = Program(NODE, 1), bot("apprentice", 1), Match(name, 2, "node")
    while not match.over:
        match.play((player if match.to_act == 1 else other).choose(match.seen()))
    assert player.faults == 0


def test_programs_in_the_arena() -> None:
    what = plan("world_monuments", [f"stdio:{PYTHON}", "random"], 2, "1", {})
    assert what.bots == [f"stdio:{PYTHON}", "random"]
    played = play_one(what, 0)
    assert len(played.scores) == 2
    assert min(played.decisions) > 10


def test_programs_at_the_table(tmp_path: Path) -> None:
    """Only what whoever runs the server has named: nobody else starts programs."""
    PROGRAMS["mine"] = PYTHON
    server = Server(tmp_path)
    ada = Browser(server)
    try:
        assert "mine" in ada.get("/api/games").json()[0]["levels"]
        table = ada.new("world_monuments", "bot:mine", "bot:mine")["table"]
        # Nobody watches: bots that do not wait between moves are too fast for a slow reader, who is then sent away.
        until(lambda: ada.get(f"/api/tables/{table}").json()["over"], "the game did not end")
        wanted = {"game": "arkadia", "seats": [{"kind": "me"}, {"kind": "bot", "level": "stdio:ls"}]}
        refused = ada.post("/api/tables", wanted)
        assert refused.status_code == 400
        assert "mine" in refused.json()["text"]
        assert isinstance(player("mine"), Program)
        PROGRAMS.clear()
        assert type(player("mine")) is type(player("master")), "a server without the program goes on with its strongest level"
    finally:
        ada.http.close()
        server.stop()


@pytest.mark.parametrize("name", list(chantier.games))
def test_words_are_answers_too_and_illegal_ones_are_explained(tmp_path: Path, name: str) -> None:
    match = Match(name, 2, "words")
    body = (
        "for q in questions():\n"
        "    say({'id': q['id'], 'action': 'fly to the moon'})\n"
        "    told = next(messages())\n"
        "    assert (told['type'], told['error']) == ('error', 'illegal'), told\n"
        "    assert 'legal are: ' + q['words'][0] in told['text'], told\n"
        "    say('nonsense'); next(messages())\n"
        "    say({'id': q['id'], 'action': q['words'][1]})\n"
    )
    player = Program(written(tmp_path, body))
    assert player.choose(match.seen()) == match.legal[1]
    assert player.faults == 0


@pytest.mark.parametrize("name", list(chantier.games))
def test_who_is_late_or_always_wrong_has_chance_decide_and_is_told(tmp_path: Path, name: str) -> None:
    match = Match(name, 2, "late")
    late = (
        "for q in questions():\n"
        "    if q['id'] == 2: say({'id': 1, 'action': 'too late'}); say({'id': 2, 'action': q['legal'][0]}); continue\n"
        "    told = next(messages())\n"
        "    assert told['error'] == 'late' and 'within' in told['text'], told\n"
    )
    slow = Program(written(tmp_path, late), 1, seconds=0.7)
    assert slow.choose(match.seen()) in match.legal
    slow._seconds = 600
    assert slow.choose(match.seen()) == match.legal[0]
    assert slow.faults == 1
    wrong = Program(written(tmp_path, "for q in questions():\n    for _ in range(3): say({'id': q['id'], 'action': -5})\n"), 1)
    assert wrong.choose(match.seen()) in match.legal
    assert wrong.faults == 1


def test_a_program_that_ends_or_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = Match("world_monuments", 2, "ends")
    ends = Program(written(tmp_path, "next(questions()); print('no more', file=sys.stderr); sys.exit(3)"))
    with pytest.raises(BrokenBot, match="has ended with code 3 in the middle of a game; it said: no more"):
        ends.choose(match.seen())
    with pytest.raises(BadSetup, match="there is no program 'nothing-like-that x'"):
        bot("stdio:nothing-like-that x")
    assert main(["arena", "arkadia", "stdio:nothing-like-that", "random"]) == 2
    assert main(["serve", "--bot", "apprentice=ls"]) == 2
    assert "with a new name" in capsys.readouterr().err
