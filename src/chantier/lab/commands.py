"""Commands of the lab: arena, balance, fuzz, mutants, bench, dataset, solve, train, mine, warm. Each imports what it needs."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from chantier.arguments import add_game, address, choices, command, count, folder, index, path, target, text, whole
from chantier.core import BadSetup, games


def add(commands: Any) -> None:
    """All of them, in the order of the help."""
    first = (_arena_parser, _balance_parser, _fuzz_parser, _mutants_parser, _bench_parser)
    for one in (*first, _dataset_parser, _solve_parser, _train_parser, _mine_parser, _warm_parser):
        one(commands)


# --- arena, balance ---------------------------------------------------------------------------------------------------


def _arena_parser(commands: Any) -> None:
    p = command(
        commands, "arena", arena, "Let bots play against each other, many games, every seat order equally often.",
        "The same seed gives the same results. A bot is a level, or a level with its playouts a turn: master:5000.",
    )  # fmt: skip
    add_game(p)
    p.add_argument(
        "bots",
        nargs="+",
        type=text,
        metavar="BOT",
        help="one for every seat: random, apprentice, journeyman, master, grandmaster, plain-search, or 'stdio:python bot.py'",
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
    from chantier.lab.arena import main

    return main(args, choices(args.option))


def _balance_parser(commands: Any) -> None:
    p = command(
        commands, "balance", balance, "What the games of an arena say about the game: turn order, scores, what is used.",
        "Reads files that chantier arena --json wrote, and writes Markdown.",
    )  # fmt: skip
    p.add_argument("files", nargs="+", type=path, metavar="FILE", help="results of an arena")
    p.add_argument("--json", action="store_true", help="print what was counted as JSON, one line for each file")


def balance(args: argparse.Namespace) -> int:
    """Whether the game is fair and its parts are used."""
    from chantier.lab.balance import main

    return main(args)


# --- fuzz, bench -------------------------------------------------------------------------------------------------------


def _fuzz_parser(commands: Any) -> None:
    p = command(commands, "fuzz", fuzz, "Play random games and look for anything wrong.", "Each failure becomes a record.")
    add_game(p)
    p.add_argument("--games", type=count, default=1000, metavar="N", help="how many games (default: 1000)")
    p.add_argument("--seed", type=text, default="1", metavar="SEED", help="the same seed plays the same games (default: 1)")
    p.add_argument("--compiled", action="store_true", help="play with the compiled rules")
    p.add_argument("--parity", action="store_true", help="play plain and compiled side by side")
    p.add_argument("--seats", type=index, metavar="N", help="with so many seats (default: all numbers in turn)")
    p.add_argument("--limit", type=count, metavar="N", help="leave a game after N actions; games that wander are then no fault")
    p.add_argument("--out", type=folder, default=Path("tests/records"), metavar="FOLDER", help="for records of failures")
    p.add_argument("--json", action="store_true", help="print the figures as JSON")


def fuzz(args: argparse.Namespace) -> int:
    """Random games, every law checked."""
    from chantier.lab.fuzz import main

    return main(args)


def _mutants_parser(commands: Any) -> None:
    p = command(
        commands, "mutants", mutants, "Plant mistakes into the rules of a game, one at a time, and see which tests notice.",
        "For a checkout: it has the tests.",
    )  # fmt: skip
    add_game(p)
    p.add_argument("--sample", type=count, metavar="N", help="only so many, drawn by the seed (default: all)")
    p.add_argument("--seed", type=text, default="1", metavar="SEED", help="the same seed draws the same (default: 1)")
    p.add_argument("--by-clause", action="store_true", help="one line for each clause too")
    p.add_argument("--verbose", action="store_true", help="tell of each mistake which test noticed it")
    p.add_argument("--json", action="store_true", help="print the figures as JSON")


def mutants(args: argparse.Namespace) -> int:
    """Which mistakes in the rules would live."""
    from chantier.lab.mutants import main

    return main(args)


def _bench_parser(commands: Any) -> None:
    p = command(commands, "bench", bench, "Measure how fast the rules are, plain and compiled.")
    p.add_argument("--json", type=target, metavar="FILE", help="also write the figures there")
    p.add_argument("--games", nargs="+", choices=games, metavar="GAME", help="only these (default: all)")
    p.add_argument("--quick", action="store_true", help="a short run, for a first look")


def bench(args: argparse.Namespace) -> int:
    """Speed."""
    from chantier.lab.bench import main

    return main(args)


# --- dataset ----------------------------------------------------------------------------------------------------------


def _dataset_parser(commands: Any) -> None:
    p = command(
        commands, "dataset", dataset, "Let bots play, and write every decision down: what was seen, legal and done.",
        "The ending of the file says how: .parquet, or .jsonl with one decision a line.",
    )  # fmt: skip
    add_game(p)
    p.add_argument("bots", nargs="+", type=text, metavar="BOT", help="one for every seat, as in chantier arena")
    p.add_argument("--games", type=count, default=100, metavar="N", help="how many games at least (default: 100)")
    p.add_argument("--seed", type=text, default="1", metavar="SEED", help="the same seed plays the same games (default: 1)")
    p.add_argument("--option", type=text, action="append", default=[], metavar="NAME=CHOICE", help="as in: monument=capitol")
    p.add_argument("--components", type=text, metavar="FILE", help="your own numbers: a TOML file, or the name of a set")
    p.add_argument(
        "--playouts", type=count, default=0, metavar="N", help="search every position as well: policy, values, scores"
    )
    p.add_argument("--workers", type=whole(1, 1024), default=1, metavar="N", help="processes that play (default: 1)")
    p.add_argument("--shards", type=whole(1, 10_000), default=1, metavar="N", help="files that the games are shared out to")
    p.add_argument("-o", "--out", type=target, required=True, metavar="FILE", help="where to write: FILE.parquet or FILE.jsonl")


def dataset(args: argparse.Namespace) -> int:
    """Games as data."""
    from chantier.lab.dataset import main

    return main(args, choices(args.option))


def _solve_parser(commands: Any) -> None:
    p = command(
        commands, "solve", solve, "The exact value of every action in a small position for two seats.",
        "Near the end of a game, or with the set `small` of a game. Secrets are taken as known.",
    )  # fmt: skip
    p.add_argument("record", type=path, metavar="RECORD", help="a record, as chantier play saves them")
    p.add_argument("--at", type=index, metavar="N", help="after so many moves (default: after all)")
    p.add_argument("--aim", choices=["win", "margin"], default="win", help="the part of a win, or points (default: win)")
    p.add_argument("--turns", type=count, metavar="N", help="cut the game off after so many more turns (default: never)")
    p.add_argument("--limit", type=count, default=5_000_000, metavar="N", help="positions to remember (default: 5000000)")
    p.add_argument("--components", type=text, metavar="FILE", help="your own numbers: a TOML file, or the name of a set")
    p.add_argument("--json", action="store_true", help="print the answer as JSON")


def solve(args: argparse.Namespace) -> int:
    """Exact values."""
    from chantier.lab.solve import main

    return main(args)


def _train_parser(commands: Any) -> None:
    p = command(
        commands, "train", train, "Let a net learn a game by playing it: what the grandmaster judges by.",
        "It needs NumPy and a C compiler, and hours: the same command goes on where it was stopped.",
    )  # fmt: skip
    add_game(p)
    p.add_argument("--generations", type=count, default=40, metavar="N", help="as many in all (default: 40)")
    p.add_argument("--rows", type=count, default=100_000, metavar="N", help="positions of a generation (default: 100000)")
    p.add_argument("--playouts", type=count, default=64, metavar="N", help="of each decision (default: 64)")
    p.add_argument("--wide", type=whole(8, 1024), default=128, metavar="N", help="units of the first layer (default: 128)")
    p.add_argument(
        "--tables",
        type=text,
        default="2222233344",
        metavar="SEATS",
        help="seats of the tables, each as often (default: 2222233344)",
    )
    p.add_argument("--seed", type=text, default="1", metavar="SEED", help="the same seed makes the same net (default: 1)")
    p.add_argument("--components", type=text, metavar="FILE", help="your own numbers: a TOML file, or the name of a set")
    p.add_argument("--folder", type=folder, metavar="FOLDER", help="for all that is kept (default: training-GAME)")
    p.add_argument("--workers", type=whole(1, 1024), default=1, metavar="N", help="processes that play (default: 1)")


def train(args: argparse.Namespace) -> int:
    """A net from nothing."""
    if not find_spec("numpy"):
        raise BadSetup("training needs the package numpy; install it with: pip install chantier[learn]")
    from chantier.lab.train import main

    return main(args)


def _mine_parser(commands: Any) -> None:
    p = command(
        commands, "mine", mine, "Look for puzzles in games of masters, or search those again that a game has.",
        "With --check 1 is returned unless the best action of each is best again. It needs a C compiler, and patience.",
    )  # fmt: skip
    add_game(p)
    p.add_argument("--puzzles", type=whole(1, 99), default=18, metavar="N", help="how many are looked for (default: 18)")
    p.add_argument("--seed", type=text, default="1", metavar="SEED", help="the same seed finds the same puzzles (default: 1)")
    p.add_argument("--effort", type=count, default=100, metavar="N", help="per cent of the usual thinking (default: 100)")
    only = p.add_mutually_exclusive_group(required=True)
    only.add_argument("-o", "--out", type=folder, metavar="FOLDER", help="where to put them, after those that are there")
    only.add_argument("--check", action="store_true", help="search the puzzles of the game again, with other dice")
    only.add_argument(
        "--play", type=count, metavar="N", help="play each out so often, after the best action and the first idea"
    )


def mine(args: argparse.Namespace) -> int:
    """Puzzles."""
    from chantier.lab.puzzles import main

    return main(args)


def _warm_parser(commands: Any) -> None:
    p = command(commands, "warm", warm, "Build all machine code now, so that nobody waits for it later. It needs a C compiler.")
    p.add_argument("games", nargs="*", type=text, metavar="GAME", help="only these games (default: all)")


def warm(args: argparse.Namespace) -> int:
    """What would be waited for, beforehand."""
    from chantier.lab.warm import main

    return main(args)
