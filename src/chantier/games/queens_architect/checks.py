"""Queen's Architect: says everything that is wrong with a component set."""

from __future__ import annotations

from chantier.components import Checker, Where
from chantier.games.queens_architect.state import (
    BATCH,
    BONUS_HIRE,
    BONUS_NAMES,
    CAPITAL,
    CHARACTERS,
    CORNERS,
    DEAREST,
    GUILD_NAMES,
    GUILDS,
    NOTCHES,
    PLACES,
    SEATS,
    SPACES,
    TILES,
    TRUSTS,
    TYPE_NAMES,
    VILLAGE,
)

BLOCKS = """seat supply display labour billboard price_scale moneychanger travel tavern construct appreciation character demand
board""".split()
MANY = 99  # talers, bonds or points that are surely enough
DISPLAYS = ("two", "three", "four")  # from two seats on
SIDES = {"small": "two or three", "large": "four"}


def check(c: Checker) -> None:
    """Everything, block by block; then what only several blocks together can get wrong."""
    c.block((), set(BLOCKS), frozenset({"seats"}))
    c.whole(("seats",), 2, SEATS)
    _check_seats(c)
    _check_prices(c)
    _check_construct(c)
    _check_characters(c)
    _check_demand(c)
    c.block(("board",), set(SIDES))
    for side in SIDES:
        _check_board(c, side)
    if not c.problems:
        _check_seat_counts(c)
        _check_amounts(c)
        _check_reach(c)


def _check_seats(c: Checker) -> None:
    c.block(("seat",), {"markers", "bonds", "turn_pay"})
    c.whole(("seat", "markers"), 1, PLACES)
    c.whole(("seat", "bonds"), 0, MANY)
    c.whole(("seat", "turn_pay"), 0, MANY)
    c.block(("supply",), {"bonds"})
    c.whole(("supply", "bonds"), 1, MANY)
    c.block(("display",), set(DISPLAYS))
    for seats, word in enumerate(DISPLAYS, 2):
        c.whole(("display", word), 2 * seats, CHARACTERS)
    c.block(("labour",), {"craftsmen", "sheaf"})
    c.whole(("labour", "craftsmen"), 1, NOTCHES)
    c.whole(("labour", "sheaf"), 0, MANY)


def _check_prices(c: Checker) -> None:
    c.block(("billboard",), {"prices", "corners"})
    c.row(("billboard", "prices"), 0, MANY, SPACES - 1)
    c.row(("billboard", "corners"), 0, CORNERS - 1, SPACES)
    c.block(("price_scale",), {"prices"})
    _some(c, ("price_scale", "prices"), c.row(("price_scale", "prices"), 0, MANY), 12)
    c.block(("moneychanger",), {"track", "talers"})
    _some(c, ("moneychanger", "track"), c.row(("moneychanger", "track"), 1, TRUSTS), TRUSTS)
    c.whole(("moneychanger", "talers"), 0, MANY)
    c.block(("travel",), {"talers"})
    _some(c, ("travel", "talers"), c.row(("travel", "talers"), 0, MANY), 12)
    c.block(("tavern",), {"talers"})
    fees = c.row(("tavern", "talers"), 0, MANY, GUILDS)
    if sorted(fees) != fees:
        c.wrong(("tavern", "talers"), "fees fall", fees=fees)


def _some(c: Checker, where: Where, row: list[int], most: int) -> None:
    if c.get(where) is not None and not 1 <= len(row) <= most:
        c.wrong(where, "too many numbers", most=most, found=len(row))


def _check_construct(c: Checker) -> None:
    c.block(("construct",), {"sites", "village", "monastery", "town", "repairers", "palace"})
    c.row(("construct", "sites"), 0, MANY, SEATS)
    for name in TYPE_NAMES[VILLAGE:]:
        c.whole(("construct", name), 0, MANY)
    c.whole(("construct", "repairers"), 1, NOTCHES)
    c.whole(("construct", "palace"), 1, MANY)
    c.block(("appreciation",), {"tokens", "spaces"})
    tokens = c.row(("appreciation", "tokens"), 1, DEAREST)
    spaces = c.whole(("appreciation", "spaces"), 1, BATCH)
    if tokens and len(tokens) < spaces:
        c.wrong(("appreciation", "tokens"), "few tokens", tokens=len(tokens), spaces=spaces)


def _check_characters(c: Checker) -> None:
    found = c.blocks(("character",))
    if len(found) > CHARACTERS:
        c.wrong(("character",), "many characters", most=CHARACTERS, found=len(found))
    names: list[str] = []
    for i in found:
        where: Where = ("character", i)
        c.block(where, {"name", "guild", "values", "scroll", "sheaf", "tiles", "starting"})
        c.name((*where, "name"), names)
        c.choice((*where, "guild"), GUILD_NAMES)
        c.row((*where, "values"), 0, MANY, CORNERS)
        c.whole((*where, "scroll"), 0, MANY)
        c.flag((*where, "sheaf"))
        tiles = c.whole((*where, "tiles"), 1, 9)
        c.whole((*where, "starting"), 0, min(1, tiles))


