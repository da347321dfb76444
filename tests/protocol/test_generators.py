from __future__ import annotations

import pytest

from protocol.errors import LocalError
from protocol.generators import (
    MAX_CARDS,
    card_numbers,
    card_points,
    chain_generator,
    check_cards,
    permutation_generators,
)
from protocol.group import GENERATOR
from protocol.hashing import hash_to_element


def test_no_two_fixed_points_are_equal() -> None:
    points = [GENERATOR, chain_generator(), *card_points(MAX_CARDS), *permutation_generators(MAX_CARDS)]
    assert len(set(points)) == 2 * MAX_CARDS + 2
    assert not any(point.is_identity for point in points)


def test_they_are_hashed_as_the_specification_says() -> None:
    assert card_points(3)[2] == hash_to_element(b"\0\0\0\2", b"fair-deal/1 H2G card")
    assert permutation_generators(3)[1] == hash_to_element(b"\0\0\0\1", b"fair-deal/1 H2G permutation")
    assert chain_generator() == hash_to_element(b"", b"fair-deal/1 H2G chain")


def test_a_larger_deck_begins_with_the_smaller() -> None:
    assert card_points(27) == card_points(36)[:27]
    assert permutation_generators(5) == permutation_generators(9)[:5]


def test_cards_are_found_by_their_points() -> None:
    assert [card_numbers(27)[point] for point in card_points(27)] == list(range(27))
    assert card_points(28)[27] not in card_numbers(27)


@pytest.mark.parametrize("cards", [1, 0, -1, MAX_CARDS + 1, True, 27.0, None])
def test_decks_of_other_sizes_are_refused(cards: int) -> None:
    for function in (check_cards, card_points, permutation_generators):
        with pytest.raises(LocalError):
            function(cards)
