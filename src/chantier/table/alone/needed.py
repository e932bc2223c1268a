"""Which modules a page needs: everything that is imported there, with all that a server needs blocked.

    python -m chantier.table.alone.needed

prints their files.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

SERVER = """
    alembic argon2 fastapi httptools numpy openskill orjson platformdirs prometheus_client pydantic rich shtab sqlalchemy
    starlette typing_extensions uvicorn uvloop websockets
""".split()
UNUSED = ("terminal", "features")  # files of a game that a page does not need


class Blocked:
    """Finds no module that only a server has."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if name.partition(".")[0] in SERVER:
            raise ImportError(f"{name} is blocked")


def block() -> None:
    """From now on, nothing that a server needs can be imported."""
    sys.meta_path.insert(0, Blocked())


def main() -> None:
    block()
    from chantier import bots

    for name in ("chantier.table.alone.room", "chantier.table.alone.packing", "chantier.terminal.saves"):
        import_module(name)
    for level in bots.LEVELS:
        bots.bot(level)
    for module in walk_packages([str(path) for path in import_module("chantier.games").__path__], "chantier.games."):
        if module.name.rpartition(".")[2] not in UNUSED:
            import_module(module.name)
    for name, loaded in list(sys.modules.items()):
        if name.partition(".")[0] == "chantier" and loaded.__file__:
            print(loaded.__file__)


if __name__ == "__main__":
    main()
