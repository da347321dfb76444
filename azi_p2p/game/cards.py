"""The 27 cards of Azi and how they rank, not who holds them."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from azi_p2p.game.errors import CardError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

RANKS: Final = (6, 7, 8, 9, 10, 11, 12, 13, 14)
RANK_NAMES: Final = {6: "6", 7: "7", 8: "8", 9: "9", 10: "10", 11: "J", 12: "Q", 13: "K", 14: "A"}
ACE: Final = 14
SIX: Final = 6
DECK_SIZE: Final = 27
TRICKS_OF_A_DEAL: Final = 3
"""Cards that each player plays: those dealt, less the discard where four are dealt."""

_RANK_OF_NAME: Final = {name: rank for rank, name in RANK_NAMES.items()}


class Suit(StrEnum):
    """A suit by its letter."""

    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"

    @property
    def word(self) -> str:
        return self.name.lower()

    @property
    def symbol(self) -> str:
        return _SYMBOLS[self]


_SYMBOLS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}


class Card(NamedTuple):
    """A rank from 6 to 14 (the ace) and a suit; written `6h 10s Ad`."""

    rank: int
    suit: Suit

    def __str__(self) -> str:
        return RANK_NAMES[self.rank] + self.suit.value

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card written as `text`. Raises CardError."""
        rank = _RANK_OF_NAME.get(text[:-1])
        if rank is None or text[-1:] not in _SYMBOLS:
            raise CardError(f"{text[:20]!r} is no card: a rank (6 to 10, J, Q, K, A), then s, h, d or c")
        return cls(rank, Suit(text[-1]))


@cache
def deck(dropped: Suit) -> tuple[Card, ...]:
    """The 27 cards without a suit: spades, hearts, diamonds, clubs (less `dropped`), ranks ascending in each.

    A card's index here is the number that the deal knows it by.
    """
    return tuple(Card(rank, suit) for suit in Suit if suit is not dropped for rank in RANKS)


@cache
def numbers(dropped: Suit) -> dict[Card, int]:
    """The number of each card of `deck(dropped)`."""
    return {card: number for number, card in enumerate(deck(dropped))}


def is_shokha(turned: Card) -> bool:
    """Whether the turned card makes the six of trumps the highest trump."""
    return turned.rank == ACE


def trump_strength(card: Card, shokha: bool) -> int:
    """How a trump ranks among trumps: its rank, or 15 for the six under shokha."""
    return ACE + 1 if shokha and card.rank == SIX else card.rank


def strength(card: Card, led: Suit, trump: Suit, shokha: bool) -> int:
    """How a card ranks in a trick: trumps above the led suit above others, which are 0 and win nothing."""
    if card.suit == trump:
        return 100 + trump_strength(card, shokha)
    return card.rank if card.suit == led else 0


def beats(card: Card, best: Card, led: Suit, trump: Suit, shokha: bool) -> bool:
    """Whether `card` takes a trick from `best`, its winner so far."""
    return strength(card, led, trump, shokha) > strength(best, led, trump, shokha)


def trick_winner(trick: Sequence[tuple[int, Card]], trump: Suit, shokha: bool) -> int:
    """The chair that wins a trick of one or more (chair, card), the led card first."""
    led = trick[0][1].suit
    return max(trick, key=lambda play: strength(play[1], led, trump, shokha))[0]


def legal_cards(hand: Iterable[Card], led: Suit | None, trump: Suit) -> tuple[Card, ...]:
    """What may be played: the led suit if held, else trumps if held, else anything; to lead, anything."""
    cards = tuple(hand)
    if led is None:
        return cards
    return (
        tuple(card for card in cards if card.suit == led)
        or tuple(card for card in cards if card.suit == trump)
        or cards
    )


def why_not(hand: Iterable[Card], card: Card, led: Suit | None, trump: Suit) -> str | None:
    """Why `card` may not be played from `hand`, in words; None if it may."""
    cards = tuple(hand)
    if card not in cards:
        return f"you do not hold {card}"
    allowed = legal_cards(cards, led, trump)
    if card in allowed:
        return None
    suit = allowed[0].suit
    if suit == led:
        return f"you hold {suit.word}: follow suit"
    return f"you hold no {led.word if led else 'such suit'} but a trump ({suit.word}): trump it"
