"""Pages and files, and what goes with every answer: who somebody is, and what a browser must not do."""

from __future__ import annotations

import logging
import re
import time
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chantier.scene import DARK, LIGHT
from chantier.table.crowd import stranger, turn_away
from chantier.table.fair import Turns
from chantier.table.hosts import Hosts
from chantier.table.metrics import Metrics
from chantier.table.people.accounts import needed
from chantier.table.people.cookies import Badge, People
from chantier.table.people.limits import Allowances, Limit, address_key
from chantier.table.people.signins import Connection, Key, SignIns, hashed
from chantier.table.refusals import Refused, language

LOG = logging.getLogger("chantier.table")
STATIC = Path(__file__).parent / "static"
LONGEST_BODY = 32_768
RATE, BURST = 40.0, 400.0  # requests of one person: a second, and at once
POST_COST = CONNECT_COST = 4.0  # what changes something counts as several, and so does a live connection
WRONG_COST = 20.0  # what was refused counts for the address of a stranger: guesses and floods soon cost next to nothing
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; media-src 'self' data: blob:; worker-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class Guard:
    """Around everything: knows the person by the cookie or a token, refuses what other sites send, and sets the headers."""

    def __init__(
        self,
        app: ASGIApp,
        people: People,
        sign_ins: SignIns,
        allowed: Allowances,
        hosts: Hosts,
        metrics: Metrics,
        turns: Turns,
    ) -> None:
        self.app = app
        self.turns = turns
        self.people = people
        self.sign_ins = sign_ins
        self.allowed = allowed
        self.hosts = hosts
        self.metrics = metrics
        self.limit = Limit(RATE, BURST, "person")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers, state = Headers(scope=scope), scope.setdefault("state", {})
        state.update(person=None, badge=None, token=None, scopes=None, new=False, unsure=False)
        state["foreign"] = is_foreign(headers)
        refused = self._stop(scope, headers)
        if refused is None:
            if is_work(scope):
                await self.turns.take(stranger(scope))
            refused = await self._recognise(scope, headers)
        if scope["type"] == "websocket":
            await (self._refuse(scope, receive, send, refused) if refused else self._connect(scope, receive, send))
            return
        answer = self._sender(scope, send, None if refused else self._cookie(scope))
        if (refused := refused or self._refusal(scope, headers)) is not None:
            await self._refuse(scope, receive, answer, refused)
            return
        try:
            await (self._lasting if lasts(scope) else self.app)(scope, receive, answer)
        except Exception:  # a fault of ours
            LOG.exception("%s %s failed", scope["method"], route(scope))
            told = Refused("broken").told(language(headers.get("accept-language")))
            await JSONResponse(told, 500)(scope, receive, answer)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A live connection: it counts like requests do, for the person and for the address."""
        who = scope["state"]["person"], stranger(scope)
        if all(one is None or self.limit.take(one, CONNECT_COST) for one in who):
            await self._lasting(scope, receive, send)
        else:
            self.metrics.refused.labels("fast").inc()
            await turn_away(scope, receive, send, Refused("fast"))

    # --- who it is --------------------------------------------------------------------------------------------------------

    async def _recognise(self, scope: Scope, headers: Headers) -> Refused | None:
        """Whoever brings a token is the person who made it, within its scopes; else the cookie tells. While nobody can know who
        somebody is, nothing is done for them, and they are not taken for somebody new."""
        state, path = scope["state"], scope["path"]
        kind, _, token = headers.get("authorization", "").partition(" ")
        try:
            if kind.lower() == "bearer":
                return await self._read_token(state, hashed(token.strip()))
            if not path.startswith("/static/"):
                await self._read_cookies(state, headers)
        except Refused as refused:
            state["unsure"] = True
            return refused if path.startswith(("/api/", "/s/", "/new/")) else None
        return None

    async def _read_token(self, state: dict[str, Any], token: str) -> Refused | None:
        row = await self.sign_ins.token(token)
        if row is None:
            return Refused("no token")
        state.update(person=row.person, token=token, scopes=frozenset(row.scopes.split()))
        return None

    async def _read_cookies(self, state: dict[str, Any], headers: Headers) -> None:
        for badge in self.people.badges(headers.getlist("cookie")):
            if await self.sign_ins.holds(badge):
                state.update(person=badge.person, badge=badge)
                return

    def _cookie(self, scope: Scope) -> Badge | None:
        """What the browser shall remember from now on: somebody new, or the same for longer. When a page of another site sends
        us something, the browser leaves the cookie out; that does not make anybody new."""
        state, path = scope["state"], scope["path"]
        badge: Badge | None = state["badge"]
        if state["person"] is None:
            badge = self.people.badge(self.people.new())
            state.update(person=badge.person, badge=badge, new=True)
        elif badge is None or not badge.worn:
            return None
        hidden = state["foreign"] or state["unsure"] or path.startswith("/static/") or path.endswith(".svg")
        return None if hidden else badge.renewed()

    # --- why not ----------------------------------------------------------------------------------------------------------

    def _stop(self, scope: Scope, headers: Headers) -> Refused | None:
        """Why it does not even matter who asks."""
        if (name := self.hosts.stranger(headers.getlist("host"))) is not None:
            return Refused("host", f"--host-name {name}" if name else "")
        cost = 1.0 if scope.get("method", "GET") == "GET" else POST_COST
        if is_work(scope) and not self.allowed.requests.take(address_of(scope), cost):
            return Refused("fast")
        return None

    def _refusal(self, scope: Scope, headers: Headers) -> Refused | None:
        """Why a request is not even looked at."""
        state, path, address = scope["state"], scope["path"], address_of(scope)
        need = needed(scope["method"], path)
        if state["scopes"] is not None and need not in state["scopes"]:
            return Refused("scope")
        if (refused := refusal(scope, headers)) is not None:
            return refused
        who = address if state["new"] else state["person"]
        if is_work(scope) and not self.limit.take(who, 1.0 if scope["method"] == "GET" else POST_COST):
            return Refused("fast")
        if need == "host" and not (self.allowed.tables_of_one.take(who) and self.allowed.tables.take(address)):
            return Refused("fast")
        return None

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, refused: Refused) -> None:
        self.metrics.refused.labels(refused.error).inc()
        if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008})
            return
        told = refused.told(language(Headers(scope=scope).get("accept-language")))
        await JSONResponse(told, 401 if refused.error == "no token" else refused.status)(scope, receive, send)

    # --- what lasts, and what goes with every answer ------------------------------------------------------------------------

    async def _lasting(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A live connection or a stream: it ends with the sign-in by which it was opened."""
        state = scope["state"]
        key: Key | None = state["token"] or state["badge"]
        if key is None:  # somebody without a name looks on
            await self.app(scope, receive, send)
            return
        connection = Connection(scope, send, key)
        with self.sign_ins.keep(state["person"], connection), connection.until_ended():
            await self.app(scope, receive, connection.send)
        if connection.ended:
            told = Refused("signed out").told(language(Headers(scope=scope).get("accept-language")))
            await connection.say_goodbye(receive, told)

    def _sender(self, scope: Scope, send: Send, badge: Badge | None) -> Send:
        began = time.perf_counter()

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if badge is not None and "set-cookie" not in headers:
                    headers.append("set-cookie", self.people.set_cookie(badge, scope["scheme"] == "https"))
                self._count(scope, message["status"], time.perf_counter() - began)
            await send(message)

        return answer

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        if 400 <= status < 500 and (address := stranger(scope)) is not None:
            self.allowed.requests.charge(address, WRONG_COST)
        self.metrics.requests.labels(scope["method"] if scope["method"] in METHODS else "other", str(status)).inc()
        self.metrics.answer.observe(seconds)
        if LOG.isEnabledFor(logging.INFO):
            told = {"method": scope["method"], "route": route(scope), "status": status, "ms": round(seconds * 1000, 1)}
            LOG.info("request", extra={"more": told})


