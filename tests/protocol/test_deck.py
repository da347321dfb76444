from __future__ import annotations

import pytest

from protocol.deck import (
    check_slots,
    cut,
    deck_digest,
    decode_deck,
    encode_deck,
    slots_of,
    start_deck,
    turned_slot,
)
from protocol.errors import LocalError, Malformed
from protocol.generators import card_points
from protocol.group import IDENTITY, Scalar, times_base
from protocol.hashing import shake_stream
from tests.protocol.seats import Stream

SECRET, *FACTORS = Scalar.some(6, Stream("deck"))
KEY = times_base(SECRET)
DECK = tuple(card.remask(KEY, r) for card, r in zip(start_deck(5), FACTORS, strict=True))


def test_the_start_deck_is_not_masked() -> None:
    assert [card.body for card in start_deck(5)] == list(card_points(5))
    assert all(card.mask == IDENTITY for card in start_deck(5))


def test_a_remasked_card_opens_to_the_same_point() -> None:
    for card, point in zip(DECK, card_points(5), strict=True):
        again = card.remask(KEY, FACTORS[0])
        assert again != card
        assert again.body - SECRET * again.mask == point == card.body - SECRET * card.mask


def test_a_deck_is_read_back() -> None:
    data = encode_deck(DECK)
    assert len(data) == 5 * 64
    assert data[64:96] == DECK[1].mask.data
    assert data[96:128] == DECK[1].body.data
    assert decode_deck(data, 5) == DECK
    for cards in (4, 6):
        with pytest.raises(Malformed):
            decode_deck(data, cards)


def test_an_unmasked_card_is_malformed() -> None:
    with pytest.raises(Malformed):
        decode_deck(encode_deck(start_deck(5)), 5)
    with pytest.raises(Malformed):
        decode_deck(encode_deck((*DECK[:4], start_deck(5)[4])), 5)


def test_the_digest_depends_on_the_order() -> None:
    assert len(deck_digest(DECK)) == 32
    assert deck_digest(DECK) != deck_digest((DECK[1], DECK[0], *DECK[2:]))


def test_the_cut_is_the_permutation_of_the_seed() -> None:
    order = shake_stream(b"s" * 32, "cut").permutation(5)
    assert cut(DECK, b"s" * 32) == tuple(DECK[i] for i in order)
    assert cut(DECK, b"s" * 32) != cut(DECK, b"t" * 32)


def test_slots() -> None:
    assert [slots_of(position, 3) for position in range(2)] == [(0, 1, 2), (3, 4, 5)]
    assert slots_of(2, 4) == (8, 9, 10, 11)
    assert turned_slot(2, 3) == 6
    for position, per_seat in ((-1, 3), (0, 0)):
        with pytest.raises(LocalError):
            slots_of(position, per_seat)


@pytest.mark.parametrize("slots", [(1, 1), (2, 1), (-1,), (5,), (True,), ("1",), (1.0,)])
def test_slots_that_are_no_ascending_slots_are_refused(slots: tuple[int, ...]) -> None:
    with pytest.raises(LocalError):
        check_slots(slots, 5)


def test_any_sequence_of_slots_is_taken() -> None:
    assert check_slots([0, 4], 5) == (0, 4)
    assert check_slots(range(5), 5) == (0, 1, 2, 3, 4)
    assert check_slots((), 5) == ()
