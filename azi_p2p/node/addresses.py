"""Where a node can be reached: an address as typed or sent, and the addresses of this machine; it opens no
sockets.

Nothing here connects to the internet to find "the" address: a LAN without a default route is normal.
"""

from __future__ import annotations

import contextlib
import fcntl
import ipaddress
import re
import socket
import struct
import sys
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING, Final

import ifaddr

from azi_p2p.node.errors import AddressError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

DEFAULT_PORT: Final = 4747
LOOPBACK: Final = "127.0.0.1"
MAX_ADDRESS_TEXT: Final = 280
"""A DNS name has at most 253 characters; brackets, scope and port come on top."""

IP = ipaddress.IPv4Address | ipaddress.IPv6Address

_HOST: Final = re.compile(r"(?=.{1,253}\Z)[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,62}\.?)*", re.ASCII)
_SCOPE: Final = re.compile(r"[A-Za-z0-9_.:@-]{1,32}", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Address:
    """One way to a node: an IPv4 or IPv6 literal without its scope, or a host's name; a scope; a TCP port."""

    host: str
    port: int
    scope: str = ""

    @classmethod
    def parse(cls, text: str, default_port: int = DEFAULT_PORT) -> Address:
        """Read `host`, `host:port`, `[v6]:port`, `[v6%scope]:port` or a bare IPv6 literal. Raises
        AddressError.
        """
        text = text.strip()
        if not text or len(text) > MAX_ADDRESS_TEXT:
            raise _unreadable(text)
        if text.startswith("["):
            inside, closed, after = text[1:].partition("]")
            if not closed or (after and not after.startswith(":")):
                raise _unreadable(text)
            return cls._of(inside, after[1:] if after else None, default_port, text, bracketed=True)
        if text.count(":") > 1:
            return cls._of(text, None, default_port, text, bracketed=True)
        host, colon, port = text.partition(":")
        return cls._of(host, port if colon else None, default_port, text, bracketed=False)

    @classmethod
    def _of(cls, host: str, port: str | None, default_port: int, text: str, *, bracketed: bool) -> Address:
        number = default_port
        if port is not None:
            if not port:
                raise _unreadable(text)
            if not (port.isascii() and port.isdigit() and len(port) <= 5 and 0 < int(port) < 65536):
                raise AddressError(f"{port!r} in {text!r} is no port", "a port is a number from 1 to 65535")
            number = int(port)
        host, percent, scope = host.partition("%")
        if percent and not _SCOPE.fullmatch(scope):
            raise _unreadable(text)
        ip = _literal(host)
        if bracketed and not isinstance(ip, ipaddress.IPv6Address):
            raise _unreadable(text)
        if percent and not (ip and ip.version == 6 and ip.is_link_local):
            raise AddressError(f"{text!r} has a scope that it cannot have", "only fe80:… takes an %interface")
        if ip is None and (not _HOST.fullmatch(host) or host.replace(".", "").isdigit()):
            raise _unreadable(text)
        if ip is not None and (ip.is_multicast or ip.is_unspecified):
            raise AddressError(f"{text!r} is no machine's address", "give the one that its azi shows")
        return cls(str(ip) if ip is not None else host.lower(), number, scope)

    @property
    def ip(self) -> IP | None:
        """The literal, without scope; None for a host's name."""
        return _literal(self.host)

    @property
    def is_link_local_v6(self) -> bool:
        """Does it mean nothing without an interface?"""
        ip = self.ip
        return isinstance(ip, ipaddress.IPv6Address) and ip.is_link_local

    @property
    def is_loopback(self) -> bool:
        """Does it never leave the machine?"""
        ip = self.ip
        return ip.is_loopback if ip is not None else self.host == "localhost"

    @property
    def connectable(self) -> str:
        """The host as the socket functions take it, with its scope."""
        return f"{self.host}%{self.scope}" if self.scope else self.host

    def without_scope(self) -> Address:
        """As others may be told of it: a scope names an interface of this machine only."""
        return replace(self, scope="")

    def __str__(self) -> str:
        return f"[{self.connectable}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class Kind(IntEnum):
    """What an interface looks like, the likeliest LAN first."""

    LAN = 0
    VIRTUAL = 1
    LOOPBACK = 2


_VIRTUAL: Final = re.compile(
    # containers and virtual machines; tunnels; what Apple keeps for itself
    r"docker|br-[0-9a-f]|veth|virbr|vnet|vmnet|vboxnet|lxc|lxd|cni|flannel|cali|podman|kube|vEthernet|hyper-?v"
    r"|tun|tap|wg|utun|tailscale|zt|ham|ppp|ipsec|gpd|nordlynx|proton|awdl|llw|anpi|gif|stf|sit|ip6tnl|dummy|ifb",
    re.IGNORECASE,
)
_IFF_UP_AND_RUNNING: Final = 0x1 | 0x40
_SIOCGIFFLAGS: Final = 0x8913


@dataclass(frozen=True, slots=True, order=True)
class LocalAddress:
    """An address of this machine. Ordered by preference: kind of interface, then kind of address."""

    kind: Kind
    rank: int
    interface: str
    index: int
    ip: str
    prefix: int

    def address(self, port: int) -> Address:
        """Where a node of this machine that listens on `port` is reached."""
        ip = ipaddress.ip_address(self.ip)
        return Address(self.ip, port, self.interface if ip.version == 6 and ip.is_link_local else "")


def local_addresses(only: str | None = None) -> tuple[LocalAddress, ...]:
    """The addresses of the interfaces that are up, best first; of one interface, if `only` names it.

    Loopback appears if it is named, or if there is nothing else. Raises AddressError if `only` does not
    exist.
    """
    adapters = [(_name(adapter), adapter) for adapter in ifaddr.get_adapters(include_unconfigured=True)]
    if only is not None and only not in (name for name, _ in adapters):
        names = ", ".join(sorted(name for name, _ in adapters))
        raise AddressError(f"there is no interface {only!r}", f"choose one of: {names}")
    found = sorted({
        local
        for name, adapter in adapters if (only is None or name == only) and is_up(name)
        for ip in adapter.ips if (local := _local(name, adapter.index or 0, ip)) is not None
    })
    reachable = [local for local in found if local.kind is not Kind.LOOPBACK]
    return tuple(reachable or found)


def loopback_interface() -> str:
    """The interface that never leaves this machine ("lo", "lo0"). Raises AddressError where there is none."""
    for adapter in ifaddr.get_adapters():
        local = [_local(_name(adapter), adapter.index or 0, ip) for ip in adapter.ips]
        if any(each is not None and each.kind is Kind.LOOPBACK for each in local) and is_up(_name(adapter)):
            return _name(adapter)
    raise AddressError("this machine has no loopback interface", "bring it up (ip link set lo up)")


def is_up(interface: str) -> bool:
    """Is the interface up, with a carrier? Where the system is not asked (not Linux): yes."""
    if sys.platform != "linux":
        return True
    request = struct.pack("16sh14x", interface.encode()[:15], 0)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked, contextlib.suppress(OSError):
        (flags,) = struct.unpack_from("H", fcntl.ioctl(asked, _SIOCGIFFLAGS, request), 16)
        return bool(flags & _IFF_UP_AND_RUNNING == _IFF_UP_AND_RUNNING)
    return False


def with_scopes(addresses: Iterable[Address], local: Sequence[LocalAddress]) -> list[Address]:
    """A peer's addresses as they can be dialled from here: a link-local one once for each interface that
    has IPv6.
    """
    dialled: list[Address] = []
    for address in addresses:
        if address.is_link_local_v6 and not address.scope:
            scopes = dict.fromkeys(mine.interface for mine in local if ":" in mine.ip)
            dialled += (replace(address, scope=scope) for scope in scopes)
        else:
            dialled.append(address)
    return list(dict.fromkeys(dialled))


def nearest_first(addresses: Iterable[Address], local: Sequence[LocalAddress]) -> list[Address]:
    """Those on a network of ours first, in the order of preference of our own interfaces; the others as
    they came.
    """
    def distance(address: Address) -> int:
        ip = address.ip
        for place, mine in enumerate(local):
            if ip is not None and address.scope in ("", mine.interface) and ip in _network(mine):
                return place
        return len(local)

    return sorted(addresses, key=distance)


def _network(mine: LocalAddress) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    return ipaddress.ip_network(f"{mine.ip}/{mine.prefix}", strict=False)


def _local(name: str, index: int, found: ifaddr.IP) -> LocalAddress | None:
    text = found.ip if isinstance(found.ip, str) else found.ip[0]
    ip = ipaddress.ip_address(text.partition("%")[0])
    if ip.is_multicast or ip.is_unspecified:
        return None
    kind = Kind.LOOPBACK if ip.is_loopback else Kind.VIRTUAL if _VIRTUAL.match(name) else Kind.LAN
    # IPv4 first because people read it aloud; addresses that a machine gave itself come last
    rank = (0 if ip.version == 4 else 1) + (2 if ip.is_link_local else 0)
    return LocalAddress(kind, rank, name, index, str(ip), found.network_prefix)


def _name(adapter: ifaddr.Adapter) -> str:
    name = adapter.nice_name if sys.platform == "win32" else adapter.name
    return name.decode(errors="replace") if isinstance(name, bytes) else name


def _literal(host: str) -> IP | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _unreadable(text: str) -> AddressError:
    shown = text if len(text) <= 60 else f"{text[:57]}…"
    return AddressError(
        f"{shown!r} is not an address", "write HOST:PORT, 192.168.1.5:4747, or [fe80::1%wlan0]:4747")
