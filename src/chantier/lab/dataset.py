"""Games as data: one row for each decision, as Parquet or as lines of JSON. What the columns mean stands in `COLUMNS`."""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

from chantier.binding import BATCH, load
from chantier.bots import bot
from chantier.core import BadSetup, Game
from chantier.kernel.features import spec
from chantier.lab.arena import Plan, plan, prepare
from chantier.lab.patience import watched
from chantier.match import Match

COLUMNS = {
    "game": "number of the game, from 0",
    "decision": "number of the decision in its game, from 0",
    "move": "number of moves before it, chance included",
    "seat": "who decides",
    "bot": "the bot that sits there",
    "observation": "what the seat sees: the row of features.py",
    "legal": "numbers of the legal actions",
    "action": "the one that was played",
    "words": "the same in words",
    "scores": "final scores of all seats",
    "ranking": "final places of all seats; 1 is first",
}
TARGETS = {  # with --playouts
    "policy": "how likely a search would do each of the legal actions",
    "values": "the part of a win that each seat can expect, by the same search",
    "expected": "final scores that each seat can expect, by the same search",
}
SCHEMA = 1  # changes with the columns
GROUP = 4096  # rows that are written at once


def rows_of(what: Plan, number: int, observe: Any, playouts: int = 0) -> list[dict[str, Any]]:
    """One game of a plan, seated and dealt as in the arena; with playouts, every position of it is searched."""
    orders = what.seatings()
    seating = orders[number % len(orders)]
    match = Match(what.chosen(), len(seating), f"{what.seed}-{number // len(orders)}", **what.options)
    bots = [bot(level, f"{what.seed}-{number}:{seat}") for seat, level in enumerate(seating)]
    size = spec(match.game).size
    states: list[Any] = []
    rows: list[dict[str, Any]] = []
    while not match.over:
        seat, seen = match.to_act, [0] * size
        observe(match.state, seat, seen)
        action = bots[seat].choose(match.seen())
        rows.append(
            {
                "game": number,
                "decision": len(rows),
                "move": len(match.moves),
                "seat": seat,
                "bot": seating[seat],
                "observation": seen,
                "legal": match.legal,
                "action": action,
                "words": match.words(action),
            }
        )
        if playouts:
            states.append(match.state.copy())
        match.play(action)
    end = {"scores": match.scores(), "ranking": match.ranking()}
    targets = _targets(match.game, states, playouts, number) if playouts else [{}] * len(rows)
    return [row | end | target for row, target in zip(rows, targets, strict=True)]


def _targets(game: Game, states: list[Any], playouts: int, seed: int) -> list[dict[str, Any]]:
    """What a search says about positions, one after the other."""
    from chantier.bots.many import search_many

    found = search_many(states, playouts, game=game, seed=seed, threads=1)
    counts = (found.actions >= 0).sum(1)
    return [
        {
            "policy": [round(float(part), 6) for part in found.policy[i][: counts[i]]],
            "values": [round(float(part), 6) for part in found.values[i]],
            "expected": [round(float(score), 3) for score in found.scores[i]],
        }
        for i in range(len(states))
    ]


def header(what: Plan, playouts: int = 0) -> dict[str, Any]:
    """What stands at the head of a data set: how it was made, and what everything in it means."""
    game = what.chosen()
    made: dict[str, Any] = {"game": what.game, "version": what.version, "components": what.hash, "options": what.options}
    made |= {"bots": what.bots, "seed": what.seed, "games": what.games}
    made |= {"playouts": playouts} if playouts else {}
    columns = COLUMNS | (TARGETS if playouts else {})
    return {"chantier dataset": SCHEMA, "made": made, "columns": columns, "observation": spec(game).names}


