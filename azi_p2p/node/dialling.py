"""Reaching a node at any of its addresses: all are tried, close together, and the first proven link wins (RFC 8305)."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import itertools
import socket as sockets
import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from azi_p2p.node.addresses import Address
from azi_p2p.node.door import HELLO_LIMIT_S, PATH
from azi_p2p.node.errors import HandshakeError, LinkError, TurnedAway, Unreachable
from azi_p2p.node.handshake import reason_for, refusal
from azi_p2p.node.link import CLOSE_LIMIT_S, HEARTBEAT_S, MAX_FRAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from azi_p2p.node.handshake import Dialler, PeerInfo

CONNECT_LIMIT_S: Final = 4.0
"""For one address to take the connection: on a LAN it takes milliseconds, or a second with a sleeping phone."""

RESOLVE_LIMIT_S: Final = 3.0
"""For a typed host's name."""

STAGGER_S: Final = 0.25
"""Between one address and the next (RFC 8305, section 5: 250 ms)."""

MAX_TRIED: Final = 32
"""Addresses in one call: all that the book keeps of a peer, with link-local ones on several interfaces."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A finished handshake: the websocket, who is there, and the address that answered."""

    socket: aiohttp.ClientWebSocketResponse
    peer: PeerInfo
    address: Address


class Dialling:
    """Use inside a running loop; `close` ends the links that it made too."""

    def __init__(self) -> None:
        self._pinned = _Pinned()
        connector = aiohttp.TCPConnector(resolver=self._pinned, use_dns_cache=False, limit=0)
        self._session = aiohttp.ClientSession(
            connector=connector, timeout=aiohttp.ClientTimeout(total=None), cookie_jar=aiohttp.DummyCookieJar())

    async def close(self) -> None:
        """Drop everything."""
        await self._session.close()

    async def reach(self, addresses: Sequence[Address], dialler: Callable[[], Dialler]) -> Answered:
        """The first of `addresses` where a handshake by a fresh `dialler` succeeds. Raises LinkError.

        What the error tells is what somebody said who answered, if anybody did.
        """
        waiting = iter((await _resolved(addresses))[:MAX_TRIED])
        where: dict[asyncio.Task[Answered], Address] = {}
        faults: list[tuple[Address, LinkError]] = []
        winner: Answered | None = None
        try:
            running: set[asyncio.Task[Answered]] = set()
            while winner is None:
                address = next(waiting, None)
                if address is not None:
                    task = asyncio.create_task(self._attempt(address, dialler()))
                    running.add(task)
                    where[task] = address
                elif not running:
                    raise _worst(faults)
                done, running = await asyncio.wait(
                    running, timeout=None if address is None else STAGGER_S, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    try:
                        winner = winner or task.result()
                    except LinkError as fault:
                        faults.append((where[task], fault))
            return winner
        finally:
            for task in where:
                task.cancel()
            for late in await asyncio.gather(*where, return_exceptions=True):
                if isinstance(late, Answered) and late is not winner:  # a second one, in the same moment
                    await late.socket.close()

    async def _attempt(self, address: Address, dialler: Dialler) -> Answered:
        socket: aiohttp.ClientWebSocketResponse | None = None
        done = False
        try:
            socket = await self._connected(address)
            async with asyncio.timeout(HELLO_LIMIT_S):
                peer = await _greeted(socket, dialler)
            done = True
            return Answered(socket, replace(peer, remote=_remote(socket)), address)
        except TimeoutError as error:
            if socket is None:
                raise _silent(address) from error
            raise HandshakeError(f"{address} took the connection and says nothing", "try again") from error
        except (aiohttp.ClientError, OSError) as error:
            raise _explained(address, error) from error
        finally:
            if socket is not None and not done:
                with contextlib.suppress(aiohttp.ClientError, OSError):
                    await socket.close()

    async def _connected(self, address: Address) -> aiohttp.ClientWebSocketResponse:
        async with asyncio.timeout(CONNECT_LIMIT_S):
            with self._pinned.to(address) as host:
                return await self._session.ws_connect(
                    f"http://{host}:{address.port}{PATH}", heartbeat=HEARTBEAT_S, compress=0,
                    max_msg_size=MAX_FRAME + 1, timeout=aiohttp.ClientWSTimeout(ws_close=CLOSE_LIMIT_S))


class _Pinned(AbstractResolver):
    """Gives aiohttp the very address that is meant: a scope (`%wlan0`) does not survive in a URL."""

    def __init__(self) -> None:
        self._addresses: dict[str, Address] = {}
        self._numbers = itertools.count()

    @contextlib.contextmanager
    def to(self, address: Address) -> Iterator[str]:
        """A host's name that stands for the address, for now."""
        name = f"n{next(self._numbers)}.azi.invalid"
        self._addresses[name] = address
        try:
            yield name
        finally:
            del self._addresses[name]

    async def resolve(
        self, host: str, port: int = 0, family: sockets.AddressFamily = sockets.AF_INET,  # noqa: ARG002 - theirs
    ) -> list[ResolveResult]:
        address = self._addresses[host]
        kind = sockets.AF_INET6 if ":" in address.host else sockets.AF_INET
        return [ResolveResult(
            hostname=host, host=address.connectable, port=port, family=kind, proto=0,
            flags=sockets.AI_NUMERICHOST)]

    async def close(self) -> None:
        pass


async def _greeted(socket: aiohttp.ClientWebSocketResponse, dialler: Dialler) -> PeerInfo:
    await socket.send_bytes(dialler.hello())
    while True:
        frame = await socket.receive()
        if frame.type is not aiohttp.WSMsgType.BINARY:
            raise HandshakeError("the other side closed the connection while it was being made", "try again")
        try:
            answer = dialler.receive(frame.data)
        except TurnedAway:
            raise
        except HandshakeError as error:
            await socket.send_bytes(refusal(reason_for(error)))
            raise
        if answer is not None:
            await socket.send_bytes(answer)
        elif dialler.peer is not None:
            return dialler.peer


async def _resolved(addresses: Sequence[Address]) -> list[Address]:
    """Literals as they are, names looked up. A name that cannot be found is left out, unless nothing else is there."""
    found: list[Address] = []
    missing = ""
    for address in addresses:
        if address.ip is not None:
            found.append(address)
            continue
        try:
            async with asyncio.timeout(RESOLVE_LIMIT_S):
                found += await _looked_up(address)
        except (TimeoutError, OSError, UnicodeError):
            missing = address.host
    if not found:
        if missing:
            raise Unreachable(f"there is no machine called {missing!r} here", "give its address in numbers")
        raise Unreachable("no address of that node is known", "ask for its address or link")
    return list(dict.fromkeys(found))


async def _looked_up(address: Address) -> list[Address]:
    """In a thread that nobody waits for at the end: a resolver without a network can take half a minute."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[list[Address]] = loop.create_future()

    def tell(found: list[Address], fault: Exception | None) -> None:
        if future.done():
            return
        if fault is None:
            future.set_result(found)
        else:
            future.set_exception(fault)

    def look() -> None:
        found: list[Address] = []
        fault: Exception | None = None
        try:
            for _, _, _, _, name in sockets.getaddrinfo(address.host, address.port, type=sockets.SOCK_STREAM):
                host, _, scope = str(name[0]).partition("%")
                found.append(Address(host, address.port, scope))
        except (OSError, UnicodeError) as error:
            fault = error
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(tell, found, fault)

    threading.Thread(target=look, name="azi name lookup", daemon=True).start()
    return await future


def _remote(socket: aiohttp.ClientWebSocketResponse) -> str:
    return str((socket.get_extra_info("peername") or ("",))[0])


def _silent(address: Address) -> Unreachable:
    return Unreachable(
        f"{address} does not answer", "a firewall there, or a network that keeps its machines apart: see `azi doctor`")


def _explained(address: Address, error: Exception) -> LinkError:
    if isinstance(error, aiohttp.WSServerHandshakeError | aiohttp.ClientResponseError):
        return HandshakeError(f"what answers at {address} is not azi", "check the port")
    match getattr(error, "errno", None):
        case errno.ECONNREFUSED:
            return Unreachable(f"nothing listens at {address}", "is azi running there, and is this the port it shows?")
        case errno.EHOSTUNREACH | errno.ENETUNREACH | errno.ENETDOWN | errno.EADDRNOTAVAIL:
            return Unreachable(f"there is no way to {address} from here", "are both machines on the same network?")
        case errno.ETIMEDOUT:
            return _silent(address)
    return Unreachable(f"{address} broke off: {error}", "try again")


def _worst(faults: list[tuple[Address, LinkError]]) -> LinkError:
    """What to tell when every address failed: the word of one that answered, else of the first."""
    for _, fault in faults:
        if isinstance(fault, HandshakeError):
            return fault
    _, first = faults[0]
    if len(faults) == 1:
        return first
    return Unreachable(f"none of {len(faults)} addresses answers; {first.what}", first.do)
