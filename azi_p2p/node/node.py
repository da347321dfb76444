"""The node: one identity on the LAN, its store and its links, and at most one table. It knows no rules."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import time
from typing import TYPE_CHECKING, Final

from azi_p2p import __version__
from azi_p2p.node import names
from azi_p2p.node.addresses import DEFAULT_PORT, LOOPBACK, Address
from azi_p2p.node.changes import Changes
from azi_p2p.node.discovery import Discovery, Status
from azi_p2p.node.errors import AddressError, NodeError, PortInUse, TableError
from azi_p2p.node.invitation import Invitation, table_tag
from azi_p2p.node.links import Callbacks, Links, Presence
from azi_p2p.node.listing import MAX_SEATS, Listing
from azi_p2p.node.lobby import Lobby, OpenTable
from azi_p2p.node.network import Network
from azi_p2p.node.pump import Pump
from azi_p2p.node.store import Store
from azi_p2p.table.actions import Chat, SitDown
from azi_p2p.table.bodies import NONCE_SIZE, Founding
from azi_p2p.table.continuing import check_continued, continued_from
from azi_p2p.table.export import record_of
from azi_p2p.table.kinds import Stage
from azi_p2p.table.limits import PAUSE_SECONDS
from azi_p2p.table.session import Table
from protocol.entry import Entry
from protocol.errors import NotAllowed, ProtocolError
from protocol.identity import fingerprint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from azi_p2p.game.actions import Action
    from azi_p2p.game.options import Options
    from azi_p2p.node.advertisement import Found
    from azi_p2p.node.handshake import PeerInfo
    from azi_p2p.node.home import Home
    from azi_p2p.node.store import TableRow
    from azi_p2p.table.actions import TableAction
    from azi_p2p.table.bodies import Continued
    from azi_p2p.table.view import View

SETTLE_S: Final = 1.0
"""How long tables are listened for before the only one heard is taken for the only one there is."""

LOOK_S: Final = 4.0
"""How long a table is looked for on the LAN by name, before it is said not to be there."""

GOODBYE_LIMIT_S: Final = 2.0
"""For all goodbyes together: nobody waits longer for a program to stop."""

MAX_NEWS: Final = 100

PLAYER: Final = "player"
WATCHER: Final = "watcher"
OFFLINE: Final = "offline"
"""Roles at a kept table. An offline one, of a node that does not announce it, cannot be gone on with: its others are
gone."""


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
        self._is_offline = False
        self._pump: Pump | None = None
        self._store: Store | None = None
        self._links: Links | None = None
        self._network: Network | None = None
        self._discovery: Discovery | None = None
        self._lobby: Lobby | None = None
        self._said: tuple[object, ...] = ()
        self._remembered: tuple[bytes, frozenset[bytes]] = (b"", frozenset())
        self._unlinked: set[bytes] = set()
        self._lobby_rests = False

    # --- running ---

    async def start(self) -> None:
        """Open the store, listen, and look for others. Raises NodeError."""
        self._store = Store(self.home.store_path)
        try:
            self._network = Network(self._interface)
            await self._network.start()
            self._links = await self._listening(self._network)
            self._lobby = Lobby(self._links.probe, self.changes.note)
            self._discovery = Discovery(
                self.identity.public, self.nickname, self._network,
                on_found=self._on_found, on_lost=self._lobby.lost, on_status=self._on_status)
            await self._discovery.start(self._links.port)
        except BaseException:
            await self.stop()
            raise

    async def _listening(self, network: Network) -> Links:
        """Links that listen: on the port that was asked for, else on azi's own, else on any."""
        ports = [self._port] if self._port is not None else [DEFAULT_PORT, 0]
        for port in ports:
            links = Links(
                self.identity, self.nickname, network,
                Callbacks(on_message=self._on_message, on_up=self._on_up, on_down=self._on_down,
                          describe=self._describe, belongs=self._belongs,
                          on_trouble=lambda error: self.tell(str(error))),
                version=__version__, port=port)
            try:
                await links.start()
            except PortInUse:
                if port == ports[-1]:
                    raise
            else:
                return links
        raise AssertionError("no port was tried")

    async def stop(self) -> None:
        """Say goodbye to everyone, within two seconds, and close the store. Nothing is lost."""
        try:
            if self._pump is not None:
                self._pump.stop()
        finally:
            parts = [part for part in (self._lobby, self._discovery, self._links, self._network) if part is not None]
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(GOODBYE_LIMIT_S):
                    await asyncio.gather(*(part.stop() for part in parts), return_exceptions=True)
            if self._store is not None:
                self._store.close()
            self._store = None

    # --- what can be seen ---

    @property
    def view(self) -> View | None:
        """The view of this seat as of now; None before there is a table."""
        return None if self._pump is None else self._pump.view()

    @property
    def left(self) -> str:
        """Why this node is no longer at its table; empty while it is."""
        return "" if self._pump is None else self._pump.left

    @property
    def is_leaving(self) -> bool:
        """Has its player asked to leave the table?"""
        return self._pump is not None and self._pump.table.usher.leaving

    @property
    def said(self) -> Sequence[tuple[str, str]]:
        """The talk at the table: (name, line), newest last."""
        if self._pump is None:
            return ()
        return [(self._name(author), line) for author, line in self._pump.said]

    @property
    def pump(self) -> Pump:
        """The running table. Raises TableError before there is one."""
        if self._pump is None:
            raise TableError("there is no table here yet", "found one with azi host, or join one with azi join")
        return self._pump

    @property
    def status(self) -> Status:
        """Is this node heard on the LAN, and if not, why?"""
        assert self._discovery is not None
        return self._discovery.status

    def addresses(self) -> tuple[Address, ...]:
        """Where this node is reached, best first."""
        return self._running.addresses()

    def tables(self) -> list[OpenTable]:
        """The tables on this LAN whose nodes answer."""
        return [] if self._lobby is None else self._lobby.tables()

    @property
    def network(self) -> Network:
        """The addresses of this machine."""
        if self._network is None:
            raise NodeError("this node is not running", "start it first")
        return self._network

    @property
    def port(self) -> int:
        """Where this node listens for others."""
        return self._running.port

    def heard(self) -> int:
        """How many other nodes are announced on this LAN."""
        return 0 if self._discovery is None else len(self._discovery.found())

    def name_of(self, key: bytes) -> str:
        """The name of a player at the table, or the beginning of his fingerprint."""
        return self._name(key)

    def local_invitation(self) -> str:
        """The link to this node's table for other processes of this machine."""
        tag = table_tag(self.pump.table_id)
        return str(Invitation((Address(LOOPBACK, self.port),), fingerprint(self.identity.public), tag))

    def invitation(self) -> str:
        """The link to this node's table, to be passed on."""
        tag = table_tag(self._pump.table_id) if self._pump is not None else None
        return str(Invitation(self.addresses(), fingerprint(self.identity.public), tag))

    def record(self) -> bytes:
        """The table's record so far, as a file's bytes. Raises TableError before there is a table."""
        return record_of(self.pump.table.chain)

    def unfinished(self) -> TableRow | None:
        """The table that this identity last sat at and did not leave, or None."""
        rows = [row for row in self._kept.tables() if not row.finished and row.role == PLAYER]
        return rows[0] if rows else None

    @property
    def deal_ms(self) -> Sequence[float]:
        """Milliseconds of each deal seen at this table, from its first keys until its trump was turned."""
        return () if self._pump is None else tuple(self._pump.deal_times.milliseconds)

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
        self._running.nickname = self.nickname
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
        self._seat(founding, role=PLAYER if announce and self._announces else OFFLINE, start_at=start_at)

    async def go_on(self, name: str | None = None, *, start_at: int | None = None) -> None:
        """Found a new table out of the one sat at here (or last sat at), with the stacks that its last hand left.

        For those who are left when half of the seats are gone. Raises TableError, LocalError.
        """
        if self._pump is not None:
            old = self._pump.table
            self._pump.stop()
        else:
            row = self.unfinished()
            if row is None:
                raise TableError("there is no table here to go on from", "found one with azi host")
            old = self._replayed(row.table_id)
        continued = continued_from(old.chain)
        self._pump = None
        await self.found(name or old.founding.table_name, old.founding.options, start_at=start_at, continued=continued)
        stored = self._kept.load(continued.table_id)
        self._kept.wipe_secrets(continued.table_id, tuple(stored.secrets))
        self._kept.mark_finished(continued.table_id)

    @property
    def is_offline(self) -> bool:
        """Is its table one that the LAN is not told of?"""
        return self._is_offline

    def step_away(self) -> None:
        """Go from the table at once, in the middle of a hand too: to the others this node has fallen silent.

        A table that the LAN knows of can be gone on with; one that it does not is over. Raises TableError, StoreError.
        """
        pump = self.pump
        pump.stop()
        if self._is_offline and not pump.left:
            self._kept.wipe_secrets(pump.table_id, tuple(self._kept.load(pump.table_id).secrets))
            self._kept.mark_finished(pump.table_id)
        self._pump = None
        self._on_away()

    def delete_table(self, table_id: bytes) -> None:
        """Remove a kept table and its record. Raises TableError for the one that is played now, StoreError."""
        if self._pump is not None and self._pump.table_id == table_id:
            if not self._pump.left:
                raise TableError("that table is being played", "leave it first")
            self._pump = None
        self._kept.delete_table(table_id)
        self._kept.set_setting(_peers_setting(table_id), None)
        self.changes.note()

    def _on_away(self) -> None:
        """There is no table here any more: the LAN is told, and nobody is linked for its sake."""
        self._said = ()
        self._mind_lobby()
        if self._discovery is not None:
            self._discovery.announce(None)
        for key in self._running.peers():
            self._running.forget(key)
        self.changes.note()

    def _replayed(self, table_id: bytes) -> Table:
        """A stored table as its record stands, not running."""
        stored = self._kept.load(table_id)
        now = time.monotonic()
        table = Table(self.identity, _read_founding(stored.founding), os.urandom, now)
        table.restore(stored.messages, {}, now)
        return table

    def _check_continued(self, founding: Founding) -> None:
        """Does a table that continues an old one of ours carry on what its record says? Raises TableError."""
        continued = founding.continued
        if continued is None or all(row.table_id != continued.table_id for row in self._kept.tables()):
            return
        try:
            check_continued(founding, self._replayed(continued.table_id).chain)
        except NotAllowed as error:
            raise TableError(str(error), "do not join it") from error

    async def resume(self, table_id: bytes, *, start_at: int | None = None) -> None:
        """Go on at a table that the store knows, and look for the others where they were. Raises StoreError."""
        stored = self._kept.load(table_id)
        self._seat(_read_founding(stored.founding), role=PLAYER, start_at=start_at, stored=True)
        known = self._kept.get_setting(_peers_setting(table_id))
        for key, places in json.loads(known or "{}").items():
            addresses = []
            for place in places:
                with contextlib.suppress(AddressError):
                    addresses.append(Address.parse(place))
            self._running.learn(bytes.fromhex(key), addresses)
            self._running.want(bytes.fromhex(key))

    async def join(
        self, target: str | None, *, watch: bool = False, wait: float = LOOK_S, invitation: bytes | None = None,
    ) -> None:
        """Sit down at (or watch) a table: by its name on this LAN, by address or link; None: the only one there is.

        A table that this identity sat at and has not left is gone on with. Raises TableError, LinkError, NodeError.
        """
        addresses, expected, tag = await self._located(target, wait)
        linked = frozenset(self._running.peers())
        peer = await self._running.dial(addresses, expected)
        if peer.key in linked:      # what it offered when that link was made may be another table, or none
            peer = await self._running.probe(addresses, peer.fingerprint)
        if peer.offer.founding is None or peer.offer.listing is None:
            raise TableError(f"{peer.offer.nickname or 'that node'} has no table now", "ask for another address")
        founding = _read_founding(peer.offer.founding)
        if tag is not None and table_tag(founding.table_id) != tag:
            raise TableError("the table of this link is gone", "ask for a new link")
        known = any(row.table_id == founding.table_id and not row.finished for row in self._kept.tables())
        if not known and not watch and peer.offer.listing.seats_taken >= MAX_SEATS:
            raise TableError(f"the table {founding.table_name} is full", "watch it with azi watch, or found another")
        if watch and not founding.options.watchers:
            raise TableError(f"the table {founding.table_name} takes no watchers", "join it, or found another")
        self._check_continued(founding)
        self._seat(founding, role=WATCHER if watch else PLAYER, stored=known)
        if not watch and self.pump.table.me is None:
            self.pump.act(SitDown(self.nickname, invitation))
        for key, info in self._running.peers().items():
            self.pump.peer_up(key, info.offer.nickname)

    async def _located(self, target: str | None, wait: float) -> tuple[Sequence[Address], str | None, bytes | None]:
        """The addresses, fingerprint and table that a target means."""
        if target is not None and (":" in target or "/" in target or _is_ipv4(target)):
            invitation = Invitation.parse(target)
            return invitation.addresses, invitation.fingerprint, invitation.table_tag
        table = await self._listed(target, wait)
        node, addresses = table.nodes[0], table.addresses[0]
        return addresses, node.fingerprint, None

    async def _listed(self, name: str | None, wait: float) -> OpenTable:
        tables: list[OpenTable] = []
        settle = min(SETTLE_S, wait) if name is None else 0.0
        await asyncio.sleep(settle)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(wait - settle):
                async for _ in self.changes:
                    tables = self.tables()
                    chosen = [
                        table for table in tables if name is None or table.listing.name.casefold() == name.casefold()]
                    if len(chosen) == 1:
                        return chosen[0]
                    if len(chosen) > 1:
                        raise TableError(
                            "there are several: " + ", ".join(sorted(table.listing.name for table in chosen)),
                            "name one, or use its address" if name is None else "join by address or link")
        there = ", ".join(sorted(table.listing.name for table in tables))
        what = "no table was found on this network" if name is None else f"no table called {name} was found"
        hint = f"there is: {there}" if there else (
            "join by the address or link that the host sees, or run azi doctor" if self.status.is_heard
            else f"{self.status.what}: {self.status.do}")
        raise TableError(what, hint)

    def _seat(self, founding: Founding, *, role: str, start_at: int | None = None, stored: bool = False) -> None:
        if self._pump is not None and not self._pump.left:
            raise TableError("this node sits at a table already", "leave it first")
        self._is_offline = role == OFFLINE or not self._announces
        self._kept.begin_table(founding.table_id, founding.entry.encode(), founding.table_name, role)
        table = Table(self.identity, founding, os.urandom, time.monotonic(), pause=self._pause, start_at=start_at,
                      stopwatch=time.perf_counter)
        self._pump = Pump(table, self._kept, self._running, self._on_table, self.changes.fail)
        if stored:
            self._pump.restore()
        else:
            self._pump.begin()
        self._on_table()

    # --- callbacks ---

    @property
    def _kept(self) -> Store:
        if self._store is None:
            raise NodeError("this node is not running", "start it first")
        return self._store

    @property
    def _running(self) -> Links:
        if self._links is None:
            raise NodeError("this node is not running", "start it first")
        return self._links

    def _on_message(self, peer: bytes, data: bytes) -> None:
        if self._pump is not None:
            self._pump.receive(peer, data)

    def _on_up(self, peer: bytes, info: PeerInfo) -> None:
        if self._pump is not None:
            if peer in self._unlinked:
                self._unlinked.discard(peer)
                self.tell(f"{info.offer.nickname} is linked again")
            self._pump.peer_up(peer, info.offer.nickname)
            self._remember_peers()

    def _on_down(self, peer: bytes, reason: str) -> None:
        if self._pump is not None:
            if reason not in ("replaced", "stopping"):
                self._unlinked.add(peer)
                self.tell(f"{self._name(peer)} is not linked any more ({reason})")
            self._pump.peer_down(peer)

    def _on_found(self, found: Found) -> None:
        assert self._lobby is not None
        if not self._lobby_rests:
            self._lobby.found(found)
        for key in self._known_keys():
            if self._links is not None and fingerprint(key) == found.fingerprint and key not in self._links.peers():
                self._links.learn(key, found.addresses)      # a player is back, perhaps at another address
        self.changes.note()

    def _mind_lobby(self) -> None:
        """Who sits at a table needs no list of others: greeting all their nodes over and over would slow his deals."""
        rests = self._pump is not None and not self._pump.left
        if rests == self._lobby_rests or self._lobby is None or self._discovery is None:
            return
        self._lobby_rests = rests
        if rests:
            self._lobby.rest()
        else:
            for found in self._discovery.found():
                self._lobby.found(found)

    def _on_status(self, status: Status) -> None:
        if not status.is_heard and status.what:
            self.tell(f"{status.what}: {status.do}" if status.do else status.what)
        self.changes.note()

    def _on_table(self) -> None:
        """The table has changed: tell the LAN, dial whoever belongs to it."""
        self._mind_lobby()
        if self._pump is not None and self._discovery is not None and self._links is not None:
            listing = self._listing(self._pump) if not self._is_offline and not self._pump.left else None
            if (listing,) != self._said:
                self._said = (listing,)
                self._discovery.announce(listing)
            if self._remembered != (self._pump.table_id, self._linked_players()):
                self._remember_peers()
            self._links.mesh()
        self.changes.note()

    def _listing(self, pump: Pump) -> Listing | None:
        state = pump.table.chain.state
        if pump.table.me is None and state.founding.founder != self.identity.public:
            return None      # one who has not sat down yet, or looks on, does not speak for the table
        waiting = len(pump.table.usher.sitters(state))
        taken = sum(1 for player in state.match.chairs if player is not None) + waiting
        word = "closed" if state.stage is Stage.CLOSED else "playing" if state.opened else "waiting"
        return Listing(pump.table_id, state.founding.table_name, min(taken, MAX_SEATS), MAX_SEATS, word)

    def _describe(self) -> Presence:
        if self._pump is None or self._pump.left:
            return Presence()
        return Presence(self._listing(self._pump), self._pump.table.founding.entry.encode())

    def _belongs(self, key: bytes) -> bool:
        if self._pump is None:
            return False
        table = self._pump.table
        return (table.chain.state.chair_of(key) is not None or key == table.founding.founder
                or key in table.usher.wanting())

    def _known_keys(self) -> list[bytes]:
        """The players at this node's table, but for itself."""
        if self._pump is None:
            return []
        chairs = self._pump.table.chain.state.match.chairs
        return [key for key in chairs if key is not None and key != self.identity.public]

    def _linked_players(self) -> frozenset[bytes]:
        return frozenset(self._known_keys()) & frozenset(self._running.peers())

    def _remember_peers(self) -> None:
        """Keep where the players are, for a restart; of those who are not linked now, where they were."""
        assert self._pump is not None
        setting, peers = _peers_setting(self._pump.table_id), self._running.peers()
        self._remembered = (self._pump.table_id, self._linked_players())
        known = {key: places for key, places in json.loads(self._kept.get_setting(setting) or "{}").items()
                 if self._belongs(bytes.fromhex(key))}
        for key, info in peers.items():
            if self._belongs(key):
                known[key.hex()] = [str(address) for address in info.offer.addresses]
        self._kept.set_setting(setting, json.dumps(known))

    def _name(self, key: bytes) -> str:
        if self._pump is not None:
            name = self._pump.table.chain.state.names.get(key) or self._pump.table.peers.get(key)
            if name:
                return name
        return fingerprint(key)[:4]


def _is_ipv4(text: str) -> bool:
    return len(text.split(".")) == 4 and all(part.isascii() and part.isdigit() for part in text.split("."))


def _read_founding(data: bytes) -> Founding:
    try:
        return Founding.read(Entry.decode(data))
    except ProtocolError as error:
        raise TableError(f"the table's founding entry is not sound: {error}", "join another table") from error


def _peers_setting(table_id: bytes) -> str:
    return f"peers {table_id.hex()}"
