"""Mistakes that somebody once planted and that passed the tests of the rules, or were noticed by golden playthroughs and perft
only: each is planted here again, and a test of the clause that it breaks notices it."""

from __future__ import annotations

import ast
import builtins
from importlib import import_module

import pytest

from chantier import Game, games
from chantier.binding import kernel_files
from chantier.lab.mutants import cases, fails, planted
from chantier.lab.mutations import Mutant

BANNER_AND_NOT_LAST = "if s.seat[s.turn].banners and s.turns_left != 1:"

# game, clause, function, what stands there, what was planted
MISTAKES = [
    ("arkadia", "2.3", "end_turn", "s.idle == s.seats", "s.idle == 2"),
    ("arkadia", "2.3", "play_lay", "    s.idle = 0\n", ""),
    ("arkadia", "2.3", "play_stand", "    s.idle = 0\n", ""),
    ("arkadia", "3.3", "near_squares", "taken_in(s, 1)", "taken_in(s, 1) & ~COVER_BITS[s.placed[CASTLE]][1]"),
    ("arkadia", "3.3", "near_squares", "taken_in(s, 0)", "taken_in(s, 0) | CAMPS_BITS[0]"),
    (
        "arkadia",
        "3.5",
        "play_lay",
        "hired = min(hired, s.reserve[NEUTRAL])",
        "hired = min(hired, s.reserve[NEUTRAL], 2 - s.start)",
    ),
    ("arkadia", "5.2", "finish", "range(s.seats):", "range(1, s.seats):"),
    ("arkadia", "7.1", "begin_banner", "if s.seat[s.turn].banners:", BANNER_AND_NOT_LAST),
    ("arkadia", "7.2", "legal_sell", "AMOUNTS)):", "8)):"),
    ("queens_architect", "1.6", "weight", "    return s.pile[action - DRAW]\n", "    return 1\n"),
    ("queens_architect", "5.3", "play_labour", "    done(s)\n    end_turn(s)\n", ""),
    ("queens_architect", "9.1", "legal_forfeit", "if s.sent == 0:", "if s.sent == 0 and now(s) != VISIT:"),
    ("queens_architect", "10.2", "can_build", "for owner in s.site[me.carriage]:", "for owner in s.site[me.carriage][:1]:"),
    (
        "queens_architect",
        "10.5",
        "play_build",
        "min(max(crew - SITE_COST[n] + extra, 0)",
        "min(max(crew - SITE_COST[n], 0) + extra",
    ),
    ("queens_architect", "10.6", "can_climb", "s.points >= s.track[step]", "s.points > s.track[step]"),
    ("queens_architect", "10.8", "end_climb", "    s.bonus = NO_BONUS\n", ""),
    ("world_monuments", "3.8", "end_step", "if s.full == 0:", "if s.full & ~(1 << CENTRE) == 0:"),
    ("world_monuments", "3.2", "begin_round", "    s.turn = 0\n", ""),
    ("world_monuments", "4.1", "begin_building", "        s.seat[seat].passed = 0\n", ""),
    ("world_monuments", "5.2", "legal_pass", "if menu[0] == 0:", "if menu[0] == 0 or bricks_of(s, s.to_act) == 0:"),
    ("world_monuments", "5.5", "begin_building", "        s.seat[seat].fined = 0\n", ""),
    (
        "world_monuments",
        "7.2",
        "end_game",
        "if s.seat[seat].pieces[GEM]:",
        "if s.seat[seat].pieces[GEM] and s.current_round + 1 == ROUNDS:",
    ),
]


def by_hand(game: Game, name: str, was: str, now: str) -> Mutant:
    """A function with another text."""
    text = kernel_files(game)[0].read_text(encoding="utf-8")
    (function,) = (f for f in ast.parse(text).body if isinstance(f, ast.FunctionDef) and f.name == name)
    source = f"{ast.get_source_segment(text, function)}\n"
    assert source.count(was) == 1, f"{was!r} does not stand once in {name}"
    (tree,) = ast.parse(source.replace(was, now)).body
    assert isinstance(tree, ast.FunctionDef)
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    local = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    known = {*vars(game.rules), *dir(builtins), *local, *(argument.arg for argument in tree.args.args)}
    assert names <= known, "this would not even run"
    return Mutant(name, frozenset(), function.lineno, "by hand", was, now, 0, tree)


@pytest.mark.parametrize(("name", "clause", "function", "was", "now"), MISTAKES)
def test_a_named_mistake_is_noticed_by_a_test_of_its_clause(name: str, clause: str, function: str, was: str, now: str) -> None:
    game = games[name]
    own = [case for case in cases(import_module(f"tests.games.{name}.test_rulebook")) if clause in case.clauses]
    assert not any(map(fails, own))
    with planted(game, by_hand(game, function, was, now)):
        assert any(map(fails, own))
