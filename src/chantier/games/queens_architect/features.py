"""Queen's Architect: what a learner sees (clause 13.1). Nothing is hidden but the order of the pile, which does not exist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chantier.core import NOBODY
from chantier.games.queens_architect.state import (
    BATCH,
    CHARACTERS,
    GUILD_NAMES,
    GUILDS,
    NOTCHES,
    PLACES,
    POINT_NAMES,
    POINTS,
    ROOM_NAMES,
    SEATS,
    SPACES,
    TYPE_NAMES,
    State,
)
from chantier.kernel.features import (
    SEAT_COUNTS,
    SEAT_NAMES,
    Out,
    Part,
    leave_blank,
    mark,
    seen_from,
    write,
    write_bits,
    write_row,
)
from chantier.kernel.words import NONE, now

if TYPE_CHECKING:  # the rules and tables stand in the same module
    from chantier.games.queens_architect.rules import performance, price
    from chantier.games.queens_architect.tables import (
        PERFORMANCE,
        PLACE_COUNT,
        PLACE_TYPE,
        ROADS,
        TILE_AMOUNT,
        TILE_BONUS,
        TILE_GUILDS,
    )

DECISION_NAMES = (
    *("first", "token", "demand", "draw", "take", "notch", "turn", "step", "construct", "labour", "hire", "dismiss"),
    *("refill", "change", "travel", "send", "repair", "climb"),
)
DECISIONS = 18
BONUSES = 4
ROOMS = 3
TYPES = 4
OF_SEAT = (
    *("talers", "bonds", "confidence", "appreciation", "markers", "palace", "performance"),
    *(f"architect at {point}" for point in POINT_NAMES),
    *(f"{guild} in {room}" for guild in GUILD_NAMES for room in ROOM_NAMES),
    *(f"crew at notch {notch}" for notch in range(NOTCHES)),
)
SEAT_NUMBERS = 7 + POINTS + GUILDS * ROOMS + NOTCHES
USUAL_OF_SEAT = (20, 10, 4, 9, 8, 30, 30, *(1,) * (POINTS + GUILDS * ROOMS), *(CHARACTERS,) * NOTCHES)
BONUS_WORDS = ("none", "points", "talers", "hire")

PARTS = (
    Part("decision", (DECISION_NAMES,), 1, "what is to be decided; all 0 when the game is over"),
    Part("seats", (SEAT_COUNTS,), 1, "how many seats there are"),
    Part("to act", (SEAT_NAMES,), 1, "whose decision it is; all 0 while chance decides"),
    Part("active", (SEAT_NAMES,), 1, "whose turn it is"),
    Part("first", (SEAT_NAMES,), 1, "who begins each round"),
    Part("round", (), 32000, "from 0", usual=40),
    Part("points", (), 99, "appreciation points to be used", usual=20),
    Part("sent", (), 6, "guilds sent to the tavern in this turn"),
    Part("bonus", (BONUS_WORDS,), 1, "that is still to be given"),
    Part("amount", (), 20, "of that bonus", usual=5),
    Part("working", (NOTCHES,), 1, "notches whose craftsmen turn at the end of the action"),
    Part("used", (NOTCHES,), 1, "notches whose craftsmen have done farm work in this turn"),
    Part("newcomer", (CHARACTERS,), 1, "the craftsman who is not attached yet"),
    Part("track", (BATCH,), 15, "token on each space", usual=10),
    Part("supply", (), 400, "bonds", usual=30),
    Part("display", (CHARACTERS,), 9, "starting craftsmen to choose from", usual=1),
    Part("starters", (CHARACTERS,), 9, "starting craftsmen in the pile", usual=1),
    Part("pile", (CHARACTERS,), 20, "the rest of it", usual=3),
    Part("gone", (CHARACTERS,), 20, "craftsmen who left the game", usual=3),
    Part("billboard", (SPACES, CHARACTERS), 1, "the craftsman on each space"),
    Part("price", (SPACES,), 30, "of each space", usual=6),
    Part(
        *("seat", (SEAT_NAMES, OF_SEAT), 9999, "what each seat has; at a notch 0 is nobody, else the character from 1"),
        usual=USUAL_OF_SEAT,
    ),
    Part("crew", (SEAT_NAMES, CHARACTERS), 1, "who works for each seat"),
    Part("corner", (SEAT_NAMES, CHARACTERS), 5, "how far each of them is turned"),
    Part("performs", (SEAT_NAMES, CHARACTERS), 9, "how much each of them performs", usual=5),
    Part("type", (TYPE_NAMES, PLACES), 1, "of each place"),
    Part("wanted", (GUILD_NAMES, PLACES), 1, "guilds of the demand at each place"),
    Part("offered", (BONUS_WORDS, PLACES), 9, "amount of the bonus at each place, by kind", usual=5),
    Part("built", (SEAT_NAMES, PLACES), 1, "who has built at each place"),
    Part("sites", (PLACES,), 4, "buildings at each place"),
    Part("carriage", (SEAT_NAMES, PLACES), 1, "where each carriage is"),
    Part("roads", (PLACES,), 30, "from my carriage to each place", usual=6),
)


def observe(s: State, seat: int, out: Out) -> int:
    """13.1  All that a seat knows, in the order of PARTS; how many numbers that were."""
    at = mark(out, 0, NONE if s.to_act == NOBODY else now(s), DECISIONS)
    at = mark(out, at, s.seats - 2, SEATS - 1)
    at = mark(out, at, seen_from(seat, s.to_act, s.seats), SEATS)
    at = mark(out, at, seen_from(seat, s.active, s.seats), SEATS)
    at = mark(out, at, seen_from(seat, s.first, s.seats), SEATS)
    at = write(out, at, min(s.current_round, 32000))
    at = write(out, at, s.points)
    at = write(out, at, s.sent)
    at = mark(out, at, s.bonus, BONUSES)
    at = write(out, at, s.amount)
    at = write_bits(out, at, s.working, NOTCHES)
    at = write_bits(out, at, s.used, NOTCHES)
    at = mark(out, at, s.held, CHARACTERS)
    at = write_row(out, at, s.track, BATCH)
    at = observe_market(s, out, at)
    at = observe_seats(s, seat, out, at)
    at = observe_crews(s, seat, out, at)
    return observe_places(s, seat, out, at)


def observe_market(s: State, out: Out, at: int) -> int:
    """1.6, 6.1  Bonds, and where craftsmen are who work for nobody."""
    at = write(out, at, s.supply)
    at = write_row(out, at, s.display, CHARACTERS)
    at = write_row(out, at, s.starters, CHARACTERS)
    at = write_row(out, at, s.pile, CHARACTERS)
    at = write_row(out, at, s.gone, CHARACTERS)
    for space in range(SPACES):
        at = mark(out, at, s.billboard[space], CHARACTERS)
    for space in range(SPACES):
        at = write(out, at, price(s, space))
    return at


def observe_seats(s: State, seat: int, out: Out, at: int) -> int:
    """1.3  What each seat has; 0 for seats that are not there."""
    for i in range(s.seats):
        who = (seat + i) % s.seats
        its = s.seat[who]
        at = write(out, at, its.talers)
        at = write(out, at, its.bonds)
        at = write(out, at, its.confidence)
        at = write(out, at, its.appreciation)
        at = write(out, at, its.markers)
        at = write(out, at, its.palace)
        at = write(out, at, performance(s, who))
        at = mark(out, at, its.architect, POINTS)
        for guild in range(GUILDS):
            at = mark(out, at, its.room[guild], ROOMS)
        for notch in range(NOTCHES):
            at = write(out, at, its.crew[notch] + 1)
    return leave_blank(out, at, (SEATS - s.seats) * SEAT_NUMBERS)


def observe_crews(s: State, seat: int, out: Out, at: int) -> int:
    """2.1  Who works for whom, and how well. Nobody has a character twice."""
    end = leave_blank(out, at, 3 * SEATS * CHARACTERS)
    for i in range(s.seats):
        its = s.seat[(seat + i) % s.seats]
        for notch in range(NOTCHES):
            character = its.crew[notch]
            if character != NONE:
                first = at + i * CHARACTERS + character
                out[first] = 1
                out[first + SEATS * CHARACTERS] = its.corner[notch]
                out[first + 2 * SEATS * CHARACTERS] = PERFORMANCE[character][its.corner[notch]]
    return end


def observe_places(s: State, seat: int, out: Out, at: int) -> int:
    """1.5, 10.2  What each place demands and offers, who has built there, and who is there."""
    end = leave_blank(out, at, (TYPES + GUILDS + BONUSES + SEATS + 1 + SEATS + 1) * PLACES)
    wanted = at + TYPES * PLACES
    offered = wanted + GUILDS * PLACES
    built = offered + BONUSES * PLACES
    sites = built + SEATS * PLACES
    carriage = sites + PLACES
    for place in range(PLACE_COUNT[s.side]):
        out[at + PLACE_TYPE[s.side][place] * PLACES + place] = 1
        tile = s.demand[place]
        if tile != NONE:
            for guild in range(GUILDS):
                out[wanted + guild * PLACES + place] = TILE_GUILDS[tile] >> guild & 1
            out[offered + TILE_BONUS[tile] * PLACES + place] = TILE_AMOUNT[tile]
        for n in range(SEATS):
            owner = s.site[place][n]
            if owner != NONE:
                out[built + (owner - seat) % s.seats * PLACES + place] = 1
                out[sites + place] += 1
        out[end - PLACES + place] = ROADS[s.side][s.seat[seat].carriage][place]
    for i in range(s.seats):
        out[carriage + i * PLACES + s.seat[(seat + i) % s.seats].carriage] = 1
    return end
