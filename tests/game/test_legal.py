from __future__ import annotations

from azi_p2p.game.actions import Call, Decline, Discard, Enter, Fold, Look, Play, Raise
from azi_p2p.game.cards import Card, Suit
from azi_p2p.game.legal import NOTHING, Legal

HAND = (Card.parse("6s"), Card.parse("7h"))
BIDS = Legal(look=True, fold=True, call=5, raise_least=10, raise_most=30, to_match=10, blind=True)
PLAYS = Legal(may_play=True, plays=HAND[:1], hand=HAND, led=Suit.SPADES, trump=Suit.HEARTS)


def test_nothing_offers_and_allows_nothing() -> None:
    assert NOTHING.actions() == []
    for action in (Look(), Fold(), Call(), Raise(10), Discard(), Play(HAND[0]), Enter(), Decline()):
        assert NOTHING.refusal(action)


def test_what_is_offered_is_allowed() -> None:
    for legal in (BIDS, PLAYS, Legal(enter=5, decline=True), Legal(may_discard=True, discards=HAND, hand=HAND)):
        assert legal.actions()
        assert all(legal.refusal(action) is None for action in legal.actions())


def test_amounts_outside_the_bounds_are_refused() -> None:
    assert [amount for amount in range(50) if BIDS.refusal(Raise(amount)) is None] == list(range(10, 31))
    assert BIDS.refusal(Raise(True))
    assert BIDS.refusal(Raise(10.0))  # type: ignore[arg-type]
    assert BIDS.refusal(Raise(9)) == "a raise lifts the level by 10 to 30"


def test_a_blind_raise_costs_half_rounded_up() -> None:
    assert BIDS.cost_of_raise(11) == 11
    assert Legal(to_match=10).cost_of_raise(11) == 21


def test_reasons_for_cards() -> None:
    assert PLAYS.why_not(HAND[1]) == "you hold spades: follow suit"
    assert PLAYS.refusal(Play(HAND[1])) == "you hold spades: follow suit"
    unknown = Legal(may_play=True, trump=Suit.HEARTS)
    assert unknown.refusal(Play(HAND[1])) is None
    assert Legal(may_discard=True, hand=HAND).refusal(Discard(Card.parse("Ah"))) == "you do not hold Ah"


def test_a_refusal_says_what_is_allowed() -> None:
    assert BIDS.refusal(Enter()) == "you may not enter now, but look or fold or call for 5 or raise by 10 to 30"
    assert PLAYS.refusal(Fold()) == "you may not fold now, but play 6s"
