"""One authenticated link: a websocket with bounded queues in both directions; it neither dials nor decides.

Three tasks: one reads frames (and so answers pings) whatever the table is busy with, one hands them on in order, one
sends. A peer that does not read fills its own queue and loses the link; nobody waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import logging
import socket as sockets
import struct
from collections import deque
from typing import TYPE_CHECKING, Final

import aiohttp
from aiohttp import web

from azi_p2p.node import control
from protocol.errors import Malformed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from azi_p2p.node.handshake import PeerInfo

log = logging.getLogger("azi.links")
log.addHandler(logging.NullHandler())

Socket = web.WebSocketResponse | aiohttp.ClientWebSocketResponse

MAX_MESSAGE: Final = 256 * 1024
"""Bytes of a table's message: a shuffle takes 6 kB with 27 cards, 25 kB with 108; catching up comes in pieces."""

MAX_FRAME: Final = MAX_MESSAGE + 1
"""The byte before it names its kind. aiohttp's `max_msg_size` is the first size that it refuses: one more."""

SEND_QUEUE_BYTES: Final = 4 * 1024 * 1024
"""Not yet sent to one peer: several hands' worth of entries. Whoever is so far behind catches up from the record."""

SEND_QUEUE_COUNT: Final = 2048
"""As above, of small messages: what their overhead costs here stays below the bytes."""

RECEIVE_QUEUE_BYTES: Final = 1024 * 1024
"""Not yet handed on from one peer; while it is full nothing more is read, and a peer that floods is seen as silent."""

HEARTBEAT_S: Final = 10.0
"""A ping after so long without a word, and half of it for the answer: dead at 15 s."""

KEEPALIVE_S: Final = 4.0
"""A word of our own after so long without one, asked or not. The peer's ping may be stuck behind a megabyte on a thin
line, and its clock is running: aiohttp takes whatever arrives for life."""

CLOSE_LIMIT_S: Final = 1.0
"""For what is still queued to go out when a link is closed in order."""


