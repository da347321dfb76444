"""A table in a TXT record of mDNS, and the name it stands under; written for others, read with suspicion; no sockets.

    v   version of the link                     t   first 16 bytes of the table's id, hexadecimal
    id  fingerprint of the node's key           n   the table's name
    s   seats taken/of                          st  state
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from azi_p2p.node import names
from azi_p2p.node.errors import AddressError
from azi_p2p.node.handshake import LINK_VERSION
from azi_p2p.node.invitation import TABLE_TAG_SIZE, parse_fingerprint, table_tag
from azi_p2p.node.listing import Listing, is_seats, is_state

if TYPE_CHECKING:
    from collections.abc import Mapping

    from azi_p2p.node.addresses import Address

SERVICE: Final = "_azi._tcp.local."

MAX_TXT: Final = 200
"""Bytes, so that all records of a node fit into one packet with room (RFC 6763, section 6.2)."""

MAX_LABEL: Final = 63
"""Bytes of an instance's name (RFC 1035, section 2.3.4)."""

_SHORT_ID: Final = 9
"""Symbols of the fingerprint in a name, its first two groups: enough that no two on a LAN are alike by chance."""


@dataclass(frozen=True, slots=True)
class Found:
    """What somebody announces. Only a handshake shows whether it is there, and whose it is."""

    fingerprint: str
    version: int
    table_tag: bytes
    name: str
    seats_taken: int
    seats_of: int
    state: str
    addresses: tuple[Address, ...] = ()


def instance_name(nickname: str, fingerprint: str) -> str:
    """The service's name: the nickname, cut, and the key's short form; without dots, which part labels."""
    short = fingerprint[:_SHORT_ID]
    shown = names.cut(names.clean(nickname).replace(".", " "), MAX_LABEL - len(short) - 1)
    return f"{shown} {short}".strip() + "." + SERVICE


def to_txt(listing: Listing, fingerprint: str) -> dict[str, str]:
    """The TXT record, of at most MAX_TXT bytes: all but the name take 92, and the name is cut to 63."""
    return {
        "v": str(LINK_VERSION), "id": fingerprint, "t": table_tag(listing.table_id).hex(),
        "s": f"{listing.seats_taken}/{listing.seats_of}", "st": listing.state,
        "n": names.cut(listing.name, names.MAX_NAME_BYTES),
    }


def from_txt(txt: Mapping[bytes, bytes | None]) -> Found | None:
    """What the record says; None if it is not one of ours, or cannot be read."""
    try:
        read = {
            key.decode("ascii"): value.decode() for key, value in txt.items() if value is not None and len(key) <= 8}
        taken, slash, of = read["s"].partition("/")
        tag = bytes.fromhex(read["t"])
        found = Found(
            parse_fingerprint(read["id"]), _number(read["v"]), tag, names.clean(read["n"]),
            _number(taken), _number(of), read["st"])
    except (KeyError, ValueError, AddressError):
        return None
    sound = slash and is_seats(found.seats_taken, found.seats_of) and is_state(found.state)
    return found if sound and len(tag) == TABLE_TAG_SIZE else None


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise ValueError(text)
    return int(text)
