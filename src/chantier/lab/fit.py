"""Fits a net to games, in plain NumPy: chances to win, scores, and attention for actions, by Adam in small batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from chantier.kernel.net import NET_OUTPUTS, NET_SEATS
from chantier.kernel.nets import Layers
from chantier.lab.selfplay import Choices, Rows, Seen, within

BATCH, LEAST_BATCH, STEPS = 1024, 64, 100  # rows of a step; fewer if once over all rows would be less than so many steps
DECAY = 1e-5
FIRST_MOMENT, SECOND_MOMENT = 0.9, 0.999
TENTHS = 10  # how finely chances are told apart where what was said is compared with what came
HELD_OUT = 20  # one game of so many is not learned from, but shows how well others are judged
RIDGE = 1.0  # keeps weights of units that hardly ever say anything small
LOT = 8192  # rows that are looked at in one go
USUALLY = 100  # numbers of a row that are not 0, about


class Learner:
    """A net that is being fitted."""

    def __init__(
        self, inputs: int, wide: int, deep: int, actions: int, in_points: bool, seed: str, correcting: bool = False
    ) -> None:
        rng = seeded(seed)
        self.inputs, self.score_part = inputs, 0.5 if in_points else 0.0
        shapes = ((inputs, wide, USUALLY), (wide, deep, wide), (deep, NET_OUTPUTS, 4 * deep), (wide, deep, wide))
        self.weights: list[Any] = []
        for given, made, many in shapes:
            self.weights.append((rng.standard_normal((given, made)) * np.sqrt(2 / many)).astype(np.float32))
            self.weights.append(np.zeros(made, np.float32))
        self.weights += [np.zeros((actions, deep), np.float32), np.zeros(actions, np.float32)]
        if correcting:
            self.weights[4][:] = 0  # before anything is learned, nothing is wrong with the outlook
        self.heeds = False  # whether anything was learned about attention
        self.seen = np.zeros(inputs, bool)  # which numbers of a row were ever not 0; of the others nothing was learned
        self.scale = np.ones(inputs, np.float32)
        self.mean, self.spread = 0.0, 1.0

    def measure(self, rows: Rows) -> None:
        """How large the numbers of rows and scores usually are: before anything is learned."""
        x = rows.dense(np.arange(0, len(rows), max(1, len(rows) // 20_000)), self.inputs)
        self.scale = (1 / np.maximum(1.0, 2 * x.std(0) + 0.5 * np.abs(x.mean(0)))).astype(np.float32)
        if self.score_part:
            there = (rows.results - rows.bases)[:, NET_SEATS:][_there(rows.seats)]
            self.mean, self.spread = float(there.mean()), float(max(1.0, there.std()))

    def layers(self) -> Layers:
        """As a search has them: what is always added in the last row, sizes put right. In half precision, as files have it."""
        a, b, c, d, e, f, g, h, w, v = self.weights
        e, f = e.copy(), f.copy()
        e[:, NET_SEATS:] *= self.spread
        f[NET_SEATS:] = f[NET_SEATS:] * self.spread + self.mean
        made = [np.vstack(two) for two in ((a * (self.scale * self.seen)[:, None], b), (c, d), (e, f), (g, h))]
        made.append(np.column_stack([w, v])[: len(w) if self.heeds else 0])
        first, second, last, focus, heed = (layer.astype(np.float16).astype(np.float32) for layer in made)
        return first, second, last, focus, heed

    def save(self, path: Path) -> None:
        """All that the next generation needs."""
        draft = path.with_suffix(".draft.npz")
        np.savez(
            draft, *self.weights, scale=self.scale, sizes=np.array([self.mean, self.spread]), heeds=self.heeds, seen=self.seen
        )
        draft.replace(path)

    def load(self, path: Path) -> None:
        with np.load(path) as kept:
            self.weights = [kept[f"arr_{n}"] for n in range(len(self.weights))]
            self.scale = kept["scale"]
            self.mean, self.spread = map(float, kept["sizes"])
            self.heeds, self.seen = bool(kept["heeds"]), kept["seen"]

    # --- forth and back -----------------------------------------------------------------------------------------------

    def _forth(self, x: Any) -> tuple[Any, Any, Any]:
        a, b, c, d, e, f, *_ = self.weights
        h = np.maximum(x @ a + b, 0)
        k = np.maximum(h @ c + d, 0)
        return h, k, k @ e + f

    def _errors(self, out: Any, there: Any, chances: Any, scores: Any) -> Any:
        """By how much the outputs should have been smaller."""
        error = np.zeros_like(out)
        error[:, :NET_SEATS] = softmax(out[:, :NET_SEATS], there) - chances
        if self.score_part:
            error[:, NET_SEATS:] = self.score_part * there * (out[:, NET_SEATS:] - scores) / there.sum(1, keepdims=True)
        return error / len(out)

    def _back(self, x: Any, h: Any, k: Any, error: Any) -> list[Any]:
        _, _, c, _, e, *_ = self.weights
        dk = (error @ e.T) * (k > 0)
        dh = (dk @ c.T) * (h > 0)
        return [x.T @ dh, dh.sum(0), h.T @ dk, dk.sum(0), k.T @ error, error.sum(0)]

    # --- attention: the same for actions ------------------------------------------------------------------------------

    def _heed(self, x: Any, chosen: Choices, which: Any) -> tuple[Any, Any, Any, Any, Any]:
        """The layers for some decisions; then for each of their actions which it is, whose, and the part that it should get."""
        a, b, *_, g, h, w, v = self.weights
        wide = np.maximum(x @ a + b, 0)
        deep = np.maximum(wide @ g + h, 0)
        at, whose = within(chosen.action_starts, which)
        action = chosen.actions[at]
        said = chosen.priors[at] + v[action] + np.einsum("ij,ij->i", deep[whose], w[action])
        starts = np.flatnonzero(np.diff(whose, prepend=-1))
        parts = np.exp(said - np.maximum.reduceat(said, starts)[whose])
        return wide, deep, at, whose, parts / np.add.reduceat(parts, starts)[whose]

    def _heed_back(self, x: Any, chosen: Choices, which: Any) -> list[Any]:
        """By how much each weight of the first layer and of those for attention should have been smaller."""
        *_, g, _, w, v = self.weights
        wide, deep, at, whose, parts = self._heed(x, chosen, which)
        action, error = chosen.actions[at], ((parts - chosen.shares[at]) / len(which)).astype(x.dtype)
        dw, starts = np.zeros_like(w), np.flatnonzero(np.diff(whose, prepend=-1))
        order = np.argsort(action, kind="stable")
        firsts = np.flatnonzero(np.diff(action[order], prepend=-1))
        dw[action[order][firsts]] = np.add.reduceat((error[:, None] * deep[whose])[order], firsts)
        dk = np.add.reduceat(error[:, None] * w[action], starts) * (deep > 0)
        dh = (dk @ g.T) * (wide > 0)
        dv = np.bincount(action, error, len(v)).astype(x.dtype)
        return [x.T @ dh, dh.sum(0), wide.T @ dk, dk.sum(0), dw, dv]

    def surprise(self, chosen: Choices) -> tuple[float, float]:
        """How far what the net pays attention to is from what searches did, in games that it has not seen; and the same for
        the prior alone: the mean of the divergence."""
        lost, by_prior, many = 0.0, 0.0, 0
        held = np.flatnonzero(chosen.games % HELD_OUT == 0)[:50_000]
        for first in range(0, len(held), LOT):
            which = held[first : first + LOT]
            _, _, at, whose, parts = self._heed(chosen.dense(which, self.inputs) * self.scale, chosen, which)
            starts, priors, shares = np.flatnonzero(np.diff(whose, prepend=-1)), chosen.priors[at], chosen.shares[at]
            alone = np.exp(priors - np.maximum.reduceat(priors, starts)[whose])
            alone /= np.add.reduceat(alone, starts)[whose]
            seen = shares > 0
            lost += float((shares[seen] * np.log(shares[seen] / np.maximum(parts[seen], 1e-9))).sum())
            by_prior += float((shares[seen] * np.log(shares[seen] / np.maximum(alone[seen], 1e-9))).sum())
            many += len(which)
        return lost / max(1, many), by_prior / max(1, many)

    # --- fitting ------------------------------------------------------------------------------------------------------

    def fit(
        self, rows: Rows, chosen: Choices, epochs: float, rate: float, seed: str, told: Callable[[float], None]
    ) -> dict[str, float]:
        """So many times over all rows, ever more carefully; then how well games are judged that were held out. Where there are
        decisions, as many of them in each step."""
        rng, (chances, scores), logs = seeded(seed), self._targets(rows), begun(rows.bases)
        learned, decided = _learned(rows), _learned(chosen)
        self.heeds = self.heeds or len(decided) > 0
        self.seen[rows.columns] = self.seen[chosen.columns] = True
        batch = min(BATCH, max(LEAST_BATCH, len(learned) // STEPS))
        steps = max(1, int(epochs * len(learned) / batch))
        moments = [[np.zeros_like(w), np.zeros_like(w)] for w in self.weights]
        batches, others = _batches(learned, batch, rng), _batches(decided, batch, rng) if len(decided) else None
        for step in range(1, steps + 1):
            which = next(batches)
            x = rows.dense(which, self.inputs) * self.scale
            h, k, out = self._forth(x)
            error = self._errors(out + logs[which], _there(rows.seats[which]), chances[which], scores[which])
            slopes = self._back(x, h, k, error) + [None] * 4
            if others is not None:
                which = next(others)
                more = self._heed_back(chosen.dense(which, self.inputs) * self.scale, chosen, which)
                slopes = [slopes[0] + more[0], slopes[1] + more[1], *slopes[2:6], *more[2:]]
            self._move(slopes, moments, step, rate * (1 - 0.95 * step / steps))
            told(step / steps)
        if self.score_part:
            self.score_anew(rows)
        lost, by_prior = self.surprise(chosen)
        return {**self.losses(rows), "surprise": lost, "surprise_by_prior": by_prior}

    def score_anew(self, rows: Rows) -> None:
        """Scores from how games ended alone, by least squares over the units of the second layer. What searches say on the way
        begins with the outlook: mixed with that, scores are too low as long as the outlook is."""
        deep = len(self.weights[4])
        sides, goals = np.zeros((NET_SEATS, deep + 1, deep + 1)), np.zeros((NET_SEATS, deep + 1))
        learned = _learned(rows)
        for first in range(0, len(learned), LOT):
            which = learned[first : first + LOT]
            units = np.column_stack([self._forth(rows.dense(which, self.inputs) * self.scale)[1], np.ones(len(which))])
            more = ((rows.results - rows.bases)[which, NET_SEATS:] - self.mean) / self.spread
            for k in range(NET_SEATS):
                there = rows.seats[which] > k
                sides[k] += units[there].T @ units[there]
                goals[k] += units[there].T @ more[there, k]
        for k in range(NET_SEATS):
            found = np.linalg.solve(sides[k] + RIDGE * np.eye(deep + 1), goals[k])
            self.weights[4][:, NET_SEATS + k], self.weights[5][NET_SEATS + k] = found[:-1], found[-1]

    def _targets(self, rows: Rows) -> tuple[Any, Any]:
        """Chances that add up to 1, and scores of a handy size."""
        chances = rows.targets[:, :NET_SEATS] / rows.targets[:, :NET_SEATS].sum(1, keepdims=True)
        return chances.astype(np.float32), ((rows.targets - rows.bases)[:, NET_SEATS:] - self.mean) / self.spread

    def _move(self, slopes: list[Any], moments: list[list[Any]], step: int, rate: float) -> None:
        """One step of Adam."""
        for weights, slope, (one, two) in zip(self.weights, slopes, moments, strict=True):
            if slope is None:
                continue
            one += (1 - FIRST_MOMENT) * (slope - one)
            two += (1 - SECOND_MOMENT) * (slope * slope - two)
            way = one / (1 - FIRST_MOMENT**step) / (np.sqrt(two / (1 - SECOND_MOMENT**step)) + 1e-8)
            weights -= rate * (way + DECAY * weights)

    def _held_out(self, rows: Rows) -> Iterator[tuple[Any, Any, Any]]:
        """Rows of games that were not learned from, a lot at a time: which, the seats that are there, and the outputs."""
        held = np.flatnonzero(rows.games % HELD_OUT == 0)[:50_000]
        for first in range(0, len(held), LOT):
            which = held[first : first + LOT]
            out = self._forth(rows.dense(which, self.inputs) * self.scale)[2]
            yield which, _there(rows.seats[which]), out + begun(rows.bases[which])

    def reliability(self, rows: Rows) -> list[tuple[int, float, float]]:
        """What chances are worth, in games that the net has not seen: of all that it gave from 0 to 10 %, from 10 to 20 % and
        so on, how many there were, what they were on average, and how many of those seats really won."""
        many, said, came = np.zeros(TENTHS), np.zeros(TENTHS), np.zeros(TENTHS)
        for which, there, out in self._held_out(rows):
            chances = softmax(out[:, :NET_SEATS], there)[there]
            tenth = np.minimum((chances * TENTHS).astype(int), TENTHS - 1)
            many += np.bincount(tenth, minlength=TENTHS)
            said += np.bincount(tenth, chances, TENTHS)
            came += np.bincount(tenth, rows.results[which][:, :NET_SEATS][there], TENTHS)
        each = np.maximum(1, many)
        return [(int(n), float(a), float(b)) for n, a, b in zip(many, said / each, came / each, strict=True)]

    def losses(self, rows: Rows) -> dict[str, float]:
        """How far off the net is in games that it has not seen: the log loss of who wins, and of scores the mean error."""
        loss, off, many = 0.0, 0.0, 0
        for which, there, out in self._held_out(rows):
            chances = np.maximum(softmax(out[:, :NET_SEATS], there), 1e-9)
            loss -= float((rows.results[which][:, :NET_SEATS] * np.log(chances)).sum())
            scores = out[:, NET_SEATS:] * self.spread + self.mean + rows.bases[which][:, NET_SEATS:]
            off += float((there * np.abs(scores - rows.results[which][:, NET_SEATS:])).sum(1).dot(1 / there.sum(1)))
            many += len(which)
        return {"loss": loss / max(1, many), "off": off / max(1, many) / 100 if self.score_part else 0.0}


def _learned(seen: Seen) -> Any:
    """What is learned from: all but the games that are held out."""
    return np.flatnonzero(seen.games % HELD_OUT != 0)


def _batches(of: Any, size: int, rng: Any) -> Iterator[Any]:
    """Some at a time, all of them again and again, each time in another order."""
    while True:
        order = rng.permutation(of)
        for first in range(0, max(1, len(order) - size + 1), size):
            yield np.sort(order[first : first + size])


def seeded(seed: str) -> Any:
    """Chance for a fit, from words."""
    return np.random.default_rng(list(seed.encode()))


def _there(seats: Any) -> Any:
    """Which of four seats are there."""
    return np.arange(NET_SEATS)[None, :] < np.asarray(seats)[:, None]


def begun(bases: Any) -> Any:
    """What the outputs of a net that corrects the outlook begin with: the logarithms of the values that this says."""
    logs = np.zeros_like(bases)
    logs[:, :NET_SEATS] = np.log(np.where(bases[:, :NET_SEATS] > 0, bases[:, :NET_SEATS], 1))
    return logs


def softmax(out: Any, there: Any) -> Any:
    """Chances that add up to 1, for the seats that are there."""
    weighed = np.exp(out - np.where(there, out, -np.inf).max(1, keepdims=True)) * there
    return weighed / weighed.sum(1, keepdims=True)
