"""Queen's Architect: the board: the appreciation track, the map with its roads and places, and the billboard."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from math import hypot

from chantier.games.queens_architect.picture import art
from chantier.games.queens_architect.picture.art import at, circle, rounded
from chantier.games.queens_architect.picture.look import Board, Look, tile
from chantier.games.queens_architect.state import BONUS_HIRE, BONUS_POINTS, BONUS_TALERS, GUILDS, HOME, SPACES, TYPE_NAMES
from chantier.scene import LASTING, Item, Label, Piece, Shape, Sheet, Target, drawn_once, num

CSS = """
.q-rail{fill:none;stroke:var(--ink-3);stroke-width:10;stroke-linejoin:round}
.q-rail-in{fill:none;stroke:var(--road);stroke-width:7.6;stroke-linejoin:round}
.q-road{fill:none;stroke:var(--ink-3);stroke-width:7;stroke-linecap:round}
.q-road-in{fill:none;stroke:var(--road);stroke-width:4.6;stroke-linecap:round}
.q-plot{fill:var(--stage)}
.q-lake{fill:var(--water);stroke:var(--water-line);stroke-width:1.2}
.q-wave{fill:none;stroke:var(--water-line);stroke-width:1.2;stroke-linecap:round}
.q-scenery{opacity:.55}
.q-edge{fill:none;stroke:var(--paper-3);stroke-width:1}
.q-token{font:700 17px var(--serif);fill:var(--tile-ink);font-variant-numeric:lining-nums}
.q-start{fill:var(--paper);stroke:var(--ink-3);stroke-width:1}
.q-place{font:italic 13px var(--serif);paint-order:stroke;stroke:var(--stage);stroke-width:3.5px;stroke-linejoin:round}
.q-capital{font:600 15px var(--serif);paint-order:stroke;stroke:var(--stage);stroke-width:3.5px;stroke-linejoin:round}
.q-site{fill:var(--paper);stroke:var(--ink-3);stroke-width:1}
.q-site-best{fill:var(--paper);stroke:var(--ink);stroke-width:1.4}
.q-st{font-size:9.5px;font-weight:600;fill:var(--ink-2)}
.q-pill{fill:var(--glow-soft);stroke:var(--ink);stroke-width:1}
.q-pn{font:700 11.5px var(--sans)}
.q-ok{color:var(--good)}
.q-ink{color:var(--ink)}
.q-rates{font:700 12px var(--serif);font-variant-numeric:lining-nums}
.q-back{fill:var(--paper-3);stroke:var(--ink-3);stroke-width:1}
.q-price{font:700 16px var(--serif);font-variant-numeric:lining-nums}
.q-scale{fill:var(--paper);stroke:var(--ink-3);stroke-width:1}
.q-scale-on{fill:var(--ink);stroke:var(--ink);stroke-width:1}
.q-scale-n{font:700 13px var(--serif);fill:var(--ink-2);font-variant-numeric:lining-nums}
.q-scale-now{font:700 13px var(--serif);fill:var(--paper);font-variant-numeric:lining-nums}
.q-gone{opacity:.3}
"""

WIDE, HIGH = 764, 588
TRACK_WIDE = 92
MAP_WIDE = WIDE - TRACK_WIDE
BILL_HIGH = 156
TOP, LOW = 92.0, 552.0  # of the track
SMALLER = 0.84  # how large the places of a crowded map are
CROWDED = 14


# --- the stage --------------------------------------------------------------------------------------------------------


def country(look: Look) -> Hashable:
    """All that the picture of the track and of the map shows."""
    return look.country


@drawn_once(country)
def stage_sheet(look: Look) -> Sheet:
    """The track on the left, the map on the right."""
    ground = (_track_ground(look.rules.TRACK_END), _map_ground(look))
    track = _track_pieces(look.rules.TRACK_END, tuple(look.view["track"]), look.line("start"))
    places, names = _places(look)
    pieces = (*track, *_figures(look), *places, *_carriages(look))
    return Sheet("stage", WIDE, HIGH, ground, pieces, (*names, *_rates(look)), "stage", look.game.title)


# --- appreciation -----------------------------------------------------------------------------------------------------


def rung(end: int, step: int) -> tuple[float, float]:
    """Where a space of a track lies, given its last one; 0 is the start."""
    y = LOW - (LOW - TOP - 4) * step / end
    return 47 + (5 if step % 2 else -5) * (step > 0), y


@lru_cache(16)
def _track_ground(end: int) -> str:
    spots = [rung(end, step) for step in range(end + 1)]
    d = "M" + " ".join(f"{num(x)} {num(y)}" for x, y in [*spots, (47, 56)])
    x, y = spots[0]
    return (
        f'<path class="q-edge" d="M{TRACK_WIDE} 8V{HIGH - 8}"/><path class="q-rail" d="{d}"/><path class="q-rail-in" d="{d}"/>'
        f'<circle class="q-start" cx="{num(x)}" cy="{num(y)}" r="15"/>'
    )


@lru_cache(2**8)
def _track_pieces(end: int, track: tuple[int, ...], start: str) -> list[Item]:
    items: list[Item] = [Piece("palace", "qa-l-palace", 47, 36, 1.08)]
    x, y = rung(end, 0)
    items.append(Label("track-start", x, y + 3.5, start, "q-tiny", "middle"))
    for step, value in enumerate(track, 1):
        x, y = rung(end, step)
        items.append(Piece(f"token-{step}", "qa-m-token", x, y, 0.86))
        items.append(Label(f"token-n-{step}", x, y + 6, str(value), "q-token", "middle"))
    return items


def _figures(look: Look) -> list[Item]:
    """Everybody's figure beside the space it has reached, or at the palace."""
    items: list[Item] = []
    seats = look.view["seats"]
    for seat, its in enumerate(seats):
        if its["palace"]:
            x, y = 47 + 26 * (seat - (len(seats) - 1) / 2) * 0.8, 58.0
        else:
            same = [n for n, other in enumerate(seats) if not other["palace"] and other["appreciation"] == its["appreciation"]]
            nth = same.index(seat)
            x, y = rung(look.rules.TRACK_END, its["appreciation"])
            x += (-27, 27, -27, 27)[nth] if len(same) > 1 or seat % 2 else 27
            y += -2 if len(same) < 3 else (-11, -11, 9, 9)[nth]
        figure = f"qa-p-figure-{seat}"
        items.append(Piece(f"climber-{seat}", figure, x, y - 3, 0.84, f"q-s{seat}", f"climber-{seat}", look.names[seat]))
    return items


