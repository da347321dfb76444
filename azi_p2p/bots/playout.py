"""A deal's tricks played to their end with all hands known, by a simple rule; not a search for the best.

Cards are numbers here: suit * 16 + power, where the trump suit is 3 and the power is the rank, or 15 for the
six of trumps under shokha. So a card takes a trick from another exactly when it is a higher card of the same
suit, or a trump on none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from azi_p2p.game.cards import TRICKS_OF_A_DEAL, Card, Suit, trump_strength

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

TRUMP: Final = 3
TRICKS_TO_WIN: Final = 2


def coded(cards: Iterable[Card], trump: Suit, shokha: bool) -> list[int]:
    """Cards as numbers."""
    plain = [suit for suit in Suit if suit is not trump]   # three, of which one is not in the deck
    numbers = []
    for card in cards:
        if card.suit is trump:
            numbers.append(TRUMP * 16 + trump_strength(card, shokha))
        else:
            numbers.append(plain.index(card.suit) * 16 + card.rank)
    return numbers


def takes(card: int, best: int) -> bool:
    """Whether `card` takes the trick from `best`."""
    return card > best if card >> 4 == best >> 4 else card >> 4 == TRUMP


def allowed(hand: Sequence[int], led: int) -> Sequence[int]:
    """What may be laid on a led card."""
    return _of_suit(hand, led >> 4) or _of_suit(hand, TRUMP) or hand


def lead(hand: Sequence[int], has_trick: bool) -> int:
    """A lead: the best trump with two of them or one trick to go, else the highest of the other cards."""
    trumps = _of_suit(hand, TRUMP)
    others = [card for card in hand if card >> 4 != TRUMP]
    if trumps and (has_trick or len(trumps) > 1 or not others):
        return max(trumps)
    return max(others, key=_power)


def follow(hand: Sequence[int], led: int, best: int, is_last: bool) -> int:
    """Win cheaply when last or by trumping, firmly when others follow; else the lowest card."""
    cards = allowed(hand, led)
    winning = [card for card in cards if takes(card, best)]
    if not winning:
        return min(cards, key=_power)
    return min(winning) if is_last or winning[0] >> 4 == TRUMP else max(winning)


def play_out(
    hands: dict[int, list[int]], order: Sequence[int], leader: int, trick: Sequence[tuple[int, int]],
    won: dict[int, int],
) -> dict[int, int]:
    """Tricks of every seat at the deal's end. `hands` and `won` are used up; `order` is clockwise.

    `trick` is what lies on the table: (seat, card), the led card first; its seats may have left `order`.
    """
    on_table = list(trick)
    tricks = sum(won.values())
    while tricks < TRICKS_OF_A_DEAL:
        laid = {seat for seat, _ in on_table}
        waiting = [seat for seat in _clockwise(order, leader) if seat not in laid and hands[seat]]
        if not on_table and not waiting:
            break
        winner = _finish(on_table, waiting, hands, won)
        won[winner] = won.get(winner, 0) + 1
        tricks += 1
        if won[winner] == TRICKS_TO_WIN:
            break
        leader = winner
        on_table = []
    return won


def _finish(
    on_table: list[tuple[int, int]], waiting: Sequence[int], hands: dict[int, list[int]], won: dict[int, int],
) -> int:
    """The trick's winner, when everyone in `waiting` has laid one."""
    winner, best, led = -1, -1, -1
    for seat, card in on_table:
        if led < 0:
            winner, best, led = seat, card, card
        elif takes(card, best):
            winner, best = seat, card
    for place, seat in enumerate(waiting, 1):
        hand = hands[seat]
        if led < 0:
            card = lead(hand, won.get(seat, 0) > 0)
            winner, best, led = seat, card, card
        else:
            card = follow(hand, led, best, place == len(waiting))
            if takes(card, best):
                winner, best = seat, card
        hand.remove(card)
    return winner


def _clockwise(order: Sequence[int], first: int) -> list[int]:
    """`order` from `first`, or from the next of them where that seat is gone."""
    return [seat for seat in order if seat >= first] + [seat for seat in order if seat < first]


def _of_suit(hand: Sequence[int], suit: int) -> list[int]:
    return [card for card in hand if card >> 4 == suit]


def _power(card: int) -> int:
    """How high a card is for its holder: trumps above all."""
    return card if card >> 4 == TRUMP else card & 15
