"""How much all search trees of a process may hold while their bots wait, however many bots there are."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

MOST = 64 * 2**20  # bytes of trees in which nobody thinks


class Tree(Protocol):
    """Whatever holds so many bytes and can let go of them."""

    @property
    def size(self) -> int: ...

    def fell(self) -> None: ...


class Forest:
    """Trees that are kept because a turn goes on. If they hold too much, those are felled that were not used for longest, but
    never the last one."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._resting: dict[int, weakref.ref[Tree]] = {}  # the longest first
        self._lock = threading.Lock()

    @contextmanager
    def using(self, tree: Tree) -> Iterator[None]:
        """Nobody fells this tree meanwhile; afterwards others may have to go."""
        with self._lock:
            self._resting.pop(id(tree), None)
        try:
            yield
        finally:
            with self._lock:
                self._resting[id(tree)] = weakref.ref(tree)
                self._thin_out()

    @property
    def size(self) -> int:
        """Bytes of all trees that rest."""
        with self._lock:
            return sum(tree.size for tree in self._trees())

    def _trees(self) -> list[Tree]:
        """Those that hold anything; the others are forgotten."""
        alive = {key: tree for key, found in self._resting.items() if (tree := found()) is not None and tree.size}
        self._resting = {key: self._resting[key] for key in alive}
        return list(alive.values())

    def _thin_out(self) -> None:
        trees = self._trees()
        held = sum(tree.size for tree in trees)
        for tree in trees[:-1]:  # the last one was used just now, and may be large by itself
            if held <= self.most:
                return
            held -= tree.size
            tree.fell()


FOREST = Forest()
