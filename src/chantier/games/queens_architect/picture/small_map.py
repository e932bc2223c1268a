"""Queen's Architect: the board for small screens: the track above, and a map in few columns and with fewer words.

Guilds are letters on squares, of the building sites only the next one is drawn, and places have short names; all of it is told
where one taps.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from chantier.games.queens_architect.picture import art, city_map
from chantier.games.queens_architect.picture.art import circle, rounded
from chantier.games.queens_architect.picture.look import LETTER_KEYS, Look, tile
from chantier.games.queens_architect.state import BONUS_HIRE, BONUS_POINTS, BONUS_TALERS, GUILDS, HOME, SPACES, TYPE_NAMES
from chantier.scene import Item, Label, Piece, Shape, Sheet, Target, drawn_once, line, num

CSS = """
.q-sq{stroke:none}
.q-sq-0{fill:var(--g0)}
.q-sq-1{fill:var(--g1)}
.q-sq-2{fill:var(--g2)}
.q-sq-3{fill:var(--g3)}
.q-sq-4{fill:var(--g4)}
.q-sq-5{fill:var(--g5)}
.q-sql{font:700 11.5px var(--sans);fill:var(--cream)}
.q-lack{fill:none;stroke:var(--accent);stroke-width:2.4;stroke-linecap:round}
.q-pname{font:italic 12px var(--serif);paint-order:stroke;stroke:var(--stage);stroke-width:3px;stroke-linejoin:round}
.q-over{paint-order:stroke;stroke:var(--stage);stroke-width:3px;stroke-linejoin:round}
.q-site-n{font:600 11px var(--sans);fill:var(--ink-2)}
"""

TALL = ("stage-narrow", 390.0, 540.0)  # name, width, height
LOW = ("stage-low", 480.0, 390.0)
FORMS = (TALL, LOW)
TRACK = 56.0  # how high the track is
WIDE_PLATE, HIGH_PLATE = 78.0, 68.0
COLUMNS = {7: 0.0, 25: 0.245, 28: 0.2, 50: 0.5, 72: 0.8, 75: 0.755, 93: 1.0}  # of the smaller board: apart, so that no two meet
ROWS = {23: 0.0, 28: 0.07, 33: 0.25, 50: 0.5, 67: 0.75, 72: 0.93, 77: 1.0}
LARGE = {  # every place of the larger board
    (9, 8): (0.0, 0.0), (33, 13): (0.33, 0.02), (67, 14): (0.67, 0.02), (91, 8): (1.0, 0.0),
    (10, 31): (0.0, 0.25), (50, 29): (0.5, 0.22), (90, 31): (1.0, 0.25),
    (29, 43): (0.22, 0.48), (50, 50): (0.5, 0.5), (71, 43): (0.78, 0.48),
    (14, 60): (0.0, 0.74), (37, 69): (0.32, 0.76), (63, 69): (0.68, 0.76), (86, 60): (1.0, 0.74),
    (20, 88): (0.14, 1.0), (50, 89): (0.5, 1.0), (80, 88): (0.86, 1.0),
}  # fmt: skip
LARGE_LOW = {  # the same where there is room for four rows only
    (9, 8): (0.0, 0.0), (33, 13): (0.32, 0.0), (67, 14): (0.68, 0.0), (91, 8): (1.0, 0.0),
    (10, 31): (0.0, 0.31), (29, 43): (0.25, 0.34), (50, 29): (0.5, 0.32), (71, 43): (0.75, 0.34), (90, 31): (1.0, 0.31),
    (14, 60): (0.0, 0.65), (37, 69): (0.25, 0.67), (50, 50): (0.5, 0.65), (63, 69): (0.75, 0.67), (86, 60): (1.0, 0.65),
    (20, 88): (0.14, 1.0), (50, 89): (0.5, 1.0), (80, 88): (0.86, 1.0),
}  # fmt: skip

Form = tuple[str, float, float]


def spot(look: Look, form: Form, place: int) -> tuple[float, float]:
    """Where a place stands."""
    return _spots(look.board.spots, form)[place]


@lru_cache(maxsize=16)
def _spots(at: tuple[tuple[int, int], ...], form: Form) -> tuple[tuple[float, float], ...]:
    """Every place of a board. One that is not known here keeps its own shape."""
    _, wide, high = form
    if all(one in LARGE for one in at):
        parts = [(LARGE_LOW if form == LOW else LARGE)[one] for one in at]
    elif all(x in COLUMNS and y in ROWS for x, y in at):
        parts = [(COLUMNS[x], ROWS[y]) for x, y in at]
    else:
        xs, ys = [x for x, _ in at], [y for _, y in at]
        across, down = max(1, max(xs) - min(xs)), max(1, max(ys) - min(ys))
        parts = [((x - min(xs)) / across, (y - min(ys)) / down) for x, y in at]
    left, top = WIDE_PLATE / 2 + 3, TRACK + HIGH_PLATE / 2 + 6
    return tuple((left + x * (wide - 2 * left), top + y * (high - top - HIGH_PLATE / 2 - 4)) for x, y in parts)


def route(look: Look, form: Form, start: int, end: int) -> str:
    """8.1  A shortest way along the roads, as they are drawn here."""
    return "".join(line(*(spot(look, form, place) for place in road)) for _, road in city_map.way(look, start, end))


def rung(look: Look, form: Form, step: int) -> tuple[float, float]:
    """Where a space of the track lies, from left to right; 0 is the start."""
    return 20 + (form[1] - 92) * step / look.rules.TRACK_END, 36


def shown(look: Look, form: Form) -> Hashable:
    """All that the small picture of the track and of the map shows."""
    return look.country, tuple(sorted(look.my_guilds))


@drawn_once(shown)
def small_stage(look: Look, form: Form) -> Sheet:
    """The track above the map."""
    name, wide, high = form
    pieces: list[Item] = [*_track(look, form)]
    labels: list[Item] = []
    for place in sorted(range(len(look.board.spots)), key=lambda p: spot(look, form, p)[1]):
        more_pieces, more_labels = _place(look, form, place)
        pieces += more_pieces
        labels += more_labels
    pieces += _carriages(look, form)
    return Sheet(name, wide, high, (_ground(look, form),), tuple(pieces), tuple(labels), "stage", look.game.title)


def _ground(look: Look, form: Form) -> str:
    roads = "".join(line(spot(look, form, a), spot(look, form, b)) for a, b in look.board.roads)
    plots = "".join(
        f'<rect class="q-plot" x="{num(x - 38)}" y="{num(y - 33)}" width="76" height="66" rx="10"/>'
        for x, y in (spot(look, form, place) for place in range(len(look.board.spots)))
    )
    track = line(rung(look, form, 0), (form[1] - 42, 36))
    return (
        f'<path class="q-rail" d="{track}"/><path class="q-rail-in" d="{track}"/>'
        f'<circle class="q-start" cx="{num(rung(look, form, 0)[0])}" cy="36" r="9"/>'
        f'<path class="q-road" d="{roads}"/><path class="q-road-in" d="{roads}"/>{plots}'
        f'<path class="q-edge" d="M0 {num(TRACK)}H{num(form[1])}"/>'
    )


def _track(look: Look, form: Form) -> list[Item]:
    """The tokens of the track, the palace at its end, and everybody's figure above them."""
    items: list[Item] = [Piece(f"{form[0]}-palace", "qa-l-palace", form[1] - 36, 30, 0.92)]
    for step, value in enumerate(look.view["track"], 1):
        x, y = rung(look, form, step)
        items.append(Piece(f"{form[0]}-token-{step}", "qa-m-token", x, y, 0.72))
        items.append(Label(f"{form[0]}-token-n-{step}", x, y + 5, str(value), "q-bs", "middle"))
    seats = look.view["seats"]
    for seat, its in enumerate(seats):
        same = [n for n, other in enumerate(seats) if _height(look, other) == _height(look, its)]
        x, y = rung(look, form, _height(look, its)) if not its["palace"] else (form[1] - 36, 36)
        x += 11 * (same.index(seat) - (len(same) - 1) / 2)
        figure = f"qa-p-figure-{seat}"
        items.append(
            Piece(f"{form[0]}-climber-{seat}", figure, x, y - 20, 0.6, f"q-s{seat}", f"climber-{seat}", look.names[seat])
        )
    return items