def _check_demand(c: Checker) -> None:
    c.block(("demand",), {"village", "monastery", "town", "bonus"})
    total = 0
    for name in TYPE_NAMES[VILLAGE:]:
        asked = c.rows(("demand", name), 1, GUILDS)
        total += len(asked)
        for i, guilds in enumerate(asked):
            for n in range(len(guilds)):
                c.choice(("demand", name, i, n), GUILD_NAMES)
            if len({str(g) for g in guilds}) < len(guilds):
                c.wrong(("demand", name, i), "guild twice", guilds=", ".join(map(str, guilds)))
    if total > TILES:
        c.wrong(("demand",), "many demands", most=TILES, found=total)
    bonuses = c.rows(("demand", "bonus"), 2, 2)
    for i in range(len(bonuses)):
        kind = c.choice(("demand", "bonus", i, 0), BONUS_NAMES[1:])
        most = 1 if kind == BONUS_NAMES[BONUS_HIRE] else MANY
        c.whole(("demand", "bonus", i, 1), 1, most)
    towns = c.get(("demand", "town"))
    if isinstance(towns, list) and len(bonuses) != len(towns):
        c.wrong(("demand", "bonus"), "not a bonus each", wanted=len(towns), found=len(bonuses))


def _check_board(c: Checker, side: str) -> None:
    where: Where = ("board", side)
    if not c.block(where, {"seats", "places", "roads"}):
        return
    seats = c.row((*where, "seats"), 2, SEATS)
    if len(set(seats)) < len(seats):
        c.wrong((*where, "seats"), "number twice", numbers=seats)
    names: list[str] = []
    places = c.rows((*where, "places"), 4, 4)
    for i, place in enumerate(places):
        if place:
            kind = c.choice((*where, "places", i, 0), TYPE_NAMES)
            if (kind == TYPE_NAMES[CAPITAL]) != (i == 0):
                c.wrong((*where, "places", i, 0), "one capital")
            c.name((*where, "places", i, 1), names)
            c.whole((*where, "places", i, 2), 0, 100)
            c.whole((*where, "places", i, 3), 0, 100)
    if not 2 <= len(places) <= PLACES:
        c.wrong((*where, "places"), "not so many places", most=PLACES, found=len(places))
    _check_roads(c, where, names)


def _check_roads(c: Checker, where: Where, names: list[str]) -> None:
    before = len(c.problems)
    reached: dict[str, set[str]] = {name: set() for name in names}
    for i, road in enumerate(c.rows((*where, "roads"), 2, 2)):
        for n in range(len(road)):
            c.choice((*where, "roads", i, n), names or [""])
        if road and road[0] == road[1]:
            c.wrong((*where, "roads", i), "road to itself", place=road[0])
        elif road and len(c.problems) == before:
            reached[road[0]].add(road[1])
            reached[road[1]].add(road[0])
    if len(c.problems) > before or not names:
        return
    seen, edge = {names[0]}, [names[0]]
    for name in edge:
        edge += sorted(reached[name] - seen)
        seen |= reached[name]
    for name in names:
        if name not in seen:
            c.wrong((*where, "roads"), "no way", place=name)


def _most_seats(c: Checker) -> int:
    """The most seats that a set is for."""
    return int(c.get(("seats",)) or SEATS)


def _check_seat_counts(c: Checker) -> None:
    """1.1  Every number of seats has exactly one side of the board."""
    for seats in range(2, _most_seats(c) + 1):
        sides = [side for side in SIDES if seats in c.get(("board", side, "seats"))]
        if len(sides) != 1:
            c.wrong(("board",), "not one side", seats=seats, found=len(sides))


def _check_amounts(c: Checker) -> None:
    """1.2, 1.5, 1.6, 1.7  There is enough of everything to set up."""
    for side in SIDES:
        for name in TYPE_NAMES[VILLAGE:]:
            needed = sum(place[0] == name for place in c.get(("board", side, "places")))
            given = len(c.get(("demand", name)))
            if needed > given:
                c.wrong(("board", side, "places"), "few demands", needed=needed, type=name, given=given)
    seats, characters = _most_seats(c), c.get(("character",))
    starting = sum(character["starting"] for character in characters)
    display = max(c.get(("display", word)) for word in DISPLAYS[: seats - 1])
    if starting < SPACES + display:
        c.wrong(("character",), "few starting", starting=starting, spaces=SPACES, display=display)
    tiles = sum(character["tiles"] for character in characters)
    needed = seats * (NOTCHES - 2) + display + SPACES
    if tiles < needed:
        c.wrong(("character",), "few craftsmen", tiles=tiles, seats=seats, needed=needed)
    if c.get(("supply", "bonds")) < seats * c.get(("seat", "bonds")):
        c.wrong(("supply", "bonds"), "few bonds")


def _check_reach(c: Checker) -> None:
    """10.2, 12.1  Every demand can be met; the palace can be reached from everywhere, by repairs and with a crew that is good
    enough."""
    characters = c.get(("character",))
    there = {x["guild"] for x in characters}
    for name in TYPE_NAMES[VILLAGE:]:
        for i, guilds in enumerate(c.get(("demand", name))):
            for guild in guilds:
                if guild not in there:
                    c.wrong(("demand", name, i), "no craftsman", guild=guild)
    best = [max(x["scroll"] for x in characters if x["guild"] == guild) for guild in there]
    repairs = sum(sorted(best)[-c.get(("construct", "repairers")) :])
    dearest = max(c.get(("appreciation", "tokens")))
    if repairs < dearest:
        c.wrong(("appreciation", "tokens"), "dear token", repairs=repairs, dearest=dearest)
    crew = sum(sorted(max(x["values"]) for x in characters)[-NOTCHES:])
    palace = c.get(("construct", "palace"))
    if crew < palace:
        c.wrong(("construct", "palace"), "high palace", crew=crew, palace=palace)
