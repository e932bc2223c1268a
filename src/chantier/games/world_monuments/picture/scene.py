"""World Monuments: from a view to a scene. Each legal action belongs to the place that is clicked for it.

Everything is drawn from the view, the tables and the list of legal actions, so a picture shows nothing that its seat may not
know. In the quarry phase the quarry is the stage and the monument stands beside it; when they build, it is the other way
round.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from chantier.core import Game, View
from chantier.games.world_monuments.picture import art, monument, panels, quarry
from chantier.games.world_monuments.picture.look import Look, Plan, brick_symbol
from chantier.games.world_monuments.state import KIND_NAMES, ROUNDS
from chantier.look import said_once
from chantier.scene import (
    LASTING,
    NOWHERE,
    Arrangement,
    Box,
    Place,
    Scene,
    Target,
    Turntable,
    by_form,
    drawn_once,
    rounded,
    sizes,
    stylesheet,
)

CSS = art.CSS + monument.CSS + quarry.CSS + panels.CSS
STYLE = stylesheet(art.LIGHT, art.DARK, CSS, art.PIECES)


SIDES = 4  # from which the monument can be seen
ONLY = {"header": (), "score": ("wide",), "mine": ("wide",), "mine-narrow": ("narrow",)}  # sheets, and in which windows
SHEETS = by_form(
    {
        "header": lambda look: panels.header_sheet(look),
        "score": lambda look: panels.score_sheet(look),
        "monument": lambda look: monument.monument_sheet(look, not look.in_quarry),
        "quarry": lambda look: quarry.quarry_sheet(look, look.in_quarry),
        "plans": lambda look: monument.plans_sheet(look),
        "mine": lambda look: panels.mine_sheet(look),
        "mine-narrow": lambda look: panels.small_mine_sheet(look),
        "supplies": lambda look: panels.supplies_sheet(look),
    },
    ONLY,
)  # and one for each seat


def scene(
    game: Game,
    view: View,
    legal: list[int],
    *,
    language: str = "en",
    names: Sequence[str] | None = None,
    side: int = 0,
    form: str = "",
) -> Scene:
    """The table as this view shows it, with this side of the monument towards us."""
    look = Look(game, view, legal, language, names, side)
    sheets = [draw(look) for draw in SHEETS[form]]
    sheets += [panels.seat_sheet(look, seat) for seat in range(len(view["seats"]))]
    return Scene(
        title=f"{game.title}: {look.texts[look.monument]}",
        description=description(look),
        sheets=tuple(sheets),
        places=tuple(places(look)) if legal else (),
        symbols=symbols(look.monument, look.plan, len(look.names)),
        style=STYLE,
        wide=wide(look),
        narrow=NOWHERE if form == "wide" else narrow(look, sizes(sheets)),
        turntable=turntable(look.levels),
        said=look.said,
    )


@lru_cache(8)
def turntable(levels: int) -> Turntable:
    return Turntable("monument", SIDES, levels)


@said_once("built")
def description(look: Look) -> str:
    """The picture in a few sentences."""
    scores = ", ".join(f"{name} {seat['points']}" for name, seat in zip(look.names, look.view["seats"], strict=True))
    laid = f"{len(look.built)} {look.line('laid', m=len(look.plan))}"
    told = [look.line("round", n=look.view["round"], m=ROUNDS), look.whose_turn, laid]
    return f"{'. '.join(told)}. {look.line('points')}: {scores}."


# --- places -----------------------------------------------------------------------------------------------------------


def places(look: Look) -> list[Place]:
    """A place for every legal action."""
    return [
        *(
            Place(f"first-{seat}", (action,), (panel_target(look, seat),), look.describe(action))
            for seat, action in look.moves("first").items()
        ),
        *(
            Place(f"draw-{KIND_NAMES[kind]}", (action,), (panels.bag_target(kind),), look.describe(action))
            for kind, action in look.moves("draw").items()
        ),
        *quarry_places(look),
        *lay_places(look),
        *(
            Place("pass", (action,), (panels.pass_target(), panels.small_pass_target()), look.describe(action))
            for action in look.moves("pass").values()
        ),
    ]


def panel_target(look: Look, seat: int) -> Target:
    high = panels.seat_height(look)
    outline = rounded(2, 2, panels.COLUMN - 4, high - 4, 9)
    return Target(f"seat-{seat}", outline, panels.COLUMN / 2, high / 2, "q-ring")


def quarry_places(look: Look) -> list[Place]:
    rings = quarry.pit(look, look.in_quarry)
    found = []
    for cell, action in look.moves("step").items():
        found.append(quarry.step_place(rings, cell, action, look.describe(action)))
    for kind, action in look.moves("take").items():
        target = quarry.take_target(look, rings, kind)
        found.append(Place(f"take-{KIND_NAMES[kind]}", (action,), (target,), look.describe(action)))
    return found


def lay_places(look: Look) -> list[Place]:
    built, plan, turned, iso = look.site.built, look.plan, look.turned, monument.fitted(look, not look.in_quarry)
    badges: list[tuple[float, float]] = []
    found = []
    for number, action in look.moves("lay").items():
        spot, here = plan[number], turned[number]
        seen = monument.seen_from(iso, turned, here, built, badges)
        place = monument.lay_place(look.monument, iso, here, *seen, plan, spot, action, look.describe(action))
        badges.append((place.targets[0].x, place.targets[0].y))
        found.append(place)
    return found


# --- symbols ----------------------------------------------------------------------------------------------------------


@lru_cache(64)
def symbols(built: str, plan: Plan, seats: int) -> Mapping[str, str]:
    """Every drawing that this monument and its table use."""
    iso = art.VIEWS[built]
    found = {f"wm-{letter}": art.brick(iso, letter) for letter in art.LETTERS if letter != "g"}
    for spot in plan:
        letter = art.LETTERS[spot.kind]
        ornament = art.ornament(built, spot.level, letter)
        found[brick_symbol(built, spot)] = art.brick(iso, letter, ornament)
        found[monument.pencil_symbol(built, spot)] = art.pencilled(iso, ornament)
    found |= {f"wm-f{letter}": art.flat(letter) for letter in art.LETTERS}
    for crown in monument.crowns(built, plan):
        flat = crown.name in art.LOW_CROWNS
        found[f"wm-{crown.name}"] = art.parapet(iso, crown.name == "statues") if flat else art.CROWNS[crown.name]
    found |= {f"wm-seat-{n}": drawing for n, drawing in enumerate(art.SEATS)}
    found |= {f"wm-screen-{n}": art.screen(n) for n in range(seats)}
    return MappingProxyType({**found, "wm-gem": art.GEM, "wm-worker": art.WORKER, "wm-laurel": art.LAUREL})


# --- arrangements -----------------------------------------------------------------------------------------------------


def arranged(look: Look, *sheets: object) -> Hashable:
    """All that an arrangement depends on, but for the sheets."""
    return look.rules, look.number, look.side, look.in_quarry, len(look.names), look.language


@drawn_once(arranged, LASTING)
def wide(look: Look) -> Arrangement:
    """Seats and material on the left, the stage in the middle, plans and the other sheet on the right."""
    stage, other = ("quarry", "monument") if look.in_quarry else ("monument", "quarry")
    high = panels.seat_height(look)
    boxes = [
        Box("words", "header", 0, 0, 1440, 50),
        *(Box("seats", f"seat-{n}", 16, 62 + n * (high + 12), panels.COLUMN, high) for n in range(len(look.names))),
        Box("side", "supplies", 16, 494, panels.COLUMN, 390),
        Box("score", "score", 300, 62, 820, 66),
        Box("stage", stage, 300, 140, 820, 582),
        Box("mine", "mine", 300, 734, 820, 150),
        Box("side", "plans", 1136, 62, 288, monument.PLANS_HIGH),
        Box("side", other, 1136, 62 + monument.PLANS_HIGH + 12, 288, 270),
    ]
    return Arrangement(1440, 900, tuple(boxes))


@drawn_once(arranged, LASTING)
def narrow(look: Look, sheets: tuple[tuple[str, float, float], ...]) -> Arrangement:
    """One below the other: the stage without its corners, own pieces, then what a client may put behind tabs."""
    stage, other = ("quarry", "monument") if look.in_quarry else ("monument", "quarry")
    window = quarry.NARROW_WINDOW if look.in_quarry else monument.narrow_window(look)
    order = [("stage", stage, stage), ("mine", "mine-narrow", stage), ("side", other, other), ("side", "plans", "plans")]
    order += [("seats", f"seat-{n}", "") for n in range(len(look.names))] + [("side", "supplies", "supplies")]
    size = {name: (wide, high) for name, wide, high in sheets}
    boxes, y = [], 8.0
    for area, name, tab in order:
        view = window if area == "stage" else (0, 0, *size[name])
        high = round(374 * view[3] / view[2], 1)
        part = view if area == "stage" else None
        boxes.append(Box(area, name, 8, y, 374, high, part, look.line(f"tab {tab}") if tab else ""))
        y += high + 8
    return Arrangement(390, y, tuple(boxes))
