from __future__ import annotations

import copy

import pytest

from azi_p2p.game import (
    Call,
    Card,
    Decline,
    Discard,
    Fold,
    Hand,
    IllegalAction,
    Look,
    Options,
    Phase,
    Play,
    Raise,
    Suit,
)
from azi_p2p.game.events import AntePaid, DealVoid, Forfeited, HandWon, Leads

SIGHTED = Options(blind=False)
TRUMP = Card.parse("8h")


def hand_of(seats: int = 3, options: Options = SIGHTED, previous_winner: int | None = None, stack: int = 500) -> Hand:
    return Hand(options, dict.fromkeys(range(seats), stack), previous_winner)


def in_tricks(seats: int = 3) -> Hand:
    """Everyone has called the bet of seat 0, who leads."""
    hand = hand_of(seats)
    hand.begin_deal(TRUMP, 0)
    hand.apply(0, Raise(10))
    for chair in range(1, seats):
        hand.apply(chair, Call())
    return hand


def play(hand: Hand, *cards: str) -> None:
    for text in cards:
        (chair,) = hand.to_act()
        hand.apply(chair, Play(Card.parse(text)))


def test_the_ante_is_paid_at_once() -> None:
    hand = hand_of(2)
    assert hand.events == [AntePaid(0, 10), AntePaid(1, 10)]
    assert (hand.phase, hand.pot_size, hand.stacks) == (Phase.DEAL, 20, {0: 490, 1: 490})


def test_a_deal_needs_a_card_of_the_deck_and_an_opener() -> None:
    hand = hand_of()
    before = hand.snapshot()
    for trump, draw in ((Card.parse("8c"), 0), (TRUMP, None), (TRUMP, 3)):
        with pytest.raises(IllegalAction):
            hand.begin_deal(trump, draw)
    assert hand.snapshot() == before
    hand.begin_deal(TRUMP, 2)
    assert hand.opener == 2
    with pytest.raises(IllegalAction):
        hand.begin_deal(TRUMP, 2)


def test_the_draw_counts_only_where_there_was_no_hand() -> None:
    hand = hand_of(previous_winner=0)
    hand.begin_deal(TRUMP, 2)
    assert hand.opener == 1


def test_the_draw_of_a_void_deal_stands() -> None:
    hand = hand_of()
    hand.begin_deal(TRUMP, 1)
    assert hand.void_deal([0]) == (Forfeited(0), DealVoid((0,), ()))
    hand.begin_deal(TRUMP, 2)
    assert hand.opener == 1


def test_a_deal_that_was_never_finished_is_void_with_its_ante_in_the_pot() -> None:
    hand = hand_of()
    hand.void_deal([1])
    assert (hand.phase, hand.pot_size, hand.live) == (Phase.DEAL, 30, {0, 2})
    hand.void_deal([2])
    assert (hand.phase, hand.stacks) == (Phase.OVER, {0: 520, 1: 490, 2: 490})


def test_what_cannot_be_void() -> None:
    hand = in_tricks()
    for missing in ([], [5], [0, 1, 2]):
        with pytest.raises(IllegalAction):
            hand.void_deal(missing)
    play(hand, "6s")
    with pytest.raises(IllegalAction):
        hand.void_deal([1])


def test_the_end_of_the_bidding_can_still_be_void() -> None:
    hand = in_tricks()
    hand.void_deal([2])
    assert (hand.phase, hand.stacks) == (Phase.DEAL, {0: 490, 1: 490, 2: 480})


def test_refusals_say_why() -> None:
    hand = hand_of()
    hand.begin_deal(TRUMP, 0)
    assert hand.why_not(1, Call()) == "it is not your turn: the hand waits for seat 1"
    assert hand.why_not(0, Fold()) == "you may not fold now, but raise by 10 to 100"
    assert hand.why_not(0, Look()) == "you may not look now, but raise by 10 to 100"
    with pytest.raises(IllegalAction, match="a raise lifts the level by 10 to 100"):
        hand.apply(0, Raise(101))


def test_what_all_can_see_of_a_card() -> None:
    hand = in_tricks()
    play(hand, "6s")
    assert hand.why_not(1, Play(Card.parse("6s"))) == "6s has been played"
    assert hand.why_not(1, Play(Card.parse("8h"))) == "8h lies on the table as the trump"
    assert hand.why_not(1, Play(Card.parse("8c"))) == "there is no such card in the deck"
    play(hand, "6d", "As", "Ks", "Kd")
    assert hand.why_not(1, Play(Card.parse("7h"))) == "you have shown that you hold no hearts"
    assert hand.why_not(1, Play(Card.parse("7s"))) == "you have shown that you hold no spades"
    assert hand.why_not(1, Play(Card.parse("7d"))) is None


def test_claims_are_about_cards_that_are_left() -> None:
    hand = in_tricks()
    assert hand.allowed_claim(0, Card.parse("6s")) is None
    play(hand, "6s")
    assert hand.allowed_claim(1, Card.parse("7s")) is None
    assert hand.allowed_claim(1, Card.parse("7h")) == {Suit.SPADES}
    assert hand.allowed_claim(1, Card.parse("7d")) == {Suit.SPADES, Suit.HEARTS}
    play(hand, "7s", "As", "6d", "7d", "8d")
    assert hand.leader == 1
    play(hand, "9d")
    assert hand.allowed_claim(2, Card.parse("7h")) is None, "nothing is left in the hand"


