"""Where games are found: the folders of `chantier.games`, and other packages that announce a game of theirs.

Such a package says in its `pyproject.toml` which game it holds, and in which package:

    [project.entry-points."chantier.games"]
    mygame = "chantier_mygame"

Whoever asks for a game of the folder never waits for a look at what else is installed, and a game of the folder cannot be
replaced from outside.

>>> package("arkadia"), known("chess")
('chantier.games.arkadia', False)
>>> shipped()
['world_monuments', 'arkadia', 'queens_architect']
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

GROUP = "chantier.games"
FOLDER = Path(__file__).parent / "games"


def shipped() -> list[str]:
    """The games of the folder: first those that it puts first, then the others by name."""
    found = sorted({file.parent.name for file in FOLDER.glob("*/__init__.py*")})  # in a page, .pyc
    first = [name for name in sys.modules[GROUP].FIRST if name in found]
    return first + [name for name in found if name not in first]


@cache
def announced() -> dict[str, dict[str, str]]:
    """The games of other packages: by name, which distribution announces it, and the package that holds it."""
    try:
        from importlib.metadata import entry_points  # takes longer than to load a game
    except ImportError:  # a page has only the games of the folder
        return {}
    found: dict[str, dict[str, str]] = {}
    for entry in entry_points(group=GROUP):
        by = f"{entry.dist.name} {entry.dist.version}" if entry.dist else "a package"
        found.setdefault(entry.name, {})[by] = entry.module
    return found


def names() -> list[str]:
    """All games: those of the folder, then the announced ones by name."""
    own = shipped()
    return own + sorted(announced().keys() - set(own))


def is_shipped(name: str) -> bool:
    """Whether a game stands in the folder."""
    return name.isidentifier() and any((FOLDER / name).glob("__init__.py*"))


def known(name: str) -> bool:
    """Whether there is such a game."""
    return is_shipped(name) or name in announced()


def package(name: str) -> str:
    """The package that holds a game; LookupError says that there is none, or that two claim to."""
    if is_shipped(name):
        return f"{GROUP}.{name}"
    found = announced().get(name)
    if found is None:
        raise LookupError(f"there is no game {name!r}; there is: {', '.join(names())}")
    if len(set(found.values())) > 1:
        raise LookupError(f"{announcer(name)} both announce a game {name!r}; only one of them can be installed")
    return next(iter(found.values()))


def announcer(name: str) -> str:
    """Which distribution announces a game, with its version."""
    return " and ".join(sorted(announced().get(name, {})))


def folder(name: str) -> Path:
    """Where the files of a game lie; LookupError says why there are none."""
    held = package(name)
    if is_shipped(name):
        return FOLDER / name
    spec = find_spec(held)
    if spec is None or spec.origin is None:
        raise LookupError(f"{announcer(name)} announces a game {name!r}, but its package {held!r} is not there")
    return Path(spec.origin).parent
