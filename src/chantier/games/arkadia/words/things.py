"""Arkadia: what everything that is drawn is and does, by the ids of pieces and the names of sheets."""

from chantier.games.arkadia.words import FOLDER
from chantier.texts import Section

TEXTS = Section(FOLDER, "things")
THINGS = (  # pieces, sheets, what they are, and the clause; the more special ones first
    (r"(narrow-)?block-.*|stock-.*", r".*", "block", "6.2"),
    (r"(narrow-)?(seal|printed)-\d+", r"board.*", "seal", "3.4"),
    (r"(narrow-)?building-\d+", r".*", "building", "5.1"),
    (r"(narrow-)?worker-.*", r".*", "worker", "5.2"),
    (r"(plan|done)-art", r"legend", "building", "5.1"),
    (r"camp-art", r"legend", "camp", "3.5"),
    (r"price-seal-.*", r".*", "price", "6.5"),
    (r"own-seal-.*", r".*", "own seal", "6.5"),
    (r".*-seal|(narrow-)?send-.*", r".*", "ordered", "3.4"),
    (r".*-art|.*in hand", r".*", "card", "3.1"),
    (r"banner-.*", r".*", "banner", "7.1"),
    (r"(own|hired)-.*", r".*", "tent worker", "4.1"),
    (r"chest-.*", r".*", "gold", "8.4"),
    (r"(narrow-)?(rank-)?mark-.*|to act", r".*", "seat", "2.1"),
    (r"", r"board.*", "board", "3.3"),
    (r"", r"mine.*", "hand", "3.6"),
    (r"", r"castle", "castle", "6.5"),
    (r"", r"cards", "open cards", "3.6"),
    (r"", r"legend", "legend", "5.1"),
    (r"", r"seat-.*", "tent", "9.2"),
    (r"", r"header", "turn", "2.1"),
)
