"""Where the peers of a node can be dialled: what each says of itself, and what others say of it; it dials nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from azi_p2p.node.addresses import nearest_first, with_scopes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from azi_p2p.node.addresses import Address, LocalAddress
    from azi_p2p.node.offer import Peers

MAX_KEYS: Final = 128
"""Peers with addresses of their own: who came by and left stays for a while. The oldest goes."""

MAX_TELLERS: Final = 32
"""As many as can be linked."""

MAX_OF_ONE: Final = 16
"""Addresses kept of one peer: its own eight, and others' word of it."""


class AddressBook:
    """What a peer says of itself replaces what it said before: it may have come back with another address."""

    def __init__(self) -> None:
        self._own: dict[bytes, tuple[Address, ...]] = {}
        self._told: dict[bytes, Peers] = {}

    def replace(self, key: bytes, addresses: tuple[Address, ...]) -> None:
        """This peer is here, and nowhere else."""
        self._own.pop(key, None)
        self._own[key] = tuple(dict.fromkeys(addresses))[:MAX_OF_ONE]
        while len(self._own) > MAX_KEYS:
            del self._own[next(iter(self._own))]

    def told(self, teller: bytes, peers: Peers) -> None:
        """One peer's word of others: replaces what the same one said before."""
        self._told.pop(teller, None)
        self._told[teller] = peers
        while len(self._told) > MAX_TELLERS:
            del self._told[next(iter(self._told))]

    def told_of(self) -> set[bytes]:
        """Keys that somebody has told of, with any address."""
        return {key for peers in self._told.values() for key, addresses in peers if addresses}

    def drop(self, key: bytes) -> None:
        """Forget a peer, and what it told."""
        self._own.pop(key, None)
        self._told.pop(key, None)

    def of(self, key: bytes) -> tuple[Address, ...]:
        """Where to try, in this order: its own word, then the others'."""
        found = dict.fromkeys(self._own.get(key, ()))
        for teller, peers in self._told.items():
            if teller != key:
                found |= dict.fromkeys(address for named, at in peers if named == key for address in at)
        return tuple(found)[:MAX_OF_ONE]

    def sorted(self, addresses: Sequence[Address], local: Sequence[LocalAddress]) -> list[Address]:
        """As they are to be dialled from here: with scopes, the nearest first."""
        return nearest_first(with_scopes(addresses, local), local)
