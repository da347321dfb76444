"""The Fiat-Shamir hash state of one proof, bound to its place from the first byte. It is not the record of a
table."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from protocol.context import DIGEST_BYTES
from protocol.errors import LocalError
from protocol.hashing import PROTOCOL, hash_to_scalar, hash_to_scalars, tag_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from protocol.context import Context
    from protocol.group import Element, Scalar

TEXT: Final = b"\x01"
NUMBER: Final = b"\x02"
BYTES: Final = b"\x03"
ELEMENT: Final = b"\x04"
SCALAR: Final = b"\x05"
LIST: Final = b"\x06"
"""An item is its type, the length of its content in 4 bytes big-endian, and the content. The content of a
list is the count of its items in 4 bytes; they follow. So no two different sequences of items give the same
bytes."""

NUMBER_BYTES: Final = 8
_ELEMENT_HEAD: Final = ELEMENT + (32).to_bytes(4, "big")


class Transcript:
    """SHA-512 over typed, length-prefixed items. The first two are the protocol's name and the kind of what
    is hashed."""

    def __init__(self, kind: str) -> None:
        self._hash = hashlib.sha512()
        self.text(PROTOCOL).text(kind)

    @classmethod
    def at(cls, kind: str, context: Context) -> Transcript:
        """Bound to a place: table_id, deal, parent, seat, author, after the protocol's name and the kind."""
        state = cls(kind)
        state.octets(context.table_id).number(context.deal).octets(context.parent)
        state.number(context.seat).octets(context.author)
        return state

    def _item(self, kind: bytes, content: bytes) -> Transcript:
        self._hash.update(kind + len(content).to_bytes(4, "big") + content)
        return self

    def text(self, text: str) -> Transcript:
        return self._item(TEXT, text.encode("ascii"))

    def number(self, number: int) -> Transcript:
        if not 0 <= number < 1 << (8 * NUMBER_BYTES):
            raise LocalError("a number in a transcript is from 0 to 2**64-1")
        return self._item(NUMBER, number.to_bytes(NUMBER_BYTES, "big"))

    def octets(self, data: bytes) -> Transcript:
        return self._item(BYTES, data)

    def element(self, element: Element) -> Transcript:
        self._hash.update(_ELEMENT_HEAD + element.data)
        return self

    def scalar(self, scalar: Scalar) -> Transcript:
        return self._item(SCALAR, scalar.data)

    def begin_list(self, count: int) -> Transcript:
        """`count` items follow."""
        return self._item(LIST, count.to_bytes(4, "big"))

    def elements(self, elements: Sequence[Element]) -> Transcript:
        """A list of elements."""
        self.begin_list(len(elements))
        self._hash.update(b"".join([_ELEMENT_HEAD + element.data for element in elements]))
        return self

    def numbers(self, numbers: Sequence[int]) -> Transcript:
        """A list of numbers."""
        self.begin_list(len(numbers))
        for number in numbers:
            self.number(number)
        return self

    def digest(self) -> bytes:
        """64 bytes: all that was taken in so far. More can be taken in afterwards."""
        return self._hash.digest()

    def short_digest(self) -> bytes:
        """The first 32 bytes of the digest: for commitments and names, where 128 bits against collisions
        suffice."""
        return self._hash.digest()[:DIGEST_BYTES]

    def challenge(self, label: str) -> Scalar:
        """H2S(label, digest)."""
        return hash_to_scalar(self._hash.digest(), tag_of("H2S", label))

    def challenges(self, label: str, count: int) -> tuple[Scalar, ...]:
        """`count` of them: H2S, but expanded to 64 bytes each, as hash_to_field of RFC 9380, section 5.2,
        does."""
        return hash_to_scalars(self._hash.digest(), tag_of("H2S", label), count)
