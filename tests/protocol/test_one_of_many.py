from __future__ import annotations

from dataclasses import replace

import pytest

from protocol.errors import LocalError, NotProven, Refused
from protocol.generators import card_points
from protocol.group import IDENTITY, Scalar, times_base
from protocol.one_of_many import Membership, MembershipProof, prove_membership, verify_membership
from tests.protocol.mutations import mutations
from tests.protocol.seats import Stream, altered, context

HERE = context(1, 30)
POINTS = card_points(9)
SECRET, FACTOR = Scalar.some(2, Stream("one of many"))


def statement(card: int, allowed: tuple[int, ...]) -> Membership:
    mask = times_base(FACTOR)
    return Membership(
        times_base(SECRET), 4, mask, POINTS[card] + SECRET * mask, allowed, tuple(POINTS[c] for c in allowed)
    )


TRUE = statement(5, (2, 5, 8))
PROOF = prove_membership(HERE, TRUE, SECRET, 1, Stream("nonces"))


@pytest.mark.parametrize("allowed", [(5,), (0, 5), (5, 6, 7), tuple(range(9))])
def test_complete(allowed: tuple[int, ...]) -> None:
    true = statement(5, allowed)
    proof = prove_membership(HERE, true, SECRET, allowed.index(5), Stream("nonces"))
    verify_membership(HERE, true, MembershipProof.decode(proof.encode(), len(allowed)))


def test_every_altered_byte_of_it_is_refused() -> None:
    for what, data in mutations(PROOF.encode()):
        with pytest.raises(Refused):
            verify_membership(HERE, TRUE, MembershipProof.decode(data, 3))
            pytest.fail(what)


def test_bound_to_its_place() -> None:
    verify_membership(HERE, TRUE, PROOF)
    for place in altered(HERE):
        with pytest.raises(NotProven):
            verify_membership(place, TRUE, PROOF)


def test_every_altered_part_of_the_statement_is_refused() -> None:
    other = times_base(FACTOR + SECRET)
    faults: list[dict[str, object]] = [
        {"key": other}, {"key": IDENTITY}, {"slot": 5}, {"mask": other}, {"mask": IDENTITY},
        {"opened": TRUE.opened + other}, {"opened": IDENTITY}, {"cards": (2, 5, 7)}, {"cards": (5, 2, 8)},
        {"points": (POINTS[2], POINTS[5], POINTS[7])}, {"points": (POINTS[5], POINTS[2], POINTS[8])},
        {"points": (POINTS[2], IDENTITY, POINTS[8])},
    ]
    for fault in faults:
        with pytest.raises(NotProven):
            verify_membership(HERE, replace(TRUE, **fault), PROOF)


def test_a_card_that_is_not_in_the_list_cannot_be_proven() -> None:
    false = statement(4, (2, 5, 8))
    for place in range(3):
        proof = prove_membership(HERE, false, SECRET, place, Stream("nonces"))
        with pytest.raises(NotProven):
            verify_membership(HERE, false, proof)


def test_challenges_that_do_not_add_up_are_refused_even_if_each_branch_is_simulated() -> None:
    # All branches simulated: only a sum left free would let this pass.
    challenges, responses = Scalar.some(3, Stream("c")), Scalar.some(3, Stream("s"))
    with pytest.raises(NotProven):
        verify_membership(HERE, statement(4, (2, 5, 8)), MembershipProof(tuple(challenges), tuple(responses)))


def test_other_counts_of_branches_are_refused() -> None:
    cut = MembershipProof(PROOF.challenges[:2], PROOF.responses[:2])
    uneven = MembershipProof(PROOF.challenges, PROOF.responses[:2])
    for proof in (cut, uneven):
        with pytest.raises(NotProven):
            verify_membership(HERE, TRUE, proof)
    with pytest.raises(NotProven):
        verify_membership(HERE, statement(5, (2, 5)), PROOF)


def test_what_cannot_be_stated_is_a_local_error() -> None:
    with pytest.raises(LocalError):
        statement(5, ())
    with pytest.raises(LocalError):
        replace(TRUE, points=TRUE.points[:2])
    with pytest.raises(LocalError):
        prove_membership(HERE, TRUE, SECRET, 3, Stream("nonces"))


def test_nothing_in_the_proof_tells_the_branch() -> None:
    # Proofs of two different cards over one list have the same form, and no scalar of one is fixed by the list.
    seen = set()
    for card, place in ((2, 0), (5, 1), (8, 2)):
        proof = prove_membership(HERE, statement(card, (2, 5, 8)), SECRET, place, Stream(f"nonces {card}"))
        assert len(proof.encode()) == 192
        seen |= set(proof.challenges) | set(proof.responses)
    assert len(seen) == 18
