"""Proof that the author of a key knows its logarithm (Schnorr 1991, non-interactive), so that no key cancels
another's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from protocol.errors import NotProven
from protocol.group import Element, Entropy, Scalar, decode_scalars, join, times_base
from protocol.transcript import Transcript

if TYPE_CHECKING:
    from protocol.context import Context


@dataclass(frozen=True, slots=True)
class KeyProof:
    """challenge || response, 64 bytes."""

    challenge: Scalar
    response: Scalar

    def encode(self) -> bytes:
        return join((self.challenge, self.response))

    @classmethod
    def decode(cls, data: object) -> KeyProof:
        """Raises Malformed."""
        return cls(*decode_scalars(data, 2))


def prove_key(context: Context, secret: Scalar, key: Element, entropy: Entropy) -> KeyProof:
    """That `key` = secret * G."""
    nonce = Scalar.random(entropy)
    challenge = _challenge(context, key, times_base(nonce))
    return KeyProof(challenge, nonce - challenge * secret)


def verify_key(context: Context, key: Element, proof: KeyProof) -> None:
    """Raises NotProven."""
    commitment = times_base(proof.response) + proof.challenge * key
    if key.is_identity or proof.challenge != _challenge(context, key, commitment):
        raise NotProven("the proof of the key does not verify")


def _challenge(context: Context, key: Element, commitment: Element) -> Scalar:
    return Transcript.at("key", context).element(key).element(commitment).challenge("key")
