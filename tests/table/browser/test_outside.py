"""What a page or a socket would ask of another machine is heard, and does not get there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.table.browser.outside import Outside
from tests.table.browser.people import Hall

ASKS = {
    "fetch('http://192.0.2.7/plain', { mode: 'no-cors' }).catch(() => 0)": "GET http://192.0.2.7/plain HTTP/1.1",
    "fetch('https://elsewhere.test', { mode: 'no-cors' }).catch(() => 0)": "CONNECT elsewhere.test:443 HTTP/1.1",
    "new Promise((done) => { new WebSocket('ws://192.0.2.7:81').onclose = () => done(0) })": "CONNECT 192.0.2.7:81 HTTP/1.1",
    "fetch('http://192.0.2.7/', { method: 'POST', mode: 'no-cors' }).catch(() => 0)": "POST http://192.0.2.7/ HTTP/1.1",
}


@pytest.mark.parametrize("ask", ASKS)
def test_what_is_asked_of_another_machine_is_heard(ask: str, engine: Browser, outside: Outside) -> None:
    context = engine.new_context()
    context.new_page().evaluate(ask)
    context.close()
    assert ASKS[ask] in outside.heard()


def test_what_is_asked_of_this_machine_is_not(engine: Browser, outside: Outside, hall: Hall) -> None:
    context = engine.new_context()
    assert context.new_page().goto(hall.url)
    context.close()
    assert outside.heard() == []
