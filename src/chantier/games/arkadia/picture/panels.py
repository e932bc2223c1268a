"""Arkadia: what stands around the board: header, seats, castle and supplies, cards, and the dock with what is asked."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from operator import itemgetter

from chantier.games.arkadia.picture import art
from chantier.games.arkadia.picture.board import symbol
from chantier.games.arkadia.picture.look import Look
from chantier.games.arkadia.state import AMOUNTS, FAMILIES, LEVELS, NEUTRAL, OWN, SHAPE_NAMES
from chantier.scene import LASTING, Item, Label, Piece, Place, Shape, Sheet, Target, drawn_once, num, rectangle, rounded

CSS = """
.mark{fill:none;stroke:var(--ink);stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.brand{font:600 21px var(--serif)}
.game{font-size:15px}
.name{font-size:15px;font-weight:600}
.big{font-size:42px;fill:var(--accent)}
.val{font-size:17px}
.price{font-size:25px}
.gold{font-size:21px}
.prompt{font-size:19px}
.asked{font-size:16px}
.tag{fill:var(--ink);fill-opacity:.1}
.pip{fill:none;stroke:var(--ink-3);stroke-width:1}
.pip-on{fill:var(--ink-2);stroke:var(--ink-2);stroke-width:1}
.pip-next{fill:var(--glow);stroke:var(--warn);stroke-width:1}
.cover{fill:url(#ak-t-cloth);stroke:var(--ink-3);stroke-width:1;stroke-dasharray:3 2}
.card{fill:var(--raise);stroke:var(--ink-3);stroke-width:1}
.card-now{fill:var(--raise);stroke:var(--accent);stroke-width:2}
.back{fill:var(--paper-3);stroke:var(--ink-3);stroke-width:1}
.cloth{fill:url(#ak-t-cloth)}
.disc{fill:var(--paper-2)}
.pale{opacity:.4}
.slot{fill:var(--paper-3);fill-opacity:.35}
.button{fill:var(--accent);fill-opacity:1;stroke:none}
.on-button{fill:var(--on-accent);font-weight:600}
.choice{fill:var(--raise);fill-opacity:1;stroke:var(--ink-3);stroke-width:1;stroke-opacity:1}
.pick{fill:var(--glow);fill-opacity:.1;stroke:var(--glow-ink);stroke-width:2;stroke-opacity:1}
.hot{fill:var(--accent);font-weight:600}
.rank{font-size:30px}
.cardname{font:600 13px var(--serif)}
.sum{font-size:14px}
"""

COLUMN = 268
SEAT_HIGH = 193
SIDE = 288
CASTLE_HIGH, CARDS_HIGH = 436, 374
LEGEND_HIGH = 168
CARD_WIDE, CARD_HIGH = 94, 124


def heading(look: Look) -> Hashable:
    """All that the header shows."""
    return look.rules, how_far(look), look.whose_turn, look.view["to_act"], look.language


@drawn_once(heading)
def header_sheet(look: Look) -> Sheet:
    """The game, and who is to act."""
    compass = (
        '<path class="mark" d="M32 12v-3M32 17 24 38M32 17 40 38M27 30h10M29.5 14.5a2.5 2.5 0 1 1 5 0 2.5 2.5 0 1 1-5 0"/>'
    )
    who = look.view["to_act"]
    items: list[Item] = [
        Label("brand", 54, 33, "Chantier", "brand"),
        Label("game", 166, 32, look.game.title, "serif game"),
        Label("far", 258, 32, how_far(look), "quiet"),
        Label("turn", 1392 if who >= 0 else 1420, 32, look.whose_turn, "bold", "end"),
    ]
    if who >= 0:
        items.append(Piece("to act", f"ak-mark-{who}", 1410, 27))
    return Sheet(
        "header", 1440, 50, (compass, '<path class="hair" d="M0 49.5H1440M152 16V36M243 16V36"/>'), labels=tuple(items)
    )


def how_far(look: Look) -> str:
    """How near the end is, in words."""
    if look.over:
        return look.texts["ask over"]
    if look.view["last_turns"] is not None:
        return f"{look.line('last round')}, {look.line('turns left', look.view['last_turns'])}"
    return f"{look.view['blocks_to_end']} {look.line('blocks')} {look.line('to end')}"


# --- seats ------------------------------------------------------------------------------------------------------------


def owned(look: Look, seat: int) -> Hashable:
    """All that the sheet of a seat shows."""
    its, now = look.view["seats"][seat], (look.view["to_act"] == seat, look.over, look.on_board[seat])
    behind = (*its["workers"], *its["seals"], its["gold"], *look.view["values"]) if "seals" in its else None
    return look.rules, look.names[seat], its["banners"], its["cards"], behind, now, look.language


@drawn_once(owned)
def seat_sheet(look: Look, seat: int) -> Sheet:
    its, acts = look.view["seats"][seat], look.view["to_act"] == seat
    items: list[Item] = [
        Piece(f"mark-{seat}", f"ak-mark-{seat}", 25, 26, 1.2),
        Label("name", 44, 31, look.names[seat], "serif name"),
        *_flags(look, seat),
        Label("workers", 16, 93, look.line("workers"), "quiet small"),
        Label("on board", COLUMN - 16, 93, look.line("on board", n=look.on_board[seat]), "quiet small fine", "end"),
        *(_opened(look, seat) if "seals" in its else _closed(look)),
    ]
    if acts:
        items += [
            Shape("tag", rounded(COLUMN - 86, 14, 72, 22, 11), "tag fine"),
            Label("to move", COLUMN - 50, 29, look.line("to act"), "bold small fine", "middle"),
        ]
    frame = f"panel now seat-{seat}" if acts else "panel"
    return Sheet(f"seat-{seat}", COLUMN, SEAT_HIGH, (), tuple(items), frame=frame, label=look.names[seat], door=(30, 105))


def _flags(look: Look, seat: int) -> list[Item]:
    its = look.view["seats"][seat]
    left = its["banners"]
    items: list[Item] = [Label("banners", 16, 62, look.line("banners"), "quiet small")]
    for n in range(look.rules.BANNERS):
        used = n >= left
        items.append(
            Piece(
                f"banner-{seat}-{n}",
                "ak-flag-used" if used else f"ak-flag-{seat}",
                86 + 21 * n,
                45,
                kind="" if used else f"flag-{seat}",
            )
        )
    items.append(Label("cards", COLUMN - 16, 62, look.line("cards", its["cards"]), "small", "end"))
    return items


def _opened(look: Look, seat: int) -> list[Item]:
    """What is behind a tent that may be looked behind."""
    its = look.view["seats"][seat]
    own, hired = its["workers"]
    items: list[Item] = [
        Piece(f"own-{seat}", f"ak-worker-{seat}", 98, 88, 0.72),
        Label("own", 114, 94, str(own), "num val"),
        Piece(f"hired-{seat}", f"ak-worker-{NEUTRAL}", 149, 88, 0.72),
        Label("hired", 165, 94, str(hired), "num val"),
    ]
    for family in look.families:
        n, x = its["seals"][family], 16 + 62 * family
        items += [
            Piece(
                f"own-seal-{seat}-{family}",
                f"ak-seal-{family}",
                x + 15,
                126,
                0.82,
                "" if n else "pale",
                title=look.family(family),
            ),
            Label(f"seals-{family}", x + 36, 132, str(n), "num val" if n else "num val pale"),
        ]
    worth = sum(n * value for n, value in zip(its["seals"], look.view["values"], strict=True))
    items += [
        Shape("line", f"M16 150.5H{COLUMN - 16}", "hair"),
        Piece(f"chest-{seat}", "ak-chest", 16, 160),
        Label("gold", 48, 177, str(its["gold"]), "num gold"),
        Label("gold-word", 52 + 12 * len(str(its["gold"])), 176, look.line("gold"), "small"),
    ]
    if not look.over:
        items.append(Label("worth", COLUMN - 16, 176, look.line("worth", n=worth), "quiet small fine", "end"))
    return items


def _closed(look: Look) -> list[Item]:
    """A tent that hides what is behind it."""
    items: list[Item] = []
    for n, key in enumerate(("workers", "seals", "gold")):
        x = 16 + 80 * n
        items += [
            Shape(f"cover-{key}", rounded(x, 108, 74, 40, 6), "cover"),
            Label(f"cover-{key}-name", x + 37, 132, look.line(key).capitalize(), "quiet small", "middle"),
        ]
    items.append(Label("covered", 16, 172, look.line("covered"), "quiet small"))
    return items


# --- castle, prices and supplies --------------------------------------------------------------------------------------


def stores(look: Look) -> Hashable:
    """All that the sheet of the castle shows."""
    view = look.view
    lying = (*view["values"], *map(tuple, view["supply"]), view["level"], view["block"])
    left = (view["blocks_to_end"], view["last_turns"], look.over, look.to_set)
    return look.rules, lying, look.stacks, left, look.language


@drawn_once(stores)
def castle_sheet(look: Look) -> Sheet:
    items: list[Item] = [*_countdown(look), *_prices(look), *_supplies(look)]
    return Sheet("castle", SIDE, CASTLE_HIGH, (), tuple(items), frame="panel", label=look.line("price"))


def _countdown(look: Look) -> list[Item]:
    """How many blocks are missing until the end, and a pip for each of them."""
    left = look.view["blocks_to_end"]
    cells = look.rules.CELL_COUNT
    if look.view["last_turns"] is None and not look.over:
        items: list[Item] = [
            Label("left", 16, 54, str(left), "num big"),
            Label("blocks", 26 + 22 * len(str(left)), 36, look.line("blocks"), "serif"),
            Label("to end", 26 + 22 * len(str(left)), 53, look.line("to end"), "serif"),
        ]
    else:
        last = "" if look.over else look.line("turns left", look.view["last_turns"])
        items = [
            Label("last", 16, 40, look.line("over" if look.over else "last round"), "serif hot"),
            Label("turns", 16, 58, last, "small"),
        ]
    placed = (LEVELS - 1) * cells - left
    for n in range((LEVELS - 1) * cells):
        row, column = divmod(n, cells)
        css = "pip-on" if n < placed else "pip-next" if n < placed + look.to_set else "pip"
        items.append(Shape(f"pip-{n}", rounded(150 + 12.4 * column, 26 + 14 * row, 9.5, 10, 2), css))
    return items


def _prices(look: Look) -> list[Item]:
    items: list[Item] = [
        Shape("price-line", f"M16 76.5H{SIDE - 16}", "hair"),
        Label("price", 16, 100, look.line("price"), "serif"),
        Label("each", SIDE - 16, 100, look.line("gold each"), "quiet small", "end"),
    ]
    for family in look.families:
        x = 48 + 64 * family
        items += [
            Piece(f"price-seal-{family}", f"ak-seal-{family}", x, 128, title=look.family(family)),
            Label(f"price-{family}", x, 172, str(look.view["values"][family]), "num price", "middle"),
            Label(f"price-{family}-name", x, 190, look.family(family), "quiet small fine", "middle"),
        ]
    return items


def _supplies(look: Look) -> list[Item]:
    items: list[Item] = [
        Shape("supply-line", f"M16 206.5H{SIDE - 16}", "hair"),
        Label("supply", 16, 231, look.line("supply"), "serif"),
    ]
    cells = look.rules.CELL_COUNT
    for level, row in enumerate(look.view["supply"]):
        y = supply_floor(level)
        placed = sum(len(stack) > level for stack in look.view["castle"])
        now = level == look.view["level"] and not look.over
        note = look.line("built") if placed == cells else look.line("of", n=placed, m=cells) if now else look.line("later")
        if level == LEVELS - 1 and not now:
            note = look.line("last level")
        items += [
            Label(f"level-{level}", 16, y - 16, look.line("level", n=level + 1), "serif small"),
            Label(f"level-{level}-note", 16, y, note, "hot small" if now else "quiet small fine"),
        ]
        for family, many in enumerate(row):
            x = supply_x(family)
            taken = now and look.view["block"] == family
            for n in range(many):
                css = "pale" if taken and n == many - 1 else ""
                items.append(
                    Piece(f"stock-{level}-{family}-{n}", f"ak-side-{family}", x, y - 15 - 10.5 * n, 1, css, f"block-{family}")
                )
            if many:
                items.append(Label(f"stock-{level}-{family}", x + 29, y - 2, str(many), "num small quiet"))
            else:
                items.append(Shape(f"stock-{level}-{family}", f"M{num(x + 1)} {num(y - 1)}h24", "hair"))
    return items


def supply_floor(level: int) -> float:
    return 286 + 64 * level


def supply_x(family: int) -> float:
    return 98 + 46 * family


def block_places(look: Look) -> list[Place]:
    found = []
    for family, action in look.moves("block").items():
        many = look.view["supply"][look.view["level"]][family]
        x, y = supply_x(family), supply_floor(look.view["level"])
        high = 12 + 10.5 * many
        target = Target("castle", rounded(x - 5, y - high - 3, 43, high + 8, 6), x + 13, y - high / 2, "pick")
        found.append(Place(f"block-{family}", (action,), (target,), look.describe(action)))
    return found


# --- cards ------------------------------------------------------------------------------------------------------------


def written_on(look: Look, *lying: object) -> Hashable:
    """All that a card shows, but for how it lies."""
    return look.rules, look.language


@drawn_once(written_on, 2**9)
def card_items(look: Look, name: str, kind: int, x: float, y: float, css: str = "card", size: float = 1) -> list[Item]:
    """A card: building, seal and name."""
    shape, family = divmod(kind, FAMILIES)
    rows = look.rows(shape)
    wide, high = CARD_WIDE * size, CARD_HIGH * size
    scale = min(0.58, 1.62 / len(rows[0]), 1.4 / len(rows)) * size
    across, down = len(rows[0]) * art.SQUARE * scale, len(rows) * art.SQUARE * scale
    return [
        Shape(f"{name}-card", rounded(x, y, wide, high, 8), css),
        Piece(f"{name}-art", symbol(shape, 0), x + (wide - across) / 2, y + 14 * size + (high - 22 * size - down) / 2, scale),
        Piece(
            f"{name}-seal",
            f"ak-seal-{family}",
            x + 17 * size,
            y + 17 * size,
            0.78 * size,
            kind=f"card-{kind}",
            title=look.card(kind),
        ),
        Label(f"{name}-name", x + wide / 2, y + high - 9 * size, look.shape(shape), "cardname", "middle"),
    ]


OPEN_SIZE = 1.28


def open_spot(slot: int) -> tuple[float, float]:
    return 16 + 136 * (slot % 2), 42 + 166 * (slot // 2)


def market(look: Look) -> Hashable:
    """All that the sheet of the cards shows."""
    return look.rules, tuple(look.view["open"]), look.view["pile"], look.language


@drawn_once(market)
def cards_sheet(look: Look) -> Sheet:
    """The open cards and the pile."""
    items: list[Item] = [Label("open", 16, 29, look.line("open cards"), "serif")]
    for slot, kind in enumerate(look.view["open"]):
        x, y = open_spot(slot)
        if kind is None:
            items.append(Shape(f"open-{slot}-empty", rounded(x, y, CARD_WIDE * OPEN_SIZE, CARD_HIGH * OPEN_SIZE, 8), "cover"))
        else:
            items += card_items(look, f"open-{slot}", kind, x, y, "card", OPEN_SIZE)
    x, y = open_spot(3)
    wide, high = CARD_WIDE * OPEN_SIZE, CARD_HIGH * OPEN_SIZE
    if look.view["pile"]:
        back = rounded(x, y, wide, high, 8)
        items += [
            Shape("pile-under", rounded(x + 3, y + 3, wide, high, 8), "back"),
            Shape("pile", back, "back"),
            Shape("pile-cloth", back, "cloth"),
            Shape("pile-disc", f"M{num(x + wide / 2 - 27)} {num(y + high / 2)}a27 27 0 1 0 54 0a27 27 0 1 0-54 0Z", "disc"),
        ]
    else:
        items.append(Shape("pile-empty", rounded(x, y, wide, high, 8), "cover"))
    items += [
        Label("pile-n", x + wide / 2, y + high / 2 + 9, str(look.view["pile"]), "num price", "middle"),
        Label("pile-name", x + wide / 2, y + high - 12, look.line("pile"), "cardname", "middle"),
    ]
    return Sheet(
        "cards",
        SIDE,
        CARDS_HIGH,
        (),
        tuple(items),
        frame="panel",
        label=look.line("open cards"),
        door=(x + wide / 2, y + high / 2),
    )


def _card_target(sheet: str, x: float, y: float, size: float = 1) -> Target:
    wide, high = CARD_WIDE * size, CARD_HIGH * size
    return Target(sheet, rounded(x, y, wide, high, 8), x + wide / 2, y + high / 2, "pick")


def card_places(look: Look) -> list[Place]:
    """Open cards, the pile, and the hand; two cards of a kind are the same choice."""
    found = []
    for kind, action in look.moves("take").items():
        slots = [slot for slot, shown in enumerate(look.view["open"]) if shown == kind]
        targets = tuple(_card_target("cards", *open_spot(slot), OPEN_SIZE) for slot in slots)
        found.append(Place(f"take-{kind}", (action,), targets, look.describe(action)))
    pile = (_card_target("cards", *open_spot(3), OPEN_SIZE),)
    for action in look.moves("blind").values():
        found.append(Place("blind", (action,), pile, look.describe(action)))
    draws = tuple(look.moves("draw").values())
    if draws:
        found.append(Place("draw", draws, pile, look.prompt))
    held = look.hand
    for kind, action in look.moves("play").items():
        spots = [(dock, dock.hand_x(n, len(held))) for dock in docks(look) for n, other in enumerate(held) if other == kind]
        targets = tuple(_card_target(dock.sheet, x, HAND_Y, dock.size) for dock, x in spots)
        found.append(Place(f"play-{kind}", (action,), targets, look.describe(action)))
    return found


# --- the dock ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)  # there are two, and much is remembered by them
class Dock:
    """Where prompt, hand and buttons go: beside each other, or one below the other in a narrow window."""

    sheet: str
    wide: float
    high: float
    room: float  # for the hand, without its last card
    size: float  # of its cards
    acts: tuple[float, float]  # where the buttons begin

    @property
    def half(self) -> float:
        """Two buttons stand beside each other."""
        return (self.wide - self.acts[0] - 22) / 2

    def id(self, name: str) -> str:
        """Ids of pieces are different on both sheets."""
        return name if self.sheet == "mine" else f"narrow-{name}"

    def hand_x(self, n: int, many: int) -> float:
        return 14 + n * min(CARD_WIDE * self.size + 8, self.room / max(1, many - 1))


DOCK = Dock("mine", 820, 188, 306, 1, (430, 50))
NARROW_DOCK = Dock("mine-narrow", 374, 318, 264, 0.87, (14, 188))
HAND_Y = 50


def docks(look: Look) -> tuple[Dock, ...]:
    """Those that are clicked: in a wide window there is only one."""
    return (DOCK,) if look.form == "wide" else (DOCK, NARROW_DOCK)


ON_BOARD = ("site", "stand", "lay", "set")  # what is clicked there needs no button
NO_BUTTONS = {*ON_BOARD, "first", "draw", "play", "take", "blind", "block"}  # nor do cards, blocks and seats
NOW = itemgetter("seat", "to_act", "turn", "decision", "card", "block", "level", "due")  # of a view


def asked(look: Look, dock: Dock) -> Hashable:
    """All that the dock shows: what is asked, the hand, and whatever a button or the standing speaks of."""
    view, seats = look.view, look.view["seats"]
    now = NOW(view)
    here = tuple([(verb, tuple(its.items())) for verb, its in look.verbs.items() if verb not in ON_BOARD]) if look.legal else ()
    acts = seats[view["to_act"]] if here else {}
    has = (*acts.get("workers", ()), *acts.get("seals", ()), *view["values"]) if here else None
    won = tuple([(name, its.get("gold")) for name, its in zip(look.names, seats, strict=True)]) if look.over else None
    return look.rules, look.prompt, look.to_set, now, look.hand, here, has, won, look.language


@drawn_once(asked)
def mine_sheet(look: Look, dock: Dock) -> Sheet:
    """What is asked, the hand, and the buttons."""
    items: list[Item] = [
        Label("prompt", 14, 31, look.prompt, "serif prompt" if dock is DOCK else "serif asked"),
        Shape("prompt-line", f"M14 41.5H{num(dock.wide - 14)}", "hair"),
    ]
    held = look.hand
    for n, kind in enumerate(held):
        items += card_items(look, dock.id(f"hand-{n}"), kind, dock.hand_x(n, len(held)), HAND_Y, "card", dock.size)
    items += _in_progress(look, dock)
    above = [item for button in buttons(look, dock) for item in button.items]
    acts = look.view["seat"] is not None and look.view["to_act"] == look.view["seat"]
    frame = f"panel now seat-{look.view['seat']}" if acts else "panel"
    return Sheet(dock.sheet, dock.wide, dock.high, (), tuple(items), tuple(above), frame=frame, label=look.line("hand"))


def _in_progress(look: Look, dock: Dock) -> list[Item]:
    """The card being built, the block being set, or at the end who has won. What others have in hand lies nowhere here."""
    x, y = dock.acts
    if look.over:
        return _standing(look, dock)
    if look.view["seat"] not in (None, look.view["turn"]):
        return []
    if look.view["card"] is not None:
        said = Label("being built", x + CARD_WIDE + 14, y + 66, look.line("being built"), "quiet")
        return [*card_items(look, dock.id("building"), look.view["card"], x, y, "card-now"), said]
    if not look.view["due"]:
        return []
    items: list[Item] = [Label("due", x, y + 28, look.line("to set", look.to_set), "bold")]
    if look.view["block"] is not None:
        family = look.view["block"]
        items += [
            Piece(dock.id("in hand"), f"ak-block-{family}-{look.view['level']}", x, y + 46, kind=f"block-{family}"),
            Label("in hand name", x + 62, y + 74, look.family(family), "serif"),
        ]
    return items


class Button:
    """Something to press in the dock: a text, perhaps with an icon and a line below."""

    def __init__(
        self,
        dock: Dock,
        name: str,
        action: int,
        box: tuple[float, float, float, float],
        text: str,
        note: str = "",
        icon: str = "",
    ) -> None:
        x, y, wide, high = box
        self.name, self.action = name, action
        self.main = name in ("banner", "sell all", "skip", "enough")
        outline = rounded(x, y, wide, high, min(9, wide / 2 - 1))
        self.target = Target(dock.sheet, outline, x + wide / 2, y + high / 2, "button" if self.main else "choice")
        left, anchor = (x + 46, "start") if icon else (x + wide / 2, "middle")
        bold, quiet = ("on-button", "on-button small") if self.main else ("bold", "quiet small")
        self.items: list[Item] = []
        if icon:
            self.items.append(Piece(dock.id(f"{name}-icon"), icon, x + 25, y + high / 2, 0.95))
        if text:
            self.items.append(Label(f"{name}-text", left, y + high / 2 + (-1 if note else 5), text, bold, anchor))
        if note:
            self.items.append(Label(f"{name}-note", left, y + high / 2 + 15, note, quiet, anchor))


def buttons(look: Look, dock: Dock) -> list[Button]:
    """Every action that is no place on the board and no card."""
    if look.verbs.keys() <= NO_BUTTONS:
        return []
    (x, y), half = dock.acts, dock.half
    seat = look.view["to_act"]
    workers = look.view["seats"][seat].get("workers", [0, 0]) if seat >= 0 else [0, 0]
    found = []
    for kind, action in look.moves("worker").items():
        owner, said = (seat, look.line("own")) if kind == OWN else (NEUTRAL, look.line("neutral"))
        box = (x + (half + 8) * kind, y + 6, half, 54)
        whose, _, what = said.partition(" ")  # in two lines: German has long words
        found.append(Button(dock, f"send-{kind}", action, box, whose, f"{what} × {workers[kind]}", f"ak-worker-{owner}"))
    for action in look.moves("banner").values():
        note = f"+ {look.rules.BANNER_WORKERS} {look.line('workers')}"
        found.append(Button(dock, "banner", action, (x, y + 6, half, 54), look.line("banner"), note))
    for action in look.moves("skip").values():
        found.append(Button(dock, "skip", action, (x, y + 6, half, 54), look.line("skip")))
    return [*found, *_sales(look, dock), *_last_buttons(look, dock)]


def _last_buttons(look: Look, dock: Dock) -> list[Button]:
    """What ends a decision with several steps."""
    (x, y), half = dock.acts, dock.half
    aside = dock.wide - 186 if dock is DOCK else 14
    below = 52 if dock is DOCK else y + 6
    found = []
    for action in look.moves("sell all").values():
        seals = look.view["seats"][look.view["to_act"]].get("seals", [0] * FAMILIES)
        gold = sum(n * value for n, value in zip(seals, look.view["values"], strict=True))
        found.append(
            Button(dock, "sell all", action, (aside, below, 172, 46), look.line("sell all"), f"+ {gold} {look.line('gold')}")
        )
    for action in look.moves("done").values():
        if look.view["decision"] == "go on":
            found.append(Button(dock, "enough", action, (x, y + 72, half, 46), look.line("enough")))
        elif look.view["decision"] == "banner":
            found.append(Button(dock, "end turn", action, (x + half + 8, y + 6, half, 54), look.line("end turn")))
        else:
            found.append(Button(dock, "no sale", action, (aside, below + 54, 172, 46), look.line("no sale")))
    return found


def _sales(look: Look, dock: Dock) -> list[Button]:
    """A chip for every number of seals that can be sold, a row for each family. Narrow chips name only every fifth number."""
    found = []
    sales = look.moves("sell")
    room = dock.wide - (290 if dock is DOCK else 98)
    for n, action in sales.items():
        family, many = n // AMOUNTS, n % AMOUNTS + 1
        step = min(30.0, room / sum(other // AMOUNTS == family for other in sales))
        said = str(many) if step > 19 or many % 5 == 0 or many == 1 else ""
        found.append(Button(dock, f"sell-{n}", action, (84 + (many - 1) * step, 47 + 34 * family, step - 2, 28), said))
    for family in sorted({n // AMOUNTS for n in sales}):
        seal, y = f"ak-seal-{family}", 61 + 34 * family
        found[0].items += [
            Piece(dock.id(f"sell-seal-{family}"), seal, 30, y, 0.78, title=look.family(family)),
            Label(f"sell-price-{family}", 50, y + 5, f"× {look.view['values'][family]}", "num"),
        ]
    return found


def button_places(look: Look) -> list[Place]:
    same = zip(*[buttons(look, dock) for dock in docks(look)], strict=True)
    return [Place(a.name, (a.action,), (a.target, *(b.target for b in more)), look.describe(a.action)) for a, *more in same]


def _standing(look: Look, dock: Dock) -> list[Item]:
    """Who has how much gold, the richest first."""
    gold = [seat.get("gold", 0) for seat in look.view["seats"]]
    x, y = dock.acts
    items: list[Item] = []
    for row, seat in enumerate(sorted(range(len(gold)), key=lambda seat: -gold[seat])):
        line = y + 18 + 31 * row
        rank = 1 + sum(other > gold[seat] for other in gold)
        items += [
            Label(f"rank-{seat}", x + 22, line, look.line("place", n=rank), "num val", "end"),
            Piece(dock.id(f"rank-mark-{seat}"), f"ak-mark-{seat}", x + 46, line - 6),
            Label(f"rank-name-{seat}", x + 66, line, look.names[seat], "serif name"),
            Label(f"rank-gold-{seat}", dock.wide - 62, line, str(gold[seat]), "num gold", "end"),
            Label(f"rank-word-{seat}", dock.wide - 54, line, look.line("gold"), "quiet small"),
        ]
    return items


def seat_places(look: Look) -> list[Place]:
    found = []
    for seat, action in look.moves("first").items():
        target = Target(f"seat-{seat}", rectangle(2, 2, COLUMN - 4, SEAT_HIGH - 4), COLUMN / 2, SEAT_HIGH / 2, "pick")
        found.append(Place(f"first-{seat}", (action,), (target,), look.describe(action)))
    return found


# --- how to read the city ---------------------------------------------------------------------------------------------


def explained(look: Look) -> Hashable:
    """All that the legend shows."""
    return look.rules, look.language


@drawn_once(explained, LASTING)
def legend_sheet(look: Look) -> Sheet:
    house = SHAPE_NAMES.index("house")
    items: list[Item] = [
        Label("how", 16, 28, look.line("how"), "serif"),
        Shape("plan-plot", rounded(16, 42, 40, 22, 2), "plan"),
        Piece("plan-art", symbol(house, 0), 16, 43, 0.42, "pencil"),
        Label("plan", 66, 58, look.line("plan"), "small quiet"),
        Shape("free-frame", "M27 74h18v18h-18Z", "cnt-hot"),
        Label("free-n", 36, 87.6, "3", "cntn", "middle"),
        Label("free", 66, 88, look.line("free"), "small quiet"),
        Shape("done-plot", rounded(16, 102, 40, 22, 2), "plot"),
        Piece("done-art", symbol(house, 0), 16, 103, 0.42),
        Label("done", 66, 118, look.line("done"), "small quiet"),
        Piece("camp-art", "ak-camp", 21, 130, 0.62),
        Label("camp", 66, 148, look.line("camp"), "small quiet"),
    ]
    return Sheet("legend", COLUMN, LEGEND_HIGH, (), tuple(items), frame="panel", label=look.line("how"))
