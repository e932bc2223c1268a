"""Queen's Architect: from a view to a scene. Each legal action belongs to the place that is clicked for it.

Left is mine (star, purse, tavern), the middle is ours (track, map, billboard), right is theirs. Everything is drawn from the
view, the tables and the list of legal actions.
"""

from __future__ import annotations

from collections.abc import Sequence

from chantier.core import Game, View
from chantier.games.queens_architect import art, draw_map, draw_panels, draw_star
from chantier.games.queens_architect.look import Look, symbols
from chantier.games.queens_architect.state import HOME
from chantier.scene import Arrangement, Box, Place, Scene, Sheet, Target, stylesheet

STYLE = stylesheet(art.LIGHT, art.DARK, draw_star.RULES + draw_map.RULES + draw_panels.RULES, art.PIECES)


def scene(game: Game, view: View, legal: list[int], *, language: str = "en", names: Sequence[str] | None = None) -> Scene:
    """The table as this view shows it."""
    look = Look(game, view, legal, language, names)
    sheets = [
        draw_panels.header_sheet(look),
        draw_star.star_sheet(look),
        draw_star.purse_sheet(look),
        draw_star.display_sheet(look) if look.drafting else draw_star.tavern_sheet(look),
        draw_map.stage_sheet(look),
        draw_map.billboard_sheet(look),
        *(draw_panels.seat_sheet(look, seat) for seat in look.others),
        draw_panels.guilds_sheet(look),
        draw_panels.bar_sheet(look),
    ]
    return Scene(
        title=f"{game.title}: {look.word('round', n=view['round'])}",
        description=description(look),
        sheets=tuple(sheets),
        places=tuple(places(look)),
        symbols=symbols(game, language),
        style=STYLE,
        wide=wide(look),
        narrow=narrow(look, sheets),
    )


def description(look: Look) -> str:
    """The picture in a few sentences."""
    told = [look.word("round", n=look.view["round"]), look.whose_turn()]
    for name, its in zip(look.names, look.view["seats"], strict=True):
        steps = f"{look.rules.TRACK_END}: {its['appreciation']}"
        told.append(f"{name}: {steps}, {its['performance']}, {look.many('talers', its['talers'])}")
    return ". ".join(told) + "."


# --- places -----------------------------------------------------------------------------------------------------------


def places(look: Look) -> list[Place]:
    """A place for every legal action. What chance may draw lies all in one place."""
    found = [
        Place(f"first-{seat}", (action,), (draw_panels.seat_target(look, seat),), look.describe(action))
        for seat, action in look.moves("first").items()
    ]
    found += _chance(look)
    second = {button.action: draw_panels.button_target(button) for button in draw_panels.buttons(look)}
    for action in look.legal:
        verb, n = look.game.actions.split(action)
        if verb in ("first", "token", "demand", "draw"):
            continue
        target = _target(look, verb, n)
        targets = tuple(t for t in (target, second.get(action)) if t is not None)
        found.append(Place(f"{verb}-{n}", (action,), targets, look.describe(action), _badge(look, verb, n)))
    return found


def _chance(look: Look) -> list[Place]:
    targets: dict[str, Target] = {
        "token": draw_map.rung_target(look, len(look.view["track"]) + 1),
        "draw": draw_map.pile_target(),
    }
    if look.moves("demand"):
        free = next(p for p, tile in enumerate(look.view["demand"]) if tile is None and p != HOME)
        targets["demand"] = draw_map.place_target(look, free)
    found = []
    for verb, target in targets.items():
        actions = tuple(look.moves(verb).values())
        if actions:
            found.append(Place(verb, actions, (target,), look.prompt))
    return found


def _target(look: Look, verb: str, n: int) -> Target | None:
    """Where on the table an action is clicked; None if only the bar has it."""
    if verb in ("labour", "dismiss", "repair"):
        return draw_star.crew_target(look, n)
    if verb == "take":
        return draw_star.display_target(look, n)
    if verb == "notch":
        return draw_star.notch_target(n)
    if verb == "turn":
        return draw_star.corner_target(look, n)
    if verb == "step":
        return draw_star.point_target(look, n + 1)
    if verb == "hire":
        return draw_map.space_target(n)
    if verb == "travel":
        return draw_map.place_target(look, n)
    if verb == "send":
        return draw_star.guild_target(look, n)
    if verb == "build":
        return draw_map.place_target(look, look.my["carriage"])
    if verb == "palace":
        return draw_map.palace_target()
    if verb == "climb":
        return draw_map.rung_target(look, look.my["appreciation"] + 1)
    if verb == "confidence":
        return draw_star.trust_target(look)
    return draw_star.bonds_target() if verb == "bonds" else None


def _badge(look: Look, verb: str, n: int) -> str:
    """What stands on a place: steps, or talers."""
    if verb == "step":
        return str(n + 1)
    if verb == "travel":
        roads, prices = look.rules.ROADS[look.view["side"]][look.my["carriage"]][n], look.rules.TRAVEL_PRICE
        return str(prices[roads]) if roads < len(prices) else ""
    return ""


# --- arrangements -----------------------------------------------------------------------------------------------------


def wide(look: Look) -> Arrangement:
    """Mine on the left, the board in the middle, the others on the right."""
    top, gap = 60, draw_panels.GAP
    left, middle, right = 12, 416, 1192
    boxes = [
        Box("words", "header", 0, 0, 1440, 50),
        Box("mine", "star", left, top, draw_star.WIDE, draw_star.STAR_HIGH),
        Box("mine", "purse", left, top + draw_star.STAR_HIGH + gap, draw_star.WIDE, draw_star.PURSE_HIGH),
        Box(
            "mine",
            "tavern",
            left,
            top + draw_star.STAR_HIGH + draw_star.PURSE_HIGH + 2 * gap,
            draw_star.WIDE,
            draw_star.TAVERN_HIGH,
        ),
        Box("stage", "stage", middle, top, draw_map.WIDE, draw_map.HIGH),
        Box("side", "billboard", middle, top + draw_map.HIGH + gap, draw_map.WIDE, draw_map.BILL_HIGH),
    ]
    y: float = top
    for seat in look.others:
        high = draw_panels.seat_height(look)
        boxes.append(Box("seats", f"seat-{seat}", right, y, draw_panels.COLUMN, high))
        y += high + gap
    boxes.append(Box("side", "guilds", right, y, draw_panels.COLUMN, draw_panels.guilds_height(look)))
    boxes.append(Box("words", "bar", 0, 828, 1440, draw_panels.BAR_HIGH))
    return Arrangement(1440, 900, tuple(boxes))


def narrow(look: Look, sheets: list[Sheet]) -> Arrangement:
    """One below the other: the board, then what is mine, then the others."""
    order = [("stage", "stage"), ("mine", "star"), ("mine", "purse"), ("side", "billboard"), ("mine", "tavern")]
    order += [("seats", f"seat-{seat}") for seat in look.others] + [("side", "guilds")]
    named = {sheet.name: sheet for sheet in sheets}
    boxes, y = [], 8.0
    for area, name in order:
        wide = 374 if area != "seats" and name != "guilds" else 236
        high = round(wide * named[name].height / named[name].width, 1)
        boxes.append(Box(area, name, 8, y, wide, high))
        y += high + 8
    return Arrangement(390, y, tuple(boxes))
