"""The words that rules are written in: plain rules find what is wrong with an agenda, and machine code does not pay for it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from chantier.kernel import words


def table(pending: int) -> SimpleNamespace:
    return SimpleNamespace(agenda=[7, 8], pending=pending)


def test_the_latest_decision_is_taken_first() -> None:
    s = table(0)
    words.then(s, 3)
    words.then(s, 4)
    assert words.now(s) == 4
    words.done(s)
    assert words.now(s) == 3


def test_an_empty_agenda_has_no_decision() -> None:
    with pytest.raises(AssertionError, match="now: nothing is on the agenda"):
        words.now(table(0))
    with pytest.raises(AssertionError, match="done: nothing is on the agenda"):
        words.done(table(0))


def test_an_agenda_has_an_end() -> None:
    with pytest.raises(AssertionError, match="then: the agenda is full"):
        words.then(table(2), 1)
