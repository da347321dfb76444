"""What two linked nodes say about their links, beside the table's messages: peers, addresses, reachability, goodbye.

A frame on a link is one byte that names its kind, and what follows: 0 and a message of the table, which nobody here
reads; or 1 and one of these, in canonical msgpack, an array that begins with its name. An unknown name is passed
over: a newer node may know more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from azi_p2p.node import names
from azi_p2p.node.offer import Peers, addresses_from_body, addresses_to_body, peers_from_body, peers_to_body
from protocol.codec import decode, encode
from protocol.errors import Malformed

if TYPE_CHECKING:
    from azi_p2p.node.addresses import Address

DATA: Final = b"\0"
CONTROL: Final = b"\1"

MAX_CONTROL: Final = 64 * 1024
"""Bytes: 24 peers of 8 addresses take up to 56 kB."""

MAX_REASON: Final = 120
"""Bytes of text that a peer may have shown to a person."""


@dataclass(frozen=True, slots=True)
class PeersAre:
    """The others at the table, and where they can be dialled."""

    peers: Peers


@dataclass(frozen=True, slots=True)
class IAmAt:
    """The sender's own addresses have changed: the old ones are void."""

    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """Dial me back at this port, at the address you see me at, and say whether it worked."""

    port: int


@dataclass(frozen=True, slots=True)
class Reached:
    """What became of a `Reach`: the address tried, and the reason if it failed (else empty)."""

    address: str
    fault: str


@dataclass(frozen=True, slots=True)
class Bye:
    """The sender closes this link on purpose, and does not want it back."""

    reason: str


Control = PeersAre | IAmAt | Reach | Reached | Bye


def to_frame(control: Control) -> bytes:
    """The frame to send."""
    body: list[Any]
    match control:
        case PeersAre(peers):
            body = ["peers", peers_to_body(peers)]
        case IAmAt(addresses):
            body = ["here", addresses_to_body(addresses)]
        case Reach(port):
            body = ["reach", port]
        case Reached(address, fault):
            body = ["reached", address, names.cut(fault, MAX_REASON)]
        case Bye(reason):
            body = ["bye", names.cut(reason, MAX_REASON)]
    return CONTROL + encode(body)


def from_body(data: bytes) -> Control | None:
    """Read what follows the kind byte. None for a name that is not known. Raises Malformed."""
    match decode(data, MAX_CONTROL):
        case ["peers", peers]:
            return PeersAre(peers_from_body(peers))
        case ["here", addresses]:
            return IAmAt(addresses_from_body(addresses))
        case ["reach", int(port)] if 0 < port < 65536:
            return Reach(port)
        case ["reached", str(address), str(fault)]:
            return Reached(names.clean(address, MAX_REASON), names.clean(fault, MAX_REASON))
        case ["bye", str(reason)]:
            return Bye(names.clean(reason, MAX_REASON))
        case [str(name), *_] if name not in ("peers", "here", "reach", "reached", "bye"):
            return None
    raise Malformed("not what one node says to another")
