"""Every option of every command, with nonsense: one clear line, exit code 2, no traceback, and nothing half done."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from chantier import Match, cli, games
from chantier.cli import main, parser
from chantier.lab import arena, train
from chantier.table import serve
from chantier.terminal import saves

GAME = "world_monuments"
NUMBERS = ["", "x", "1.5", "1e9", "-1", "-9" + "9" * 5000, "9" * 5000, "\0", "0x10", "NaN", "²"]
TEXTS = ["", "\0", "nosuch", "x" * 10_000, "\ud800", "a\nb"]
FILES = [
    "",
    "\0",
    "missing.txt",
    "missing/file.txt",
    "folder",
    "noise.bin",
    "/dev/full",
    "x" * 5000,
    "record.txt/inside",
    "\ud800",
]
TARGETS = ["", "\0", "missing/file.txt", "folder", "/proc/nothing.txt", "x" * 5000, "record.txt/inside", "/dev/full", "\ud800"]
FOLDERS = ["", "\0", "record.txt", "record.txt/inside", "/dev/full", "x" * 5000, "\ud800"]
DATES = ["", "x", "2026-13-01", "2026-02-30", "20261117", "2026-11-17T10:00", "\0", "٢٠٢٦-١١-١٧", "9" * 5000, "-1"]
FREE = {"--seed", "--names"}  # any text will do

# What a command needs beside the one thing that is nonsense; {} is the folder that everything happens in.
BASES: dict[tuple[str, ...], list[str]] = {
    ("play",): [GAME, "--text"],
    ("serve",): ["--port", "0", "--store", "sqlite:///{}/tables.sqlite"],
    ("site",): ["made"],
    ("worker",): ["--store", "postgresql://nobody@127.0.0.1:1/nothing"],
    ("store", "check"): [],
    ("store", "export"): ["ABCDE"],
    ("store", "import"): ["record.txt"],
    ("store", "backup"): ["copy.sqlite"],
    ("replay",): ["record.txt"],
    ("draw",): ["record.txt"],
    ("components",): [GAME],
    ("rules",): [GAME],
    ("lesson",): [GAME],
    ("puzzle",): [GAME],
    ("box", "new"): [GAME, "new.toml"],
    ("box", "check"): [GAME, "record.txt"],
    ("box", "diff"): [GAME, "record.txt"],
    ("box", "walk"): [GAME, "new.toml"],
    ("box", "sound"): [GAME, "record.txt", "--games", "1", "--thinking", "0"],
    ("arena",): [GAME, "random", "random", "--games", "2", "--workers", "1"],
    ("balance",): ["results.jsonl"],
    ("fuzz",): [GAME, "--games", "1", "--out", "found"],
    ("bench",): ["--quick", "--games", "nosuch"],
    ("dataset",): [GAME, "random", "random", "--games", "1", "--out", "made.jsonl"],
    ("mutants",): [GAME, "--sample", "1"],
    ("solve",): ["record.txt"],
    ("train",): [GAME, "--generations", "1", "--rows", "1", "--playouts", "1", "--wide", "8", "--folder", "made"],
    ("mine",): [GAME, "--puzzles", "1", "--effort", "1", "--check"],
    ("warm",): [GAME],
    ("mcp",): ["nothing"],
    ("completion",): ["bash"],
}


def commands(
    p: argparse.ArgumentParser, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], argparse.ArgumentParser]]:
    """Every command with its own parser; those that have tasks, task by task."""
    below = [action for action in p._actions if isinstance(action, argparse._SubParsersAction)]
    if not below:
        yield path, p
    for action in below:
        for name, one in action.choices.items():
            yield from commands(one, (*path, name))


def options() -> list[Any]:
    """Every option and every argument that takes a value."""
    return [
        pytest.param(path, action, id=" ".join([*path, (action.option_strings or [action.dest])[-1]]))
        for path, p in commands(parser())
        for action in p._actions
        if action.nargs != 0
    ]


def nonsense(action: argparse.Action) -> list[str]:
    """Values that this option cannot take."""
    kind = getattr(action.type, "kind", "")
    if kind == "number":
        return NUMBERS
    if kind == "date":
        return DATES
    if kind == "file":
        return FILES
    if kind == "target":
        return TARGETS
    if kind == "address":
        return TEXTS[1:]
    if kind == "name":
        return [text for text in TEXTS if text != "nosuch"]
    if kind == "folder":
        return FOLDERS
    assert action.type is None or kind == "text", f"{action.dest} has a type of which this test knows nothing"
    return TEXTS


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a record, another folder and noise; servers do not start, and nobody types anything. All that is tried
    there is read by one parser, and a net is tested in two games: what takes time in a process of its own is not looked at."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cli, "parser", cache(parser))
    monkeypatch.setattr(train, "GATE", 2)
    monkeypatch.setattr(saves, "folder", lambda: tmp_path / "games")
    monkeypatch.setattr(serve, "run", lambda *_, **__: None)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("CHANTIER_STORE", f"sqlite:///{tmp_path / 'mine.sqlite'}")
    (tmp_path / "record.txt").write_text(Match(GAME, seed="x").record(), encoding="utf-8")
    (tmp_path / "noise.bin").write_bytes(bytes(range(256)))
    (tmp_path / "folder").mkdir()
    return tmp_path


def given(path: tuple[str, ...], action: argparse.Action, value: str, folder: Path) -> list[str]:
    """A command in which everything is good but this value."""
    base = [word.replace("{}", str(folder)) for word in BASES[path]]
    if action.option_strings:
        return [*path, *base, f"{action.option_strings[-1]}={value}"]
    positionals = [one.dest for _, p in commands(cli.parser()) if _ == path for one in p._actions if not one.option_strings]
    place = positionals.index(action.dest)
    return [*path, *base[:place], value, *base[place + 1 :]]


def tried(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit code, and what was said about it."""
    try:
        code = main(arguments)
    except SystemExit as left:
        code = int(left.code or 0)
    return code, capsys.readouterr().err


