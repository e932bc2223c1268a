"""Arkadia: words for actions and events, in every language.

`words` is the language of records and of the command line: always English, never changed lightly. `TEXTS` is what people read.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from chantier.core import Event, Game, View
from chantier.games.arkadia.state import AMOUNTS, COLUMNS, FAMILIES, FAMILY_NAMES, LEVELS, NEUTRAL, SHAPE_NAMES, SQUARES, State
from chantier.games.arkadia.tables import square_name, squares_in
from chantier.games.arkadia.words import FOLDER
from chantier.texts import Section

if TYPE_CHECKING:
    from chantier.kernel.shape import Kernel

# The clauses behind each kind of action.
CLAUSES = {
    "first": "1.7",
    "site": "1.2",
    "draw": "1.6",
    "play": "2.1, 3.1",
    "worker": "2.1, 4.1",
    "lay": "3.1, 3.2, 3.3, 3.4, 3.5",
    "stand": "4.1, 4.2, 4.3",
    "take": "3.6, 3.7",
    "blind": "3.6, 3.7",
    "block": "6.1, 6.2",
    "set": "6.2, 6.3, 6.5",
    "banner": "7.1, 7.2",
    "sell": "6.5, 7.2",
    "sell all": "6.5, 7.2",
    "done": "2.1",
    "skip": "2.2, 2.3",
    "wins": "8.4",
}


def card_words(kind: int) -> str:
    """`red trade centre`"""
    return f"{FAMILY_NAMES[kind % FAMILIES]} {SHAPE_NAMES[kind // FAMILIES].replace('_', ' ')}"


def words(game: Game, s: State, action: int) -> str:
    """An action as records say it."""
    verb, n = game.actions.split(action)
    if verb == "first":
        return f"first seat {n}"
    if verb == "site":
        return f"site {site_words(game, n)}" if n < game.rules.SITE_COUNT else f"site {n + 1}"
    if verb in ("draw", "play", "take"):
        return f"{verb} {card_words(n)}"
    if verb == "worker":
        return f"worker {'neutral' if n else 'own'}"
    if verb == "lay":
        turn, square = divmod(n, SQUARES)
        return f"lay at {square_name(square)} turned {turn % 4}{' mirrored' * (turn // 4)}"
    if verb == "stand":
        return f"stand on {square_name(n)}"
    if verb == "blind":
        return "take from the pile"
    if verb == "block":
        return f"block {FAMILY_NAMES[n]}"
    if verb == "set":
        return f"set on cell {n + 1}"
    if verb == "sell":
        return f"sell {n % AMOUNTS + 1} {FAMILY_NAMES[n // AMOUNTS]}"
    return verb


def site_words(game: Game, site: int) -> str:
    """`at G5 upright`"""
    placed = game.rules.FIRST_PLACED_SITE + site
    return f"at {square_name(game.rules.SQUARE_OF[placed])}{' upright' * game.rules.TURN_OF[placed]}"


TEXTS = Section(FOLDER, "game")


def card_text(kind: int, texts: dict[str, str]) -> str:
    shape, family = texts[SHAPE_NAMES[kind // FAMILIES]], texts[FAMILY_NAMES[kind % FAMILIES]]
    return texts["card"].format(shape=shape, family=family)


def site_text(game: Game, site: int, texts: dict[str, str]) -> str:
    placed = game.rules.FIRST_PLACED_SITE + site
    name = square_name(game.rules.SQUARE_OF[placed])
    return texts["upright"].format(square=name) if game.rules.TURN_OF[placed] else name


def squares_text(game: Game, placed: int) -> str:
    return " ".join(square_name(square) for square in squares_in(game.rules.COVER_BITS[placed]))


def describe(game: Game, view: View, action: int, language: str, names: list[str]) -> str:
    """An action as people read it, with what it brings."""
    texts = TEXTS[language]
    verb, n = game.actions.split(action)
    key = f"do {verb}"
    values: dict[str, Any] = {"n": n}
    if verb == "first":
        values["who"] = names[n]
    elif verb == "site":
        values["where"] = site_text(game, n, texts)
    elif verb in ("draw", "play", "take"):
        values["card"] = card_text(n, texts)
    elif verb == "worker":
        values["worker"] = texts["neutral" if n else "own"]
    elif verb == "lay":
        return lay_text(view, lain(game, view, n), texts)
    elif verb == "stand":
        values = {"square": square_name(n), "n": sum(n in building["free"] for building in view["buildings"])}
        key += ", beside" * (values["n"] > 0)
    elif verb == "done":
        key += f", {view['decision']}" if view["decision"] in ("go on", "banner", "sell") else ""
    else:
        values |= _castle_values(game, view, verb, n, texts)
    return texts[key].format(**values)


def _castle_values(game: Game, view: View, verb: str, n: int, texts: dict[str, str]) -> dict[str, Any]:
    """What belongs into the texts of cards, blocks, banners and sales."""
    if verb == "blind":
        return {"n": view["pile"]}
    if verb == "block":
        return {"family": texts[FAMILY_NAMES[n]]}
    if verb == "set":
        top = view["tops"][n]
        under = texts["nothing"] if top < 0 else texts[FAMILY_NAMES[top]]
        return {"n": n + 1, "square": square_name(game.rules.CELL_SQUARE[view["site"]][n]), "under": under}
    if verb == "banner":
        return {"n": game.rules.BANNER_WORKERS}
    if verb == "sell":
        family, many = n // AMOUNTS, n % AMOUNTS + 1
        return {"n": many, "family": texts[FAMILY_NAMES[family]], "gold": many * view["values"][family]}
    if verb == "sell all":
        seals = view["seats"][view["to_act"]].get("seals", [0] * FAMILIES)
        return {"gold": sum(a * b for a, b in zip(seals, view["values"], strict=True))}
    return {}


class Lain(NamedTuple):
    """A building as it would lie, and what would follow."""

    cover: list[int]
    camps: list[int]  # squares of it
    hired: int
    closed: list[View]  # buildings that would be finished
    itself: View | None  # if it would be finished at once
    open: int  # squares beside it that stay free


def placed_at(game: Game, view: View, n: int) -> int:
    """3.1  The building being laid as it would lie: turned and put as action `lay` n says."""
    turn, square = divmod(n, SQUARES)
    return int(game.rules.PLACED_AT[game.rules.TURNED[view["card"] // FAMILIES][turn]][square])


class Ways(NamedTuple):
    """Squares of something that lies like this, as they are listed and as bits."""

    cover: list[int]
    bits: int
    camps: list[int]
    beside: int  # bits


@lru_cache(2**11)
def ways(rules: Kernel, placed: int) -> Ways:
    """3.1, 3.5  The squares that a building covers which lies like this, the camps among them, and those beside it."""
    cover = squares_in(rules.COVER_BITS[placed])
    camps = [square for square in squares_in(rules.CAMPS_BITS) if square in cover]
    return Ways(cover, as_bits(cover), camps, as_bits(squares_in(rules.BESIDE_BITS[placed])))


def as_bits(squares: Iterable[int]) -> int:
    """Squares, a bit for each."""
    found = 0
    for square in squares:
        found |= 1 << square
    return found


def all_ways(game: Game, view: View, numbers: Iterable[int]) -> list[Ways]:
    """3.1  The building being laid, turned and put as each of these actions `lay` says."""
    rules, turned = game.rules, game.rules.TURNED[view["card"] // FAMILIES]
    at = rules.PLACED_AT
    return [ways(rules, at[turned[n // SQUARES]][n % SQUARES]) for n in numbers]


def cover(game: Game, view: View, n: int) -> list[int]:
    """3.1  The squares that it would cover."""
    return ways(game.rules, placed_at(game, view, n)).cover


class Ground(NamedTuple):
    """What one has to know of a board to lay a building there."""

    taken: int  # the squares on which something lies or somebody stands, a bit for each
    unfinished: list[tuple[int, View]]  # every building that is not finished, and what is free beside it


def ground(game: Game, view: View) -> Ground:
    taken = as_bits(square for square, _ in view["workers"])
    taken |= ways(game.rules, game.rules.FIRST_PLACED_SITE + view["site"]).bits
    unfinished = []
    for building in view["buildings"]:
        taken |= as_bits(building["squares"])
        if not building["finished"]:
            unfinished.append((as_bits(building["free"]), building))
    return Ground(taken, unfinished)


def lain(game: Game, view: View, n: int, on: Ground | None = None) -> Lain:
    """3.1, 3.5, 5.1  The building being laid, turned and put as action `lay` n says. Whoever asks for many of them knows the
    ground."""
    return lying_on(view, ways(game.rules, placed_at(game, view, n)), on or ground(game, view))


def lying_on(view: View, way: Ways, on: Ground) -> Lain:
    """3.1, 3.5, 5.1  The building being laid, as it would lie on this ground."""
    cover, bits, camps, beside = way
    closed = [building for free, building in on.unfinished if not free & ~bits]
    left = (beside & ~on.taken).bit_count()
    itself = None if left else {"shape": view["card"] // FAMILIES, "family": view["card"] % FAMILIES, "squares": cover}
    return Lain(cover, camps, min(len(camps), view["reserve"]), closed, itself, left)


def _beside(square: int) -> set[int]:
    """The squares that share a side with one, and perhaps some off the board."""
    row = square // COLUMNS
    return {square - COLUMNS, square + COLUMNS} | {n for n in (square - 1, square + 1) if n // COLUMNS == row}


def seals_for(view: View, building: View) -> dict[int, int]:
    """5.2, 5.3  The seals that every seat gets when this building is finished now; first those of whose turn it is."""
    beside: set[int] = set().union(*(_beside(square) for square in building["squares"]))
    owners = [owner for square, owner in view["workers"] if square in beside]
    seats = [(view["turn"] + step) % len(view["seats"]) for step in range(len(view["seats"]))]
    earned = {seat: owners.count(seat) + (seat == view["turn"]) for seat in seats}
    return {seat: n for seat, n in earned.items() if n}


def blocks_to_set(game: Game, view: View, more: int = 0) -> int:
    """6.1, 6.3, 6.4  How many of the blocks that are due, and of more, can be set: as long as the supply of the level has any,
    and what is left of it goes to the last one."""
    due, set_now = view["due"] + more, 0
    if not due:
        return 0
    supply, level, last = [sum(row) for row in view["supply"]], view["level"], LEVELS - 1
    while due:
        free = game.rules.CELL_COUNT - sum(len(cell) > level for cell in view["castle"])
        n = min(due, free, supply[level])
        set_now += n
        due -= n
        if n < free or level == last:
            break
        supply[last] += supply[level] - n
        level += 1
    return set_now


def lay_text(view: View, found: Lain, texts: dict[str, str], there: str = "") -> str:
    """The squares, and what laying there brings: neutral workers, finished buildings. Whoever has said before that it is laid
    there need not say it again."""
    parts = [there or there_text(found.cover, texts)]
    if found.hired:
        parts.append(texts["camp"].format(n=found.hired))
    names = [card_text(b["shape"] * FAMILIES + b["family"], texts) for b in found.closed]
    names += [card_text(view["card"], texts)] if found.itself else []
    parts += [texts["closes"].format(what=name) for name in names]
    return "; ".join(parts)


def there_text(cover: list[int], texts: dict[str, str]) -> str:
    """That a building is laid on these squares."""
    return texts["do lay"].format(squares=" ".join(map(square_name, cover)))


def prompt(game: Game, view: View, legal: list[int], language: str) -> str:
    """What is asked for now."""
    texts = TEXTS[language]
    card = "" if view["card"] is None else card_text(view["card"], texts)
    return texts[f"ask {view['decision']}"].format(card=card, n=blocks_to_set(game, view))


def tell(game: Game, view: View, event: Event, language: str, names: list[str]) -> str:
    """An event as people read it in the log."""
    return _told(game, event, language, names[event.seat])


@lru_cache(2**9)  # what has just happened is told to all who look on
def _told(game: Game, event: Event, language: str, who: str) -> str:
    texts = TEXTS[language]
    kind, args = event.kind, event.args
    key = f"tell {kind}"
    values: dict[str, Any] = {"who": who}
    if kind == "draw" and not args:
        key = "tell draw, hidden"
    elif kind in ("draw", "open", "play", "lay", "take"):
        values["card"] = card_text(args[0], texts)
        values["squares"] = squares_text(game, args[1]) if kind == "lay" else ""
    elif kind == "finish":
        values["card"] = card_text(args[0] * FAMILIES + args[1], texts)
    elif kind == "site":
        values["where"] = site_text(game, args[0], texts)
    elif kind == "stand":
        values["square"] = square_name(args[1])
        key += ", neutral" * (args[0] == NEUTRAL)
    elif kind == "score":
        values["gold"] = f"{args[0]:+}"
    elif kind in ("hire", "banner"):
        values["n"] = args[0]
    elif kind == "level":
        values["level"] = args[0]
    elif args:  # the first is a family
        values |= {"family": texts[FAMILY_NAMES[args[0]]], "n": args[1] if len(args) > 1 else 1, "gold": args[-1]}
        if kind == "block":
            values |= {"n": args[1] + 1, "level": args[2] + 1}
    return texts[key].format(**values)
