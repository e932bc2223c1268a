"""Arkadia: words for actions and events, in every language.

`words` is the language of records and of the command line: always English, never changed lightly. `TEXTS` is what people read.
"""

from __future__ import annotations

from typing import Any

from chantier.core import Event, Game, View
from chantier.games.arkadia.state import AMOUNTS, FAMILIES, FAMILY_NAMES, NEUTRAL, SHAPE_NAMES, SQUARES, State
from chantier.games.arkadia.tables import square_name, squares_in

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


TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "points sell": "Seals sold",
        "idea": (
            "Lay buildings round a castle that grows with the city, and set workers where they pay. Finished "
            "buildings bring the seals of four families, and what a seal is worth changes with every block of the "
            "castle: sell when your family stands high."
        ),
        "option start": "Whether seven buildings lie on the board already.",
        "start free": "empty board",
        "start first_game": "set up for a first game",
        "option site": "Who lays the castle site.",
        "site chance": "chance",
        "site first_seat": "the first seat",
        "option mirror": "Whether buildings may be mirrored.",
        "mirror no": "no",
        "mirror yes": "yes",
        "option screens": "Whether others see your workers, seals and gold.",
        "screens closed": "in the tents",
        "screens open": "open to all",
        "house": "house",
        "farm": "farm",
        "tavern": "tavern",
        "mill": "mill",
        "smithy": "smithy",
        "trade_centre": "trade centre",
        "monastery": "monastery",
        "red": "cloth",
        "olive": "spice",
        "black": "carpenters",
        "silver": "silver",
        "card": "{shape}, {family}",
        "own": "own worker",
        "neutral": "neutral worker",
        "upright": "{square}, upright",
        "mirrored": "mirrored",
        "turned": "turned {n}",
        "camp": "hires {n}",
        "closes": "finishes {what}",
        "do first": "{who} begins",
        "do site": "castle at {where}",
        "do draw": "draw: {card}",
        "do play": "build: {card}",
        "do worker": "place: {worker}",
        "do lay": "on {squares}",
        "do stand": "stand on {square}",
        "do stand, beside": "stand on {square}, beside {n} unfinished",
        "do take": "take: {card}",
        "do blind": "draw from the pile ({n})",
        "do block": "block: {family}",
        "do set": "set on cell {n} ({square}), over {under}",
        "do banner": "use a banner: {n} workers, and sell",
        "do sell": "sell {n} {family} for {gold}",
        "do sell all": "sell everything for {gold}",
        "do done": "done",
        "do done, go on": "no more workers",
        "do done, banner": "end the turn without a banner",
        "do done, sell": "sell no more",
        "do skip": "skip: nothing can be laid or placed",
        "nothing": "nothing",
        "ask first": "Who begins?",
        "ask site": "Where does the castle stand?",
        "ask deal": "The cards are being dealt.",
        "ask draw": "A card is being drawn.",
        "ask refill": "The open row is being filled.",
        "ask act": "Lay a building or place workers.",
        "ask lay": "Where does it lie? ({card})",
        "ask stand": "Where does the worker stand?",
        "ask go on": "One more worker?",
        "ask take": "Take a card.",
        "ask block": "Which block for the castle? ({n} to set)",
        "ask set": "Where does the block go?",
        "ask banner": "Use a banner?",
        "ask sell": "Sell seals?",
        "ask over": "The game is over.",
        "tell first": "{who} begins.",
        "tell site": "The castle stands at {where}.",
        "tell draw": "{who} draws: {card}.",
        "tell draw, hidden": "{who} draws a card.",
        "tell open": "Open now: {card}.",
        "tell turn": "{who}'s turn",
        "tell skip": "{who} can neither lay nor place.",
        "tell play": "{who} plays: {card}.",
        "tell lay": "{who} lays: {card}, on {squares}.",
        "tell hire": "{who} hires neutral workers: {n}.",
        "tell take": "{who} takes: {card}.",
        "tell blind": "{who} takes a card from the pile.",
        "tell stand": "{who} places a worker on {square}.",
        "tell stand, neutral": "{who} places a neutral worker on {square}.",
        "tell finish": "Finished: {card}.",
        "tell earn": "{who}: {n} × {family}",
        "tell bonus": "{who} takes its seal: {family}.",
        "tell empty": "No blocks are left for the castle.",
        "tell block": "{who} sets a block: {family}, level {level}, cell {n}.",
        "tell level": "Level {level} of the castle is full.",
        "tell last": "{who} brings the end: everybody has one more turn.",
        "tell banner": "{who} uses a banner: {n} workers.",
        "tell sell": "{who} sells {n} × {family} for {gold} gold.",
        "tell score": "{who}: {gold} gold",
        "tell reveal": "The tents are opened.",
        "tell end": "The game is over.",
    },
    "fr": {
        "points sell": "Sceaux vendus",
        "idea": (
            "Posez des bâtiments autour d'une forteresse qui grandit avec la ville, et placez vos ouvriers là où ils "
            "rapportent. Un bâtiment achevé donne les sceaux de quatre familles, et leur valeur change avec "
            "chaque bloc de la forteresse : vendez quand votre famille est au plus haut."
        ),
        "option start": "Sept bâtiments sont-ils déjà sur le plateau ?",
        "start free": "plateau vide",
        "start first_game": "mise en place pour une première partie",
        "option site": "Qui pose l'emplacement de la forteresse ?",
        "site chance": "le hasard",
        "site first_seat": "la première place",
        "option mirror": "Peut-on retourner les bâtiments ?",
        "mirror no": "non",
        "mirror yes": "oui",
        "option screens": "Les autres voient-ils vos ouvriers, sceaux et or ?",
        "screens closed": "sous les tentes",
        "screens open": "visibles de tous",
        "house": "habitation",
        "farm": "ferme",
        "tavern": "auberge",
        "mill": "moulin",
        "smithy": "forge",
        "trade_centre": "comptoir",
        "monastery": "monastère",
        "red": "tissus",
        "olive": "épices",
        "black": "charpentiers",
        "silver": "orfèvres",
        "card": "{shape}, {family}",
        "own": "ouvrier de sa couleur",
        "neutral": "ouvrier neutre",
        "upright": "{square}, debout",
        "mirrored": "retourné",
        "turned": "tourné {n}",
        "camp": "engage {n}",
        "closes": "achève {what}",
        "do first": "{who} commence",
        "do site": "forteresse en {where}",
        "do draw": "tirer : {card}",
        "do play": "bâtir : {card}",
        "do worker": "placer : {worker}",
        "do lay": "en {squares}",
        "do stand": "placer en {square}",
        "do stand, beside": "placer en {square}, près de {n} inachevés",
        "do take": "prendre : {card}",
        "do blind": "piocher ({n})",
        "do block": "bloc : {family}",
        "do set": "poser sur la case {n} ({square}), sur {under}",
        "do banner": "rendre une bannière : {n} ouvriers, et vendre",
        "do sell": "vendre {n} {family} pour {gold}",
        "do sell all": "tout vendre pour {gold}",
        "do done": "terminé",
        "do done, go on": "plus d'ouvriers",
        "do done, banner": "finir le tour sans bannière",
        "do done, sell": "ne plus vendre",
        "do skip": "passer : rien à poser ni à placer",
        "nothing": "rien",
        "ask first": "Qui commence ?",
        "ask site": "Où se dresse la forteresse ?",
        "ask deal": "Les cartes sont distribuées.",
        "ask draw": "Une carte est tirée.",
        "ask refill": "La rangée ouverte se remplit.",
        "ask act": "Posez un bâtiment ou placez des ouvriers.",
        "ask lay": "Où le poser ? ({card})",
        "ask stand": "Où placer l'ouvrier ?",
        "ask go on": "Encore un ouvrier ?",
        "ask take": "Prenez une carte.",
        "ask block": "Quel bloc pour la forteresse ? ({n} à poser)",
        "ask set": "Où poser le bloc ?",
        "ask banner": "Utiliser une bannière ?",
        "ask sell": "Vendre des sceaux ?",
        "ask over": "La partie est terminée.",
        "tell first": "{who} commence.",
        "tell site": "La forteresse se dresse en {where}.",
        "tell draw": "{who} tire : {card}.",
        "tell draw, hidden": "{who} tire une carte.",
        "tell open": "Face visible : {card}.",
        "tell turn": "Au tour de {who}",
        "tell skip": "{who} ne peut rien poser ni placer.",
        "tell play": "{who} joue : {card}.",
        "tell lay": "{who} pose : {card}, en {squares}.",
        "tell hire": "{who} engage des ouvriers neutres : {n}.",
        "tell take": "{who} prend : {card}.",
        "tell blind": "{who} prend une carte de la pioche.",
        "tell stand": "{who} place un ouvrier en {square}.",
        "tell stand, neutral": "{who} place un ouvrier neutre en {square}.",
        "tell finish": "Achevé : {card}.",
        "tell earn": "{who} : {n} × {family}",
        "tell bonus": "{who} prend le sceau posé dessus : {family}.",
        "tell empty": "Il n'y a plus de blocs pour la forteresse.",
        "tell block": "{who} pose un bloc : {family}, niveau {level}, case {n}.",
        "tell level": "Le niveau {level} de la forteresse est complet.",
        "tell last": "{who} annonce la fin : chacun joue encore une fois.",
        "tell banner": "{who} rend une bannière : {n} ouvriers.",
        "tell sell": "{who} vend {n} × {family} pour {gold} pièces d'or.",
        "tell score": "{who} : {gold} or",
        "tell reveal": "Les tentes s'ouvrent.",
        "tell end": "La partie est terminée.",
    },
    "de": {
        "points sell": "Verkaufte Siegel",
        "idea": (
            "Legt Gebäude um eine Burg, die mit der Stadt wächst, und setzt Arbeiter dort ein, wo es sich "
            "lohnt. Fertige Gebäude bringen Siegel von vier Familien, und was ein Siegel wert ist, ändert sich "
            "mit jedem Teil der Burg: Verkaufe, wenn deine Familie hoch steht."
        ),
        "option start": "Ob schon sieben Gebäude auf dem Plan liegen.",
        "start free": "leerer Plan",
        "start first_game": "Aufbau für die erste Partie",
        "option site": "Wer den Bauplatz der Burg legt.",
        "site chance": "der Zufall",
        "site first_seat": "der erste Platz",
        "option mirror": "Ob Gebäude gespiegelt werden dürfen.",
        "mirror no": "nein",
        "mirror yes": "ja",
        "option screens": "Ob andere deine Arbeiter, Siegel und dein Gold sehen.",
        "screens closed": "in den Zelten",
        "screens open": "offen für alle",
        "house": "Wohnhaus",
        "farm": "Bauernhof",
        "tavern": "Wirtshaus",
        "mill": "Mühle",
        "smithy": "Schmiede",
        "trade_centre": "Handelshaus",
        "monastery": "Kloster",
        "red": "Tuch",
        "olive": "Gewürz",
        "black": "Zimmerleute",
        "silver": "Silber",
        "card": "{shape}, {family}",
        "own": "eigener Arbeiter",
        "neutral": "neutraler Arbeiter",
        "upright": "{square}, hochkant",
        "mirrored": "gespiegelt",
        "turned": "gedreht {n}",
        "camp": "wirbt {n} an",
        "closes": "vollendet {what}",
        "do first": "{who} beginnt",
        "do site": "Burg auf {where}",
        "do draw": "ziehen: {card}",
        "do play": "bauen: {card}",
        "do worker": "einsetzen: {worker}",
        "do lay": "auf {squares}",
        "do stand": "auf {square} stellen",
        "do stand, beside": "auf {square} stellen, neben {n} unfertige",
        "do take": "nehmen: {card}",
        "do blind": "vom Stapel ziehen ({n})",
        "do block": "Burgteil: {family}",
        "do set": "auf Feld {n} ({square}) setzen, über {under}",
        "do banner": "Fahne abgeben: {n} Arbeiter, und verkaufen",
        "do sell": "{n} {family} für {gold} verkaufen",
        "do sell all": "alles für {gold} verkaufen",
        "do done": "fertig",
        "do done, go on": "keine weiteren Arbeiter",
        "do done, banner": "Zug ohne Fahne beenden",
        "do done, sell": "nichts mehr verkaufen",
        "do skip": "aussetzen: nichts kann gelegt oder gestellt werden",
        "nothing": "nichts",
        "ask first": "Wer beginnt?",
        "ask site": "Wo steht die Burg?",
        "ask deal": "Die Karten werden ausgeteilt.",
        "ask draw": "Eine Karte wird gezogen.",
        "ask refill": "Die offene Reihe wird ergänzt.",
        "ask act": "Lege ein Gebäude oder setze Arbeiter ein.",
        "ask lay": "Wo liegt es? ({card})",
        "ask stand": "Wo steht der Arbeiter?",
        "ask go on": "Noch ein Arbeiter?",
        "ask take": "Nimm eine Karte.",
        "ask block": "Welches Burgteil? ({n} zu setzen)",
        "ask set": "Wohin kommt das Burgteil?",
        "ask banner": "Eine Fahne abgeben?",
        "ask sell": "Siegel verkaufen?",
        "ask over": "Das Spiel ist zu Ende.",
        "tell first": "{who} beginnt.",
        "tell site": "Die Burg steht auf {where}.",
        "tell draw": "{who} zieht: {card}.",
        "tell draw, hidden": "{who} zieht eine Karte.",
        "tell open": "Offen liegt: {card}.",
        "tell turn": "{who} ist am Zug",
        "tell skip": "{who} kann nichts legen und nichts einsetzen.",
        "tell play": "{who} spielt: {card}.",
        "tell lay": "{who} legt: {card}, auf {squares}.",
        "tell hire": "{who} wirbt neutrale Arbeiter an: {n}.",
        "tell take": "{who} nimmt: {card}.",
        "tell blind": "{who} nimmt eine Karte vom Stapel.",
        "tell stand": "{who} stellt einen Arbeiter auf {square}.",
        "tell stand, neutral": "{who} stellt einen neutralen Arbeiter auf {square}.",
        "tell finish": "Vollendet: {card}.",
        "tell earn": "{who}: {n} × {family}",
        "tell bonus": "{who} nimmt das Siegel darauf: {family}.",
        "tell empty": "Für die Burg sind keine Teile mehr da.",
        "tell block": "{who} setzt ein Burgteil: {family}, Ebene {level}, Feld {n}.",
        "tell level": "Ebene {level} der Burg ist voll.",
        "tell last": "{who} leitet das Ende ein: Jeder hat noch einen Zug.",
        "tell banner": "{who} gibt eine Fahne ab: {n} Arbeiter.",
        "tell sell": "{who} verkauft {n} × {family} für {gold} Gold.",
        "tell score": "{who}: {gold} Gold",
        "tell reveal": "Die Zelte werden geöffnet.",
        "tell end": "Das Spiel ist zu Ende.",
    },
}


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
        return _describe_lay(game, view, n, texts)
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


