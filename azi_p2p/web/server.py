"""The page's HTTP server on loopback: its files, its socket, its downloads; who gets what is decided in policy.py and
entrance.py, what the page may do in desk.py.

    GET /                   the page, for who has the cookie; with ?token= the cookie, once a token
    GET /static/...         its files        GET /catalogue/LANGUAGE.json   its words
    GET /record/TABLE       a record file    GET /identity?confirm=TOKEN    the identity, once a confirmation
    WS  /socket             everything else
"""

from __future__ import annotations

import errno
import logging
import mimetypes
import socket as sockets
from pathlib import Path
from typing import TYPE_CHECKING, Final

from aiohttp import web

from azi_p2p.node.errors import LinkError, NodeError, PortInUse
from azi_p2p.web import policy
from azi_p2p.web.entrance import cookie_of
from azi_p2p.web.page import MAX_MESSAGE, Page
from protocol.errors import ProtocolError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from azi_p2p.web.desk import Desk
    from azi_p2p.web.entrance import Entrance

STATIC: Final = Path(__file__).parent / "static"

HEARTBEAT_S: Final = 20.0
"""Of the socket: a page whose machine slept is told apart from one that has nothing to say."""

CLOSE_LIMIT_S: Final = 1.0
MAX_QUERY: Final = 256
"""Characters of a request's path and query: ours take under 120."""

_PORT_TRIES: Final = 5
"""For a port that is free in IPv4 and IPv6, where any will do."""

_TYPES: Final = {".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
                 ".html": "text/html", ".webmanifest": "application/manifest+json", ".png": "image/png",
                 ".json": "application/json", ".ico": "image/x-icon"}
"""Said here: what a system's own table of types says of .js differs."""

CLOSED_DOOR: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>azi</title>
<h1>azi</h1><p>This page belongs to the player at this machine. Open the address that azi has printed in its terminal;
each works once. If it has been used, press Enter there for a new one, or start azi again.</p></html>
"""

STEP_INSIDE: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>azi</title>
<meta http-equiv="refresh" content="0; url=/"><p><a href="/">azi</a></p></html>
"""


class PageServer:
    """`start` it, open `new_address()` in a browser, `stop` it."""

    def __init__(self, desk: Desk, entrance: Entrance, *, wanted_port: int | None, kept_port: int = 0) -> None:
        """`wanted_port`: this or none; else `kept_port` where it is free, else any."""
        self.port = 0
        self.page = Page(desk)
        self._desk = desk
        self._entrance = entrance
        self._wanted = wanted_port
        self._kept = kept_port
        self._files = _files(STATIC)
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Listen on loopback. Raises PortInUse, LinkError."""
        application = web.Application(middlewares=[self._guarded], client_max_size=0)
        application.on_response_prepare.append(_with_headers)
        application.add_routes([
            web.get("/", self._index), web.get("/static/{name:.+}", self._static),
            web.get("/catalogue/{language}.json", self._catalogue), web.get("/record/{table}", self._record),
            web.get("/identity", self._identity), web.get("/socket", self._socket)])
        bound = self._bound()
        self.port = int(bound[0].getsockname()[1])
        # not aiohttp's own log: it has no handler, and what it says of a request that is no HTTP would run across the
        # terminal
        log = logging.getLogger("azi.page")
        self._runner = web.AppRunner(application, access_log=None, logger=log, handle_signals=False,
                                     shutdown_timeout=CLOSE_LIMIT_S)
        await self._runner.setup()
        for socket in bound:
            await web.SockSite(self._runner, socket).start()
        self.page.start()

    async def stop(self) -> None:
        """Close the page's socket and listen no more."""
        await self.page.stop()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    def new_address(self) -> str:
        """The page's address with a token that works once."""
        return f"{self.address}?token={self._entrance.new_token()}"

    @property
    def address(self) -> str:
        """The page's address, for a browser that has the cookie."""
        return f"http://127.0.0.1:{self.port}/"

    # --- who may come in ---

    @web.middleware
    async def _guarded(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]],
    ) -> web.StreamResponse:
        if not policy.is_host(request.headers, self.port):
            return _said(421, "this is not an address of azi's page")
        if len(request.path_qs) > MAX_QUERY:
            return _said(414, "too long")
        if request.path != "/" and (policy.is_foreign(request.headers) or not self._admitted(request)):
            return _said(403, "only azi's own page may have this")
        try:
            return await handler(request)
        except (NodeError, ProtocolError) as error:
            return _said(409, str(error))

    def _admitted(self, request: web.Request) -> bool:
        return self._entrance.admits(request.cookies.get(self._entrance.cookie))

    # --- what there is ---

    async def _index(self, request: web.Request) -> web.StreamResponse:
        token = request.query.get("token")
        if token is not None and (self._entrance.use(token) or self._admitted(request)):
            away = _away(request)
            away.set_cookie(self._entrance.cookie, self._entrance.session, httponly=True, samesite="Strict", path="/")
            self._give_next_cookie(away)
            return away
        if not self._admitted(request):
            return web.Response(status=403, text=CLOSED_DOOR, content_type="text/html", charset="utf-8",
                                headers={"Cache-Control": "no-store"})
        index = self._file(request, "index.html")
        self._give_next_cookie(index)
        return index

    def _give_next_cookie(self, answer: web.StreamResponse) -> None:
        """After an import, that of the identity with which this node starts again: a page left open finds its way."""
        if self._desk.next_key is not None:
            answer.set_cookie(cookie_of(self._desk.next_key), self._entrance.session, httponly=True, samesite="Strict",
                              path="/")

    async def _static(self, request: web.Request) -> web.StreamResponse:
        return self._file(request, request.match_info["name"])

    def _file(self, request: web.Request, name: str) -> web.StreamResponse:
        """One of the files that were there at the start; their names are looked up, never joined to a path."""
        path = self._files.get(name) or _files(STATIC).get(name)
        if path is None:
            return _said(404, "there is no such file")
        kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        response = web.FileResponse(path, headers={"Cache-Control": "no-cache", "Content-Type": (
            f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)})
        del request
        return response

    async def _catalogue(self, request: web.Request) -> web.StreamResponse:
        body = self._desk.catalogues.get(request.match_info["language"])
        if body is None:
            return _said(404, "there is no such language")
        return web.Response(body=body, content_type="application/json", charset="utf-8",
                            headers={"Cache-Control": "no-cache"})

    async def _record(self, request: web.Request) -> web.StreamResponse:
        name, data = await self._desk.record(request.match_info["table"])
        return _download(name, data)

    async def _identity(self, request: web.Request) -> web.StreamResponse:
        found = self._desk.exported_identity(request.query.get("confirm", ""))
        if found is None:
            return _said(403, "ask for this on the page")
        return _download(*found)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if not policy.is_own_origin(request.headers):
            return _said(403, "only azi's own page may open this")
        socket = web.WebSocketResponse(
            timeout=CLOSE_LIMIT_S, heartbeat=HEARTBEAT_S, compress=False, max_msg_size=MAX_MESSAGE)
        if not socket.can_prepare(request).ok:
            return _said(400, "this is a websocket")
        await socket.prepare(request)
        await self.page.serve(socket)
        return socket

    # --- where ---

    def _bound(self) -> list[sockets.socket]:
        if self._wanted:
            return _bind(self._wanted)
        if self._kept:
            try:
                return _bind(self._kept)
            except PortInUse:
                pass
        return _bind(0)


