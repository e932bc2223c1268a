"""The smallest game there could be: two players click in turn. For measuring the table and nothing else.

python -m bench.clicks serve --port 0      the server, with this game beside the others
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from types import ModuleType
from typing import Any

from chantier import components, packages
from chantier.actions import ActionSpace
from chantier.components import ComponentSet
from chantier.core import Action, Event, Game, Seat, View
from chantier.kernel.layout import Layout
from chantier.scene import Label, Place, Scene, Sheet, Target, rectangle


class State(Layout):
    seats: int
    to_act: int
    clicks: int


class Clicks(Game):
    """Its eight functions are here, and not in a folder."""

    def setup(self, seats: int, **options: str | int | bool) -> Any:
        s = State()
        s.seats = seats
        return s

    def legal(self, s: Any) -> list[Action]:
        return [0]

    def play(self, s: Any, action: Action) -> list[Event]:
        seat, s.clicks, s.to_act = s.to_act, s.clicks + 1, 1 - s.to_act
        return [Event("click", seat, (s.clicks,))]

    def scores(self, s: Any) -> list[int]:
        return [s.clicks // 2] * s.seats

    def view(self, s: Any, seat: Seat | None) -> View:
        return {"seat": seat, "to_act": s.to_act, "clicks": s.clicks}

    def redeal(self, s: Any, seat: Seat, rng: Random) -> Any:
        return s.copy()

    def part(self, name: str) -> Any:
        return PARTS[name]


def scene(game: Game, view: View, legal: list[int], *, language: str = "en", names: Sequence[str] | None = None) -> Scene:
    label = Label("clicks", 20, 20, str(view["clicks"]))
    places = (Place("click", (0,), (Target("board", rectangle(0, 0, 40, 40), 20, 20),), "click"),) if legal else ()
    return Scene("Clicks", str(view["clicks"]), (Sheet("board", 40, 40, labels=(label,)),), places)


def part(**what: Any) -> ModuleType:
    """A file of the game, with what would stand in it."""
    module = ModuleType("clicks")
    module.__dict__.update(what)
    return module


PARTS = {
    "picture.scene": part(scene=scene),
    "view": part(calm=lambda view, verb: True),  # as every game says of what brings nothing at once
    "words.text": part(
        prompt=lambda *_: "click", describe=lambda *_: "click", tell=lambda game, view, event, *_: "click", CLAUSES={}
    ),
}
GAME = Clicks(
    name="clicks",
    title="Clicks",
    version="1.0",
    seats=range(2, 3),
    minutes=1,
    options={},
    actions=ActionSpace({"click": 0}, size=1, words=lambda game, s, action: "click"),
    state=State,
    limit=1_000_000,
    components=ComponentSet("standard", {}, ""),
)


def main() -> int:
    from chantier.cli import main as chantier
    from chantier.table import live

    live.BURST = live.RATE = float("inf")  # nobody is too fast here
    sys.modules["bench.clicks"] = sys.modules["__main__"]
    packages.announced = lambda: {"clicks": {"this benchmark": "bench.clicks"}}
    shipped = components._shipped_set  # noqa: SLF001  # this game has no file for its set
    components._shipped_set = lambda game, name: GAME.components if game == "clicks" else shipped(game, name)  # noqa: SLF001
    return chantier(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
