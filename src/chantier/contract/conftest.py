"""Every test of the contract is made once for each game that it is held against, and where it asks for one, each variant."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chantier.contract import chosen, demands
from chantier.lab.fuzz import variants

ORDER = [f"test_{what}" for what in "files rules play words terminal picture learners reasons things lessons compiled".split()]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "unmeasured: coverage is not measured here")
    config.addinivalue_line("markers", "needs(file): only for games that have this file")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`name`: of a game, whatever it lacks; `game`: one that is complete; `v`: some variant of it; `any_v`: every variant."""
    wanted = set(metafunc.fixturenames)
    if "name" in wanted:
        metafunc.parametrize("name", chosen.names())
    elif "v" in wanted or "any_v" in wanted:
        found = [case for name in chosen.names() for case in _cases(name, "any_v" in wanted)]
        metafunc.parametrize(("game", "v" if "v" in wanted else "any_v"), found)
    elif "game" in wanted:
        metafunc.parametrize("game", [_game(name) for name in chosen.names()])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What everything else rests on comes first, so that the first fault told is the one to mend."""
    here = Path(__file__).parent
    ours = [n for n, item in enumerate(items) if item.path.parent == here and item.path.stem in ORDER]
    ordered = sorted((items[n] for n in ours), key=lambda item: ORDER.index(item.path.stem))
    for n, item in zip(ours, ordered, strict=True):
        items[n] = item


def _game(name: str, *more: Any, ident: str = "") -> Any:
    game = chosen.complete(name)
    incomplete = pytest.mark.skip(f"{name} is not complete: see what test_files says")
    return pytest.param(game, *more, id=ident or name, marks=[] if game else [incomplete])


def _cases(name: str, every: bool) -> Iterator[Any]:
    if (game := chosen.complete(name)) is None:
        yield _game(name, None)
        return
    for v in variants(game) if every else chosen.some(game):
        yield _game(name, v, ident=f"{name}-{v.seats}-" + "-".join(v.options.values()))


@pytest.fixture(autouse=True)
def _has_the_file(request: pytest.FixtureRequest) -> None:
    """A test of what a game need not have is left out where it has not."""
    mark = request.node.get_closest_marker("needs")
    if mark and (why := demands.lacks(request.getfixturevalue("game"), mark.args[0])):
        pytest.skip(why)
