"""Where other nodes knock: the listening sockets, and what an unknown visitor may cost; it greets nobody itself.

aiohttp sets no limit on connections, nor on the time that one may stay without a request, so both are set here, where
a connection is made.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import logging
import socket as sockets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from aiohttp import web

from azi_p2p.node.errors import LinkError, PortInUse
from azi_p2p.node.link import CLOSE_LIMIT_S, HEARTBEAT_S, MAX_FRAME

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from aiohttp.web_protocol import RequestHandler

log = logging.getLogger("azi.links")

PATH: Final = "/azi/1"

MAX_CONNECTIONS: Final = 64
"""In all: five other seats, watchers, and whoever looks for tables."""

MAX_PER_ADDRESS: Final = 16
"""From one address (one /64 of IPv6): six nodes on one machine, and some watchers and probes."""

MAX_UNGREETED: Final = 16
"""Without a finished handshake. One more, and the oldest has to go: an honest one is done in milliseconds."""

HELLO_LIMIT_S: Final = 5.0
"""From the connection to the end of the handshake."""

_PORT_TRIES: Final = 5
"""For a port that is free in IPv4 and IPv6, where any will do."""

_BACKLOG: Final = 16


@dataclass(eq=False, slots=True)
class Visitor:
    """One connection. `greet` it when its handshake is finished."""

    transport: asyncio.Transport
    ip: str
    """With its scope, where it has one."""
    deadline: asyncio.TimerHandle | None

    def greet(self) -> None:
        """The visitor is known: its time is no longer short."""
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None


class Door:
    """`open` it; every websocket that arrives at PATH is given to `visit`, with its Visitor."""

    def __init__(
        self, visit: Callable[[web.WebSocketResponse, Visitor], Awaitable[None]], admits: Callable[[str], bool],
    ) -> None:
        """`admits` says for an address of this machine whether a connection to it is taken."""
        self._visit = visit
        self._admits = admits
        self._visitors: dict[asyncio.BaseTransport, Visitor] = {}
        self._servers: list[asyncio.Server] = []
        self._http: _Http | None = None

    async def open(self, port: int) -> int:
        """Listen on all addresses, IPv4 and IPv6, at `port` (0: any). The port. Raises PortInUse, LinkError."""
        bound = _bind(port)
        loop = asyncio.get_running_loop()
        self._http = _Http(self)
        for socket in bound:
            self._servers.append(await loop.create_server(self._http, sock=socket, backlog=_BACKLOG))
        return int(bound[0].getsockname()[1])

    async def close(self) -> None:
        """No more visitors; those inside are shown out."""
        for server in self._servers:
            server.close()
        self._servers.clear()
        if self._http is not None:
            self._http.pre_shutdown()
            await self._http.shutdown(CLOSE_LIMIT_S)
        for visitor in list(self._visitors.values()):
            visitor.greet()
            visitor.transport.abort()

    async def handle(self, request: web.BaseRequest) -> web.StreamResponse:
        """One HTTP request. Browsers send an Origin: no page of any site gets a link."""
        if "Origin" in request.headers:
            return _refusal(403, "not for pages")
        if request.path != PATH:
            return _refusal(404, "this is an azi node; its player's page is elsewhere")
        response = web.WebSocketResponse(
            timeout=CLOSE_LIMIT_S, heartbeat=HEARTBEAT_S, compress=False, max_msg_size=MAX_FRAME + 1)
        visitor = self._visitors.get(request.transport) if request.transport is not None else None
        if visitor is None or not response.can_prepare(request).ok:
            return _refusal(400, "this is an azi node: only nodes of azi have business here")
        await response.prepare(request)
        await self._visit(response, visitor)
        return response

    def arrived(self, transport: asyncio.Transport) -> None:
        """A connection was made: counted, or cut."""
        ip = str((transport.get_extra_info("peername") or ("",))[0])
        local = str((transport.get_extra_info("sockname") or ("",))[0])
        near = sum(_network(visitor.ip) == _network(ip) for visitor in self._visitors.values())
        if not self._admits(local) or near >= MAX_PER_ADDRESS or len(self._visitors) >= MAX_CONNECTIONS:
            transport.abort()
            return
        ungreeted = [visitor for visitor in self._visitors.values() if visitor.deadline is not None]
        if len(ungreeted) >= MAX_UNGREETED:
            ungreeted[0].transport.abort()
        deadline = asyncio.get_running_loop().call_later(HELLO_LIMIT_S, transport.abort)
        self._visitors[transport] = Visitor(transport, ip, deadline)

    def left(self, transport: asyncio.BaseTransport) -> None:
        """A connection is gone."""
        visitor = self._visitors.pop(transport, None)
        if visitor is not None:
            visitor.greet()


class _Http(web.Server):
    """aiohttp's server, telling the door of every connection."""

    def __init__(self, door: Door) -> None:
        super().__init__(door.handle, access_log=None, logger=log, max_headers=32)
        self._door = door
        self._transports: dict[RequestHandler, asyncio.Transport] = {}

    def connection_made(self, handler: RequestHandler, transport: asyncio.Transport) -> None:
        super().connection_made(handler, transport)
        self._transports[handler] = transport
        self._door.arrived(transport)

    def connection_lost(self, handler: RequestHandler, exc: BaseException | None = None) -> None:
        super().connection_lost(handler, exc)
        transport = self._transports.pop(handler, None)
        if transport is not None:
            self._door.left(transport)


