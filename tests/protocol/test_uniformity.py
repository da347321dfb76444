"""Every order of the deck comes equally often, as long as one seat is honest. The proofs are left out here, and only
here, by putting another function in their place; masking, keys, contributions, cut and opening are the product's."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from protocol import seat_secrets
from protocol.deal import Deal, Secrets
from protocol.group import total
from tests.protocol.seats import TABLE, Seats, Stream, context

if TYPE_CHECKING:
    from protocol.group import Entropy

DEALS = 5_000
CARDS = 4
CHI_SQUARE_ONE_IN_10_000 = 57.3
"""For the 23 degrees of freedom of the 24 orders of four cards."""


@pytest.fixture
def without_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    proof = Seats(CARDS, (0, 1)).keys()
    made = proof.secrets[0].make_shuffle(proof.deal, context(0, 2), Stream("any")).proof
    keys = proof.secrets[0].make_keys(context(0, 1), Stream("any")).proof
    monkeypatch.setattr(seat_secrets, "prove_shuffle", lambda *_: made)
    monkeypatch.setattr(seat_secrets, "prove_key", lambda *_: keys)


def dealt(entropies: list[Entropy]) -> tuple[int, ...]:
    """The cards slot by slot, after one deal among seats with these sources of entropy."""
    deal = Deal(CARDS, TABLE, 3)
    secrets = [Secrets.generate(entropy) for entropy in entropies]
    for seat, (own, entropy) in enumerate(zip(secrets, entropies, strict=True)):
        deal.add_keys(context(seat, 1), own.make_keys(context(seat, 1), entropy))
    deal.close_keys()
    for seat, (own, entropy) in enumerate(zip(secrets, entropies, strict=True)):
        deal.add_shuffle(context(seat, 2), own.make_shuffle(deal, context(seat, 2), entropy))
    for seat, own in enumerate(secrets):
        deal.add_reveal(context(seat, 3), own.make_reveal())
    deal.close_reveal(bytes(32))
    return tuple(
        deal.card_at(card.body - total(own._secret * card.mask for own in secrets)) for card in deal.deck
    )


@pytest.mark.usefixtures("without_proofs")
def test_one_honest_seat_makes_the_deal_uniform() -> None:
    honest = Stream("one honest seat")
    counts: Counter[tuple[int, ...]] = Counter()
    for i in range(DEALS):
        # The other does the same every time, and shuffles first or last by turns.
        other = Stream("the same every time")
        counts[dealt([honest, other] if i % 2 else [other, honest])] += 1
    orders = list(permutations(range(CARDS)))
    assert set(counts) <= set(orders)
    expected = DEALS / len(orders)
    chi_square = sum((counts[order] - expected) ** 2 / expected for order in orders)
    assert chi_square < CHI_SQUARE_ONE_IN_10_000


@pytest.mark.usefixtures("without_proofs")
def test_the_measure_sees_a_deck_that_nobody_shuffles() -> None:
    first = dealt([Stream("a"), Stream("b")])
    assert first == dealt([Stream("a"), Stream("b")])
    assert sorted(first) == list(range(CARDS))


def test_the_proofs_are_left_out_by_the_harness_and_by_no_switch_of_the_product() -> None:
    seats = Seats(CARDS, (0, 1)).keys()
    here = context(0, 2)
    shuffle = seats.secrets[0].make_shuffle(seats.deal, here, seats.entropy[0])
    (check,) = seats.deal.checks_shuffle(here, replace(shuffle, deck=shuffle.deck[::-1]))
    with pytest.raises(Exception, match="not proven"):
        check.run()