def _height(look: Look, its: dict[str, int]) -> int:
    return look.rules.TRACK_END + 1 if its["palace"] else its["appreciation"]


def _place(look: Look, form: Form, place: int) -> tuple[list[Item], list[Item]]:
    """A place: its drawing, the guilds it asks for, the next site, and a short name."""
    x, y = spot(look, form, place)
    key = f"{form[0]}-{place}"
    name = look.place(place).split(" ", 1)[0]
    labels: list[Item] = [Label(f"{key}-name", x, y + 32, name, "q-pname", "middle")]
    if place == HOME:
        return [Piece(key, "qa-l-capital", x, y - 6, 0.62)], labels
    kind = look.rules.PLACE_TYPE[look.view["side"]][place]
    pieces: list[Item] = [Piece(key, f"qa-l-{TYPE_NAMES[kind]}", x - 6, y - 15, 0.62)]
    tile = look.view["demand"][place]
    if tile is None:
        return pieces, labels
    pieces += _asked(look, key, tile, x, y + 10)
    pieces += _sites(look, key, place, x, y)
    labels += _bonus(look, key, tile, x, y)
    if look.can_build(place):
        labels.append(Piece(f"{key}-ok", "qa-u-ok", x + 34, y + 27, 0.46, "q-ok"))
    return pieces, labels