class Link:
    """`run` it as a task; it ends when the link does. `send` never blocks."""

    def __init__(
        self, socket: Socket, peer: PeerInfo, since: float, *,
        on_message: Callable[[bytes], Awaitable[None] | None], on_control: Callable[[control.Control], None],
    ) -> None:
        self.peer = peer
        self.since = since
        self.reason = ""
        self._socket = socket
        self._on_message = on_message
        self._on_control = on_control
        self._outgoing: deque[bytes] = deque()
        self._outgoing_bytes = 0
        self._more_to_send = asyncio.Event()
        self._incoming: deque[bytes] = deque()
        self._incoming_bytes = 0
        self._more_to_deliver = asyncio.Event()
        self._room = asyncio.Event()
        self._closing = False

    @property
    def is_open(self) -> bool:
        """Has nobody closed it, as far as is known here?"""
        return not self.reason and not self._socket.closed

    @property
    def local_ip(self) -> str:
        """The address of ours that the link uses, without scope."""
        name = self._socket.get_extra_info("sockname")
        return str(name[0]).partition("%")[0] if name else ""

    def send(self, data: bytes) -> None:
        """Queue a message of the table. A full queue closes the link."""
        assert len(data) <= MAX_MESSAGE, "the table sends its record in pieces"
        self._queue(control.DATA + data)

    def say(self, what: control.Control) -> None:
        """Queue a word between nodes."""
        self._queue(control.to_frame(what))

    def close(self, reason: str) -> None:
        """End it in order: what is queued still goes out, for a moment."""
        if self.reason:
            return
        self.reason = reason
        self._closing = True
        self._more_to_send.set()
        asyncio.get_running_loop().call_later(CLOSE_LIMIT_S, self._cut)

    def abort(self, reason: str) -> None:
        """End it now: nothing more goes out."""
        self.reason = self.reason or reason
        self._cut()

    async def run(self) -> str:
        """Until the link ends; the reason why, as `on_down` gets it."""
        tasks = [asyncio.create_task(self._send_all()), asyncio.create_task(self._deliver_all())]
        try:
            await self._receive_all()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._shut()
        return self.reason

    async def _receive_all(self) -> None:
        while True:
            frame = await self._socket.receive()
            if frame.type is not aiohttp.WSMsgType.BINARY:
                self.reason = self.reason or self._why_ended(frame)
                return
            if not self._take(frame.data):
                self.abort("malformed")
                return
            await asyncio.sleep(0)  # whoever sends without pause does not keep the loop to himself
            while self._incoming_bytes > RECEIVE_QUEUE_BYTES:
                self._room.clear()
                await self._room.wait()

    def _take(self, frame: bytes) -> bool:
        kind, rest = frame[:1], frame[1:]
        if kind == control.DATA:
            self._incoming.append(rest)
            self._incoming_bytes += len(rest) + 1  # so that empty messages fill it too
            self._more_to_deliver.set()
            return True
        if kind != control.CONTROL:
            return False
        try:
            said = control.from_body(rest)
        except Malformed:
            return False
        if isinstance(said, control.Bye):
            self.reason = self.reason or "left"
        if said is not None:
            self._on_control(said)
        return True

    async def _deliver_all(self) -> None:
        try:
            while True:
                await self._more_to_deliver.wait()
                while self._incoming:
                    message = self._incoming.popleft()
                    handled = self._on_message(message)
                    if inspect.isawaitable(handled):
                        await handled
                    self._incoming_bytes -= len(message) + 1
                    self._room.set()
                    await asyncio.sleep(0)  # as above
                self._more_to_deliver.clear()
        except Exception:
            # Never a peer's doing: whoever takes messages may not raise on what is in them.
            log.exception("a message of %s was not handled", self.peer.fingerprint)
            self.abort("fault")

    async def _send_all(self) -> None:
        try:
            while True:
                try:
                    async with asyncio.timeout(KEEPALIVE_S):
                        await self._more_to_send.wait()
                except TimeoutError:
                    await self._socket.pong()
                self._more_to_send.clear()
                while self._outgoing:
                    frame = self._outgoing.popleft()
                    await self._socket.send_bytes(frame)
                    self._outgoing_bytes -= len(frame)
                if self._closing:
                    await self._socket.close()
                    return
        except (ConnectionError, aiohttp.ClientError, OSError):
            self.abort("closed")

    def _queue(self, frame: bytes) -> None:
        if self.reason:
            return
        if (
            self._outgoing_bytes + len(frame) > SEND_QUEUE_BYTES
            or len(self._outgoing) >= SEND_QUEUE_COUNT
        ):
            self.abort("too slow")
            return
        self._outgoing.append(frame)
        self._outgoing_bytes += len(frame)
        self._more_to_send.set()

    def _why_ended(self, last: aiohttp.WSMessage) -> str:
        if isinstance(last.data, aiohttp.WebSocketError):
            return "oversize" if last.data.code == aiohttp.WSCloseCode.MESSAGE_TOO_BIG else "malformed"
        if isinstance(self._socket.exception(), TimeoutError):
            return "silent"
        return "malformed" if last.type is aiohttp.WSMsgType.TEXT else "closed"

    def _cut(self) -> None:
        """Shut the TCP connection without waiting for a peer that may not be reading."""
        socket = self._socket.get_extra_info("socket")
        if socket is None:
            return
        with contextlib.suppress(OSError):
            # no lingering: what the peer does not read would be kept by the system for minutes
            socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, struct.pack("ii", 1, 0))
        with contextlib.suppress(OSError):
            socket.shutdown(sockets.SHUT_RDWR)

    async def _shut(self) -> None:
        try:
            async with asyncio.timeout(CLOSE_LIMIT_S):
                await self._socket.close()
        except (TimeoutError, ConnectionError, aiohttp.ClientError, OSError):
            self._cut()
