"""Queen's Architect: from the component set to the tables that rules look things up in."""

from __future__ import annotations

from typing import Any

from chantier.games.queens_architect.checks import check
from chantier.games.queens_architect.state import (
    BONUS_NAMES,
    CHARACTERS,
    CORNERS,
    DEAREST,
    GUILD_NAMES,
    NO_BONUS,
    PLACES,
    TILES,
    TOWN,
    TYPE_NAMES,
    VILLAGE,
)
from chantier.kernel.words import NONE

SIDES = ("small", "large")

Row = list[int]

# Whatever depends on the board has its side as first index.
MARKERS: int
START_BONDS: int
TURN_PAY: int
BOND_SUPPLY: int
ON_DISPLAY: Row  # starting craftsmen to choose from, by seats
WAGE_PER: int  # craftsmen for each taler
SHEAF_PAY: int
SPACE_PRICE: Row  # by space; the top one has the price scale
PRICE_SCALE: Row
PRICE_END: int  # last step of the scale
SPACE_CORNER: Row  # corner at the hammer of each space
TRUST: Row  # bonds by step of the moneychanger
TRUST_TOP: int  # last step
BOND_PAY: int
TRAVEL_PRICE: Row  # by roads; 0 roads are not travelled
TAVERN_PRICE: Row  # of one more guild, by guilds already sent
SITE_COST: Row
MOST_POINTS: Row  # by type of place
REPAIRERS: int
PALACE_SUM: int
TOKENS: Row  # by value
TRACK_END: int  # spaces of the track
GUILD: Row  # by character
PERFORMANCE: list[Row]  # character, corner
SCROLL: Row
SHEAF: Row  # 1 with the sign
COPIES: Row
STARTERS: Row
TILE_COUNT: int
TILE_TYPE: Row
TILE_GUILDS: Row  # sets of guilds, one bit each
TILE_BONUS: Row  # kind
TILE_AMOUNT: Row
SIDE_FOR: Row  # by seats
PLACE_COUNT: Row
PLACE_TYPE: list[Row]
ROADS: list[list[Row]]  # side, place, place: length of a shortest way


def tables(data: dict[str, Any]) -> dict[str, Any]:
    """Every table declared above."""
    seat, labour, construct = data["seat"], data["labour"], data["construct"]
    tavern = data["tavern"]["talers"]
    return {
        "MARKERS": seat["markers"],
        "START_BONDS": seat["bonds"],
        "TURN_PAY": seat["turn_pay"],
        "BOND_SUPPLY": data["supply"]["bonds"],
        "ON_DISPLAY": [0, 0, *(data["display"][n] for n in ("two", "three", "four"))],
        "WAGE_PER": labour["craftsmen"],
        "SHEAF_PAY": labour["sheaf"],
        "SPACE_PRICE": [NONE, *data["billboard"]["prices"]],
        "PRICE_SCALE": data["price_scale"]["prices"],
        "PRICE_END": len(data["price_scale"]["prices"]) - 1,
        "SPACE_CORNER": data["billboard"]["corners"],
        "TRUST": data["moneychanger"]["track"],
        "TRUST_TOP": len(data["moneychanger"]["track"]) - 1,
        "BOND_PAY": data["moneychanger"]["talers"],
        "TRAVEL_PRICE": [0, *data["travel"]["talers"]],
        "TAVERN_PRICE": [b - a for a, b in zip([0, *tavern], tavern, strict=False)],
        "SITE_COST": construct["sites"],
        "MOST_POINTS": [0, *(construct[name] for name in TYPE_NAMES[VILLAGE:])],
        "REPAIRERS": construct["repairers"],
        "PALACE_SUM": construct["palace"],
        "TOKENS": [data["appreciation"]["tokens"].count(value) for value in range(DEAREST + 1)],
        "TRACK_END": data["appreciation"]["spaces"],
        **character_tables(data["character"]),
        **demand_tables(data["demand"]),
        **board_tables(data["board"]),
    }


def character_tables(characters: list[dict[str, Any]]) -> dict[str, Any]:
    """1.6, 2.1  Of characters that a set does not have there are no tiles."""
    missing = CHARACTERS - len(characters)
    return {
        "GUILD": [GUILD_NAMES.index(c["guild"]) for c in characters] + [0] * missing,
        "PERFORMANCE": [c["values"] for c in characters] + [[0] * CORNERS] * missing,
        "SCROLL": [c["scroll"] for c in characters] + [0] * missing,
        "SHEAF": [int(c["sheaf"]) for c in characters] + [0] * missing,
        "COPIES": [c["tiles"] for c in characters] + [0] * missing,
        "STARTERS": [c["starting"] for c in characters] + [0] * missing,
    }


def demand_tables(demand: dict[str, Any]) -> dict[str, Any]:
    """1.5  Villages, monasteries and towns, in this order."""
    asked = [(kind, guilds) for kind in range(VILLAGE, TOWN + 1) for guilds in demand[TYPE_NAMES[kind]]]
    plain = sum(kind != TOWN for kind, _ in asked)
    bonus = [(NO_BONUS, 0)] * plain + [(BONUS_NAMES.index(name), n) for name, n in demand["bonus"]]
    return {
        "TILE_COUNT": len(asked),
        "TILE_TYPE": padded([kind for kind, _ in asked], TILES),
        "TILE_GUILDS": padded([sum(1 << GUILD_NAMES.index(g) for g in guilds) for _, guilds in asked], TILES),
        "TILE_BONUS": padded([kind for kind, _ in bonus], TILES),
        "TILE_AMOUNT": padded([n for _, n in bonus], TILES),
    }


def board_tables(boards: dict[str, Any]) -> dict[str, Any]:
    sides = [boards[side] for side in SIDES]
    return {
        "SIDE_FOR": [next((i for i, b in enumerate(sides) if n in b["seats"]), NONE) for n in range(5)],
        "PLACE_COUNT": [len(b["places"]) for b in sides],
        "PLACE_TYPE": [padded([TYPE_NAMES.index(kind) for kind, *_ in b["places"]], PLACES) for b in sides],
        "ROADS": [ways(b) for b in sides],
    }


def padded(row: Row, length: int) -> Row:
    return row + [NONE] * (length - len(row))


def ways(board: dict[str, Any]) -> list[Row]:
    """8.1  How many roads a shortest way between two places has."""
    names = [name for _, name, _, _ in board["places"]]
    near: list[list[int]] = [[] for _ in names]
    for a, b in board["roads"]:
        near[names.index(a)].append(names.index(b))
        near[names.index(b)].append(names.index(a))
    rows = []
    for start in range(len(names)):
        row, edge = [NONE] * PLACES, [start]
        row[start] = 0
        for place in edge:
            for onward in near[place]:
                if row[onward] == NONE:
                    row[onward] = row[place] + 1
                    edge.append(onward)
        rows.append(row)
    return rows + [[NONE] * PLACES for _ in range(PLACES - len(rows))]


__all__ = ["SIDES", "check", "tables", "ways"]