METHODS = ("GET", "HEAD", "POST", "DELETE")


def route(scope: Scope) -> str:
    """The pattern of an address; the address itself may be a link that nobody else should know."""
    found = getattr(scope.get("route"), "path", None)
    return str(found) if found else "/".join(scope["path"].split("/")[:2])


def address_of(scope: Scope) -> str:
    """Where somebody comes from."""
    return address_key((scope.get("client") or ("",))[0])


def is_work(scope: Scope) -> bool:
    """Whether an answer takes more than to read a file."""
    return bool(scope["path"].startswith(("/api/", "/s/")))


def lasts(scope: Scope) -> bool:
    """Whether an answer may go on for ever."""
    return bool(scope["method"] == "GET" and scope["path"].endswith("/stream"))


def is_foreign(headers: Headers) -> bool:
    """Whether a page of another site sent this."""
    origin = headers.get("origin")
    try:
        return origin is not None and urlsplit(origin).netloc != headers.get("host", "")
    except ValueError:
        return True


def refusal(scope: Scope, headers: Headers) -> Refused | None:
    """Why nobody would send such a request from one of our pages."""
    if scope["method"] in ("GET", "HEAD", "OPTIONS"):
        return None
    if scope["state"]["foreign"]:
        return Refused("origin")
    length = headers.get("content-length", "")
    if not length.isdecimal() and ("transfer-encoding" in headers or length):
        return Refused("big")
    return Refused("big") if len(length) > 9 or int(length or 0) > LONGEST_BODY else None


