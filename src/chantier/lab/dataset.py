"""Games as data: one row for each decision, as Parquet or as lines of JSON. What the columns mean stands in `COLUMNS`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from chantier.binding import BATCH, load
from chantier.bots import bot
from chantier.core import BadSetup
from chantier.kernel.features import spec
from chantier.lab.arena import Plan, plan
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
SCHEMA = 1  # changes with the columns
GROUP = 4096  # rows that are written at once


def rows_of(what: Plan, number: int, observe: Any) -> list[dict[str, Any]]:
    """One game of a plan, seated and dealt as in the arena."""
    orders = what.seatings()
    seating = orders[number % len(orders)]
    match = Match(what.chosen(), len(seating), f"{what.seed}-{number // len(orders)}", **what.options)
    bots = [bot(level, f"{what.seed}-{number}:{seat}") for seat, level in enumerate(seating)]
    size = spec(match.game).size
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
        match.play(action)
    end = {"scores": match.scores(), "ranking": match.ranking()}
    return [row | end for row in rows]


def header(what: Plan) -> dict[str, Any]:
    """What stands at the head of a data set: how it was made, and what everything in it means."""
    game = what.chosen()
    made: dict[str, Any] = {"game": what.game, "version": what.version, "components": what.hash, "options": what.options}
    made |= {"bots": what.bots, "seed": what.seed, "games": what.games}
    return {"chantier dataset": SCHEMA, "made": made, "columns": COLUMNS, "observation": spec(game).names}


def games_of(what: Plan) -> Iterator[list[dict[str, Any]]]:
    game = what.chosen()
    observe = load(game, BATCH).observe
    for number in range(what.games):
        yield rows_of(what, number, observe)


def write_lines(path: Path, what: Plan, games: Iterator[list[dict[str, Any]]]) -> int:
    """The header, then one decision a line; how many."""
    written = 0
    with path.open("x", encoding="utf-8") as file:
        file.write(json.dumps(header(what)) + "\n")
        for rows in games:
            file.writelines(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
            written += len(rows)
    return written


def write_parquet(path: Path, what: Plan, games: Iterator[list[dict[str, Any]]]) -> int:
    """The same as Parquet; the header stands in the metadata, under `chantier`."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise BadSetup("Parquet needs the package pyarrow; install it with: pip install chantier[data]") from None
    kinds = dict.fromkeys(("game", "decision", "move", "action"), pa.int32()) | {"seat": pa.int8()}
    kinds |= dict.fromkeys(("bot", "words"), pa.string()) | {"observation": pa.list_(pa.int16(), spec(what.chosen()).size)}
    kinds |= dict.fromkeys(("legal", "scores", "ranking"), pa.list_(pa.int32()))
    schema = pa.schema([(name, kinds[name]) for name in COLUMNS], {"chantier": json.dumps(header(what))})
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
    from rich.progress import track

    writers = {".jsonl": write_lines, ".parquet": write_parquet}
    write = writers.get(args.out.suffix)
    if write is None:
        raise BadSetup(f"{args.out} must end in .parquet or .jsonl")
    what = plan(args.game, args.bots, args.games, args.seed, options, args.components)
    games = track(games_of(what), f"dataset {what.game}", total=what.games, transient=True)
    try:
        written = write(args.out, what, iter(games))
    except FileExistsError:
        raise BadSetup(f"{args.out} exists already and is left as it is; choose another name") from None
    except OSError as error:
        raise BadSetup(f"cannot write {args.out}: {error.strerror or error}") from None
    print(f"{written} decisions of {what.games} games are in {args.out}")
    return 0
