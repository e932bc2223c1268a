"""Queen's Architect: what lies before a seat: the star with its crew, the purse, the tavern, the first craftsmen to take."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache, lru_cache
from itertools import accumulate

from chantier.games.queens_architect.picture import art
from chantier.games.queens_architect.picture.art import at, circle, notch_angle, rounded
from chantier.games.queens_architect.picture.look import Look, tile
from chantier.games.queens_architect.state import CORNERS, GUILDS, NOTCHES, POINT_NAMES, POINTS, ROOM_NAMES
from chantier.scene import LASTING, Item, Label, Piece, Shape, Sheet, Target, drawn_once, num

CSS = """
.q-point{fill:var(--paper-3);stroke:var(--ink);stroke-width:1.2;stroke-linejoin:round}
.q-heart{fill:var(--stage);stroke:var(--ink);stroke-width:1.2}
.q-icon{color:var(--ink-2)}
.q-off{color:var(--ink-3)}
.q-go{color:#2b2620}
.q-lit{fill:var(--glow);stroke:var(--ink);stroke-width:1.2;stroke-linejoin:round}
.q-free{fill:none;stroke:var(--ink-3);stroke-width:1.2;stroke-dasharray:4 4}
.q-gauge{fill:none;stroke-width:3}
.q-gauge-off{stroke:var(--tile-ink-2);opacity:.22}
.q-gauge-0{stroke:var(--g0)}
.q-gauge-1{stroke:var(--g1)}
.q-gauge-2{stroke:var(--g2)}
.q-gauge-3{stroke:var(--g3)}
.q-gauge-4{stroke:var(--g4)}
.q-gauge-5{stroke:var(--g5)}
.q-veil{fill:var(--tile);opacity:.7}
.q-ring{fill:none;stroke:var(--tile-ink-2);stroke-width:1;stroke-dasharray:2 2}
.q-last{fill:none;stroke:var(--tile);stroke-width:4;stroke-dasharray:4 5}
.q-uses{font:700 10.5px var(--sans);fill:var(--cream)}
.q-boss{fill:var(--tile);stroke:var(--tile-ink);stroke-width:1.8}
.q-boss-out{fill:var(--tile);stroke:var(--wax);stroke-width:2.8}
.q-bn{font:700 24px var(--serif);font-variant-numeric:lining-nums;fill:var(--tile-ink)}
.q-bs{font:700 17px var(--serif);font-variant-numeric:lining-nums;fill:var(--tile-ink)}
.q-sum{font:700 34px var(--serif);font-variant-numeric:lining-nums}
.q-next{font:600 13px var(--serif);fill:var(--ink-2);font-variant-numeric:lining-nums}
.q-title{font:600 16px var(--serif)}
.q-al{font-size:11.5px;fill:var(--ink-2)}
.q-al-on{font-size:11.5px;fill:var(--ink);text-decoration:underline}
.q-warn{font-size:12.5px;fill:var(--accent)}
.q-big{font:700 25px var(--serif);font-variant-numeric:lining-nums}
.q-tiny{font-size:11px;fill:var(--ink-2)}
.q-step{fill:var(--paper);stroke:var(--ink-3);stroke-width:1}
.q-step-on{fill:var(--glow-soft);stroke:var(--ink);stroke-width:1.3}
.q-room{fill:var(--card);stroke:var(--ink);stroke-width:1.3}
.q-roof{fill:var(--roof);stroke:var(--ink);stroke-width:1.3;stroke-linejoin:round}
.q-tiles{fill:none;stroke:var(--roof-2);stroke-width:1}
.q-furniture{fill:none;stroke:var(--ink-3);stroke-width:1.2;stroke-linejoin:round;stroke-linecap:round;opacity:.75}
.q-head{font:600 14px var(--serif)}
.q-pale{opacity:.38}
.q-s0{color:var(--seat-0)}
.q-s1{color:var(--seat-1)}
.q-s2{color:var(--seat-2)}
.q-s3{color:var(--seat-3)}
.q-out{color:var(--accent)}
.q-fee{fill:var(--paper-3)}
"""

WIDE = 392
STAR_HIGH, PURSE_HIGH, TAVERN_HIGH = 404, 92, 236
SIDE = 61.0
CX, CY = 196.0, 206.0
ROOM_WIDE = 119
LABEL_SPOTS = [(0, -166), (150, -74), (150, 74), (0, 168), (-150, 74), (-150, -74)]
ICONS = ["a-construct", "a-labour", "a-hire", "a-moneychanger", "a-travel", "a-tavern"]


def frame(look: Look) -> str:
    return f"panel now seat-{look.me}" if look.acts else "panel"


# --- the star ---------------------------------------------------------------------------------------------------------


def band(look: Look) -> Hashable:
    """All that the star shows."""
    its = look.my
    whose = (look.me, look.acts, None if look.view["seat"] is not None else look.names[look.me])
    return *employed(look), whose, its["architect"], its["performance"], *look.moves("step")


@drawn_once(band)
def star_sheet(look: Look) -> Sheet:
    """The action star: points, architect, crew, performances now and after the next turn."""
    its, me = look.my, look.me
    many = sum(c is not None for c in its["crew"])
    title = look.line("band") if look.view["seat"] is not None else look.line("band of", name=look.names[me])
    labels: list[Item] = [
        Piece("star-seat", look.shape(me), 22, 21, 1.1, f"q-s{me}"),
        Label("star-title", 36, 26, title, "q-title"),
        Label("star-crew", WIDE - 14, 26, look.line("crew", n=many, m=NOTCHES), "quiet small", "end"),
    ]
    crew, bosses = _crew(look)
    labels += [
        Label("star-sum", CX, CY + 5, str(its["performance"]), "q-sum", "middle"),
        Label("star-then", CX, CY + 22, look.line("then", n=look.after(its)), "q-tiny", "middle"),
        *bosses,
        _architect(look),
    ]
    leaving = [c[0] for c in its["crew"] if c and c[1] == CORNERS - 1]
    if leaving:
        told = look.line("leaves", who=look.character(leaving[0])) if len(leaving) == 1 else look.line("leave", n=len(leaving))
        labels.append(Label("star-leaves", CX, STAR_HIGH - 6, told, "q-warn", "middle"))
    return Sheet("star", WIDE, STAR_HIGH, _drawn_star(), (*_points(look), *crew), tuple(labels), frame(look), title, (CX, CY))


@cache
def _drawn_star() -> tuple[str, ...]:
    """What is drawn on the table."""
    points = [f'<path class="q-point" d="{art.point_path(p, SIDE, CX, CY)}"/>' for p in range(POINTS)]
    return (*points, f'<path class="q-heart" d="{art.hexagon(SIDE * 0.967, CX, CY)}"/>')


def within_reach(look: Look) -> Hashable:
    """All that the points of the star show."""
    return look.rules, look.my["architect"], look.acts, *look.moves("step"), look.language


@drawn_once(within_reach, POINTS * LASTING)
def _points(look: Look) -> list[Item]:
    """The icons and names of the actions; those within reach are lit."""
    steps = {(look.my["architect"] + n + 1) % POINTS for n in look.moves("step")}
    items: list[Item] = []
    for point in range(POINTS):
        x, y = at(-90 + 60 * point, SIDE * 1.2)
        lit = point in steps
        if lit:
            items.append(Shape(f"lit-{point}", art.point_path(point, SIDE, CX, CY), "q-lit"))
        css = "q-go" if lit else "q-icon" if not look.acts or point == look.my["architect"] else "q-off"
        items.append(Piece(f"icon-{point}", f"qa-{ICONS[point]}", CX + x, CY + y, 0.95, css))
        dx, dy = LABEL_SPOTS[point]
        css = "q-al-on" if lit or point == look.my["architect"] else "q-al"
        words = look.texts[POINT_NAMES[point]].split(" ", 1) if dx else [look.texts[POINT_NAMES[point]]]
        for n, word in enumerate(words):
            y = CY + dy + 4 + (n - (len(words) - 1) / 2) * 13
            items.append(Label(f"point-{point}-{n}", CX + dx, y, word, css, "middle"))
    return items


@lru_cache(64)
def notch_spot(notch: int) -> tuple[float, float]:
    x, y = at(notch_angle(notch), 2 * SIDE)
    return CX + x, CY + y


def employed(look: Look) -> tuple[Hashable, ...]:
    """All that the crew on the star shows."""
    works = tuple(look.view["working"]) if look.me == look.view["active"] else ()
    return look.rules, look.me, look.crews[look.me], works, look.language


@drawn_once(employed)
def _crew(look: Look) -> tuple[list[Item], list[Item]]:
    """The craftsmen and the free places; and the performance at each hammer, with the next one inside the star."""
    items: list[Item] = []
    bosses: list[Item] = []
    works = look.view["working"] if look.me == look.view["active"] else ()
    for notch, its in enumerate(look.my["crew"]):
        x, y = notch_spot(notch)
        if its is None:
            items.append(Shape(f"free-{notch}", art.hexagon(SIDE - 3, x, y), "q-free"))
            items.append(Label(f"free-word-{notch}", x, y + 4, look.line("free"), "q-tiny", "middle"))
            continue
        character, corner = its
        items += tile(look, f"crew-{look.me}-{character}", character, corner, art.turned(notch, corner), SIDE, x, y)
        performs = look.rules.PERFORMANCE[character]
        bosses += _boss(notch, performs[corner], performs[corner + 1] if corner + 1 < CORNERS else None, notch in works)
    return items, bosses


@lru_cache(2**12)
def _boss(notch: int, value: int, following: int | None, works: bool) -> tuple[Item, ...]:
    """What one craftsman performs, and will perform; after the last time it leaves."""
    dx, dy = at(notch_angle(notch), SIDE * 1.08)
    x, y = CX + dx, CY + dy
    items: list[Item] = [
        Shape(f"boss-{notch}", circle(x, y, SIDE * 0.265), "q-boss-out" if following is None else "q-boss"),
        Label(f"boss-value-{notch}", x, y + 8.5, str(value), "q-bn", "middle"),
    ]
    if works:
        tx, ty = at(notch_angle(notch), SIDE * 2.62)
        items.append(Shape(f"works-{notch}", circle(CX + tx, CY + ty, 12), "q-key"))
        items.append(Piece(f"works-hammer-{notch}", "qa-m-hammer", CX + tx, CY + ty, 0.6, "q-go"))
    dx, dy = at(notch_angle(notch), SIDE * 0.66)
    if following is None:
        items.append(Piece(f"next-{notch}", "qa-m-out", CX + dx, CY + dy, 0.55, "q-out"))
    else:
        items.append(Piece(f"next-{notch}", "qa-m-turn", CX + dx - 5, CY + dy - 1, 0.42, "q-icon"))
        items.append(Label(f"next-value-{notch}", CX + dx + 5, CY + dy + 4, str(following), "q-next", "middle"))
    return tuple(items)


def _architect(look: Look) -> Piece:
    x, y = at(-90 + 60 * look.my["architect"], SIDE * 1.62)
    symbol = f"qa-p-figure-{look.me}"
    return Piece(f"architect-{look.me}", symbol, CX + x, CY + y - 3, 0.95, f"q-s{look.me}", f"architect-{look.me}")


def point_target(look: Look, steps: int) -> Target:
    point = (look.my["architect"] + steps) % POINTS
    dx, dy = at(-90 + 60 * point, SIDE * 1.78)
    return Target("star", art.point_path(point, SIDE, CX, CY), CX + dx, CY + dy, "q-glow")


def notch_target(notch: int) -> Target:
    x, y = notch_spot(notch)
    return Target("star", art.hexagon(SIDE - 2, x, y), x, y, "q-glow")


def crew_target(look: Look, character: int) -> Target:
    return notch_target(next(n for n, c in enumerate(look.my["crew"]) if c and c[0] == character))


def corner_target(look: Look, corner: int) -> Target:
    """The corner of the newest starting craftsman that shall lie at the hammer."""
    notch = look.view["notch"]
    x, y = notch_spot(notch)
    dx, dy = at(art.corner_angle(corner) + art.turned(notch, 0), SIDE * 0.725)
    return Target("star", circle(x + dx, y + dy, SIDE * 0.17), x + dx, y + dy, "q-glow plain")


# --- purse and moneychanger -------------------------------------------------------------------------------------------


def purse(look: Look) -> Hashable:
    """All that the purse shows."""
    its = look.my
    return look.rules, look.me, its["talers"], its["bonds"], its["markers"], its["confidence"], look.language


@drawn_once(purse)
def purse_sheet(look: Look) -> Sheet:
    """Talers, bonds, building markers, and how many bonds the moneychanger takes at a time."""
    its, me = look.my, look.me
    amounts = [("talers", its["talers"], "m-taler"), ("bonds", its["bonds"], "m-bond"), ("markers", its["markers"], "p-house")]
    pieces: list[Item] = []
    labels: list[Item] = []
    for n, (word, many, name) in enumerate(amounts):
        x = 26.0 + n * 74
        symbol = f"qa-{name}-{me}" if name == "p-house" else f"qa-{name}"
        pieces.append(Piece(f"purse-{word}", symbol, x, 42, 1.1, f"q-s{me}"))
        labels.append(Label(f"purse-{word}-n", x + 19, 50, str(many), "q-big"))
        labels.append(Label(f"purse-{word}-w", x + 14, 72, look.line(word), "q-tiny fine", "middle"))
    track = look.rules.TRUST
    for step, bonds in enumerate(track):
        left, y, high = _trust_box(look, step)
        on = step == its["confidence"]
        pieces.append(Shape(f"trust-{step}", rounded(left, y, 32, high, 3), "q-step-on" if on else "q-step"))
        labels.append(Label(f"trust-n-{step}", left + 16, 76, f"{bonds}×", "bold small" if on else "q-tiny", "middle"))
        if on:
            figure = f"qa-p-figure-{me}"
            pieces.append(Piece(f"trusted-{me}", figure, left + 16, y - 13, 0.74, f"q-s{me}", f"trusted-{me}"))
    labels.append(Label("trust", 250, 17, look.line("moneychanger"), "q-tiny"))
    return Sheet("purse", WIDE, PURSE_HIGH, (), tuple(pieces), tuple(labels), "panel", look.line("moneychanger"), (30, 42))


def _trust_box(look: Look, step: int) -> tuple[float, float, float]:
    many = len(look.rules.TRUST)
    rise = 18 / max(1, many - 1)
    y = 64 - rise * step
    return WIDE - 14 - 34 * (many - step), y, 84 - y


def trust_target(look: Look) -> Target:
    x, y, high = _trust_box(look, min(look.my["confidence"] + 1, look.rules.TRUST_TOP))
    return Target("purse", rounded(x, y, 32, high, 3), x + 16, y - 8, "q-glow plain")


def bonds_target() -> Target:
    return Target("purse", rounded(82, 20, 66, 60, 8), 100, 18, "q-glow plain")


# --- the tavern -------------------------------------------------------------------------------------------------------

FURNITURE = [
    "M20 196V176a11 11 0 0 1 22 0V196M31 165V196M38 180v3M88 196V182H106V196M66 166V158M62 158h8l-1.5 7h-5z",
    "M16 196V184H34V196M50 196V178H98V196M44 178H104M56 178v-8h10v8M78 178v-6h8v6",
    "M16 196V176M16 190H56V196M56 190V184a6 6 0 0 0-6-6H26M66 196V176M66 190H106V196M106 190V184a6 6 0 0 0-6-6H76"
    "M92 158a8 8 0 1 0 8 9 7 7 0 0 1-8-9",
]


def guests(look: Look) -> Hashable:
    """All that the tavern shows."""
    return look.rules, look.me, tuple(look.my["rooms"]), _affordable(look), look.language


def _affordable(look: Look) -> int:
    """How many guilds could be sent for all talers."""
    talers = look.my["talers"]
    return sum([total <= talers for total in accumulate(look.rules.TAVERN_PRICE)])


@drawn_once(guests)
def tavern_sheet(look: Look) -> Sheet:
    """Three rooms under a roof, with the guilds in them, and what it costs to send more."""
    its = look.my
    labels: list[Item] = [
        Label("tavern", 14, 26, look.line("tavern"), "q-title"),
        Label("tavern-rest", WIDE - 14, 26, look.line("rest"), "quiet small", "end"),
    ]
    pieces: list[Item] = []
    for room, name in enumerate(ROOM_NAMES):
        labels.append(Label(f"room-{room}", 27 + ROOM_WIDE * room, 84, look.texts[name].capitalize(), "q-head"))
        inside = [g for g in range(GUILDS) if its["rooms"][g] == room]
        for n, guild in enumerate(inside):
            sx, sy = _bed(room, n)
            pieces.append(
                Piece(f"guild-{look.me}-{guild}", f"qa-sh-{guild}", sx, sy, 1.12, "", f"guild-{guild}", look.guild(guild))
            )
    labels.append(Label("fees", 17, 222, look.line("fees"), "q-tiny"))
    boxes, coins, prices = _fees(tuple(accumulate(look.rules.TAVERN_PRICE)), _affordable(look))
    ground, told = (*_rooms(), *boxes), look.line("tavern")
    return Sheet("tavern", WIDE, TAVERN_HIGH, ground, (*pieces, *coins), (*labels, *prices), "panel", told)


@cache
def _rooms() -> tuple[str, ...]:
    """The roof, and the rooms under it with what stands there."""
    tiles = "".join(f"M{x} 40V52M{x + 14} 52V65" for x in range(40, 366, 28))
    drawn = ['<path class="q-roof" d="M12 66 26 38H366L380 66Z"/>', f'<path class="q-tiles" d="M20 52H372{tiles}"/>']
    for room, furniture in enumerate(FURNITURE):
        x = 17 + ROOM_WIDE * room
        drawn.append(f'<path class="q-room" d="M{x} 66h{ROOM_WIDE}v134h-{ROOM_WIDE}Z"/>')
        drawn.append(f'<g class="q-furniture" transform="translate({x} 0)"><path d="{furniture}"/></g>')
    return tuple(drawn)


@lru_cache(32)
def _fees(totals: tuple[int, ...], affordable: int) -> tuple[list[str], list[Item], list[Item]]:
    """What it costs to send one guild or more: boxes, coins and words. What is too dear is pale."""
    boxes: list[str] = []
    coins: list[Item] = []
    words: list[Item] = []
    for n, total in enumerate(totals):
        left, pale = 62.0 + 55 * n, "" if n < affordable else " q-pale"
        boxes.append(f'<rect class="q-fee{pale}" x="{num(left - 8)}" y="210" width="16" height="17" rx="3"/>')
        words.append(Label(f"fee-{n}", left, 223, str(n + 1), f"bold small{pale}", "middle"))
        coins.append(Piece(f"fee-coin-{n}", "qa-m-taler", left + 18, 218.5, 0.6, pale.strip()))
        words.append(Label(f"fee-n-{n}", left + 27, 223.5, str(total), f"num{pale}"))
    return boxes, coins, words


def _bed(room: int, n: int) -> tuple[float, float]:
    return 17 + ROOM_WIDE * room + 26 + 33 * (n % 3), 108 + 35 * (n // 3)


def guild_target(look: Look, guild: int) -> Target:
    room = look.my["rooms"][guild]
    x, y = _bed(room, [g for g in range(GUILDS) if look.my["rooms"][g] == room].index(guild))
    return Target("tavern", rounded(x - 15, y - 19, 30, 38, 5), x, y, "q-glow")


# --- the first craftsmen ----------------------------------------------------------------------------------------------

DISPLAY_SIDE = 46.0


def shelf(look: Look) -> Hashable:
    """All that the display shows."""
    return look.rules, tuple(look.view["display"]), frame(look), look.language


@drawn_once(shelf)
def display_sheet(look: Look) -> Sheet:
    """The craftsmen to choose from before the first round; it lies where the tavern lies later."""
    labels: list[Item] = [
        Label("display", 14, 26, look.line("display"), "q-title"),
        Label("display-choose", WIDE - 14, 26, look.line("choose"), "quiet small", "end"),
    ]
    pieces: list[Item] = []
    for n, character in enumerate(look.view["display"]):
        x, y = _shelf(look, n)
        pieces += tile(look, f"display-{character}", character, 0, 0, DISPLAY_SIDE, x, y, False)
        dx, dy = at(art.corner_angle(0), DISPLAY_SIDE * 0.86)
        labels.append(Shape(f"display-boss-{n}", circle(x + dx, y + dy, 12), "q-boss"))
        labels.append(
            Label(f"display-value-{n}", x + dx, y + dy + 6, str(look.rules.PERFORMANCE[character][0]), "q-bs", "middle")
        )
    return Sheet("tavern", WIDE, TAVERN_HIGH, (), tuple(pieces), tuple(labels), frame(look), look.line("display"))


def _shelf(look: Look, n: int) -> tuple[float, float]:
    """Two rows of four."""
    return 52 + 96 * (n % 4), 84 + 98 * (n // 4)


def display_target(look: Look, character: int) -> Target:
    x, y = _shelf(look, look.view["display"].index(character))
    return Target("tavern", art.hexagon(DISPLAY_SIDE, x, y), x, y, "q-glow")
