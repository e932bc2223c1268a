"""The commands of the table: play, serve, worker, store, site. Each imports what it needs when it runs."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chantier.arguments import (
    FOUND_WRONG,
    GOOD,
    add_game,
    add_language,
    choices,
    command,
    count,
    folder,
    host_name,
    index,
    path,
    port,
    target,
    text,
    use_colour,
)
from chantier.core import BadSetup, games

if TYPE_CHECKING:
    from chantier.match import Match
    from chantier.terminal.saves import Player


def add(commands: Any) -> None:
    """All of them, in the order of the help."""
    for one in (_play_parser, _serve_parser, _worker_parser, _store_parser, _site_parser):
        one(commands)


# --- play -------------------------------------------------------------------------------------------------------------


def _play_parser(commands: Any) -> None:
    p = command(
        commands, "play", play, "Play against bots, or several people on one screen.", "The game is saved all the time."
    )
    add_game(p, nargs="?")
    p.add_argument("--text", action="store_true", help="play in the terminal")
    p.add_argument("--seats", type=index, metavar="N", help="how many play, bots included (default: 2)")
    p.add_argument(
        "--seat", type=index, metavar="S", help="your seat, from 0; more people sit on the seats after it (default: 0)"
    )
    p.add_argument(
        "--bots",
        type=text,
        metavar="LEVELS",
        help="a level for every bot, as in: random,apprentice (default: apprentices); or none",
    )
    _program(p)
    p.add_argument("--names", type=text, metavar="NAMES", help="names of the people, as in: Ada,Grace")
    p.add_argument(
        "--seed",
        type=text,
        metavar="SEED",
        help="the same seed gives the same draws; in the browser only at the start (default: a new one)",
    )
    p.add_argument(
        "--option",
        type=text,
        action="append",
        default=[],
        metavar="NAME=CHOICE",
        help="how this table differs, as in: monument=capitol",
    )
    p.add_argument("--components", type=text, metavar="FILE", help="your own numbers: a TOML file, or the name of a set")
    p.add_argument("--resume", type=path, metavar="FILE", help="go on with a saved game")
    add_language(p)


def play(args: argparse.Namespace) -> int:
    """Play at the table: in the browser, or in the terminal."""
    from chantier.table import serve
    from chantier.terminal import screen

    _add_programs(args.bot)
    if not args.text and not (missing := serve.missing()):
        match, players = _asked_for(args)
        _make_ahead(match, players)
        serve.play(match, players)
        return GOOD
    if not args.text:
        print(f"The table in the browser needs the package {missing}; on we go in the terminal.", file=sys.stderr)
    use_colour(args)
    match, players, file = _table(args)
    _make_ahead(match, players)
    screen.start(match, players, args.language, file, clears=sys.stdin.isatty() and sys.stdout.isatty())
    return GOOD


def _make_ahead(match: Match | None, players: list[Player]) -> None:
    from chantier.bots.deciding import make_ahead

    if match:
        make_ahead(match.game, [player.level for player in players])


def _table(args: argparse.Namespace) -> tuple[Match, list[Player], Path | None]:
    """The match to play, who plays it, and the file of a game that is gone on with."""
    from chantier.terminal import saves

    if args.resume:
        from chantier.records import read_text

        match, players = saves.load(args.resume, args.components)
        if args.game not in (None, match.game.name):
            raise BadSetup(f"{args.resume} is a game of {match.game.title}, not of {args.game}")
        is_save = "\n# seat " in read_text(args.resume)  # any other record is left as it is
        return match, players, args.resume if is_save else None
    name = args.game or _ask_game(args.language)
    games[name]
    plain = not any((args.seats, args.bots, args.seed, args.option, args.components, args.seat, args.names))
    if plain and sys.stdin.isatty() and (last := _ask_last(name, args.language)):
        return *saves.load(last), last
    return *_new_match(args, name), None


def _asked_for(args: argparse.Namespace) -> tuple[Match | None, list[Player]]:
    """The match to begin with in the browser, if one was asked for."""
    from chantier.terminal import saves

    if args.resume:
        return saves.load(args.resume, args.components)
    return _new_match(args, args.game) if args.game else (None, [])


def _ask_game(language: str) -> str:
    from chantier.terminal import screen

    found = games.usable()
    try:
        chosen = screen.choose([game.title for game in found], screen.TEXTS[language]["choose game"], input, print)
    except EOFError:
        raise BadSetup(f"no game was chosen; say which: chantier play GAME, with one of: {', '.join(games)}") from None
    return found[chosen].name


def _ask_last(game: str, language: str) -> Path | None:
    """The unfinished game of last time, if there is one and it is wanted."""
    from datetime import datetime

    from chantier.terminal import saves, screen

    last = saves.last(game)
    if last is None:
        return None
    when = datetime.fromtimestamp(last.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
    said = input(screen.TEXTS[language]["go on"].format(when=when)).strip().lower()
    return None if said.startswith("n") else last


def _new_match(args: argparse.Namespace, name: str) -> tuple[Match, list[Player]]:
    from chantier.bots import check_levels
    from chantier.match import Match
    from chantier.terminal import saves

    game = games[name]
    names = [n.strip() for n in args.names.split(",")] if args.names else None
    if args.bots is None:
        seats = max(game.seats[0], len(names or ()) + 1) if args.seats is None else args.seats
        levels = ["apprentice"] * (game.check_seats(seats) - max(1, len(names or ())))
    else:
        levels = [] if args.bots == "none" else [level.strip() for level in args.bots.split(",")]
        seats = max(game.seats[0], len(levels) + len(names or (1,))) if args.seats is None else args.seats
    options = choices(args.option)
    match = Match(name, seats, args.seed, args.components, **options)
    check_levels(match.game, levels)
    return match, saves.seated(seats, levels, args.seat or 0, names)


def _program(p: argparse.ArgumentParser) -> None:
    p.add_argument(
        "--bot", type=text, action="append", default=[], metavar="NAME=COMMAND",
        help="a level that is a program of its own, as in: mine='python bot.py'",
    )  # fmt: skip


def _add_programs(given: list[str]) -> None:
    from chantier.bots import LEVELS, PROGRAMS, bot

    for one in given:
        name, equals, command = (part.strip() for part in one.partition("="))
        if not equals or not name.isidentifier() or len(name) > 20 or name in LEVELS:
            raise BadSetup(f"a program is given as NAME=COMMAND, with a new name of up to 20 letters, not {one!r}")
        PROGRAMS[name] = command
        bot(name)


# --- serve, worker, store -----------------------------------------------------------------------------------------------


def _serve_parser(commands: Any) -> None:
    p = command(commands, "serve", serve, "The table for others: a server that browsers come to.")
    p.add_argument(
        "--host",
        type=text,
        default="127.0.0.1",
        metavar="ADDRESS",
        help="where to listen; 0.0.0.0 is everywhere (default: here)",
    )
    p.add_argument("--port", type=port, default=8000, metavar="N", help="the port; 0 is any free one (default: 8000)")
    p.add_argument(
        "--host-name",
        type=host_name,
        action="append",
        metavar="NAME",
        help="a name by which browsers find this server, such as play.example.org; may be given several times "
        "(default: $CHANTIER_HOST_NAMES, with commas between them; names and addresses of this machine are known)",
    )
    _program(p)
    p.add_argument(
        "--processes", type=count, metavar="N", help="that serve together (default: one for each core; where this is not "
        "Linux, one)",
    )  # fmt: skip
    p.add_argument("--no-bots", action="store_true", help="workers answer for bots (PostgreSQL only): chantier worker")
    _store(p)


def _store(p: argparse.ArgumentParser) -> None:
    p.add_argument(
        "--store",
        type=text,
        metavar="URL",
        default=os.environ.get("CHANTIER_STORE") or None,
        help="the database: sqlite:///FILE or postgresql://... (default: $CHANTIER_STORE, or a file in your data folder)",
    )


def serve(args: argparse.Namespace) -> int:
    """The server, until it is stopped."""
    from chantier.table import serve as work

    _add_programs(args.bot)
    if missing := work.missing():
        raise BadSetup(f"the table needs the package {missing}; install it with: pip install {missing}")
    names = args.host_name or os.environ.get("CHANTIER_HOST_NAMES", "").replace(",", " ").split()
    work.serve(args.host, args.port, args.store, bots=not args.no_bots, names=names, processes=args.processes)
    return GOOD


def _worker_parser(commands: Any) -> None:
    p = command(
        commands,
        "worker",
        worker,
        "Answers for the bots at the tables of a PostgreSQL.",
        "Any number of workers share the work.",
    )
    _program(p)
    _store(p)


def worker(args: argparse.Namespace) -> int:
    """Answer for bots, until it is stopped."""
    from chantier.table import worker as workers

    _add_programs(args.bot)
    workers.work(args.store)
    return GOOD


def _store_parser(commands: Any) -> None:
    p = command(commands, "store", store, "Check, copy, and take matches out of and into the database of the tables.")
    _store(p)
    tasks = p.add_subparsers(title="tasks", metavar="TASK", dest="task", required=True)
    tasks.add_parser("check", help="replay every match: same, differs, or illegal at move n")
    out = tasks.add_parser("export", help="write a match as a record")
    out.add_argument("table", type=text, metavar="TABLE", help="its id or its code")
    out.add_argument("-o", "--output", type=target, metavar="FILE", help="where to write it (default: here)")
    brought = tasks.add_parser("import", help="make a table of a record")
    brought.add_argument("file", type=path, metavar="RECORD")
    brought.add_argument("--components", type=text, metavar="FILE", help="the set it was played with, if it is not shipped")
    tasks.add_parser("backup", help="copy the whole database while it is in use").add_argument(
        "file", type=target, metavar="FILE"
    )


def store(args: argparse.Namespace) -> int:
    """What whoever keeps a store needs."""
    from collections import Counter

    from chantier.records import read_text
    from chantier.table import codes, keeper
    from chantier.table.store.database import Store, default_url

    kept = Store(args.store or default_url())
    try:
        if args.task == "export":
            record = keeper.export(kept, args.table)
            args.output.write_text(record, encoding="utf-8") if args.output else print(record, end="")
        elif args.task == "import":
            table = keeper.bring_in(kept, read_text(args.file), args.components)
            print(f"/t/{table.id} (code {codes.shown(table.row.code)})")
        elif args.task == "backup":
            keeper.backup(kept, args.file)
        else:
            found: Counter[str] = Counter()
            for verdict in keeper.check(kept):
                found[verdict.kind] += 1
                if verdict.kind != "same":
                    print(verdict)
            print(", ".join(f"{found[kind]} {kind}" for kind in ("same", "differs", "illegal")))
            return GOOD if found.total() == found["same"] else FOUND_WRONG
    finally:
        kept.close()
    return GOOD


def _site_parser(commands: Any) -> None:
    p = command(
        commands,
        "site",
        site,
        "Write the table as a folder of files that any web host can serve: it plays without a server.",
        "Needs node and the package ziglang; Pyodide is brought from npm.",
    )
    p.add_argument("out", type=folder, metavar="OUT", help="the folder; one that was written before is written anew")
    p.add_argument("--pyodide", type=path, metavar="FOLDER", help="a Pyodide that is there already (default: from npm)")


def site(args: argparse.Namespace) -> int:
    """The whole table as files."""
    from chantier.table import site as sites

    sites.build(args.out, args.pyodide)
    total = sum(path.stat().st_size for path in args.out.rglob("*") if path.is_file())
    print(f"{args.out}: {total:,} bytes; to try it: python -m http.server --bind 127.0.0.1 --directory {args.out}")
    return GOOD
