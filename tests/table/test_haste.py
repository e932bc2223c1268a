"""How quick this machine is decides nothing: tests that are not about limits never meet one."""

from __future__ import annotations

from collections.abc import Callable

from chantier import games
from chantier.table import live, pages
from tests.table.harness import Browser

GAME = next(iter(games))


def test_a_quick_test_is_not_slowed_down(browser: Callable[[], Browser]) -> None:
    """More of everything than is allowed at once."""
    ada = browser()
    asked = int(400 / pages.POST_COST) + 20
    table = ada.new(GAME, "me", "here")["table"]
    assert {ada.post(f"/api/tables/{table}/seats/0", {"name": f"Ada {n}"}).status_code for n in range(asked)} == {200}
    with ada.live(table) as one:
        one.turn()
        for _ in range(200):
            one.send("ping")
        for _ in range(200):
            assert one.wait("pong", "refused")["type"] == "pong"
    assert live.BURST > 200
