"""The command line: what it says, where it says it, and the exit codes."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from chantier import Match, __version__
from chantier.bots import LEVELS
from chantier.cli import main, parser
from chantier.components import component_set
from chantier.table import serve
from chantier.table.commands import _new_match
from chantier.terminal import saves, screen
from chantier.terminal.completion import SHELLS

Out = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves, "folder", lambda: tmp_path / "games")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A short saved game."""
    match = Match("world_monuments", seed="cli")
    for _ in range(4):
        match.play(match.legal[0])
    path = tmp_path / "record.txt"
    path.write_text(saves.text(match, saves.seated(2, ["random"])), encoding="utf-8")
    return path


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


# --- in general -------------------------------------------------------------------------------------------------------


def test_version(capsys: Out) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"chantier {__version__}\n"


@pytest.mark.parametrize("command", ["play", "serve", "replay", "draw", "components", "rules", "fuzz", "bench"])
def test_help(command: str, capsys: Out) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    assert f"usage: chantier {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("play chess --text", "there is no game 'chess'"),
        ("rules chess", "there is no game 'chess'"),
        ("rules world_monuments 99.9", "no clause '99.9'"),
        ("play world_monuments --text --seats 7", "is for 2 to 4 seats, not 7"),
        ("play world_monuments --text --seats 0 --bots none", "is for 2 to 4 seats, not 0"),
        ("play world_monuments --text --seat 5", "there is no seat 5"),
        ("play world_monuments --text --bots genius", "there is no bot 'genius'"),
        ("play world_monuments --text --option monument", "NAME=CHOICE"),
        ("play world_monuments --text --option monument=tower", "option monument cannot be 'tower'"),
        ("play world_monuments --text --option rain=yes", "no option 'rain'"),
        ("play world_monuments --text --components nowhere.toml", "cannot read the component set nowhere.toml"),
        ("play world_monuments --text --resume nowhere.txt", "cannot read nowhere.txt"),
        ("replay nowhere.txt", "cannot read nowhere.txt"),
        ("replay a.txt b.txt", "one record at a time"),
        ("draw nowhere.txt", "cannot read nowhere.txt"),
    ],
)
def test_errors_are_a_paragraph(line: str, message: str, capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "")
    assert main(line.split()) == 2
    told = capsys.readouterr()
    assert told.err.startswith("chantier: ")
    assert message in told.err
    assert told.out == ""


def test_bad_usage_is_2(capsys: Out) -> None:
    with pytest.raises(SystemExit) as left:
        main(["dance"])
    assert left.value.code == 2
    assert "dance" in capsys.readouterr().err


def run(*arguments: str, typed: str = "", folder: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"XDG_DATA_HOME": str(folder), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "chantier", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, encoding="utf-8", env=environment, check=False)


def test_starts_without_anything_heavy(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['numpy'] = sys.modules['numba'] = None\n"
        "from chantier.cli import main\n"
        "assert not {'rich', 'chantier.terminal.screen', 'chantier.games.world_monuments'} & set(sys.modules)\n"
        "sys.exit(main(['play', 'world_monuments', '--text', '--seed', 'x']))"
    )
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        input="1\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "World Monuments: Notre Dame" in done.stdout


# --- play -------------------------------------------------------------------------------------------------------------


def test_play_to_the_end(tmp_path: Path) -> None:
    done = run("play", "world_monuments", "--text", "--bots", "random", "--seed", "x", typed="1\n" * 400, folder=tmp_path)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "The game is over." in done.stdout
    assert "\x1b" not in done.stdout
    (saved,) = (tmp_path / "chantier" / "games").iterdir()
    assert run("replay", "--check", str(saved), folder=tmp_path).returncode == 0


def test_play_alone_offers_the_games(capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "missing", lambda: "fastapi")
    type_in(monkeypatch, "7\n1\n1\n")
    assert main([]) == 0
    told = capsys.readouterr()
    assert "1  World Monuments" in told.out
    assert "Saved in" in told.out
    assert told.err == "The table in the browser needs the package fastapi; on we go in the terminal.\n"


def test_play_without_a_choice(capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "")
    assert main(["play", "--text"]) == 2
    assert "no game was chosen" in capsys.readouterr().err


