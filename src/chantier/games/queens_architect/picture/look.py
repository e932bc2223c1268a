"""Queen's Architect: what all its sheets are drawn from, and the words that stand on them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from chantier import look
from chantier.core import CHANCE, Game, View
from chantier.games.queens_architect.picture import art
from chantier.games.queens_architect.picture.drawings import DRAWINGS
from chantier.games.queens_architect.state import CORNERS, GUILDS, HOME, POINTS, SEATS
from chantier.games.queens_architect.tables import SIDES
from chantier.games.queens_architect.words import FOLDER, text
from chantier.look import once, shared
from chantier.scene import Item, Label, Piece, Shape, drawn_once
from chantier.texts import Section

LETTER_KEYS = "LKGSBT"

WORDS = Section(FOLDER, "picture")
Crew: TypeAlias = tuple[tuple[int, int] | None, ...]


@dataclass(frozen=True, eq=False)  # there is one of each, so that what is remembered by it is quickly found
class Board:
    """A side of the board."""

    spots: tuple[tuple[int, int], ...]  # where the places are on the board of the box
    roads: tuple[tuple[int, int], ...]  # the two places at the ends of each


@lru_cache(maxsize=64)
def board_of(game: Game, side: int) -> Board:
    board: dict[str, Any] = game.components.data["board"][SIDES[side]]
    names = [name for _, name, _, _ in board["places"]]
    spots = tuple((x, y) for _, _, x, y in board["places"])
    return Board(spots, tuple((names.index(a), names.index(b)) for a, b in board["roads"]))


class Look(look.Look, text.Speaker):
    """A view of the table with what may be done, and all that follows from them and the tables."""

    WORDS = WORDS
    FIRST = 1

    def __init__(
        self, game: Game, view: View, legal: list[int], language: str, names: Sequence[str] | None, form: str = ""
    ) -> None:
        super().__init__(game, view, legal, language, names)
        self.form = form  # of the window, if it is drawn for one

    @once
    def letters(self) -> list[str]:
        """Of the guilds."""
        return [self.texts[key] for key in LETTER_KEYS]

    # --- the table ----------------------------------------------------------------------------------------------------

    @once
    def me(self) -> int:
        """The seat whose star lies before the reader: its own, or the one whose turn it is."""
        return int(self.view["active"] if self.view["seat"] is None else self.view["seat"])

    @once
    def my(self) -> View:
        its: View = self.view["seats"][self.me]
        return its

    @shared("seats")
    def crews(self) -> list[Crew]:
        """Who lies at the notches of every seat: a character and its corner, or nobody."""
        return [tuple([c and (c[0], c[1]) for c in its["crew"]]) for its in self.view["seats"]]

    @once
    def others(self) -> list[int]:
        """The other seats, clockwise."""
        many = len(self.view["seats"])
        return [(self.me + n) % many for n in range(1, many)]

    @once
    def acts(self) -> bool:
        """Whether the seat before the reader is to act."""
        return bool(self.view["to_act"] == self.me)

    @property
    def drafting(self) -> bool:
        return self.view["decision"] in ("first", "token", "demand", "draw", "take", "notch", "turn") and not self.hiring

    @property
    def hiring(self) -> bool:
        return self.view["space"] is not None

    @once
    def board(self) -> Board:
        return board_of(self.game, self.view["side"])

    @once
    def my_guilds(self) -> set[int]:
        return {self.rules.GUILD[c[0]] for c in self.my["crew"] if c}

    @once
    def ready(self) -> list[int]:
        """The places where the seat before the reader could build: it has every guild, and has not built there."""
        if not self.my["markers"]:
            return []
        lacks = -1
        for guild in self.my_guilds:
            lacks &= ~(1 << guild)
        guilds, me, sites = self.rules.TILE_GUILDS, self.me, self.view["sites"]
        could = [n for n, tile in enumerate(self.view["demand"]) if tile is not None and not guilds[tile] & lacks]
        return [place for place in could if place != HOME and me not in sites[place]]

    @once
    def country(self) -> Hashable:
        """All that a picture of the track and of the map shows."""
        track = tuple(self.view["track"])
        return self.rules, self.language, tuple(self.names), self.where, track, self.lying, tuple(self.ready)

    @shared("seats")
    def where(self) -> Hashable:
        """How far every seat has come, on the track and on the map."""
        return tuple([(its["palace"], its["appreciation"], its["carriage"]) for its in self.view["seats"]])

    @shared("sites")
    def lying(self) -> Hashable:
        """The side of the board, and what lies on its places."""
        view = self.view
        return view["side"], tuple(view["demand"]), tuple(map(tuple, view["sites"]))

    def can_build(self, place: int) -> bool:
        return place in self.ready

    def after(self, its: View) -> int:
        """What a crew performs when all have turned once more."""
        table = self.rules.PERFORMANCE
        return sum(table[c[0]][c[1] + 1] for c in its["crew"] if c and c[1] + 1 < CORNERS)

    @once
    def repairs(self) -> str:
        """The best repairs that could be done at the end of any journey."""
        return text.repairs_forecast(self)

    @once
    def whose_turn(self) -> str:
        if self.view["decision"] == "over":
            best = max(its["palace"] for its in self.view["seats"])
            winners = [name for name, its in zip(self.names, self.view["seats"], strict=True) if its["palace"] == best]
            return self.line("wins", who=", ".join(winners))
        if self.view["to_act"] == CHANCE:
            return self.line("chance")
        return self.line("turn of", who=self.names[self.view["to_act"]])

    def step_text(self, steps: int) -> tuple[str, str]:
        """A point of the star within reach, and what could be gained there."""
        rules, its = self.rules, self.my
        point = (its["architect"] + steps) % POINTS
        crew = [c[0] for c in its["crew"] if c]
        scrolls = sorted((max(rules.SCROLL[c] for c in crew if rules.GUILD[c] == g) for g in self.my_guilds), reverse=True)
        bonds = min(its["bonds"], rules.TRUST[its["confidence"]])
        prices = [self.view["prices"][n] for n, c in enumerate(self.view["billboard"]) if c is not None]
        values = {
            "build": its["performance"],
            "repair": sum(scrolls[: rules.REPAIRERS]),
            "wage": self.many("talers", its["wage"]),
            "price": self.many("talers", min(prices, default=0)),
            "bonds": self.many("bonds", bonds),
            "paid": self.many("talers", bonds * rules.BOND_PAY),
            "purse": self.many("talers", its["talers"]),
        }
        return self.point(point), self.line(f"go {point}", **values)

    def shape(self, seat: int) -> str:
        return f"qa-seat-{seat}"


# --- pieces -----------------------------------------------------------------------------------------------------------


MOST_TILES = 2**8  # that are remembered: how every craftsman lies on the stars of several tables


def written_on(look: Look, *lying: object) -> Hashable:
    """All that a craftsman shows, but for how it lies."""
    return look.rules, look.language


@drawn_once(written_on, MOST_TILES)
def titled(look: Look, character: int, corner: int) -> str:
    """What is said of a craftsman."""
    return f"{look.craftsman(character)}: {look.performs(character, corner)}"


@drawn_once(written_on, MOST_TILES)
def tile(
    look: Look, id_: str, character: int, corner: int, turn: int, side: float, x: float, y: float, count: bool = True
) -> tuple[Item, ...]:
    """A craftsman as it lies: the tile, and over it the services to come, the next corner, and a veil over past ones."""
    guild = look.rules.GUILD[character]
    title = titled(look, character, corner)
    scale = side / art.SIDE
    items: list[Item] = [
        Piece(id_, f"qa-c{character}-{turn % 360}", x, y, scale, kind=f"craftsman-{character}", title=title),
        Shape(f"{id_}-to-come", art.gauge(range(corner, CORNERS), turn, side, x, y), f"q-gauge q-gauge-{guild}"),
    ]
    if corner:
        items.append(Shape(f"{id_}-gone", art.gauge(range(corner), turn, side, x, y), "q-gauge q-gauge-off"))
        items.append(Shape(f"{id_}-past", art.rings(range(corner), turn, side, x, y, 0.16), "q-veil"))
    if corner + 1 < CORNERS:
        items.append(Shape(f"{id_}-next", art.rings(range(corner + 1, corner + 2), turn, side, x, y, 0.145), "q-ring"))
    else:
        items.append(Shape(f"{id_}-last", art.hexagon(side * 0.93, x, y), "q-last"))
    if count:
        items.append(Label(f"{id_}-uses", x, y + side * 0.265, f"×{CORNERS - corner}", "q-uses", "middle"))
    return tuple(items)


@lru_cache(maxsize=64)
def symbols(game: Game, language: str) -> dict[str, str]:
    """Every drawing of a match: none comes or goes while it is played."""
    rules, letters = game.rules, [text.TEXTS[language][key] for key in LETTER_KEYS]
    found = {f"qa-{name}": art.symbol(name) for name in DRAWINGS}
    found |= {f"qa-seat-{seat}": drawing for seat, drawing in enumerate(art.SEATS)}
    found |= {f"qa-{name}-{seat}": art.piece(name, seat) for name in art.SIGNED for seat in range(SEATS)}
    for guild in range(GUILDS):
        found[f"qa-sh-{guild}"] = art.shield(guild, letters[guild])
        found[f"qa-m{guild}"] = art.small_craftsman(guild)
    for c in range(len(game.components.data["character"])):
        values, guild = tuple(rules.PERFORMANCE[c]), rules.GUILD[c]
        for turn in range(0, 360, 60):
            drawing = art.craftsman(values, guild, letters[guild], rules.SCROLL[c], bool(rules.SHEAF[c]), turn)
            found[f"qa-c{c}-{turn}"] = drawing
    return found