def files(folder: Path) -> set[str]:
    """What lies there, without the databases that are made when they are looked into."""
    return {
        str(path.relative_to(folder)) for path in folder.rglob("*") if "sqlite" not in path.name and "data" not in path.parts
    }


@pytest.mark.parametrize(("path", "action"), options())
def test_nonsense_is_refused_in_one_line(
    path: tuple[str, ...], action: argparse.Action, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(folder)
    for value in nonsense(action):
        arguments = given(path, action, value, folder)
        code, said = tried(arguments, capsys)
        shown = [word[:60] for word in arguments]
        assert "Traceback" not in said, shown
        if (action.option_strings or [""])[-1] in FREE and value not in ("", "\0", "\ud800"):
            before = files(folder)
            continue
        assert code == 2, (shown, code, said)
        assert said.count("\n") == 1, (shown, said)
        assert said.startswith("chantier"), (shown, said)
        assert len(said) < 700, (shown, said)
        assert files(folder) == before, shown


def test_every_command_is_tried() -> None:
    assert {path for path, _ in commands(parser())} == set(BASES)
    assert set(games) >= {GAME}


@pytest.mark.parametrize(("file", "package"), [("plot.png", "matplotlib"), ("plot.nosuch", ""), ("plot", "")])
def test_a_plot_that_cannot_be_drawn_is_refused_before_the_games(
    file: str, package: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if package:
        monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.setattr(arena, "_games", lambda *_: pytest.fail("a game was played"))
    code, said = tried(["arena", GAME, "random", "random", "--games", "2", "--json", "kept.jsonl", "--plot", file], capsys)
    assert code == 2
    assert said.count("\n") == 1
    assert package in said
    assert not (folder / "kept.jsonl").exists()


def test_an_empty_variable_is_none(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHANTIER_STORE", "")
    assert tried(["store", "check"], capsys)[0] == 0
