"""Nets: the weights that a learned sense was given, as files of a few hundred KB in the folder of a game.

A file is one line of JSON, which says what it holds and how it came about, and the weights behind it, in half precision. It is
read without NumPy. `net_of(game)` is the one that ships with a game, in `nets/`, or one of your own, `GAME.net` in the folder
that the variable CHANTIER_NETS names; its name and hash stand beside what it plays.
"""

from __future__ import annotations

import ctypes
import json
import os
import struct
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chantier.core import BadSetup

if TYPE_CHECKING:
    from chantier.core import Game

FOLDER, ENDING = "nets", ".net"
KIND = "chantier net 1"

LAYERS = 5
Layers = tuple[Any, Any, Any, Any, Any]  # first, second, last, focus, heed: see net.py


@dataclass(frozen=True, eq=False)
class Net:
    """Weights, with their name and recipe."""

    game: str
    name: str
    about: dict[str, Any]  # recipe, seed, date, and whatever else is worth knowing
    shapes: tuple[tuple[int, int], ...]  # of each layer
    weights: tuple[tuple[float, ...], ...]  # of each layer, row after row
    hash: str

    @property
    def called(self) -> str:
        """Its name and hash, as records have it."""
        return f"{self.name} {self.hash}"

    @property
    def wide(self) -> int:
        """Units of its widest layer."""
        return max(n for _, n in self.shapes[:4])

    @property
    def inputs(self) -> int:
        """Numbers of the row that it judges by."""
        return self.shapes[0][0] - 1

    def rows(self) -> Layers:
        """The layers as interpreted code has them."""
        first, second, last, focus, heed = (
            [list(flat[i * n : (i + 1) * n]) for i in range(m)] for flat, (m, n) in zip(self.weights, self.shapes, strict=True)
        )
        return first, second, last, focus, heed

    def rooms(self) -> Layers:
        """The layers as machine code has them."""
        first, second, last, focus, heed = (
            (ctypes.c_float * n * m).from_buffer(bytearray(struct.pack(f"={m * n}f", *flat)))
            for flat, (m, n) in zip(self.weights, self.shapes, strict=True)
        )
        return first, second, last, focus, heed


def write(path: Path, game: str, name: str, layers: Layers, about: dict[str, Any]) -> None:
    """A file from the layers of a net, which are arrays of NumPy."""
    import numpy as np

    weights = b"".join(np.ascontiguousarray(layer, dtype="<f2").tobytes() for layer in layers)
    head = {"kind": KIND, "game": game, "name": name, "shapes": [list(layer.shape) for layer in layers], **about}
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".draft")
    draft.write_bytes(json.dumps(head).encode() + b"\n" + weights)
    draft.replace(path)


def read(path: Path) -> Net:
    """A net from its file; one that has not changed is not read again."""
    try:
        return _read(path, path.stat().st_mtime_ns)
    except OSError as error:
        raise BadSetup(f"cannot read {path}: {error.strerror or error}") from None


@lru_cache(maxsize=16)
def _read(path: Path, written: int) -> Net:
    text = path.read_bytes()
    try:
        line, _, weights = text.partition(b"\n")
        head = json.loads(line)
        if head.pop("kind") != KIND:
            raise ValueError
        shapes = tuple((int(m), int(n)) for m, n in head.pop("shapes"))
        if len(shapes) != LAYERS:
            raise ValueError
        numbers = struct.unpack(f"<{sum(m * n for m, n in shapes)}e", weights)
        game, name = head.pop("game"), head.pop("name")
    except (ValueError, KeyError, TypeError, AttributeError, struct.error):
        raise BadSetup(f"{path} is no net; chantier train makes one") from None
    layers, at = [], 0
    for m, n in shapes:
        layers.append(numbers[at : at + m * n])
        at += m * n
    return Net(game, name, head, shapes, tuple(layers), blake2b(text, digest_size=6).hexdigest())


def _file(game: Game) -> Path | None:
    """Where the net of a game is."""
    own = os.environ.get("CHANTIER_NETS")
    for path in (*([Path(own) / f"{game.name}{ENDING}"] if own else []), game.folder / FOLDER / f"{game.name}{ENDING}"):
        if path.is_file():
            return path
    return None


def has_net(game: Game) -> bool:
    """Whether a game has a net, so that it has a grandmaster."""
    return _file(game) is not None


def is_whole(game: Game) -> bool:
    """Whether its weights are there too: a page has at first only what a net is called."""
    try:
        return bool(net_of(game).weights)
    except BadSetup:
        return False


def net_of(game: Game) -> Net:
    """The net of a game; BadSetup if it has none, or one for another row."""
    path = _file(game)
    if path is None:
        raise BadSetup(f"{game.title} has no net, so there is no grandmaster of it; chantier train {game.name} makes one")
    net = read(path)
    check(net, game)
    return net


def check(net: Net, game: Game) -> None:
    """Whether a net is for this game and its row."""
    heeded = net.shapes[-1][0]  # actions whose attention was learned: all or none
    if net.game != game.name or net.inputs != game.rules.INSIGHT or heeded not in (0, game.actions.size):
        raise BadSetup(
            f"the net {net.called} is not for {game.title} as it is now: it was made for another game or another row"
        )
