"""Ed25519 identities (RFC 8032): a key that signs under a domain label, and the fingerprint people see."""

from __future__ import annotations

import base64
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from protocol.digest import digest
from protocol.errors import LocalError

if TYPE_CHECKING:
    from collections.abc import Callable

KEY_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64

_FIELD: Final = 2**255 - 19
_ORDER_8_Y: Final = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_SMALL_ORDER_Y: Final = frozenset({0, 1, _FIELD - 1, _ORDER_8_Y, _FIELD - _ORDER_8_Y})
"""y coordinates of the eight points of small order: under such a key one signature fits many messages."""


class Identity:
    """A private Ed25519 key. Its repr shows the public half only."""

    def __init__(self, seed: bytes) -> None:
        if len(seed) != KEY_SIZE:
            raise LocalError(f"an identity is made from {KEY_SIZE} bytes, not {len(seed)}")
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.public: bytes = self._key.public_key().public_bytes_raw()

    @classmethod
    def generate(cls, entropy: Callable[[int], bytes]) -> Identity:
        """A new identity from 32 bytes of `entropy`."""
        return cls(entropy(KEY_SIZE))

    @classmethod
    def from_seed(cls, seed: bytes) -> Identity:
        """The identity of a stored 32-byte seed (RFC 8032, section 5.1.5)."""
        return cls(seed)

    @property
    def seed(self) -> bytes:
        """The 32 secret bytes, for whoever stores them."""
        return self._key.private_bytes_raw()

    def sign(self, label: str, message: bytes) -> bytes:
        """A 64-byte signature over the label and the message."""
        return self._key.sign(_signed(label, message))

    def __repr__(self) -> str:
        return f"Identity({fingerprint(self.public)})"


def verify(public: bytes, label: str, message: bytes, signature: bytes) -> bool:
    """Is `signature` one of `public` over this label and message? Never raises on what a peer chose.

    Keys that are not canonical or of small order are refused: their signatures prove nothing.
    """
    if len(public) != KEY_SIZE or len(signature) != SIGNATURE_SIZE or not is_sound_key(public):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, _signed(label, message))
    except (InvalidSignature, ValueError):
        return False
    return True


def is_sound_key(public: bytes) -> bool:
    """Is this a canonical encoding of a y coordinate that is not one of small order?"""
    y = int.from_bytes(public, "little") & (2**255 - 1)
    return len(public) == KEY_SIZE and y < _FIELD and y not in _SMALL_ORDER_Y


@lru_cache(maxsize=256)
def fingerprint(public: bytes) -> str:
    """20 base32 symbols in groups of four (100 bits of the key's digest), as people compare them."""
    symbols = base64.b32encode(digest("fingerprint", public)).decode("ascii")[:20]
    return "-".join(symbols[at:at + 4] for at in range(0, 20, 4))


def _signed(label: str, message: bytes) -> bytes:
    name = label.encode("ascii")
    assert len(name) < 256
    return b"fair-deal/1 signature " + bytes([len(name)]) + name + message
