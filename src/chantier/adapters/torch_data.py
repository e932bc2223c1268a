"""Data sets as a Torch `IterableDataset`: one decision after the other, from the files that `chantier dataset` writes.

    from torch.utils.data import DataLoader
    from chantier.adapters.torch_data import Decisions

    for batch in DataLoader(Decisions("arkadia-*.parquet"), batch_size=256, num_workers=2):
        batch["observation"], batch["action_mask"], batch["action"], batch["value"]

Several workers share the files out among themselves, decision by decision. Arrays of `Many` and of Torch share memory as they
are: `torch.from_numpy(many.observations)` shows every step without a copy.
"""

from __future__ import annotations

import glob
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from chantier.core import BadSetup, games
from chantier.kernel.features import spec

if TYPE_CHECKING:
    Base = object
else:
    try:
        from torch.utils.data import IterableDataset as Base
    except ImportError:  # it is an iterable then
        Base = object


def _part() -> tuple[int, int]:
    """Which worker of how many this is."""
    try:
        from torch.utils.data import get_worker_info
    except ImportError:
        return 0, 1
    worker = get_worker_info()
    return (worker.id, worker.num_workers) if worker else (0, 1)


class Decisions(Base):
    """Decisions as dictionaries of arrays: `observation` (scaled), `action_mask`, `action`, `policy` over all actions (that of
    a search where the file has one, else the action that was played), and `value`: the part of the win that each seat got,
    clockwise from the one that decides, filled up to four."""

    def __init__(self, *files: str | Path) -> None:
        self.files = sorted(found for file in files for found in glob.glob(str(file)))
        if not self.files:
            raise BadSetup(f"there are no files {', '.join(map(str, files))}")

    def __iter__(self) -> Iterator[dict[str, Any]]:
        mine, workers = _part()
        n = 0
        for file in self.files:
            game = games[header_of(Path(file))["made"]["game"]]
            for row in rows_of(Path(file)):
                if n % workers == mine:
                    yield _decision(row, game.actions.size, spec(game).scales)
                n += 1


def header_of(path: Path) -> dict[str, Any]:
    """What stands at the head of a data set."""
    if path.suffix == ".jsonl":
        with path.open(encoding="utf-8") as file:
            return json.loads(next(file))  # type: ignore[no-any-return]
    import pyarrow.parquet as pq

    return json.loads(pq.read_schema(path).metadata[b"chantier"])  # type: ignore[no-any-return]


def rows_of(path: Path) -> Iterator[dict[str, Any]]:
    """The decisions of a data set, one after the other."""
    if path.suffix == ".jsonl":
        with path.open(encoding="utf-8") as file:
            next(file)
            yield from map(json.loads, file)
        return
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as table:
        for batch in table.iter_batches(1024):
            yield from batch.to_pylist()


def _decision(row: dict[str, Any], size: int, scales: Any) -> dict[str, Any]:
    seen, mask, policy = np.array(row["observation"], np.int16) * scales, np.zeros(size, np.bool_), np.zeros(size, np.float32)
    mask[row["legal"]] = True
    if row.get("policy"):
        policy[row["legal"]] = row["policy"]
    else:
        policy[row["action"]] = 1
    first = [place == 1 for place in row["ranking"]]
    shares = np.zeros(4, np.float32)
    for k in range(len(first)):
        shares[k] = first[(row["seat"] + k) % len(first)] / sum(first)
    return {"observation": seen, "action_mask": mask, "action": row["action"], "policy": policy, "value": shares}
