"""A node at one table: the pump that runs it, who belongs to it and where they are, and what the LAN is told of it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from azi_p2p.node.errors import TableError
from azi_p2p.node.invitation import Invitation, table_tag
from azi_p2p.node.links import Presence
from azi_p2p.node.listing import Listing
from azi_p2p.node.own_tables import read_founding
from azi_p2p.node.pump import Pump
from azi_p2p.table.continuing import check_continued
from protocol.errors import NotAllowed
from protocol.identity import fingerprint

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from azi_p2p.node.advertisement import Found
    from azi_p2p.node.handshake import PeerInfo
    from azi_p2p.node.lan import Lan
    from azi_p2p.node.own_tables import OwnTables
    from azi_p2p.table.session import Table

PAUSE_AFTER_STRANGERS: Final = 4.0
"""Times what a message of one without a chair took: so all of them together get a fifth of this node's time."""


@dataclass(frozen=True, slots=True)
class Onward:
    """A table that was founded out of the one sat at, and where somebody sits at it."""

    table_name: str
    by: str
    link: str


class Sitting:
    """From its `begin` or `go_on` until the player has left, or breaks it off."""

    def __init__(
        self, table: Table, kept: OwnTables, lan: Lan, *, offline: bool, on_change: Callable[[], None],
        on_fault: Callable[[Exception], None],
    ) -> None:
        """The table is among the `kept` ones. `offline`: the LAN is told nothing of it."""
        self.table = table
        self.is_offline = offline
        self.onward: Onward | None = None
        self.pump = Pump(table, kept.store, lan.links, self._changed, on_fault)
        self._kept = kept
        self._lan = lan
        self._on_change = on_change
        self._kept_linked: frozenset[bytes] | None = None
        self._strangers = asyncio.Lock()

    def begin(self) -> None:
        """A table that was not here before."""
        self.pump.begin()
        self._meet()

    def go_on(self) -> None:
        """A table that has been sat at. Raises LocalError where the store is damaged."""
        self.pump.restore()
        self._meet()

    def _meet(self) -> None:
        """Whoever is linked already is here: he may have dialled while this node was at no table yet."""
        for key, info in self._lan.links.peers().items():
            self.pump.peer_up(key, info.offer.nickname)
        self._changed()

    def seek(self) -> None:
        """Look for the others where they were."""
        for key, addresses in self._kept.addresses(self.table.founding.table_id).items():
            self._lan.links.learn(key, addresses)
            self._lan.links.want(key)

    def break_off(self) -> None:
        """At once, in a hand too. A chair at a table that the LAN knows of can be gone on with; else all is over."""
        self.pump.stop()
        if (self.is_offline or self.table.me is None) and not self.pump.left:
            self._kept.end(self.table.founding.table_id)

    # --- who belongs to it ---

    def belongs(self, key: bytes) -> bool:
        """Does he sit here, or want to, or has he founded it?"""
        return (self.table.chain.state.chair_of(key) is not None or key == self.table.founding.founder
                or key in self.table.usher.wanting())

    def players(self) -> list[bytes]:
        """Who sits here, but for this node."""
        chairs = self.table.chain.state.match.chairs
        return [key for key in chairs if key is not None and key != self.table.identity.public]

    def name_of(self, key: bytes) -> str:
        """By what he is known here, or the beginning of his fingerprint."""
        return self.table.chain.state.names.get(key) or self.table.peers.get(key) or fingerprint(key)[:4]

    # --- what is told of it, and heard for it ---

    def presence(self) -> Presence:
        """What whoever links or probes is told."""
        if self.pump.left:
            return Presence()
        return Presence(Listing.of(self.table), self.table.founding.entry.encode())

    def receive(self, peer: bytes, data: bytes) -> Awaitable[None] | None:
        """A message of a peer. Who has no chair waits for all others who have none: keys cost nothing, checks do."""
        if self.table.chain.state.chair_of(peer) is None:
            return self._receive_in_turn(peer, data)
        self.pump.receive(peer, data)
        return None

    async def _receive_in_turn(self, peer: bytes, data: bytes) -> None:
        async with self._strangers:
            began = time.monotonic()
            self.pump.receive(peer, data)
            await asyncio.sleep(PAUSE_AFTER_STRANGERS * (time.monotonic() - began))

    def peer_up(self, peer: bytes, info: PeerInfo) -> None:
        """A link stands: perhaps its peer is elsewhere now."""
        self.pump.peer_up(peer, info.offer.nickname)
        self._keep_addresses()
        if info.offer.founding is not None and self.table.chain.state.chair_of(peer) is not None:
            self._hear_of_onward(info, info.offer.founding)

    def _hear_of_onward(self, info: PeerInfo, data: bytes) -> None:
        """A player here is at another table: perhaps at one that goes on with the chips of this one."""
        with contextlib.suppress(TableError, NotAllowed):
            founding = read_founding(data)
            if founding.continued is None or founding.continued.table_id != self.table.founding.table_id:
                return
            check_continued(founding, self.table.chain)
            link = Invitation(tuple(info.offer.addresses), info.fingerprint, table_tag(founding.table_id))
            self.onward = Onward(founding.table_name, info.offer.nickname, str(link))

    def found(self, found: Found) -> None:
        """Somebody is announced: perhaps a player is back, at another address."""
        for key in self.players():
            if fingerprint(key) == found.fingerprint and key not in self._lan.links.peers():
                self._lan.links.learn(key, found.addresses)

    def _changed(self) -> None:
        """Tell the LAN, dial whoever belongs to the table."""
        self._lan.look_for_tables(bool(self.pump.left))
        self._lan.announce(None if self.is_offline or self.pump.left else Listing.of(self.table))
        if self._linked() != self._kept_linked:
            self._keep_addresses()
        self._lan.links.mesh()
        self._on_change()

    def _linked(self) -> frozenset[bytes]:
        return frozenset(self.players()) & frozenset(self._lan.links.peers())

    def _keep_addresses(self) -> None:
        """Keep where the players are, for a restart."""
        self._kept_linked = self._linked()
        linked = {key: info.offer.addresses for key, info in self._lan.links.peers().items()}
        self._kept.keep_addresses(self.table.founding.table_id, linked, self.belongs)
