"""Queen's Architect: what lies on the table."""

from typing import Annotated

from chantier.kernel.layout import Later, Layout

GUILD_NAMES = ["lumberjack", "blacksmith", "glazier", "stonemason", "bricklayer", "tailor"]
GUILDS = 6
CHARACTERS = 18  # three of each guild
CORNERS = 6  # of a tile: 0 is the start corner, the last one the drop-out corner
NOTCHES = 6  # of a star
SPACES = 6  # of the billboard: 0 is the top one
BOTTOM = SPACES - 1

# The points of the star, clockwise.
CONSTRUCT, LABOURER, HIRING, MONEYCHANGER, TRAVELLING, TAVERN = range(6)
POINTS = 6
POINT_NAMES = ["construct", "day labourer", "hire", "moneychanger", "travel", "tavern"]

# The rooms of the tavern.
ENTRANCE, SALOON, DORMITORY = range(3)
ROOM_NAMES = ["entrance", "saloon", "dormitory"]

CAPITAL, VILLAGE, MONASTERY, TOWN = range(4)
TYPE_NAMES = ["capital", "village", "monastery", "town"]
HOME = 0  # the number of the capital among the places

NO_BONUS, BONUS_POINTS, BONUS_TALERS, BONUS_HIRE = range(4)
BONUS_NAMES = ["", "points", "talers", "hire"]

# The most that a component set may have; the standard one has less, or as much.
SEATS = 4
PLACES = 20  # on a side of the board
TILES = 32  # demands
BATCH = 12  # of the appreciation track
DEAREST = 15  # token
TRUSTS = 6  # steps of the moneychanger
LONGEST = 3  # move of the architect

# Decisions.
CHOOSE_FIRST, LAY_TOKEN, LAY_DEMAND, LAY_OUT, PICK, ATTACH, TURN_FIRST, MOVE = range(8)
BUILD_OR_REPAIR, FARM_WORK, HIRE_ONE, MAKE_ROOM, REFILL, CHANGE_MONEY, TRAVEL_ON, VISIT, REPAIRS, CLIMBING = range(8, 18)

# Actions: the number of the first action of each verb.
FIRST = 0  # + seat: chance makes it the first seat
TOKEN = FIRST + SEATS  # + value: chance lays such a token on the next space of the track
DEMAND = TOKEN + DEAREST + 1  # + tile: chance lays this demand on the next place
DRAW = DEMAND + TILES  # + character: chance draws such a craftsman
TAKE = DRAW + CHARACTERS  # + character: a starting craftsman is taken from the display
NOTCH = TAKE + CHARACTERS  # + notch: the newcomer is attached there
TURN = NOTCH + NOTCHES  # + corners: the starting craftsman is turned so far
STEP = TURN + CORNERS  # + 0, 1, 2: the architect moves 1, 2 or 3 points
LABOUR = STEP + LONGEST  # + character: works on the farm
HIRE = LABOUR + CHARACTERS  # + space: the craftsman there is hired
DISMISS = HIRE + SPACES  # + character: makes room for the newcomer
CONFIDENCE = DISMISS + CHARACTERS  # one step up the moneychanger's track
REDEEM = CONFIDENCE + 1  # + bonds - 1: so many are redeemed
TRAVEL = REDEEM + TRUSTS  # + place: the carriage goes there
SEND = TRAVEL + PLACES  # + guild: goes to the tavern
BUILD = SEND + GUILDS  # a building where the carriage is
REPAIR = BUILD + 1  # + character: is assigned to repairs
PALACE = REPAIR + CHARACTERS
CLIMB = PALACE + 1  # one step of appreciation
BONDS = CLIMB + 1  # no further step: the rest is bonds
DONE = BONDS + 1  # enough of this
FORFEIT = DONE + 1  # the action is not done
ACTIONS = FORFEIT + 1


class Seat(Layout):
    architect: int  # point of the star
    crew: Annotated[list[int], NOTCHES]  # character at each notch, or NONE
    corner: Annotated[list[int], NOTCHES]  # which corner of the tile lies at the hammer
    talers: int
    bonds: int
    confidence: int  # step on the moneychanger's track, from 0
    appreciation: int  # steps climbed
    carriage: int  # place
    room: Annotated[list[int], GUILDS]  # where each guild is in the tavern
    markers: int  # not yet on the board
    palace: int  # performance kept when building at the palace; 0 before


class State(Layout):
    to_act: int
    agenda: Annotated[list[int], 4]  # decisions still to be taken, the latest first
    pending: int  # how many of them
    seats: int
    side: int  # of the board
    current_round: int  # from 0
    first: int  # seat that begins each round; NONE before it is chosen
    active: int  # seat whose turn it is
    picks: int  # starting craftsmen taken from the display
    tokens: Annotated[list[int], DEAREST + 1]  # not laid out, by value
    track: Annotated[list[int], BATCH]  # token on each space; 0 before it is laid
    tiles: Annotated[list[int], TILES]  # 1 where a demand is not laid out
    demand: Annotated[list[int], PLACES]  # tile at each place, or NONE
    site: Annotated[list[list[int]], PLACES, SEATS]  # seat on each building site, or NONE
    billboard: Annotated[list[int], SPACES]  # character on each space, or NONE
    marker: int  # of the price, from 0
    starters: Annotated[list[int], CHARACTERS]  # starting craftsmen in the pile: drawn before the rest
    pile: Annotated[list[int], CHARACTERS]  # the rest of it
    display: Annotated[list[int], CHARACTERS]  # starting craftsmen to choose from
    gone: Annotated[list[int], CHARACTERS]  # left the game
    supply: int  # bonds
    held: int  # character of the newcomer who is not attached yet, or NONE
    space: int  # where on the billboard the newcomer lay, or NONE
    notch: int  # where the latest starting craftsman was attached
    points: int  # appreciation points to be used
    working: int  # notches whose craftsmen work and turn at the end of the action, one bit each
    used: int  # notches whose craftsmen have done farm work in this turn, one bit each
    sent: int  # guilds sent to the tavern in this turn
    bonus: int  # kind of bonus that is still to be given
    amount: int  # talers of that bonus
    seat: Annotated[list[Seat], SEATS]
    lone_wage: Later  # option: 0 one taler for a seat without craftsmen, 1 none
