"""That something has changed, for all who follow it, each at its own pace; not what has changed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

BEFORE_ALL = -1


class Changes:
    """`async for _ in changes` goes round at once, and then whenever something has changed since its last round began.

    So a follower that awaits something else in between misses nothing. Several changes meanwhile are one round.
    """

    def __init__(self) -> None:
        self._count = 0
        self._news = asyncio.Event()
        self._fault: Exception | None = None

    def note(self) -> None:
        """Something has changed."""
        self._count += 1
        self._news.set()
        self._news.clear()      # it woke all who wait; those who do not will see the count

    def fail(self, fault: Exception) -> None:
        """Nothing will change any more: this is raised to whoever follows, from now on."""
        self._fault = fault
        self.note()

    def __aiter__(self) -> AsyncIterator[None]:
        return _Follower(self)

    async def since(self, seen: int) -> int:
        """Wait until there are other than `seen` changes; how many there are. Raises what `fail` was told."""
        while self._count == seen and self._fault is None:
            await self._news.wait()
        if self._fault is not None:
            raise self._fault
        return self._count


class _Follower:
    """Where one loop stands. No generator: a loop that is left has nothing to be closed."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._seen = BEFORE_ALL

    def __aiter__(self) -> AsyncIterator[None]:
        return self

    async def __anext__(self) -> None:
        self._seen = await self._changes.since(self._seen)
