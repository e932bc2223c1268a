"""Arkadia: build a city round a growing castle, and sell the seals of four families when they are worth most."""

from chantier.actions import ActionSpace
from chantier.components import component_set
from chantier.core import Game, Option
from chantier.games.arkadia import state
from chantier.games.arkadia.words.text import words

GAME = Game(
    name="arkadia",
    title="Arkadia",
    version="1.0",
    seats=range(2, 5),
    minutes=60,
    options={
        "start": Option(("free", "first_game"), "free", "Whether seven buildings lie on the board already (1.8)."),
        "site": Option(("chance", "first_seat"), "chance", "Who lays the castle site (1.2)."),
        "mirror": Option(("no", "yes"), "yes", "Whether buildings may be mirrored (3.2)."),
        "screens": Option(("closed", "open"), "closed", "Whether others see workers, seals and gold of a seat (9.2)."),
    },
    actions=ActionSpace(
        {
            "first": state.FIRST,
            "site": state.SITE,
            "draw": state.DRAW,
            "play": state.PLAY,
            "worker": state.WORKER,
            "lay": state.LAY,
            "stand": state.STAND,
            "take": state.TAKE,
            "blind": state.BLIND,
            "block": state.BLOCK,
            "set": state.SET,
            "banner": state.BANNER,
            "sell": state.SELL,
            "sell all": state.SELL_ALL,
            "done": state.DONE,
            "skip": state.SKIP,
        },
        size=state.ACTIONS,
        words=words,
    ),
    state=state.State,
    limit=2000,
    components=component_set("arkadia"),
)
