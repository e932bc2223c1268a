"""The command line. Whatever takes time to import is imported by the command that needs it."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chantier import __version__
from chantier.arguments import Parser, address, count, folder, host_name, index, one_line, path, port, target, text, whole
from chantier.core import BadSetup, ChantierError, Game, games
from chantier.texts import LANGUAGES

if TYPE_CHECKING:
    from chantier.match import Match
    from chantier.terminal.play import Player

GOOD, FOUND_WRONG, BAD_USE, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that lacks a letter shows a question mark
    try:
        args = parser().parse_args(given or ["play"])
        return int(args.run(args))
    except ChantierError as error:
        print(f"chantier: {one_line(str(error))}", file=sys.stderr)
        return BAD_USE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our words has left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return GOOD
    except OSError as error:
        print(f"chantier: {one_line(str(error))}", file=sys.stderr)
        return BAD_USE


def parser() -> argparse.ArgumentParser:
    """All commands and what they take."""
    top = Parser(
        "chantier",
        description="Play, watch, study and simulate board games about master builders.",
        epilog="Without a command: chantier play. Each command explains itself: chantier COMMAND --help",
    )
    top.add_argument("--version", action="version", version=f"chantier {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _play_parser(commands)
    _serve_parser(commands)
    _worker_parser(commands)
    _store_parser(commands)
    _replay_parser(commands)
    _draw_parser(commands)
    _components_parser(commands)
    _rules_parser(commands)
    _lesson_parser(commands)
    _arena_parser(commands)
    _balance_parser(commands)
    _fuzz_parser(commands)
    _mutants_parser(commands)
    _bench_parser(commands)
    _dataset_parser(commands)
    _mcp_parser(commands)
    return top


def _command(commands: Any, name: str, run: Any, help: str, more: str = "") -> argparse.ArgumentParser:  # noqa: A002
    made: argparse.ArgumentParser = commands.add_parser(name, help=help, description=f"{help} {more}".strip())
    made.set_defaults(run=run)
    return made


def _game(p: argparse.ArgumentParser, **more: Any) -> None:
    p.add_argument("game", type=text, metavar="GAME", help="one of: %(known)s", **more).__dict__["known"] = _Known()


class _Known:
    """The names of all games, looked for when somebody reads them: other packages may hold some."""

    def __str__(self) -> str:
        return ", ".join(games)


def _tongue(p: argparse.ArgumentParser) -> None:
    p.add_argument("--language", choices=LANGUAGES, default="en", help="language of table and log (default: en)")
    p.add_argument("--no-colour", "--no-color", action="store_true", help="letters only; so does the variable NO_COLOR")


def _colour(args: argparse.Namespace) -> None:
    from chantier import paint

    paint.use(not args.no_colour and paint.wanted(sys.stdout))


# --- play -------------------------------------------------------------------------------------------------------------


def _play_parser(commands: Any) -> None:
    p = _command(
        commands, "play", play, "Play against bots, or several people on one screen.", "The game is saved all the time."
    )
    _game(p, nargs="?")
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
    _tongue(p)


def play(args: argparse.Namespace) -> int:
    """Play at the table: in the browser, or in the terminal."""
    from chantier.table import serve
    from chantier.terminal import play as textplay

    _add_programs(args.bot)
    if not args.text and not (missing := serve.missing()):
        serve.play(*_asked_for(args))
        return GOOD
    if not args.text:
        print(f"The table in the browser needs the package {missing}; on we go in the terminal.", file=sys.stderr)
    _colour(args)
    match, players, file = _table(args)
    textplay.start(match, players, args.language, file, clears=sys.stdin.isatty() and sys.stdout.isatty())
    return GOOD


def _table(args: argparse.Namespace) -> tuple[Match, list[Player], Path | None]:
    """The match to play, who plays it, and the file of a game that is gone on with."""
    from chantier.terminal import play as textplay

    if args.resume:
        from chantier.record import read_text

        match, players = textplay.load(args.resume, args.components)
        if args.game not in (None, match.game.name):
            raise BadSetup(f"{args.resume} is a game of {match.game.title}, not of {args.game}")
        is_save = "\n# seat " in read_text(args.resume)  # any other record is left as it is
        return match, players, args.resume if is_save else None
    name = args.game or _ask_game(args.language)
    games[name]
    plain = not any((args.seats, args.bots, args.seed, args.option, args.components, args.seat, args.names))
    if plain and sys.stdin.isatty() and (last := _ask_last(name, args.language)):
        return *textplay.load(last), last
    return *_new_match(args, name), None


def _asked_for(args: argparse.Namespace) -> tuple[Match | None, list[Player]]:
    """The match to begin with in the browser, if one was asked for."""
    from chantier.terminal import play as textplay

    if args.resume:
        return textplay.load(args.resume, args.components)
    return _new_match(args, args.game) if args.game else (None, [])


def _ask_game(language: str) -> str:
    from chantier.terminal import play as textplay

    found = games.usable()
    try:
        chosen = textplay.choose([game.title for game in found], textplay.TEXTS[language]["choose game"], input, print)
    except EOFError:
        raise BadSetup(f"no game was chosen; say which: chantier play GAME, with one of: {', '.join(games)}") from None
    return found[chosen].name


def _ask_last(game: str, language: str) -> Path | None:
    """The unfinished game of last time, if there is one and it is wanted."""
    from datetime import datetime

    from chantier.terminal import play as textplay

    last = textplay.last_save(game)
    if last is None:
        return None
    when = datetime.fromtimestamp(last.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
    said = input(textplay.TEXTS[language]["go on"].format(when=when)).strip().lower()
    return None if said.startswith("n") else last


def _new_match(args: argparse.Namespace, name: str) -> tuple[Match, list[Player]]:
    from chantier.match import Match
    from chantier.terminal import play as textplay

    game = games[name]
    names = [n.strip() for n in args.names.split(",")] if args.names else None
    if args.bots is None:
        seats = max(game.seats[0], len(names or ()) + 1) if args.seats is None else args.seats
        levels = ["apprentice"] * (game.check_seats(seats) - max(1, len(names or ())))
    else:
        levels = [] if args.bots == "none" else [level.strip() for level in args.bots.split(",")]
        seats = max(game.seats[0], len(levels) + len(names or (1,))) if args.seats is None else args.seats
    options = dict(_option(text) for text in args.option)
    match = Match(name, seats, args.seed, args.components, **options)
    return match, textplay.seated(seats, levels, args.seat or 0, names)


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


def _option(text: str) -> tuple[str, str]:
    name, equals, choice = text.partition("=")
    if not equals:
        raise BadSetup(f"an option is given as NAME=CHOICE, not {text!r}")
    return name.strip(), choice.strip()


# --- serve ------------------------------------------------------------------------------------------------------------


def _serve_parser(commands: Any) -> None:
    p = _command(commands, "serve", serve, "The table for others: a server that browsers come to.")
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
    work.serve(args.host, args.port, args.store, bots=not args.no_bots, names=names)
    return GOOD


def _worker_parser(commands: Any) -> None:
    p = _command(
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
    p = _command(commands, "store", store, "Check, copy, and take matches out of and into the database of the tables.")
    _store(p)
    tasks = p.add_subparsers(title="tasks", metavar="TASK", dest="task", required=True)
    tasks.add_parser("check", help="replay every match: same, differs, or illegal at move n")
    out = tasks.add_parser("export", help="write a match as a record")
    out.add_argument("table", type=text, metavar="TABLE", help="its id or its code")
    out.add_argument("-o", "--output", type=target, metavar="FILE", help="where to write it (default: here)")
    tasks.add_parser("import", help="make a table of a record").add_argument("file", type=path, metavar="RECORD")
    tasks.add_parser("backup", help="copy the whole database while it is in use").add_argument(
        "file", type=target, metavar="FILE"
    )


def store(args: argparse.Namespace) -> int:
    """What whoever keeps a store needs."""
    from collections import Counter

    from chantier.record import read_text
    from chantier.table import codes, keeper
    from chantier.table.store import Store, default_url

    kept = Store(args.store or default_url())
    try:
        if args.task == "export":
            record = keeper.export(kept, args.table)
            args.output.write_text(record, encoding="utf-8") if args.output else print(record, end="")
        elif args.task == "import":
            table = keeper.bring_in(kept, read_text(args.file))
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


# --- replay -----------------------------------------------------------------------------------------------------------


def _replay_parser(commands: Any) -> None:
    p = _command(
        commands, "replay", replay, "Step through a record, or prove that it still replays.",
        "With --check each record is one of: same, differs, illegal at a line, unreadable; 1 is returned unless all are same.",
    )  # fmt: skip
    p.add_argument("records", nargs="+", type=path, metavar="RECORD", help="a record file; with --check also folders of them")
    p.add_argument("--check", action="store_true", help="prove that it still replays to the same end")
    p.add_argument("--components", type=text, metavar="FILE", help="the set it was played with, if it is not shipped")
    _tongue(p)


def replay(args: argparse.Namespace) -> int:
    """Step through a record, or check many."""
    from chantier.terminal import replay as work

    _colour(args)
    if args.check:
        return GOOD if work.check_all(args.records, args.components) else FOUND_WRONG
    if len(args.records) > 1:
        raise BadSetup("one record at a time can be stepped through; with --check there may be many")
    work.step_through(args.records[0], args.components, args.language, interactive=sys.stdin.isatty())
    return GOOD


# --- draw -------------------------------------------------------------------------------------------------------------


def _draw_parser(commands: Any) -> None:
    p = _command(commands, "draw", draw, "Draw the table of a record as an SVG picture.")
    p.add_argument("record", type=path, metavar="RECORD")
    p.add_argument("--at", type=index, metavar="N", help="after so many moves, chance included (default: after the last)")
    p.add_argument("--seat", type=index, metavar="S", help="as this seat sees it (default: as a spectator does)")
    p.add_argument("--components", type=text, metavar="FILE", help="the set it was played with, if it is not shipped")
    p.add_argument("-o", "--out", type=target, metavar="FILE.svg", help="where to write it (default: standard output)")


def draw(args: argparse.Namespace) -> int:
    """One picture of a record."""
    from chantier.record import write_safely
    from chantier.terminal.play import load

    match, _ = load(args.record, args.components)
    picture = (match if args.at is None else match.at(args.at)).svg(args.seat)
    if args.out is None:
        print(picture)
        return GOOD
    try:
        write_safely(args.out, picture)
    except OSError as error:
        raise BadSetup(f"cannot write {args.out}: {error.strerror or error}") from None
    return GOOD


# --- components -------------------------------------------------------------------------------------------------------


def _components_parser(commands: Any) -> None:
    p = _command(
        commands, "components", components, "Show where the numbers of a game come from, and check your own.",
        "Own numbers: write a copy with --write, change it, look at it with --check, play with it: chantier play --components.",
    )  # fmt: skip
    _game(p)
    p.add_argument(
        "--set", type=text, metavar="NAME|FILE", help="the set to show: a shipped one's name or a file (default: standard)"
    )
    only = p.add_mutually_exclusive_group()
    only.add_argument("--check", type=path, metavar="FILE", help="say everything that is wrong with a set")
    only.add_argument("--write", type=target, metavar="FILE", help="copy the set into a new file, as a start for your own")


def components(args: argparse.Namespace) -> int:
    """Show, check or copy a component set."""
    from chantier.components import component_set
    from chantier.core import BadComponents

    game = games[args.game]
    if args.check is None:
        chosen = component_set(game.name, args.set)
        return _write_set(game, chosen.text, args.write) if args.write else _show_set(game, chosen)
    try:
        chosen = component_set(game.name, args.check)
    except BadComponents as error:
        print(error)
        return FOUND_WRONG
    print(f"{args.check} is a good component set for {game.title}; its hash is {chosen.hash}.")
    return GOOD


def _show_set(game: Game, chosen: Any) -> int:
    from textwrap import fill

    from chantier.components import SOURCES, explained

    print(f"{game.title}, component set {chosen.name} ({chosen.hash})")
    if about := chosen.data.get("about"):
        print(fill(str(about), 100))
    blocks = list(explained(chosen))
    for source, meaning in SOURCES.items():
        if found := [(place, contents) for place, mark, contents in blocks if mark == source]:
            print(f"\n{meaning[0].upper()}{meaning[1:]}:")
            for place, contents in found:
                print(fill(f"{place}: {contents}", 100, initial_indent="  ", subsequent_indent="      "))
    return GOOD


def _write_set(game: Game, text: str, path: Path) -> int:
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise BadSetup(f"{path} exists already and is left as it is; choose another name") from None
    except OSError as error:
        raise BadSetup(f"cannot write {path}: {error.strerror or error}") from None
    print(f"{path} is written. Change what you know better, then: chantier components {game.name} --check {path}")
    return GOOD


# --- rules ------------------------------------------------------------------------------------------------------------


def _rules_parser(commands: Any) -> None:
    p = _command(commands, "rules", rules, "Read the rules of a game, or one clause of them.")
    _game(p)
    p.add_argument("clause", nargs="?", type=text, metavar="CLAUSE", help="its number, such as 3.4; 3 is the whole chapter")
    p.add_argument("--language", choices=LANGUAGES, default="en", help="language of the rules (default: en)")


def rules(args: argparse.Namespace) -> int:
    """The rules, or one clause."""
    from textwrap import fill

    from chantier.clauses import clause, rulebook

    games[args.game]
    if args.clause:
        for line in clause(args.game, args.clause, args.language).splitlines():
            print(fill(line, 100, subsequent_indent="     "))
    elif sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console(width=min(100, Console().width)).print(Markdown(rulebook(args.game, args.language)))
    else:
        print(rulebook(args.game, args.language), end="")
    return GOOD


# --- lesson -----------------------------------------------------------------------------------------------------------


def _lesson_parser(commands: Any) -> None:
    p = _command(commands, "lesson", lesson, "Learn a game in a few minutes, move by move.", "You make the moves.")
    _game(p)
    p.add_argument("lesson", nargs="?", type=text, metavar="LESSON", help="its name (default: the first one)")
    _tongue(p)


def lesson(args: argparse.Namespace) -> int:
    """A lesson in the terminal."""
    from chantier import lessons
    from chantier.terminal.lesson import run

    _colour(args)
    known = lessons.names(args.game)
    if not known:
        raise BadSetup(f"there is no lesson for {games[args.game].title} yet")
    chosen = lessons.load(args.game, args.lesson or known[0])
    run(chosen, args.language, sys.stdin.isatty() and sys.stdout.isatty(), input, print)
    return GOOD


# --- arena, balance ---------------------------------------------------------------------------------------------------


def _arena_parser(commands: Any) -> None:
    p = _command(
        commands, "arena", arena, "Let bots play against each other, many games, every seat order equally often.",
        "The same seed gives the same results. A bot is a level, or a level with its playouts a turn: master:5000.",
    )  # fmt: skip
    _game(p)
    p.add_argument(
        "bots",
        nargs="+",
        type=text,
        metavar="BOT",
        help="one for every seat: random, apprentice, journeyman, master, plain-search, or a program: 'stdio:python bot.py'",
    )
    p.add_argument("--games", type=count, default=100, metavar="N", help="how many games at least (default: 100)")
    p.add_argument("--seed", type=text, default="1", metavar="SEED", help="the same seed plays the same games (default: 1)")
    p.add_argument("--json", type=target, metavar="FILE", help="keep each game there, one a line; if it exists, go on with it")
    p.add_argument("--plot", type=target, metavar="FILE", help="draw the results there: .png, .svg or .pdf")
    p.add_argument("--workers", type=whole(1, 1024), metavar="N", help="processes that play (default: one for each core)")
    p.add_argument("--option", type=text, action="append", default=[], metavar="NAME=CHOICE", help="as in: monument=capitol")
    p.add_argument("--components", type=text, metavar="FILE", help="your own numbers: a TOML file, or the name of a set")
    p.add_argument("--clock", action="store_true", help="bots think for their time; results then differ from run to run")
    p.add_argument(
        "--ray", nargs="?", type=address, const="", metavar="ADDRESS",
        help="play on a Ray cluster, at its address or on a new one on this machine; the results are the same",
    )  # fmt: skip


def arena(args: argparse.Namespace) -> int:
    """Bots against bots."""
    from chantier.lab import arena as work

    return work.main(args, dict(_option(text) for text in args.option))


def _balance_parser(commands: Any) -> None:
    p = _command(
        commands, "balance", balance, "What the games of an arena say about the game: turn order, scores, what is used.",
        "Reads files that chantier arena --json wrote, and writes Markdown.",
    )  # fmt: skip
    p.add_argument("files", nargs="+", type=path, metavar="FILE", help="results of an arena")


def balance(args: argparse.Namespace) -> int:
    """Whether the game is fair and its parts are used."""
    from chantier.lab import balance as work

    return work.main(args)


# --- fuzz, bench ------------------------------------------------------------------------------------------------------


def _fuzz_parser(commands: Any) -> None:
    p = _command(commands, "fuzz", fuzz, "Play random games and look for anything wrong.", "Each failure becomes a record.")
    _game(p)
    p.add_argument("--games", type=count, default=1000, metavar="N", help="how many games (default: 1000)")
    p.add_argument("--seed", type=text, default="1", metavar="SEED", help="the same seed plays the same games (default: 1)")
    p.add_argument("--compiled", action="store_true", help="play with the compiled rules")
    p.add_argument("--parity", action="store_true", help="play plain and compiled side by side")
    p.add_argument("--seats", type=index, metavar="N", help="with so many seats (default: all numbers in turn)")
    p.add_argument("--limit", type=count, metavar="N", help="leave a game after N actions; games that wander are then no fault")
    p.add_argument("--out", type=folder, default=Path("tests/records"), metavar="FOLDER", help="for records of failures")


def fuzz(args: argparse.Namespace) -> int:
    """Random games, every law checked."""
    from chantier.lab import fuzz as work

    return work.main(args)


def _mutants_parser(commands: Any) -> None:
    p = _command(
        commands, "mutants", mutants, "Plant mistakes into the rules of a game, one at a time, and see which tests notice.",
        "For a checkout: it has the tests.",
    )  # fmt: skip
    _game(p)
    p.add_argument("--sample", type=count, metavar="N", help="only so many, drawn by the seed (default: all)")
    p.add_argument("--seed", type=text, default="1", metavar="SEED", help="the same seed draws the same (default: 1)")
    p.add_argument("--by-clause", action="store_true", help="one line for each clause too")
    p.add_argument("--verbose", action="store_true", help="tell of each mistake which test noticed it")


def mutants(args: argparse.Namespace) -> int:
    """Which mistakes in the rules would live."""
    from chantier.lab import mutants as work

    return work.main(args)


def _bench_parser(commands: Any) -> None:
    p = _command(commands, "bench", bench, "Measure how fast the rules are, plain and compiled.")
    p.add_argument("--json", type=target, metavar="FILE", help="also write the figures there")
    p.add_argument("--games", nargs="+", choices=games, metavar="GAME", help="only these (default: all)")
    p.add_argument("--quick", action="store_true", help="a short run, for a first look")


def bench(args: argparse.Namespace) -> int:
    """Speed."""
    from chantier.lab import bench as work

    return work.main(args)


# --- data, language models --------------------------------------------------------------------------------------------


def _dataset_parser(commands: Any) -> None:
    p = _command(
        commands, "dataset", dataset, "Let bots play, and write every decision down: what was seen, legal and done.",
        "The ending of the file says how: .parquet, or .jsonl with one decision a line.",
    )  # fmt: skip
    _game(p)
    p.add_argument("bots", nargs="+", type=text, metavar="BOT", help="one for every seat, as in chantier arena")
    p.add_argument("--games", type=count, default=100, metavar="N", help="how many games at least (default: 100)")
    p.add_argument("--seed", type=text, default="1", metavar="SEED", help="the same seed plays the same games (default: 1)")
    p.add_argument("--option", type=text, action="append", default=[], metavar="NAME=CHOICE", help="as in: monument=capitol")
    p.add_argument("--components", type=text, metavar="FILE", help="your own numbers: a TOML file, or the name of a set")
    p.add_argument("-o", "--out", type=target, required=True, metavar="FILE", help="where to write: FILE.parquet or FILE.jsonl")


def dataset(args: argparse.Namespace) -> int:
    """Games as data."""
    from chantier.lab import dataset as work

    return work.main(args, dict(_option(text) for text in args.option))


def _mcp_parser(commands: Any) -> None:
    _command(commands, "mcp", mcp, "A table for language models: the Model Context Protocol over standard input and output.")


def mcp(args: argparse.Namespace) -> int:
    """Tools for a language model, until it leaves."""
    from chantier.adapters import mcp as work

    work.main()
    return GOOD
