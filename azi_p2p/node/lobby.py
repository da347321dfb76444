"""The tables that can be joined now: those announced by nodes that answer; what is merely announced is not shown."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from azi_p2p.node.errors import LinkError, NodeError, VersionMismatch

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from azi_p2p.node.addresses import Address
    from azi_p2p.node.advertisement import Found
    from azi_p2p.node.handshake import PeerInfo
    from azi_p2p.node.listing import Listing

CHECK_S: Final = 10.0
"""Between two greetings of one node: a ghost is gone from the list after so long, and the greeting's own limit."""

MAX_AT_ONCE: Final = 8
"""Greetings under way."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table, and the nodes at it that answer, as their own word has it."""

    listing: Listing
    nodes: tuple[PeerInfo, ...]
    addresses: tuple[tuple[Address, ...], ...]
    """Of each node, where it was announced."""


@dataclass(slots=True)
class _Node:
    found: Found
    news: asyncio.Event
    task: asyncio.Task[None] | None = None
    info: PeerInfo | None = None
    fault: NodeError | None = None


class Lobby:
    """Fed by `Discovery`'s callbacks; greets with `Links.probe`; `on_change` is called when `tables` differs."""

    def __init__(
        self, probe: Callable[[Sequence[Address], str], Awaitable[PeerInfo]], on_change: Callable[[], None],
    ) -> None:
        self._probe = probe
        self._on_change = on_change
        self._nodes: dict[str, _Node] = {}
        self._turns = asyncio.Semaphore(MAX_AT_ONCE)

    def found(self, found: Found) -> None:
        """Somebody announces this, or announces something else than before: he is greeted at once."""
        node = self._nodes.get(found.fingerprint)
        if node is None:
            node = self._nodes[found.fingerprint] = _Node(found, asyncio.Event())
            node.task = asyncio.create_task(self._greet(node), name="azi lobby")
        node.found = found
        node.news.set()

    def lost(self, fingerprint: str) -> None:
        """He said goodbye."""
        node = self._nodes.pop(fingerprint, None)
        if node is not None:
            if node.task is not None:
                node.task.cancel()
            if node.info is not None:
                self._on_change()

    def tables(self) -> list[OpenTable]:
        """By name; each once, however many nodes announce it."""
        at: dict[bytes, list[_Node]] = {}
        for node in self._nodes.values():
            if node.info is not None and node.info.offer.listing is not None:
                at.setdefault(node.info.offer.listing.table_id, []).append(node)
        tables = [_table(nodes) for nodes in at.values()]
        return sorted(tables, key=lambda table: (table.listing.name, table.listing.table_id))

    def outdated(self) -> list[tuple[Found, NodeError]]:
        """Announced by nodes that speak another version, with what each side has to do."""
        return [(node.found, node.fault) for node in self._nodes.values() if isinstance(node.fault, VersionMismatch)]

    def rest(self) -> list[asyncio.Task[None]]:
        """Greet nobody and list nothing, until somebody is `found` again. The tasks that end for it."""
        tasks = [node.task for node in self._nodes.values() if node.task is not None]
        self._nodes.clear()
        for task in tasks:
            task.cancel()
        return tasks

    async def stop(self) -> None:
        """No more greetings."""
        await asyncio.gather(*self.rest(), return_exceptions=True)

    async def _greet(self, node: _Node) -> None:
        while True:
            node.news.clear()
            before = node.info
            try:
                async with self._turns:
                    node.info = await self._probe(node.found.addresses, node.found.fingerprint)
                node.fault = None
            except LinkError as error:
                node.info, node.fault = None, error
            if _shown(before) != _shown(node.info):
                self._on_change()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CHECK_S):
                    await node.news.wait()


def _shown(info: PeerInfo | None) -> object:
    return None if info is None else (info.offer.listing, info.offer.nickname)


def _table(nodes: list[_Node]) -> OpenTable:
    infos = [node.info for node in nodes if node.info is not None]
    # the one that knows of most seats has heard most
    listing = max((info.offer.listing for info in infos if info.offer.listing), key=lambda told: told.seats_taken)
    return OpenTable(listing, tuple(infos), tuple(node.found.addresses for node in nodes))