def _asked(look: Look, key: str, tile: int, x: float, y: float) -> list[Item]:
    """A letter on the colour of each guild that is asked for."""
    asked = [g for g in range(GUILDS) if look.rules.TILE_GUILDS[tile] >> g & 1]
    items: list[Item] = []
    for n, guild in enumerate(asked):
        sx = x + (n - (len(asked) - 1) / 2) * 16.5
        items.append(Shape(f"{key}-sq-{guild}", rounded(sx - 7.5, y - 7.5, 15, 15, 3), f"q-sq q-sq-{guild}"))
        items.append(Label(f"{key}-asked-{guild}", sx, y + 4.2, look.texts[LETTER_KEYS[guild]], "q-sql", "middle"))
        if guild not in look.my_guilds:
            items.append(Shape(f"{key}-lack-{guild}", line((sx - 5.5, y + 10), (sx + 5.5, y + 10)), "q-lack"))
    return items


def _sites(look: Look, key: str, place: int, x: float, y: float) -> list[Item]:
    """Who has built here, and what the next site costs."""
    owners = look.view["sites"][place]
    items: list[Item] = []
    for n, owner in enumerate(owners):
        hx, hy = x + 22 + 11 * (n % 2), y - 25 + 12 * (n // 2)
        items.append(Piece(f"{key}-house-{owner}", f"qa-p-house-{owner}", hx, hy, 0.5, f"q-s{owner}", f"house-{owner}"))
    if 0 < len(owners) < len(look.view["seats"]):
        cost = look.rules.SITE_COST[len(owners)]
        items.append(Label(f"{key}-site", x + 27, y - 4 if len(owners) < 3 else y + 2, f"−{cost}", "q-site-n", "middle"))
    return items


def _bonus(look: Look, key: str, tile: int, x: float, y: float) -> list[Item]:
    """What a town gives besides."""
    kind, amount = look.rules.TILE_BONUS[tile], look.rules.TILE_AMOUNT[tile]
    symbol = {BONUS_POINTS: "m-crown", BONUS_TALERS: "m-taler", BONUS_HIRE: "a-hire"}.get(kind)
    if symbol is None:
        return []
    items: list[Item] = [Piece(f"{key}-bonus", f"qa-{symbol}", x - 32, y - 7, 0.56, "q-ink", title=look.bonus(tile))]
    if kind != BONUS_HIRE:
        items.append(Label(f"{key}-bonus-n", x - 24, y - 4, f"+{amount}", "q-site-n q-over"))
    return items


def _carriages(look: Look, form: Form) -> list[Item]:
    items: list[Item] = []
    for seat, its in enumerate(look.view["seats"]):
        same = [n for n, other in enumerate(look.view["seats"]) if other["carriage"] == its["carriage"]]
        x, y = spot(look, form, its["carriage"])
        x += (-30, 30, -30, 30)[same.index(seat)]
        y += (-28, -28, -14, -14)[same.index(seat)]
        carriage = f"qa-p-carriage-{seat}"
        items.append(
            Piece(f"{form[0]}-carriage-{seat}", carriage, x, y, 0.62, f"q-s{seat}", f"carriage-{seat}", look.names[seat])
        )
    return items


# --- where to click ---------------------------------------------------------------------------------------------------


def place_targets(look: Look, place: int) -> list[Target]:
    found = []
    for form in FORMS:
        x, y = spot(look, form, place)
        outline = rounded(x - WIDE_PLATE / 2, y - HIGH_PLATE / 2, WIDE_PLATE, HIGH_PLATE, 8)
        found.append(Target(form[0], outline, x - 32, y - 27, "q-glow"))
    return found


def rung_targets(look: Look, step: int) -> list[Target]:
    spots = [(form[0], *rung(look, form, min(step, look.rules.TRACK_END))) for form in FORMS]
    return [Target(name, circle(x, y, 18), x, y, "q-glow plain") for name, x, y in spots]


def palace_targets() -> list[Target]:
    return [Target(name, rounded(wide - 66, 6, 60, 48, 6), wide - 36, 30, "q-glow plain") for name, wide, _ in FORMS]


# --- the billboard ----------------------------------------------------------------------------------------------------

BILL = "billboard-narrow"
BILL_WIDE, BILL_HIGH, SIDE = 390.0, 316.0, 52.0


def space_spot(space: int) -> tuple[float, float]:
    """Two rows of three, the bottom space first."""
    n = SPACES - 1 - space
    return 68 + 127 * (n % 3), 94 + 136 * (n // 3)


@drawn_once(city_map.offers)
def small_billboard(look: Look) -> Sheet:
    """Six craftsmen with their prices, and the scale of the top price."""
    view = look.view
    pile = sum(view["pile"]) + sum(view["starters"])
    labels: list[Item] = [
        Label("n-billboard", 12, 24, look.line("billboard"), "q-title"),
        Label("n-pile", BILL_WIDE - 12, 24, f"{pile} {look.line('pile')}", "quiet small", "end"),
    ]
    pieces: list[Item] = []
    for space in range(SPACES):
        x, y = space_spot(space)
        character = view["billboard"][space]
        if character is None:
            pieces.append(Shape(f"n-space-{space}", art.hexagon(SIDE - 2, x, y), "q-free"))
        else:
            corner = look.rules.SPACE_CORNER[space]
            pieces += tile(look, f"n-space-{space}-{character}", character, corner, 0, SIDE, x, y, False)
            dx, dy = art.at(art.corner_angle(corner), SIDE * 0.88)
            labels.append(Shape(f"n-boss-{space}", circle(x + dx, y + dy, 13), "q-boss"))
            value = str(look.rules.PERFORMANCE[character][corner])
            labels.append(Label(f"n-value-{space}", x + dx, y + dy + 6, value, "q-bs", "middle"))
        price = view["prices"][space] if space else look.rules.PRICE_SCALE[view["marker"]]
        pieces.append(Piece(f"n-coin-{space}", "qa-m-taler", x - 10, y + 62, 0.66))
        labels.append(Label(f"n-price-{space}", x + 2, y + 67.5, str(price), "q-price"))
    return Sheet(BILL, BILL_WIDE, BILL_HIGH, (), tuple(pieces), tuple(labels), "panel", look.line("billboard"))


def space_target(space: int) -> Target:
    x, y = space_spot(space)
    return Target(BILL, art.hexagon(SIDE, x, y), x + SIDE, y - 40, "q-glow")


def pile_target() -> Target:
    return Target(BILL, rounded(BILL_WIDE - 120, 4, 112, 30, 6), BILL_WIDE - 60, 20, "q-glow")