def _refusal(status: int, text: str) -> web.Response:
    response = web.Response(status=status, text=text + "\n")
    response.force_close()
    return response


def _network(ip: str) -> str:
    """What counts as one address: a machine has a whole /64 of IPv6 to itself."""
    with contextlib.suppress(ValueError):
        bare = ip.partition("%")[0]
        if ipaddress.ip_address(bare).version == 6:
            return str(ipaddress.ip_network(f"{bare}/64", strict=False))
    return ip


def _bind(port: int) -> list[sockets.socket]:
    """Sockets for IPv4 and, where there is any, IPv6, at one port."""
    tries = _PORT_TRIES if port == 0 else 1
    for left in reversed(range(tries)):
        bound: list[sockets.socket] = []
        try:
            with contextlib.suppress(_FamilyMissing):
                bound.append(_bound(sockets.AF_INET, "0.0.0.0", port))  # noqa: S104 - LAN nodes are to be reached
            with contextlib.suppress(_FamilyMissing):
                bound.append(_bound(sockets.AF_INET6, "::", bound[0].getsockname()[1] if bound else port))
            if bound:
                return bound
            raise LinkError("this system has neither IPv4 nor IPv6", "set up its network")
        except OSError as error:
            for socket in bound:
                socket.close()
            if error.errno == errno.EADDRINUSE and left:
                continue
            raise _unbound(port, error) from error
    raise AssertionError


class _FamilyMissing(Exception):
    """This system has no IPv4, or no IPv6; caught ten lines above."""


def _bound(family: sockets.AddressFamily, host: str, port: int) -> sockets.socket:
    try:
        socket = sockets.socket(family, sockets.SOCK_STREAM)
    except OSError as error:
        raise _FamilyMissing from error
    try:
        socket.setblocking(False)
        socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        if family == sockets.AF_INET6:
            socket.setsockopt(sockets.IPPROTO_IPV6, sockets.IPV6_V6ONLY, 1)
        socket.bind((host, port))
    except OSError as error:
        socket.close()
        if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
            raise _FamilyMissing from error
        raise
    return socket


def _unbound(port: int, error: OSError) -> LinkError:
    if error.errno == errno.EADDRINUSE:
        return PortInUse(
            f"port {port} is taken, perhaps by another azi", "stop that one, or choose another with --port (0: any)")
    if error.errno in (errno.EACCES, errno.EPERM):
        return PortInUse(f"port {port} is not for ordinary programs", "choose one above 1023 with --port (0: any)")
    return LinkError(f"port {port} cannot be opened: {error.strerror}", "choose another with --port (0: any)")
