"""Many games at once, step by step, for learners. In the flat style, loaded into the same module as rules and features.

Game i is `states[i]`; behind them are the positions that games begin with, and room for thoughts. For each game there is a row
of `menus` (legal actions, counted), `masks` (the same as flags), `rows` (what the seat to act sees), `last_rows` and
`last_masks` (the same at the end of the game that ended last), `gains` (rewards of its seats) and `notes` (whose decision it
is, whether the last step ended the game, how many decisions it had, where the learner sits, with which state it begins).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from chantier.core import CHANCE, NOBODY
from chantier.kernel.features import Out
from chantier.kernel.signals import CHANGE
from chantier.kernel.words import NONE, AnyState, Dice, Menu, States, Stored, assign, below

if TYPE_CHECKING:  # the rules, the features and the loops stand in the same module
    from chantier.kernel.defaults import FACTS, prior, study
    from chantier.kernel.loops import pick
    from chantier.kernel.shape import legal, observe, play, redeal
    from chantier.kernel.signals import gain_at_cut, gain_of, standing

Mask = Annotated[Any, Stored("bool")]
Note = Annotated[Any, Stored("i32")]
Gains = Annotated[Any, Stored("f32")]
Actions = Annotated[Any, Stored("i64")]
Levels = Annotated[Any, Stored("i32")]  # of the other seats, clockwise from the learner
Menus = Annotated[Any, Stored("i32", 2)]  # from here on: one row for each game
Masks = Annotated[Any, Stored("bool", 2)]
Outs = Annotated[Any, Stored("i16", 2)]
Notes = Annotated[Any, Stored("i32", 2)]
AllGains = Annotated[Any, Stored("f32", 2)]
AllDice = Annotated[Any, Stored("i64", 2)]

TO_ACT, ENDED, DECISIONS_MADE, LEARNER, BEGINS_AT = 0, 1, 2, 3, 4  # in the notes of a game
NOTES = 5
AT_RANDOM, BY_LOOKS, BY_CALLER = 0, 1, 2  # how another seat decides: anyhow, like an apprentice, or as the caller says
RUNNING, OVER, CUT = 0, 1, 2  # how the last step ended
BLINDLY = 1_000_000_000


def best_looking(s: AnyState, menu: Menu, states: States, spare: int, seat: int, dice: Dice) -> int:
    """What looks best in a world that could be true; among equals, any. As `bots/apprentice.py` does."""
    if menu[0] == 1:
        return menu[1]
    world = states[spare]
    redeal(world, seat, dice)
    facts = [0] * FACTS
    study(world, facts)
    best = menu[1]
    most = -BLINDLY
    equal = 0
    for i in range(1, menu[0] + 1):
        value = prior(world, menu[i], facts)
        if value > most:
            most = value
            best = menu[i]
            equal = 1
        elif value == most:
            equal += 1
            if below(dice, equal) == 0:
                best = menu[i]
    return best


def go_on(states: States, i: int, spare: int, menu: Menu, dice: Dice, learner: int, levels: Levels) -> None:
    """Chance decides until a seat has to; with a learner (not NONE), other seats by their level too. Then the menu is full."""
    s = states[i]
    while True:
        menu[0] = 0
        if s.to_act == NOBODY:
            return
        legal(s, menu)
        level = AT_RANDOM
        if s.to_act != CHANCE:
            if learner == NONE or s.to_act == learner:
                return
            level = levels[(s.to_act - learner - 1) % s.seats]
            if level == BY_CALLER:
                return
        if level == BY_LOOKS:
            assign(states, spare, states, i)
            play(s, best_looking(s, menu, states, spare, s.to_act, dice))
        else:
            play(s, pick(s, menu, dice))


def clear_mask(mask: Mask, menu: Menu) -> None:
    """What was legal is so no longer."""
    for n in range(1, menu[0] + 1):
        mask[menu[n]] = False


def show_row(s: AnyState, menu: Menu, mask: Mask, row: Out, note: Note) -> None:
    """Mask and row of the seat that decides."""
    for n in range(1, menu[0] + 1):
        mask[menu[n]] = True
    note[TO_ACT] = s.to_act
    observe(s, s.to_act, row)


def begin_all(
    states: States, first: int, last: int, menus: Menus, masks: Masks, rows: Outs, notes: Notes, dice: AllDice,
    levels: Levels, spare: int,
) -> None:  # fmt: skip
    """Games first to last - 1 begin. Whoever calls decides for all seats, or for the one that is noted as the learner."""
    for i in range(first, last):
        clear_mask(masks[i], menus[i])
        begin_game(states, i, spare, menus[i], dice[i], notes[i], levels)
        notes[i][ENDED] = RUNNING
        show_row(states[i], menus[i], masks[i], rows[i], notes[i])


def begin_game(states: States, i: int, spare: int, menu: Menu, dice: Dice, note: Note, levels: Levels) -> None:
    """A new game, up to the first decision of the learner. A game that ends before that is begun again."""
    assign(states, i, states, note[BEGINS_AT])
    go_on(states, i, spare, menu, dice, draw_learner(states[i], dice, note), levels)
    while states[i].to_act == NOBODY:
        assign(states, i, states, note[BEGINS_AT])
        go_on(states, i, spare, menu, dice, note[LEARNER], levels)


def draw_learner(s: AnyState, dice: Dice, note: Note) -> int:
    """Where the learner sits in this game; NONE if there is no such seat."""
    note[DECISIONS_MADE] = 0
    if note[LEARNER] != NONE:
        note[LEARNER] = below(dice, s.seats)
    return int(note[LEARNER])


def first_illegal(states: States, actions: Actions, masks: Masks, size: int) -> int:
    """The first game whose action is not legal, or -1."""
    for i in range(len(actions)):
        if actions[i] < 0 or actions[i] >= size or not masks[i][actions[i]]:
            return i
    return -1


def step_all(
    states: States, first: int, last: int, actions: Actions, moving: Mask, menus: Menus, masks: Masks, rows: Outs,
    last_rows: Outs, last_masks: Masks, gains: AllGains, notes: Notes, dice: AllDice, levels: Levels,
    kind: int, longest: int, hopeful: bool, spare: int,
) -> None:  # fmt: skip
    """One decision in each of the games first to last - 1 that are moving. A game that ends begins anew at once; its rewards
    are those of the game that ended, what is seen is the new game."""
    for i in range(first, last):
        if moving[i]:
            clear_mask(masks[i], menus[i])
            for seat in range(states[i].seats):
                gains[i][seat] = standing(states[i], seat, kind)
            play(states[i], actions[i])
            go_on(states, i, spare, menus[i], dice[i], notes[i][LEARNER], levels)
            if settle(states[i], gains[i], notes[i], kind, longest, hopeful):
                show_last(states[i], menus[i], last_masks[i], last_rows[i], notes[i][TO_ACT])
                begin_game(states, i, spare, menus[i], dice[i], notes[i], levels)
            show_row(states[i], menus[i], masks[i], rows[i], notes[i])


def settle(s: AnyState, gains: Gains, note: Note, kind: int, longest: int, hopeful: bool) -> bool:
    """Rewards, if the game has ended or if they come with every step; whether it has."""
    if note[LEARNER] == NONE or note[TO_ACT] == note[LEARNER]:
        note[DECISIONS_MADE] += 1
    note[ENDED] = RUNNING
    if s.to_act == NOBODY:
        note[ENDED] = OVER
    elif note[DECISIONS_MADE] >= longest:
        note[ENDED] = CUT
    for seat in range(s.seats):
        if kind >= CHANGE:
            gains[seat] = standing(s, seat, kind) - gains[seat]
        elif note[ENDED] == CUT and hopeful:
            gains[seat] = gain_at_cut(s, seat, kind)
        elif note[ENDED]:
            gains[seat] = gain_of(s, seat, kind)
    return int(note[ENDED]) != RUNNING


def show_last(s: AnyState, menu: Menu, mask: Mask, row: Out, seat: int) -> None:
    """What the seat that decided last sees at the end of a game, and what it could still do if the game was cut off."""
    for action in range(len(mask)):
        mask[action] = False
    if s.to_act == seat:
        for n in range(1, menu[0] + 1):
            mask[menu[n]] = True
    observe(s, seat, row)


def choose_random(states: States, first: int, last: int, menus: Menus, dice: AllDice, actions: Actions) -> None:
    """A random legal action for each of the games."""
    for i in range(first, last):
        actions[i] = menus[i][1 + below(dice[i], menus[i][0])]


def choose_apprentice(
    states: States, first: int, last: int, menus: Menus, notes: Notes, dice: AllDice, actions: Actions, spare: int
) -> None:
    """What looks best, for each of the games: to learn from, or to measure against."""
    for i in range(first, last):
        assign(states, spare, states, i)
        actions[i] = best_looking(states[i], menus[i], states, spare, notes[i][TO_ACT], dice[i])


def observe_one(states: States, seat: int, row: Out) -> None:
    """What a seat sees of the first state."""
    observe(states[0], seat, row)


def look_ahead(states: States, i: int, menu: Menu, seat: int, rows: Outs, at: int, spare: int) -> int:
    """What a seat would see after each legal action of a game, before chance decides anything; where the next row goes."""
    for n in range(1, menu[0] + 1):
        assign(states, spare, states, i)
        play(states[spare], menu[n])
        observe(states[spare], seat, rows[at])
        at += 1
    return at


def look_ahead_all(
    states: States, first: int, last: int, menus: Menus, notes: Notes, rows: Outs, starts: Actions, spare: int
) -> None:
    """The same for the seat to act of each of the games; `starts` says in which row each of them begins."""
    for i in range(first, last):
        look_ahead(states, i, menus[i], notes[i][TO_ACT], rows, starts[i], spare)
