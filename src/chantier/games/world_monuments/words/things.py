"""World Monuments: what everything that is drawn is and does, by the ids of pieces and the names of sheets."""

from chantier.games.world_monuments.words import FOLDER
from chantier.texts import Section

TEXTS = Section(FOLDER, "things")
THINGS = (  # pieces, sheets, what they are, and the clause; the more special ones first
    (r"brick-.*", r".*", "brick", "4.4"),
    (r"crown-.*", r".*", "crown", "4.2"),
    (r"marker-.*", r"score", "marker", "4.5"),
    (r"(mine-black|black hint|quarry-\d+-black).*", r".*", "black", "3.9"),
    (r"(mine|narrow|none|open)-.*", r".*", "mine", "4.2"),
    (r"quarry-.*", r".*", "quarry piece", "3.5"),
    (r"coming .*", r".*", "coming", "2.1"),
    (r"row-.*", r".*", "supply", "2.1"),
    (r"plan-.*", r".*", "plan", "4.2"),
    (r"screen-.*", r".*", "screen", "8.1"),
    (r"(shape|laurel|rank)-.*|to act", r".*", "seat", "4.1"),
    (r"track-.*", r".*", "walked", "3.4"),
    (r"worker", r"quarry", "worker", "3.2"),
    (r"worker-.*", r".*", "first seat", "6.1"),
    (r"", r"header", "turn", "1.5"),
    (r"", r"score", "marker", "4.5"),
    (r"", r"monument", "monument", "4.3"),
    (r"", r"quarry", "quarry", "3.3"),
    (r"", r"plans", "plan", "4.2"),
    (r"", r"mine.*", "mine", "4.2"),
    (r"", r"supplies", "supply", "2.1"),
    (r"", r"seat-.*", "screen", "8.1"),
)
