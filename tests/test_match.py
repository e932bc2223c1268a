"""Matches and their records: what is asked wrongly gets a clear answer, and nothing is lost."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

import chantier
from chantier import BadRecord, BadSetup, IllegalAction, Match, NoUndo

WM = "world_monuments"


def started(decisions: int = 12, **options: Any) -> Match:
    match = Match(WM, seats=3, seed="tuesday", **options)
    rng = Random(5)
    for _ in range(decisions):
        match.play(rng.choice(match.legal))
    return match


def test_the_same_seed_is_the_same_match() -> None:
    assert Match(WM, seats=2, seed="a").record() == Match(WM, seats=2, seed="a").record()
    assert Match(WM, seats=2, seed="a").record() != Match(WM, seats=2, seed="b").record()
    assert Match(WM, seats=2).seed != Match(WM, seats=2).seed


def test_numbers_and_words_play_the_same() -> None:
    one, two = Match(WM, seed=3), Match(WM, seed=3)
    one.play(one.legal[2])
    two.play("  step to   outer 3 ")
    assert one == two


@pytest.mark.parametrize("x", [-1, 10**9, True, None, 1.0, "fly to the moon", "", "take gem", "pass", 0])
def test_what_is_not_legal_is_refused_and_changes_nothing(x: Any) -> None:
    match = Match(WM, seed=3)
    before = match.record()
    with pytest.raises(IllegalAction, match=r"legal are: step to outer 1|there is no action"):
        match.play(x)
    assert match.record() == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"monument": "pisa"}, "notre_dame, capitol, st_peter, taj_mahal"),
        ({"monument": 7}, "cannot be 7"),
        ({"monument": None}, "cannot be None"),
        ({"colour": "red"}, "no option 'colour'"),
        ({"screens": True}, "closed, open"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadSetup, match=message):
        Match(WM, **options)


@pytest.mark.parametrize("seed", ["", " a", "a\nb", "x" * 201, 1.5, b"bytes", ["a"], "\u202eabc"])
def test_bad_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(BadSetup, match="a seed is"):
        Match(WM, seed=seed)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(BadSetup, match="there is no game 'chess'"):
        Match("chess")


def test_an_unknown_seat_is_refused() -> None:
    with pytest.raises(BadSetup, match="seats are 0 to 1"):
        Match(WM, seats=2).view(2)


def test_undo_goes_back_step_by_step_within_a_turn() -> None:
    match = started(0)
    match.play(match.legal[0])
    seat = match.to_act
    digest = match.digest()
    match.play(next(a for a in match.legal if "middle" in match.words(a)))
    match.play(match.legal[0])
    while match.digest() != digest:
        match.undo()
    assert match.to_act == seat
    with pytest.raises(NoUndo, match="the step before was seat"):
        match.undo()


def test_undo_stops_at_chance() -> None:
    match = Match(WM, seed=1)
    with pytest.raises(NoUndo, match="chance has decided"):
        match.undo()
    with pytest.raises(NoUndo, match="nothing has been played"):
        match.at(0).undo()


def test_undo_stops_at_a_reveal() -> None:
    match = started(0)
    rng = Random(1)
    while match.words(match.legal[0]) != "pass":
        match.play(rng.choice(match.legal))
    match.play("pass")
    with pytest.raises(NoUndo, match="shown something hidden"):
        match.undo()


def test_at_gives_an_earlier_moment() -> None:
    match = started(20)
    assert match.at(len(match.moves)).digest() == match.digest()
    assert match.at(0).to_act == chantier.CHANCE
    with pytest.raises(BadSetup, match="not 999"):
        match.at(999)


def test_a_record_goes_on_with_the_same_dice() -> None:
    match = started(15)
    again = Match.of(match.record())
    rng, gnr = Random(2), Random(2)
    while not match.over:
        match.play(rng.choice(match.legal))
        again.play(gnr.choice(again.legal))
    assert match.record() == again.record()


def test_a_record_may_end_in_the_middle_of_chance() -> None:
    match = Match(WM, seats=2, seed="cut")
    lines = match.record().splitlines()
    assert Match.of("\n".join(lines[:-5]) + "\n") == match


def changed(old: str, new: str) -> str:
    text = started(3).record()
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: a record begins"),
        ("hello", "line 1: a record begins"),
        ("chantier record 1\n", "no line 'game'"),
        (changed("game world_monuments 1.0", "game chess 1.0"), "there is no game 'chess'"),
        (changed("game world_monuments 1.0", "game world_monuments"), "line 2"),
        (changed("seats 3", "seats 9"), "2 to 4 seats"),
        (changed("seats 3", "seats many"), "line 4: seats is a small number"),
        (changed("seats 3", "seats 3\nseats 3"), "line 5: seats is said twice"),
        (changed("seats 3", "chairs 3"), "line 4"),
        (changed("option monument notre_dame", "option monument pisa"), "cannot be 'pisa'"),
        (changed("option monument notre_dame", "option flag notre_dame"), "no option 'flag'"),
        (changed("seed tuesday", "seed " + "x" * 300), "a seed is"),
        (changed("seed tuesday", "seed " + "x" * 500), "line 8: a line has at most"),
        (changed("chance draw", "chance drew"), "line 11: 'drew"),
        (changed("chance first seat", "7 first seat"), "line 10: expected 'chance' or a seat from 0 to 2"),
        (changed("chance first seat", "0 first seat"), "line 10: it is the turn of chance"),
        (changed("chance draw", "chance draw black\nchance draw black\nchance draw"), "line 12: 'draw black' is not legal"),
        (changed("step to outer", "step to outer 99"), "is no action of World Monuments"),
        (changed("chance draw", "\x00"), "line 11: a line has at most"),
        ("chantier record 1\n" + "x" * 1_000_001, "at most 1,000,000 characters"),
    ],
)
def test_a_damaged_record_names_the_line_and_the_reason(text: str, message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        Match.of(text)


def test_a_record_goes_past_the_end_of_no_game() -> None:
    match = started(0)
    rng = Random(3)
    while not match.over:
        match.play(rng.choice(match.legal))
    with pytest.raises(BadRecord, match="it is the turn of nobody"):
        Match.of(match.record() + "0 pass\n")


def test_a_mutilated_record_never_does_anything_else() -> None:
    """Random damage gives a match or BadRecord, never another error."""
    text, rng = started(30).record(), Random(11)
    for _ in range(150):
        letters = list(text)
        for _ in range(rng.randrange(1, 6)):
            at = rng.randrange(len(letters))
            letters[at] = rng.choice(["", "\n", "x", "7", " ", "\u00e9", letters[at] * 3])
        with suppress(BadRecord):
            Match.of("".join(letters))


def test_a_record_refuses_another_component_set(tmp_path: Any) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(
        'based_on = "standard"\n[points]\nsource = "rulebook"\nstart = 12\nlap = 60\nlevel = [1, 3, 5, 7, 9]\n'
        "gem = 4\nblack = 2\nfine = 1\nfined_rounds = [1, 2]\n"
    )
    match = Match(WM, seats=2, seed=1, components=own)
    assert match.scores() == [12, 12]
    assert Match(WM, seats=2, seed=1).scores() == [10, 10]  # two sets in one process
    with pytest.raises(BadRecord, match="played with the component set mine"):
        Match.of(match.record())
    assert Match.of(match.record(), components=own) == match
    with pytest.raises(BadRecord, match="give the right set with --components"):
        Match.of(Match(WM, seats=2, seed=1).record(), components=own)


def test_events_are_whispered_to_their_seat_only() -> None:
    event = chantier.Event("card", 1, (4, 2), known_to=1)
    assert event.for_seat(1) == event
    assert event.for_seat(0).args == ()
    assert event.for_seat(None).args == ()


def test_repr_says_what_it_is() -> None:
    assert repr(Match(WM, seats=2, seed="x")).startswith("<Match('world_monuments', seats=2, seed='x', monument='notre_dame'")


def test_a_bot_gets_only_what_its_seat_sees() -> None:
    match = started(10)
    seen = match.seen()
    assert seen.view == match.view(match.to_act)
    assert seen.legal == match.legal
    world = seen.imagine(Random(1))
    world.seat[0].points = 99
    assert match.state.seat[0].points != 99
    other = next(seat for seat in range(3) if seat != match.to_act)
    assert match.seen(other).legal == []


# --- what is remembered for undo and for looking back -------------------------------------------------------------------


class Remembers:
    """The law of undo in the simplest words, for one who keeps everything: every state, who decided, and what was shown."""

    def __init__(self, match: Match) -> None:
        self.past: list[tuple[int, bool, str]] = []
        self.undone_by: int | None = None
        self.follow(match, match.at(0).digest())

    def follow(self, match: Match, before: str) -> None:
        """Moves were made since the state with this digest."""
        for n in range(len(self.past), len(match.moves)):
            end = match.moves[n + 1].events if n + 1 < len(match.moves) else len(match.events)
            told = match.events[match.moves[n].events : end]
            self.past.append((match.moves[n].seat, any(event.kind == "reveal" for event in told), before))
            self.undone_by = None

    def undo(self) -> str | None:
        """The digest of the state before the last step, if it may be taken back."""
        seat, shown, before = self.past[-1]
        if seat == chantier.CHANCE or shown or self.undone_by not in (None, seat):
            return None
        self.past.pop()
        self.undone_by = seat
        return before


@pytest.mark.parametrize("game", list(chantier.games))
def test_what_was_played_can_be_repeated_from_what_was_laid_out(game: str) -> None:
    rng, match = Random(game), Match(game, 3, seed="again")
    while not match.over and len(match.moves) < 120:
        match.play(rng.choice(match.legal))
    again = Match.laid_out(game, 3, match.seed, **match.options)
    assert (again.moves, again.events) == ([], [])
    for move in match.moves:
        assert again.to_act == move.seat
        again.repeat(move.action)
    assert (again.digest(), again.events, again.legal) == (match.digest(), match.events, match.legal)
    assert again == match


@pytest.mark.parametrize("game", list(chantier.games))
def test_who_plays_on_from_a_branch_changes_nothing_else(game: str) -> None:
    """Both have one state, which no match changes, whatever is played and taken back."""
    rng, match = Random(game), Match(game, 3, seed="branch")
    while not match.over and len(match.moves) < 120:
        before, branch = (match.record(), match.digest(), list(match.events)), match.branch()
        assert branch == match
        for _ in range(5):
            if not branch.over:
                branch.play(rng.choice(branch.legal))
            if branch.undoable and rng.random() < 0.3:
                branch.undo()
        assert (match.record(), match.digest(), match.events) == before
        assert match.legal == match.game.legal(match.state)
        match.play(rng.choice(match.legal))


@pytest.mark.parametrize("game", list(chantier.games))
def test_a_seat_cannot_tell_the_world_that_was_dealt_anew_from_the_true_one(game: str) -> None:
    rng, match = Random(game), Match(game, 3, seed="world")
    while not match.over and len(match.moves) < 120:
        match.play(rng.choice(match.legal))
        seat, other = rng.randrange(3), match.copy()
        other.redeal(seat, rng)
        assert other.view(seat) == match.view(seat)
        assert other.events == match.log(seat)
        assert other.legal == other.game.legal(other.state)  # not what was legal in the true world


@pytest.mark.parametrize("game", list(chantier.games))
def test_undo_allows_what_the_law_allows_and_keeps_few_states(game: str) -> None:
    """Steps, steps taken back, copies and earlier moments in any order."""
    rng, match = Random(game), Match(game, 3, seed="undo")
    reference, most = Remembers(match), 0
    while not match.over and len(match.moves) < 700:
        if rng.random() < 0.3:
            check_undo(match, reference)
        else:
            before = match.digest()
            match.play(rng.choice(match.legal))
            reference.follow(match, before)
        if rng.random() < 0.2:
            old, match = match, match.copy()
            if can_undo(old):  # what is done to the one is not done to the other
                old.undo()
                old.play(rng.choice(old.legal))
        most = max(most, len(kept_states(match)))
    assert most <= 8 + 40


def check_undo(match: Match, reference: Remembers) -> None:
    back = reference.undo()
    assert can_undo(match) == match.undoable == (back is not None)
    if back is not None:
        match.undo()
        assert match.digest() == back


def can_undo(match: Match) -> bool:
    try:
        match.copy().undo()
    except NoUndo:
        return False
    return True


def kept_states(match: Match) -> set[int]:
    """The states that a match keeps beside its own."""
    return {id(state) for kept in (match._before, match._marks) for state in kept.values()}


def shown(match: Match) -> tuple[Any, ...]:
    """All that one may know of a match, from outside."""
    return match.record(), match.digest(), list(match.events), list(match.moves), match.undoable


def test_what_matches_share_none_changes_for_another() -> None:
    """Branches of branches that play on and take back in any order: all others stay as they are, and whatever is shared of
    their past only grows."""
    rng, all_of_them = Random(7), [Match("queens_architect", 2, seed="shared")]
    for _ in range(600):
        one = rng.choice(all_of_them)
        others = [(other, shown(other)) for other in all_of_them if other is not one]
        if rng.random() < 0.3:
            before = shown(one)
            all_of_them.append(one.copy() if rng.random() < 0.2 else one.branch())
            assert shown(all_of_them[-1]) == shown(one) == before
        elif one.undoable and rng.random() < 0.3:
            one.undo()
        else:
            one.play(rng.choice(one.legal))
        assert all(shown(other) == was for other, was in others)
        all_of_them = all_of_them[-6:]
    assert all(Match.of(match.record()) == match for match in all_of_them)


def test_to_try_a_move_copies_nothing_of_a_long_past() -> None:
    match = started(40)
    tried = match.branch()
    tried.play(tried.legal[0])
    assert tried._moves is match._moves
    assert tried._events is match._events
    assert len(match.moves) < len(tried.moves), "and each knows its own"
    assert tried._moves is not match._moves


@pytest.mark.parametrize("game", list(chantier.games))
def test_every_moment_is_the_one_that_was(game: str) -> None:
    """Also what can be taken back there."""
    rng, match = Random(game), Match(game, 2, seed="moments")
    digests, moments = {}, {}
    while not match.over and len(match.moves) < 300:
        digests[len(match.moves)], moments[len(match.moves)] = match.digest(), can_undo(match)
        match.play(rng.choice(match.legal))
    for n, digest in digests.items():
        then = match.at(n)
        assert (then.digest(), can_undo(then), then.events) == (digest, moments[n], match.events[: match.moves[n].events])
        assert [move[:2] for move in then.moves] == [move[:2] for move in match.moves[:n]]


def test_the_states_of_a_long_game_are_few() -> None:
    match, rng = Match("queens_architect", 3, seed="long"), Random(1)
    for _ in range(3000):
        match.play(rng.choice(match.legal))
    assert len(match.moves) >= 3000
    assert len(kept_states(match)) < 8 + 40
    assert match.at(2500).at(2400) == match.at(2400)
