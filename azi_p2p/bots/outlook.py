"""What a hand is worth: unseen cards are drawn at random, time and again, and the deal is played out.

It knows what the view knows: one's own cards, the turned card, cards played, suits that a seat has shown
not to hold. What was folded or put away counts as unseen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from azi_p2p.bots.playout import TRICKS_TO_WIN, TRUMP, coded, play_out
from azi_p2p.game.cards import TRICKS_OF_A_DEAL, deck
from azi_p2p.game.events import Dealt, Played, TrickWon

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from azi_p2p.game.cards import Card
    from azi_p2p.table.view import View

SAMPLES: Final = 40
"""Draws for one question: the error of a chance of one half is 8 percent then, in a millisecond or two."""

AZI_WITH_A_TRICK: Final = 0.33
"""Worth of reaching Azi with a trick, in pots: three are in without a fee."""

AZI_WITHOUT: Final = 0.05
"""Worth of reaching Azi without one: only a price at which one may come in."""


@dataclass(frozen=True, slots=True)
class Position:
    """A deal at some moment as one seat knows it; cards as numbers (playout)."""

    me: int
    order: tuple[int, ...]              # live seats, clockwise
    drawn: tuple[int, ...]              # the others among them, those that lack suits first
    held: dict[int, int]                # cards of each of them, my own included
    void: dict[int, frozenset[int]]     # suits that a seat has shown not to hold
    unseen: tuple[int, ...]
    trick: tuple[tuple[int, int], ...]
    won: dict[int, int]
    leader: int | None                  # None: not known yet


def read(view: View, mine: Sequence[Card]) -> Position:
    """The position of a seat that holds `mine`, in a deal whose trump is turned."""
    trump = view.trump
    assert trump is not None
    assert view.me is not None
    live = [seat for seat in view.seats if seat.standing in ("playing", "leaving") and seat.chair >= 0]
    played = _played(view)
    seen = {trump, *mine, *(card for _, card in played)}
    suit, shokha = trump.suit, view.shokha
    unseen = coded((card for card in deck(view.options.dropped) if card not in seen), suit, shokha)
    trick = tuple((chair, coded((card,), suit, shokha)[0]) for chair, card in view.trick)
    # of four cards one will be put away
    held = {seat.chair: min(seat.cards, TRICKS_OF_A_DEAL) for seat in live}
    held[view.me] = len(mine)
    voids = _voids(view)
    order = tuple(seat.chair for seat in live)
    drawn = sorted((chair for chair in order if chair != view.me), key=lambda one: -len(voids.get(one, ())))
    return Position(
        view.me, order, tuple(drawn), held, voids, tuple(unseen), trick,
        {seat.chair: seat.tricks for seat in view.seats if seat.tricks},
        view.leader,
    )


def worth(view: View, mine: Sequence[Card], rng: random.Random) -> float:
    """The part of the pot, 0 to 1, that these cards are likely to bring, played from here."""
    return _mean_worths(view, mine, [None], rng)[0]


def worth_of_plays(
    view: View, mine: Sequence[Card], plays: Sequence[Card], rng: random.Random,
) -> list[float]:
    """The same for each card that may be laid now; all are tried against the same draws."""
    return _mean_worths(view, mine, plays, rng)


def _mean_worths(
    view: View, mine: Sequence[Card], firsts: Sequence[Card | None], rng: random.Random,
) -> list[float]:
    position = read(view, mine)
    assert view.trump is not None
    suit = view.trump.suit
    hand = coded(mine, suit, view.shokha)
    options = [None if card is None else coded((card,), suit, view.shokha)[0] for card in firsts]
    sums = [0.0] * len(options)
    for _ in range(SAMPLES):
        others = _draw(position, rng)
        leader = rng.choice(position.order) if position.leader is None else position.leader
        for index, card in enumerate(options):
            sums[index] += _outcome(position, others, hand, card, leader)
    return [total / SAMPLES for total in sums]


def _outcome(
    position: Position, others: dict[int, list[int]], hand: Sequence[int], first: int | None, leader: int,
) -> float:
    """The worth of one draw, with `first` laid now where that is given."""
    hands = {seat: list(cards) for seat, cards in others.items()}
    hands[position.me] = [card for card in hand if card != first]
    trick = position.trick if first is None else (*position.trick, (position.me, first))
    won = play_out(hands, position.order, leader, trick, dict(position.won))
    mine = won.get(position.me, 0)
    if mine >= TRICKS_TO_WIN:
        return 1.0
    if any(tricks >= TRICKS_TO_WIN for tricks in won.values()):
        return 0.0
    return AZI_WITH_A_TRICK if mine else AZI_WITHOUT


def _draw(position: Position, rng: random.Random) -> dict[int, list[int]]:
    """Hands for the others out of the unseen cards, suits that they lack left out as far as that goes."""
    cards = rng.sample(position.unseen, len(position.unseen))
    hands: dict[int, list[int]] = {}
    for seat in position.drawn:
        lacks = position.void.get(seat)
        if lacks:
            cards.sort(key=lambda card: card >> 4 in lacks)   # a stable sort: the order stays random
        count = position.held[seat]
        hands[seat], cards = cards[:count], cards[count:]
    return hands


def _played(view: View) -> list[tuple[int, Card]]:
    """The cards played in this deal."""
    played: list[tuple[int, Card]] = []
    for event in view.events:
        match event:
            case Dealt():
                played = []
            case Played(chair, card):
                played.append((chair, card))
    return played


def _voids(view: View) -> dict[int, frozenset[int]]:
    """Suits that each seat has shown, by not following, that it does not hold."""
    assert view.trump is not None
    voids: dict[int, frozenset[int]] = {}
    led = -1
    for event in view.events:
        match event:
            case Dealt():
                voids, led = {}, -1
            case TrickWon():
                led = -1
            case Played(chair, card):
                suit = coded((card,), view.trump.suit, view.shokha)[0] >> 4
                if led < 0:
                    led = suit
                elif suit != led:
                    lacks = {led} if suit == TRUMP else {led, TRUMP}
                    voids[chair] = voids.get(chair, frozenset()) | lacks
    return voids
