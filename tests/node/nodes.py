"""Nodes for the tests of links: real sockets on loopback, and a memory of what happened."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from azi_p2p.node.links import Callbacks, Links, Presence
from azi_p2p.node.network import Network
from protocol.identity import Identity, fingerprint

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from azi_p2p.node.addresses import Address
    from azi_p2p.node.errors import NodeError
    from azi_p2p.node.handshake import PeerInfo


@dataclass
class Node:
    """One set of links, and all its callbacks in order."""

    name: str
    links: Links
    network: Network
    presence: Presence = field(default_factory=Presence)
    strangers: set[bytes] = field(default_factory=set)
    messages: list[tuple[str, bytes]] = field(default_factory=list)
    events: list[tuple[str, str]] = field(default_factory=list)
    infos: dict[str, PeerInfo] = field(default_factory=dict)
    troubles: list[NodeError] = field(default_factory=list)
    gate: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def key(self) -> bytes:
        return identity(self.name).public

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.key)

    @property
    def at(self) -> list[Address]:
        return list(self.links.addresses())

    def linked(self) -> set[str]:
        return {peer.offer.nickname for peer in self.links.peers().values()}


def identity(name: str) -> Identity:
    return Identity(hashlib.sha256(name.encode()).digest())


def make(name: str, *, port: int = 0, interface: str = "lo", version: str = "test") -> Node:
    network = Network(interface)
    node: Any = None
    troubles: list[NodeError] = []

    async def on_message(key: bytes, data: bytes) -> None:
        await node.gate.wait()
        node.messages.append((names[key] if key in names else key.hex(), data))

    names: dict[bytes, str] = {}

    def on_up(key: bytes, info: PeerInfo) -> None:
        names[key] = info.offer.nickname
        node.infos[info.offer.nickname] = info
        node.events.append(("up", info.offer.nickname))

    callbacks = Callbacks(
        on_message=on_message, on_up=on_up,
        on_down=lambda key, reason: node.events.append((reason, names[key])),
        describe=lambda: node.presence,
        belongs=lambda key: key not in node.strangers,
        on_trouble=troubles.append,
    )
    node = Node(name, Links(identity(name), name, network, callbacks, version=version, port=port), network,
                troubles=troubles)
    node.gate.set()
    return node


@contextlib.asynccontextmanager
async def running(*names: str, **options: Any) -> AsyncIterator[list[Node]]:
    nodes = [make(name, **options) for name in names]
    for node in nodes:
        await node.links.start()
    try:
        yield nodes
    finally:
        await asyncio.gather(*(node.links.stop() for node in nodes))


async def until(condition: Callable[[], object], seconds: float = 20.0) -> None:
    """Wait for it; the limit only keeps a failing test from hanging."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - what is waited for has many causes
            await asyncio.sleep(0.02)
