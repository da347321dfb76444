"""The one hash of the record: SHA-512 cut to 32 bytes, over a label and length-prefixed parts."""

from __future__ import annotations

import hashlib
from typing import Final

DIGEST_SIZE: Final = 32
ZERO_DIGEST: Final = bytes(DIGEST_SIZE)


def digest(label: str, *parts: bytes) -> bytes:
    """32 bytes: SHA-512("fair-deal/1 digest " label, then each part behind its length), truncated.

    Lengths are 8 bytes, big-endian, and stand before the label and before every part, so that no two
    different lists of parts hash the same input.
    """
    state = hashlib.sha512(b"fair-deal/1 digest ")
    for part in (label.encode("ascii"), *parts):
        state.update(len(part).to_bytes(8, "big"))
        state.update(part)
    return state.digest()[:DIGEST_SIZE]
