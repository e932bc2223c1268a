"""World Monuments: fetch bricks from the quarry, build the monument together, and score more than the others."""

from chantier.actions import ActionSpace
from chantier.components import component_set
from chantier.core import Game, Option
from chantier.games.world_monuments import state
from chantier.games.world_monuments.words.text import words

GAME = Game(
    name="world_monuments",
    title="World Monuments",
    version="1.0",
    seats=range(2, 5),
    minutes=45,
    options={
        "monument": Option(tuple(state.MONUMENTS), "notre_dame", "Which monument is built (1.2)."),
        "screens": Option(("closed", "open"), "closed", "Whether others see the pieces of a seat (8.1)."),
        "reenter": Option(("no", "yes"), "yes", "Whether a walk may enter the cell where it began (3.4)."),
    },
    actions=ActionSpace(
        {
            "first": state.FIRST,
            "draw": state.DRAW,
            "step": state.STEP,
            "take": state.TAKE,
            "lay": state.LAY,
            "pass": state.PASS,
        },
        size=state.ACTIONS,
        words=words,
    ),
    state=state.State,
    limit=1000,
    components=component_set("world_monuments"),
)