def _bind(port: int) -> list[sockets.socket]:
    """Listening sockets on the loopback addresses that this machine has, all at one port. Raises PortInUse."""
    for attempt in range(_PORT_TRIES):
        bound: list[sockets.socket] = []
        try:
            for family, host in ((sockets.AF_INET, "127.0.0.1"), (sockets.AF_INET6, "::1")):
                socket = _bound_to(family, host, bound[0].getsockname()[1] if bound else port)
                if socket is not None:
                    bound.append(socket)
        except PortInUse:
            for socket in bound:
                socket.close()
            if port or attempt == _PORT_TRIES - 1:
                raise
        else:
            if bound:
                return bound
            raise LinkError("this machine has no loopback address", "bring it up (ip link set lo up)")
    raise AssertionError("a try returns or raises")


def _bound_to(family: sockets.AddressFamily, host: str, port: int) -> sockets.socket | None:
    """None where the machine does not have this address."""
    try:
        socket = sockets.socket(family, sockets.SOCK_STREAM)
    except OSError:
        return None
    try:
        socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        if family is sockets.AF_INET6:
            socket.setsockopt(sockets.IPPROTO_IPV6, sockets.IPV6_V6ONLY, 1)
        socket.bind((host, port))
        socket.listen()
    except OSError as error:
        socket.close()
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(f"port {port} is in use", "give another one with --web-port, or none for any") from error
        if error.errno == errno.EACCES:
            raise PortInUse(f"port {port} is not yours to use", "give one above 1023 with --web-port") from error
        return None
    return socket


def _files(directory: Path) -> dict[str, Path]:
    """Every file below the directory by its name from there, with slashes."""
    return {path.relative_to(directory).as_posix(): path for path in sorted(directory.rglob("*"))
            if path.is_file() and not path.name.startswith(".")}


def _away(request: web.Request) -> web.Response:
    """To the page without its token. A browser that was sent here by another site does not send a SameSite=Strict
    cookie along a redirect: there the answer itself goes on, which counts as this site's own step."""
    if policy.is_foreign(request.headers):
        return web.Response(text=STEP_INSIDE, content_type="text/html", charset="utf-8",
                            headers={"Cache-Control": "no-store"})
    return web.Response(status=303, headers={"Location": "/", "Cache-Control": "no-store"})


async def _with_headers(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(policy.HEADERS)
    response.headers.popall("Server", None)


def _said(status: int, text: str) -> web.Response:
    return web.Response(status=status, text=f"{text}\n", headers={"Cache-Control": "no-store"})


def _download(name: str, data: bytes) -> web.Response:
    return web.Response(body=data, headers={
        "Content-Type": "application/octet-stream", "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="{name}"'})
