"""Whoever leaves takes along what they took: many who come and go cost no more than a few who stay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from chantier.table import door
from tests.table.crashes import GAME, until
from tests.table.harness import Browser


def test_what_packs_messages_goes_with_its_connection(browser: Callable[[], Browser], monkeypatch: pytest.MonkeyPatch) -> None:
    """It is large, and a connection that is over waits for the collector of garbage, which comes rarely."""
    made: list[door.Talking] = []
    begin = door.Talking.connection_made

    def noted(self: door.Talking, transport: Any) -> None:
        made.append(self)
        begin(self, transport)

    monkeypatch.setattr(door.Talking, "connection_made", noted)
    ada = browser()
    with ada.live(ada.new(GAME, "me", "here")["table"]) as one:
        one.position()
        assert made[0].conn.extensions, "nothing is packed"
    until(lambda: not made[0].conn.extensions, "it is kept")
