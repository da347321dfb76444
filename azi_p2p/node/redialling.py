"""Keeps trying for the peers that are wanted and not linked, ever more slowly; how to dial is the caller's business."""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from azi_p2p.node.errors import LinkError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

FIRST_DELAY_S: Final = 0.25
"""After the first failure; doubled with each further one."""

LONGEST_DELAY_S: Final = 8.0
"""A person who walks back into range should not have to wait longer."""

HEAD_START_S: Final = 1.0
"""Of the one of the two who dials first: when a link breaks, both ends know, and two calls at once cross."""

GIVE_UP_S: Final = 1800.0
"""Without one success: half an hour is longer than anybody's hand waits. A listing or his own call brings him back."""

MAX_WANTED: Final = 32
"""Peers: five other seats, and who sat there before. A player takes the place of one who is none (any more)."""


def delay_after(failures: int, entropy: Callable[[int], bytes]) -> float:
    """Seconds to wait after so many failures in a row: doubled each time, bounded, and up to a half less by chance.

    Two nodes that lost each other at one moment would else dial at one moment, each time.
    """
    longest = min(FIRST_DELAY_S * 2.0 ** min(failures - 1, 16), LONGEST_DELAY_S)
    return longest * (1 - int.from_bytes(entropy(2), "big") / 65536 / 2)


@dataclass(slots=True)
class _Wanted:
    news: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None


class Redialling:
    """`dial` is awaited with the key of a wanted peer for which `is_linked` is false; LinkError counts as failure."""

    def __init__(
        self, dial: Callable[[bytes], Awaitable[object]], is_linked: Callable[[bytes], bool],
        is_first: Callable[[bytes], bool], entropy: Callable[[int], bytes],
        belongs: Callable[[bytes], bool] = lambda _key: True,
    ) -> None:
        """`is_first`: of this node and that peer, is it this node that dials without waiting for the other's call?
        `belongs`: is this key at our table?"""
        self._is_first = is_first
        self._dial = dial
        self._is_linked = is_linked
        self._entropy = entropy
        self._belongs = belongs
        self._wanted: dict[bytes, _Wanted] = {}

    def want(self, key: bytes) -> None:
        """Dial this peer whenever it is not linked, from now on; at once, if it is wanted already."""
        if key in self._wanted:
            self.nudge(key)
            return
        if len(self._wanted) >= MAX_WANTED and self._belongs(key):
            self.drop(next((other for other in self._wanted if not self._belongs(other)), b""))
        if len(self._wanted) < MAX_WANTED:
            wanted = self._wanted[key] = _Wanted()
            wanted.task = asyncio.create_task(self._keep(key, wanted))

    def wants(self, key: bytes) -> bool:
        """Is it dialled whenever it is not linked?"""
        return key in self._wanted

    def drop(self, key: bytes) -> None:
        """No more of it."""
        wanted = self._wanted.pop(key, None)
        if wanted is not None and wanted.task is not None:
            wanted.task.cancel()

    def nudge(self, key: bytes | None = None) -> None:
        """Something is new about this peer (about all of them): a link came or went, or another address is known."""
        for each in (key,) if key is not None else tuple(self._wanted):
            if each in self._wanted:
                self._wanted[each].news.set()

    async def stop(self) -> None:
        """Drop all."""
        tasks = [wanted.task for wanted in self._wanted.values() if wanted.task is not None]
        self._wanted.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _keep(self, key: bytes, wanted: _Wanted) -> None:
        failures = 0
        since = time.monotonic()
        patience = not self._is_first(key)
        while time.monotonic() - since < GIVE_UP_S:
            wanted.news.clear()
            if self._is_linked(key):
                await wanted.news.wait()
                failures, since, patience = 0, time.monotonic(), not self._is_first(key)
            elif patience:
                patience = False
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(HEAD_START_S):
                        while not self._is_linked(key):
                            wanted.news.clear()
                            await wanted.news.wait()
            else:
                try:
                    await self._dial(key)
                except LinkError:
                    failures += 1
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(delay_after(failures, self._entropy)):
                            await wanted.news.wait()
                            failures = 0
        self._wanted.pop(key, None)
