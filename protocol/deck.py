"""A deck of masked cards: where it starts, how it is remasked, cut and divided into slots. Nothing is proven
here."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from protocol.errors import LocalError
from protocol.generators import card_points
from protocol.group import IDENTITY, Element, Scalar, split, times_base
from protocol.hashing import shake_stream
from protocol.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Sequence

MASKED_BYTES: Final = 64


@dataclass(frozen=True, slots=True)
class Masked:
    """A masked card (A, B) = (rG, M + rP): `mask` is A, `body` is B. ElGamal over the group."""

    mask: Element
    body: Element

    def remask(self, key: Element, factor: Scalar) -> Masked:
        """The same card under fresh masking: (A + rG, B + rP)."""
        return Masked(self.mask + times_base(factor), self.body + factor * key)


Deck = tuple[Masked, ...]


def start_deck(cards: int) -> Deck:
    """(0, M_j) in ascending order. Everyone computes it; it is never taken from anybody."""
    return tuple(Masked(IDENTITY, point) for point in card_points(cards))


def encode_deck(deck: Deck) -> bytes:
    """A || B of each card, 64 bytes a card."""
    return b"".join([card.mask.data + card.body.data for card in deck])


def decode_deck(data: object, cards: int) -> Deck:
    """A deck whose masks are not the identity: an unmasked card would lie open. Raises Malformed."""
    parts = split(data, 2 * cards)
    return tuple(
        Masked(Element.decode(parts[i]), Element.decode(parts[i + 1], identity=True))
        for i in range(0, len(parts), 2)
    )


def flat(deck: Deck) -> list[Element]:
    """A, B, A, B, ..."""
    return [element for card in deck for element in (card.mask, card.body)]


def deck_digest(deck: Deck) -> bytes:
    """32 bytes."""
    return Transcript("deck").elements(flat(deck)).short_digest()


def cut(deck: Deck, seed: bytes) -> Deck:
    """The deck in the order that the joint seed gives it: slot i gets card permutation[i] of the deck
    before."""
    return tuple(deck[i] for i in shake_stream(seed, "cut").permutation(len(deck)))


def slots_of(position: int, per_seat: int) -> tuple[int, ...]:
    """The slots of the seat at `position` (0 for the lowest chair of the deal) when each gets `per_seat`
    cards."""
    if position < 0 or per_seat < 1:
        raise LocalError("positions count from 0, and a seat gets at least one card")
    return tuple(range(position * per_seat, (position + 1) * per_seat))


def turned_slot(seats: int, per_seat: int) -> int:
    """The slot of the card that is turned up after the hands: the first of the stock."""
    return seats * per_seat


def check_slots(slots: Sequence[int], cards: int) -> tuple[int, ...]:
    """The slots as a tuple: ascending, each once, all in the deck. Raises LocalError: they are the
    caller's."""
    chosen = tuple(slots)
    if not all(type(slot) is int and 0 <= slot < cards for slot in chosen):
        raise LocalError(f"slots are numbers from 0 to {cards - 1}")
    if any(a >= b for a, b in pairwise(chosen)):
        raise LocalError("slots are given ascending, each once")
    return chosen
