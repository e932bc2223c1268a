"""Queen's Architect: words for actions and events, in every language.

`words` is the language of records and of the command line: always English, never changed lightly. `TEXTS` is what people read.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from chantier.core import Event, Game, View
from chantier.games.queens_architect.state import (
    CORNERS,
    GUILD_NAMES,
    HOME,
    POINT_NAMES,
    POINTS,
    SPACES,
    TYPE_NAMES,
    State,
)
from chantier.games.queens_architect.tables import SIDES
from chantier.games.queens_architect.words import FOLDER
from chantier.texts import Section

# The clause behind each kind of action.
CLAUSES = {
    "first": "3.1",
    "token": "1.2",
    "demand": "1.5",
    "draw": "1.6",
    "take": "3.1",
    "notch": "6.2",
    "turn": "3.2",
    "step": "4.2",
    "labour": "5.3",
    "hire": "6.1",
    "dismiss": "6.4",
    "confidence": "7.2",
    "redeem": "7.3",
    "travel": "8.1",
    "send": "9.2",
    "build": "10.2",
    "repair": "11.1",
    "palace": "12.1",
    "climb": "10.6",
    "bonds": "10.7",
    "done": "4.3",
    "forfeit": "4.3",
    "wins": "12.4",
}

CHARACTER_WORDS = {
    "draw": "draw {}",
    "take": "take {}",
    "labour": "farm work for {}",
    "dismiss": "dismiss {}",
    "repair": "repairs by {}",
}
PLAIN_WORDS = {
    "confidence": "gain confidence",
    "build": "build",
    "palace": "build at the palace",
    "climb": "climb",
    "bonds": "take bonds",
    "done": "done",
    "forfeit": "forfeit",
}


def words(game: Game, s: State, action: int) -> str:
    """An action as records say it."""
    verb, n = game.actions.split(action)
    if verb in PLAIN_WORDS:
        return PLAIN_WORDS[verb]
    if verb in CHARACTER_WORDS:
        return CHARACTER_WORDS[verb].format(character_name(game, n))
    if verb == "travel":
        places = game.components.data["board"][SIDES[s.side]]["places"]
        return f"travel to {places[n][1]}" if n < len(places) else f"travel to place {n}"
    simple = {
        "first": f"first seat {n}",
        "token": f"token {n}",
        "demand": f"demand {tile_name(game, n)}",
        "notch": f"notch {n + 1}",
        "turn": f"turn {n}",
        "step": f"step {n + 1}",
        "hire": f"hire from space {SPACES - n}",
        "redeem": f"redeem {n + 1}",
        "send": f"send {GUILD_NAMES[n % len(GUILD_NAMES)]}",
    }
    return simple[verb]


def character_name(game: Game, character: int) -> str:
    """As it stands in the component set, which may have fewer than there is room for."""
    found = game.components.data["character"]
    return str(found[character]["name"]) if character < len(found) else f"character {character + 1}"


def place_name(game: Game, side: int, place: int) -> str:
    return str(game.components.data["board"][SIDES[side]]["places"][place][1])


def tile_name(game: Game, tile: int) -> str:
    """`town 3`: the third demand for towns."""
    rules = game.rules
    if tile >= rules.TILE_COUNT:
        return f"tile {tile + 1}"
    kind = rules.TILE_TYPE[tile]
    return f"{TYPE_NAMES[kind]} {tile - rules.TILE_TYPE.index(kind) + 1}"


# --- what people read -------------------------------------------------------------------------------------------------

TEXTS = Section(FOLDER, "game")


class Speaker:
    """Names and amounts of one game in one language."""

    def __init__(self, game: Game, view: View, language: str) -> None:
        self.game = game
        self.view = view
        self.texts = TEXTS[language]

    def text(self, key: str, **values: Any) -> str:
        return self.texts[key].format(**values)

    def many(self, what: str, n: int) -> str:
        """`1 taler`, `3 talers`"""
        return self.texts[f"1 {what}" if n == 1 else f"n {what}"].format(n=n)

    def earned(self, n: int) -> str:
        """`+3 talers`; what one pays has the other sign."""
        return ("+" if n > 0 else "−" if n < 0 else "") + self.many("talers", abs(n))

    def character(self, character: int) -> str:
        """A name; one that is not of the standard set stays as it is."""
        name = character_name(self.game, character)
        return self.texts.get(name, name)

    def guild(self, guild: int) -> str:
        return self.texts[GUILD_NAMES[guild]]

    def place(self, place: int) -> str:
        name = place_name(self.game, self.view["side"], place)
        return self.texts.get(name, name)

    def point(self, point: int) -> str:
        return self.texts[POINT_NAMES[point]]

    def craftsman(self, character: int) -> str:
        """`Feller, lumberjack`"""
        return f"{self.character(character)}, {self.guild(self.game.rules.GUILD[character])}"

    def performs(self, character: int, corner: int) -> str:
        """`performance 5, 3 services`"""
        value = self.game.rules.PERFORMANCE[character][corner]
        return self.text("performs", n=value, services=self.many("services", CORNERS - corner))

    def demand(self, tile: int) -> str:
        """The guilds of a demand, and its bonus."""
        asked = self.game.rules.TILE_GUILDS[tile]
        guilds = ", ".join(self.guild(g) for g in range(len(GUILD_NAMES)) if asked >> g & 1)
        bonus = self.bonus(tile)
        return f"{guilds} ({bonus})" if bonus else guilds

    def bonus(self, tile: int) -> str:
        """What a town gives besides."""
        kind, n = self.game.rules.TILE_BONUS[tile], self.game.rules.TILE_AMOUNT[tile]
        bonuses = ["", f"+{n}", self.earned(n), self.texts["hire"]]
        return bonuses[int(kind)]

    @property
    def mine(self) -> View:
        """The seat whose turn it is."""
        its: View = self.view["seats"][self.view["active"]]
        return its

    def corner_of(self, character: int) -> int:
        return next((its[1] for its in self.mine["crew"] if its and its[0] == character), 0)


def describe(game: Game, view: View, action: int, language: str, names: list[str]) -> str:
    """An action as people read it, with what it brings."""
    verb, n = game.actions.split(action)
    speak = Speaker(game, view, language)
    if verb in ("first", "token", "demand", "draw"):
        return _chance_text(speak, verb, n, names)
    if verb in ("take", "notch", "turn", "hire", "dismiss", "labour", "repair"):
        return _crew_text(speak, verb, n)
    if verb == "step":
        to = (speak.mine["architect"] + n + 1) % POINTS
        return speak.text("do step", point=speak.point(to), n=n + 1)
    if verb == "done":
        key = {"repair": "do done repair", "labour": "do done labour"}.get(view["decision"], "do done send")
        return speak.text("do move on" if key.endswith("send") and not view["sent"] else key, points=view["points"])
    if verb == "forfeit":
        return speak.text("do forfeit", point=speak.point(2 if view["decision"] == "hire" else speak.mine["architect"]))
    return _deed_text(speak, verb, n)


def _chance_text(speak: Speaker, verb: str, n: int, names: list[str]) -> str:
    if verb == "first":
        return speak.text("do first", name=names[n])
    if verb == "token":
        return speak.text("do token", n=n)
    if verb == "demand":
        return speak.text("do demand", guilds=speak.demand(n))
    return speak.text("do draw", who=speak.craftsman(n))


def _crew_text(speak: Speaker, verb: str, n: int) -> str:
    rules, view = speak.game.rules, speak.view
    if verb == "notch":
        return speak.text("do notch", n=n + 1)
    if verb == "turn":
        character = speak.mine["crew"][view["notch"]][0] if view["notch"] is not None else 0
        talers = speak.earned(n * rules.TURN_PAY)
        return speak.text("do turn", n=n, talers=talers, performs=speak.performs(character, n))
    if verb == "hire":
        character = view["billboard"][n] if view["billboard"][n] is not None else 0
        talers = speak.earned(-view["prices"][n])
        performs = speak.performs(character, rules.SPACE_CORNER[n])
        return speak.text("do hire", who=speak.craftsman(character), talers=talers, performs=performs)
    if verb == "take":
        first, *later = rules.PERFORMANCE[n]
        return speak.text("do take", who=speak.craftsman(n), first=first, later=", ".join(map(str, later)))
    corner = speak.corner_of(n)
    last = corner == CORNERS - 1
    after = "" if last else rules.PERFORMANCE[n][corner + 1]
    talers = speak.earned(rules.SHEAF_PAY)
    values = {"who": speak.craftsman(n), "performs": speak.performs(n, corner), "talers": talers, "n": rules.SCROLL[n]}
    out = speak.text(f"do {verb}", **values)
    if verb == "dismiss":
        return out
    now = rules.PERFORMANCE[n][corner]
    return out + (speak.text("and leaves") if last else speak.text("and turns", now=now, after=after))


def _deed_text(speak: Speaker, verb: str, n: int) -> str:
    rules, view, mine = speak.game.rules, speak.view, speak.mine
    if verb == "redeem":
        talers = speak.earned((n + 1) * rules.BOND_PAY)
        return speak.text("do redeem", bonds=speak.many("bonds", n + 1), talers=talers)
    if verb == "confidence":
        return speak.text("do confidence", bonds=speak.many("bonds", rules.TRUST[min(mine["confidence"] + 1, rules.TRUST_TOP)]))
    if verb == "travel":
        roads = rules.ROADS[view["side"]][mine["carriage"]][n]
        price = rules.TRAVEL_PRICE[roads] if 0 < roads < len(rules.TRAVEL_PRICE) else 0
        return speak.text("do travel", place=speak.place(n), roads=speak.many("roads", roads), talers=speak.earned(-price))
    if verb == "send":
        resting = [speak.character(c[0]) for c in mine["crew"] if c and rules.GUILD[c[0]] == n and c[1] > 0]
        talers = speak.earned(-rules.TAVERN_PRICE[view["sent"]])
        return speak.text("do send", guild=speak.guild(n), talers=talers, who=", ".join(resting) or speak.texts["nobody"])
    if verb == "build":
        return _build_text(speak)
    if verb == "palace":
        return speak.text("do palace", n=mine["performance"])
    if verb == "climb":
        step = min(mine["appreciation"], len(view["track"]) - 1)
        return speak.text("do climb", n=step + 1, token=view["track"][step], rest=view["points"] - view["track"][step])
    return speak.text("do bonds", bonds=speak.many("bonds", min(view["points"], view["supply"])))


def forecast(speak: Speaker, place: int) -> tuple[str, bool]:
    """10.2, 10.3  What the crew as it is could build at a place after arriving, or why nothing; and whether it could."""
    view, mine = speak.view, speak.mine
    tile = view["demand"][place]
    if place == HOME and mine["appreciation"] == speak.game.rules.TRACK_END:
        can = mine["performance"] >= speak.game.rules.PALACE_SUM
        return (speak.text("could palace", n=mine["performance"]), True) if can else ("", False)
    if tile is None:
        return "", False
    if view["active"] in view["sites"][place]:
        return speak.text("built there"), False
    have = {speak.game.rules.GUILD[its[0]] for its in mine["crew"] if its}
    missing = [
        guild for guild in range(len(GUILD_NAMES)) if speak.game.rules.TILE_GUILDS[tile] >> guild & 1 and guild not in have
    ]
    if missing:
        return speak.text("lacks", guilds=", ".join(map(speak.guild, missing))), False
    return (_build_text(speak, place), True) if mine["markers"] else ("", False)


def repairs_forecast(speak: Speaker) -> str:
    """11.1, 11.2  The best repairs that the crew as it is could do anywhere: up to three of different guilds."""
    rules = speak.game.rules
    best: dict[int, int] = {}
    for character in (its[0] for its in speak.mine["crew"] if its):
        other = best.get(rules.GUILD[character])
        if other is None or rules.SCROLL[character] > rules.SCROLL[other]:
            best[rules.GUILD[character]] = character
    chosen = sorted(best.values(), key=lambda character: -rules.SCROLL[character])[: rules.REPAIRERS]
    if not chosen:
        return ""
    scrolls = [rules.SCROLL[character] for character in chosen]
    who = ", ".join(map(speak.character, chosen))
    return speak.text("could repair", who=who, sum=" + ".join(map(str, scrolls)), points=sum(scrolls))


def _build_text(speak: Speaker, at: int | None = None) -> str:
    rules, view, mine = speak.game.rules, speak.view, speak.mine
    place = mine["carriage"] if at is None else at
    tile = view["demand"][place]
    if tile is None:
        return speak.text("do build", place=speak.place(place), sum="", points=0)
    site = rules.SITE_COST[min(len(view["sites"][place]), len(rules.SITE_COST) - 1)]
    extra = rules.TILE_AMOUNT[tile] if rules.TILE_BONUS[tile] == 1 else 0
    points = min(max(mine["performance"] - site + extra, 0), rules.MOST_POINTS[rules.TILE_TYPE[tile]])
    told = str(mine["performance"]) + (f" − {site}" if site else "") + (f" + {extra}" if extra else "")
    return speak.text("do build", place=speak.place(place), sum=told, points=points)


def prompt(game: Game, view: View, legal: list[int], language: str) -> str:
    """What is asked for now."""
    speak = Speaker(game, view, language)
    held = "" if view["held"] is None else speak.character(view["held"])
    return speak.text(f"ask {view['decision']}", points=view["points"], who=held)


def placed(game: Game, view: View, seat: int, language: str) -> str:
    """12.1, 12.4  What the score of a seat rests on: with which performance it built at the palace, or what it had without."""
    speak, its, rules = Speaker(game, view, language), view["seats"][seat], game.rules
    if its["palace"]:
        return speak.text("with palace", n=its["palace"])
    place = speak.place(its["carriage"])
    told = {"step": its["appreciation"], "last": rules.TRACK_END, "n": its["performance"], "least": rules.PALACE_SUM}
    return speak.text("without palace", place=place, **told)


def tell(game: Game, view: View, event: Event, language: str, names: list[str]) -> str:
    """An event as people read it in the log."""
    return _told(game, view["side"], event, language, names[event.seat])


@lru_cache(2**9)  # what has just happened is told to all who look on
def _told(game: Game, side: int, event: Event, language: str, who: str) -> str:
    speak = Speaker(game, {"side": side}, language)  # no event needs more of a view
    values: dict[str, Any] = {"who": who}
    args = event.args
    if event.kind in ("earn", "pay", "redeem", "bonds", "travel", "build", "confidence"):
        values |= _deed_values(speak, event)
    elif event.kind in (
        "draw",
        "take",
        "attach",
        "sell",
        "labour",
        "turn",
        "leave",
        "hire",
        "dismiss",
        "discard",
        "rest",
        "assign",
    ):
        values["name"] = speak.character(args[0])
        values["n"] = args[1] if len(args) > 1 else 0
        if event.kind in ("turn", "rest"):
            values["n"] = game.rules.PERFORMANCE[args[0]][args[1]]
        elif event.kind == "attach":
            values["n"] += 1
        elif event.kind == "hire":
            values["talers"] = speak.earned(-args[2])
    elif event.kind == "step":
        values["point"] = speak.point(args[0])
    elif event.kind == "send":
        values["guild"] = speak.guild(args[0])
    elif event.kind == "demand":
        values |= {"place": speak.place(args[1]), "guilds": speak.demand(args[0])}
    elif args:
        values["n"] = f"{args[0]:+}" if event.kind == "score" else args[0]
        values["m"] = args[1] + (event.kind == "token") if len(args) > 1 else 0
    return speak.text(f"tell {event.kind}", **values)


def _deed_values(speak: Speaker, event: Event) -> dict[str, Any]:
    args = event.args
    if event.kind in ("earn", "pay"):
        return {"talers": speak.earned(args[0] if event.kind == "earn" else -args[0])}
    if event.kind in ("redeem", "bonds", "confidence"):
        return {"bonds": speak.many("bonds", args[0])}
    if event.kind == "travel":
        return {"place": speak.place(args[1]), "roads": speak.many("roads", args[2])}
    place, crew, site, extra, points = args
    told = str(crew) + (f" − {site}" if site else "") + (f" + {extra}" if extra else "")
    return {"place": speak.place(place), "sum": told, "n": points}
