"""Hashing to bytes, scalars and group elements, as RFC 9380 and RFC 9497 do it. What is hashed is the
callers' business."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from protocol.errors import LocalError
from protocol.group import UNIFORM_BYTES, Element, Scalar

if TYPE_CHECKING:
    from collections.abc import Callable

PROTOCOL: Final = "fair-deal/1"
"""Name and version of this protocol: at the front of every domain separation tag and transcript."""

HASH_BYTES: Final = 64
BLOCK_BYTES: Final = 128
MAX_TAG_BYTES: Final = 255
"""RFC 9380, section 5.3.3: longer tags would have to be hashed first; ours never are longer."""

_Z_PAD = hashlib.sha512(bytes(BLOCK_BYTES))


def expand_message_xmd(message: bytes, tag: bytes, length: int) -> bytes:
    """RFC 9380, section 5.3.1, with SHA-512: `length` uniform bytes from `message` under the domain `tag`."""
    if not 0 < len(tag) <= MAX_TAG_BYTES:
        raise LocalError(f"a domain separation tag has 1 to {MAX_TAG_BYTES} bytes")
    blocks = -(-length // HASH_BYTES)
    if length <= 0 or blocks > 255:
        raise LocalError("expand_message_xmd gives 1 to 16320 bytes")
    tag_prime = tag + bytes((len(tag),))
    first = _Z_PAD.copy()
    first.update(message + length.to_bytes(2, "big") + b"\0" + tag_prime)
    b_0 = first.digest()
    block = hashlib.sha512(b_0 + b"\1" + tag_prime).digest()
    uniform = block
    for i in range(2, blocks + 1):
        mixed = (int.from_bytes(b_0, "big") ^ int.from_bytes(block, "big")).to_bytes(HASH_BYTES, "big")
        block = hashlib.sha512(mixed + bytes((i,)) + tag_prime).digest()
        uniform += block
    return uniform[:length]


def tag_of(use: str, label: str) -> bytes:
    """The domain separation tag for one use ("H2G", "H2S") and one label."""
    return f"{PROTOCOL} {use} {label}".encode("ascii")


def hash_to_scalar(message: bytes, tag: bytes) -> Scalar:
    """HashToScalar of RFC 9497, section 4.1, with the whole tag given."""
    return Scalar.reduce(expand_message_xmd(message, tag, UNIFORM_BYTES))


def hash_to_scalars(message: bytes, tag: bytes, count: int) -> tuple[Scalar, ...]:
    """`count` scalars, at most 255: each from its 64 bytes of one expansion (RFC 9380, section 5.2)."""
    uniform = expand_message_xmd(message, tag, UNIFORM_BYTES * count)
    starts = range(0, len(uniform), UNIFORM_BYTES)
    return tuple(Scalar.reduce(uniform[i : i + UNIFORM_BYTES]) for i in starts)


def hash_to_element(message: bytes, tag: bytes) -> Element:
    """HashToGroup of RFC 9497, section 4.1, with the whole tag given."""
    return Element.one_way_map(expand_message_xmd(message, tag, UNIFORM_BYTES))


class Uniform:
    """Uniform numbers out of a stream of uniform bytes, by rejection: 8 bytes big-endian each, none biased by
    a modulo."""

    WORD_BYTES: Final = 8

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read

    def below(self, bound: int) -> int:
        """A uniform number in 0..bound-1."""
        span = 1 << (8 * self.WORD_BYTES)
        if not 0 < bound <= span:
            raise LocalError("numbers are drawn below 1 to 2**64")
        limit = span - span % bound
        while True:
            word = int.from_bytes(self._read(self.WORD_BYTES), "big")
            if word < limit:
                return word % bound

    def permutation(self, size: int) -> tuple[int, ...]:
        """A uniform permutation of 0..size-1: Fisher-Yates from the last place down to the second."""
        order = list(range(size))
        for i in range(size - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)


def shake_stream(seed: bytes, label: str) -> Uniform:
    """Numbers drawn from SHAKE-256 over the protocol's name, the label and the seed, each behind its
    length."""
    parts = (PROTOCOL.encode("ascii"), label.encode("utf-8"), seed)
    xof = hashlib.shake_256(b"".join(len(part).to_bytes(4, "big") + part for part in parts))
    taken = 0

    def read(count: int) -> bytes:
        nonlocal taken
        taken += count
        return xof.digest(taken)[-count:]

    return Uniform(read)
