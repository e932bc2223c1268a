"""Queen's Architect: what everything that is drawn is and does, by the ids of pieces and the names of sheets."""

from chantier.games.queens_architect.words import FOLDER
from chantier.texts import Section

TEXTS = Section(FOLDER, "things")
THINGS = (  # pieces, sheets, what they are, and the clause; the more special ones first
    (r"(crew|display|n-space|space)-.*", r".*", "craftsman", "2.1"),
    (r"architect-.*", r".*", "architect", "4.2"),
    (r"(asked|guild|legend)-.*", r".*", "guild", "10.2"),
    (r"(stage-\w+-)?(\d+-)?bonus.*", r".*", "bonus", "10.5"),
    (r"(stage-\w+-)?carriage-.*", r".*", "carriage", "8.1"),
    (r"(stage-\w+-)?climber-.*", r".*", "climber", "10.6"),
    (r"(stage-\w+-)?token-.*", r".*", "token", "10.6"),
    (r"(stage-\w+-\d+-)?house-.*|purse-markers|seat-p-house-.*", r".*", "house", "10.4"),
    (r"(stage-\w+-\d+-)?ok(-.*)?", r".*", "ok", "10.2"),
    (r"(stage-\w+-)?palace", r".*", "palace", "12.1"),
    (r"place-\d+|stage-\w+-\d+", r".*", "place", "10.2"),
    (r"fee-coin-.*", r".*", "fee", "9.2"),
    (r"(n|price)-coin-.*", r".*", "price", "6.1"),
    (r"purse-talers|seat-m-taler-.*", r".*", "talers", "1.7"),
    (r"purse-bonds|seat-m-bond-.*", r".*", "bonds", "10.7"),
    (r"trusted-.*", r".*", "confidence", "7.2"),
    (r"icon-.*", r"star", "point", "4.2"),
    (r"next-.*", r"star", "next", "2.2"),
    (r"works-hammer-.*", r".*", "works", "2.1"),
    (r"bar-seat|order-shape-.*|seat-shape-.*|star-seat", r".*", "seat", "4.1"),
    (r"", r"star", "star", "4.2"),
    (r"", r"purse", "confidence", "7.3"),
    (r"", r"tavern", "tavern", "9.3"),
    (r"", r"stage.*", "map", "8.1"),
    (r"", r"billboard.*", "billboard", "6.7"),
    (r"", r"seat-.*", "seat sheet", "2.1"),
    (r"", r"guilds", "guild", "10.2"),
    (r"", r"header|bar", "turn", "4.1"),
)
