"""Where the peers of a node can be dialled: their own word, announcements, the word of others; it dials nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from azi_p2p.node.addresses import nearest_first, with_scopes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from azi_p2p.node.addresses import Address, LocalAddress
    from azi_p2p.node.offer import Peers

MAX_KEYS: Final = 128
"""Peers with addresses of their own: who came by and left stays for a while."""

MAX_OF_EACH: Final = 9
"""Addresses kept from one source: a node's own eight, and the one where it came from."""

MAX_TELLERS: Final = 32
"""As many as can be linked."""

MAX_OF_ONE: Final = 24
"""Addresses of one peer: its own eight, as many announced, and others' word of it."""

T = TypeVar("T")


class AddressBook:
    """What a peer says of itself, key proven, replaces what it said before: it may have come back elsewhere.

    An announcement proves nothing. It is tried first, being the newest, but cannot make us forget a proven address.
    Where there is no more room the oldest goes, and a player only after all strangers: keys cost nothing.
    """

    def __init__(self, belongs: Callable[[bytes], bool] = lambda _key: True) -> None:
        """`belongs`: is this key at our table?"""
        self._belongs = belongs
        self._own: dict[bytes, tuple[Address, ...]] = {}
        self._announced: dict[bytes, tuple[Address, ...]] = {}
        self._told: dict[bytes, Peers] = {}

    def replace(self, key: bytes, addresses: tuple[Address, ...]) -> None:
        """This peer is here, and nowhere else: it has proven its key."""
        self._announced.pop(key, None)
        self._put(self._own, key, _of_one_source(addresses), MAX_KEYS)

    def announced(self, key: bytes, addresses: tuple[Address, ...]) -> None:
        """Somebody who need not be this peer says that it is here."""
        self._put(self._announced, key, _of_one_source(addresses), MAX_KEYS)

    def told(self, teller: bytes, peers: Peers) -> None:
        """One peer's word of others: replaces what the same one said before."""
        self._put(self._told, teller, peers, MAX_TELLERS)

    def told_of(self) -> set[bytes]:
        """Keys that somebody has told of, with any address."""
        return {key for peers in self._told.values() for key, addresses in peers if addresses}

    def drop(self, key: bytes) -> None:
        """Forget a peer, and what it told."""
        self._own.pop(key, None)
        self._announced.pop(key, None)
        self._told.pop(key, None)

    def of(self, key: bytes) -> tuple[Address, ...]:
        """Where to try, in this order: as announced, its own word, the others'."""
        found = dict.fromkeys((*self._announced.get(key, ()), *self._own.get(key, ())))
        for teller, peers in self._told.items():
            if teller != key:
                found |= dict.fromkeys(address for named, at in peers if named == key for address in at)
        return tuple(found)[:MAX_OF_ONE]

    def sorted(self, addresses: Sequence[Address], local: Sequence[LocalAddress]) -> list[Address]:
        """As they are to be dialled from here: with scopes, the nearest first."""
        return nearest_first(with_scopes(addresses, local), local)

    def _put(self, book: dict[bytes, T], key: bytes, what: T, most: int) -> None:
        book.pop(key, None)
        book[key] = what
        while len(book) > most:
            del book[next((other for other in book if not self._belongs(other)), next(iter(book)))]


def _of_one_source(addresses: tuple[Address, ...]) -> tuple[Address, ...]:
    return tuple(dict.fromkeys(addresses))[:MAX_OF_EACH]
