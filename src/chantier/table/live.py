"""The live connection: one browser that looks at one table, over a WebSocket or from the page beside it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from chantier.bots.deciding import below_strength
from chantier.core import ChantierError
from chantier.table import foresee, garbage, position, refusals, tables
from chantier.table.gathering import Gathering, RequestId, signed
from chantier.table.hall import LOG, Hall
from chantier.table.outbox import Outbox
from chantier.table.refusals import Refused, text_of
from chantier.table.store.rows import now
from chantier.table.wire import from_text, request_id, to_bytes

if TYPE_CHECKING:
    from chantier.table import protocol
    from chantier.table.tables import Table

LONGEST_MESSAGE = 8192  # characters
RATE, BURST = 40.0, 120.0  # messages a second, and at once
COSTS = {"chat": 20.0, "view": 10.0}  # some count as many messages: to show the whole table takes a while
SLOW = 1013  # the code that closes a connection whose other end does not read
MANY = 4429  # the same for one that is one too many, or comes too fast
HASTY = 60  # messages that came too fast; with one more the connection is closed
PAUSE = 0.25  # seconds after each of them in which nothing is read: to refuse costs as well


class Gone(Exception):
    """The other end has left, or the connection is closed from our side."""


class Line(Protocol):
    """What messages go over. Everything it does may be answered by Gone. It may also have a way `straight` out."""

    async def read(self) -> str: ...

    async def write(self, text: str) -> None: ...

    async def close(self, code: int) -> None: ...


class Browser:
    """One connection: whose it is, from which seat it looks, and what it was shown last. `asked` checks what it sends, and
    `address` is where it comes from, if that counts."""

    def __init__(
        self,
        hall: Hall,
        gathering: Gathering,
        line: Line,
        person: str | None,
        language: str,
        asked: Callable[[dict[str, Any]], protocol.Asked],
        address: str | None = None,
    ) -> None:
        self.hall = hall
        self.gathering = gathering
        self.line = line
        self.asked = asked
        self.person = person
        self.language = language
        self.scopes: frozenset[str] | None = None  # of the token that somebody came with; a browser may do everything
        self.seat: int | None = None
        self.side = 0  # of what can be turned
        self.form = ""  # of its window, if it has said so: then it is shown only what is seen there
        self.shown = 0  # events that this browser knows
        self.sight: position.Sight | None = None  # what it was shown last
        self.whole = True  # it needs the whole log, and all sheets
        straight = getattr(line, "straight", None)
        self.outbox = Outbox(straight=straight, took=hall.metrics.stages["send"].observe) if straight else Outbox()
        self.address = address
        self.allowance = BURST
        self.counted = time.monotonic()
        self.hasty = 0  # messages that came too fast, but for those that were forgiven

    # --- what it is told ----------------------------------------------------------------------------------------------

    def tell(self, message: dict[str, Any]) -> None:
        self.outbox.put(to_bytes(message))

    def show_table(self) -> None:
        self.tell(position.table_message(self.gathering.table, self.person, self.gathering.present))

    def show_position(self, request: RequestId = None) -> None:
        """The table as it is now. With several seats at one browser, the seat to act is looked from."""
        table = self.gathering.table
        held, to_act = table.held(self.person), table.match.to_act
        if to_act in held and not table.bot and self.seat != to_act:
            self.look_from(to_act)
        elif self.seat is None and held:
            self.look_from(held[0])
        self._show(table, held, request)

    def refresh(self) -> None:
        """Everything anew: names have changed."""
        self.whole = True
        self.show_table()
        self.show_position()

    def show_as_is(self, request: RequestId = None) -> None:
        table = self.gathering.table
        self._show(table, table.held(self.person), request)

    def _show(self, table: Table, held: list[int], request: RequestId) -> None:
        match, seat = table.match, self.seat
        acts = seat is not None and seat in held and match.to_act == seat and not table.seats[seat].level
        many = len(match.events)
        known = min(self.shown, many)
        more = {
            "undo": table.undo_seat in held,
            "request": request,
            "clock": {**table.row.clock, "now": now()} if table.row.clock else None,
        }
        sight = (table.version, seat, acts, self.language, position.side_of(match.game, self.side), self.form)
        self.outbox.put(self.gathering.shown.position(table, sight, None if self.whole else self.sight, known, more))
        self.sight, self.shown, self.whole = sight, many, False

    def look_from(self, seat: int | None) -> None:
        self.seat, self.whole = seat, True

    # --- what it asks for ---------------------------------------------------------------------------------------------

    async def obey(self, text: str) -> None:
        """Carry out one message, or say why not."""
        message: dict[str, Any] = {}
        try:
            message = parsed(text)
            await self._carry_out(message)
        except Refused as refused:
            self.refuse(message, refused)
        except ChantierError as error:
            self.refuse(message, Refused("bad", str(error)))
        except Exception:  # a fault of ours must not take the table away
            LOG.exception("a message at table %s failed", self.gathering.table.id)
            self.refuse(message, Refused("broken"))

    def refuse(self, message: dict[str, Any], refused: Refused) -> None:
        self.hall.metrics.refused.labels(refused.error).inc()
        garbage.leave()
        request: RequestId = None
        with contextlib.suppress(ValueError):
            request = request_id(message.get("request"))
        self.tell(
            {"type": "refused", "request": request, **refused.told(self.language), "version": self.gathering.table.version}
        )
        if refused.error in ("stale", "store", "broken"):
            self.whole = True
            self.show_as_is()

    async def _carry_out(self, message: dict[str, Any]) -> None:
        kind = message.get("type")
        self._count(COSTS.get(kind, 1.0) if isinstance(kind, str) else 1.0)
        if self.scopes is not None and "play" not in self.scopes and kind not in ("ping", "view"):
            raise Refused("scope" if kind in ("play", "undo", "hint", "chat") else "bad")
        asked = self.asked(message)
        if asked["type"] == "ping":
            self.tell({"type": "pong", "version": self.gathering.table.version})
        elif asked["type"] == "view":
            await self.hall.turns.take(self.address)
            self._view(asked)
        elif asked["type"] == "play" or asked["type"] == "undo":
            began = time.perf_counter()
            try:
                await self._move(asked, began)
            finally:
                self.hall.metrics.click.observe(time.perf_counter() - began)
        elif asked["type"] == "hint":
            await self._hint(asked)
        elif asked["type"] == "foresee":
            await self.hall.turns.take(self.address)
            self._foresee(asked)
        else:
            await self._chat(asked)

    def _count(self, cost: float) -> None:
        moment = time.monotonic()
        self.allowance = min(BURST, self.allowance + (moment - self.counted) * RATE)
        self.counted = moment
        if self.allowance < cost or (self.address and not self.hall.talk.take(self.address, cost)):
            self.hasty += 1
            raise Refused("fast")
        self.allowance -= cost
        self.hasty = max(0, self.hasty - 1)

    def _view(self, asked: protocol.View) -> None:
        if "language" in asked:
            self.language = refusals.language(asked["language"])
            self.outbox.put(self.gathering.shown.look(self.gathering.table.match, self.language))
        if "seat" in asked:
            self.look_from(self.gathering.table.check_viewpoint(self.person, asked["seat"]))
        if "side" in asked:
            self.side = asked["side"]
        if "form" in asked:
            self.form = asked["form"]
        self.whole = self.whole or "language" in asked or not ("side" in asked or "form" in asked)
        self.show_as_is()

    async def _move(self, asked: protocol.Play | protocol.Undo, began: float) -> None:
        request, seat = asked["request"], asked["seat"]
        async with self.gathering.lock:
            self.hall.metrics.stages["turn"].observe(time.perf_counter() - began)
            table = self.gathering.table
            if self.person and self.gathering.is_done(self.person, request):
                self.show_as_is(request)
                return
            table.check_holds(self.person, seat)
            if asked["version"] != table.version:
                raise Refused("stale")
            if asked["type"] == "play":
                table.check_turn(self.person, seat)
                await self.hall.play(self.gathering, asked["action"], self, request)
            elif table.undo_seat != seat:
                raise Refused("no undo")
            else:
                await self.hall.undo(self.gathering, self, request)

    async def _hint(self, asked: protocol.AskHint) -> None:
        table, match = self.gathering.table, self.gathering.table.match
        seat = table.check_turn(self.person, asked["seat"]).seat
        if asked["version"] != table.version:
            raise Refused("stale")
        table.check_fair(self.person)
        request, called = asked["request"], position.names(table.seats, self.language)
        version = table.version
        advice = await self.hall.hint(self.gathering, seat, str(self.person))
        text = match.game.texts.describe(match.game, match.view(seat), advice.action, self.language, called)
        lines = [text_of("hint", self.language, level=advice.level)]
        if making := below_strength(match.game, advice.level):
            lines.append(text_of("below" if making.left else "below still", self.language, n=making.left))
        told = {"type": "hint", "request": request, "version": version, "action": advice.action, "text": text, "lines": lines}
        self.tell({**told, **foresee.considered(advice.thought, self.language, called)})

    def _foresee(self, asked: protocol.Foresee) -> None:
        """What an action would do: asked for while somebody points at it."""
        table, action = self.gathering.table, asked["action"]
        if asked["version"] != table.version or action not in table.match.legal:
            return  # nobody wants to know that any more
        if table.match.to_act not in table.held(self.person) or table.bot:
            raise Refused("not your turn")
        told = foresee.foreseen(table.match, action, self.language, position.names(table.seats, self.language))
        self.tell({"type": "foreseen", "version": table.version, "action": action, **told})

    async def _chat(self, asked: protocol.Write) -> None:
        table, held = self.gathering.table, self.gathering.table.held(self.person)
        request = asked["request"]
        if self.person and self.gathering.is_done(self.person, request):
            return
        name = position.names(table.seats, self.language)[held[0]] if held else text_of("guest", self.language)
        line = tables.chat_line(table, self.person, asked["text"], name)
        if not line.text:
            raise Refused("bad")
        await self.hall.chat(self.gathering, line)
        if self.person:
            self.gathering.remember(signed(self.person, request))

    # --- the connection -----------------------------------------------------------------------------------------------

    async def stay(self) -> None:
        """As long as the connection holds."""
        await self.hall.turns.take(self.address)
        writer = asyncio.create_task(self._write())
        self.gathering = self.hall.enter(self.gathering, self)
        self.hall.neighbours.announce(self.gathering)
        try:
            self.show_table()
            self.outbox.put(self.gathering.shown.look(self.gathering.table.match, self.language))
            self.show_position()
            self.hall.wake(self.gathering)
            for told in self.gathering.about_bots:
                self.tell(told)
            while not self.outbox.closed and (hasty := self.hasty) <= HASTY:
                await self.obey(await self.line.read())
                if self.hasty > hasty:
                    await asyncio.sleep(PAUSE)
                elif len(self.outbox):
                    await asyncio.sleep(0)  # what was answered is sent before more is asked
            self.gathering.leave(self)
            self.outbox.close()
            await writer  # says why, if that can still be said; nothing is listened to any more
        except Gone:
            pass
        finally:
            self.hall.leave(self.gathering, self)
            self.hall.neighbours.announce(self.gathering)
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)

    async def _write(self) -> None:
        try:
            while (text := await self.outbox.get()) is not None:
                with self.hall.metrics.stages["send"].time():
                    await self.line.write(text)
            await self.line.close(MANY if self.hasty > HASTY else SLOW)
        except Gone:
            pass


# --- reading messages ---------------------------------------------------------------------------------------------------


def parsed(text: str) -> dict[str, Any]:
    """A message, if it is one."""
    if len(text) > LONGEST_MESSAGE:
        raise Refused("big")
    try:
        message = from_text(text)
    except (ValueError, RecursionError):
        raise Refused("bad") from None
    if not isinstance(message, dict):
        raise Refused("bad")
    return message