def test_the_cards_given_decide() -> None:
    hand = in_tricks()
    play(hand, "6s")
    held = [Card.parse("7s"), Card.parse("Ah")]
    assert hand.legal(1, held).plays == (held[0],)
    assert hand.legal(1).plays == ()
    assert hand.why_not(1, Play(held[1]), held) == "you hold spades: follow suit"
    assert hand.why_not(1, Play(held[1])) is None


def test_a_discard_may_be_unknown_but_not_foreign() -> None:
    hand = hand_of(options=Options(blind=False, cards=4))
    hand.begin_deal(TRUMP, 0)
    held = [Card.parse(text) for text in ("6s", "7s", "8s", "9s")]
    assert hand.legal(1, held).discards == tuple(held)
    assert hand.why_not(1, Discard(Card.parse("10s")), held) == "you do not hold 10s"
    hand.apply(1, Discard())
    assert [hand.cards_held(chair) for chair in range(3)] == [4, 3, 4]


def test_forfeits_are_idle_where_there_is_nothing_to_forfeit() -> None:
    hand = in_tricks()
    assert hand.forfeit(5) == ()
    assert hand.forfeit(0) == (Forfeited(0), Leads(1))
    assert hand.forfeit(0) == ()
    assert hand.forfeit(1) == (Forfeited(1), HandWon(2, 60, ((2, 60),)))
    before = hand.snapshot()
    assert hand.forfeit(2) == ()
    assert hand.snapshot() == before


def test_two_tricks_of_one_who_is_gone_win_nothing() -> None:
    hand = in_tricks(4)
    play(hand, "As", "6s", "7s", "8s", "Ks")
    hand.forfeit(0)
    play(hand, "9s", "10s", "Js")
    assert hand.tricks_won[0] == 2
    assert (hand.phase, hand.leader) == (Phase.TRICKS, 1)
    play(hand, "6d", "7d", "8d")
    assert (hand.azi, hand.phase) == (1, Phase.ENTRY)
    assert hand.entry_prices == {1: 40, 2: 40}
    assert hand.live == {1, 2, 3}


def test_where_every_trick_winner_is_gone_the_others_are_in() -> None:
    hand = in_tricks(5)
    for gone in (0, 1, 2):
        led = ("As", "Ad", "Ah")[gone]
        rest = (("6s", "7s", "8s", "9s"), ("6d", "7d", "8d"), ("6h", "7h"))[gone]
        while hand.to_act() != (gone,):
            pytest.fail("the wrong seat leads")
        play(hand, led)
        hand.forfeit(gone)
        play(hand, *rest)
    assert (hand.azi, hand.phase, hand.live) == (1, Phase.DEAL, {3, 4})
    hand.begin_deal(TRUMP)
    assert hand.opener == 3


def test_who_is_gone_is_not_asked_after_azi() -> None:
    hand = in_tricks(5)
    play(hand, "As", "6s", "7s", "8s", "9s", "6d", "Ad", "7d", "8d", "9d", "6h", "Ah", "7h", "9h", "10h")
    assert (hand.azi, hand.phase, hand.to_act(), list(hand.entry_prices)) == (1, Phase.ENTRY, (3,), [3, 4])
    hand.forfeit(3)
    assert hand.to_act() == (4,)
    twin = copy.deepcopy(hand)
    twin.forfeit(4)
    assert (twin.phase, twin.live) == (Phase.DEAL, {0, 1, 2})
    assert copy.deepcopy(hand).forfeit(2) == (Forfeited(2),), "no lead to pass on"
    hand.forfeit(0)
    assert (hand.phase, hand.to_act(), hand.live) == (Phase.ENTRY, (4,), {1, 2, 4})
    hand.apply(4, Decline())
    assert (hand.phase, hand.seats) == (Phase.DEAL, (1, 2))


def test_the_last_in_after_azi_takes_the_pot() -> None:
    hand = in_tricks(3)
    play(hand, "As", "6s", "7s", "6d", "Ad", "7d", "Ah", "6h", "7h")
    assert (hand.azi, hand.phase) == (0, Phase.OVER)  # seat 1 has two
    hand = in_tricks(3)
    play(hand, "As", "6s", "7s", "6d", "Ad", "7d", "6h", "Ah", "7h")
    assert (hand.azi, hand.phase, hand.live) == (1, Phase.DEAL, {0, 1, 2})
    hand.forfeit(0)
    assert hand.phase is Phase.DEAL
    assert hand.forfeit(1)[-1] == HandWon(2, 60, ((2, 60),))


def test_a_copy_goes_its_own_way() -> None:
    hand = in_tricks()
    twin = copy.deepcopy(hand)
    assert twin.snapshot() == hand.snapshot()
    play(twin, "6s", "7s", "8s")
    assert twin.snapshot() != hand.snapshot()
    play(hand, "6s", "7s", "8s")
    assert twin.snapshot() == hand.snapshot()
