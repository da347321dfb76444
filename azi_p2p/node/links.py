"""The set of a node's links: one to each peer, kept up, bounded, and meshed; what passes over them is not read here."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import aiohttp

from azi_p2p.node import control
from azi_p2p.node.address_book import AddressBook
from azi_p2p.node.addresses import Address
from azi_p2p.node.dialling import Dialling
from azi_p2p.node.door import Door, Visitor
from azi_p2p.node.errors import (
    HandshakeError,
    LinkError,
    NodeError,
    OwnKey,
    TurnedAway,
    Unreachable,
    VersionMismatch,
)
from azi_p2p.node.handshake import Answerer, Dialler, PeerInfo, reason_for, refusal, welcome
from azi_p2p.node.link import CLOSE_LIMIT_S, Link, Socket
from azi_p2p.node.offer import MAX_ADDRESSES, MAX_PEERS, SESSION_SIZE, Offer, Peers
from azi_p2p.node.redialling import Redialling
from protocol.identity import fingerprint

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence

    from aiohttp import web

    from azi_p2p.node.listing import Listing
    from azi_p2p.node.network import Network
    from protocol.identity import Identity

MAX_LINKS: Final = 32
"""Five other seats, and watchers. A seat's peer takes the place of a watcher when it is full."""

CROSSING_S: Final = 10.0
"""Two nodes that dial each other at once finish both handshakes within their limits, 4 s and 5 s."""

TELL_DELAY_S: Final = 0.2
"""Links come and go in bursts: the others are told once."""

DIAL_BACK_LIMIT_S: Final = 12.0
"""A connection and a handshake, there and back."""

DIAL_BACK_PAUSE_S: Final = 5.0
"""Between two that one peer may ask for: nobody has us knock on doors for him."""


@dataclass(frozen=True, slots=True)
class Presence:
    """What a node says of its table to whoever links or probes: a summary, and the founding entry to join with."""

    listing: Listing | None = None
    founding: bytes | None = None


@dataclass(frozen=True, slots=True)
class Callbacks:
    """How the links speak to the node. None may raise; `on_message` may return an awaitable, to slow that peer.

    `on_down` reasons: "left" (said goodbye), "closed", "silent" (no heartbeat), "too slow", "replaced" (an `on_up`
    follows), "renewed" (after sleep or a change of network), "oversize", "malformed", "fault", "forgotten", "stopping".
    `belongs`: is this key at our table? Only such peers are dialled on hearsay, and told of to others; and they take
    the place of the rest when there are too many.
    """

    on_message: Callable[[bytes, bytes], Awaitable[None] | None]
    on_up: Callable[[bytes, PeerInfo], None]
    on_down: Callable[[bytes, str], None]
    describe: Callable[[], Presence] = Presence
    belongs: Callable[[bytes], bool] = lambda _key: True
    on_trouble: Callable[[NodeError], None] = lambda _error: None
    """Somebody who dialled us could not be linked for a reason that a person should hear: VersionMismatch, OwnKey."""