def rung_target(look: Look, step: int) -> Target:
    x, y = rung(look.rules.TRACK_END, min(step, look.rules.TRACK_END))
    return Target("stage", circle(x, y, 22), x + 24, y - 14, "q-glow plain")


def palace_target() -> Target:
    return Target("stage", rounded(8, 6, 78, 62, 6), 47, 36, "q-glow plain")


# --- the map ----------------------------------------------------------------------------------------------------------


def crowded(look: Look) -> bool:
    return len(look.board.spots) > CROWDED


def spot(look: Look, place: int) -> tuple[float, float]:
    """Where a place lies on the stage."""
    return spots(look)[place]


def spots(look: Look) -> tuple[tuple[float, float], ...]:
    """Where all places lie."""
    return _spots(look.board)


@lru_cache(maxsize=16)
def _spots(board: Board) -> tuple[tuple[float, float], ...]:
    """Every place of a board, fitted into the map with its margins."""
    xs, ys = [x for x, _ in board.spots], [y for _, y in board.spots]
    wide, high = max(1, max(xs) - min(xs)), max(1, max(ys) - min(ys))
    left, top, low = min(xs), min(ys), 168 if len(xs) > CROWDED else 142
    return tuple(
        (TRACK_WIDE + 68 + (x - left) * (MAP_WIDE - 134) / wide, 50 + (y - top) * (HIGH - low) / high) for x, y in board.spots
    )


def _bend(a: tuple[float, float], b: tuple[float, float], n: int) -> str:
    """A road that is not quite straight."""
    (ax, ay), (bx, by) = a, b
    mx, my, long = (ax + bx) / 2, (ay + by) / 2, max(1.0, hypot(bx - ax, by - ay))
    off = (10 if n % 2 else -10) * min(1.0, long / 160)
    return f"M{num(ax)} {num(ay)}Q{num(mx - (by - ay) / long * off)} {num(my + (bx - ax) / long * off)} {num(bx)} {num(by)}"


