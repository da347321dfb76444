"""Looks for tables on the LAN, under an identity of the moment, and sits at none; it needs no home and no store."""

from __future__ import annotations

import asyncio
import contextlib
import os
from typing import TYPE_CHECKING

from azi_p2p import __version__
from azi_p2p.node.changes import Changes
from azi_p2p.node.discovery import Discovery, Status
from azi_p2p.node.links import Callbacks, Links
from azi_p2p.node.lobby import Lobby, OpenTable
from azi_p2p.node.network import Network
from protocol.identity import Identity

if TYPE_CHECKING:
    from azi_p2p.node.advertisement import Found
    from azi_p2p.node.errors import NodeError
    from azi_p2p.node.handshake import PeerInfo

STOP_LIMIT_S = 3.0


class Browser:
    """`start` it, follow its `changes`, read `tables`, `stop` it."""

    def __init__(self, interface: str | None = None) -> None:
        """Raises AddressError if there is no such interface."""
        self.network = Network(interface)
        self.changes = Changes()
        """Of any of what can be seen here."""
        # nobody has a reason to dial this node: what arrives is not read
        ignored = Callbacks(on_message=_unheard, on_up=_unseen, on_down=_ungone, belongs=lambda _key: False)
        identity = Identity.generate(os.urandom)
        self._links = Links(identity, "", self.network, ignored, version=__version__)
        self._lobby = Lobby(self._links.probe, self.changes.note)
        self._discovery = Discovery(
            identity.public, "", self.network, on_found=self._found, on_lost=self._lobby.lost,
            on_status=lambda _status: self.changes.note())

    async def start(self) -> None:
        """Begin to listen. Raises LinkError."""
        await self.network.start()
        await self._links.start()
        await self._discovery.start(self._links.port)

    async def stop(self) -> None:
        """Be gone, within some two seconds."""
        for part in (self._lobby, self._discovery, self._links, self.network):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(STOP_LIMIT_S):
                    await part.stop()

    @property
    def status(self) -> Status:
        """Can anybody be heard, and if not, why?"""
        return self._discovery.status

    def tables(self) -> list[OpenTable]:
        """The tables whose nodes answer, by name."""
        return self._lobby.tables()

    def heard(self) -> list[Found]:
        """All that is announced, whether it answers or not."""
        return self._discovery.found()

    def outdated(self) -> list[tuple[Found, NodeError]]:
        """Announced by nodes that speak another version, with what each side has to do."""
        return self._lobby.outdated()

    def _found(self, found: Found) -> None:
        self._lobby.found(found)
        self.changes.note()


def _unheard(_peer: bytes, _data: bytes) -> None:
    pass


def _unseen(_peer: bytes, _info: PeerInfo) -> None:
    pass


def _ungone(_peer: bytes, _reason: str) -> None:
    pass
