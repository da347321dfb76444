"""Invitations as people pass them on: a link with addresses, the inviting node's fingerprint and a table; no
QR code.

    azi://host:port[,host:port…]/FINGERPRINT[/TABLE]

FINGERPRINT is `protocol.identity.fingerprint`, 20 base32 symbols, dashes and case as you like. TABLE is the
first 16 bytes of the table's id, in hexadecimal. A bare `host:port` is an invitation without a fingerprint.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from azi_p2p.node.addresses import DEFAULT_PORT, Address
from azi_p2p.node.errors import AddressError

SCHEME: Final = "azi://"
MAX_ADDRESSES: Final = 8
"""In a link: a machine has two or three; more make the QR code too fine for a phone."""

MAX_TEXT: Final = 2400
"""Eight addresses of the greatest length, and the rest."""

TABLE_TAG_SIZE: Final = 16
"""Bytes of a table's id in links and listings: 128 bits leave no chance of a second one; links stay short."""

_SYMBOLS: Final = 20
_FINGERPRINT: Final = re.compile(r"[A-Z2-7]{20}", re.ASCII)
_TABLE: Final = re.compile(r"[0-9a-f]{32}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Invitation:
    """Where to find a node, who it must prove to be, and at which table one is meant to sit."""

    addresses: tuple[Address, ...]
    fingerprint: str | None = None
    table_tag: bytes | None = None

    @classmethod
    def parse(cls, text: str) -> Invitation:
        """Read a link, or an address in any of the forms of `Address.parse`. Raises AddressError."""
        text = text.strip()
        if len(text) > MAX_TEXT:
            raise AddressError("this link is too long to be one of azi's", "copy it again")
        if text[:len(SCHEME)].lower() != SCHEME:
            if "://" in text:
                raise AddressError(f"{text[:60]!r} is not a link of azi", "one begins with azi://")
            return cls((Address.parse(text),))
        places, *rest = text[len(SCHEME):].rstrip("/").split("/")
        if len(rest) > 2:
            raise _broken("it has too many parts")
        parts = places.split(",")
        if not all(parts):
            raise _broken("an address is missing in it")
        if len(parts) > MAX_ADDRESSES:
            raise _broken(f"it has more than {MAX_ADDRESSES} addresses")
        addresses = tuple(dict.fromkeys(Address.parse(part, DEFAULT_PORT) for part in parts))
        known = parse_fingerprint(rest[0]) if rest else None
        table = None
        if len(rest) == 2:
            if not _TABLE.fullmatch(rest[1].lower()):
                raise _broken("the table in it cannot be read")
            table = bytes.fromhex(rest[1])
        return cls(addresses, known, table)

    def __str__(self) -> str:
        """The link; without the scopes of link-local addresses, which mean nothing on another machine."""
        places = ",".join(str(address.without_scope()) for address in self.addresses[:MAX_ADDRESSES])
        parts = [places]
        if self.fingerprint is not None:
            parts.append(self.fingerprint)
            if self.table_tag is not None:
                parts.append(self.table_tag.hex())
        return SCHEME + "/".join(parts)


def parse_fingerprint(text: str) -> str:
    """A fingerprint as typed, in the form of `protocol.identity.fingerprint`. Raises AddressError."""
    symbols = text.replace("-", "").replace(" ", "").upper()
    if not _FINGERPRINT.fullmatch(symbols):
        raise AddressError(
            f"{text[:60]!r} is not a fingerprint", f"it has {_SYMBOLS} letters and digits: copy it again")
    return "-".join(symbols[at:at + 4] for at in range(0, _SYMBOLS, 4))


def table_tag(table_id: bytes) -> bytes:
    """The part of a table's id that links and listings carry."""
    return table_id[:TABLE_TAG_SIZE]


def _broken(why: str) -> AddressError:
    return AddressError(f"this link is damaged: {why}", "copy it again, from azi:// to its end")
