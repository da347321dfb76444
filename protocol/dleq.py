"""Proof that several pairs of elements share one logarithm, RFC 9497 section 2.2 byte for byte. It knows no
cards.

The weights of the RFC's composites depend on one pair each, so over many pairs with one key errors can be
searched that cancel. Whoever proves more than one pair passes a context string that hashes all of them: see
`protocol.deal`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from protocol.errors import LocalError, NotProven
from protocol.group import ELEMENT_BYTES, Element, Entropy, Scalar, combine, decode_scalars, join
from protocol.hashing import HASH_BYTES, hash_to_scalar

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_PAIRS: Final = 65535
"""RFC 9497 numbers the pairs in two bytes."""

_ELEMENT_LENGTH: Final = ELEMENT_BYTES.to_bytes(2, "big")


@dataclass(frozen=True, slots=True)
class EqualityProof:
    """challenge || response, 64 bytes, as RFC 9497 serializes a Proof."""

    challenge: Scalar
    response: Scalar

    def encode(self) -> bytes:
        return join((self.challenge, self.response))

    @classmethod
    def decode(cls, data: object) -> EqualityProof:
        """Raises Malformed."""
        return cls(*decode_scalars(data, 2))


def prove_equality(
    context_string: bytes, secret: Scalar, base: Element, key: Element,
    inputs: Sequence[Element], outputs: Sequence[Element], entropy: Entropy,
) -> EqualityProof:
    """GenerateProof: that key = secret * base and outputs[i] = secret * inputs[i], for at least one pair."""
    composite = combine(_weights(context_string, key, inputs, outputs), inputs)
    composite_out = secret * composite
    nonce = Scalar.random(entropy)
    challenge = _challenge(context_string, key, composite, composite_out, nonce * base, nonce * composite)
    return EqualityProof(challenge, nonce - challenge * secret)


def verify_equality(
    context_string: bytes, base: Element, key: Element,
    inputs: Sequence[Element], outputs: Sequence[Element], proof: EqualityProof,
) -> None:
    """VerifyProof. Raises NotProven."""
    if len(inputs) != len(outputs):
        raise NotProven(f"{len(outputs)} results for {len(inputs)} elements")
    weights = _weights(context_string, key, inputs, outputs)
    composite, composite_out = combine(weights, inputs), combine(weights, outputs)
    t2 = proof.response * base + proof.challenge * key
    t3 = proof.response * composite + proof.challenge * composite_out
    if proof.challenge != _challenge(context_string, key, composite, composite_out, t2, t3):
        raise NotProven("the pairs do not share the logarithm of the key")


def _weights(
    context_string: bytes, key: Element, inputs: Sequence[Element], outputs: Sequence[Element]
) -> list[Scalar]:
    """The d_i of ComputeComposites."""
    if not 0 < len(inputs) == len(outputs) <= MAX_PAIRS:
        raise LocalError(f"1 to {MAX_PAIRS} pairs are proven")
    seed_tag = b"Seed-" + context_string
    seed = hashlib.sha512(
        _ELEMENT_LENGTH + key.data + len(seed_tag).to_bytes(2, "big") + seed_tag
    ).digest()
    head = HASH_BYTES.to_bytes(2, "big") + seed
    return [
        _hash_to_scalar(
            context_string,
            head + i.to_bytes(2, "big") + _ELEMENT_LENGTH + c.data + _ELEMENT_LENGTH + d.data + b"Composite",
        )
        for i, (c, d) in enumerate(zip(inputs, outputs, strict=True))
    ]


def _challenge(
    context_string: bytes, key: Element, composite: Element, composite_out: Element, t2: Element, t3: Element
) -> Scalar:
    items = b"".join([_ELEMENT_LENGTH + item.data for item in (key, composite, composite_out, t2, t3)])
    return _hash_to_scalar(context_string, items + b"Challenge")


def _hash_to_scalar(context_string: bytes, message: bytes) -> Scalar:
    return hash_to_scalar(message, b"HashToScalar-" + context_string)
