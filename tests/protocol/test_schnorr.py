from __future__ import annotations

import pytest

from protocol.errors import Malformed, NotProven, Refused
from protocol.group import IDENTITY, ORDER, ZERO, Scalar, times_base
from protocol.schnorr import KeyProof, prove_key, verify_key
from tests.protocol.mutations import mutations
from tests.protocol.seats import Stream, altered, context

HERE = context(1, 1)
SECRET = Scalar.random(Stream("schnorr"))
KEY = times_base(SECRET)
PROOF = prove_key(HERE, SECRET, KEY, Stream("nonce"))


def test_complete() -> None:
    entropy = Stream("complete")
    for seat in range(5):
        secret = Scalar.random(entropy)
        key = times_base(secret)
        proof = prove_key(context(seat, 1), secret, key, entropy)
        verify_key(context(seat, 1), key, KeyProof.decode(proof.encode()))


def test_every_altered_byte_of_it_is_refused() -> None:
    tried = 0
    for what, data in mutations(PROOF.encode()):
        with pytest.raises(Refused):
            verify_key(HERE, KEY, KeyProof.decode(data))
            pytest.fail(what)
        tried += 1
    assert tried > 15


def test_bound_to_its_place() -> None:
    for place in altered(HERE):
        with pytest.raises(NotProven):
            verify_key(place, KEY, PROOF)


def test_another_key_is_refused() -> None:
    for key in (times_base(SECRET + SECRET), -KEY, IDENTITY):
        with pytest.raises(NotProven):
            verify_key(HERE, key, PROOF)


def test_the_identity_is_no_key_even_with_a_sound_proof() -> None:
    with pytest.raises(NotProven):
        verify_key(HERE, IDENTITY, prove_key(HERE, ZERO, IDENTITY, Stream("zero")))


def test_a_key_that_cancels_anothers_cannot_be_proven() -> None:
    # P_2 = yG - P_1 makes the sum yG, whose logarithm the second alone knows; its own he does not.
    own = Scalar.random(Stream("rogue"))
    rogue = times_base(own) - KEY
    with pytest.raises(NotProven):
        verify_key(HERE, rogue, prove_key(HERE, own, rogue, Stream("nonce")))


def test_a_response_that_is_not_reduced_is_malformed() -> None:
    response = int.from_bytes(PROOF.response.data, "little") + ORDER
    with pytest.raises(Malformed):
        KeyProof.decode(PROOF.challenge.data + response.to_bytes(32, "little"))


def test_nonces_differ_with_the_entropy() -> None:
    other = prove_key(HERE, SECRET, KEY, Stream("another nonce"))
    assert other.challenge != PROOF.challenge
    assert other.response != PROOF.response