def test_resume(record: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    before = saves.load(record)[0]
    type_in(monkeypatch, "")
    assert main(["play", "world_monuments", "--text", "--resume", str(record)]) == 0
    after = saves.load(record)[0]
    assert after.record().startswith(before.record().strip())
    assert "Alice" in capsys.readouterr().out


def test_resume_leaves_other_records_alone(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Match("world_monuments", seed="golden").record()
    record.write_text(plain, encoding="utf-8")
    type_in(monkeypatch, "1\n")
    assert main(["play", "--text", "--resume", str(record)]) == 0
    assert record.read_text(encoding="utf-8") == plain


def test_going_on_with_the_last_game(capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "1\n")
    assert main(["play", "world_monuments", "--text", "--seed", "first"]) == 0
    saved = saves.last("world_monuments")
    assert saved is not None
    seed = saves.load(saved)[0].seed
    for answer, seeds in (("y", 1), ("n", 2)):
        capsys.readouterr()
        type_in(monkeypatch, f"{answer}\n")
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
        assert main(["play", "world_monuments", "--text"]) == 0
        assert "Go on with your last game" in capsys.readouterr().out
        found = {saves.load(path)[0].seed for path in saves.folder().iterdir()}
        assert seed in found
        assert len(found) == seeds


def test_a_finished_game_is_not_offered(capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "1\n" * 400)
    assert main(["play", "world_monuments", "--text", "--bots", "random"]) == 0
    assert "The game is over." in capsys.readouterr().out
    assert saves.last("world_monuments") is None


def test_interrupt_is_130(capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(question: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    assert main(["play", "world_monuments", "--text"]) == 130
    assert main(["play", "--text"]) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_a_kill_loses_nothing(tmp_path: Path) -> None:
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "chantier", "play", "world_monuments", "--text", "--bots", "none"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=environment
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\n1\n\n1\n")
        process.stdin.flush()
        assert any("1 step left" in line for line in process.stdout), "the second person has made the first of two steps"
        process.kill()
    (saved,) = (tmp_path / "chantier" / "games").glob("*.txt")
    match, _ = saves.load(saved)
    assert sum(move.seat >= 0 for move in match.moves) == 2


def test_a_terminal_without_the_letters(tmp_path: Path) -> None:
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path), "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "chantier", "play", "world_monuments", "--text"]
    assert subprocess.run(command, input=b"1\n", capture_output=True, env=environment, check=False).returncode == 0


# --- replay -----------------------------------------------------------------------------------------------------------


def test_replay_prints_it_all(record: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "")
    assert main(["replay", str(record), "--language", "fr"]) == 0
    told = capsys.readouterr().out
    assert "Notre-Dame" in told
    assert told.count("\n") > len(saves.load(record)[0].moves)


def test_replay_steps(record: Path) -> None:
    from chantier.terminal.replay import step_through

    keys = iter(["", "", "b", "5", "9999", "x", "q"])
    shown: list[str] = []
    asked: list[str] = []

    def read(question: str) -> str:
        asked.append(question.split("/")[0])
        return next(keys)

    step_through(record, interactive=True, read=read, write=shown.append)
    last = str(len(saves.load(record)[0].moves))
    assert asked == ["0", "1", "2", "1", "5", last]
    assert "Notre Dame" in "".join(shown[:2])  # the screen is cleared, then the table is shown


def test_check_is_same(record: Path, capsys: Out) -> None:
    assert main(["replay", "--check", str(record), str(record.parent)]) == 0
    told = capsys.readouterr().out
    assert f"{record}: same, draws agree with the seed" in told
    assert "2 same" in told


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("# digest ", "# digest 0", "differs, it ended in 0"),
        ("game world_monuments 1.0", "game world_monuments 0.9", "differs, it was played by rules 0.9"),
        ("\n# seat 0", "\n1 step to centre\n# seat 0", "illegal at line 40"),
        ("\n# seat 0", "\n1 dance\n# seat 0", "illegal at line 40"),
        ("chantier record 1", "chess record 1", "unreadable, line 1"),
        ("game world_monuments", "game chess", "unreadable, there is no game"),
        ("seats 2", "seats 9", "unreadable, in the header"),
        ("seed cli", "seed other", "same, but the draw at move"),
        ("seed cli\n", "", "same, no seed to compare"),
    ],
)
def test_check_verdicts(record: Path, old: str, new: str, verdict: str, capsys: Out) -> None:
    text = record.read_text(encoding="utf-8")
    assert old in text
    record.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert main(["replay", "--check", str(record)]) == (0 if verdict.startswith("same") else 1)
    assert f"{record}: {verdict}" in capsys.readouterr().out


def test_check_of_what_is_no_record(tmp_path: Path, capsys: Out) -> None:
    (tmp_path / "picture.txt").write_bytes(b"\x89PNG\xff\xfe")
    assert main(["replay", "--check", str(tmp_path)]) == 1
    assert "unreadable, cannot read" in capsys.readouterr().out
    assert main(["replay", "--check", str(tmp_path / "nowhere")]) == 1
    assert main(["replay", "--check", str(tmp_path / "nothing")]) == 1
    (tmp_path / "empty").mkdir()
    assert main(["replay", "--check", str(tmp_path / "empty")]) == 2


# --- components, rules ------------------------------------------------------------------------------------------------


def test_components_by_source(capsys: Out) -> None:
    assert main(["components", "world_monuments"]) == 0
    told = capsys.readouterr().out
    assert told.index("Printed in the rulebook:") < told.index("walk: steps 1 2 3 4") < told.index("Our reconstruction:")
    assert component_set("world_monuments").hash in told


def test_own_components(tmp_path: Path, capsys: Out) -> None:
    own = tmp_path / "own.toml"
    assert main(["components", "world_monuments", "--write", str(own)]) == 0
    assert main(["components", "world_monuments", "--check", str(own)]) == 0
    assert component_set("world_monuments").hash in capsys.readouterr().out
    assert main(["components", "world_monuments", "--write", str(own)]) == 2
    assert "exists already" in capsys.readouterr().err
    own.write_text(own.read_text(encoding="utf-8").replace("outer = 12", "outer = 13"), encoding="utf-8")
    assert main(["components", "world_monuments", "--check", str(own)]) == 1
    assert "13 outer and 6 middle cells do not fit" in capsys.readouterr().out
    assert main(["components", "world_monuments", "--set", str(own)]) == 2


def test_rules(capsys: Out) -> None:
    assert main(["rules", "world_monuments"]) == 0
    assert capsys.readouterr().out.startswith("# World Monuments")
    assert main(["rules", "world_monuments", "6.1"]) == 0
    assert capsys.readouterr().out.startswith("6.1  The seat that has the worker")


def test_figures_as_json(tmp_path: Path, capsys: Out) -> None:
    """Whatever prints figures prints them for programs too: one line, and nothing else on standard output."""
    results = tmp_path / "it.jsonl"
    assert main(["arena", "world_monuments", "random", "random", "--games", "2", "--workers", "1", "--json", str(results)]) == 0
    capsys.readouterr()
    assert main(["balance", str(results), "--json"]) == 0
    counted = json.loads(capsys.readouterr().out)
    assert (counted["game"], len(counted["orders"]), len(counted["scores"])) == ("world_monuments", 2, 2)
    assert main(["fuzz", "world_monuments", "--games", "2", "--out", str(tmp_path), "--json"]) == 0
    fuzzed = json.loads(capsys.readouterr().out)
    assert (fuzzed["games"], fuzzed["found"]) == (2, None)


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_is_told_all_commands(shell: str, capsys: Out) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert all(name in script for name in ("arena", "completion", "--playouts", "world_monuments"))


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_bash_completes_commands_options_and_games(capsys: Out, tmp_path: Path) -> None:
    main(["completion", "bash"])
    script = tmp_path / "chantier.bash"
    script.write_text(capsys.readouterr().out, encoding="utf-8")
    for words, wanted in ((["fu"], "fuzz"), (["arena", "ark"], "arkadia"), (["solve", "--ai"], "--aim")):
        typed = f"COMP_WORDS=(chantier {' '.join(words)}); COMP_CWORD={len(words)}"
        ask = f"source {script}; {typed}; _shtab_chantier; echo ${{COMPREPLY[@]}}"
        told = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, check=True).stdout
        assert told.split() == [wanted]


# --- docs/play.md -----------------------------------------------------------------------------------------------------


def test_the_page_on_playing_is_true() -> None:
    """Its commands are understood, its picture is the one that is shown, its tables name all there is."""
    page = (Path(__file__).parent.parent / "docs" / "play.md").read_text(encoding="utf-8")
    commands = [line.partition(" > ")[0].split()[2:] for line in page.splitlines() if line.startswith("$ chantier")]
    assert len(commands) > 10
    for command in commands:
        args = parser().parse_args(command)
        if command[0] == "play" and "--resume" not in command and "--components" not in command:
            _new_match(args, args.game)
    match = Match("world_monuments", seed="tuesday", monument="taj_mahal")
    match.play("step to outer 8")
    assert screen.picture(match, 0, ["Alice", "Villard"], "en") in page
    for name, option in match.game.options.items():
        assert f"| `{name}` | {', '.join(f'`{choice}`' for choice in option.choices)} |" in page
    assert all(f"`{level}`" in page for level in LEVELS)
