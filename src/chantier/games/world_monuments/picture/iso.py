"""World Monuments: the projection of the monument, its painter's order and its shadows.

Places are measured in half cells; a brick is two wide, two deep and one level high. The front (the largest y) is turned
towards us, the side (the largest x) to the right; the light comes from the left.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

from chantier.scene import Once

Point: TypeAlias = tuple[float, float]
Outline: TypeAlias = list[Point]


@dataclass(frozen=True, eq=False)
class Iso(metaclass=Once):
    """Where a point of space is on paper: a step in x, a step in y, the height of a level, then scale and shift."""

    ax: float
    ay: float
    bx: float
    by: float
    high: float
    scale: float = 1
    left: float = 0
    top: float = 0

    def at(self, x: float, y: float, z: float) -> Point:
        across = x * self.ax - y * self.bx
        down = x * self.ay + y * self.by - z * self.high
        return self.left + self.scale * across, self.top + self.scale * down

    @cached_property
    def nearer(self) -> Point:
        """How far one comes in x and y who goes straight towards us until one level higher: on paper that is the same point."""
        y = self.high / (self.by + self.ay * self.bx / self.ax)
        return y * self.bx / self.ax, y

    def floor(self, x: float, y: float, z: float, wide: float = 2, deep: float = 2) -> Outline:
        """A level rectangle at height z: back, right, front and left corner."""
        return [self.at(x, y, z), self.at(x + wide, y, z), self.at(x + wide, y + deep, z), self.at(x, y + deep, z)]

    def box(self, x: float, y: float, z: float) -> Outline:
        """The silhouette of a brick."""
        low, top = self.floor(x, y, z), self.floor(x, y, z + 1)
        return [top[0], top[1], low[1], low[2], low[3], top[3]]

    def fitted(self, outline: Outline, x: float, y: float, width: float, height: float) -> Iso:
        """The same view, scaled and shifted so that the outline fills a window."""
        xs, ys = [p[0] for p in outline], [p[1] for p in outline]
        scale = min(width / (max(xs) - min(xs)), height / (max(ys) - min(ys)))
        left = x + (width - scale * (max(xs) + min(xs))) / 2
        top = y + (height - scale * (max(ys) + min(ys))) / 2
        return Iso(self.ax, self.ay, self.bx, self.by, self.high, scale, left, top)


def painters_order(place: tuple[int, int, int]) -> tuple[int, int, int]:
    """Level by level, and in a level from the back: for equal bricks this is exact."""
    level, x, y = place
    return level, x + y, x


CAST = 26  # how far to the right a shadow falls for each level


@lru_cache(maxsize=4096)
def shadow(iso: Iso, x: float, y: float, low: float, high: float, on: float) -> Outline:
    """The shadow on the level `on` of a brick that stands between two heights."""
    outline = []
    for z in (low, high):
        outline += [(px + CAST * iso.scale * (z - on), py) for px, py in iso.floor(x, y, on)]
    return hull(outline)


def hull(points: Outline) -> Outline:
    """The convex outline around points.

    >>> hull([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2)])
    [(0, 0), (2, 0), (2, 2), (0, 2)]
    """
    points = sorted(set(points))

    def half(row: Outline) -> Outline:
        kept: Outline = []
        for p in row:
            while len(kept) > 1 and _turn(kept[-2], kept[-1], p) <= 1e-9:
                kept.pop()
            kept.append(p)
        return kept[:-1]

    return half(points) + half(points[::-1])


def common(one: Outline, other: Outline) -> Outline:
    """What two convex outlines (both as `hull` gives them) have in common; empty if nothing.

    >>> common([(0, 0), (2, 0), (2, 2), (0, 2)], [(1, 1), (3, 1), (3, 3), (1, 3)])
    [(2.0, 1.0), (2, 2), (1.0, 2.0), (1.0, 1.0)]
    """
    if any(max(p[i] for p in a) <= min(p[i] for p in b) for i in (0, 1) for a, b in ((one, other), (other, one))):
        return []
    kept = one
    for a, b in zip(other, other[1:] + other[:1], strict=True):
        before, kept = kept, []
        for p, q in zip(before, before[1:] + before[:1], strict=True):
            at_p, at_q = _turn(a, b, p), _turn(a, b, q)
            if at_p >= 0:
                kept.append(p)
            if at_p * at_q < 0:
                t = at_p / (at_p - at_q)
                kept.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
    return kept if len(kept) > 2 else []


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