def _describe_lay(game: Game, view: View, n: int, texts: dict[str, str]) -> str:
    """The squares, and what laying there brings: neutral workers, finished buildings."""
    rules = game.rules
    turn, square = divmod(n, SQUARES)
    placed = rules.PLACED_AT[rules.TURNED[view["card"] // FAMILIES][turn]][square]
    cover = squares_in(rules.COVER_BITS[placed])
    parts = [texts["do lay"].format(squares=squares_text(game, placed))]
    camps = len(set(cover) & set(squares_in(rules.CAMPS_BITS)))
    if camps:
        parts.append(texts["camp"].format(n=min(camps, view["reserve"])))
    closed = [b for b in view["buildings"] if not b["finished"] and set(b["free"]) <= set(cover)]
    names = [card_text(b["shape"] * FAMILIES + b["family"], texts) for b in closed]
    taken = {s for b in view["buildings"] for s in b["squares"]} | {s for s, _ in view["workers"]}
    taken |= set(squares_in(rules.COVER_BITS[rules.FIRST_PLACED_SITE + view["site"]]))
    if set(squares_in(rules.BESIDE_BITS[placed])) <= taken:
        names.append(card_text(view["card"], texts))
    parts += [texts["closes"].format(what=name) for name in names]
    return "; ".join(parts)


def prompt(game: Game, view: View, legal: list[int], language: str) -> str:
    """What is asked for now."""
    texts = TEXTS[language]
    card = "" if view["card"] is None else card_text(view["card"], texts)
    return texts[f"ask {view['decision']}"].format(card=card, n=view["due"])


def tell(game: Game, view: View, event: Event, language: str, names: list[str]) -> str:
    """An event as people read it in the log."""
    texts = TEXTS[language]
    kind, args = event.kind, event.args
    key = f"tell {kind}"
    values: dict[str, Any] = {"who": names[event.seat]}
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
