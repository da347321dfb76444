"""The one open page: commands come in over its socket, and what has changed goes out, whole; what they do is not here.

A slow page is not written to faster than it reads: what changes meanwhile is sent once, as it is then.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from typing import TYPE_CHECKING, Any, Final

from aiohttp import WSMsgType, web

from azi_p2p.game.errors import GameError
from azi_p2p.node.errors import NodeError
from azi_p2p.web.words import words_of
from protocol.errors import ProtocolError

if TYPE_CHECKING:
    from azi_p2p.web.desk import Desk

log = logging.getLogger("azi.page")
log.addHandler(logging.NullHandler())

MAX_MESSAGE: Final = 1024 * 1024 + 64
"""Bytes of a frame: one chunk of a file to verify; text is held to MAX_TEXT."""

MAX_TEXT: Final = 64 * 1024
"""Bytes of a command: a line of chat takes hundreds, an identity that is imported a few hundred."""

LEAST_GAP_S: Final = 0.05
"""Between two of one kind of message: twenty a second, which no eye can follow; the first goes at once."""

SEND_LIMIT_S: Final = 20.0
"""For a page to take what it is sent: longer, and it sleeps or is stuck, and comes back by itself."""

MAX_ANSWERING: Final = 16
"""Commands of one page that are being worked on at a time."""

TAKEN_OVER: Final = 4001
"""The close code that tells a page not to come back by itself: another one has been opened."""


class Page:
    """Whichever page came last. `start` it before the first one."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._open: _Open | None = None
        self._watching: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to follow the desk's changes."""
        self._desk.listen(self._changed)

    async def stop(self) -> None:
        """Close the open page: it comes back by itself once this runs again."""
        self._desk.listen(None)
        if self._open is not None:
            await self._open.close(1001, b"stopping")

    async def serve(self, socket: web.WebSocketResponse) -> None:
        """One socket, until it is closed; the one before it is told."""
        before, self._open = self._open, _Open(socket, self._desk)
        mine = self._open
        if before is not None:
            await before.take_over()
        try:
            await mine.run()
        finally:
            if self._open is mine:
                self._open = None

    def _changed(self) -> None:
        if self._open is not None:
            self._open.wake()


class _Open:
    def __init__(self, socket: web.WebSocketResponse, desk: Desk) -> None:
        self._socket = socket
        self._desk = desk
        self._awake = asyncio.Event()
        self._sent: dict[str, str] = {}
        self._answering: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()

    def wake(self) -> None:
        self._awake.set()

    async def run(self) -> None:
        pushing = asyncio.create_task(self._push(), name="azi page")
        try:
            await self._read()
        finally:
            self._desk.page_gone()
            for task in (pushing, *self._answering):
                task.cancel()
            await asyncio.gather(pushing, *self._answering, return_exceptions=True)

    async def take_over(self) -> None:
        with contextlib.suppress(ConnectionError, TimeoutError):
            await self._say(json.dumps({"type": "taken-over"}))
        await self.close(TAKEN_OVER, b"taken over")

    async def close(self, code: int, reason: bytes) -> None:
        with contextlib.suppress(ConnectionError, TimeoutError, RuntimeError):
            async with asyncio.timeout(1):
                await self._socket.close(code=code, message=reason)

    async def _read(self) -> None:
        async for message in self._socket:
            if message.type is WSMsgType.BINARY:
                await self._chunk(message.data)
            elif message.type is WSMsgType.TEXT:
                if len(message.data) > MAX_TEXT:
                    await self.close(1009, b"too long")
                    return
                await self._command(message.data)
            else:
                return

    async def _command(self, text: str) -> None:
        try:
            command = json.loads(text)
        except (ValueError, RecursionError):
            command = None
        number = command.get("id") if isinstance(command, dict) else None
        if not isinstance(command, dict) or not isinstance(number, int | str):
            await self.close(1003, b"not a command")
            return
        if len(self._answering) >= MAX_ANSWERING:
            await self._say(json.dumps({"type": "refused", "id": number, "words": words_of("too much at once")}))
            return
        task = asyncio.create_task(self._answer(number, command))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)
        await asyncio.sleep(0)      # commands begin in their order: a task's first step runs before this goes on

    async def _answer(self, number: int | str, command: dict[str, Any]) -> None:
        answer: dict[str, Any]
        try:
            result = await self._desk.do(command)
            answer = {**result, "type": "done", "id": number}
        except (GameError, NodeError, ProtocolError) as error:
            answer = {"type": "refused", "id": number, "words": words_of(error)}
        except Exception as error:  # a bug: the page is told, and the game goes on
            log.exception("a command of the page failed")
            answer = {"type": "refused", "id": number, "words": words_of(f"this is a bug in azi: {error}")}
        with contextlib.suppress(ConnectionError, TimeoutError):
            await self._say(json.dumps(answer))

    async def _chunk(self, data: bytes) -> None:
        try:
            self._desk.chunk(data)
        except ProtocolError as error:
            await self._say(json.dumps({"type": "verify", "report": None, "refused": words_of(error)}))

    async def _push(self) -> None:
        """Everything once, then whatever differs from what was sent last."""
        loop = asyncio.get_running_loop()
        while True:
            self._awake.clear()
            begun = loop.time()
            try:
                for kind, message in self._desk.messages():
                    text = json.dumps({"type": kind, **message})
                    if self._sent.get(kind) != text:
                        self._sent[kind] = text
                        await self._say(text)
            except (ConnectionError, TimeoutError):
                await self.close(1001, b"gone")
                return
            await self._awake.wait()
            await asyncio.sleep(max(0.0, begun + LEAST_GAP_S - loop.time()))

    async def _say(self, text: str) -> None:
        async with self._turn, asyncio.timeout(SEND_LIMIT_S):
            await self._socket.send_str(text)
