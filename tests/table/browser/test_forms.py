"""A browser is sent what its window shows, and asks again when the window has got another form."""

from __future__ import annotations

import pytest
from playwright.sync_api import WebSocket

from chantier.match import Match
from tests.table.browser.legible import Moment, Reader
from tests.table.browser.people import LYING, PHONE, WIDE

pytestmark = pytest.mark.unmeasured

FORMS = [(PHONE, "stage-narrow"), (LYING, "stage-low"), (WIDE, "stage"), (LYING, "stage-low"), (PHONE, "stage-narrow")]


def listen(reader: Reader) -> list[str]:
    """The names of all sheets that the browser is told of from now on."""
    told: list[str] = []

    def hear(frame: str | bytes) -> None:
        told.append(str(frame))

    def met(socket: WebSocket) -> None:
        socket.on("framereceived", hear)

    reader.one.page.on("websocket", met)
    return told


def test_a_window_shows_the_sheets_of_its_form_whatever_it_was_before(reader: Reader) -> None:
    heard = listen(reader)
    reader.open(Moment("queens_architect", "first", Match("queens_architect", seats=2, seed="forms")))
    page = reader.one.page
    stages = {name: f'"name":"{name}"' for _, name in FORMS}
    page.locator('#stage svg[data-sheet="stage"]').wait_for()
    assert any(stages["stage"] in text for text in heard)
    assert not any(stages[name] in text for text in heard for name in ("stage-low", "stage-narrow"))
    for size, stage in FORMS:
        heard.clear()
        page.set_viewport_size(size)
        page.locator(f'#stage svg[data-sheet="{stage}"]').wait_for(state="attached")  # another page of a phone may be open
        assert any(stages[stage] in text for text in heard)
        assert not any(stages[other] in text for text in heard for other in stages if other != stage)
