"""Games that a net learns from, played by machine code. In the flat style, over `net.py`; knows no game.

A game is played on `states[GAME]`, from where `states[START]` says that it begins. Each seat has a way to play. Wherever a net
could judge, the row is written down, with who looked (`notes`), in the end who won and with what score (`results`), and what a
net should have said (`targets`): the end, the further away it was the more mixed with what searches said on the way. Both are
for the seat that looked first, then clockwise. Of what seats decided that search with the net, the row is kept too
(`decisions`), and how much attention each action got (`choices`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from chantier.core import CHANCE, NOBODY
from chantier.kernel.features import Out
from chantier.kernel.words import AnyState, Dice, Menu, States, Stored, assign, below

if TYPE_CHECKING:  # the rules, the sense, the insight, the loops, the search and the net stand in the same module
    from chantier.kernel.defaults import FACTS, IN_POINTS, habit, prior, study
    from chantier.kernel.insight import CORRECTING, behold, beholder, settled, trust
    from chantier.kernel.loops import pick
    from chantier.kernel.net import Room, Weights, judge_end, judge_here, think_learned, weigh_margins
    from chantier.kernel.search import (
        DESK_ALONE,
        DESK_END,
        DESK_HALF,
        DESK_USED,
        NODE_ACTION,
        NODE_CHILD,
        NODE_NUMBERS,
        NODE_SCORE,
        NODE_SIBLING,
        NODE_SUMS,
        NODE_VALUE,
        NODE_VISITS,
        Knobs,
        Path,
        Sums,
        Tree,
        judge,
        think,
    )
    from chantier.kernel.shape import legal, play
else:
    Tree, Sums, Path, Knobs = list[list[int]], list[list[float]], list[int], list[float]
    Weights, Room = Annotated[Any, Stored("f32", 2)], Annotated[Any, Stored("f32", 2)]

Rows = Annotated[Any, Stored("i16", 2)]
Notes = Annotated[Any, Stored("i32", 2)]
Said = Annotated[Any, Stored("f32", 2)]
Lines = Annotated[Any, Stored("i32", 2)]
Plan = Annotated[Any, Stored("i32")]

SCRATCH, WORLD, START, GAME, TRIED = range(5)  # states
GAME_STATES = 5
# Ways to play: at once; the best of some turns by habit; by searches with the sense, with the net, and with an older net.
BY_HABIT, BY_TRIES, BY_SENSE, BY_NET, BY_RIVAL = range(5)
# What a plan says: the way of each seat; turns tried; playouts of a decision by nets, and by the sense; turns at the beginning
# by habit; of a hundred decisions, so many by habit, and so many by chance among what was searched; when a game is given up;
# and how many percent of a target are what the search said there, the rest being the target of the next row.
PLAN_TRIES, PLAN_PLAYOUTS, PLAN_BY_SENSE, PLAN_OPENING, PLAN_WHIMS, PLAN_CHANCES, PLAN_LONGEST, PLAN_MIXED = range(4, 12)
PLAN_NUMBERS = 12
NOTE_GAME, NOTE_SEATS, NOTE_SEAT = range(3)
NOTES = 3
TRIED_LINE, KEPT_LINE = range(2)
LINE = 96  # decisions of a turn that are remembered
# An action that a search considered: the decision, the game, the action, what the prior of the game says, and its visits. The
# first line of all says how many decisions there are, and how many lines.
CHOICE_OF, CHOICE_GAME, CHOICE_ACTION, CHOICE_PRIOR, CHOICE_VISITS = range(5)
CHOICE = 5
CHOICES_DECISIONS, CHOICES_LINES = range(2)
UNSAID = -1.0
PARTS_OF_SEATS = 4


def play_games(
    states: States, menu: Menu, dice: Dice, tree: Tree, sums: Sums, path: Path, knobs: Knobs, first: Weights, second: Weights,
    last: Weights, focus: Weights, heed: Weights, rival_first: Weights, rival_second: Weights, rival_last: Weights,
    rival_focus: Weights, rival_heed: Weights, room: Room, row: Out, lines: Lines, plan: Plan, rows: Rows, notes: Notes,
    targets: Said, results: Said, bases: Said, decisions: Rows, choices: Lines, games: int, number: int,
) -> int:  # fmt: skip
    """So many games, as long as there is room for one more; how many rows were written. A game that takes too long is left
    out."""
    n = 0
    choices[0][CHOICES_DECISIONS] = 0
    choices[0][CHOICES_LINES] = 1
    for game in range(games):
        if n + plan[PLAN_LONGEST] >= len(rows):
            break
        assign(states, GAME, states, START)
        begin = n
        n = play_one_game(
            states, menu, dice, tree, sums, path, knobs, first, second, last, focus, heed, rival_first, rival_second,
            rival_last, rival_focus, rival_heed, room, row, lines, plan, rows, notes, targets, bases, decisions, choices, n,
            number + game,
        )  # fmt: skip
        s = states[GAME]
        if s.to_act != NOBODY:
            n = begin
        else:
            judge_end(s, sums, 0)
            for i in range(begin, n):
                notes[i][NOTE_GAME] = number + game
                tell_end(s, sums, notes[i][NOTE_SEAT], results, i)
            if CORRECTING and IN_POINTS:
                weigh_margins(s, sums, knobs, 0)
            for i in range(n - begin):
                mix_back(s, sums, notes, targets, n - 1 - i, plan[PLAN_MIXED] / 100)
    return n


def tell_end(s: AnyState, sums: Sums, seat: int, results: Said, i: int) -> None:
    """How the game ended, as a seat sees it."""
    for k in range(len(results[i])):
        results[i][k] = 0.0
    for k in range(s.seats):
        who = (seat + k) % s.seats
        results[i][k] = sums[0][NODE_VALUE + who]
        results[i][PARTS_OF_SEATS + k] = sums[0][NODE_SCORE + who]


def mix_back(s: AnyState, sums: Sums, notes: Notes, targets: Said, i: int, part: float) -> None:
    """The target of a row: that of the next one, mixed with what the search said here. The chances that a search counts with
    are mixed with margins where a game has points, so there they are a target only for a net that corrects such a mixture."""
    said = targets[i][0] != UNSAID
    for k in range(s.seats):
        who = (notes[i][NOTE_SEAT] + k) % s.seats
        if said and (CORRECTING or not IN_POINTS):
            sums[0][NODE_VALUE + who] += part * (targets[i][k] - sums[0][NODE_VALUE + who])
        if said:
            sums[0][NODE_SCORE + who] += part * (targets[i][PARTS_OF_SEATS + k] - sums[0][NODE_SCORE + who])
    for k in range(len(targets[i])):
        targets[i][k] = 0.0
    for k in range(s.seats):
        who = (notes[i][NOTE_SEAT] + k) % s.seats
        targets[i][k] = sums[0][NODE_VALUE + who]
        targets[i][PARTS_OF_SEATS + k] = sums[0][NODE_SCORE + who]


def play_one_game(
    states: States, menu: Menu, dice: Dice, tree: Tree, sums: Sums, path: Path, knobs: Knobs, first: Weights, second: Weights,
    last: Weights, focus: Weights, heed: Weights, rival_first: Weights, rival_second: Weights, rival_last: Weights,
    rival_focus: Weights, rival_heed: Weights, room: Room, row: Out, lines: Lines, plan: Plan, rows: Rows, notes: Notes,
    targets: Said, bases: Said, decisions: Rows, choices: Lines, n: int, number: int,
) -> int:  # fmt: skip
    """One game to its end, or until it takes too long; where the next row goes."""
    s = states[GAME]
    begin = n
    opening = below(dice, 1 + plan[PLAN_OPENING])
    fresh = False  # whether a row waits for what a search says
    while s.to_act != NOBODY and n - begin < plan[PLAN_LONGEST]:
        if settled(s):
            write_down(s, sums, knobs, rows, notes, targets, bases, n)
            n += 1
            fresh = True
            if s.to_act != CHANCE and plan[s.to_act] == BY_TRIES and n - begin > opening:
                if not by_chance(dice, plan[PLAN_WHIMS]):
                    play_best_turn(states, menu, dice, sums, knobs, first, second, last, room, row, lines, plan[PLAN_TRIES])
                    continue
        menu[0] = 0
        legal(s, menu)
        if s.to_act == CHANCE or menu[0] == 1:
            play(s, pick(s, menu, dice))
        elif plan[s.to_act] <= BY_TRIES or n - begin <= opening or by_chance(dice, plan[PLAN_WHIMS]):
            play(s, habit(s, menu, dice))
        else:
            search_here(
                states, menu, dice, tree, sums, path, knobs, first, second, last, focus, heed, rival_first, rival_second,
                rival_last, rival_focus, rival_heed, room, row, plan,
            )  # fmt: skip
            if plan[s.to_act] == BY_NET:
                write_choices(s, tree, decisions, choices, number)
            if fresh:
                say(s, tree, sums, notes, targets, n - 1)
                fresh = False
            play(s, chosen_by(tree, dice, by_chance(dice, plan[PLAN_CHANCES])))
    return n


def by_chance(dice: Dice, percent: int) -> bool:
    return below(dice, 100) < percent


def write_down(
    s: AnyState, sums: Sums, knobs: Knobs, rows: Rows, notes: Notes, targets: Said, bases: Said, n: int
) -> None:  # fmt: skip
    """The row of a position, and what the outlook says about it if a net is to correct that."""
    seat = beholder(s)
    behold(s, seat, rows[n])
    notes[n][NOTE_SEATS] = s.seats
    notes[n][NOTE_SEAT] = seat
    for i in range(len(targets[n])):
        targets[n][i] = UNSAID
        bases[n][i] = 0.0
    if CORRECTING:
        judge(s, sums, knobs, 0)
        for k in range(s.seats):
            who = (seat + k) % s.seats
            bases[n][k] = sums[0][NODE_VALUE + who]
            bases[n][PARTS_OF_SEATS + k] = sums[0][NODE_SCORE + who]


# --- searches ---------------------------------------------------------------------------------------------------------


def search_here(
    states: States, menu: Menu, dice: Dice, tree: Tree, sums: Sums, path: Path, knobs: Knobs, first: Weights, second: Weights,
    last: Weights, focus: Weights, heed: Weights, rival_first: Weights, rival_second: Weights, rival_last: Weights,
    rival_focus: Weights, rival_heed: Weights, room: Room, row: Out, plan: Plan,
) -> None:  # fmt: skip
    """A new tree for the decision that is to be taken; its root is row 1."""
    tree[0][DESK_USED] = 1
    tree[0][DESK_END] = len(tree)
    tree[0][DESK_ALONE] = 1
    tree[0][DESK_HALF] = len(tree) // 2
    for i in range(NODE_NUMBERS):
        tree[1][i] = 0
    for i in range(NODE_SUMS):
        sums[1][i] = 0.0
    path[0] = 1
    seat = states[GAME].to_act
    assign(states, WORLD, states, GAME)
    if plan[seat] == BY_NET:
        think_learned(
            states, menu, dice, tree, sums, path, knobs, first, second, last, focus, heed, room, row, 0, seat,
            plan[PLAN_PLAYOUTS],
        )  # fmt: skip
    elif plan[seat] == BY_RIVAL:
        think_learned(
            states, menu, dice, tree, sums, path, knobs, rival_first, rival_second, rival_last, rival_focus, rival_heed, room,
            row, 0, seat, plan[PLAN_PLAYOUTS],
        )  # fmt: skip
    else:
        think(states, menu, dice, tree, sums, path, knobs, 0, seat, plan[PLAN_BY_SENSE])


def say(s: AnyState, tree: Tree, sums: Sums, notes: Notes, targets: Said, i: int) -> None:
    """What the search says about the position of a row."""
    for k in range(s.seats):
        who = (notes[i][NOTE_SEAT] + k) % s.seats
        targets[i][k] = sums[1][NODE_VALUE + who] / tree[1][NODE_VISITS]
        targets[i][PARTS_OF_SEATS + k] = sums[1][NODE_SCORE + who] / tree[1][NODE_VISITS]


def write_choices(s: AnyState, tree: Tree, decisions: Rows, choices: Lines, game: int) -> None:
    """The row that the seat to act sees, and every action with what the prior says and with its visits, if there is room."""
    n = choices[0][CHOICES_DECISIONS]
    line = choices[0][CHOICES_LINES]
    many = 0
    child = tree[1][NODE_CHILD]
    while child != 0:
        many += 1
        child = tree[child][NODE_SIBLING]
    if n >= len(decisions) or line + many > len(choices):
        return
    behold(s, s.to_act, decisions[n])
    facts = [0] * FACTS
    study(s, facts)
    child = tree[1][NODE_CHILD]
    while child != 0:
        found = prior(s, tree[child][NODE_ACTION], facts)
        choices[line][CHOICE_OF] = n
        choices[line][CHOICE_GAME] = game
        choices[line][CHOICE_ACTION] = tree[child][NODE_ACTION]
        choices[line][CHOICE_PRIOR] = int(found * trust(s, tree[child][NODE_ACTION]))
        choices[line][CHOICE_VISITS] = tree[child][NODE_VISITS]
        line += 1
        child = tree[child][NODE_SIBLING]
    choices[0][CHOICES_DECISIONS] = n + 1
    choices[0][CHOICES_LINES] = line


def chosen_by(tree: Tree, dice: Dice, any_of: bool) -> int:
    """The action that was visited most, or any by how often it was."""
    rest = below(dice, tree[1][NODE_VISITS]) if any_of else 0
    chosen = 0
    most = -1
    child = tree[1][NODE_CHILD]
    while child != 0:
        if any_of:
            rest -= tree[child][NODE_VISITS]
            if rest < 0:
                return tree[child][NODE_ACTION]
        if tree[child][NODE_VISITS] > most:
            most = tree[child][NODE_VISITS]
            chosen = tree[child][NODE_ACTION]
        child = tree[child][NODE_SIBLING]
    return chosen


# --- the best of some turns -------------------------------------------------------------------------------------------


def play_best_turn(
    states: States, menu: Menu, dice: Dice, sums: Sums, knobs: Knobs, first: Weights, second: Weights, last: Weights,
    room: Room, row: Out, lines: Lines, tries: int,
) -> None:  # fmt: skip
    """Some turns are tried by habit. The one whose end the net likes best is played, with new chance."""
    seat = states[GAME].to_act
    best = -1.0
    for _ in range(tries):
        assign(states, TRIED, states, GAME)
        s = states[TRIED]
        turn_by_habit(s, menu, dice, lines[TRIED_LINE])
        judge_here(s, sums, knobs, first, second, last, room, row, 0)
        if sums[0][NODE_VALUE + seat] > best:
            best = sums[0][NODE_VALUE + seat]
            for i in range(lines[TRIED_LINE][0] + 1):
                lines[KEPT_LINE][i] = lines[TRIED_LINE][i]
    turn_by_line(states[GAME], menu, dice, lines[KEPT_LINE])


def turn_by_habit(s: AnyState, menu: Menu, dice: Dice, line: Plan) -> None:
    """To where the next turn begins, or to the end. What was decided is written down."""
    line[0] = 0
    while s.to_act != NOBODY:
        if settled(s) and line[0]:
            return
        menu[0] = 0
        legal(s, menu)
        if s.to_act == CHANCE:
            play(s, pick(s, menu, dice))
        else:
            action = habit(s, menu, dice)
            if line[0] + 1 < len(line):
                line[0] += 1
                line[line[0]] = action
            play(s, action)


def turn_by_line(s: AnyState, menu: Menu, dice: Dice, line: Plan) -> None:
    """The same decisions again; by habit where chance has made one of them impossible."""
    at = 0
    while s.to_act != NOBODY:
        if settled(s) and at:
            return
        menu[0] = 0
        legal(s, menu)
        if s.to_act == CHANCE:
            play(s, pick(s, menu, dice))
            continue
        at += 1
        action = line[at] if at <= line[0] and is_on(menu, line[at]) else habit(s, menu, dice)
        play(s, action)


def is_on(menu: Menu, action: int) -> bool:
    for i in range(1, menu[0] + 1):
        if menu[i] == action:
            return True
    return False
