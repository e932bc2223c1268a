"""Nobody foretells the draws of a table: not from a word, not from a record; and afterwards anybody can check them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from chantier import Match, dice, games, records
from chantier.core import CHANCE, BadRecord
from chantier.table import keeper, position, tables
from chantier.table.store.database import Store
from chantier.table.store.rows import SeatRow, Stored
from chantier.table.tables import Table, new_id
from chantier.table.wanted import WantedTable
from chantier.terminal.replay import chance_says
from chantier.terminal.saves import Player

WORD = "tuesday"
PLAYERS = [Player("Ada", ""), Player("Grace", "")]


def played(match: Match, moves: int | None = None) -> Match:
    rng = Random(1)
    while not match.over and (moves is None or len(match.moves) < moves):
        match.play(rng.choice(match.legal))
    return match


def by_word(folder: Path) -> Table:
    return tables.on_this_screen(Match("arkadia", 2, WORD), PLAYERS, "ada")


def by_saved_game(folder: Path) -> Table:
    return tables.on_this_screen(Match.of(played(Match("arkadia", 2, WORD), 70).record()), PLAYERS, "ada")


def by_import(folder: Path) -> Table:
    store = Store(f"sqlite:///{folder / new_id()}")
    table = keeper.bring_in(store, played(Match("arkadia", 2, WORD), 70).record())
    store.close()
    return table


def by_copy(folder: Path) -> Table:
    table = by_saved_game(folder)
    return tables.what_if(table, "ada", len(table.match.moves), "random")


def by_seats(folder: Path) -> Table:
    return tables.seated(Match("arkadia", 2, WORD), [SeatRow(n, "here") for n in range(2)], "ada", public=False, pace="free")


@pytest.mark.parametrize("make", [by_word, by_saved_game, by_import, by_copy, by_seats])
def test_no_table_goes_on_with_a_seed_that_somebody_knows(make: Callable[[Path], Table], tmp_path: Path) -> None:
    one, other = make(tmp_path), make(tmp_path)
    assert WORD not in (one.row.seed, one.match.seed)
    assert one.row.seed != other.row.seed
    assert len(one.row.seed) >= 22  # 128 bits, six in a letter
    assert one.row.seed_from == len(one.match.moves)
    moves = [played(table.match).moves[table.row.seed_from :] for table in (one, other)]
    known = one.match.at(one.row.seed_from)
    known.seed = WORD
    draws = [[move.action for move in some if move.seat == CHANCE] for some in (*moves, played(known).moves)]
    assert draws[0] != draws[1]
    assert draws[2][-len(draws[0]) :] != draws[0]


def test_what_is_over_keeps_its_seed() -> None:
    """Nothing is drawn any more, and with the seed of its record it can still be checked."""
    table = tables.on_this_screen(played(Match("world_monuments", 2, WORD)), PLAYERS, "ada")
    assert (table.row.seed, table.row.seed_from) == (WORD, 0)


@pytest.mark.parametrize("game", list(games))
def test_draws_can_be_checked_from_where_the_seed_decides(game: str, database: str) -> None:
    store = Store(database)
    table = keeper.bring_in(store, played(Match(game, 2, WORD), 40).record())
    began = len(table.match.moves)
    told = position.table_message(table, None, set())
    assert (told["seed_from"], len(told["promise"]) * 4) == (began, 256)
    stored = store.load(table.id)
    assert stored is not None
    again = tables.restored(stored).match  # also after a restart
    store.close()
    rng = Random(2)
    while not again.over and len(again.moves) < 250:
        again.play(rng.choice(again.legal))
    assert dice.promise(again.seed) == told["promise"]
    text = again.record()
    assert f"seed {again.seed}\nfrom {began}\n" in text
    assert Match.of(text) == again
    assert chance_says(Match.of(text), records.read(text)) == f"draws agree with the seed from move {began + 1} on"
    wrong = text.replace(f"seed {again.seed}", "seed another")
    assert chance_says(Match.of(wrong), records.read(wrong)).startswith("but the draw at move")


def test_a_match_that_goes_on_without_its_seed_says_from_where_on_it_has_one() -> None:
    text = played(Match("arkadia", 2, WORD), 60).record(seed=False)
    match = Match.of(text)
    assert match.seed_from == len(match.moves) == len(records.read(text).lines)
    assert chance_says(played(match), records.read(match.record())).startswith("draws agree")
    assert match.at(10).seed_from == 10


@pytest.mark.parametrize("bad", ["x", "-1", "9" * 7, "", "1 2"])
def test_a_record_with_a_bad_from_is_refused(bad: str) -> None:
    text = Match("arkadia", 2, WORD).record().replace(f"seed {WORD}", f"seed {WORD}\nfrom {bad}")
    with pytest.raises(BadRecord, match="line"):
        Match.of(text)


def test_a_word_is_enough_for_a_library_and_a_terminal() -> None:
    assert played(Match("arkadia", 2, WORD)).record() == played(Match("arkadia", 2, WORD)).record()


def test_a_table_that_is_new_has_one_seed_from_its_beginning() -> None:
    wanted = WantedTable.model_validate({"game": "arkadia", "seats": [{"kind": "me"}, {"kind": "here"}]})
    table = tables.create(wanted, "ada")
    assert table.row.seed_from == 0
    stored = Stored(table.row, table.seats, None, tables.move_rows(table.match, 0))
    assert tables.restored(stored).match.seed_from == 0
