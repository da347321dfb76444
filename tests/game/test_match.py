from __future__ import annotations

import copy

import pytest

from azi_p2p.game import Card, Fold, Match, MatchError, Options, Raise

ANN, BOB, CID, DAN = b"ann", b"bob", b"cid", b"dan"
TRUMP = Card.parse("8h")


def match_of(*players: bytes, **options: object) -> Match:
    match = Match(Options.checked(blind=False, **options))
    for player in players:
        match.sit(player)
    return match


def play_hand(match: Match, opener: int = 0, bet: int = 10) -> None:
    """Whoever opens bets, and all others fold."""
    hand = match.start_hand(match.payers())
    hand.begin_deal(TRUMP, opener)
    (chair,) = hand.to_act()
    hand.apply(chair, Raise(bet))
    while hand.result is None:
        hand.apply(hand.to_act()[0], Fold())
    match.finish_hand()


def test_the_lowest_free_chair() -> None:
    match = match_of(ANN, BOB, CID)
    match.leave(BOB)
    assert match.seated == (0, 2)
    assert match.sit(DAN) == 1
    assert match.sit(BOB) == 3
    assert [match.chair_of(player) for player in (ANN, BOB, CID, DAN)] == [0, 3, 2, 1]


def test_who_comes_back_has_the_chips_he_left_with() -> None:
    match = match_of(ANN, BOB)
    play_hand(match)
    match.leave(BOB)
    assert (match.stack(BOB), match.result(BOB)) == (990, -10)
    match.sit(BOB)
    assert (match.stack(BOB), match.result(BOB), match.handed_out) == (990, -10, 2000)
    with pytest.raises(MatchError):
        match_of(ANN).leave(BOB)


def test_what_is_refused_between_hands() -> None:
    match = match_of(*(bytes([n]) for n in range(6)))
    before = match.snapshot()
    for wrong in (
        lambda: match.sit(ANN),
        lambda: match.sit(bytes([0])),
        lambda: match.leave(ANN),
        lambda: match.rebuy(bytes([0])),
        lambda: match.rebuy(ANN),
        lambda: match.start_hand([0]),
        lambda: match.start_hand([0, 0]),
        lambda: match.start_hand([0, 6]),
        match.finish_hand,
        lambda: match.stack(ANN),
        lambda: match.set_away(ANN, away=True),
    ):
        with pytest.raises(MatchError):
            wrong()
    assert match.snapshot() == before


def test_a_carried_stack() -> None:
    match = match_of()
    match.sit(ANN, stack=300, taken=1000)
    match.sit(BOB, stack=1700)
    assert (match.result(ANN), match.result(BOB), match.handed_out) == (-700, 0, 2000)
    for stack in (-1, 10**30):
        with pytest.raises(MatchError):
            match.sit(CID, stack=stack)
    match.leave(ANN)
    with pytest.raises(MatchError):
        match.sit(ANN, stack=5000)
    match.sit(ANN)
    assert match.stack(ANN) == 300


def test_nobody_moves_during_a_hand() -> None:
    match = match_of(ANN, BOB)
    match.start_hand(match.payers())
    assert (match.stack(ANN), match.result(ANN)) == (990, -10)
    for wrong in (lambda: match.leave(ANN), lambda: match.sit(CID), lambda: match.rebuy(ANN), match.finish_hand):
        with pytest.raises(MatchError):
            wrong()
    match.set_away(ANN, away=True)
    assert match.is_away(ANN)


def test_payers_have_the_ante_and_are_here() -> None:
    match = match_of(ANN, BOB, CID, DAN)
    match.leave(CID)
    match.sit(CID, None)
    match.set_away(BOB, away=True)
    assert match.payers() == (0, 2, 3)
    poor = Match(Options())
    poor.sit(ANN, stack=9)
    poor.sit(BOB, stack=10)
    assert poor.payers() == (1,)


def test_rebuy_is_for_those_without_the_ante() -> None:
    match = match_of(stack=100)
    match.sit(ANN, stack=9)
    match.sit(BOB)
    assert match.may_rebuy(ANN)
    assert not match.may_rebuy(BOB)
    assert not match.is_over()
    match.rebuy(ANN)
    assert (match.stack(ANN), match.taken(ANN), match.result(ANN), match.handed_out) == (109, 109, 0, 209)
    with pytest.raises(MatchError):
        match.rebuy(ANN)


def test_over_where_two_cannot_pay_and_none_may_rebuy() -> None:
    match = match_of(rebuy=False)
    match.sit(ANN, stack=9)
    match.sit(BOB)
    assert match.is_over()
    with pytest.raises(MatchError):
        match.rebuy(ANN)
    match.sit(CID)
    assert not match.is_over()


def test_proposers_begin_left_of_the_winner_or_with_the_founder() -> None:
    match = match_of(ANN, BOB, CID, DAN)
    assert match.proposers() == (0, 1, 2, 3)
    assert match.next_opener() is None
    play_hand(match, opener=1)
    assert match.previous_winner == 1
    assert match.proposers() == (2, 3, 0, 1)
    assert match.next_opener() == 2
    match.set_away(CID, away=True)
    match.leave(BOB)
    assert match.proposers() == (3, 0)
    assert match.next_opener() == 3


def test_who_forfeits_is_away_until_he_is_back() -> None:
    match = match_of(ANN, BOB, CID)
    hand = match.start_hand((0, 1, 2))
    hand.begin_deal(TRUMP, 0)
    hand.forfeit(0)
    hand.forfeit(1)
    match.finish_hand()
    assert match.payers() == (2,)
    match.set_away(ANN, away=False)
    assert match.payers() == (0, 2)
    assert [match.stack(player) for player in (ANN, BOB, CID)] == [990, 990, 1020]


def test_hands_are_counted_and_stacks_come_back() -> None:
    match = match_of(ANN, BOB)
    play_hand(match, opener=1, bet=20)
    assert (match.hand_number, match.hand, match.previous_winner) == (1, None, 1)
    assert (match.stack(ANN), match.stack(BOB)) == (990, 1010)
    play_hand(match)
    assert match.previous_winner == 0, "seat 0 opens to the left of seat 1"


def test_snapshots_tell_states_apart() -> None:
    match = match_of(ANN, BOB)
    seen = [match.snapshot()]
    for change in (
        lambda: match.sit(CID),
        lambda: match.set_away(CID, away=True),
        lambda: match.leave(CID),
        lambda: match.start_hand((0, 1)),
        lambda: match.hand and match.hand.forfeit(0),
        match.finish_hand,
    ):
        change()
        seen.append(match.snapshot())
    assert all(one != other for i, one in enumerate(seen) for other in seen[:i])
    assert copy.deepcopy(match).snapshot() == match.snapshot()
