"""What seats send in a deal, as values, and how each is laid out in the body of an entry. Nothing is verified
here.

`to_body` gives lists and byte strings for `protocol.codec`; `from_body` reads them back, needs no state but
sizes, and raises Malformed and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from protocol.commitment import COMMITMENT_BYTES, CONTRIBUTION_BYTES
from protocol.deck import Deck, decode_deck, encode_deck
from protocol.dleq import EqualityProof
from protocol.errors import Malformed
from protocol.group import Element, decode_elements, join
from protocol.one_of_many import MembershipProof
from protocol.schnorr import KeyProof
from protocol.shuffle_proof import ShuffleProof

_SHUFFLE_PARTS: Final = 6


@dataclass(frozen=True, slots=True)
class Keys:
    """Step 1. [P, proof (64 bytes), commitment (32 bytes)]."""

    key: Element
    proof: KeyProof
    commitment: bytes

    def to_body(self) -> list[Any]:
        return [self.key.data, self.proof.encode(), self.commitment]

    @classmethod
    def from_body(cls, body: object) -> Keys:
        key, proof, commitment = _fields(body, 3)
        return cls(Element.decode(key), KeyProof.decode(proof), _bytes(commitment, COMMITMENT_BYTES))


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Step 2. [deck, c, chain, challenge, responses, permutation responses], for N cards of 64 N, 32 N, 32 N,
    32, 96 and 32 N bytes."""

    deck: Deck
    proof: ShuffleProof

    def to_body(self) -> list[Any]:
        return [encode_deck(self.deck), *self.proof.to_body()]

    @classmethod
    def from_body(cls, body: object, cards: int) -> Shuffle:
        deck, *parts = _fields(body, _SHUFFLE_PARTS)
        return cls(decode_deck(deck, cards), ShuffleProof.from_parts(parts, cards))


@dataclass(frozen=True, slots=True)
class Reveal:
    """Step 3. [contribution (32 bytes)]."""

    contribution: bytes

    def to_body(self) -> list[Any]:
        return [self.contribution]

    @classmethod
    def from_body(cls, body: object) -> Reveal:
        (contribution,) = _fields(body, 1)
        return cls(_bytes(contribution, CONTRIBUTION_BYTES))


@dataclass(frozen=True, slots=True)
class Shares:
    """Step 5 and later. [the shares D in the order of their slots (32 bytes each), proof (64 bytes)]."""

    elements: tuple[Element, ...]
    proof: EqualityProof

    def to_body(self) -> list[Any]:
        return [join(self.elements), self.proof.encode()]

    @classmethod
    def from_body(cls, body: object, count: int) -> Shares:
        """`count` slots are due."""
        elements, proof = _fields(body, 2)
        return cls(decode_elements(elements, count), EqualityProof.decode(proof))


@dataclass(frozen=True, slots=True)
class SuitProof:
    """Step 7. [a proof for each slot still in hand]: challenges, then responses, 64 bytes an allowed card."""

    proofs: tuple[MembershipProof, ...]

    def to_body(self) -> list[Any]:
        return [proof.encode() for proof in self.proofs]

    @classmethod
    def from_body(cls, body: object, slots: int, allowed: int) -> SuitProof:
        """`slots` cards are left in the hand, each one of `allowed`."""
        return cls(tuple(MembershipProof.decode(proof, allowed) for proof in _fields(body, slots)))


def _fields(body: object, count: int) -> list[Any]:
    if not isinstance(body, list) or len(body) != count:
        raise Malformed(f"a list of {count} expected")
    return body


def _bytes(value: object, count: int) -> bytes:
    if type(value) is not bytes or len(value) != count:
        raise Malformed(f"{count} bytes expected")
    return value
