"""A record file that the page sends, checked while it watches; the checking itself is azi_p2p.verify's.

    verify-begin {"size"}, then binary frames, then verify-end; or verify-table {"table"} for a kept one
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any, Final

from azi_p2p import verify
from azi_p2p.web.words import words_of
from protocol.errors import LocalError, Malformed

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_FILE: Final = 64 * 1024 * 1024
"""Bytes of a file that a page may send: some 1,200 deals of six seats; `azi verify` reads more."""


class Verifying:
    """One file at a time."""

    def __init__(self, on_change: Callable[[], None]) -> None:
        self._on_change = on_change
        self._size = 0
        self._data: bytearray | None = None
        self._task: asyncio.Task[None] | None = None
        self.message: dict[str, Any] | None = None
        """What the page is to be shown: {"progress"} or {"report"} or {"refused"}."""

    def begin(self, size: Any) -> None:
        """A file of so many bytes will come. Raises LocalError."""
        self._need_rest()
        if type(size) is not int or not 1 <= size <= MAX_FILE:
            raise LocalError(f"a file to verify has 1 byte to {MAX_FILE >> 20} MB")
        self._size, self._data, self.message = size, bytearray(), None

    def chunk(self, data: bytes) -> None:
        """A piece of it. Raises LocalError, and forgets the file, where it is longer than was said."""
        if self._data is None:
            raise LocalError("no file was announced")
        if len(self._data) + len(data) > self._size:
            self._data = None
            raise LocalError("the file that came is not as long as it was said to be")
        self._data += data

    def end(self) -> None:
        """It is all here: check it. Raises LocalError."""
        data, self._data = self._data, None
        if data is None:
            raise LocalError("no file was announced")
        if len(data) != self._size:
            raise LocalError("the file that came is not as long as it was said to be")
        self.check(bytes(data))

    def check(self, data: bytes) -> None:
        """Begin to check these bytes. Raises LocalError."""
        self._need_rest()
        self._tell({"progress": {"done": 0, "total": 0}})
        self._task = asyncio.create_task(self._checked(data), name="azi verify")

    def drop(self) -> None:
        """The page is gone: what it was sending is forgotten. A check that runs goes on."""
        self._data = None

    async def stop(self) -> None:
        """No more. A check that runs in its thread is waited for, as a thread cannot be ended."""
        if self._task is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def _need_rest(self) -> None:
        if self._task is not None and not self._task.done():
            raise LocalError("a file is being checked already")

    async def _checked(self, data: bytes) -> None:
        loop = asyncio.get_running_loop()

        def progress(done: int, total: int) -> None:
            loop.call_soon_threadsafe(self._tell, {"progress": {"done": done, "total": total}})

        try:
            report = await asyncio.to_thread(verify.verify, data, progress=progress)
        except Malformed as error:
            self._tell({"report": None, "refused": words_of(f"not a record of azi: {error}")})
            return
        told = report.plain()
        told["error"] = None if report.error is None else words_of(report.error)
        told["evidence"] = [{**one, "how": words_of(one["how"])} for one in told["evidence"]]
        told["unfinished"] = words_of(report.unfinished) if report.unfinished else None
        self._tell({"report": told})

    def _tell(self, message: dict[str, Any]) -> None:
        self.message = message
        self._on_change()
