"""What stands between a socket and a live connection: frames that go out, messages that come in."""

from __future__ import annotations

import asyncio

import pytest
from websockets.frames import Frame, Opcode

from chantier.table.door import Mail, _head


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_text_that_is_not_packed_goes_as_the_library_would_send_it(size: int) -> None:
    text = b"x" * size
    assert _head(size) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


def test_messages_come_in_their_order_and_whoever_waits_is_woken() -> None:
    async def work() -> list[str]:
        mail, heard = Mail(), list[str]()

        async def read() -> None:
            while (message := await mail.get()) != "end":
                heard.append(message)

        reader = asyncio.create_task(read())
        for round_of in range(3):
            for n in range(3):
                mail.put_nowait(f"{round_of}{n}")
            while not mail.empty():
                await asyncio.sleep(0)
        mail.put_nowait("end")
        await reader
        return heard

    assert asyncio.run(work()) == [f"{round_of}{n}" for round_of in range(3) for n in range(3)]


def test_whoever_gives_up_waiting_loses_no_message() -> None:
    async def work() -> str:
        mail = Mail()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(mail.get(), 0.001)
        reader = asyncio.create_task(mail.get())
        await asyncio.sleep(0)
        mail.put_nowait("first")
        reader.cancel()
        await asyncio.wait([reader])
        return str(await mail.get())

    assert asyncio.run(work()) == "first"


def test_others_get_their_turn_between_two_messages_of_one_who_sends_many() -> None:
    async def work() -> list[str]:
        mail, done = Mail(), list[str]()

        async def read() -> None:
            for _ in range(3):
                done.append(await mail.get())

        async def other() -> None:
            for _ in range(3):
                done.append("other")
                await asyncio.sleep(0)

        for _ in range(3):
            mail.put_nowait("message")
        await asyncio.gather(read(), other())
        return done

    assert asyncio.run(work()) == ["other", "message"] * 3
