"""Entries: signed messages, each naming the history it stands on. Knows no game and no step's meaning."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from protocol.codec import decode, encode
from protocol.digest import DIGEST_SIZE, ZERO_DIGEST, digest
from protocol.errors import Malformed, NotProven
from protocol.identity import KEY_SIZE, SIGNATURE_SIZE, verify

if TYPE_CHECKING:
    from protocol.identity import Identity

VERSION: Final = 1
"""Version of the protocol; it stands in every entry and at the head of every proof's transcript."""

MAX_ENTRY_SIZE: Final = 64 * 1024
"""Bytes of one entry on the wire. The largest, a shuffle of 108 cards, takes 17 kB."""

MAX_KIND_SIZE: Final = 16
"""Letters of an entry's kind: a short word, fit to be shown to people as it is."""

MAX_STEP: Final = 2**32 - 1
ENTRY_LABEL: Final = "entry"


@dataclass(frozen=True, slots=True)
class Entry:
    """One signed message: [version, table_id, step, parent, author, kind, body] and a signature over it.

    `content` is the canonical encoding of these seven, `digest` (32 bytes) its hash: two entries with one
    digest say the same thing, whatever their signatures.
    """

    table_id: bytes
    step: int
    parent: bytes
    author: bytes
    kind: str
    body: Any
    signature: bytes
    content: bytes = field(repr=False)
    digest: bytes = field(repr=False)

    @classmethod
    def sign(
        cls, identity: Identity, *, table_id: bytes, step: int, parent: bytes, kind: str, body: Any,
    ) -> Entry:
        """A new entry by `identity`. `body` is of the codec's subset. Raises LocalError where it is not."""
        content = encode([VERSION, table_id, step, parent, identity.public, kind, body])
        signature = identity.sign(ENTRY_LABEL, content)
        plain = decode(content, MAX_ENTRY_SIZE)[6]
        return cls(table_id, step, parent, identity.public, kind, plain, signature, content,
                   digest("entry", content))

    @classmethod
    def decode(cls, data: bytes) -> Entry:
        """The entry in these bytes; its signature is not checked yet (`verify`). Raises Malformed."""
        outer = decode(data, MAX_ENTRY_SIZE)
        match outer:
            case [bytes(content), bytes(signature)] if len(signature) == SIGNATURE_SIZE:
                pass
            case _:
                raise Malformed("an entry is its content and a signature of 64 bytes")
        match decode(content, MAX_ENTRY_SIZE):
            case [int(version), bytes(table_id), int(step), bytes(parent), bytes(author), str(kind), body]:
                pass
            case _:
                raise Malformed("an entry's content is [version, table, step, parent, author, kind, body]")
        if type(version) is not int or version != VERSION:
            raise Malformed(f"protocol version {version}, this is version {VERSION}")
        if type(step) is not int or not 0 <= step <= MAX_STEP:
            raise Malformed("the step is out of range")
        if len(table_id) != DIGEST_SIZE or len(parent) != DIGEST_SIZE or len(author) != KEY_SIZE:
            raise Malformed("table, parent and author take 32 bytes each")
        if len(kind) > MAX_KIND_SIZE or not (kind.isascii() and kind.isalpha() and kind.islower()):
            raise Malformed(f"the kind is a word of 1 to {MAX_KIND_SIZE} letters a to z")
        return cls(table_id, step, parent, author, kind, body, signature, content, digest("entry", content))

    def encode(self) -> bytes:
        """The bytes that travel and are stored: the canonical encoding of [content, signature]."""
        return encode([self.content, self.signature])

    def verify(self) -> None:
        """Raises NotProven where the signature is not the author's."""
        if not verify(self.author, ENTRY_LABEL, self.content, self.signature):
            raise NotProven(f"the signature of this {self.kind} entry is not its author's")


def founding_table_id(founding: Entry) -> bytes:
    """The identity of the table that this entry founds: the digest of its content, 32 bytes."""
    return digest("table", founding.content)


def is_founding(entry: Entry) -> bool:
    """Does it stand where a founding entry stands: step 0, with no table and no parent yet?"""
    return entry.step == 0 and entry.parent == ZERO_DIGEST and entry.table_id == ZERO_DIGEST
