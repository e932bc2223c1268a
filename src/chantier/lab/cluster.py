"""An arena on many machines, by Ray: the same plan, the same games, the same results as on one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from chantier.core import BadSetup
from chantier.lab.arena import Plan, play_one
from chantier.lab.standings import Played

AHEAD = 4  # games that wait for each worker


def play_on_ray(what: Plan, address: str, done: set[int], workers: int | None = None) -> Iterator[Played]:
    """All games of a plan that are not done, as they finish. Without an address, on a new cluster on this machine.

    Machines of a cluster need Chantier, and the programs and component files that the plan names.
    """
    ray = _ray()
    mine = not ray.is_initialized()
    if mine:
        _connect(ray, address, workers)
    remote = ray.remote(_played)
    todo = iter([n for n in range(what.games) if n not in done])
    given = asdict(what)
    room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting = [remote.remote(given, n) for _, n in zip(range(room), todo, strict=False)]
    try:
        while waiting:
            ready, waiting = ray.wait(waiting)
            waiting += [remote.remote(given, n) for _, n in zip(ready, todo, strict=False)]
            yield from (Played(**one) for one in ray.get(ready))
    finally:
        if mine:
            ray.shutdown()


def _played(given: dict[str, Any], number: int) -> dict[str, Any]:
    """One game, by a worker of the cluster."""
    return asdict(play_one(Plan(**given), number))


def _ray() -> Any:
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise BadSetup("this needs the package ray; install it with: pip install chantier[ray]") from None
    return ray


def _connect(ray: Any, address: str, workers: int | None) -> None:
    try:
        if address:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        else:
            ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        raise BadSetup(f"there is no Ray cluster at {address or 'this machine'}: {error}") from None