class Links:
    """Every link of one node. A peer is named by its 32-byte public key."""

    def __init__(
        self, identity: Identity, nickname: str, network: Network, callbacks: Callbacks, *,
        version: str, port: int = 0, entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        """`port` 0 is any that is free."""
        self.port = port
        self.nickname = nickname
        self._identity = identity
        self._network = network
        self._callbacks = callbacks
        self._version = version
        self._entropy = entropy
        self._session = entropy(SESSION_SIZE)
        self._links: dict[bytes, Link] = {}
        self._running: dict[Link, asyncio.Task[None]] = {}
        self._book = AddressBook(callbacks.belongs)
        self._door = Door(self._visited, network.admits)
        self._redialling = Redialling(
            self._dial_known, self._is_linked, lambda key: identity.public < key, entropy, callbacks.belongs)
        self._dialling: Dialling | None = None
        self._telling: asyncio.TimerHandle | None = None
        self._dial_backs: dict[bytes, asyncio.Future[control.Reached]] = {}
        self._dialled_back: dict[bytes, float] = {}
        self._chores: set[asyncio.Task[None]] = set()
        self._is_stopping = False
        network.on_change(self._network_changed)
        network.on_wake(lambda _missed: self.renew())

    async def start(self) -> None:
        """Listen. Raises PortInUse or another LinkError."""
        self.port = await self._door.open(self.port)
        self._dialling = Dialling()

    async def stop(self) -> None:
        """Say goodbye to everyone; within two seconds."""
        self._is_stopping = True
        try:
            await self._say_goodbye()
        finally:      # the caller's patience may be at its end
            if self._dialling is not None:
                await self._dialling.close()

    async def _say_goodbye(self) -> None:
        if self._telling is not None:
            self._telling.cancel()
        await self._redialling.stop()
        for link in list(self._links.values()):
            link.say(control.Bye("closing"))
            link.close("stopping")
        if self._running:
            await asyncio.wait(self._running.values(), timeout=2 * CLOSE_LIMIT_S)
        await self._door.close()
        for chore in (*self._chores, *self._running.values()):
            chore.cancel()
        await asyncio.gather(*self._chores, *self._running.values(), return_exceptions=True)

    def addresses(self) -> tuple[Address, ...]:
        """Where this node is reached, best first, with scopes: to be shown, and put into links."""
        return self._network.reached_at(self.port)[:MAX_ADDRESSES]

    def peers(self) -> dict[bytes, PeerInfo]:
        """Who is linked now."""
        return {key: link.peer for key, link in self._links.items()}

    async def dial(
        self, addresses: Sequence[Address], expect_fingerprint: str | None = None, table: bytes | None = None,
    ) -> PeerInfo:
        """Make a link, and keep it up from now on. Who is linked already is simply returned. Raises LinkError."""
        for link in self._links.values():
            if expect_fingerprint is not None and link.peer.fingerprint == expect_fingerprint:
                return link.peer
        peer = await self._reached(addresses, expect_fingerprint, table)
        self._redialling.want(peer.key)
        return peer

    async def probe(self, addresses: Sequence[Address], expect_fingerprint: str | None = None) -> PeerInfo:
        """Ask who is there, and leave: no link, no callback. Raises LinkError."""
        answered = await self._dialler().reach(
            self._book.sorted(addresses, self._network.addresses), lambda: self._hello("probe", expect_fingerprint))
        with contextlib.suppress(aiohttp.ClientError, OSError):
            await answered.socket.close()
        return answered.peer

    def learn(self, key: bytes, addresses: Sequence[Address]) -> None:
        """A listing says that this peer is here: dialled there first. A handshake drops its old addresses."""
        self._book.announced(key, tuple(addresses))
        self._redialling.nudge(key)

    def want(self, key: bytes) -> None:
        """Keep a link to this peer from now on, once any address of it is known."""
        if key != self._identity.public:
            self._redialling.want(key)

    def forget(self, key: bytes, reason: str = "") -> None:
        """End the link, and do not dial this peer any more."""
        self._redialling.drop(key)
        self._book.drop(key)
        link = self._links.get(key)
        if link is not None:
            link.say(control.Bye(reason))
            link.close("forgotten")

    def send(self, key: bytes, data: bytes) -> None:
        """Queue a message for a peer. Without a link it is dropped: the record is compared after every `on_up`."""
        link = self._links.get(key)
        if link is not None:
            link.send(data)

    def broadcast(self, data: bytes, to: Iterable[bytes] | None = None) -> None:
        """Queue a message for these peers, or for all that are linked."""
        for key in list(self._links) if to is None else to:
            self.send(key, data)

    def renew(self) -> None:
        """Make every link anew: after a sleep nobody knows which of them are dead."""
        for link in list(self._links.values()):
            link.abort("renewed")
        self._redialling.nudge()

    async def ask_dial_back(self, key: bytes) -> control.Reached:
        """Have a linked peer dial us, to learn whether a firewall here keeps others out. Raises LinkError."""
        link = self._links.get(key)
        if link is None:
            raise Unreachable("there is no link to that node", "join its table first")
        future = self._dial_backs.get(key)
        if future is None:
            future = self._dial_backs[key] = asyncio.get_running_loop().create_future()
            link.say(control.Reach(self.port))
        try:
            async with asyncio.timeout(DIAL_BACK_LIMIT_S):
                return await asyncio.shield(future)
        except TimeoutError as error:
            raise Unreachable("the other node did not dial back", "try again, or ask another one") from error
        finally:
            self._dial_backs.pop(key, None)

    # making links

    def _offer(self) -> Offer:
        presence = self._callbacks.describe()
        return Offer(
            self._version, self.nickname, self._session, self.addresses(), presence.listing, presence.founding,
            self._peers_for(None))

    def _hello(self, purpose: str, expected: str | None, table: bytes | None = None) -> Dialler:
        return Dialler(
            self._identity, self._offer(), self._entropy, purpose=purpose, table=table, expected=expected)

    def _dialler(self) -> Dialling:
        if self._dialling is None or self._is_stopping:
            raise LinkError("this node is not running", "start it first")
        return self._dialling

    async def _reached(
        self, addresses: Sequence[Address], expected: str | None, table: bytes | None = None,
    ) -> PeerInfo:
        places = self._book.sorted(addresses, self._network.addresses)
        try:
            answered = await self._dialler().reach(places, lambda: self._hello("table", expected, table))
        except TurnedAway as error:
            link = await self._crossed(error)
            return link.peer
        self._book.replace(answered.peer.key, (answered.address, *answered.peer.offer.addresses))
        if not self._adopt(answered.socket, answered.peer):
            await answered.socket.close()
            return self._links[answered.peer.key].peer
        return answered.peer

    async def _crossed(self, error: TurnedAway) -> Link:
        """We were turned away because the peer's own call to us came first: its link is here, or about to be."""
        if error.reason == "duplicate" and error.key is not None:
            for _ in range(20):
                if error.key in self._links:
                    return self._links[error.key]
                await asyncio.sleep(0.1)
        raise error

    async def _dial_known(self, key: bytes) -> PeerInfo:
        return await self._reached(self._book.of(key), fingerprint(key))

    async def _visited(self, socket: web.WebSocketResponse, visitor: Visitor) -> None:
        answerer = Answerer(self._identity, self._offer, self._entropy)
        try:
            while answerer.peer is None:
                frame = await socket.receive()
                if frame.type is not aiohttp.WSMsgType.BINARY:
                    return
                reply = answerer.receive(frame.data)
                if reply is not None:
                    await socket.send_bytes(reply)
            peer = replace(answerer.peer, remote=visitor.ip)
            await self._welcomed(socket, visitor, peer)
        except HandshakeError as error:
            if not isinstance(error, TurnedAway):
                with contextlib.suppress(ConnectionError):
                    await socket.send_bytes(refusal(reason_for(error)))
            if isinstance(error, VersionMismatch | OwnKey):  # anything else may be any program that tries ports
                self._callbacks.on_trouble(error)
        except (ConnectionError, aiohttp.ClientError):
            return

    async def _welcomed(self, socket: web.WebSocketResponse, visitor: Visitor, peer: PeerInfo) -> None:
        if peer.purpose == "probe":
            await socket.send_bytes(welcome())
            await socket.receive()  # its goodbye; the door's limit stands
            return
        refused = self._refused(peer)
        if refused:
            await socket.send_bytes(refusal(refused))
            return
        await socket.send_bytes(welcome())
        visitor.greet()
        self._book.replace(peer.key, _arrived_from(peer))
        if self._adopt(socket, peer):
            link = self._links[peer.key]
            self.mesh()
            await asyncio.wait({self._running[link]})

    def _refused(self, peer: PeerInfo) -> str:
        if self._is_stopping:
            return "closing"
        if not self._prefers(peer):
            return "duplicate"
        if peer.key not in self._links and len(self._links) >= MAX_LINKS:
            others = [link for key, link in self._links.items() if not self._callbacks.belongs(key)]
            if not others or not self._callbacks.belongs(peer.key):
                return "full"
            others[-1].abort("closed")
        return ""

    def _prefers(self, peer: PeerInfo) -> bool:
        """Is a new link to this peer to take the place of the one there is?

        When both dialled at once, both ends keep the link that the lower key dialled. Else the newer is right: the
        peer was started anew, or has lost the older link without our noticing.
        """
        link = self._links.get(peer.key)
        if link is None or not link.is_open or link.peer.offer.session != peer.offer.session:
            return True
        if link.peer.dialled == peer.dialled or time.monotonic() - link.since > CROSSING_S:
            return True
        return peer.dialled == (self._identity.public < peer.key)

    def _adopt(self, socket: Socket, peer: PeerInfo) -> bool:
        if self._is_stopping or not self._prefers(peer):
            return False
        self._end(peer.key, "replaced")
        link = Link(
            socket, peer, time.monotonic(),
            on_message=lambda data: self._callbacks.on_message(peer.key, data),
            on_control=lambda said: self._heard(peer.key, said))
        self._links[peer.key] = link
        self._running[link] = asyncio.create_task(self._run(link), name="azi link")
        self._book.told(peer.key, peer.offer.peers)
        self._callbacks.on_up(peer.key, peer)
        self._changed()
        return True

    async def _run(self, link: Link) -> None:
        key = link.peer.key
        reason = await link.run()
        del self._running[link]
        if self._links.get(key) is link:
            if reason == "left":
                self._redialling.drop(key)
            self._end(key, reason)

    def _end(self, key: bytes, reason: str) -> None:
        link = self._links.pop(key, None)
        if link is not None:
            link.abort(reason)
            self._callbacks.on_down(key, link.reason)
            self._redialling.nudge(key)
            self._changed()

    def _is_linked(self, key: bytes) -> bool:
        link = self._links.get(key)
        return link is not None and link.is_open

    # the mesh

    def _peers_for(self, listener: bytes | None) -> Peers:
        return tuple(
            (key, self._book.of(key)[:MAX_ADDRESSES]) for key in self._links
            if key != listener and self._callbacks.belongs(key)
        )[:MAX_PEERS]

    def _changed(self) -> None:
        if self._telling is None and not self._is_stopping:
            self._telling = asyncio.get_running_loop().call_later(TELL_DELAY_S, self._tell)

    def _tell(self) -> None:
        self._telling = None
        for key, link in list(self._links.items()):
            link.say(control.PeersAre(self._peers_for(key)))
        self.mesh()

    def mesh(self) -> None:
        """Keep a link to all who belong to our table, linked now or told of by somebody: call it when that has changed.

        A visitor who does not belong has to come back by himself: else anybody could have us dial wherever he says.
        """
        for key in (*self._links, *self._book.told_of()):
            if key != self._identity.public and not self._redialling.wants(key) and self._callbacks.belongs(key):
                self._redialling.want(key)

    def _heard(self, key: bytes, said: control.Control) -> None:
        match said:
            case control.PeersAre(peers):
                self._book.told(key, peers)
                self.mesh()
            case control.IAmAt(addresses):
                self._book.replace(key, addresses)
                self._changed()
            case control.Reach(port):
                self._dial_back(key, port)
            case control.Reached():
                future = self._dial_backs.get(key)
                if future is not None and not future.done():
                    future.set_result(said)

    def _dial_back(self, key: bytes, port: int) -> None:
        now = time.monotonic()
        link = self._links.get(key)
        if link is None or now - self._dialled_back.get(key, -DIAL_BACK_PAUSE_S) < DIAL_BACK_PAUSE_S:
            return
        self._dialled_back = {key: at for key, at in self._dialled_back.items() if now - at < DIAL_BACK_PAUSE_S}
        self._dialled_back[key] = now
        chore = asyncio.create_task(self._dialled_back_to(link, port))
        self._chores.add(chore)
        chore.add_done_callback(self._chores.discard)

    async def _dialled_back_to(self, link: Link, port: int) -> None:
        # only where the link itself comes from: nobody has us knock on a third one's door
        address = _address(link.peer.remote, port)
        fault = ""
        try:
            await self.probe([address], link.peer.fingerprint)
        except LinkError as error:
            fault = error.what
        link.say(control.Reached(str(address), fault))

    def _network_changed(self) -> None:
        for link in list(self._links.values()):
            if not self._network.holds(link.local_ip):
                link.abort("renewed")
            else:
                link.say(control.IAmAt(self.addresses()))
        self._redialling.nudge()


def _address(ip: str, port: int) -> Address:
    host, _, scope = ip.partition("%")
    return Address(host, port, scope)


def _arrived_from(peer: PeerInfo) -> tuple[Address, ...]:
    """A visitor's addresses: where he came from first, at the port he listens on, since that is known to work."""
    said = peer.offer.addresses
    return (_address(peer.remote, said[0].port), *said) if said and peer.remote else said
