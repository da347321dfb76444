"""The fixed points of the protocol, hashed to the group so that nobody knows a logarithm between any two of
them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from protocol.errors import LocalError
from protocol.hashing import hash_to_element, tag_of

if TYPE_CHECKING:
    from protocol.group import Element

MAX_CARDS: Final = 108
"""Two decks with their jokers: no game needs more, and a pass takes a tenth of a second of each player."""


def check_cards(cards: int) -> None:
    """Raises LocalError unless decks of so many cards are dealt."""
    if type(cards) is not int or not 2 <= cards <= MAX_CARDS:
        raise LocalError(f"a deck has 2 to {MAX_CARDS} cards")


@lru_cache(maxsize=MAX_CARDS)
def card_points(cards: int) -> tuple[Element, ...]:
    """M_0 .. M_{cards-1}: M_j = H2G("card", j in 4 bytes big-endian)."""
    check_cards(cards)
    return _numbered("card", cards)


@lru_cache(maxsize=MAX_CARDS)
def card_numbers(cards: int) -> dict[Element, int]:
    """Which card each point is. Not to be changed."""
    return {point: j for j, point in enumerate(card_points(cards))}


@lru_cache(maxsize=MAX_CARDS)
def permutation_generators(cards: int) -> tuple[Element, ...]:
    """H_0 .. H_{cards-1} of the permutation commitment: H2G("permutation", j in 4 bytes big-endian)."""
    check_cards(cards)
    return _numbered("permutation", cards)


@lru_cache(maxsize=1)
def chain_generator() -> Element:
    """H, where the chain of a shuffle proof starts: H2G("chain", nothing)."""
    return hash_to_element(b"", tag_of("H2G", "chain"))


def _numbered(label: str, count: int) -> tuple[Element, ...]:
    tag = tag_of("H2G", label)
    return tuple(hash_to_element(j.to_bytes(4, "big"), tag) for j in range(count))
