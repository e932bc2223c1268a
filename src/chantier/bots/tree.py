"""A search tree: grown by machine code if there is some, else by the plain rules. See `kernel/search.py`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from chantier.core import Action, Game, Seat
from chantier.kernel.native import Native
from chantier.kernel.net import NET_ROOMS
from chantier.kernel.nets import Layers, Net, net_of
from chantier.kernel.search import (
    DESK_ALONE,
    DESK_END,
    DESK_HALF,
    DESK_USED,
    NODE_ACTION,
    NODE_CHILD,
    NODE_NUMBERS,
    NODE_SCORE,
    NODE_SIBLING,
    NODE_SUMS,
    NODE_VALUE,
    NODE_VISITS,
    NODE_WORTH,
)

if TYPE_CHECKING:
    from chantier.kernel.shape import Kernel

NODES = 400_000  # rows of a compiled tree for each thread: 40 MB if all are used, and only while a turn lasts
PLAIN_NODES = 10_000
ROW = 4 * NODE_NUMBERS + 8 * NODE_SUMS  # bytes
PLAIN_ROW = 500  # about, as lists
DEEPEST = 256  # decisions from the root to a leaf


@dataclass(frozen=True)
class Style:
    """How a search weighs things; see the knobs in `search.py`."""

    knowing: bool = True
    curiosity: float = 0.5
    caution: float = 0.05
    evenness: float = 0.1
    margin: float = 1000.0
    lookahead: float = 0.0  # turns by habit until a net judges again, the one under way included; 0: as the game says
    heeded: float = 0.0  # decisions from the root, up to which a net says what deserves attention; 0: as the game says
    learned: bool = False  # whether a net judges, and not the outlook after a long playout

    def knobs(self) -> list[float]:
        knowing = float(self.knowing)
        return [knowing, self.curiosity, self.caution, self.evenness, self.margin, self.lookahead, self.heeded]

    def at(self, game: Game) -> Style:
        """What it does not say itself, as the game says."""
        return replace(self, lookahead=self.lookahead or game.rules.FORESEEN, heeded=self.heeded or game.rules.HEEDED)


KNOWING = Style()
UNKNOWING = replace(KNOWING, knowing=False, curiosity=0.7)
LEARNED = replace(KNOWING, learned=True)


class Branch(NamedTuple):
    """What a search knows about one action."""

    action: Action
    visits: int
    value: float  # for the seat that acts, from 0 to 1
    scores: tuple[float, ...]  # expected in the end, one a seat
    chances: tuple[float, ...]  # the value for every seat, together 1
    worth: float  # before any search, in hundredths of a point


class Desk:
    """What a thread needs of its own to grow a tree: dice, a state to play in, and the rows that it may use."""

    def __init__(self, game: Game, native: Native | None, dice: int, net: Net | None = None) -> None:
        self.native = native
        self.row: Any = native.row(net) if native and net else [0] * (net.inputs if net else 0)
        self.room: Any = native.room(net) if native and net else [[0.0] * (net.wide if net else 0) for _ in range(NET_ROOMS)]
        self.menu: Any = native.menu() if native else [0] * (game.actions.size + 1)
        self.dice: Any = native.dice(dice) if native else [dice]
        self.path: Any = None
        self.states: Any = None

    def set_up(self, world: Any, path: Any) -> None:
        """Everything for playouts from this world."""
        self.path = path
        if self.native:
            self.states = self.native.states(world, world)
        else:
            spare = world.copy()
            spare.news = _Silence()
            self.states = [spare, world]


class Tree:
    """One growing tree, with dice for every thread that grows it. Where threads do not run at the same time, the same dice and
    playouts give the same tree, plain and native."""

    def __init__(self, game: Game, native: Native | None, style: Style, *dice: int) -> None:
        self.game = game
        self.native = native
        self.knobs: Any = style.at(game).knobs()
        self.kernel: Kernel = native or game.rules
        self.compiled = native is not None
        self.net = net_of(game) if style.learned else None
        self.layers: Layers = (None,) * 5 if self.net is None else self.net.rooms() if native else self.net.rows()
        self.desks = [Desk(game, native, number, self.net) for number in dice]
        self.tree: Any = None
        self.sums: Any = None
        self.root = 0
        self.seat = 0
        self.seats = 0
        self.touched = 0  # rows for which the system has given memory

    def clear(self) -> None:
        """Room for a new tree. The system gives memory only for the rows that are used."""
        if self.native:
            self.tree, self.sums, self.knobs = self.native.tree(NODES * len(self.desks), list(self.knobs))
        else:
            self.tree = [[0] * NODE_NUMBERS for _ in range(PLAIN_NODES)]
            self.sums = [[0.0] * NODE_SUMS for _ in range(PLAIN_NODES)]

    def fell(self) -> None:
        """Give the memory back: a server may hold many bots that wait for their turns."""
        self.tree = self.sums = None
        self.touched = 0

    @property
    def size(self) -> int:
        """Bytes that it holds, about."""
        if self.tree is None:
            return 0
        if not self.compiled:
            return PLAIN_NODES * PLAIN_ROW
        share = self._share()
        used = sum(int(self.tree[n][DESK_USED]) - n * share for n in range(len(self.desks)))
        self.touched = max(self.touched, used)
        return ROW * self.touched

    def _share(self) -> int:
        """Rows for each desk."""
        return (len(self.tree) - len(self.desks) - 1) // len(self.desks)

    def begin(self, seat: Seat, world: Any, root: int = 0) -> None:
        """Think about this world, for this seat; with a root, go on from that node of the tree."""
        if self.tree is None:
            self.clear()
            root = 0
        self.seat, self.seats = seat, world.seats
        self.root = root if root and not self._crowded() else self._plant()
        for desk in self.desks:
            path = self.native.path(DEEPEST) if self.native else [0] * DEEPEST
            path[0] = self.root
            desk.set_up(world, path)

    def _crowded(self) -> bool:
        """Whether the first desk has used most of its rows."""
        return bool(self.tree[0][DESK_USED] > 0.8 * self.tree[0][DESK_END])

    def _plant(self) -> int:
        """A root, behind the desks; all other rows are shared out among these."""
        root, share = len(self.desks), self._share()
        for n in range(len(self.desks)):
            self.tree[n][DESK_USED] = root + n * share
            self.tree[n][DESK_ALONE] = int(len(self.desks) == 1)
            self.tree[n][DESK_END] = len(self.tree) if n == len(self.desks) - 1 else root + (n + 1) * share + 1
            self.tree[n][DESK_HALF] = root + n * share + share // 2
        for i in range(NODE_NUMBERS):
            self.tree[root][i] = 0
        for i in range(NODE_SUMS):
            self.sums[root][i] = 0.0
        return root

    def think(self, playouts: int, n: int = 0) -> None:
        """So many playouts more at a desk. Compiled, it runs beside other threads."""
        desk = self.desks[n]
        given = desk.states, desk.menu, desk.dice, self.tree, self.sums, desk.path, self.knobs
        if self.net:
            self.kernel.think_learned(*given, *self.layers, desk.room, desk.row, n, self.seat, playouts)
        else:
            self.kernel.think(*given, n, self.seat, playouts)

    @property
    def visits(self) -> int:
        return int(self.tree[self.root][NODE_VISITS])

    def children(self, node: int) -> list[int]:
        """The nodes below a node, by ascending action."""
        found = []
        child = int(self.tree[node][NODE_CHILD])
        while child:
            found.append(child)
            child = int(self.tree[child][NODE_SIBLING])
        return found

    def child(self, node: int, action: Action) -> int:
        """The node that an action leads to, or 0."""
        return next((c for c in self.children(node) if self.tree[c][NODE_ACTION] == action), 0)

    def branches(self) -> list[Branch]:
        """What is known about every action at the root."""
        return [self.branch(child) for child in self.children(self.root)]

    def branch(self, node: int) -> Branch:
        row, sums = self.tree[node], self.sums[node]
        visits = int(row[NODE_VISITS])
        n = max(1, visits)
        scores = tuple(float(sums[NODE_SCORE + seat]) / n / 100 for seat in range(self.seats))
        chances = tuple(float(sums[NODE_VALUE + seat]) / n for seat in range(self.seats))
        return Branch(int(row[NODE_ACTION]), visits, chances[self.seat], scores, chances, float(sums[NODE_WORTH]))

    def line(self, first: Action, least: int = 3) -> list[Action]:
        """The decisions that are expected: an action at the root, then what was tried most."""
        found = [first]
        node = self.child(self.root, first)
        while node:
            node = max(self.children(node), key=lambda c: int(self.tree[c][NODE_VISITS]), default=0)
            if not node or self.tree[node][NODE_VISITS] < least:
                break
            found.append(int(self.tree[node][NODE_ACTION]))
        return found


class _Silence(list[Any]):
    """News that nobody reads."""

    def append(self, news: Any) -> None:
        pass
