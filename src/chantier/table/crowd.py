"""How many may be connected at once, by what stays open: live connections and streams."""

from __future__ import annotations

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from chantier.table.live import MANY
from chantier.table.metrics import Metrics
from chantier.table.people.limits import Places, countable
from chantier.table.refusals import Refused, language

EACH, MOST = 100, 4000  # that are open at once: of one address, and in all


class Crowd:
    """Around the application: what stays open has one of the places, or is told that there is none left."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self.places = Places(EACH, MOST, "live")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket" and not (scope["type"] == "http" and scope["path"].endswith("/stream")):
            await self.app(scope, receive, send)
            return
        who = stranger(scope)
        if not self.places.take(who):
            self.metrics.refused.labels("many").inc()
            await turn_away(scope, receive, send, Refused("many"))
            return
        try:
            await self.app(scope, receive, send)
        finally:
            self.places.leave(who)


def stranger(scope: Scope) -> str | None:
    """The address for which something counts; nothing for this machine and for proxies."""
    return countable((scope.get("client") or ("",))[0])


async def turn_away(scope: Scope, receive: Receive, send: Send, refused: Refused) -> None:
    """Say why there is no connection. A browser is told only by what comes over one, and by the code that closes it."""
    tongue = language(dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1"))
    if scope["type"] == "http":
        await JSONResponse(refused.told(tongue), refused.status)(scope, receive, send)
        return
    socket = WebSocket(scope, receive, send)
    await socket.accept()
    asked = socket.query_params.get("language")
    told = refused.told(language(asked) if asked else tongue)
    await socket.send_json({"type": "refused", "request": None, **told, "version": 0})
    await socket.close(MANY, refused.error)
