"""World Monuments: the monument, in a view that turns its front to us, and its plan, level by level."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from math import dist
from typing import NamedTuple, TypeAlias

from chantier.games.world_monuments.picture import art
from chantier.games.world_monuments.picture.elevations import elevation
from chantier.games.world_monuments.picture.iso import Iso, Point, common, hull, painters_order, shadow
from chantier.games.world_monuments.picture.look import Look, Plan, Spot, bits, brick_symbol, size_of
from chantier.games.world_monuments.state import KIND_NAMES
from chantier.scene import LASTING, Item, Label, Piece, Place, Shape, Sheet, Target, drawn_once, line, num, polygon, rectangle

CSS = """
.pap{fill:var(--sheet);stroke:var(--ink-3);stroke-width:1}
.edge{fill:var(--edge);stroke:var(--ink-3);stroke-width:.8}
.fr{fill:none;stroke:var(--ink-3);stroke-width:.8;opacity:.7}
.gr{fill:none;stroke:var(--ink-3);stroke-width:.6;opacity:.3}
.fp{fill:var(--ink-3);fill-opacity:.08;stroke:var(--ink-2);stroke-width:.9;stroke-opacity:.45}
.sh{fill:#1a1008;opacity:var(--shade)}
.wire{fill:none;stroke:var(--ink-2);stroke-width:.9;stroke-dasharray:3 3.5;opacity:.7;stroke-linejoin:round}
.glow{fill:var(--glow);fill-opacity:.36;stroke:var(--glow);stroke-width:2.4;stroke-linejoin:round}
.glow{filter:drop-shadow(0 0 5px var(--glow))}
.title{font:600 22px var(--serif)}
.cart{fill:var(--card);stroke:var(--ink-2);stroke-width:1.2}
.big{font-size:21px}
.staff{fill:var(--ink)}
.staff-o{fill:var(--card);stroke:var(--ink);stroke-width:1}
.fl-bg{fill:var(--sheet);stroke:var(--ink-3);stroke-opacity:.6;stroke-width:.8}
.fl-lo{fill:var(--ink-3);opacity:.2}
.fl-un{fill:none;stroke:var(--ink-3);stroke-dasharray:2.5 2.5;stroke-width:.9}
.fl-ok{fill:var(--glow);fill-opacity:.5;stroke:var(--glow-ink);stroke-width:1.4}
.fl-pl{fill:none;stroke:var(--ink);stroke-width:1.6;stroke-linecap:round}
.place.behind{stroke-dasharray:4 3}
.badge.behind circle{fill-opacity:.6;stroke-dasharray:4 2.6}
.upto .sh{display:none}
"""

MOST_LEVELS = 5
CSS += "".join(  # what stands higher is pencil only, and the tops of the highest level show their signs
    ",".join(f".upto-{n} .at-{m}" for m in range(n + 1, MOST_LEVELS + 1))
    + f"{{display:none}}\n.upto-{n} .at-{n}.cov{{--top:.8;--topl:.45}}\n"
    for n in range(MOST_LEVELS)
)

WIDE, HIGH = 820, 582  # the stage
SIDE, LOW = 288, 258  # the same beside the stage
STAFF_X, STAFF_TOP, STAFF_STEP = 718, 62, 38  # in the right corner
CARTOUCHE = (248, 214)  # right and lower end of the title in the corner
MARGIN = 0.9  # of the sheet of paper around the plan, in half cells


def fitted(look: Look, big: bool) -> Iso:
    """The view of this monument, fitted into its sheet."""
    return _fitted(look.monument, look.turned, big)


@lru_cache(maxsize=64)
def _fitted(monument: str, plan: Plan, big: bool) -> Iso:
    """As large as it can be, clear of the cartouche on the left and the staff on the right."""
    iso = art.VIEWS[monument]
    wide, deep = max(s.x for s in plan) + 2 + 2 * MARGIN, max(s.y for s in plan) + 2 + 2 * MARGIN
    solid = [p for s in plan for p in iso.box(s.x, s.y, s.level)]
    for crown in crowns(monument, plan):
        x, y = iso.at(*crown.middle)
        solid.append((x, y - crown.high))
    whole = solid + iso.floor(-MARGIN, -MARGIN, 0, wide, deep)
    staff_low = STAFF_TOP + STAFF_STEP * (1 + max(s.level for s in plan)) + 12
    if not big:
        return iso.fitted(whole, 12, 44, SIDE - 24, LOW - 56)
    for less in range(0, 200, 8):
        view = iso.fitted(whole, 36 + less / 2, 24 + less, WIDE - 72 - less, HIGH - 58 - less)
        ends = [(view.left + view.scale * x, view.top + view.scale * y) for x, y in solid]
        if all((x > CARTOUCHE[0] or y > CARTOUCHE[1]) and (x < STAFF_X - 24 or y > staff_low) for x, y in ends):
            break
    return view


def narrow_window(look: Look) -> tuple[float, float, float, float]:
    """The part of the stage that a narrow window shows: the monument alone, in the same shape from every side."""
    _, _, wide, high = _window(look.monument, look.plan)
    left, top, own_wide, own_high = _window(look.monument, look.turned)
    grow = max(own_wide / wide, own_high / high)
    if not look.side:
        return left, top, wide, high
    return left - (grow * wide - own_wide) / 2, top - (grow * high - own_high) / 2, grow * wide, grow * high


@lru_cache(maxsize=64)
def _window(monument: str, plan: Plan) -> tuple[float, float, float, float]:
    iso = _fitted(monument, plan, True)
    ends = [p for s in plan for p in iso.box(s.x, s.y, s.level)]
    top = min(iso.at(*c.middle)[1] - c.high * iso.scale for c in crowns(monument, plan))
    left, right, low = min(x for x, _ in ends) - 16, max(x for x, _ in ends) + 16, max(y for _, y in ends) + 16
    return left, max(0, top - 8), right - left, low - max(0, top - 8)


# --- crowns -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Crown:
    """What ends a monument: it stands when the bricks under it do."""

    name: str
    on: tuple[Spot, ...]
    scale: float

    @property
    def middle(self) -> tuple[float, float, int]:
        """The middle of the top on which it stands."""
        x = sum(s.x for s in self.on) / len(self.on) + 1
        y = sum(s.y for s in self.on) / len(self.on) + 1
        return x, y, self.on[0].level + 1

    @property
    def high(self) -> float:
        return self.scale * art.CROWN_HEIGHTS.get(self.name, 112)

    @property
    def order(self) -> tuple[int, int, int]:
        x, y, level = self.middle
        return painters_order((level, round(x - 1), round(y - 1)))


@lru_cache(maxsize=64)
def crowns(monument: str, plan: Plan) -> tuple[Crown, ...]:
    """One on the highest level as a whole, and one on each lower top that has one in this monument."""
    highest = max(s.level for s in plan)
    summit = tuple(s for s in plan if s.level == highest)
    name, scale = art.SUMMITS[monument]
    tops = [s for s in plan if s.level < highest and not s.above and s.level in art.TOPS[monument]]
    return (
        Crown(name, summit, scale * (1 if len(summit) == 1 else 1.75)),
        *(Crown(art.TOPS[monument][s.level][0], (s,), art.TOPS[monument][s.level][1]) for s in tops),
    )


# --- the sheet --------------------------------------------------------------------------------------------------------


def site(look: Look, *big: bool) -> Hashable:
    """All that a picture of the monument shows."""
    return look.rules, look.number, look.site.built, look.open, look.language, look.side


@drawn_once(site)
def monument_sheet(look: Look, big: bool) -> Sheet:
    iso = fitted(look, big)
    laid = f"{len(look.built)} {look.line('laid', m=len(look.plan))}"
    plan, seen = look.turned, look.line(f"seen {look.side}") if look.side else ""
    drawn = (paper(plan, iso), sketch(look.monument, plan, iso))
    return Sheet(
        name="monument",
        width=WIDE if big else SIDE,
        height=HIGH if big else LOW,
        ground=(*drawn, cartouche(look.monument), staff(look)) if big else drawn,
        pieces=tuple(stones(look, iso)),
        labels=big_labels(look) if big else small_labels(look),
        frame="stage" if big else "panel",
        label=f"{look.texts[look.monument]}: {laid}{seen}",
    )


@lru_cache(maxsize=64)
def paper(plan: Plan, iso: Iso) -> str:
    """The sheet of paper with the engraved ground plan."""
    wide, deep = max(s.x for s in plan) + 2, max(s.y for s in plan) + 2
    m = MARGIN
    outer = iso.floor(-m, -m, 0, wide + 2 * m, deep + 2 * m)
    thick = 7 * iso.scale
    edge = outer[:0:-1] + [(x, y + thick) for x, y in outer[1:]]
    inner = iso.floor(-m + 0.25, -m + 0.25, 0, wide + 2 * m - 0.5, deep + 2 * m - 0.5)
    lines = [(iso.at(x, 0, 0), iso.at(x, deep, 0)) for x in range(0, wide + 1, 2)]
    lines += [(iso.at(0, y, 0), iso.at(wide, y, 0)) for y in range(0, deep + 1, 2)]
    grid = "".join(line(a, b) for a, b in lines)
    footprint = "".join(polygon(iso.floor(s.x, s.y, 0)) for s in plan if s.level == 0)
    return (
        f'<path class="edge" d="{polygon(edge)}"/><path class="pap" d="{polygon(outer)}"/>'
        f'<path class="fr" d="{polygon(inner)}"/><path class="gr" d="{grid}"/><path class="fp" d="{footprint}"/>'
    )


@lru_cache(maxsize=64)
def sketch(monument: str, plan: Plan, iso: Iso) -> str:
    """The whole monument in pencil, as it will be; the stones are laid over it."""
    drawn = [
        (painters_order((s.level, s.x, s.y)), pencil_symbol(monument, s), iso.at(s.x, s.y, s.level), iso.scale) for s in plan
    ]
    drawn += [(c.order, f"wm-{c.name}", iso.at(*c.middle), iso.scale * c.scale) for c in crowns(monument, plan)]
    uses = (
        f'<use href="#{symbol}" transform="translate({num(x)} {num(y)}) scale({scale:.3g})"/>'
        for _, symbol, (x, y), scale in sorted(drawn)
    )
    return f'<g class="{"pencil" if iso.scale > 0.6 else "pencil far"}">{"".join(uses)}</g>'


def pencil_symbol(monument: str, s: Spot) -> str:
    return f"wm-p-{art.ornament(monument, s.level, art.LETTERS[s.kind])}"


def stones(look: Look, iso: Iso) -> list[Item]:
    """Bricks, glowing floors, shadows and crowns, in painter's order."""
    plan, built, legal = look.turned, look.site.built, look.open
    items: list[Item] = list(shadows(iso, plan, built))
    for level, (counts, above) in enumerate(counting(look.monument, plan)):
        items += row(look.monument, iso, plan, level, built & counts, legal & counts)
        items += shade(iso, plan, level, built & above)
    return items


@lru_cache(maxsize=64)
def counting(monument: str, plan: Plan) -> list[tuple[int, int]]:
    """For every level: the places on which it depends what lies there, and those on which it depends what shadows fall there; a
    bit for each."""
    found = []
    for level, spots in enumerate(by_level(plan)):
        here = [s for _, s in spots]
        under = [s for c in crowns(monument, plan) if level in (c.on[0].level, c.middle[2]) for s in c.on]
        near = {number for s in here for number in (s.number, *s.above, *s.beneath)}
        found.append((bits(near.union(s.number for s in under)), bits(s.number for s in plan if s.level >= level)))
    return found


@lru_cache(maxsize=2**9)
def row(monument: str, iso: Iso, plan: Plan, level: int, built: int, legal: int) -> list[Item]:
    """What lies on a level, with these places built and those open to whoever looks on."""
    done = [c for c, under in crowning(monument, plan) if built & under == under]
    crowned = bits([s.number for c in done if c.name not in art.LOW_CROWNS for s in c.on])
    standing = sorted([(c.order, crown_piece(c, iso)) for c in done if c.middle[2] == level], key=lambda pair: pair[0])
    missing, either = ~built, built | legal
    found: list[Item] = []
    for order, here, above, beneath, lies in painted(monument, iso, plan, level):
        while standing and standing[0][0] <= order:
            found.append(standing.pop(0)[1])
        if built & here:
            found.append(lies.covered if crowned & here or either & above else lies.free)
        elif legal & here:
            found.append(lies.glow)
        elif level and not beneath & missing:
            found.append(lies.wire)
    return found + [crown for _, crown in standing]


@lru_cache(maxsize=64)
def crowning(monument: str, plan: Plan) -> list[tuple[Crown, int]]:
    """Every crown, and the places on which it stands, a bit for each."""
    return [(crown, bits(s.number for s in crown.on)) for crown in crowns(monument, plan)]


class There(NamedTuple):
    """What may lie at a place: its brick, with signs on its top or not, or what shows that it is still free."""

    free: Piece
    covered: Piece
    glow: Shape
    wire: Shape


@lru_cache(maxsize=2**9)
def painted(monument: str, iso: Iso, plan: Plan, level: int) -> list[tuple[tuple[int, int, int], int, int, int, There]]:
    """The places of a level in painter's order; each with its bit, those of the places above and beneath it, and what may lie
    there."""
    free, covered = f"at-{level}", f"cov at-{level}"
    found = []
    for order, s in sorted(by_level(plan)[level], key=lambda pair: pair[0]):
        bricks = brick_piece(monument, iso, s, free), brick_piece(monument, iso, s, covered)
        found.append((order, 1 << s.number, bits(s.above), bits(s.beneath), There(*bricks, glow(iso, s), outlined(iso, s))))
    return found


@lru_cache(maxsize=64)
def by_level(plan: Plan) -> list[list[tuple[tuple[int, int, int], Spot]]]:
    """The places of every level, with their painter's order; none on the level above the highest, where a crown may stand."""
    high = max(s.level for s in plan) + 2
    return [[(painters_order((level, s.x, s.y)), s) for s in plan if s.level == level] for level in range(high)]


@lru_cache(maxsize=2**12)
def brick_piece(monument: str, iso: Iso, s: Spot, css: str = "", name: str = "brick") -> Piece:
    x, y = iso.at(s.x, s.y, s.level)
    return Piece(f"{name}-{s.number}", brick_symbol(monument, s), x, y, round(iso.scale, 3), css, KIND_NAMES[s.kind])


@lru_cache(maxsize=2**12)
def glow(iso: Iso, s: Spot) -> Shape:
    """The floor of a place where a brick may be laid."""
    return Shape(f"floor-{s.number}", polygon(iso.floor(s.x, s.y, s.level)), f"glow at-{s.level}")


@lru_cache(maxsize=2**12)
def outlined(iso: Iso, s: Spot) -> Shape:
    """The outline of a place that could carry its brick."""
    return Shape(f"wire-{s.number}", wire(iso, s), f"wire at-{s.level}")


def crown_piece(crown: Crown, iso: Iso) -> Piece:
    x, y = iso.at(*crown.middle)
    scale = round(iso.scale * crown.scale, 3)
    return Piece(f"crown-{crown.on[0].number}", f"wm-{crown.name}", x, y, scale, f"at-{crown.middle[2]}")


def wire(iso: Iso, s: Spot) -> str:
    """The edges of a brick that does not lie there yet."""
    _, right, near, left = iso.floor(s.x, s.y, s.level + 1)
    foot = iso.floor(s.x, s.y, s.level)[2]
    return polygon(iso.box(s.x, s.y, s.level)) + line(left, near, right) + line(near, foot)


@lru_cache(maxsize=2**12)
def on_ground(iso: Iso, s: Spot) -> str:
    """The shadow of a brick on the ground."""
    return polygon(shadow(iso, s.x, s.y, s.level, s.level + 1, 0))


@lru_cache(maxsize=2**7)
def shadows(iso: Iso, plan: Plan, built: int) -> tuple[Shape, ...]:
    """The shadows that bricks cast on the ground, as one outline so that they never add up."""
    cast = [fallen for bit, fallen in on_the_ground(iso, plan) if built & bit]
    return (Shape("shadow-0", "".join(cast), "sh"),) if cast else ()


@lru_cache(maxsize=64)
def on_the_ground(iso: Iso, plan: Plan) -> list[tuple[int, str]]:
    """The shadow of every brick on the ground, with its bit."""
    return [(1 << s.number, on_ground(iso, s)) for s in plan]


@lru_cache(maxsize=2**9)
def shade(iso: Iso, plan: Plan, level: int, built: int) -> tuple[Shape, ...]:
    """The same on the tops of a level, for bricks of that level and higher ones."""
    cast = [part for both, part in on_tops(iso, plan, level) if built & both == both]
    return (Shape(f"shadow-{level + 1}", "".join(cast), "sh"),) if cast else ()


@lru_cache(maxsize=2**8)
def on_tops(iso: Iso, plan: Plan, level: int) -> list[tuple[int, str]]:
    """All shadows that can fall on tops of a level, each with the bits of the brick that has the top and the one that casts
    it."""
    casts = between(iso, plan).casts
    return [(1 << s.number | 1 << number, part) for _, s in by_level(plan)[level] for number, part in casts(s)]


class Between:
    """What the bricks of a plan do to each other, seen like this: the few that do anything are looked for once."""

    def __init__(self, iso: Iso, plan: Plan) -> None:
        self.iso, self.plan = iso, plan
        self._casts: dict[Spot, list[tuple[int, str]]] = {}
        self._hiders: dict[Spot, list[tuple[int, int]]] = {}

    def casts(self, lower: Spot) -> list[tuple[int, str]]:
        """The shadows that higher bricks can cast on the top of one: the number of each that does, and what it casts."""
        if lower not in self._casts:
            top = lower.level + 1
            floor = hull(self.iso.floor(lower.x, lower.y, top))
            higher = (s for s in self.plan if s.level > lower.level)
            fallen = ((s.number, shadow(self.iso, s.x, s.y, s.level, s.level + 1, top)) for s in higher)
            self._casts[lower] = [(number, polygon(part)) for number, one in fallen if (part := common(one, floor))]
        return self._casts[lower]

    def hiders(self, s: Spot) -> list[tuple[int, int]]:
        """The bricks that hide points of a floor where a badge may stand: the number of each, and which of them, a bit for
        each."""
        if s not in self._hiders:
            found = [(b.number, hidden_points(self.iso, b, s)) for b in self.plan if b.level >= s.level]
            self._hiders[s] = [(number, hidden) for number, hidden in found if hidden]
        return self._hiders[s]


@lru_cache(maxsize=64)
def between(iso: Iso, plan: Plan) -> Between:
    return Between(iso, plan)


# --- what stands beside it --------------------------------------------------------------------------------------------


@lru_cache(8)
def cartouche(monument: str) -> str:
    """The title in a frame, with the building as it is, in elevation."""
    frame = "M30 24H242V206H30Z"
    inner = "M34 34Q40 34 40 28H232Q232 34 238 34V196Q232 196 232 202H40Q40 196 34 196Z"
    drawing = f'<g transform="translate(136 190) scale(.78)">{elevation(monument)}</g>'
    return f'<g class="corner"><path class="cart" d="{frame}"/><path class="hair" d="{inner}"/>{drawing}</g>'


def levels(look: Look) -> list[tuple[int, list[int], int]]:
    """Every level with its kinds and its points."""
    return _levels(look.plan)


@lru_cache(64)
def _levels(plan: Plan) -> list[tuple[int, list[int], int]]:
    high = max(s.level for s in plan)
    rows = [[s for s in plan if s.level == level] for level in range(high + 1)]
    return [(level, sorted({s.kind for s in row}), row[0].points) for level, row in enumerate(rows)]


def planned(look: Look) -> Hashable:
    """All that the staff shows, and the legend of the plans."""
    return look.rules, look.number, look.language


@drawn_once(planned, LASTING)
def staff(look: Look) -> str:
    """A levelling staff with the levels, their colours and their points."""
    parts = []
    for level, kinds, _ in levels(look):
        y = STAFF_TOP + STAFF_STEP * (len(levels(look)) - level - 1)
        parts.append(f'<path class="{"staff-o" if level % 2 else "staff"}" d="{rectangle(STAFF_X, y, 12, STAFF_STEP)}"/>')
        scale = 1 if len(kinds) == 1 else 0.72
        for n, kind in enumerate(kinds):
            at = f"translate({STAFF_X + 32} {num(y + STAFF_STEP / 2 + 17 * (n - (len(kinds) - 1) / 2))}) scale({scale})"
            parts.append(f'<use href="#wm-f{art.LETTERS[kind]}" transform="{at}"/>')
    foot = f'<path class="hair" d="M{STAFF_X - 8} {STAFF_TOP + STAFF_STEP * len(levels(look))}h28"/>'
    return f'<g class="corner">{"".join(parts)}{foot}</g>'


def risen(look: Look) -> Hashable:
    """All that is said beside the monument."""
    return look.rules, look.number, len(look.built), look.language


@drawn_once(risen)
def big_labels(look: Look) -> tuple[Item, ...]:
    return (
        Label("title", 136, 56, look.texts[look.monument], "title corner", "middle"),
        Label("laid", WIDE - 176, HIGH - 26, str(len(look.built)), "num big corner", "end"),
        Label("laid of", WIDE - 169, HIGH - 26, look.line("laid", m=len(look.plan)), "quiet corner"),
        *_on_staff(look),
    )


@drawn_once(planned, LASTING)
def _on_staff(look: Look) -> list[Item]:
    """The levels and their points, beside the staff."""
    items: list[Item] = [
        Label("staff level", STAFF_X, 44, look.line("level"), "quiet small corner", "end"),
        Label("staff points", STAFF_X + 12, 44, look.line("points"), "quiet small corner"),
    ]
    for level, _, points in levels(look):
        y = STAFF_TOP + STAFF_STEP * (len(levels(look)) - level - 0.5) + 5
        items.append(Label(f"staff {level}", STAFF_X - 8, y, str(level + 1), "num quiet corner", "end"))
        items.append(Label(f"staff {level} points", STAFF_X + 72, y, str(points), "num big corner", "end"))
    return items


def small_labels(look: Look) -> tuple[Item, ...]:
    return (
        Label("title", 14, 27, look.texts[look.monument], "serif"),
        Label("laid", SIDE - 14, 27, f"{len(look.built)} {look.line('laid', m=len(look.plan))}", "quiet small fine", "end"),
    )


# --- places -----------------------------------------------------------------------------------------------------------


NEAR = 23  # two badges that are closer would touch
STEPS = [n / 6 for n in range(2, 11)]  # where on its floor a badge may stand, in half cells
ALL_POINTS = (1 << len(STEPS) ** 2) - 1  # a bit for each of them


def seen_from(iso: Iso, plan: Plan, s: Spot, built: int, taken: list[Point]) -> tuple[int, tuple[Point, ...]]:
    """Which points for a badge are hidden on the floor of a place, with these places built; and which are taken near it."""
    hidden = 0
    for number, points in between(iso, plan).hiders(s):
        if built >> number & 1:
            hidden |= points
    middle, reach = floor_reach(iso, s)
    return hidden, tuple([p for p in taken if dist(p, middle) < reach + NEAR])


@lru_cache(maxsize=2**10)  # most of them could be laid before, too
def lay_place(
    monument: str, iso: Iso, here: Spot, hidden: int, near: tuple[Point, ...], plan: Plan, spot: Spot, action: int, said: str
) -> Place:
    """A place for a brick on the monument, as it lies before us, and on its plan."""
    targets = lay_target(iso, here, hidden, near), plan_target(plan_frames(plan)[spot.level], spot)
    ghost = brick_piece(monument, iso, here, "", "ghost")
    return Place(f"lay-{spot.number}", (action,), targets, said, str(spot.points), ghost)


def lay_target(iso: Iso, s: Spot, hidden: int, near: tuple[Point, ...]) -> Target:
    """The floor of a place on the monument, and a point on it for its badge: where one sees it, clear of those before it."""
    x, y = badge_point(iso, s, hidden, near)
    css = f"at-{s.level}" if hidden != ALL_POINTS else f"at-{s.level} behind"
    return Target("monument", glow(iso, s).d, x, y, css)


@lru_cache(maxsize=2**12)
def floor_reach(iso: Iso, s: Spot) -> tuple[Point, float]:
    """A point in the middle of a floor, and how far the points for a badge are from it at most."""
    middle = iso.at(s.x + 1, s.y + 1, s.level)
    return middle, max(dist(middle, point) for point in floor_points(iso, s))


def badge_point(iso: Iso, s: Spot, hidden: int, taken: tuple[Point, ...]) -> Point:
    """The point of a floor where a badge stands: one that is seen, clear of others, near the middle; or as far from them as it
    can be."""
    seen = seen_points(iso, s, hidden)
    for point in seen:
        if not [other for other in taken if dist(point, other) < NEAR]:
            return point
    return max(seen, key=lambda p: min([dist(p, other) for other in taken]))


@lru_cache(maxsize=2**9)
def seen_points(iso: Iso, s: Spot, hidden: int) -> list[Point]:
    """The points of a floor that are seen, or all if none is; those near their middle first."""
    floor = floor_points(iso, s)
    at = [point for n, point in enumerate(floor) if not hidden >> n & 1] or list(floor)
    middle = sum([x for x, _ in at]) / len(at), sum([y for _, y in at]) / len(at)
    return sorted(at, key=lambda p: dist(p, middle))


@lru_cache(maxsize=2**12)
def floor_points(iso: Iso, s: Spot) -> tuple[Point, ...]:
    """Where on the floor of a place a badge may stand."""
    return tuple(iso.at(s.x + u, s.y + v, s.level) for u in STEPS for v in STEPS)


def hidden_points(iso: Iso, brick: Spot, s: Spot) -> int:
    """Between which points of a floor and us a brick stands, a bit for each: who goes from there towards us goes through it.
    When one is inside depends on x and on y apart, and on the height."""
    begins, ends = max(brick.level - s.level, 0.0), brick.level + 1.0 - s.level
    across, deep = (
        [((first - (start + step)) / nearer, (first + 2 - (start + step)) / nearer) for step in STEPS]
        for start, nearer, first in zip((s.x, s.y), iso.nearer, (brick.x, brick.y), strict=True)
    )
    inside = (max(begins, a, c) < min(ends, b, d) - 1e-9 for a, b in across for c, d in deep)
    return bits(n for n, hidden in enumerate(inside) if hidden)


# --- floor plans ------------------------------------------------------------------------------------------------------

PLANS_HIGH = 540

Frame: TypeAlias = tuple[float, float, float]  # left, top and half cell of a plan


@drawn_once(site)
def plans_sheet(look: Look) -> Sheet:
    """Every level of the plan from above: what lies, what stands below, what may be laid, what is missing."""
    items: list[Item] = []
    built, legal = look.site.built, look.open
    for level, (frame, (here, below)) in enumerate(zip(plan_frames(look.plan), _on_levels(look.plan), strict=False)):
        items += plan_items(look.plan, frame, level, built & here, built & below, legal & here)
    return Sheet("plans", SIDE, PLANS_HIGH, _paper(look.plan), tuple(items), plan_labels(look), "panel", look.line("plan"))


def standing(look: Look) -> Hashable:
    """All that is said of the plans."""
    return look.rules, look.number, look.site.built, look.language


@drawn_once(standing)
def plan_labels(look: Look) -> tuple[Item, ...]:
    labels: list[Item] = [Label("plans", 14, 27, look.line("plan"), "serif")]
    built, (wide, _) = look.site.built, look.extent
    for level, (frame, (here, _)) in enumerate(zip(plan_frames(look.plan), _on_levels(look.plan), strict=False)):
        many = here.bit_count(), (built & here).bit_count()
        labels += _plan_labels(frame, wide, level, look.line("level n", level + 1), *many)
    return (*labels, *legend(look))


@lru_cache(64)
def _on_levels(plan: Plan) -> list[tuple[int, int]]:
    """The places of every level and those of the one below it, a bit for each."""
    here = [bits(s.number for _, s in spots) for spots in by_level(plan)[:-1]]
    return list(zip(here, [0, *here], strict=False))


@lru_cache(64)
def _paper(plan: Plan) -> tuple[str, ...]:
    """What each level is drawn on."""
    wide, deep, _ = size_of(plan)
    frames = zip(plan_frames(plan), _on_levels(plan), strict=False)
    papers = [rectangle(x0 - 4, y0 - 4, wide * unit + 8, deep * unit + 8) for (x0, y0, unit), _ in frames]
    return tuple([f'<path class="fl-bg" d="{paper}"/>' for paper in papers])


@lru_cache(2**9)
def plan_items(plan: Plan, frame: Frame, level: int, built: int, below: int, legal: int) -> list[Item]:
    """One level from above."""
    x0, y0, unit = frame
    items: list[Item] = [
        laid if built & here else free if legal & here else missing for here, laid, free, missing in on_plan(plan, frame, level)
    ]
    if not below:
        return items
    stand = (s for _, s in by_level(plan)[level - 1] if below >> s.number & 1)
    under = [rectangle(x0 + s.x * unit, y0 + s.y * unit, 2 * unit, 2 * unit) for s in stand]
    return [Shape(f"under-{level}", "".join(under), "fl-lo"), *items]


@lru_cache(2**9)
def _plan_labels(frame: Frame, wide: int, level: int, said: str, many: int, done: int) -> tuple[Label, ...]:
    """What is said above one level."""
    x0, y0, unit = frame
    return (
        Label(f"plan {level}", x0 - 4, y0 - 11, said, "serif small"),
        Label(f"plan {level} done", x0 + wide * unit + 4, y0 - 11, f"{done}/{many}", "quiet small", "end"),
    )


@drawn_once(planned, LASTING)
def legend(look: Look) -> list[Item]:
    """What the squares of the plans mean, where they leave room."""
    wide, deep = look.extent
    count, frames = look.levels, plan_frames(look.plan)
    x0, y0, unit = frames[count - 1]
    if plan_columns(look.extent) == 1:
        x, y = x0 + wide * unit + 18, PLANS_HIGH - 76.0
    elif count % 2:
        x, y = frames[1][0] - 2, y0 + deep * unit - 58
    else:
        x, y = 16.0, y0 + deep * unit + 40
    items: list[Item] = []
    for n, (key, css) in enumerate((("legal", "fl-ok"), ("unlaid", "fl-un"), ("below", "fl-lo"))):
        items.append(Shape(f"legend {key}", rectangle(x, y + 24 * n, 14, 14), css))
        if css == "fl-ok":
            items.append(Shape("legend plus", f"M{num(x + 3.5)} {num(y + 7)}h7M{num(x + 7)} {num(y + 3.5)}v7", "fl-pl"))
        items.append(Label(f"legend {key} name", x + 22, y + 24 * n + 11, look.line(key), "quiet tiny"))
    return items


def plan_columns(extent: tuple[int, int]) -> int:
    """Two, or one where the plan is wide."""
    wide, deep = extent
    return 1 if wide > 1.6 * deep else 2


@lru_cache(64)
def plan_frames(plan: Plan) -> list[Frame]:
    """Left, top and half cell of every level's plan; also of one that would have room in the last row."""
    wide, deep, levels = size_of(plan)
    columns = plan_columns((wide, deep))
    rows = -(-levels // columns)
    room_x, pitch = (SIDE - 36 - 22 * (columns - 1)) / columns, (PLANS_HIGH - 48) / rows
    unit = min((room_x - 84 * (columns == 1)) / wide, (pitch - 34) / deep, 11.5)
    pitch = min(pitch, deep * unit + 48)
    lefts = [18 + column * (room_x + 22) + (room_x - unit * wide) / 2 * (columns - 1) for column in range(columns)]
    return [(lefts[level % columns], 68 + level // columns * pitch, unit) for level in range(rows * columns)]


def plan_square(frame: Frame, s: Spot) -> str:
    x0, y0, unit = frame
    return rectangle(x0 + s.x * unit + 0.7, y0 + s.y * unit + 0.7, 2 * unit - 1.4, 2 * unit - 1.4)


def plan_middle(frame: Frame, s: Spot) -> Point:
    x0, y0, unit = frame
    return x0 + (s.x + 1) * unit, y0 + (s.y + 1) * unit


@lru_cache(2**8)
def on_plan(plan: Plan, frame: Frame, level: int) -> list[tuple[int, Piece, Shape, Shape]]:
    """The places of a level, a bit for each, and what is seen there: its piece, that it may be laid, or that it is missing."""
    scale, found = round((2 * frame[2] - 1) / 22, 3), []
    for _, s in by_level(plan)[level]:
        name, square = f"plan-{s.number}", plan_square(frame, s)
        laid = Piece(name, f"wm-f{art.LETTERS[s.kind]}", *plan_middle(frame, s), scale)
        found.append((1 << s.number, laid, Shape(name, square, "fl-ok"), Shape(name, square, "fl-un")))
    return found


def plan_target(frame: Frame, s: Spot) -> Target:
    x, y = plan_middle(frame, s)
    return Target("plans", f"{plan_square(frame, s)}M{num(x - 3.5)} {num(y)}h7M{num(x)} {num(y - 3.5)}v7", x, y, "plain")
