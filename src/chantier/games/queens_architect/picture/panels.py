"""Queen's Architect: what stands around the board: header, the other seats, the guilds, and the bar with the choices."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache

from chantier.games.queens_architect.picture import art
from chantier.games.queens_architect.picture.art import at, circle, notch_angle, rounded
from chantier.games.queens_architect.picture.look import MOST_TILES, Look, titled, written_on
from chantier.games.queens_architect.state import CORNERS, GUILDS, POINT_NAMES
from chantier.kernel.words import NONE
from chantier.scene import Item, Label, Piece, Shape, Sheet, Target, drawn_once

CSS = """
.q-brand{font:600 21px var(--serif)}
.q-game{font:italic 16px var(--serif);fill:var(--ink-2)}
.q-order{fill:var(--paper-2);stroke:none}
.q-turn{fill:var(--paper);stroke-width:1.6}
.q-turn-0{stroke:var(--seat-0)}
.q-turn-1{stroke:var(--seat-1)}
.q-turn-2{stroke:var(--seat-2)}
.q-turn-3{stroke:var(--seat-3)}
.q-rule{fill:none;stroke:var(--paper-3);stroke-width:1}
.q-mini{fill:var(--paper-3);stroke:var(--ink-3);stroke-width:1}
.q-minilast{fill:none;stroke:var(--cream);stroke-width:1.6;stroke-dasharray:4 3}
.q-mini-n{font:700 16px var(--serif);fill:var(--cream);font-variant-numeric:lining-nums}
.q-minifree{fill:none;stroke:var(--ink-3);stroke-dasharray:2.5 3}
.q-minisum{font:700 19px var(--serif);font-variant-numeric:lining-nums}
.q-kv{font:700 16px var(--serif);font-variant-numeric:lining-nums}
.q-bar{fill:var(--paper-2)}
.q-barline{fill:none;stroke:var(--ink-3);stroke-width:1}
.q-prompt{font:600 18px var(--serif)}
.q-button{fill:var(--paper);stroke:var(--ink);stroke-width:1.4}
.q-halo{fill:none;stroke:var(--glow);stroke-width:3.4}
.q-key{fill:var(--glow);stroke:var(--ink);stroke-width:1}
.q-kt{font:700 12px var(--sans);fill:#2b2620}
.q-bt{font:600 15px var(--serif)}
.q-glow{stroke:var(--glow);stroke-width:3;stroke-opacity:.95;fill-opacity:.07}
.q-bare{stroke-opacity:0}
.q-crown{color:var(--warn)}
"""

COLUMN = 236
GAP = 12
BAR_HIGH = 72
HEIGHT = 756


# --- header -----------------------------------------------------------------------------------------------------------


def heading(look: Look) -> Hashable:
    """All that the header shows."""
    view = look.view
    now = (view["round"], view["last_round"], view["decision"] == "over", view["first"], view["to_act"])
    return look.rules, look.whose_turn, now, tuple(look.names), look.language


@drawn_once(heading)
def header_sheet(look: Look) -> Sheet:
    """The game, the round, and the seats in order of play, the one to act with a ring."""
    view = look.view
    told = look.line("round", n=view["round"])
    if view["last_round"] and view["decision"] != "over":
        told += f", {look.line('last round')}"
    items: list[Item] = [
        Label("brand", 16, 32, "Chantier", "q-brand"),
        Label("game", 108, 32, look.game.title, "q-game"),
        Label("round", 250, 32, told, "bold"),
        Label("turn", 1424, 32, look.whose_turn, "bold", "end"),
    ]
    many = len(view["seats"])
    first = view["first"] or 0
    wide = 104
    left = 720 - wide * many / 2
    ground = [
        f'<path class="q-order" d="{rounded(left - 4, 8, wide * many + 8, 34, 17)}"/>',
        '<path class="q-rule" d="M0 49.500H1440"/>',
    ]
    for n in range(many):
        seat = (first + n) % many
        x = left + n * wide
        if seat == view["to_act"]:
            items.append(Shape(f"order-{n}", rounded(x + 1, 10, wide - 2, 30, 15), f"q-turn q-turn-{seat}"))
        items.append(Piece(f"order-shape-{seat}", look.shape(seat), x + 18, 25, 0.95, f"q-s{seat}"))
        items.append(
            Label(f"order-name-{seat}", x + 31, 29.5, _short(look.names[seat], 10), "bold" if seat == view["to_act"] else "")
        )
    return Sheet("header", 1440, 50, tuple(ground), (), tuple(items), label=look.game.title)


def _short(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


# --- other seats ------------------------------------------------------------------------------------------------------


def seat_height(look: Look) -> float:
    return 178 if len(look.others) < 3 else 150


def owned(look: Look, seat: int) -> Hashable:
    """All that the sheet of another seat shows."""
    view, its = look.view, look.view["seats"][seat]
    now = (view["to_act"] == seat, view["side"], len(look.others))
    has = (its["talers"], its["bonds"], its["markers"], its["confidence"])
    far = (its["architect"], its["carriage"], its["performance"], its["appreciation"], its["palace"])
    return look.rules, look.names[seat], look.crews[seat], has, far, now, look.language


@drawn_once(owned)
def seat_sheet(look: Look, seat: int) -> Sheet:
    """Another seat: a small star with its crew, its money, and where it is."""
    its, high = look.view["seats"][seat], seat_height(look)
    side = 22.0 if high > 160 else 18.5
    cx, cy = 74.0, high / 2 + 2
    labels: list[Item] = [
        Piece(f"seat-shape-{seat}", look.shape(seat), 20, 20, 1, f"q-s{seat}"),
        Label(f"seat-name-{seat}", 33, 25, _short(look.names[seat], 16), "q-title"),
        Label(f"seat-steps-{seat}", COLUMN - 12, 25, f"{its['appreciation']}/{look.rules.TRACK_END}", "num quiet", "end"),
        Label(f"seat-sum-{seat}", cx, cy + 6.5, str(its["performance"]), "q-minisum", "middle"),
    ]
    pieces = _small_crew(look, seat, side, cx, cy)
    dx, dy = at(-90 + 60 * its["architect"], side * 1.36)
    labels.append(Shape(f"seat-at-{seat}", circle(cx + dx, cy + dy, 6.5), f"q-turn q-turn-{seat}"))
    labels.append(Piece(f"architect-{seat}", look.shape(seat), cx + dx, cy + dy, 0.56, f"q-s{seat}", f"architect-{seat}"))
    labels += _belongings(look, seat, cy)
    where = f"{look.texts[POINT_NAMES[its['architect']]]} · {look.place(its['carriage'])}"
    if its["palace"]:
        where = look.line("at palace", n=its["palace"])
    labels.append(Label(f"seat-where-{seat}", 14, high - 9, where, "quiet small"))
    ground = (f'<path class="q-mini" d="{art.star_path(side, cx, cy)}"/>',)
    frame = f"panel now seat-{seat}" if look.view["to_act"] == seat else "panel"
    told = f"{look.names[seat]}: {its['performance']}, {look.many('talers', its['talers'])}, {look.many('bonds', its['bonds'])}"
    return Sheet(f"seat-{seat}", COLUMN, high, ground, tuple(pieces), tuple(labels), frame, told, (cx, cy))


def employed(look: Look, seat: int, *more: float) -> Hashable:
    """All that the crew of another seat shows."""
    return look.rules, look.crews[seat], look.language


@drawn_once(employed)
def _small_crew(look: Look, seat: int, side: float, cx: float, cy: float) -> list[Item]:
    crew = enumerate(look.crews[seat])
    return [item for notch, c in crew for item in _small_craftsman(look, seat, notch, side, cx, cy, *(c or (NONE, NONE)))]


@drawn_once(written_on, MOST_TILES)
def _small_craftsman(
    look: Look, seat: int, notch: int, side: float, cx: float, cy: float, character: int, corner: int
) -> tuple[Item, ...]:
    """A craftsman on the small star of another seat, or a free place."""
    dx, dy = at(notch_angle(notch), 2 * side)
    if character == NONE:
        return (Shape(f"seat-free-{seat}-{notch}", art.hexagon(side - 2, cx + dx, cy + dy), "q-minifree"),)
    guild, value = look.rules.GUILD[character], look.rules.PERFORMANCE[character][corner]
    title, scale = titled(look, character, corner), side / 22
    last = Shape(f"seat-last-{seat}-{notch}", art.hexagon(side - 1.5, cx + dx, cy + dy), "q-minilast")
    return (
        Piece(f"crew-{seat}-{character}", f"qa-m{guild}", cx + dx, cy + dy, scale, "", f"craftsman-{character}", title),
        *((last,) if corner == CORNERS - 1 else ()),
        Label(f"seat-value-{seat}-{notch}", cx + dx + 8 * scale, cy + dy + 5.5 * scale, str(value), "q-mini-n", "middle"),
    )


def _belongings(look: Look, seat: int, middle: float) -> list[Item]:
    its = look.view["seats"][seat]
    trust = look.rules.TRUST[its["confidence"]]
    return [
        *_amount("m-taler", "qa-m-taler", seat, its["talers"], "", middle - 25),
        *_amount("m-bond", "qa-m-bond", seat, its["bonds"], f"{trust}×", middle),
        *_amount("p-house", f"qa-p-house-{seat}", seat, its["markers"], "", middle + 25),
    ]


@lru_cache(2**9)
def _amount(name: str, symbol: str, seat: int, many: int, note: str, y: float) -> tuple[Item, ...]:
    """How many of something a seat has."""
    return (
        Piece(f"seat-{name}-{seat}", symbol, 160, y, 0.76, f"q-s{seat}"),
        Label(f"seat-{name}-n-{seat}", 176, y + 5.5, str(many), "q-kv"),
        Label(f"seat-{name}-w-{seat}", 200, y + 5, note, "quiet small"),
    )


def seat_target(look: Look, seat: int) -> Target:
    if seat == look.me:
        return Target("star", rounded(4, 4, 384, 396, 8), 196, 214, "q-glow")
    high = seat_height(look)
    return Target(f"seat-{seat}", rounded(3, 3, COLUMN - 6, high - 6, 8), COLUMN / 2, high / 2, "q-glow")


# --- the guilds -------------------------------------------------------------------------------------------------------


def guilds_height(look: Look) -> float:
    return HEIGHT - len(look.others) * (seat_height(look) + GAP)


def organised(look: Look) -> Hashable:
    """All that the sheet of the guilds shows."""
    left = (look.view["supply"], sum(look.view["gone"]), len(look.others))
    return look.rules, look.crews[look.me], left, look.language


@drawn_once(organised)
def guilds_sheet(look: Look) -> Sheet:
    """Which emblem is which guild, which of them the reader has, and what is left in the supply. At the end, the standing."""
    high = guilds_height(look)
    labels: list[Item] = [Label("guilds", 14, 26, look.line("guilds"), "q-title")]
    pieces: list[Item] = []
    step = min(42.0, (high - 96) / GUILDS)
    for guild in range(GUILDS):
        y = 54 + guild * step
        pieces.append(Piece(f"legend-{guild}", f"qa-sh-{guild}", 28, y, min(1.1, step / 33)))
        mine = [c for c in look.my["crew"] if c and look.rules.GUILD[c[0]] == guild]
        labels.append(Label(f"legend-name-{guild}", 48, y + 5, look.guild(guild), "bold" if mine else "quiet"))
        told = " + ".join(str(look.rules.PERFORMANCE[c[0]][c[1]]) for c in mine)
        labels.append(Label(f"legend-n-{guild}", COLUMN - 14, y + 5, told or "–", "num" if mine else "quiet", "end"))
    gone = sum(look.view["gone"])
    labels.append(Label("supply", 14, high - 30, look.line("supply", n=look.view["supply"]), "quiet small"))
    labels.append(Label("gone", 14, high - 13, look.line("gone", n=gone), "quiet small"))
    return Sheet("guilds", COLUMN, high, (), tuple(pieces), tuple(labels), "panel", look.line("guilds"))


# --- the bar ----------------------------------------------------------------------------------------------------------

BUTTONS = ("step", "turn", "confidence", "redeem", "build", "palace", "climb", "bonds", "done", "forfeit")
BUTTON_LEFT, BUTTON_RIGHT = 404, 1426


@dataclass(frozen=True)
class Button:
    """A choice in the bar."""

    action: int
    verb: str
    x: float
    width: float


def buttons(look: Look) -> list[Button]:
    """The choices of the bar, from left to right: what has no piece of its own to click on, and the moves of the architect."""
    chosen = [(action, look.game.actions.split(action)[0]) for action in look.legal]
    chosen = [(action, verb) for action, verb in chosen if verb in BUTTONS]
    if not chosen:
        return []
    wide = min(300.0, (BUTTON_RIGHT - BUTTON_LEFT - GAP * (len(chosen) - 1)) / len(chosen))
    return [Button(action, verb, BUTTON_LEFT + n * (wide + GAP), wide) for n, (action, verb) in enumerate(chosen)]


def waited(look: Look) -> Hashable:
    """All that the bar shows to whoever has nothing to choose."""
    over = look.view["decision"] == "over" and repr(look.view["seats"])
    return look.rules, look.whose_turn, look.view["to_act"], over, tuple(look.names), look.language


@drawn_once(waited)
def waiting_sheet(look: Look) -> Sheet:
    return bar_sheet(look)


def bar_sheet(look: Look) -> Sheet:
    """What is asked for now, and the choices."""
    over = look.view["decision"] == "over"
    asked = look.prompt if look.legal and not over else look.whose_turn
    hint = "" if not look.legal else look.line("hint step" if look.moves("step") else "hint")
    items: list[Item] = []
    x = 16
    if look.view["to_act"] >= 0:
        items.append(Piece("bar-seat", look.shape(look.view["to_act"]), 24, 29, 1.1, f"q-s{look.view['to_act']}"))
        x = 40
    if over:
        items += _standing(look)
    lines = _wrapped(asked, 40)
    items += [
        Label(f"prompt-{n}", x, (34 if len(lines) == 1 else 27) + 21 * n, line, "q-prompt") for n, line in enumerate(lines)
    ]
    if len(lines) == 1:
        items.append(Label("hint", x, 54, hint, "quiet small"))
    for number, button in enumerate(buttons(look), 1):
        items += _button(look, button, number)
    ground = (f'<path class="q-bar" d="M0 0H1440V{BAR_HIGH}H0Z"/>', '<path class="q-barline" d="M0 .500H1440"/>')
    return Sheet("bar", 1440, BAR_HIGH, ground, (), tuple(items), label=asked)


def _button(look: Look, button: Button, number: int) -> list[Item]:
    """A key number, a title and what it brings."""
    title, _, detail = look.describe(button.action).partition(": ")
    n = look.game.actions.split(button.action)[1]
    if button.verb == "step":
        title, detail = look.step_text(n + 1)
    elif button.verb == "redeem":
        title, detail = look.many("bonds", n + 1), look.many("talers", (n + 1) * look.rules.BOND_PAY)
    elif button.verb == "turn":
        character = look.my["crew"][look.view["notch"]][0]
        title = look.many("talers", n * look.rules.TURN_PAY)
        detail = f"{look.rules.PERFORMANCE[character][n]}, {look.many('services', CORNERS - n)}"
    narrow = button.width < 200
    chars = int((button.width - 44) / 6.6)
    if not detail and len(title) > chars:
        split = _wrapped(title, chars)
        title, detail = split[0], " ".join(split[1:])
    title = title[:1].upper() + title[1:]
    items: list[Item] = [
        Shape(f"halo-{number}", rounded(button.x - 1.5, 9.5, button.width + 3, 53, 10), "q-halo"),
        Shape(f"button-{number}", rounded(button.x, 11, button.width, 50, 9), "q-button"),
        Shape(f"key-{number}", circle(button.x + 19, 36, 10), "q-key"),
        Label(f"key-n-{number}", button.x + 19, 40.5, str(number), "q-kt", "middle"),
        Label(
            f"button-title-{number}", button.x + 36, 32 if detail else 41, _short(title, chars + (0 if narrow else 2)), "q-bt"
        ),
    ]
    if detail:
        items.append(Label(f"button-detail-{number}", button.x + 36, 50, _short(detail, int(chars * 1.12)), "quiet small"))
    return items


def button_target(button: Button) -> Target:
    return Target("bar", rounded(button.x, 11, button.width, 50, 9), button.x + 19, 36, "q-bare plain")


def _wrapped(said: str, most: int) -> list[str]:
    """In two lines if it is long."""
    if len(said) <= most or " " not in said:
        return [said]
    cut = max((n for n, c in enumerate(said) if c == " " and n <= most), default=said.index(" "))
    return [said[:cut], said[cut + 1 :]]


def _standing(look: Look) -> list[Item]:
    """12.4  Who came where: the sums at the palace."""
    seats = look.view["seats"]
    order = sorted(range(len(seats)), key=lambda seat: -seats[seat]["palace"])
    items: list[Item] = []
    for n, seat in enumerate(order):
        x = BUTTON_LEFT + n * 250
        place = 1 + sum(other["palace"] > seats[seat]["palace"] for other in seats)
        items.append(Label(f"rank-{seat}", x + 16, 46, str(place), "q-sum", "middle"))
        if place == 1:
            items.append(Piece(f"rank-crown-{seat}", "qa-m-crown", x + 16, 13, 0.7, "q-crown"))
        items.append(Piece(f"rank-shape-{seat}", look.shape(seat), x + 48, 27, 1, f"q-s{seat}"))
        items.append(Label(f"rank-name-{seat}", x + 62, 32, _short(look.names[seat], 18), "q-bt"))
        told = look.line("at palace", n=seats[seat]["palace"]) if seats[seat]["palace"] else f"{seats[seat]['appreciation']}/9"
        items.append(Label(f"rank-sum-{seat}", x + 44, 52, told, "quiet small"))
    return items
