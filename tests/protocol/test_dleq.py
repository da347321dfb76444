from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from protocol.dleq import EqualityProof, prove_equality, verify_equality
from protocol.errors import LocalError, NotProven, Refused
from protocol.group import GENERATOR, IDENTITY, Element, Scalar, times_base
from tests.protocol.mutations import mutations
from tests.protocol.seats import Stream

RFC_9497 = json.loads((Path(__file__).parents[1] / "vectors" / "voprf_dleq.json").read_text())
CONTEXT = b"OPRFV1-" + bytes([RFC_9497["mode_value"]]) + b"-" + RFC_9497["ciphersuite"].encode()

SECRET, *LOGARITHMS = Scalar.some(4, Stream("dleq"))
KEY = times_base(SECRET)
INPUTS = tuple(times_base(s) for s in LOGARITHMS)
OUTPUTS = tuple(SECRET * element for element in INPUTS)
PROOF = prove_equality(b"test", SECRET, GENERATOR, KEY, INPUTS, OUTPUTS, Stream("nonce"))


def elements(encodings: list[str]) -> tuple[Element, ...]:
    return tuple(Element.decode(bytes.fromhex(encoding)) for encoding in encodings)


@pytest.mark.parametrize("vector", RFC_9497["vectors"])
def test_byte_for_byte_that_of_rfc_9497_a_1_2(vector: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    secret = Scalar.decode(bytes.fromhex(RFC_9497["skSm"]))
    (key,) = elements([RFC_9497["pkSm"]])
    assert times_base(secret) == key
    inputs, outputs = elements(vector["BlindedElement"]), elements(vector["EvaluationElement"])
    nonce = Scalar.decode(bytes.fromhex(vector["ProofRandomScalar"]))
    monkeypatch.setattr(Scalar, "random", classmethod(lambda _cls, _entropy: nonce))
    proof = prove_equality(CONTEXT, secret, GENERATOR, key, inputs, outputs, bytes)
    assert proof.encode().hex() == vector["Proof"]
    verify_equality(CONTEXT, GENERATOR, key, inputs, outputs, EqualityProof.decode(bytes.fromhex(vector["Proof"])))


def test_the_vectors_have_a_batch_of_two() -> None:
    assert [vector["Batch"] for vector in RFC_9497["vectors"]] == [1, 1, 2]


def test_complete_for_any_number_of_pairs_and_any_base() -> None:
    entropy = Stream("complete")
    for count in (1, 2, 7):
        secret, log_base, *logs = Scalar.some(2 + count, entropy)
        base = times_base(log_base)
        inputs = [times_base(log) for log in logs]
        outputs = [secret * element for element in inputs]
        proof = prove_equality(b"c", secret, base, secret * base, inputs, outputs, entropy)
        verify_equality(b"c", base, secret * base, inputs, outputs, EqualityProof.decode(proof.encode()))


def test_every_altered_byte_of_it_is_refused() -> None:
    for what, data in mutations(PROOF.encode()):
        with pytest.raises(Refused):
            verify_equality(b"test", GENERATOR, KEY, INPUTS, OUTPUTS, EqualityProof.decode(data))
            pytest.fail(what)


def test_every_altered_part_of_the_statement_is_refused() -> None:
    verify_equality(b"test", GENERATOR, KEY, INPUTS, OUTPUTS, PROOF)
    a, b, c = INPUTS
    x, y, z = OUTPUTS
    altered = [
        (b"tesu", GENERATOR, KEY, INPUTS, OUTPUTS), (b"", GENERATOR, KEY, INPUTS, OUTPUTS),
        (b"test", KEY, KEY, INPUTS, OUTPUTS), (b"test", GENERATOR, GENERATOR, INPUTS, OUTPUTS),
        (b"test", GENERATOR, IDENTITY, INPUTS, OUTPUTS),
        (b"test", GENERATOR, KEY, (b, a, c), (y, x, z)), (b"test", GENERATOR, KEY, (b, a, c), OUTPUTS),
        (b"test", GENERATOR, KEY, INPUTS, (y, x, z)), (b"test", GENERATOR, KEY, INPUTS, (x, y, IDENTITY)),
        (b"test", GENERATOR, KEY, INPUTS, (x, y, z + GENERATOR)), (b"test", GENERATOR, KEY, INPUTS, (x, y, -z)),
        (b"test", GENERATOR, KEY, (a, b, c + GENERATOR), OUTPUTS), (b"test", GENERATOR, KEY, INPUTS[:2], OUTPUTS[:2]),
        (b"test", GENERATOR, KEY, (*INPUTS, c), (*OUTPUTS, z)),
        (b"test", GENERATOR, KEY, (a, b, IDENTITY), (x, y, IDENTITY)),
    ]
    for context, base, key, inputs, outputs in altered:
        with pytest.raises(NotProven):
            verify_equality(context, base, key, inputs, outputs, PROOF)


def test_lists_of_different_lengths_are_refused() -> None:
    for inputs, outputs in ((INPUTS, OUTPUTS[:2]), (INPUTS[:2], OUTPUTS), (INPUTS, ())):
        with pytest.raises(NotProven):
            verify_equality(b"test", GENERATOR, KEY, inputs, outputs, PROOF)
        with pytest.raises(LocalError):
            prove_equality(b"test", SECRET, GENERATOR, KEY, inputs, outputs, Stream("n"))


def test_a_false_output_cannot_be_proven_by_the_honest_way() -> None:
    false = (*OUTPUTS[:2], OUTPUTS[2] + GENERATOR)
    proof = prove_equality(b"test", SECRET, GENERATOR, KEY, INPUTS, false, Stream("n"))
    with pytest.raises(NotProven):
        verify_equality(b"test", GENERATOR, KEY, INPUTS, false, proof)
