"""Queen's Architect: from a view to a scene. Each legal action belongs to the place that is clicked for it.

Left is mine (star, purse, tavern), the middle is ours (track, map, billboard), right is theirs. Everything is drawn from the
view, the tables and the list of legal actions.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from chantier.core import Game, View
from chantier.games.queens_architect.picture import art, city_map, panels, small_map, star
from chantier.games.queens_architect.picture.look import Look, symbols
from chantier.games.queens_architect.state import HOME
from chantier.games.queens_architect.words import text
from chantier.look import said_once
from chantier.scene import (
    LASTING,
    NOWHERE,
    Arrangement,
    Box,
    Chip,
    Place,
    Scene,
    Shape,
    Target,
    by_form,
    drawn_once,
    sizes,
    stylesheet,
)

STYLE = stylesheet(art.LIGHT, art.DARK, star.CSS + city_map.CSS + small_map.CSS + panels.CSS, art.PIECES)


ONLY = {  # sheets, and in which windows
    "header": (),
    "bar": (),
    "stage": ("wide",),
    "billboard": ("wide",),
    small_map.TALL[0]: ("narrow",),
    small_map.LOW[0]: ("low",),
    small_map.BILL: ("narrow", "low"),
}
SHEETS = by_form(
    {
        "header": lambda look: panels.header_sheet(look),
        "star": lambda look: star.star_sheet(look),
        "purse": lambda look: star.purse_sheet(look),
        "tavern": lambda look: star.display_sheet(look) if look.drafting else star.tavern_sheet(look),
        "stage": lambda look: city_map.stage_sheet(look),
        "billboard": lambda look: city_map.billboard_sheet(look),
        small_map.TALL[0]: lambda look: small_map.small_stage(look, small_map.TALL),
        small_map.LOW[0]: lambda look: small_map.small_stage(look, small_map.LOW),
        small_map.BILL: lambda look: small_map.small_billboard(look),
    },
    ONLY,
)  # then one for each other seat
BESIDES = by_form(
    {
        "guilds": lambda look: panels.guilds_sheet(look),
        "bar": lambda look: panels.bar_sheet(look) if look.legal else panels.waiting_sheet(look),
    },
    ONLY,
)


def scene(
    game: Game, view: View, legal: list[int], *, language: str = "en", names: Sequence[str] | None = None, form: str = ""
) -> Scene:
    """The table as this view shows it."""
    look = Look(game, view, legal, language, names, form)
    sheets = [draw(look) for draw in SHEETS[form]]
    sheets += [panels.seat_sheet(look, seat) for seat in look.others]
    sheets += [draw(look) for draw in BESIDES[form]]
    return Scene(
        title=f"{game.title}: {look.line('round', n=view['round'])}",
        description=description(look),
        sheets=tuple(sheets),
        places=tuple(places(look)) if legal else (),
        symbols=symbols(game, language),
        style=STYLE,
        wide=wide(look),
        narrow=narrow(look, sizes(sheets), small_map.TALL[0]) if form in ("", "narrow") else NOWHERE,
        low=narrow(look, sizes(sheets), small_map.LOW[0]) if form in ("", "low") else NOWHERE,
        said=look.said,
    )


@said_once("seats")
def description(look: Look) -> str:
    """The picture in a few sentences."""
    told = [look.line("round", n=look.view["round"]), look.whose_turn]
    for name, its in zip(look.names, look.view["seats"], strict=True):
        steps = f"{look.rules.TRACK_END}: {its['appreciation']}"
        told.append(f"{name}: {steps}, {its['performance']}, {look.many('talers', its['talers'])}")
    return ". ".join(told) + "."


# --- places -----------------------------------------------------------------------------------------------------------


CHANCES = ("first", "token", "demand", "draw")  # verbs that chance has


def places(look: Look) -> list[Place]:
    """A place for every legal action. What chance may draw lies all in one place. In a wide window nothing is clicked on the
    bar and on the sheets for small ones, for it has none of them."""
    found = [
        Place(f"first-{seat}", (action,), (panels.seat_target(look, seat),), look.describe(action))
        for seat, action in look.moves("first").items()
    ]
    found += _chance(look)
    small = look.form != "wide"
    second = {button.action: panels.button_target(button) for button in panels.buttons(look)} if small else {}
    here = [(verb, *one) for verb, its in look.verbs.items() if verb not in CHANCES for one in its.items()]
    for verb, n, action in here:
        target = _target(look, verb, n)
        others = (second.get(action), *_small_targets(look, verb, n)) if small else ()
        targets = tuple([t for t in (target, *others) if t is not None])
        brings, route = _journey(look, n) if verb == "travel" else ((), ())
        badge = _badge(look, verb, n)
        found.append(Place(f"{verb}-{n}", (action,), targets, look.describe(action), badge, brings=brings, shown=route))
    return found


def _journey(look: Look, place: int) -> tuple[tuple[Chip, ...], tuple[Shape, ...]]:
    """8.1, 10.2, 11.1  What could be built or repaired at the end of a journey, and the way there."""
    said, can = text.forecast(look, place)
    repairs = look.repairs
    here, css = look.my["carriage"], f"route route-{look.me}"
    small = small_map.FORMS if look.form != "wide" else ()
    routes = (city_map.route(look, here, place), *(small_map.route(look, form, here, place) for form in small))
    brings = (*([Chip(said, good=can)] if said else []), *([Chip(repairs, symbol="m-scroll")] if repairs else []))
    return brings, tuple(Shape(f"route-{place}-{n}", route, css) for n, route in enumerate(routes))


def _chance(look: Look) -> list[Place]:
    found = []
    for verb in ("token", "draw", "demand"):
        if actions := tuple(look.moves(verb).values()):
            found.append(Place(verb, actions, tuple(_chance_targets(look, verb)), look.prompt))
    return found


def _chance_targets(look: Look, verb: str) -> list[Target]:
    if verb == "token":
        step = len(look.view["track"]) + 1
        return [city_map.rung_target(look, step), *small_map.rung_targets(look, step)]
    if verb == "draw":
        return [city_map.pile_target(), small_map.pile_target()]
    free = next(p for p, tile in enumerate(look.view["demand"]) if tile is None and p != HOME)
    return [city_map.place_target(look, free), *small_map.place_targets(look, free)]


def _small_targets(look: Look, verb: str, n: int) -> list[Target]:
    """Where an action is clicked on the sheets for small screens, if they are others."""
    if verb in ("travel", "build"):
        return small_map.place_targets(look, n if verb == "travel" else look.my["carriage"])
    if verb == "climb":
        return small_map.rung_targets(look, look.my["appreciation"] + 1)
    if verb == "hire":
        return [small_map.space_target(n)]
    return small_map.palace_targets() if verb == "palace" else []


def _target(look: Look, verb: str, n: int) -> Target | None:
    """Where on the table an action is clicked; None if only the bar has it."""
    if verb in ("labour", "dismiss", "repair"):
        return star.crew_target(look, n)
    if verb == "take":
        return star.display_target(look, n)
    if verb == "notch":
        return star.notch_target(n)
    if verb == "turn":
        return star.corner_target(look, n)
    if verb == "step":
        return star.point_target(look, n + 1)
    if verb == "hire":
        return city_map.space_target(n)
    if verb == "travel":
        return city_map.place_target(look, n)
    if verb == "send":
        return star.guild_target(look, n)
    if verb == "build":
        return city_map.place_target(look, look.my["carriage"])
    if verb == "palace":
        return city_map.palace_target()
    if verb == "climb":
        return city_map.rung_target(look, look.my["appreciation"] + 1)
    if verb == "confidence":
        return star.trust_target(look)
    return star.bonds_target() if verb == "bonds" else None


def _badge(look: Look, verb: str, n: int) -> str:
    """What stands on a place: steps, or talers."""
    if verb == "step":
        return str(n + 1)
    if verb == "travel":
        roads, prices = look.rules.ROADS[look.view["side"]][look.my["carriage"]][n], look.rules.TRAVEL_PRICE
        return (f"−{prices[roads]}" if prices[roads] else "0") if roads < len(prices) else ""
    return ""


# --- arrangements -----------------------------------------------------------------------------------------------------


def arranged(look: Look, *sheets: object) -> Hashable:
    """All that an arrangement depends on, but for the sheets."""
    return look.rules, look.me, len(look.names), look.language


@drawn_once(arranged, LASTING)
def wide(look: Look) -> Arrangement:
    """Mine on the left, the board in the middle, the others on the right."""
    top, gap = 60, panels.GAP
    left, middle, right = 12, 416, 1192
    boxes = [
        Box("words", "header", 0, 0, 1440, 50),
        Box("mine", "star", left, top, star.WIDE, star.STAR_HIGH),
        Box("mine", "purse", left, top + star.STAR_HIGH + gap, star.WIDE, star.PURSE_HIGH),
        Box(
            "mine",
            "tavern",
            left,
            top + star.STAR_HIGH + star.PURSE_HIGH + 2 * gap,
            star.WIDE,
            star.TAVERN_HIGH,
        ),
        Box("stage", "stage", middle, top, city_map.WIDE, city_map.HIGH),
        Box("side", "billboard", middle, top + city_map.HIGH + gap, city_map.WIDE, city_map.BILL_HIGH),
    ]
    y: float = top
    for seat in look.others:
        high = panels.seat_height(look)
        boxes.append(Box("seats", f"seat-{seat}", right, y, panels.COLUMN, high))
        y += high + gap
    boxes.append(Box("side", "guilds", right, y, panels.COLUMN, panels.guilds_height(look)))
    boxes.append(Box("words", "bar", 0, 828, 1440, panels.BAR_HIGH))
    return Arrangement(1440, 900, tuple(boxes))


@drawn_once(arranged, LASTING)
def narrow(look: Look, sheets: tuple[tuple[str, float, float], ...], stage: str) -> Arrangement:
    """One below the other: the board, then what is mine, then the others."""
    pages = {stage: "tab map", "star": "tab star", "purse": "tab star", small_map.BILL: "tab hire", "tavern": "tavern"}
    areas = {stage: "stage", small_map.BILL: "side"}
    size = {name: (wide, high) for name, wide, high in sheets}
    boxes, y = [], 8.0
    for name in (*pages, *(f"seat-{seat}" for seat in look.others), "guilds"):
        wide = 374 if name in pages else 236
        high = round(wide * size[name][1] / size[name][0], 1)
        area, tab = (areas.get(name, "mine"), look.line(pages[name])) if name in pages else ("seats", "")
        boxes.append(Box(area, name, 8, y, wide, high, tab=tab))
        y += high + 8
    return Arrangement(390, y, tuple(boxes))
