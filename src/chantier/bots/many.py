"""Search as a library: what is worth doing in many positions at once, by our own judgement or by that of any network.

>>> from chantier import Match
>>> matches = [Match("world_monuments", seed=str(n)) for n in range(3)]
>>> found = search_many(matches, 40, seed=1)
>>> found.visits.sum(1).tolist(), found.values.shape, bool(matches[0].words(int(found.best[0])))
([40, 40, 40], (3, 2), True)

A network is a function of rows and masks (see `kernel/features.py`) that answers with how likely each action is and with the
part of a win that each seat can expect, clockwise from the one that looks. It is asked for the leaves of all positions at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from chantier.binding import LEAVES, load
from chantier.bots import MEASURES, THINKING
from chantier.bots.tree import DEEPEST, KNOWING, UNKNOWING, Style
from chantier.core import CHANCE, NOBODY, BadSetup, Game, games
from chantier.kernel.features import spec
from chantier.kernel.layout import to_records
from chantier.kernel.search import (
    DESK_END,
    DESK_USED,
    NODE_ACTION,
    NODE_CHILD,
    NODE_DUE,
    NODE_NUMBERS,
    NODE_SCORE,
    NODE_SIBLING,
    NODE_SUMS,
    NODE_VALUE,
    NODE_VISITS,
    NODE_WORTH,
)
from chantier.kernel.waiting import at_hand

Evaluate = Callable[[Any, Any], tuple[Any, Any]]  # rows, masks -> policy over all actions (or None), values from 0 to 1

AT_ONCE = 512  # positions whose trees are held at the same time
ROWS_A_PLAYOUT = 12  # of a tree; where there is no room left, it grows no more
ROOTS = ("plain", "gumbel")
NOISE = 0.25  # the part of attention at a root that noise gets, if there is any
VISIT_SCALE = 50.0  # how much values weigh against the policy at a Gumbel root


@dataclass(frozen=True)
class Found:
    """What a search knows about many positions, one a row. Actions are those that are legal, filled up with -1."""

    actions: Any  # whole numbers
    visits: Any  # how often each was tried
    worths: Any  # the part of a win that each brings to the seat that acts, from 0 to 1
    policy: Any  # how likely each should be: by visits, or at a Gumbel root by what was learnt
    best: Any  # the action to play in each position
    values: Any  # the part of a win that each seat can expect; together 1
    scores: Any  # the final score that each seat can expect

    def over_all(self, size: int) -> Any:
        """The policy over all actions of a game: what a network is taught."""
        whole = np.zeros((len(self.actions), size), np.float32)
        at, column = np.nonzero(self.actions >= 0)
        whole[at, self.actions[at, column]] = self.policy[at, column]
        return whole


def search_many(
    positions: Sequence[Any],
    playouts: int,
    *,
    game: str | Game | None = None,
    evaluate: Evaluate | None = None,
    root: str = "plain",
    noise: float = 0.0,
    considered: int = 16,
    seed: int = 1,
    style: Style = KNOWING,
    threads: int | None = None,
    compiled: bool = True,
) -> Found:
    """Search every position (matches, or states of a game) for its seat to act, with so many playouts.

    Without `evaluate` playouts go on by habit, as our bots do. `root="plain"` shares them out as everywhere in the tree, with
    Dirichlet `noise` (its concentration, as 0.3) for self-play; `"gumbel"` halves the `considered` actions again and again,
    which needs few playouts. The same seed gives the same answer on any number of threads.
    """
    if not len(positions) or playouts < 1 or root not in ROOTS or noise < 0 or considered < 2:
        raise BadSetup("a search wants positions, at least 1 playout, a plain or gumbel root, noise not below 0, and 2 actions")
    first = positions[0]
    chosen = games[game] if isinstance(game, str) else game or getattr(first, "game", None)
    if chosen is None:
        raise BadSetup("states do not say which game they belong to: give game=")
    states = [getattr(one, "state", one) for one in positions]
    for s in states:
        if s.to_act in (CHANCE, NOBODY) or s.seats != states[0].seats:
            raise BadSetup("in every position a seat has to decide, and all have as many seats")
    rng, parts = np.random.default_rng(seed), []
    for n in range(0, len(states), AT_ONCE):
        trees = Trees(chosen, states[n : n + AT_ONCE], playouts, style, rng, threads, compiled)
        trees.plant(evaluate)
        if root == "gumbel":
            parts.append(trees.gumbel(playouts, considered, evaluate, rng))
        else:
            trees.stir(noise, rng)
            trees.grow(np.full(trees.n, playouts), evaluate)
            parts.append(trees.found(trees.by_visits()))
    return _joined(parts)


def _joined(parts: list[Found]) -> Found:
    """The answers for all positions, one after the other."""
    widest = max(part.actions.shape[1] for part in parts)

    def one(name: str) -> Any:
        rows = [getattr(part, name) for part in parts]
        if name in ("actions", "visits", "worths", "policy"):
            fill = -1 if name == "actions" else 0
            rows = [np.pad(row, ((0, 0), (0, widest - row.shape[1])), constant_values=fill) for row in rows]
        return np.concatenate(rows)

    return Found(*map(one, Found.__dataclass_fields__))


class Trees:
    """A tree for each of some positions, in one pair of tables."""

    def __init__(
        self, game: Game, states: list[Any], playouts: int, style: Style, rng: Any, threads: int | None, compiled: bool
    ) -> None:
        self.game, self.n, self.seats = game, len(states), states[0].seats
        code = at_hand(game, LEAVES) if compiled else None
        self.fast, self.kernel = code is not None, cast("Any", code or load(game, LEAVES))
        self.threads = max(1, min(threads or os.cpu_count() or 1, self.n)) if self.fast else 1
        self.size, self.wide = game.actions.size, spec(game).size
        self.share = ROWS_A_PLAYOUT * playouts + 2 * max(len(game.legal(s)) for s in states) + 2  # a desk, a root, the rest
        n, share = self.n, self.share
        tree = np.zeros((1 + n * share, NODE_NUMBERS), np.int32)  # node 0 is nobody
        desks = 1 + share * np.arange(n, dtype=np.int32)
        tree[desks, DESK_USED], tree[desks, DESK_END] = desks + 1, desks + share
        paths = np.zeros((n, DEEPEST), np.int32)
        paths[:, 0] = self.roots = desks + 1
        self.rooms: dict[str, Any] = {
            "menus": np.zeros((n, self.size + 1), np.int32), "dice": rng.integers(0, 1 << 62, (n, 1), np.int64),
            "tree": tree, "sums": np.zeros((1 + n * share, NODE_SUMS)), "paths": paths, "knobs": np.array(style.knobs()),
            "desks": desks, "seats": np.array([s.to_act for s in states], np.int32), "counts": np.ones(n, np.int32),
            "depths": np.zeros(n, np.int32), "rows": np.zeros((n, self.wide), np.int16),
            "masks": np.zeros((n, self.size), np.bool_), "to_act": np.zeros(n, np.int32), "values": np.zeros((n, 4)),
            "policies": np.zeros((n, self.size)), "nodes": self.roots.copy(), "actions": np.zeros(n, np.int32),
        }  # fmt: skip
        if not self.fast:
            self.rooms = {name: room.tolist() for name, room in self.rooms.items()}
        self.states: Any = to_records(*states, *states) if self.fast else [s.copy() for s in (*states, *states)]

    def get(self, name: str) -> Any:
        """A room as an array."""
        return self.rooms[name] if self.fast else np.array(self.rooms[name])

    def put(self, name: str, values: Any) -> None:
        """Fill a room."""
        if self.fast:
            self.rooms[name][:] = values
        else:
            self.rooms[name][:] = np.asarray(values).tolist()

    def each(self, work: Callable[..., None], *names: Any) -> None:
        """The work for all positions, shared out among threads."""
        given = [self.rooms[name] if isinstance(name, str) else name for name in names]
        edges = [self.n * k // self.threads for k in range(self.threads + 1)]
        if self.threads == 1:
            work(self.states, 0, self.n, *given)
            return
        with ThreadPoolExecutor(self.threads) as pool:
            list(pool.map(lambda k: work(self.states, edges[k], edges[k + 1], *given), range(self.threads)))

    # --- growing ------------------------------------------------------------------------------------------------------

    def plant(self, evaluate: Evaluate | None) -> None:
        """Children of every root, by the policy of a network or by our own judgement."""
        if evaluate is None:
            self.grow(np.ones(self.n, np.int32), None)
            self._forget_playouts()
            return
        self.put("counts", np.ones(self.n, np.int32))
        self.each(self.kernel.show_all, "menus", "rows", "masks", "to_act", "counts", 0)
        self._ask(evaluate, np.arange(self.n))
        self.put("nodes", self.roots)
        self.each(self.kernel.plant_all, "menus", "tree", "sums", "nodes", "desks", "counts", "policies")

    def _forget_playouts(self) -> None:
        """The roots stay, with what looks good; what the first playout has found is left out of the count."""
        tree, sums = self.get("tree"), self.get("sums")
        tree[:, NODE_VISITS][self._nodes()] = 0
        sums[self._nodes(), : NODE_SCORE + 4] = 0
        if not self.fast:
            self.put("tree", tree)
            self.put("sums", sums)

    def _nodes(self) -> Any:
        """All rows that are no desks."""
        rows = np.ones(1 + self.n * self.share, bool)
        rows[self.get("desks")] = False
        return rows

    def grow(self, counts: Any, evaluate: Evaluate | None) -> None:
        """So many playouts in each tree."""
        tables = ("menus", "dice", "tree", "sums", "paths", "knobs", "desks", "seats", "counts")
        if evaluate is None:
            self.put("counts", counts)
            self.each(self.kernel.think_all, *tables)
            return
        for step in range(int(max(counts))):
            self.put("counts", np.asarray(counts) > step)
            self.each(self.kernel.reach_all, *tables, "depths")
            self.each(self.kernel.show_all, "menus", "rows", "masks", "to_act", "counts", self.n)
            self._ask(evaluate, np.flatnonzero(self.get("counts").astype(bool) & (self.get("to_act") != NOBODY)))
            self.each(self.kernel.learn_all, "tree", "sums", "paths", "desks", "counts", "depths", "values")
            self.put("nodes", self.get("paths")[np.arange(self.n), np.maximum(self.get("depths") - 1, 0)])
            self.each(self.kernel.plant_all, "menus", "tree", "sums", "nodes", "desks", "counts", "policies")

    def _ask(self, evaluate: Evaluate, at: Any) -> None:
        """A network judges these leaves."""
        if not at.size:
            return
        masks = self.get("masks")[at].astype(bool)
        told, worth = evaluate(self.get("rows")[at], masks)
        policy = np.where(masks, 1.0 if told is None else np.asarray(told, np.float64), 0.0)
        worth = np.asarray(worth, np.float64)
        if policy.min() < 0 or worth.shape not in ((len(at),), (len(at), self.seats)) or not np.isfinite(worth).all():
            raise BadSetup(
                "a network answers with a likelihood for each action and a value for each position, or one for each seat"
            )
        if worth.ndim == 1:  # of the seat that looks; the others share the rest
            worth = np.column_stack([worth, *[(1 - worth) / (self.seats - 1)] * (self.seats - 1)])
        policies, values = self.get("policies"), self.get("values")
        policies[at] = policy / np.maximum(policy.sum(1, keepdims=True), 1e-12)
        for seat in range(self.seats):
            values[at, (self.get("to_act")[at] + seat) % self.seats] = worth[:, seat]
        if not self.fast:
            self.put("policies", policies)
            self.put("values", values)

    # --- roots --------------------------------------------------------------------------------------------------------

    def children(self) -> tuple[Any, Any]:
        """The nodes below the roots, filled up with 0; and where there are any."""
        tree = self.get("tree")
        now, columns = tree[self.roots, NODE_CHILD], []
        while now.any():
            columns.append(now)
            now = np.where(now > 0, tree[now, NODE_SIBLING], 0)
        nodes = np.stack(columns, 1)
        return nodes, nodes > 0

    def stir(self, noise: float, rng: Any) -> None:
        """Noise at the roots: attention also goes where nobody would have looked."""
        if not noise:
            return
        (nodes, there), sums = self.children(), self.get("sums")
        due = np.where(there, sums[nodes, NODE_DUE], 0)
        drawn = np.where(there, rng.gamma(noise, size=there.shape) + 1e-12, 0)
        mixed = (1 - NOISE) * due / due.sum(1, keepdims=True) + NOISE * drawn / drawn.sum(1, keepdims=True)
        mixed /= mixed.max(1, keepdims=True)
        sums[nodes[there], NODE_DUE] = mixed[there]
        sums[nodes[there], NODE_WORTH] = self.warmth * np.log(mixed[there])
        if not self.fast:
            self.put("sums", sums)

    @property
    def warmth(self) -> float:
        """By how much worths differ if one action deserves e times the attention of the other."""
        return float(load(self.game, LEAVES).WARMTH)

    def gumbel(self, playouts: int, considered: int, evaluate: Evaluate | None, rng: Any) -> Found:
        """Sequential halving: the most promising are tried equally often, the worse half is left, until one is."""
        nodes, there = self.children()
        logits = np.where(there, self.get("sums")[nodes, NODE_WORTH] / self.warmth, -np.inf)
        drawn = np.where(there, rng.gumbel(size=there.shape), 0) + logits
        begins = self.states.copy() if self.fast else [s.copy() for s in self.states]
        left = np.minimum(there.sum(1), considered)
        rounds = np.ceil(np.log2(np.maximum(left, 2))).astype(int)
        played = np.zeros(self.n, int)
        while (played < playouts).any():
            ranked = np.argsort(-(drawn + self._learnt(nodes, there)), 1, kind="stable")
            each = np.maximum(1, playouts // (rounds * left))
            for k in range(int(left.max())):
                counts = np.where(k < left, np.minimum(each, playouts - played), 0)
                self._grow_below(nodes[np.arange(self.n), ranked[:, k]], counts, begins, evaluate)
                played += counts
            left = np.maximum(1, np.where(left > 1, (left + 1) // 2, 1))
        self._restore(begins)
        learnt = self._learnt(nodes, there)
        best = np.argmax(np.where(self.get("tree")[nodes, NODE_VISITS] > 0, drawn + learnt, -np.inf), 1)
        policy = np.exp(logits + learnt - (logits + learnt).max(1, keepdims=True))
        return self.found(policy / policy.sum(1, keepdims=True), best)

    def _grow_below(self, nodes: Any, counts: Any, begins: Any, evaluate: Evaluate | None) -> None:
        """Playouts that begin with one action of each root."""
        self._restore(begins)
        self.put("counts", counts > 0)
        self.put("actions", self.get("tree")[nodes, NODE_ACTION])
        self.each(self.kernel.play_all, "actions", "counts")
        paths = self.get("paths")
        paths[:, 0] = nodes
        if not self.fast:
            self.put("paths", paths)
        self.grow(counts, evaluate)

    def _restore(self, begins: Any) -> None:
        if self.fast:
            self.states[:] = begins
        else:
            self.states = [s.copy() for s in begins]

    def _learnt(self, nodes: Any, there: Any) -> Any:
        """What values add to the policy: more the more was tried; what was never tried counts as the mean."""
        visits = np.where(there, self.get("tree")[nodes, NODE_VISITS], 0)
        worths = self._worths(nodes, visits)
        mean = (worths * visits).sum(1, keepdims=True) / np.maximum(visits.sum(1, keepdims=True), 1)
        return np.where(there, (VISIT_SCALE + visits.max(1, keepdims=True)) * np.where(visits > 0, worths, mean), 0) / 10

    def _worths(self, nodes: Any, visits: Any) -> Any:
        """The part of a win that each action brings to the seat that acts."""
        sums = self.get("sums")[nodes, NODE_VALUE + self.get("seats")[:, None]]
        return np.where(visits > 0, sums / np.maximum(visits, 1), 0.0)

    # --- answers ------------------------------------------------------------------------------------------------------

    def by_visits(self) -> Any:
        """The part of all playouts that went to each action."""
        nodes, there = self.children()
        visits = np.where(there, self.get("tree")[nodes, NODE_VISITS], 0)
        return visits / np.maximum(visits.sum(1, keepdims=True), 1)

    def found(self, policy: Any, best: Any = None) -> Found:
        nodes, there = self.children()
        tree, sums = self.get("tree"), self.get("sums")
        actions = np.where(there, tree[nodes, NODE_ACTION], -1)
        visits = np.where(there, tree[nodes, NODE_VISITS], 0)
        worths = self._worths(nodes, visits)
        if best is None:
            best = np.argmax(visits + 0.5 * worths, 1)
        total = np.maximum(visits.sum(1, keepdims=True), 1)

        def mean(first: int) -> Any:
            each = [np.where(there, sums[nodes, first + seat], 0).sum(1) for seat in range(self.seats)]
            return np.stack(each, 1) / total

        taken = actions[np.arange(self.n), best]
        return Found(actions, visits, worths, policy, taken, mean(NODE_VALUE), mean(NODE_SCORE) / 100)


class Level:
    """A level that searches, at other seats of many games: `Many("arkadia", 64, others=Level("journeyman:50"))`. It needs a
    number of playouts, for all decisions alike."""

    def __init__(self, words: str, seed: int = 1) -> None:
        name, _, playouts = words.partition(":")
        if name not in THINKING or not playouts.isascii() or not playouts.isdigit() or not int(playouts):
            raise BadSetup(f"{words!r} is no level that searches by playouts, as journeyman:50")
        self.playouts, self.seed = int(playouts), seed
        self.style = UNKNOWING if name in MEASURES else KNOWING
        self.many: Any = None

    def join(self, many: Any) -> None:
        self.many = many

    def __call__(self, rows: Any, masks: Any, seats: Any) -> Any:
        states, self.seed = [self.many.state(int(i)) for i in self.many.waiting], self.seed + 1
        return search_many(states, self.playouts, game=self.many.game, seed=self.seed, style=self.style).best


def rows_of(positions: Iterable[Any], game: Game) -> Any:
    """What the seat to act sees in each position: the rows that a network is taught with."""
    states = [getattr(one, "state", one) for one in positions]
    kernel, rows = load(game, LEAVES), np.zeros((len(states), spec(game).size), np.int16)
    for i, s in enumerate(states):
        numbers = [0] * spec(game).size
        kernel.observe(s, s.to_act, numbers)
        rows[i] = numbers
    return rows
