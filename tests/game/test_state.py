from __future__ import annotations

from azi_p2p.game import Call, Card, Decline, Fold, Hand, Look, Options, Phase, Play, Raise

TRUMP = Card.parse("Ah")


def test_what_can_be_read_along_a_hand() -> None:
    hand = Hand(Options(), {0: 500, 2: 500, 4: 30, 5: 500})
    assert (hand.phase, hand.to_act(), hand.opener, hand.trump, hand.leader) == (Phase.DEAL, (), None, None, None)
    assert (hand.level, hand.looked, hand.bids, hand.cards_held(0)) == (0, set(), {}, 0)
    hand.begin_deal(TRUMP, 0)
    assert (hand.phase, hand.to_act(), hand.opener, hand.shokha) == (Phase.BIDDING, (0,), 0, True)
    assert (hand.leader, hand.cards_held(0)) == (None, 3)
    hand.apply(0, Raise(50))
    hand.apply(2, Look())
    hand.apply(2, Call())
    hand.apply(4, Call())
    hand.apply(5, Fold())
    assert (hand.phase, hand.leader, hand.to_act(), hand.level) == (Phase.TRICKS, 0, (0,), 50)
    assert hand.looked == {0, 2, 4}
    assert hand.bids == {0: 1, 2: 0, 4: 0, 5: 0}
    assert [hand.counted(chair) for chair in hand.seats] == [50, 50, 40, 0]
    assert [hand.stake(chair) for chair in hand.seats] == [60, 60, 50, 10]
    assert [hand.paid_in_deal(chair) for chair in hand.seats] == [35, 60, 30, 10]
    assert [hand.is_short(chair) for chair in hand.seats] == [False, False, True, False]
    assert (hand.folded, hand.live, hand.forfeited) == ({5}, {0, 2, 4}, set())
    hand.apply(0, Play(Card.parse("6s")))
    assert hand.trick == ((0, Card.parse("6s")),)
    assert [hand.cards_held(chair) for chair in hand.seats] == [2, 3, 3, 0]
    hand.apply(2, Play(Card.parse("7s")))
    hand.apply(4, Play(Card.parse("8s")))
    assert hand.tricks_won == {0: 0, 2: 0, 4: 1, 5: 0}
    assert hand.played[2] == [Card.parse("7s")]
    for text in ("6d", "7d", "8d", "9s", "10s", "Ks"):
        (chair,) = hand.to_act()
        hand.apply(chair, Play(Card.parse(text)))
    assert (hand.azi, hand.phase) == (1, Phase.ENTRY)


def test_entry_and_paid_over_two_deals() -> None:
    hand = Hand(Options(blind=False), dict.fromkeys(range(4), 500))
    hand.begin_deal(TRUMP, 0)
    hand.apply(0, Raise(10))
    hand.apply(1, Call())
    hand.apply(2, Call())
    hand.apply(3, Fold())
    for text in ("As", "6s", "7s", "6d", "Ad", "7d", "7h", "Kh", "8h"):
        (chair,) = hand.to_act()
        hand.apply(chair, Play(Card.parse(text)))
    assert (hand.phase, hand.to_act(), hand.entry_prices) == (Phase.ENTRY, (3,), {3: 70})
    assert hand.cards_held(0) == 0
    hand.apply(3, Decline())
    assert (hand.phase, len(hand.layers), hand.seats) == (Phase.DEAL, 2, (0, 1, 2))
    hand.begin_deal(TRUMP)
    assert (hand.opener, hand.folded) == (0, set())
    hand.apply(0, Raise(30))
    assert (hand.paid(0), hand.paid_in_deal(0), hand.counted(0), hand.stake(0)) == (50, 30, 30, 30)


def test_snapshots_follow_the_state_and_hold_plain_values() -> None:
    def plain(value: object) -> bool:
        if isinstance(value, list):
            return all(map(plain, value))
        return value is None or type(value) in (int, str, bool)

    hand = Hand(Options(blind=False), {0: 500, 1: 500})
    snapshots = [hand.snapshot()]
    hand.begin_deal(TRUMP, 0)
    snapshots.append(hand.snapshot())
    for chair, action in ((0, Raise(10)), (1, Raise(10)), (0, Call()), (1, Play(Card.parse("6s")))):
        hand.apply(chair, action)
        snapshots.append(hand.snapshot())
    hand.forfeit(0)
    snapshots.append(hand.snapshot())
    assert all(map(plain, snapshots))
    assert all(one != other for i, one in enumerate(snapshots) for other in snapshots[:i])
