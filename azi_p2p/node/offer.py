"""What a node tells of itself at the start of a link: nickname, addresses, table, peers; it proves
nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from azi_p2p.node import names
from azi_p2p.node.addresses import MAX_ADDRESS_TEXT, Address
from azi_p2p.node.errors import AddressError
from azi_p2p.node.listing import Listing
from protocol.errors import Malformed
from protocol.identity import KEY_SIZE

SESSION_SIZE: Final = 8
"""Random bytes that tell one run of a node from its next: a restarted peer's old links are dead."""

MAX_ADDRESSES: Final = 8
"""Of one node: two networks with IPv4, IPv6 and link-local each, and two over."""

MAX_PEERS: Final = 24
"""Told of at once: six seats, and watchers; more are heard of from others."""

MAX_FOUNDING: Final = 4096
"""Bytes of a founding entry: key, options, names, nonce and signature take under 1 kB."""

MAX_VERSION_TEXT: Final = 24

Peers = tuple[tuple[bytes, tuple[Address, ...]], ...]
"""Keys with the addresses at which they can be dialled."""


@dataclass(frozen=True, slots=True)
class Offer:
    """`addresses` are those at which the node says it listens, without scopes; `peers` the others at its
    table.
    """

    version: str
    nickname: str
    session: bytes
    addresses: tuple[Address, ...] = ()
    listing: Listing | None = None
    founding: bytes | None = None
    peers: Peers = ()

    def to_body(self) -> list[Any]:
        """[version, nickname, session, addresses, listing or nil, founding or nil, peers]."""
        return [
            self.version, self.nickname, self.session, addresses_to_body(self.addresses),
            None if self.listing is None else self.listing.to_body(), self.founding,
            peers_to_body(self.peers),
        ]

    @classmethod
    def from_body(cls, body: Any) -> Offer:
        """Raises Malformed. Names are cleaned, so `to_body` may differ from what was sent."""
        match body:
            case [str(version), str(nickname), bytes(session), addresses, listing, founding, peers] if (
                len(session) == SESSION_SIZE and (founding is None or _is_founding(founding))
            ):
                return cls(
                    names.clean(version, MAX_VERSION_TEXT), names.clean(nickname), session,
                    addresses_from_body(addresses), None if listing is None else Listing.from_body(listing),
                    founding, peers_from_body(peers),
                )
        raise Malformed("not an offer")


def addresses_to_body(addresses: tuple[Address, ...]) -> list[str]:
    """Texts, without scopes: a scope is the name of an interface of this machine."""
    return [str(address.without_scope()) for address in addresses[:MAX_ADDRESSES]]


def addresses_from_body(body: Any) -> tuple[Address, ...]:
    """Literals only: a peer does not make us look up names. Raises Malformed."""
    if not isinstance(body, list) or len(body) > MAX_ADDRESSES:
        raise Malformed("not a list of addresses")
    addresses = []
    for text in body:
        if not isinstance(text, str) or len(text) > MAX_ADDRESS_TEXT:
            raise Malformed("an address is no text")
        try:
            address = Address.parse(text)
        except AddressError as error:
            raise Malformed(str(error)) from error
        if address.ip is None or address.scope:
            raise Malformed("an address has a name or a scope")
        addresses.append(address)
    return tuple(addresses)


def peers_to_body(peers: Peers) -> list[list[Any]]:
    """[[key, addresses], …]."""
    return [[key, addresses_to_body(addresses)] for key, addresses in peers[:MAX_PEERS]]


def peers_from_body(body: Any) -> Peers:
    """Raises Malformed."""
    if not isinstance(body, list) or len(body) > MAX_PEERS:
        raise Malformed("not a list of peers")
    peers = []
    for item in body:
        match item:
            case [bytes(key), addresses] if len(key) == KEY_SIZE:
                peers.append((key, addresses_from_body(addresses)))
            case _:
                raise Malformed("not a peer")
    return tuple(peers)


def _is_founding(founding: Any) -> bool:
    return isinstance(founding, bytes) and 0 < len(founding) <= MAX_FOUNDING
