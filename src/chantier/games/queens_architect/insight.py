"""Queen's Architect: the row that a net judges by, where a turn begins. In the flat style, loaded beside the sense.

What matters for who gets to the palace first; most of it is 0. What the way to the next Construct looks worth stands there too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.games.queens_architect.state import (
    BATCH,
    CHARACTERS,
    CORNERS,
    GUILDS,
    HOME,
    LONGEST,
    MOVE,
    NOTCHES,
    PLACES,
    POINTS,
    SEATS,
    SPACES,
    State,
)
from chantier.kernel.features import Out, mark, write
from chantier.kernel.words import NONE, Facts, now

if TYPE_CHECKING:  # the rules, the tables and the sense stand in the same module
    from chantier.games.queens_architect.sense_construct import points_at
    from chantier.games.queens_architect.sense_crew import (
        FACTS,
        GUILDS_FACT,
        POINTS_FACT,
        SCROLLS_FACT,
        SITES_FACT,
        SIZE_FACT,
        crew_facts,
        most_repairs,
    )
    from chantier.games.queens_architect.sense_way import step_on
    from chantier.games.queens_architect.tables import PLACE_COUNT, ROADS, TILE_GUILDS, TRACK_END

ROOMS_OF_TAVERN = 3
PRICES = 8  # steps of the price marker that are told apart
PURSES, STACKS, STEPS_OF_TRUST = 12, 8, 7  # talers, bonds and confidence that are told apart
FAR = 21  # roads to the capital that are told apart
OF_TABLE = SEATS - 1 + SEATS + 1 + SPACES * CHARACTERS + PRICES + CHARACTERS
SUMS_OF_SEAT = 13
OF_ONE = (
    PURSES + STACKS + STEPS_OF_TRUST + BATCH + 1 + SUMS_OF_SEAT + POINTS + ROOMS_OF_TAVERN * GUILDS + CHARACTERS * CORNERS
    + NOTCHES + 1 + 2 * GUILDS + 3 * PLACES + FAR
)  # fmt: skip
INSIGHT = OF_TABLE + SEATS * OF_ONE
FORESEEN = 12  # turns by habit until the net judges again
LEARNED_PLAYOUTS = 8_000  # a second on one core
ROUGHLY = 50  # hundredths of a point that make no difference


def settled(s: State) -> bool:
    """Where a turn begins."""
    return now(s) == MOVE


def beholder(s: State) -> int:
    """Whose turn it is."""
    return s.active


def behold(s: State, seat: int, row: Out) -> None:
    """The table, and each seat."""
    for i in range(INSIGHT):
        row[i] = 0
    row[s.seats - 2] = 1
    row[SEATS - 1 + (s.first - seat) % s.seats] = 1
    at = write(row, SEATS - 1 + SEATS, min(60, s.current_round))
    for space in range(SPACES):
        at = mark(row, at, s.billboard[space], CHARACTERS)
    at = mark(row, at, min(PRICES - 1, s.marker), PRICES)
    for character in range(CHARACTERS):
        row[at + character] = s.pile[character]
    active = s.active
    for i in range(s.seats):
        s.active = (seat + i) % s.seats
        behold_one(s, row, OF_TABLE + i * OF_ONE)
    s.active = active


def behold_one(s: State, row: Out, first: int) -> None:
    """One seat; it counts as active meanwhile."""
    me = s.seat[s.active]
    facts = [0] * FACTS
    crew_facts(s, True, facts)
    at = behold_heap(row, first, min(PURSES, me.talers), PURSES)
    at = behold_heap(row, at, min(STACKS, me.bonds), STACKS)
    at = mark(row, at, min(STEPS_OF_TRUST - 1, me.confidence), STEPS_OF_TRUST)
    at = mark(row, at, me.appreciation, BATCH + 1)
    behold_sums(s, row, at, facts)
    at = mark(row, at + SUMS_OF_SEAT, me.architect, POINTS)
    for guild in range(GUILDS):
        at = mark(row, at, me.room[guild], ROOMS_OF_TAVERN)
    for notch in range(NOTCHES):
        if me.crew[notch] != NONE:
            row[at + me.crew[notch] * CORNERS + me.corner[notch]] = 1
    at = mark(row, at + CHARACTERS * CORNERS, facts[SIZE_FACT], NOTCHES + 1)
    for guild in range(GUILDS):
        row[at + guild] = facts[GUILDS_FACT] >> guild & 1
        row[at + GUILDS + guild] = facts[SCROLLS_FACT] >> 8 * guild & 255
    behold_places(s, row, at + 2 * GUILDS, facts)


def behold_heap(row: Out, at: int, many: int, most: int) -> int:
    """A 1 for each of them: one more is not always worth as much."""
    for i in range(many):
        row[at + i] = 1
    return at + most


def behold_sums(s: State, row: Out, at: int, facts: Facts) -> None:
    """What is still to be climbed, what the crew can do, and what each step of the architect looks worth."""
    me = s.seat[s.active]
    need = 0
    for step in range(me.appreciation, TRACK_END):
        need += s.track[step]
    row[at] = min(127, need)
    for i in range(3):
        if me.appreciation + i < TRACK_END:
            row[at + 1 + i] = s.track[me.appreciation + i]
    row[at + 4] = me.markers
    row[at + 5] = facts[POINTS_FACT]
    for notch in range(NOTCHES):
        if me.crew[notch] != NONE:
            row[at + 6] += CORNERS - me.corner[notch]
    row[at + 7] = most_repairs(facts[SCROLLS_FACT])
    best = -3_000
    if facts[SIZE_FACT]:
        for steps in range(1, LONGEST + 1):
            value = max(-6_000, min(6_000, step_on(s, steps, facts)))
            row[at + 7 + steps] = value // ROUGHLY
            best = max(best, value)
    row[at + 11] = best // ROUGHLY
    row[at + 12] = min(127, me.palace)


def behold_places(s: State, row: Out, at: int, facts: Facts) -> None:
    """Where the crew could build and for how much, where one guild is missing; the carriage, and how far the capital is."""
    me = s.seat[s.active]
    for place in range(HOME + 1, PLACE_COUNT[s.side]):
        tile = s.demand[place]
        if facts[SITES_FACT] >> place & 1:
            row[at + place] = 1 + points_at(s, facts[POINTS_FACT], place)
        elif tile != NONE and is_new_here(s, place):
            lacking = TILE_GUILDS[tile] & ~facts[GUILDS_FACT]
            if lacking and lacking & (lacking - 1) == 0:
                row[at + PLACES + place] = 1
    row[at + 2 * PLACES + me.carriage] = 1
    row[at + 3 * PLACES + min(FAR - 1, ROADS[s.side][me.carriage][HOME])] = 1


def is_new_here(s: State, place: int) -> bool:
    """Whether the active seat has not built there."""
    for n in range(SEATS):
        if s.site[place][n] == s.active:
            return False
    return True
