from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from protocol import dleq
from protocol.errors import NotProven, Refused
from protocol.group import GENERATOR, ORDER, Element, Scalar, times_base
from protocol.hashing import hash_to_scalar
from protocol.messages import Shares
from protocol.shares import Due, make_shares, verify_shares
from tests.protocol.mutations import mutations
from tests.protocol.seats import Stream, altered, context

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = context(2, 21)
SECRET, *LOGARITHMS = Scalar.some(5, Stream("shares"))
DUE = Due(times_base(SECRET), (0, 1, 7, 8), tuple(times_base(log) for log in LOGARITHMS))
SHARES = make_shares(HERE, DUE, SECRET, Stream("nonce"))


def test_complete_for_one_slot_and_for_many() -> None:
    for count in (1, 2, 4):
        due = Due(DUE.key, DUE.slots[:count], DUE.masks[:count])
        shares = make_shares(HERE, due, SECRET, Stream("nonce"))
        assert shares.elements == tuple(SECRET * mask for mask in due.masks)
        verify_shares(HERE, due, Shares.from_body(shares.to_body(), count))


def test_every_altered_byte_of_the_message_is_refused() -> None:
    for what, body in mutations(SHARES.to_body()):
        with pytest.raises(Refused):
            verify_shares(HERE, DUE, Shares.from_body(body, 4))
            pytest.fail(what)


def test_bound_to_its_place() -> None:
    verify_shares(HERE, DUE, SHARES)
    for place in altered(HERE):
        with pytest.raises(NotProven):
            verify_shares(place, DUE, SHARES)


def test_bound_to_the_slots_and_their_cards() -> None:
    a, b, c, d = DUE.masks
    for due in (
        replace(DUE, slots=(0, 1, 7, 9)), replace(DUE, masks=(b, a, c, d)), replace(DUE, masks=(a, b, c, c)),
        replace(DUE, key=DUE.key + GENERATOR),
    ):
        with pytest.raises(NotProven):
            verify_shares(HERE, due, SHARES)


def cancelling(weights: Sequence[Scalar]) -> tuple[Element, ...]:
    """Shares with errors in the first two that the given weights add up to nothing."""
    first, second = (int.from_bytes(weight.data, "little") for weight in weights[:2])
    error = Scalar.of(-first * pow(second, ORDER - 2, ORDER))
    a, b, *rest = SHARES.elements
    return (a + GENERATOR, b + error * GENERATOR, *rest)


def weights_of_the_masks(
    string: bytes, key: Element, inputs: Sequence[Element], _outputs: Sequence[Element]
) -> list[Scalar]:
    """Weights that are known before the shares are: the fault that a forger of a batch needs."""
    return [hash_to_scalar(key.data + mask.data, b"weak " + string[:19]) for mask in inputs]


def test_errors_that_cancel_under_weights_known_before_pass_only_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as fault:
        fault.setattr(dleq, "_weights", weights_of_the_masks)
        false = cancelling(weights_of_the_masks(b"fair-deal/1 shares " + bytes(64), DUE.key, DUE.masks, ()))
        forged = Shares(false, forged_proof(false))
        verify_shares(HERE, DUE, forged)
    with pytest.raises(NotProven):
        verify_shares(HERE, DUE, forged)
    with pytest.raises(NotProven):
        verify_shares(HERE, DUE, Shares(false, forged_proof(false)))


def test_errors_that_cancel_under_the_honest_weights_are_refused() -> None:
    honest = dleq._weights(string_of(SHARES.elements), DUE.key, DUE.masks, SHARES.elements)
    false = cancelling(honest)
    with pytest.raises(NotProven):
        verify_shares(HERE, DUE, Shares(false, SHARES.proof))
    with pytest.raises(NotProven):
        verify_shares(HERE, DUE, Shares(false, forged_proof(false)))


def test_each_weight_depends_on_every_share() -> None:
    # What RFC 9497 alone does not give: its weights depend on one pair each.
    before = dleq._weights(string_of(SHARES.elements), DUE.key, DUE.masks, SHARES.elements)
    altered_last = (*SHARES.elements[:3], SHARES.elements[3] + GENERATOR)
    after = dleq._weights(string_of(altered_last), DUE.key, DUE.masks, altered_last)
    assert not set(before) & set(after)
    plain = dleq._weights(b"", DUE.key, DUE.masks, SHARES.elements)
    assert plain[:3] == dleq._weights(b"", DUE.key, DUE.masks, altered_last)[:3]


def string_of(elements: tuple[Element, ...]) -> bytes:
    from protocol.shares import _context_string

    return _context_string(HERE, DUE, elements)


def forged_proof(false: tuple[Element, ...]) -> dleq.EqualityProof:
    return dleq.prove_equality(string_of(false), SECRET, GENERATOR, DUE.key, DUE.masks, false, Stream("forger"))