class Files(StaticFiles):
    """Files that may change with the next version: a browser asks each time whether they have, unless the address names the
    version, `/static/~3f2a/js/table.js`. Modules import each other by relative addresses, so they all have the same version."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        named, _, rest = path.partition("/") if path.startswith("~") else ("", "", path)
        response = await super().get_response(rest, scope)
        forever = named == f"~{version()}" and response.status_code in (200, 304)
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if forever else "no-cache"
        return response


def version() -> str:
    """A short hash that changes when any of the files does, within a second."""
    return _version(int(time.monotonic()))


@lru_cache(maxsize=1)
def _version(_second: int) -> str:
    files = sorted(path for path in STATIC.rglob("*") if path.is_file())
    told = [(str(path.relative_to(STATIC)), (now := path.stat()).st_mtime_ns, now.st_size) for path in files]
    return blake2b(repr(told).encode(), digest_size=5).hexdigest()


def page(name: str, blanks: dict[str, str] | None = None) -> Response:
    """One of the pages: a static file, in which the addresses of the other files name their version; with its `{{blanks}}`
    filled by what is written as HTML."""
    path = STATIC / f"{name}.html"
    if not path.exists():
        return HTMLResponse("<!doctype html><title>Chantier</title><p>This page is not there.</p>", 404)
    text = path.read_text(encoding="utf-8")
    now = version()
    told = text.replace("</head>", f"{_preloads(text, now)}</head>", 1).replace('"/static/', f'"/static/~{now}/')
    if blanks is not None:
        told = re.sub(r"\{\{(\w+)\}\}", lambda found: blanks[found[1]], told)
    return HTMLResponse(told, headers={"cache-control": "no-cache"})


@lru_cache
def _preloads(text: str, _version: str) -> str:
    return "".join(f'<link rel="modulepreload" href="/static/js/{module}">\n' for module in modules(text))


def modules(text: str) -> list[str]:
    """The modules that a page will need, so that a browser can ask for all of them at once."""
    found: list[str] = []
    waiting = re.findall(r'type="module" src="/static/js/([\w-]+\.js)"', text)
    while waiting:
        name = waiting.pop(0)
        if name not in found and (STATIC / "js" / name).exists():
            found.append(name)
            waiting += re.findall(
                r'^(?:import|export)\b[^;]*?"\./([\w-]+\.js)"', (STATIC / "js" / name).read_text("utf-8"), re.M
            )
    return found


def manifest(theme: str) -> dict[str, Any]:
    """What makes the table an app that can be installed: its name, its icons, and the colours that it opens in."""
    paper = {"dark": DARK["paper"]}.get(theme, LIGHT["paper"])
    icons = [
        {"src": f"/static/icons/{name}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for name, size, purpose in (("192", 192, "any"), ("512", 512, "any"), ("maskable", 512, "maskable"))
    ]
    return {
        "id": "/",
        "name": "Chantier",
        "short_name": "Chantier",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": paper,
        "theme_color": paper,
        "categories": ["games"],
        "icons": [{"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}, *icons],
    }