def route(look: Look, start: int, end: int) -> str:
    """8.1  A shortest way along the roads, as they are drawn."""
    return _route(look.board, start, end)


@lru_cache(2**10)
def _route(board: Board, start: int, end: int) -> str:
    at = _spots(board)
    return "".join(_bend(_low(at[a]), _low(at[b]), n) for n, (a, b) in _way(board, start, end))


def way(look: Look, start: int, end: int) -> list[tuple[int, tuple[int, int]]]:
    """8.1  The roads of a shortest way, each with its number."""
    return _way(look.board, start, end)


@lru_cache(2**11)
def _way(board: Board, start: int, end: int) -> list[tuple[int, tuple[int, int]]]:
    ways: dict[int, list[tuple[int, int]]] = {start: []}  # the roads to a place, each with its number
    row = [start]
    for here in row:
        for n, (a, b) in enumerate(board.roads):
            there = b if here == a else a if here == b else here
            if there not in ways:
                ways[there] = [*ways[here], (n, there)]
                row.append(there)
    return [(n, board.roads[n]) for n, _ in ways.get(end, [])]


def on_board(look: Look) -> Hashable:
    """All that the ground of the map shows."""
    return look.rules, look.view["side"]


@drawn_once(on_board, LASTING)
def _map_ground(look: Look) -> str:
    """Scenery, then roads, then plots on which nothing else is seen."""
    at = spots(look)
    ends = [(at[a], at[b]) for a, b in look.board.roads]
    roads = "".join(_bend(_low(a), _low(b), n) for n, (a, b) in enumerate(ends))
    scale = SMALLER if crowded(look) else 1
    plots = "".join(_plot(x, y, scale, p == HOME) for p, (x, y) in enumerate(at))
    wild = _scenery(at, tuple(ends))
    return (
        f'{wild}<path class="q-road" d="{roads}"/><path class="q-road-in" d="{roads}"/>{plots}'
        f'<path class="q-edge" d="M{TRACK_WIDE + 8} 8H{WIDE - 8}"/>'
    )


def _plot(x: float, y: float, scale: float, home: bool) -> str:
    """Open ground around a place."""
    left, top, wide, high = (62, 44, 124, 102) if home else (44, 32, 88, 110)
    at = f'x="{num(x - left * scale)}" y="{num(y - top * scale)}" width="{num(wide * scale)}" height="{num(high * scale)}"'
    return f'<rect class="q-plot" {at} rx="14"/>'


def _low(a: tuple[float, float]) -> tuple[float, float]:
    return a[0], a[1] + 14


@lru_cache(maxsize=16)
def _scenery(spots: tuple[tuple[float, float], ...], roads: tuple[tuple[tuple[float, float], tuple[float, float]], ...]) -> str:
    """Trees, hills and a lake where nothing else is."""
    free = []
    for row in range(13):
        for column in range(16):
            x = TRACK_WIDE + 30 + column * 41 + (row * 17) % 23
            y = 26 + row * 44 + (column * 13) % 19
            if x > WIDE - 24 or y > HIGH - 46:
                continue
            away = min(hypot(x - px, (y - py - 16) * 0.85) for px, py in spots)
            aside = min(_distance((x, y - 4), _low(a), _low(b)) for a, b in roads)
            if away > 74 and aside > 26:
                free.append((min(away, aside * 2.2), x, y))
    out = ""
    inner = [f for f in free if TRACK_WIDE + 60 < f[1] < WIDE - 60 and 70 < f[2] < HIGH - 120]
    if inner:
        _, x, y = max(inner)
        out += (
            f'<path class="q-lake" d="M{num(x)} {num(y - 24)}c20-6 30 8 27 21s-12 24-30 23-30-10-26-24 14-17 29-20Z"/>'
            f'<path class="q-wave" d="M{num(x - 12)} {num(y)}q5-5 10 0t10 0M{num(x - 4)} {num(y + 9)}q4-4 8 0t8 0"/>'
        )
        free = [f for f in free if hypot(f[1] - x, f[2] - y) > 62]
    for n, (_, x, y) in enumerate(sorted(free, key=lambda f: (f[2] * 7919 + f[1] * 104729) % 1000)[:26]):
        name, scale = ("l-hill", 0.95) if n % 6 == 5 else ("l-tree", 0.62 + 0.1 * (n % 3))
        out += f'<use class="q-scenery" href="#qa-{name}" transform="translate({num(x)} {num(y)}) scale({scale:.3g})"/>'
    return out


