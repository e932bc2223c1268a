"""What the pictures of every game are looked at with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from chantier import scene as scenes
from chantier.core import CHANCE, NOBODY, Game
from chantier.scene import Piece, Scene


def positions(game: Game, seed: str, seats: int, **options: str) -> Iterator[Any]:
    """Every state of a random game, chance's decisions included."""
    rng = Random(seed)
    s = game.setup(seats, **options)
    yield s
    for _ in range(game.limit):
        if s.to_act == NOBODY:
            return
        legal = game.legal(s)
        action = rng.choices(legal, game.weights(s))[0] if s.to_act == CHANCE else rng.choice(legal)
        game.play(s, action)
        yield s


def picture(game: Game, s: Any, seat: int | None, **more: Any) -> Scene:
    """The table as a seat sees it, with what it may do."""
    legal = game.legal(s) if s.to_act != NOBODY and s.to_act in (seat, CHANCE) else []
    drawn: Scene = game.picture.scene(game, game.view(s, seat), legal, **more)
    return drawn


def check(scene: Scene, legal: list[int]) -> None:
    """Every legal action belongs to exactly one place, and every id and every reference is sound."""
    assert sorted(action for place in scene.places for action in place.actions) == legal
    for place in scene.places:
        assert place.label
        assert place.targets
        assert all(target.d and scenes.sheet_of(scene, target.sheet) for target in place.targets)
        assert place.ghost is None or place.ghost.symbol in scene.symbols
    assert len({place.id for place in scene.places}) == len(scene.places)
    pieces = [piece for sheet in scene.sheets for piece in sheet.pieces if isinstance(piece, Piece)]
    assert [name for name, many in Counter(piece.id for piece in pieces).items() if many > 1] == []
    assert {piece.symbol for piece in pieces} <= set(scene.symbols)
    for sheet in scene.sheets:
        assert max(Counter(item.id for item in (*sheet.pieces, *sheet.labels)).values(), default=1) == 1


def shows(scene: Scene, *, only_wide: set[str], only_narrow: set[str], besides: frozenset[str] = frozenset()) -> None:
    """Every sheet is shown in wide and in narrow windows, but for those that are made for one of them, or opened besides."""
    names = {sheet.name for sheet in scene.sheets}
    assert {box.sheet for box in scene.wide.boxes} | besides == names - only_narrow
    low = {box.sheet for box in scene.low.boxes} if scene.low else set()
    assert {box.sheet for box in scene.narrow.boxes} | low - only_wide == names - only_wide