def games_of(what: Plan, numbers: Iterable[int], workers: int = 1, playouts: int = 0) -> Iterator[list[dict[str, Any]]]:
    """Games of a plan in the order of their numbers, played by so many processes."""
    prepare(what)
    if workers <= 1:
        observe = load(what.chosen(), BATCH).observe
        yield from (rows_of(what, number, observe, playouts) for number in numbers)
        return
    with multiprocessing.get_context("spawn").Pool(workers, _begin, (what, playouts)) as pool:
        yield from pool.imap(_work, numbers)


_working: Any = None  # what a worker process was given


def _begin(what: Plan, playouts: int) -> None:
    global _working
    _working = what, load(what.chosen(), BATCH).observe, playouts


def _work(number: int) -> list[dict[str, Any]]:
    what, observe, playouts = _working
    return rows_of(what, number, observe, playouts)


def shards(out: Path, many: int) -> list[Path]:
    """The files of a data set: one, or as many as asked for, named as other programs expect it.

    >>> [path.name for path in shards(Path("it.parquet"), 2)]
    ['it-00000-of-00002.parquet', 'it-00001-of-00002.parquet']
    """
    if many == 1:
        return [out]
    return [out.with_name(f"{out.stem}-{n:05}-of-{many:05}{out.suffix}") for n in range(many)]


def write_lines(path: Path, head: dict[str, Any], games: Iterator[list[dict[str, Any]]]) -> int:
    """The header, then one decision a line; how many."""
    written = 0
    with path.open("x", encoding="utf-8") as file:
        file.write(json.dumps(head) + "\n")
        for rows in games:
            file.writelines(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
            written += len(rows)
    return written


def write_parquet(path: Path, head: dict[str, Any], games: Iterator[list[dict[str, Any]]]) -> int:
    """The same as Parquet; the header stands in the metadata, under `chantier`."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise BadSetup("Parquet needs the package pyarrow; install it with: pip install chantier[data]") from None
    kinds = dict.fromkeys(("game", "decision", "move", "action"), pa.int32()) | {"seat": pa.int8()}
    kinds |= dict.fromkeys(("bot", "words"), pa.string()) | {"observation": pa.list_(pa.int16(), len(head["observation"]))}
    kinds |= dict.fromkeys(("legal", "scores", "ranking"), pa.list_(pa.int32()))
    kinds |= dict.fromkeys(TARGETS, pa.list_(pa.float64()))
    schema = pa.schema([(name, kinds[name]) for name in head["columns"]], {"chantier": json.dumps(head)})
    written, waiting = 0, []
    if path.exists():
        raise FileExistsError
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for rows in games:
            waiting += rows
            if len(waiting) >= GROUP:
                writer.write_table(pa.Table.from_pylist(waiting, schema))
                waiting = []
            written += len(rows)
        writer.write_table(pa.Table.from_pylist(waiting, schema))
    return written


def main(args: argparse.Namespace, options: dict[str, str]) -> int:
    """`chantier dataset`"""
    writers = {".jsonl": write_lines, ".parquet": write_parquet}
    write = writers.get(args.out.suffix)
    if write is None:
        raise BadSetup(f"{args.out} must end in .parquet or .jsonl")
    what = plan(args.game, args.bots, args.games, args.seed, options, args.components)
    files = shards(args.out, args.shards)
    taken = [file for file in files if file.exists()]
    if taken:
        raise BadSetup(f"{taken[0]} exists already and is left as it is; choose another name")
    head, written = header(what, args.playouts), 0
    every = games_of(what, range(what.games), args.workers, args.playouts)
    try:
        with closing(watched(every, f"dataset {what.game}", what.games)) as games:
            for n, file in enumerate(files):
                mine = what.games * (n + 1) // len(files) - what.games * n // len(files)
                written += write(file, head, islice(games, mine))
    except FileExistsError:
        raise BadSetup(f"{args.out} exists already and is left as it is; choose another name") from None
    except OSError as error:
        raise BadSetup(f"cannot write {args.out}: {error.strerror or error}") from None
    where = str(args.out) if len(files) == 1 else f"{len(files)} files, {files[0]} and so on"
    print(f"{written} decisions of {what.games} games are in {where}")
    return 0
