"""Queen's Architect: says everything that is wrong with a component set."""

from __future__ import annotations

from typing import Any

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
        c.wrong(("tavern", "talers"), f"more guilds cannot cost less: {fees}")


def _some(c: Checker, where: Where, row: list[int], most: int) -> None:
    if c.get(where) is not None and not 1 <= len(row) <= most:
        c.wrong(where, f"expected 1 to {most} numbers, found {len(row)}")


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
        c.wrong(("appreciation", "tokens"), f"{len(tokens)} tokens do not fill {spaces} spaces")


def _check_characters(c: Checker) -> None:
    found = c.blocks(("character",))
    if len(found) > CHARACTERS:
        c.wrong(("character",), f"there may be {CHARACTERS} characters, found {len(found)}")
    names: list[str] = []
    for i in found:
        where: Where = ("character", i)
        c.block(where, {"name", "guild", "values", "scroll", "sheaf", "tiles", "starting"})
        _name(c, (*where, "name"), names)
        c.choice((*where, "guild"), GUILD_NAMES)
        c.row((*where, "values"), 0, MANY, CORNERS)
        c.whole((*where, "scroll"), 0, MANY)
        if not isinstance(c.get((*where, "sheaf")), bool):
            c.wrong((*where, "sheaf"), f"expected true or false, found {c.get((*where, 'sheaf'))!r:.60}")
        tiles = c.whole((*where, "tiles"), 1, 9)
        c.whole((*where, "starting"), 0, min(1, tiles))


def _name(c: Checker, where: Where, names: list[str]) -> None:
    """A name that stands in records: printable, single spaces, not used before."""
    name = c.get(where)
    if not isinstance(name, str) or not 1 <= len(name) <= 40 or not name.isprintable() or name != " ".join(name.split()):
        c.wrong(where, f"expected a name of 1 to 40 characters, found {name!r:.60}")
        return
    if name in names:
        c.wrong(where, f"{name!r} is used twice")
    names.append(name)


def _check_demand(c: Checker) -> None:
    c.block(("demand",), {"village", "monastery", "town", "bonus"})
    total = 0
    for name in TYPE_NAMES[VILLAGE:]:
        asked = _rows(c, ("demand", name), 1, GUILDS)
        total += len(asked)
        for i, guilds in enumerate(asked):
            for n in range(len(guilds)):
                c.choice(("demand", name, i, n), GUILD_NAMES)
            if len({str(g) for g in guilds}) < len(guilds):
                c.wrong(("demand", name, i), f"a guild is named twice: {guilds!r:.80}")
    if total > TILES:
        c.wrong(("demand",), f"there may be {TILES} demands, found {total}")
    bonuses = _rows(c, ("demand", "bonus"), 2, 2)
    for i in range(len(bonuses)):
        kind = c.choice(("demand", "bonus", i, 0), BONUS_NAMES[1:])
        most = 1 if kind == BONUS_NAMES[BONUS_HIRE] else MANY
        c.whole(("demand", "bonus", i, 1), 1, most)
    towns = c.get(("demand", "town"))
    if isinstance(towns, list) and len(bonuses) != len(towns):
        c.wrong(("demand", "bonus"), f"expected {len(towns)}, one for each town, found {len(bonuses)}")


def _rows(c: Checker, where: Where, low: int, high: int) -> list[list[Any]]:
    """Rows of words or numbers, each of some length; those that are none are told and left out by an empty one."""
    value = c.get(where)
    if value is None:
        return []
    if not isinstance(value, list):
        c.wrong(where, f"expected rows, found {value!r:.60}")
        return []
    rows: list[list[Any]] = []
    for i, row in enumerate(value):
        fits = isinstance(row, list) and low <= len(row) <= high
        if not fits:
            many = str(low) if low == high else f"{low} to {high}"
            c.wrong((*where, i), f"expected a row of {many} entries, found {row!r:.60}")
        rows.append(row if fits else [])
    return rows


