"""Announcing this node's table on the LAN and hearing of others', by mDNS; what is heard is not yet believed.

One task brings zeroconf to what is wanted (which interfaces, which announcement), whatever changed in the meantime; so
nothing here fails for a network that is not there yet, or not there any more: it says so, and tries again.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from zeroconf import IPVersion, ServiceInfo, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from azi_p2p.node.addresses import Address
from azi_p2p.node.advertisement import SERVICE, Found, from_txt, instance_name, to_txt
from azi_p2p.node.offer import MAX_ADDRESSES
from protocol.identity import fingerprint

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from azi_p2p.node.listing import Listing
    from azi_p2p.node.network import Network

log = logging.getLogger("azi.discovery")
log.addHandler(logging.NullHandler())
# zeroconf logs what we say ourselves, in `status`
logging.getLogger("zeroconf").addHandler(logging.NullHandler())

RETRY_S: Final = 5.0
"""Until mDNS is tried again that could not be had."""

SETTLE_S: Final = 3.0
"""After a change, once more: a new IPv6 address cannot be bound for its first seconds (RFC 4862, section 5.4)."""

GOODBYE_LIMIT_S: Final = 2.0
"""For the goodbye at the end: nobody waits longer for a program to stop."""

RESOLVE_LIMIT_MS: Final = 3000
MAX_FOUND: Final = 128
"""Announcements kept: a LAN party has thirty; who sends more is not heard."""

MAX_RESOLVING: Final = 32
"""Announcements asked for more at one time."""

HOST_TTL_S: Final = 60
"""Of addresses: half of what RFC 6762 says for hosts, because laptops move."""

READ_AGAIN_S: Final = (1.5, 3.5, 10.0, HOST_TTL_S)
"""After a change the records are read again, each time after so long: those that it replaces live for another second,
or until their end if they were not a second old themselves (RFC 6762, section 10.2)."""

LISTING_TTL_S: Final = 120
"""Of the listing itself: a ghost should not outlive the evening."""


@dataclass(frozen=True, slots=True)
class Status:
    """`is_heard`: are announcements sent and received? If not, `what` says why and `do` what to do; else both empty."""

    is_heard: bool
    what: str = ""
    do: str = ""


_NO_NETWORK: Final = Status(
    False, "no network", "connect to one, or open a hotspot; this node waits and tries again")
_STARTING: Final = Status(False, "starting", "")
_BY_ADDRESS: Final = "join by address or link meanwhile; `azi doctor` tells more"


class Discovery:
    """Callbacks run in the event loop and must not raise. `on_found` is called again for whatever has changed."""

    def __init__(
        self, key: bytes, nickname: str, network: Network, *,
        on_found: Callable[[Found], None], on_lost: Callable[[str], None],
        on_status: Callable[[Status], None] = lambda _status: None,
    ) -> None:
        """`key` is this node's public key: its own announcements are passed over. `on_lost` gets a fingerprint."""
        self.status = _STARTING
        self._fingerprint = fingerprint(key)
        self._instance = instance_name(nickname, self._fingerprint)
        self._network = network
        self._on_found = on_found
        self._on_lost = on_lost
        self._on_status = on_status
        self._port = 0
        self._listing: Listing | None = None
        self._mdns: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._bound: list[str | int] = []
        self._info: ServiceInfo | None = None
        self._said: tuple[object, ...] | None = None
        self._found: dict[str, Found] = {}
        self._rereads: dict[str, asyncio.TimerHandle] = {}
        self._news = asyncio.Event()
        self._worker: asyncio.Task[None] | None = None
        self._chores: set[asyncio.Task[None]] = set()
        network.on_change(self._changed)
        network.on_wake(lambda _missed: self._look_again())

    async def start(self, port: int) -> None:
        """Begin to listen, and to announce once there is something to. `port` is where links are taken."""
        self._port = port
        self._news.set()
        self._worker = asyncio.create_task(self._work(), name="azi discovery")

    async def stop(self) -> None:
        """Say goodbye, within two seconds."""
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)
        for chore in self._chores:
            chore.cancel()
        for timer in self._rereads.values():
            timer.cancel()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_LIMIT_S):
                await self._close()

    def announce(self, listing: Listing | None) -> None:
        """Tell of this table from now on; None: of none any more. At once, if there is a network."""
        if listing != self._listing:
            self._listing = listing
            self._news.set()

    def withdraw(self) -> None:
        """Say goodbye, and listen on."""
        self.announce(None)

    def found(self) -> list[Found]:
        """What is announced now, by others."""
        return list(self._found.values())

    # bringing zeroconf to what is wanted

    def _changed(self) -> None:
        self._news.set()
        asyncio.get_running_loop().call_later(SETTLE_S, self._look_again)

    def _look_again(self) -> None:
        """Compare the interfaces, which costs nothing where none is missing, ask anew who is there, and say again what
        this node has to say: who had heard it within a second before does not drop what was changed."""
        self._bound = []
        self._said = None
        self._news.set()

    async def _work(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(RETRY_S if self._mdns is None else None):
                    await self._news.wait()
            self._news.clear()
            try:
                await self._reconcile()
                status = _NO_NETWORK if self._network.is_offline else Status(True)
            except OSError as error:
                status = _explained(error)
                await self._close()
            except Exception:
                # zeroconf raises much that it does not document when a network goes away under it
                log.exception("mDNS failed")
                status = Status(False, "mDNS failed", _BY_ADDRESS)
                await self._close()
            if status != self.status:
                self.status = status
                self._on_status(status)

    async def _reconcile(self) -> None:
        wanted, versions = self._interfaces()
        if self._mdns is None:
            if not wanted:
                return
            self._mdns = AsyncZeroconf(interfaces=wanted, ip_version=versions)
            await self._browse(self._mdns)
            await self._publish(self._mdns)
        else:
            await self._publish(self._mdns)
            if wanted != self._bound:
                # after the announcement is up to date: zeroconf repeats it on what is new
                await self._mdns.async_update_interfaces(wanted, versions)
                await self._browse(self._mdns)
        self._bound = wanted

    async def _publish(self, mdns: AsyncZeroconf) -> None:
        """Register, update or withdraw: what zeroconf returns are the repetitions, which nobody waits for."""
        if self._listing is None:
            if self._info is not None:
                info, self._info, self._said = self._info, None, None
                self._repeat(await mdns.async_unregister_service(info))
            return
        txt = to_txt(self._listing, self._fingerprint)
        ips = list(dict.fromkeys(local.ip for local in self._network.addresses))[:MAX_ADDRESSES]
        said = (txt, ips)
        if said == self._said:
            return
        info = ServiceInfo(
            SERVICE, self._instance, port=self._port, properties=txt, parsed_addresses=ips,
            server=f"azi-{self._fingerprint.lower()}.local.", host_ttl=HOST_TTL_S, other_ttl=LISTING_TTL_S)
        if self._info is None:
            # No probing for the name, which takes most of a second: it holds the key's fingerprint.
            self._repeat(await mdns.async_register_service(info, cooperating_responders=True))
        else:
            self._repeat(await mdns.async_update_service(info))
        self._info, self._said = info, said

    async def _browse(self, mdns: AsyncZeroconf) -> None:
        """Ask anew who is there: on an interface that came later nobody has asked yet."""
        if self._browser is not None:
            await self._browser.async_cancel()
        self._browser = AsyncServiceBrowser(mdns.zeroconf, SERVICE, handlers=[self._heard])

    async def _close(self) -> None:
        mdns, self._mdns, self._browser, self._info, self._said, self._bound = self._mdns, None, None, None, None, []
        if mdns is not None:
            try:
                await mdns.async_close()
            except Exception:
                log.exception("mDNS was not closed in order")

    def _interfaces(self) -> tuple[list[str | int], IPVersion]:
        """As zeroconf takes them: IPv4 addresses, and the indexes of interfaces with IPv6."""
        v4 = [local.ip for local in self._network.addresses if ":" not in local.ip]
        v6 = list(dict.fromkeys(local.index for local in self._network.addresses if ":" in local.ip))
        versions = IPVersion.All if v4 and v6 else IPVersion.V6Only if v6 else IPVersion.V4Only
        return [*v4, *v6], versions

    # hearing of others

    def _heard(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange,
    ) -> None:
        if state_change is ServiceStateChange.Removed:
            self._forget(name)
            return
        info = AsyncServiceInfo(service_type, name)
        if info.load_from_cache(zeroconf):
            self._take(name, info)
        elif len(self._chores) < MAX_RESOLVING:
            self._chore(self._resolve(zeroconf, name, info))

    async def _resolve(self, zeroconf: Zeroconf, name: str, info: AsyncServiceInfo) -> None:
        with contextlib.suppress(OSError):
            if await info.async_request(zeroconf, RESOLVE_LIMIT_MS):
                self._take(name, info)

    def _take(self, name: str, info: ServiceInfo) -> None:
        found = from_txt(info.properties)
        addresses = _addresses(info)
        if found is None or found.fingerprint == self._fingerprint or not addresses:
            self._forget(name)
            return
        found = replace(found, addresses=addresses)
        if self._found.get(name) != found and (name in self._found or len(self._found) < MAX_FOUND):
            self._found[name] = found
            self._on_found(found)
            self._read_later(name, READ_AGAIN_S)

    def _read_later(self, name: str, delays: Sequence[float]) -> None:
        if name in self._rereads:
            self._rereads.pop(name).cancel()
        if delays:
            self._rereads[name] = asyncio.get_running_loop().call_later(delays[0], self._read_again, name, delays[1:])

    def _read_again(self, name: str, later: Sequence[float]) -> None:
        self._read_later(name, later)
        info = AsyncServiceInfo(SERVICE, name)
        if self._mdns is not None and info.load_from_cache(self._mdns.zeroconf):
            self._take(name, info)

    def _forget(self, name: str) -> None:
        self._read_later(name, ())
        gone = self._found.pop(name, None)
        if gone is not None and all(found.fingerprint != gone.fingerprint for found in self._found.values()):
            self._on_lost(gone.fingerprint)

    def _repeat(self, repetitions: object) -> None:
        assert isinstance(repetitions, asyncio.Task)
        self._chores.add(repetitions)
        repetitions.add_done_callback(self._done)

    def _chore(self, work: Coroutine[object, object, None]) -> None:
        chore = asyncio.create_task(work)
        self._chores.add(chore)
        chore.add_done_callback(self._done)

    def _done(self, chore: asyncio.Task[None]) -> None:
        self._chores.discard(chore)
        if not chore.cancelled() and chore.exception() is not None:
            log.info("mDNS: %s", chore.exception())


def _addresses(info: ServiceInfo) -> tuple[Address, ...]:
    if not info.port:
        return ()
    addresses = []
    for text in info.parsed_scoped_addresses()[:MAX_ADDRESSES]:
        host, _, index = text.partition("%")
        scope = index
        with contextlib.suppress(OSError, ValueError):
            scope = socket.if_indextoname(int(index))
        addresses.append(Address(host, info.port, scope))
    return tuple(addresses)


def _explained(error: OSError) -> Status:
    match error.errno:
        case errno.EADDRINUSE:
            return Status(
                False, "port 5353 (mDNS) is held by another program, which does not share it",
                f"stop that program; {_BY_ADDRESS}")
        case errno.EACCES | errno.EPERM:
            return Status(
                False, "this system does not let azi use multicast", f"allow it local network access; {_BY_ADDRESS}")
        case errno.ENODEV | errno.ENETUNREACH | errno.ENETDOWN | errno.EADDRNOTAVAIL:
            return _NO_NETWORK
    return Status(False, f"mDNS failed: {error.strerror or error}", _BY_ADDRESS)