def _distance(p: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    """From a point to a straight road."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / max(1e-9, dx * dx + dy * dy)))
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def on_map(look: Look) -> Hashable:
    """All that the places show."""
    return look.rules, look.language, look.lying, len(look.view["seats"]), tuple(look.ready)


@drawn_once(on_map)
def _places(look: Look) -> tuple[list[Item], list[Item]]:
    """All places, from the highest to the lowest."""
    pieces: list[Item] = []
    labels: list[Item] = []
    at = spots(look)
    for place in sorted(range(len(at)), key=[y for _, y in at].__getitem__):
        more_pieces, more_labels = _place(look, place)
        pieces += more_pieces
        labels += more_labels
    return pieces, labels


def at_place(look: Look, place: int) -> Hashable:
    """All that a place shows."""
    view = look.view
    here = (view["demand"][place], tuple(view["sites"][place]), look.can_build(place))
    return look.rules, look.language, view["side"], len(view["seats"]), here


@drawn_once(at_place, 2**7)
def _place(look: Look, place: int) -> tuple[list[Item], list[Item]]:
    """The drawing of a place, the guilds it asks for, its sites and its name."""
    x, y = spot(look, place)
    kind = look.rules.PLACE_TYPE[look.view["side"]][place]
    scale = SMALLER if crowded(look) else 1
    if place == HOME:
        grown = 0.86 * scale if crowded(look) else 1.02
        pieces: list[Item] = [Piece(f"place-{place}", "qa-l-capital", x, y + 4, grown)]
        return pieces, [Label(f"name-{place}", x, y + 60 * grown + 6, look.place(place), "q-capital", "middle")]
    pieces = [Piece(f"place-{place}", f"qa-l-{TYPE_NAMES[kind]}", x, y - 4 * scale, 0.98 * scale)]
    name = look.place(place).split(" ", 1)[0] if crowded(look) else look.place(place)
    labels: list[Item] = [Label(f"name-{place}", x, y + 84 * scale + 2, name, "q-place", "middle")]
    tile = look.view["demand"][place]
    if tile is None:
        return pieces, labels
    asked = [g for g in range(GUILDS) if look.rules.TILE_GUILDS[tile] >> g & 1]
    for n, guild in enumerate(asked):
        dx = (n - (len(asked) - 1) / 2) * 22.5 * scale
        piece = Piece(f"asked-{place}-{guild}", f"qa-sh-{guild}", x + dx, y + 39 * scale, 0.92 * scale, title=look.guild(guild))
        pieces.append(piece)
    more_pieces, more_labels = _sites(look, place, x, y + 64 * scale, scale)
    bonus_pieces, bonus_labels = _bonus(look, tile, place, x, y, scale)
    return [*pieces, *more_pieces, *bonus_pieces], [*labels, *more_labels, *bonus_labels]


def _sites(look: Look, place: int, x: float, y: float, scale: float) -> tuple[list[Item], list[Item]]:
    """Building sites: what they cost, or who has built there; a tick where the reader has all guilds."""
    owners = look.view["sites"][place]
    many = len(look.view["seats"])
    pieces: list[Item] = []
    labels: list[Item] = []
    size = 16 * scale
    apart = 18 * scale
    for n in range(many):
        sx = x + (n - (many - 1) / 2) * apart
        if n < len(owners):
            house = f"qa-p-house-{owners[n]}"
            pieces.append(
                Piece(f"house-{place}-{owners[n]}", house, sx, y, 0.86 * scale, f"q-s{owners[n]}", f"house-{owners[n]}")
            )
            continue
        best = n == len(owners)  # the others wait: their prices would not fit
        css = "q-site-best" if best else "q-site"
        labels.append(Shape(f"site-{place}-{n}", rounded(sx - size / 2, y - size / 2, size, size, 2.5), css))
        if best:
            cost = look.rules.SITE_COST[n]
            labels.append(Label(f"site-n-{place}-{n}", sx, y + 4, f"−{cost}" if cost else "0", "q-st", "middle"))
    if look.can_build(place):
        labels.append(Piece(f"ok-{place}", "qa-u-ok", x + many / 2 * apart + 7, y, 0.46, "q-ok"))
    return pieces, labels


def _bonus(look: Look, tile: int, place: int, x: float, y: float, scale: float) -> tuple[list[Item], list[Item]]:
    """What a town gives besides: a pill at its shoulder."""
    kind, amount = look.rules.TILE_BONUS[tile], look.rules.TILE_AMOUNT[tile]
    if kind not in (BONUS_POINTS, BONUS_TALERS, BONUS_HIRE):
        return [], []
    side = -1 if x > WIDE - 90 else 1
    px, py = x + side * 38 * scale, y - 32 * scale
    wide = 30 if kind == BONUS_HIRE else 40 if kind == BONUS_POINTS else 36
    symbol = {BONUS_POINTS: "m-crown", BONUS_TALERS: "m-taler", BONUS_HIRE: "a-hire"}[kind]
    told = {BONUS_POINTS: f"+{amount}", BONUS_TALERS: str(amount), BONUS_HIRE: ""}[kind]
    labels: list[Item] = [Shape(f"pill-{place}", rounded(px - wide / 2, py - 9, wide, 18, 9), "q-pill")]
    icon_x = px if kind == BONUS_HIRE else px - wide / 2 + 12
    labels.append(Piece(f"bonus-{place}", f"qa-{symbol}", icon_x, py, 0.58, "q-ink", title=look.bonus(tile)))
    if told:
        labels.append(Label(f"bonus-n-{place}", px + 8, py + 4, told, "q-pn", "middle"))
    return [], labels


def _carriages(look: Look) -> list[Item]:
    """Everybody's carriage, parked beside the place where it is."""
    items: list[Item] = []
    scale = SMALLER if crowded(look) else 1
    for seat, its in enumerate(look.view["seats"]):
        place = its["carriage"]
        same = [n for n, other in enumerate(look.view["seats"]) if other["carriage"] == place]
        nth = same.index(seat)
        x, y = spot(look, place)
        reach = (76 if place == HOME else 60) * scale
        side = (1, -1, 1, -1)[nth] * (-1 if x > WIDE - 90 else 1)
        x += side * reach
        y += (4, 4, 30, 30)[nth] * scale
        x = min(max(x, TRACK_WIDE + 24), WIDE - 24)
        carriage = f"qa-p-carriage-{seat}"
        items.append(
            Piece(f"carriage-{seat}", carriage, x, y, 0.84 * scale, f"q-s{seat}", f"carriage-{seat}", look.names[seat])
        )
    return items


def in_force(look: Look) -> Hashable:
    """All that is said of prices."""
    return look.rules, look.language


@drawn_once(in_force, LASTING)
def _rates(look: Look) -> list[Item]:
    """What a way costs, at the foot of the map."""
    prices = look.rules.TRAVEL_PRICE
    x0, y = TRACK_WIDE + MAP_WIDE / 2 - 24 * len(prices) / 2 + 10, HIGH - 29.0
    items: list[Item] = [
        Label("rates-roads", x0, y, look.line("roads"), "q-tiny fine", "end"),
        Label("rates-talers", x0, y + 15, look.line("talers"), "q-tiny fine", "end"),
    ]
    for roads in range(1, len(prices)):
        items.append(Label(f"rate-{roads}", x0 + 24 * roads - 4, y, str(roads), "q-tiny", "middle"))
        items.append(Label(f"rate-n-{roads}", x0 + 24 * roads - 4, y + 15, str(prices[roads]), "q-rates", "middle"))
    return items


def place_target(look: Look, place: int, css: str = "q-glow") -> Target:
    x, y = spot(look, place)
    scale = SMALLER if crowded(look) else 1
    if place == HOME:
        outline = rounded(x - 66 * scale, y - 48 * scale, 132 * scale, 118 * scale, 12)
    else:
        outline = rounded(x - 52 * scale, y - 39 * scale, 104 * scale, 132 * scale, 10)
    return Target("stage", outline, x - 44 * scale, y - 34 * scale, css)


# --- the billboard ----------------------------------------------------------------------------------------------------

BILL_SIDE = 45.0


def space_spot(space: int) -> tuple[float, float]:
    """The spaces from left to right: the bottom one first, the top one last."""
    return 170 + 105 * (SPACES - 1 - space), 80


def offers(look: Look) -> Hashable:
    """All that the picture of the billboard shows."""
    view = look.view
    left = sum(view["pile"]) + sum(view["starters"])
    return look.rules, look.language, tuple(view["billboard"]), tuple(view["prices"]), view["marker"], left


@drawn_once(offers)
def billboard_sheet(look: Look) -> Sheet:
    """The pile, six craftsmen, their prices, and the scale of the top price."""
    view = look.view
    pile = sum(view["pile"]) + sum(view["starters"])
    ground = [f'<path class="q-back{"" if pile else " q-gone"}" d="{art.hexagon(41, 60 + d, 84 - d)}"/>' for d in (-3, 0, 3)]
    labels: list[Item] = [
        Label("billboard", 14, 25, look.line("billboard"), "q-title"),
        Label("billboard-cost", WIDE - 14, 25, look.line("cost"), "quiet small", "end"),
        Label("pile", 63, 84, str(pile), "q-big", "middle"),
        Label("pile-word", 63, 100, look.line("pile"), "q-tiny", "middle"),
    ]
    pieces: list[Item] = []
    for space in range(SPACES):
        x, y = space_spot(space)
        character = view["billboard"][space]
        if character is None:
            pieces.append(Shape(f"space-{space}", art.hexagon(BILL_SIDE - 2, x, y), "q-free"))
        else:
            corner = look.rules.SPACE_CORNER[space]
            pieces += tile(look, f"space-{space}-{character}", character, corner, 0, BILL_SIDE, x, y, False)
            dx, dy = at(art.corner_angle(corner), BILL_SIDE * 0.88)
            labels.append(Shape(f"bill-boss-{space}", circle(x + dx, y + dy, 12.5), "q-boss"))
            value = str(look.rules.PERFORMANCE[character][corner])
            labels.append(Label(f"bill-value-{space}", x + dx, y + dy + 6, value, "q-bs", "middle"))
        if space:
            pieces.append(Piece(f"price-coin-{space}", "qa-m-taler", x - 10, 139, 0.66))
            labels.append(Label(f"price-{space}", x + 2, 144.5, str(view["prices"][space]), "q-price"))
    labels += _scale(look)
    return Sheet(
        "billboard", WIDE, BILL_HIGH, tuple(ground), tuple(pieces), tuple(labels), "panel", look.line("billboard"), (60, 84)
    )


def _scale(look: Look) -> list[Item]:
    """The price of the top space, marked on its scale."""
    prices = look.rules.PRICE_SCALE
    x0, _ = space_spot(0)
    wide = min(26.0, 112 / len(prices))
    left = min(x0 - wide * len(prices) / 2, WIDE - 10 - wide * len(prices))
    items: list[Item] = []
    for n, value in enumerate(prices):
        x, on = left + n * wide, n == look.view["marker"]
        items.append(Shape(f"scale-{n}", rounded(x + 1, 130, wide - 2, 19, 3), "q-scale-on" if on else "q-scale"))
        items.append(Label(f"scale-n-{n}", x + wide / 2, 144, str(value), "q-scale-now" if on else "q-scale-n", "middle"))
    return items


def space_target(space: int) -> Target:
    x, y = space_spot(space)
    return Target("billboard", art.hexagon(BILL_SIDE, x, y), x + BILL_SIDE, y - 34, "q-glow")


def pile_target() -> Target:
    return Target("billboard", art.hexagon(44, 60, 84), 60, 84, "q-glow")
