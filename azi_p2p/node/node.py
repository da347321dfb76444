"""The node: one identity on the LAN, its store and its links, and at most one table. It knows no rules."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Final

from azi_p2p.game.errors import GameError
from azi_p2p.node import names
from azi_p2p.node.addresses import LOOPBACK, Address
from azi_p2p.node.changes import Changes
from azi_p2p.node.errors import NodeError, TableError
from azi_p2p.node.invitation import Invitation, table_tag
from azi_p2p.node.lan import Lan
from azi_p2p.node.links import Callbacks, Presence
from azi_p2p.node.listing import MAX_SEATS
from azi_p2p.node.own_tables import OFFLINE, PLAYER, WATCHER, OwnTables, read_founding
from azi_p2p.node.search import LOOK_S, search
from azi_p2p.node.sitting import Sitting
from azi_p2p.table.actions import Chat, SitDown
from azi_p2p.table.bodies import NONCE_SIZE, Founding
from azi_p2p.table.continuing import continued_from
from azi_p2p.table.export import record_of
from azi_p2p.table.limits import PAUSE_SECONDS
from azi_p2p.table.session import Table
from protocol.errors import LocalError
from protocol.identity import fingerprint

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from azi_p2p.game.actions import Action
    from azi_p2p.game.options import Options
    from azi_p2p.node.advertisement import Found
    from azi_p2p.node.discovery import Status
    from azi_p2p.node.handshake import PeerInfo
    from azi_p2p.node.home import Home
    from azi_p2p.node.lobby import OpenTable
    from azi_p2p.node.network import Network
    from azi_p2p.node.pump import Pump
    from azi_p2p.node.sitting import Onward
    from azi_p2p.node.store import TableRow
    from azi_p2p.table.actions import TableAction
    from azi_p2p.table.bodies import Continued
    from azi_p2p.table.view import View

MAX_NEWS: Final = 100


class Node:
    """Start it, found or join a table, act on its view, stop it. Every fault is a NodeError with words for people."""

    def __init__(
        self, home: Home, *, port: int | None = None, interface: str | None = None, nickname: str | None = None,
        pause: float = PAUSE_SECONDS, announce: bool = True,
    ) -> None:
        """`port`: None is azi's own where it is free, else any. `pause`: seconds between hands that this seat opens.
        `announce`: tell the LAN of the table (an offline table does not)."""
        self.home = home
        self.identity = home.identity(os.urandom)
        self.nickname = names.checked(nickname or home.nickname or f"player {fingerprint(self.identity.public)[:4]}",
                                      "nickname")
        self.news: list[str] = []
        self.changes = Changes()
        """Of all that can be seen of this node. They fail with what has stopped its table: a StoreError, or a bug."""
        self._port = port
        self._interface = interface
        self._pause = pause
        self._announces = announce
        self._kept: OwnTables | None = None
        self._joined: Lan | None = None
        self._sitting: Sitting | None = None
        self._unlinked: set[bytes] = set()

    # --- running ---

    async def start(self) -> None:
        """Open the store, listen, and look for others. Raises NodeError."""
        self._kept = OwnTables(self.home.store_path, self.identity)
        try:
            callbacks = Callbacks(
                on_message=self._on_message, on_up=self._on_up, on_down=self._on_down, describe=self._describe,
                belongs=self._belongs, on_trouble=lambda error: self.tell(str(error)))
            self._joined = Lan(
                self.identity, self.nickname, callbacks, self.changes, interface=self._interface, port=self._port,
                on_found=self._on_found, on_status=self._on_status)
            await self._joined.start()
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Say goodbye to everyone, within two seconds, and close the store. Nothing is lost."""
        try:
            if self._sitting is not None:
                self._sitting.pump.stop()
        finally:
            if self._joined is not None:
                await self._joined.stop()
            if self._kept is not None:
                self._kept.close()
            self._kept = None

    @property
    def _tables(self) -> OwnTables:
        if self._kept is None:
            raise NodeError("this node is not running", "start it first")
        return self._kept

    @property
    def _lan(self) -> Lan:
        if self._joined is None:
            raise NodeError("this node is not running", "start it first")
        return self._joined

    @property
    def _here(self) -> Sitting:
        if self._sitting is None:
            raise TableError("there is no table here yet", "found one with azi host, or join one with azi join")
        return self._sitting

    # --- what can be seen ---

    @property
    def view(self) -> View | None:
        """The view of this seat as of now; None before there is a table."""
        return None if self._sitting is None else self._sitting.pump.view()

    @property
    def left(self) -> str:
        """Why this node is no longer at its table; empty while it is."""
        return "" if self._sitting is None else self._sitting.pump.left

    @property
    def is_leaving(self) -> bool:
        """Has its player asked to leave the table?"""
        return self._sitting is not None and self._sitting.table.usher.leaving

    @property
    def is_offline(self) -> bool:
        """Is its table one that the LAN is not told of?"""
        return self._sitting is not None and self._sitting.is_offline

    @property
    def said(self) -> Sequence[tuple[str, str]]:
        """The talk at the table: (name, line), newest last."""
        if self._sitting is None:
            return ()
        return [(self._sitting.name_of(author), line) for author, line in self._sitting.pump.said]

    @property
    def pump(self) -> Pump:
        """The running table. Raises TableError before there is one."""
        return self._here.pump

    @property
    def onward(self) -> Onward | None:
        """The table that a player has founded out of this one, once this node knows of it."""
        return None if self._sitting is None else self._sitting.onward

    @property
    def deal_ms(self) -> Sequence[float]:
        """Milliseconds of each deal seen at this table, from its first keys until its trump was turned."""
        return () if self._sitting is None else tuple(self._sitting.pump.deal_times.milliseconds)

    @property
    def status(self) -> Status:
        """Is this node heard on the LAN, and if not, why?"""
        return self._lan.status

    @property
    def network(self) -> Network:
        """The addresses of this machine."""
        return self._lan.network

    @property
    def port(self) -> int:
        """Where this node listens for others."""
        return self._lan.links.port

    def addresses(self) -> tuple[Address, ...]:
        """Where this node is reached, best first."""
        return self._lan.links.addresses()

    def tables(self) -> list[OpenTable]:
        """The tables on this LAN whose nodes answer."""
        return [] if self._joined is None else self._joined.tables()

    def heard(self) -> int:
        """How many other nodes are announced on this LAN."""
        return 0 if self._joined is None else len(self._joined.heard())

    def name_of(self, key: bytes) -> str:
        """The name of a player at the table, or the beginning of his fingerprint."""
        return fingerprint(key)[:4] if self._sitting is None else self._sitting.name_of(key)

    def local_invitation(self) -> str:
        """The link to this node's table for other processes of this machine."""
        tag = table_tag(self.pump.table_id)
        return str(Invitation((Address(LOOPBACK, self.port),), fingerprint(self.identity.public), tag))

    def invitation(self) -> str:
        """The link to this node's table, to be passed on."""
        tag = None if self._sitting is None else table_tag(self.pump.table_id)
        return str(Invitation(self.addresses(), fingerprint(self.identity.public), tag))

    def record(self) -> bytes:
        """The table's record so far, as a file's bytes. Raises TableError before there is a table."""
        return record_of(self.pump.table.chain)

    def unfinished(self) -> TableRow | None:
        """The table that this identity last sat at and did not leave, or None."""
        return self._tables.unfinished()

    # --- what can be done ---

    def tell(self, line: str) -> None:
        """A line of news for this node's player."""
        self.news = [*self.news[-MAX_NEWS + 1:], line]
        self.changes.note()

    def act(self, action: Action | TableAction) -> None:
        """Do it. Raises IllegalAction or LocalError with words for people, TableError without a table."""
        self.pump.act(action)
        if isinstance(action, Chat):
            self.pump.said.append((self.identity.public, action.text))
            self.changes.note()

    def rename(self, nickname: str) -> str:
        """Another nickname, from the next table on; as it is shown. Raises NicknameError, HomeError."""
        self.nickname = self.home.set_nickname(nickname)
        self._lan.links.nickname = self.nickname
        self.changes.note()
        return self.nickname

    async def found(
        self, name: str, options: Options, *, start_at: int | None = None, continued: Continued | None = None,
        announce: bool = True,
    ) -> None:
        """Found a table and sit at it; `announce`: tell the LAN. Raises NicknameError, StoreError."""
        founding = Founding.make(
            self.identity, founder_name=self.nickname, table_name=names.checked(name, "table name"),
            options=options, nonce=os.urandom(NONCE_SIZE), continued=continued)
        self._seated(founding, PLAYER if announce and self._announces else OFFLINE, start_at).begin()

    async def go_on(self, name: str | None = None, *, start_at: int | None = None) -> None:
        """Found a new table out of the one sat at here (or last sat at), with the stacks that its last hand left.

        For those who are left when half of the seats are gone. Raises TableError, LocalError.
        """
        if self._sitting is not None:
            old = self._sitting.table
        else:
            row = self.unfinished()
            if row is None:
                raise TableError("there is no table here to go on from", "found one with azi host")
            old = self._tables.replayed(row.table_id)
        continued = continued_from(old.chain)
        name = names.checked(name or old.founding.table_name, "table name")
        if self._sitting is not None:       # nothing is refused from here on: the old table may rest
            self._sitting.pump.stop()
            self._sitting = None
        await self.found(name, old.founding.options, start_at=start_at, continued=continued)
        self._tables.end(continued.table_id)
        self._lan.links.renew()         # who is linked from before is told of the new table

    async def go_along(self) -> None:
        """Leave this table for the one that another player has founded out of it. Raises as `join` does."""
        onward, old = self.onward, self.pump.table_id
        if onward is None:
            raise TableError("nobody has founded a table out of this one", "found it yourself")
        self._here.break_off()
        self._sitting = None
        try:
            await self.join(onward.link)        # over the link that told of it: an ended one would still be closing
        except BaseException:
            self._lan.withdraw()
            raise
        finally:
            self.changes.note()
        self._tables.end(old)

    async def resume(self, table_id: bytes, *, start_at: int | None = None) -> None:
        """Go on at a table that the store knows, and look for the others where they were. Raises StoreError."""
        sitting = self._seated(self._tables.founding(table_id), PLAYER, start_at)
        sitting.go_on()
        sitting.seek()

    async def join(
        self, target: str | None, *, watch: bool = False, wait: float = LOOK_S, invitation: bytes | None = None,
    ) -> None:
        """Sit down at (or watch) a table: by its name on this LAN, by address or link; None: the only one there is.

        A table that this identity sat at and has not left is gone on with. Raises TableError, LinkError, NodeError; and
        IllegalAction or LocalError where it takes no such player: then this node is at no table.
        """
        place = await search(self._lan, target, wait)
        links = self._lan.links
        linked = frozenset(links.peers())
        peer = await links.dial(place.addresses, place.fingerprint)
        if peer.key in linked:      # what it offered when that link was made may be another table, or none
            peer = await links.probe(place.addresses, peer.fingerprint)
        if peer.offer.founding is None or peer.offer.listing is None:
            raise TableError(f"{peer.offer.nickname or 'that node'} has no table now", "ask for another address")
        founding = read_founding(peer.offer.founding)
        if place.table_tag not in (None, table_tag(founding.table_id)):
            raise TableError("the table of this link is gone", "ask for a new link")
        known = self._tables.is_unfinished(founding.table_id)
        if not known and not watch and peer.offer.listing.seats_taken >= MAX_SEATS:
            raise TableError(f"the table {founding.table_name} is full", "watch it with azi watch, or found another")
        if watch and not founding.options.watchers:
            raise TableError(f"the table {founding.table_name} takes no watchers", "join it, or found another")
        self._tables.check_continued(founding)
        sitting = self._seated(founding, WATCHER if watch else PLAYER)
        if known:
            sitting.go_on()
        else:
            sitting.begin()
        if not watch and sitting.table.me is None:
            try:
                sitting.pump.act(SitDown(self.nickname, invitation))
            except (GameError, LocalError):     # by invitation, say: it is as if he had not come
                self.step_away()
                if not known:
                    self._tables.delete(founding.table_id)
                raise

    def step_away(self) -> None:
        """Go from the table at once, in the middle of a hand too: to the others this node has fallen silent.

        A chair at a table that the LAN knows of can be gone on with; all else is over. Raises TableError, StoreError.
        """
        self._here.break_off()
        self._sitting = None
        self._lan.withdraw()
        self.changes.note()

    def delete_table(self, table_id: bytes) -> None:
        """Remove a kept table and its record. Raises TableError for the one that is played now, StoreError."""
        if self._sitting is not None and self.pump.table_id == table_id:
            if not self.left:
                raise TableError("that table is being played", "leave it first")
            self._sitting = None
        self._tables.delete(table_id)
        self.changes.note()

    def _seated(self, founding: Founding, role: str, start_at: int | None = None) -> Sitting:
        """The sitting from now on, to be begun or gone on with. Raises TableError where this node sits already."""
        if self._sitting is not None and not self.left:
            raise TableError("this node sits at a table already", "leave it first")
        self._tables.begin(founding, role)
        table = Table(self.identity, founding, os.urandom, time.monotonic(), pause=self._pause, start_at=start_at,
                      stopwatch=time.perf_counter)
        self._sitting = Sitting(table, self._tables, self._lan, offline=role == OFFLINE or not self._announces,
                                on_change=self.changes.note, on_fault=self.changes.fail)
        return self._sitting

    # --- callbacks of the LAN ---

    def _on_message(self, peer: bytes, data: bytes) -> Awaitable[None] | None:
        return None if self._sitting is None else self._sitting.receive(peer, data)

    def _on_up(self, peer: bytes, info: PeerInfo) -> None:
        if self._sitting is not None:
            if peer in self._unlinked:
                self._unlinked.discard(peer)
                self.tell(f"{info.offer.nickname} is linked again")
            known = self.onward
            self._sitting.peer_up(peer, info)
            onward = self.onward
            if onward is not None and onward != known:
                self.tell(f"{onward.by} has founded {onward.table_name} out of this table, with its stacks")

    def _on_down(self, peer: bytes, reason: str) -> None:
        if self._sitting is not None:
            if reason not in ("replaced", "stopping") and self._sitting.belongs(peer):
                self._unlinked.add(peer)
                self.tell(f"{self.name_of(peer)} is not linked any more ({reason})")
            self._sitting.pump.peer_down(peer)

    def _on_found(self, found: Found) -> None:
        if self._sitting is not None:
            self._sitting.found(found)

    def _on_status(self, status: Status) -> None:
        if not status.is_heard and status.what:
            self.tell(f"{status.what}: {status.do}" if status.do else status.what)

    def _describe(self) -> Presence:
        return Presence() if self._sitting is None else self._sitting.presence()

    def _belongs(self, key: bytes) -> bool:
        return self._sitting is not None and self._sitting.belongs(key)