def _check_board(c: Checker, side: str) -> None:
    where: Where = ("board", side)
    if not c.block(where, {"seats", "places", "roads"}):
        return
    seats = c.row((*where, "seats"), 2, SEATS)
    if len(set(seats)) < len(seats):
        c.wrong((*where, "seats"), f"a number is named twice: {seats}")
    names: list[str] = []
    places = _rows(c, (*where, "places"), 4, 4)
    for i, place in enumerate(places):
        if place:
            kind = c.choice((*where, "places", i, 0), TYPE_NAMES)
            if (kind == TYPE_NAMES[CAPITAL]) != (i == 0):
                c.wrong((*where, "places", i, 0), "the first place is the capital, and no other")
            _name(c, (*where, "places", i, 1), names)
            c.whole((*where, "places", i, 2), 0, 100)
            c.whole((*where, "places", i, 3), 0, 100)
    if not 2 <= len(places) <= PLACES:
        c.wrong((*where, "places"), f"expected 2 to {PLACES} places, found {len(places)}")
    _check_roads(c, where, names)


def _check_roads(c: Checker, where: Where, names: list[str]) -> None:
    before = len(c.problems)
    reached: dict[str, set[str]] = {name: set() for name in names}
    for i, road in enumerate(_rows(c, (*where, "roads"), 2, 2)):
        for n in range(len(road)):
            c.choice((*where, "roads", i, n), names or [""])
        if road and road[0] == road[1]:
            c.wrong((*where, "roads", i), f"a road leads from {road[0]!r:.60} to itself")
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
            c.wrong((*where, "roads"), f"no way leads to {name}")


def _most_seats(c: Checker) -> int:
    """The most seats that a set is for."""
    return int(c.get(("seats",)) or SEATS)


def _check_seat_counts(c: Checker) -> None:
    """1.1  Every number of seats has exactly one side of the board."""
    for seats in range(2, _most_seats(c) + 1):
        sides = [side for side in SIDES if seats in c.get(("board", side, "seats"))]
        if len(sides) != 1:
            c.wrong(("board",), f"expected one side for {seats} seats, found {len(sides)}")


def _check_amounts(c: Checker) -> None:
    """1.2, 1.5, 1.6, 1.7  There is enough of everything to set up."""
    for side in SIDES:
        for name in TYPE_NAMES[VILLAGE:]:
            needed = sum(place[0] == name for place in c.get(("board", side, "places")))
            given = len(c.get(("demand", name)))
            if needed > given:
                c.wrong(("board", side, "places"), f"{needed} places of the type {name}, but {given} demands of it")
    seats, characters = _most_seats(c), c.get(("character",))
    starting = sum(character["starting"] for character in characters)
    display = max(c.get(("display", word)) for word in DISPLAYS[: seats - 1])
    if starting < SPACES + display:
        c.wrong(("character",), f"{starting} starting craftsmen do not fill billboard and display, {SPACES} and {display}")
    tiles = sum(character["tiles"] for character in characters)
    needed = seats * (NOTCHES - 2) + display + SPACES
    if tiles < needed:
        c.wrong(("character",), f"{tiles} craftsmen do not fill {seats} crews, display and billboard; {needed} do")
    if c.get(("supply", "bonds")) < seats * c.get(("seat", "bonds")):
        c.wrong(("supply", "bonds"), "not enough for what the seats start with")


def _check_reach(c: Checker) -> None:
    """10.2, 12.1  Every demand can be met; the palace can be reached from everywhere, by repairs and with a crew that is good
    enough."""
    characters = c.get(("character",))
    there = {x["guild"] for x in characters}
    for name in TYPE_NAMES[VILLAGE:]:
        for i, guilds in enumerate(c.get(("demand", name))):
            for guild in guilds:
                if guild not in there:
                    c.wrong(("demand", name, i), f"no craftsman is of the guild {guild}")
    best = [max(x["scroll"] for x in characters if x["guild"] == guild) for guild in there]
    repairs = sum(sorted(best)[-c.get(("construct", "repairers")) :])
    dearest = max(c.get(("appreciation", "tokens")))
    if repairs < dearest:
        c.wrong(("appreciation", "tokens"), f"repairs bring {repairs} points at most, too few for a token of {dearest}")
    crew = sum(sorted(max(x["values"]) for x in characters)[-NOTCHES:])
    palace = c.get(("construct", "palace"))
    if crew < palace:
        c.wrong(("construct", "palace"), f"the best crew performs {crew}, less than {palace}")
