"""World Monuments: what stands around the stage: header, score rule, own pieces, seats, material, and the final standing."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache, lru_cache
from typing import TypeAlias

from chantier.games.world_monuments.picture import art
from chantier.games.world_monuments.picture.look import Look
from chantier.games.world_monuments.picture.quarry import lying, piece
from chantier.games.world_monuments.state import BLACK, BRICKS, GEM, KINDS, ROUNDS
from chantier.scene import LASTING, Item, Label, Piece, Shape, Sheet, Target, drawn_once, num, rectangle, rounded

CSS = """
.mark{fill:none;stroke:var(--ink);stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.brand{font:600 21px var(--serif)}
.game{font-size:15px}
.name{font-size:14px;font-weight:600}
.score{font-size:27px}
.pill{fill:none;stroke:var(--ink-3);stroke-width:1}
.pill-on{fill:var(--ink);stroke:var(--ink)}
.on{fill:var(--paper);font-weight:600}
.rb{fill:var(--rule);stroke:var(--ink-3);stroke-width:1}
.tk{fill:none;stroke:var(--ink-2);stroke-width:.9}
.tick{font:11px var(--serif);fill:var(--ink);font-variant-numeric:lining-nums}
.pin{fill:none;stroke-width:2}
.pin-0{stroke:var(--seat-0)}
.pin-1{stroke:var(--seat-1)}
.pin-2{stroke:var(--seat-2)}
.pin-3{stroke:var(--seat-3)}
.lap{stroke-width:1.5;stroke-linejoin:round}
.slot{fill:var(--paper-3);fill-opacity:.32}
.pale{opacity:.45}
.button{fill:var(--accent);fill-opacity:1;stroke:none}
.on-button{fill:var(--on-accent);font-weight:600}
.prompt{font-size:17px}
.laurel{fill:none;stroke:var(--good);stroke-width:1.5;stroke-linejoin:round}
.rank{font-size:30px}
"""

Apart: TypeAlias = tuple[tuple[Item, ...], tuple[Item, ...]]  # what lies there, and what is said of it

COLUMN = 268
MINE_WIDE, MINE_HIGH = 820, 150
SUPPLIES_HIGH = 390
SLOTS = (
    '<path class="hair" d="M0 44H820"/>',
    *(
        f'<rect class="slot" x="{12 + kind * 160}" y="54" width="{152 if kind < GEM else 156}" height="86" rx="8"/>'
        for kind in range(GEM + 1)
    ),
)  # where own pieces lie


# --- header -----------------------------------------------------------------------------------------------------------


def heading(look: Look) -> Hashable:
    """All that the header shows."""
    return look.rules, look.view["round"], look.view["decision"], look.view["to_act"], tuple(look.names), look.language


@drawn_once(heading)
def header_sheet(look: Look) -> Sheet:
    """The game, the round, the phase, and who is to act."""
    compass = (
        '<path class="mark" d="M32 12v-3M32 17 24 38M32 17 40 38M27 30h10M29.5 14.5a2.5 2.5 0 1 1 5 0 2.5 2.5 0 1 1-5 0"/>'
    )
    items: list[Item] = [
        Label("brand", 54, 33, "Chantier", "brand"),
        Label("game", 166, 32, look.game.title, "serif game"),
        Label("round", 316, 32, look.line("round", n=look.view["round"], m=ROUNDS), "bold"),
        *_phases(look, 446),
    ]
    told = look.whose_turn
    if look.view["to_act"] >= 0:
        items.append(Piece("to act", f"wm-seat-{look.view['to_act']}", 1412, 27, css=f"in-{look.view['to_act']}"))
    items.append(Label("turn", 1392 if look.view["to_act"] >= 0 else 1420, 32, told, "bold", "end"))
    return Sheet(
        "header", 1440, 50, (compass, '<path class="hair" d="M0 49.5H1440M152 16V36M299 16V36"/>'), labels=tuple(items)
    )


def _phases(look: Look, x: float) -> list[Item]:
    """The two phases as a switch; the present one is filled."""
    items: list[Item] = []
    for name, on in (("quarry", look.in_quarry), ("building", not look.in_quarry and not look.over)):
        said = look.line(name)
        wide = 7.4 * len(said) + 26
        pill = f"M{num(x + 11)} 16H{num(x + wide - 11)}a11 11 0 0 1 0 22H{num(x + 11)}a11 11 0 0 1 0-22Z"
        items.append(Shape(f"phase {name}", pill, "pill-on" if on else "pill"))
        items.append(Label(f"phase {name} name", x + wide / 2, 31.5, said, "on" if on else "quiet", "middle"))
        x += wide + 30
        if name == "quarry":
            items.append(Shape("phase arrow", f"M{num(x - 24)} 27h16m-5-4 5 4-5 4", "tk"))
    return items


# --- score ------------------------------------------------------------------------------------------------------------

RULE_X, RULE_WIDE = 22, 744


def standings(look: Look) -> Hashable:
    """All that the score track shows."""
    return look.rules, tuple([its["points"] for its in look.view["seats"]]), look.language


@drawn_once(standings)
def score_sheet(look: Look) -> Sheet:
    """The score track as a mason's rule; the markers stand above it and carry the true totals."""
    return Sheet("score", 820, 66, (_rule(look.rules.LAP),), labels=tuple(markers(look)), label=look.line("points"))


@lru_cache(16)
def _rule(lap: int) -> str:
    ticks = "".join(f"M{num(rule_x(lap, n))} 34v{9 if n % 5 == 0 or n == 1 else 5}" for n in range(1, lap + 1))
    every = 5 if lap <= 80 else 10
    numbers = "".join(
        f'<text class="tick" text-anchor="middle" x="{num(rule_x(lap, n))}" y="56">{n}</text>'
        for n in range(1, lap + 1)
        if n == 1 or n % every == 0
    )
    end = rule_x(lap, lap) + 14
    return (
        f'<path class="rb" d="{rectangle(0.5, 34, 819, 27)}"/><path class="tk" d="{ticks}"/>{numbers}'
        f'<path class="tk" stroke-dasharray="2 2" d="M{num(end)} 34v27"/>'
        f'<text class="tick" x="{num(end + 8)}" y="52">+{lap}</text>'
    )


def rule_x(lap: int, square: int) -> float:
    return RULE_X + RULE_WIDE * (square - 0.5) / lap


def square_of(look: Look, points: int) -> int:
    """4.5  The square of the track: after the last it starts again at 1."""
    return 0 if points < 1 else (points - 1) % int(look.rules.LAP) + 1


def markers(look: Look) -> list[Item]:
    """Every seat above its square; markers that would touch stand apart, each with a pin to its square."""
    order = sorted((square_of(look, its["points"]), seat) for seat, its in enumerate(look.view["seats"]))
    apart = 64 if any(its["points"] > look.rules.LAP for its in look.view["seats"]) else 48
    at: list[float] = []
    for square, _ in order:
        at.append(max(rule_x(look.rules.LAP, square), at[-1] + apart if at else 40))
    for n in range(len(at) - 1, -1, -1):
        at[n] = min(at[n], 800 - apart * (len(at) - 1 - n))
    items: list[Item] = []
    for (square, seat), x in zip(order, at, strict=True):
        points = look.view["seats"][seat]["points"]
        items.append(Shape(f"pin {seat}", f"M{num(x)} 14V28L{num(rule_x(look.rules.LAP, square))} 34V60", f"pin pin-{seat}"))
        items.append(Piece(f"marker-{seat}", f"wm-seat-{seat}", x, 14, 0.95, css=f"in-{seat}", kind=f"marker-{seat}"))
        items.append(Label(f"marker {seat} points", x - 13, 19, str(points), "num", "end"))
        if flags := "".join(
            f"M{num(x + 12 + 7 * n)} 21V7l6 3.5-6 3.5" for n in range(min(3, max(0, points - 1) // look.rules.LAP))
        ):
            items.append(Shape(f"laps {seat}", flags, f"pin lap pin-{seat}"))
    return items


# --- seats ------------------------------------------------------------------------------------------------------------


def seat_height(look: Look) -> float:
    many = len(look.view["seats"])
    return (420 - 12 * (many - 1)) / many


def owned(look: Look, seat: int) -> Hashable:
    """All that the sheet of a seat shows."""
    view, its = look.view, look.view["seats"][seat]
    holds = (its["points"], its["count"], tuple(its["pieces"]) if is_lifted(look, seat) else None)
    role = (view["seat"] == seat, view["to_act"] == seat, has_passed(look, seat), has_worker(look, seat))
    return look.rules, len(view["seats"]), role, holds, look.names[seat], look.language


def is_lifted(look: Look, seat: int) -> bool:
    """Whether one sees what is behind a screen: not behind one's own, for that lies before one."""
    return "pieces" in look.view["seats"][seat] and (seat != look.view["seat"] or look.over)


def has_passed(look: Look, seat: int) -> bool:
    return look.view["seats"][seat]["passed"] and not look.in_quarry and not look.over


def has_worker(look: Look, seat: int) -> bool:
    """Whether the worker waits before a seat for its first step."""
    return look.view["first"] == seat and look.view["worker"] is None and not look.over


@drawn_once(owned)
def seat_sheet(look: Look, seat: int) -> Sheet:
    """A seat with its score and its screen; when that is lifted, its pieces show."""
    its, high = look.view["seats"][seat], seat_height(look)
    now = look.view["to_act"] == seat
    state = look.line("to act") if now else look.line("passed") if has_passed(look, seat) else ""
    top = 34 if high < 120 else 38
    middle = top + (high - top) / 2 - 2
    grow = min(1.4, (high - top) / 62)
    lifted = is_lifted(look, seat)
    lies, said = (_shown if lifted else _covered)(look, seat, top, middle, grow)
    words = (
        *_head(seat, top, short(look.names[seat], 12 if state else 17), state),
        Label(f"score {seat}", 252, top + 4, str(its["points"]), "num score", "end"),
        *said,
    )
    if has_worker(look, seat):
        x, y, size = (249, middle + 12, 0.6) if lifted else (16 + 90 * grow, middle + 14 * grow, 0.6 * grow)
        lies = (*lies, Piece(f"worker-{seat}", "wm-worker", x, y, round(size, 3), kind="worker", title=look.line("first")))
    css = f"panel now seat-{seat}" if now else "panel"
    label = f"{look.names[seat]}: {its['points']} {look.line('points')}, {look.line('pieces', its['count'])}"
    return Sheet(f"seat-{seat}", COLUMN, high, (), lies, words, css, label, (16 + 48 * grow, middle))


@lru_cache(2**12)  # there are as many names as tables
def _head(seat: int, top: float, name: str, state: str) -> tuple[Label, ...]:
    """Who sits there, and what they do now."""
    return Label(f"name {seat}", 44, top, name, "name"), Label(f"state {seat}", 204, top, state, "quiet small", "end")


def _shape(seat: int, top: float) -> Piece:
    return Piece(f"shape-{seat}", f"wm-seat-{seat}", 26, top - 5, css=f"in-{seat}")


def _covered(look: Look, seat: int, top: float, middle: float, grow: float) -> Apart:
    """A folding screen, and how many pieces are behind it."""
    under = look.line("yours") if seat == look.view["seat"] else look.line("behind")
    said = look.line("pieces", look.view["seats"][seat]["count"])
    return _screen(seat, top, middle, grow), _behind(seat, middle, grow, said, under)


@lru_cache(64)
def _screen(seat: int, top: float, middle: float, grow: float) -> tuple[Piece, ...]:
    screen = Piece(f"screen-{seat}", f"wm-screen-{seat}", 16, middle - 20 * grow, round(grow, 3), f"in-{seat}")
    return _shape(seat, top), screen


@lru_cache(2**9)
def _behind(seat: int, middle: float, grow: float, said: str, under: str) -> tuple[Label, ...]:
    x = 30 + 96 * grow
    lines = [under] if grow < 1.2 else _wrapped(under)
    told = (Label(f"where {seat} {n}", x, middle + 14 + 16 * n, line, "quiet small") for n, line in enumerate(lines))
    return Label(f"count {seat}", x, middle - 3, said, "bold"), *told


def short(name: str, most: int) -> str:
    """A name that fits.

    >>> short("Maximilienne", 8), short("Agnes", 8)
    ('Maximil…', 'Agnes')
    """
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def _wrapped(said: str) -> list[str]:
    """In two lines if it is long."""
    if len(said) < 12 or " " not in said:
        return [said]
    cut = min((n for n, c in enumerate(said) if c == " "), key=lambda n: abs(n - len(said) / 2))
    return [said[:cut], said[cut + 1 :]]


def _shown(look: Look, seat: int, top: float, middle: float, grow: float) -> Apart:
    """The pieces of an open screen, by kind."""
    lie: list[Item] = [_shape(seat, top)]
    said: list[Item] = []
    pieces = look.view["seats"][seat]["pieces"]
    kinds = [k for k in range(KINDS) if k < BLACK or pieces[k]]
    scale = 1.2 if len(kinds) == 5 and grow > 1.2 else 1
    for n, kind in enumerate(kinds):
        x = 30 + n * (43 if len(kinds) == 5 else 40)
        css = "" if pieces[kind] else "pale"
        lie.append(Piece(f"open-{seat}-{n}", f"wm-f{art.LETTERS[kind]}", x, middle, scale, css, title=look.kinds[kind]))
        said.append(Label(f"open {seat} {n}", x + 15 * scale, middle + 5, str(pieces[kind]), f"num {css}".strip()))
    if grow > 1.2:
        said.append(Label(f"open {seat}", 16, middle + 34, look.line("shown"), "quiet small"))
    return tuple(lie), tuple(said)


# --- own pieces -------------------------------------------------------------------------------------------------------


def before_me(look: Look) -> Hashable:
    """All that the sheet of the seat that looks on shows."""
    me, seats = look.view["seat"], look.view["seats"]
    table = (look.rules, look.number, look.site.built, look.language)
    if look.over:
        return table, tuple(look.names), tuple((its["points"], tuple(its["pieces"])) for its in seats)
    own = look.on_screens if me is None else seats[me]["pieces"]
    return table, me, tuple(own), _frame(look), look.asked, len(look.moves("lay")), "pass" in look.verbs


@drawn_once(before_me)
def mine_sheet(look: Look) -> Sheet:
    """The prompt and the pieces of the seat that looks on: four fixed slots and the gems. At the end the standing."""
    if look.over:
        return standing_sheet(look)
    me = look.view["seat"]
    own = look.view["seats"][me]["pieces"] if me is not None else look.on_screens
    asked = look.asked
    items: list[Item] = [Label("prompt", 18, 29, asked, "serif prompt")]
    if me is None:
        items.append(Label("whose", MINE_WIDE - 18, 29, look.line("screens all"), "quiet", "end"))
    if open_to_me := len(look.moves("lay")):
        items.append(Label("choice", MINE_WIDE - 18, 29, look.line("open to", open_to_me), "quiet", "end"))
    pieces, counts = _slots(look, tuple(own))
    items += counts
    if look.moves("pass"):
        items += [
            Shape("pass button", rounded(650, 7, 156, 30, 8), "button"),
            Label("pass", 728, 27, look.texts["do pass"], "on-button", "middle"),
        ]
    return Sheet("mine", MINE_WIDE, MINE_HIGH, SLOTS, pieces, tuple(items), _frame(look), asked, (410, 80))


def slotted(look: Look, own: tuple[int, ...]) -> Hashable:
    """All that the slots show beside own pieces."""
    return look.rules, look.number, tuple(look.site.ready), look.language


@drawn_once(slotted)
def _slots(look: Look, own: tuple[int, ...]) -> tuple[tuple[Item, ...], list[Item]]:
    """Own pieces in their slots, and what is said of them: while others play they stay as they are."""
    pieces: list[Item] = []
    labels: list[Item] = []
    ready = look.site.ready
    for kind in range(GEM + 1):
        under = look.line("each", look.rules.GEM_POINTS) if kind == GEM else look.line("open to", ready[kind])
        lies, said = _slot(look.monument, look.kinds[kind], kind, own[kind], under)
        pieces += lies
        labels += said
    if len(own) > BLACK and own[BLACK]:
        pieces.append(lying(look, BLACK, 780, 76, 0.36, "mine-black-0"))
    return tuple(pieces), labels


@lru_cache(2**11)
def _slot(monument: str, kind_said: str, kind: int, many: int, under: str) -> Apart:
    """The pieces of one kind, and what is said of them."""
    x = 12 + kind * 160
    return _pile(monument, kind_said, kind, many, x + 8), (
        Label(f"own {kind}", x + 12, 118, kind_said, "bold"),
        Label(f"own {kind} many", x + 142, 80, str(many), "num big", "end"),
        Label(f"own {kind} open", x + 12, 133, under, "quiet small"),
    )


def _frame(look: Look) -> str:
    me = look.view["seat"]
    return f"panel now seat-{me}" if me is not None and look.view["to_act"] == me else "panel"


@lru_cache(2**11)
def _pile(monument: str, said: str, kind: int, many: int, x: float) -> tuple[Item, ...]:
    """Pieces of one kind in a row that closes up as it grows; one pale piece stands for none."""
    if not many:
        return (_pale(piece(monument, said, kind, x + 26, 78, 0.4, f"none-{kind}")),)
    apart = min(26.0 if kind == GEM else 22.0, 56 / max(many - 1, 1))
    return tuple(piece(monument, said, kind, x + 26 + n * apart, 79, 0.4, f"mine-{kind}-{n}") for n in range(many))


def _pale(piece: Piece) -> Piece:
    return Piece(piece.id, piece.symbol, piece.x, piece.y, piece.scale, "pale")


def pass_target() -> Target:
    return Target("mine", rounded(650, 7, 156, 30, 8), 728, 23)


def small_pass_target() -> Target:
    return Target("mine-narrow", rounded(10, 140, 354, 44, 8), 187, 162)


@drawn_once(before_me)
def small_mine_sheet(look: Look) -> Sheet:
    """The same for a narrow window: a slot for each kind, as wide as a thumb."""
    if look.over:
        return standing_sheet(look, small=True)
    me = look.view["seat"]
    own = look.view["seats"][me]["pieces"] if me is not None else look.on_screens
    items: list[Item] = [Label("prompt", 14, 27, look.asked, "serif prompt")]
    pieces: list[Item] = []
    ground = []
    for kind in range(GEM + 1):
        x = 10 + kind * 71.5
        ground.append(f'<rect class="slot" x="{num(x)}" y="40" width="68" height="90" rx="8"/>')
        lies = lying(look, kind, x + 27, 68, 0.4, f"narrow-{kind}")
        pieces.append(lies if own[kind] else _pale(lies))
        items += [
            Label(f"own {kind} many", x + 63, 60, str(own[kind]), "num many", "end"),
            Label(f"own {kind}", x + 34, 104, look.kinds[kind], "tiny bold fine", "middle"),
        ]
        if kind < GEM:
            items.append(
                Label(
                    f"own {kind} open",
                    x + 34,
                    121,
                    f"{look.line('open')}: {look.site.ready[kind]}",
                    "quiet tiny",
                    "middle",
                )
            )
    if look.moves("pass"):
        items += [
            Shape("pass button", rounded(10, 140, 354, 44, 8), "button"),
            Label("pass", 187, 167, look.texts["do pass"], "on-button", "middle"),
        ]
    high = 194 if look.moves("pass") else 140
    return Sheet("mine-narrow", 374, high, tuple(ground), tuple(pieces), tuple(items), _frame(look), look.asked, (187, 70))


def standing_sheet(look: Look, small: bool = False) -> Sheet:
    """7.2, 7.3  Who won, and what the gems added: in columns, or in rows for a narrow window."""
    points = [its["points"] for its in look.view["seats"]]
    order = sorted(range(len(points)), key=lambda seat: -points[seat])
    end = look.line("finished" if len(look.built) == len(look.plan) else "unfinished")
    items: list[Item] = [Label("prompt", 18, 29, end if small else f"{look.texts['ask over']} {end}", "serif prompt")]
    wide = (MINE_WIDE - 24) / len(points)
    for n, seat in enumerate(order):
        items += _standing(look, seat, 12 if small else 12 + n * wide, 104 * n if small else 0, "narrow-" if small else "")
    name, width, high = ("mine-narrow", 374, 56 + 104 * len(points)) if small else ("mine", MINE_WIDE, MINE_HIGH)
    return Sheet(name, width, high, (f'<path class="hair" d="M0 44H{width}"/>',), (), tuple(items), "panel", end)


def _standing(look: Look, seat: int, x: float, y: float, sheet: str) -> list[Item]:
    """The place of a seat, in a wreath if it is the first."""
    seats = look.view["seats"]
    points, pieces = seats[seat]["points"], seats[seat]["pieces"]
    place = 1 + sum(its["points"] > points for its in seats)
    items: list[Item] = [
        Label(f"rank {seat}", x + 40, y + 107, str(place), "num rank", "middle"),
        Piece(f"{sheet}rank-{seat}", f"wm-seat-{seat}", x + 96, y + 71, 0.8, f"in-{seat}"),
        Label(f"rank {seat} name", x + 110, y + 76, short(look.names[seat], 9 if len(seats) > 3 else 14), "name"),
        Label(f"rank {seat} points", x + 88, y + 105, str(points), "num score"),
        Label(
            f"rank {seat} gems", x + 88, y + 125, look.line("gems", pieces[GEM] * look.rules.GEM_POINTS), "quiet small finer"
        ),
        Label(f"rank {seat} left", x + 88, y + 140, look.line("left over", sum(pieces[:BRICKS])), "quiet small fine"),
    ]
    wreath = Piece(f"{sheet}laurel-{seat}", "wm-laurel", x + 40, y + 97, 1.15, "laurel")
    return [wreath, *items] if place == 1 else items


# --- material ---------------------------------------------------------------------------------------------------------


def material(look: Look) -> Hashable:
    """All that the table of material shows."""
    view = look.view
    lies = (tuple(view["bag"]), tuple(look.in_pit), look.site.built)
    phase = (view["decision"] in ("first", "draw"), view["decision"] == "first", look.in_quarry, look.over)
    return look.rules, look.number, phase, view["round"], lies, look.language


@drawn_once(material)
def supplies_sheet(look: Look) -> Sheet:
    """What the monument lacks of every kind, and where it is; the bag is drawn from here."""
    filling = look.view["decision"] in ("first", "draw")
    where = "in bag" if filling else "in quarry" if look.in_quarry else "screens"
    held = look.view["bag"] if filling else look.in_pit if look.in_quarry else [*look.on_screens, 0]
    columns = [("open", look.site.ready), ("missing", look.site.missing), (where, held), ("next", look.coming)]
    heads, feet = _around_rows(look, tuple([name for name, _ in columns]))
    items = [*heads]
    for kind, many in enumerate(zip(*[counts[:KINDS] for _, counts in columns], strict=True)):
        said = look.line("black short") if kind == BLACK else look.kinds[kind]
        items += _row(kind, said, where, *many)
    items += feet
    ground, pieces = _rows()
    return Sheet("supplies", COLUMN, SUPPLIES_HIGH, ground, pieces, tuple(items), "panel", look.line("needs"), (200, 40))


def spoken(look: Look, *more: object) -> Hashable:
    """All on which it depends what is said around the rows."""
    return look.language


@drawn_once(spoken, LASTING)
def _around_rows(look: Look, columns: tuple[str, ...]) -> tuple[list[Label], list[Label]]:
    """What is said above and below the rows."""
    heads = [Label(f"column {name}", x, 56, look.line(name), "quiet tiny", "end") for name, x in zip(columns, XS, strict=True)]
    return [Label("needs", 14, 27, look.line("needs"), "serif"), *heads], [
        Label("notes", 14, SUPPLIES_HIGH - 36, look.line("notes"), "quiet small"),
        Label("notes 2", 14, SUPPLIES_HIGH - 18, look.line("notes 2"), "quiet small"),
    ]


XS = (120, 168, 214, 254)  # where the columns end


@lru_cache(2**9)
def _row(kind: int, said: str, where: str, *many: int) -> tuple[Label, ...]:
    """What is said of one kind."""
    y = row_y(kind)
    counts = zip(("open", "missing", where, "next"), XS, many, strict=True)
    return (
        Label(f"row {kind}", 44, y + 4.5, said, "small"),
        *(Label(f"row {kind} {name}", x, y + 5, str(count or "·"), "num", "end") for name, x, count in counts),
    )


@cache
def _rows() -> tuple[tuple[str, ...], tuple[Piece, ...]]:
    """The lines between the kinds, and a piece of each."""
    lines = "".join(f"M14 {num(row_y(kind) - 20)}H254" for kind in range(KINDS))
    pieces = tuple(Piece(f"row-{kind}", f"wm-f{art.LETTERS[kind]}", 26, row_y(kind), 0.9) for kind in range(KINDS))
    return (f'<path class="hair" d="{lines}"/>',), pieces


def row_y(kind: int) -> float:
    return 86 + kind * 42


def bag_target(kind: int) -> Target:
    y = row_y(kind)
    return Target("supplies", rounded(8, y - 19, COLUMN - 16, 38, 8), COLUMN / 2, y, "q-glow")
