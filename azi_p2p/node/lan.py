"""The LAN as one node has it: its addresses, links and announcements, and the tables that answer; no table of its own.

All of it is started and stopped together.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

from azi_p2p import __version__
from azi_p2p.node.addresses import DEFAULT_PORT
from azi_p2p.node.discovery import Discovery, Status
from azi_p2p.node.errors import PortInUse
from azi_p2p.node.links import Links
from azi_p2p.node.lobby import Lobby, OpenTable
from azi_p2p.node.network import Network

if TYPE_CHECKING:
    from collections.abc import Callable

    from azi_p2p.node.advertisement import Found
    from azi_p2p.node.changes import Changes
    from azi_p2p.node.errors import NodeError
    from azi_p2p.node.links import Callbacks
    from azi_p2p.node.listing import Listing
    from protocol.identity import Identity

GOODBYE_LIMIT_S: Final = 2.0
"""For all goodbyes together: nobody waits longer for a program to stop."""


class Lan:
    """`start` it, read it, use its `links`, `stop` it. `changes` tells of tables, of nodes and of the status."""

    def __init__(
        self, identity: Identity, nickname: str, callbacks: Callbacks, changes: Changes, *,
        interface: str | None = None, port: int | None = None,
        on_found: Callable[[Found], None] = lambda _found: None,
        on_status: Callable[[Status], None] = lambda _status: None,
    ) -> None:
        """`port`: None is azi's own where it is free, else any. Raises AddressError if there is no such interface."""
        self.changes = changes
        self.network = Network(interface)
        self._takes_any_port = port is None
        self._on_found = on_found
        self._on_status = on_status
        self._looks = True
        self.links = Links(identity, nickname, self.network, callbacks, version=__version__,
                           port=DEFAULT_PORT if port is None else port)
        self._lobby = Lobby(self.links.probe, changes.note)
        self._discovery = Discovery(
            identity.public, nickname, self.network,
            on_found=self._found, on_lost=self._lobby.lost, on_status=self._status_changed)

    async def start(self) -> None:
        """Listen for links, and for what is announced. Raises LinkError."""
        await self.network.start()
        try:
            await self.links.start()
        except PortInUse:
            if not self._takes_any_port:
                raise
            self.links.port = 0
            await self.links.start()
        await self._discovery.start(self.links.port)

    async def stop(self) -> None:
        """Say goodbye to everyone, within two seconds."""
        parts = (self._lobby, self._discovery, self.links, self.network)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_LIMIT_S):
                await asyncio.gather(*(part.stop() for part in parts), return_exceptions=True)

    @property
    def status(self) -> Status:
        """Is anybody heard and does anybody hear this node, and if not, why?"""
        return self._discovery.status

    def tables(self) -> list[OpenTable]:
        """The tables whose nodes answer, by name."""
        return self._lobby.tables()

    def heard(self) -> list[Found]:
        """All that is announced by others, whether it answers or not."""
        return self._discovery.found()

    def outdated(self) -> list[tuple[Found, NodeError]]:
        """Announced by nodes that speak another version, with what each side has to do."""
        return self._lobby.outdated()

    def announce(self, listing: Listing | None) -> None:
        """Tell of this table from now on; None: of none."""
        self._discovery.announce(listing)

    def look_for_tables(self, looks: bool) -> None:
        """List the tables that answer, or none: greeting all their nodes over and over would slow a player's deals."""
        if looks == self._looks:
            return
        self._looks = looks
        if not looks:
            self._lobby.rest()
            return
        for found in self._discovery.found():
            self._lobby.found(found)

    def withdraw(self) -> None:
        """This node has gone from its table: tell of none, list the others, and be linked to nobody."""
        self.look_for_tables(True)
        self.announce(None)
        for key in self.links.peers():
            self.links.forget(key)

    def _found(self, found: Found) -> None:
        if self._looks:
            self._lobby.found(found)
        self._on_found(found)
        self.changes.note()

    def _status_changed(self, status: Status) -> None:
        self._on_status(status)
        self.changes.note()
