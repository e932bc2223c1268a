"""Queen's Architect: hire craftsmen, travel, build and repair, and be the one who builds the palace."""

from chantier.actions import ActionSpace
from chantier.components import component_set
from chantier.core import Game, Option
from chantier.games.queens_architect import state
from chantier.games.queens_architect.words.text import words

GAME = Game(
    name="queens_architect",
    title="Queen's Architect",
    version="1.0",
    seats=range(2, 5),
    minutes=60,
    options={
        "lone_wage": Option(("one", "none"), "one", "What a day labourer without craftsmen earns (5.2)."),
    },
    actions=ActionSpace(
        {
            "first": state.FIRST,
            "token": state.TOKEN,
            "demand": state.DEMAND,
            "draw": state.DRAW,
            "take": state.TAKE,
            "notch": state.NOTCH,
            "turn": state.TURN,
            "step": state.STEP,
            "labour": state.LABOUR,
            "hire": state.HIRE,
            "dismiss": state.DISMISS,
            "confidence": state.CONFIDENCE,
            "redeem": state.REDEEM,
            "travel": state.TRAVEL,
            "send": state.SEND,
            "build": state.BUILD,
            "repair": state.REPAIR,
            "palace": state.PALACE,
            "climb": state.CLIMB,
            "bonds": state.BONDS,
            "done": state.DONE,
            "forfeit": state.FORFEIT,
        },
        size=state.ACTIONS,
        words=words,
    ),
    state=state.State,
    limit=200_000,
    components=component_set("queens_architect"),
)
