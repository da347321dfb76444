"""Cheats with cards and bids: what is not held, not legal, not one's turn."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from azi_p2p.game.actions import Raise
from azi_p2p.table.kinds import Stage
from protocol.deal import Secrets, SuitProof
from protocol.errors import LocalError
from protocol.one_of_many import prove_membership
from tests.byzantine.ring import Ring, blind, eager, expose

if TYPE_CHECKING:
    from azi_p2p.game.actions import Action
    from azi_p2p.game.cards import Card
    from azi_p2p.table.view import View

RNG = random.Random("player")


def secrets_of(ring: Ring) -> Secrets:
    return ring.author()._of(ring.state)


def slot_of(ring: Ring, card: Card) -> int:
    return ring.author().hand(ring.state, 1)[card]


def share_of(ring: Ring, slot: int) -> Any:
    deal = ring.state.deal
    assert deal is not None
    return secrets_of(ring).make_shares(deal, ring.state.context(1), (slot,), RNG.randbytes).to_body()


def playing(view: View) -> bool:
    return view.stage == "play"


def can_revoke(view: View) -> bool:
    """Somebody led, and the cheat holds a card of that suit and others too, two more at least."""
    legal = view.legal
    if view.stage != "play" or legal is None or legal.led is None or legal.hand is None:
        return False
    follow = [card for card in legal.hand if card.suit is legal.led]
    return bool(follow) and len(legal.hand) - len(follow) >= 1


def revoked(view: View) -> Card:
    assert view.legal is not None
    assert view.legal.hand is not None
    return next(card for card in view.legal.hand if card.suit is not view.legal.led)


def test_a_card_not_held() -> None:
    ring = Ring().begin()
    ring.wait_for_turn(playing)
    slot = ring.state.held(0)[0]
    expose(ring, [ring.sign(ring.cheat, "play", [slot, share_of(ring, slot), None])], reason="NotAllowed")


def test_the_turned_card_and_one_of_the_stock() -> None:
    for seed, beyond in (("turned", 0), ("stock", 5)):
        ring = Ring(seed=seed).begin()
        ring.wait_for_turn(playing)
        slot = ring.state.trump_slot + beyond
        expose(ring, [ring.sign(ring.cheat, "play", [slot, share_of(ring, slot), None])], reason="NotAllowed")


def test_a_card_played_twice() -> None:
    ring = Ring().begin()
    ring.wait_for_turn(lambda view: playing(view) and view.legal is not None and len(view.legal.hand or ()) == 2)
    (slot,) = set(ring.state.slots(1)) - set(ring.state.held(1))
    expose(ring, [ring.sign(ring.cheat, "play", [slot, share_of(ring, slot), None])], reason="NotAllowed")


def test_a_played_card_with_another_cards_share() -> None:
    ring = Ring().begin()
    ring.wait_for_turn(playing)
    one, other = ring.state.held(1)[:2]
    expose(ring, [ring.sign(ring.cheat, "play", [one, share_of(ring, other), None])], reason="NotProven")


def test_suit_not_followed_without_a_proof() -> None:
    ring = Ring().begin()
    card = revoked(ring.wait_for_turn(can_revoke))
    slot = slot_of(ring, card)
    expose(ring, [ring.sign(ring.cheat, "play", [slot, share_of(ring, slot), None])], reason="follow suit")


def test_suit_not_followed_with_a_forged_proof() -> None:
    ring = Ring().begin()
    card = revoked(ring.wait_for_turn(can_revoke))
    slot, state = slot_of(ring, card), ring.state
    allowed = state.claim(1, card)
    left = tuple(other for other in state.held(1) if other != slot)
    assert allowed is not None
    assert state.deal is not None
    statements = state.deal.memberships(state.context(1), left, allowed)
    proof = SuitProof(tuple(
        prove_membership(state.context(1), one, secrets_of(ring)._secret, 0, RNG.randbytes) for one in statements))
    expose(ring, [ring.sign(ring.cheat, "play", [slot, share_of(ring, slot), proof.to_body()])], reason="NotProven")


def test_a_suit_proof_for_fewer_cards() -> None:
    ring = Ring().begin()
    card = revoked(ring.wait_for_turn(can_revoke))
    slot = slot_of(ring, card)
    expose(ring, [ring.sign(ring.cheat, "play", [slot, share_of(ring, slot), []])], reason="Malformed")


@pytest.mark.parametrize("body", [None, [], [0], [True, None, None], [[0], None, None], [-1, [], []], "play"])
def test_a_play_that_cannot_be_read(body: Any) -> None:
    ring = Ring(seed=f"{body}").begin()
    ring.wait_for_turn(playing)
    expose(ring, [ring.sign(ring.cheat, "play", body)])


def test_a_play_where_a_bid_is_due() -> None:
    ring = Ring().begin()
    ring.wait_for_turn(lambda view: view.stage == "bid")
    slot = ring.state.held(1)[0]
    expose(ring, [ring.sign(ring.cheat, "play", [slot, share_of(ring, slot), None])], reason="NotAllowed")


# --- bids ---


def test_out_of_turn() -> None:
    ring = Ring(seed="turn").begin()
    ring.until(lambda: ring.state.stage is Stage.BID and 1 not in ring.state.due(), seconds=900)
    ring.pass_time(0.05)
    assert all(one.table.chain.state.parent == ring.state.parent for one in ring.honest)
    expose(ring, [ring.sign(ring.cheat, "bid", ["call"])], reason="not asked")


@pytest.mark.parametrize(("amount", "options"), [
    (1001, {"max_raise": None}), (2**64 - 1, {"max_raise": None}), (101, {}), (9, {}), (0, {}), (-10, {}),
    (-(2**63), {}), (True, {}), (None, {}), ("10", {}), ([10], {}), (b"10", {}),
])
def test_a_raise_out_of_bounds(amount: Any, options: dict[str, Any]) -> None:
    """Beyond the stack, beyond the table's limit, below the ante, and no number at all."""
    ring = Ring(seed="raise", **options).begin()
    ring.wait_for_turn(lambda view: view.stage == "bid")
    expose(ring, [ring.sign(ring.cheat, "bid", ["raise", amount])])


def raising(view: View) -> Action | None:
    assert view.legal is not None
    least = view.legal.raise_least
    return Raise(least) if least is not None else eager(view)


def test_a_fourth_bid() -> None:
    ring = Ring(2 + 1, seed="fourth")
    for seat in ring.seats:
        seat.policy = raising
    ring.begin()
    ring.wait_for_turn(lambda view: view.stage == "bid" and view.legal is not None and view.legal.raise_least is None)
    hand = ring.state.hand
    assert hand is not None
    assert hand.bids[1] == 3
    expose(ring, [ring.sign(ring.cheat, "bid", ["raise", 10])], reason="may not raise")


def test_the_opener_folds() -> None:
    ring = Ring(seed="opener").begin()
    ring.wait_for_turn(lambda view: view.stage == "bid" and view.opener == 1 and view.level == 0)
    expose(ring, [ring.sign(ring.cheat, "bid", ["fold", None])])


def test_a_fold_that_keeps_shares_back() -> None:
    """Whoever is blind needs the folder's shares; a fold without them is refused."""
    ring = Ring(seed="fold", blind=True)
    for seat in ring.seats:
        seat.policy = blind
    ring.begin()
    ring.wait_for_turn(lambda view: view.stage == "bid" and view.legal is not None and view.legal.fold)
    assert ring.state.closed_slots(1)
    expose(ring, [ring.sign(ring.cheat, "bid", ["fold", None])], reason="Malformed")


def test_a_blind_bettor_has_not_seen_his_cards() -> None:
    """Nobody has given away a share of a card that its holder has not asked to see."""
    ring = Ring(seed="blind", blind=True)
    ring.cheat.policy = blind
    ring.begin()
    ring.wait_for_turn(lambda view: view.stage == "bid")
    for one in ring.honest:
        state = one.table.chain.state
        assert state.deal is not None
        for slot in state.slots(1):
            assert not state.deal.share_givers(slot)
            with pytest.raises(LocalError):
                secrets_of(ring).peek(state.deal, slot, 1)


def test_a_second_look() -> None:
    ring = Ring(seed="look", blind=True).begin()
    ring.wait_for_turn(lambda view: view.stage == "bid" and bool(view.cards))
    expose(ring, [ring.sign(ring.cheat, "bid", ["look"])], reason="may not look")


def test_the_price_of_the_blind_after_a_look() -> None:
    """Who has looked pays in full: with 30 left he cannot raise by 40, which blind he could."""
    ring = Ring(seed="price", blind=True, stack=40, max_raise=None).begin()
    view = ring.wait_for_turn(lambda view: view.stage == "bid" and bool(view.cards))
    assert view.legal is not None
    assert (view.legal.raise_most or 0) < 60 - view.level
    expose(ring, [ring.sign(ring.cheat, "bid", ["raise", 60 - view.legal.to_match])], reason="NotAllowed")


def test_shares_of_ones_own_cards_before_the_look_are_of_no_use() -> None:
    ring = Ring(seed="own", blind=True).begin()
    ring.wait_for_turn(lambda view: view.stage == "bid" and view.legal is not None and view.legal.look)
    expose(ring, [ring.sign(ring.cheat, "shares", share_of(ring, ring.state.held(1)[0]))], reason="NotAllowed")


# --- the fourth card ---


def test_a_discard_of_a_slot_not_held() -> None:
    ring = Ring(cards=4).begin()
    ring.wait_for_turn(lambda view: view.stage == "discard")
    expose(ring, [ring.sign(ring.cheat, "discard", ring.state.held(0)[0])], reason="NotAllowed")


def test_a_discard_twice() -> None:
    ring = Ring(cards=4).begin()
    ring.wait_for_turn(lambda view: view.stage == "bid")
    expose(ring, [ring.sign(ring.cheat, "discard", ring.state.held(1)[0])], reason="NotAllowed")


def test_the_card_put_away_is_played() -> None:
    ring = Ring(cards=4).begin()
    ring.wait_for_turn(playing)
    (slot,) = set(ring.state.slots(1)) - set(ring.state.held(1))
    expose(ring, [ring.sign(ring.cheat, "play", [slot, share_of(ring, slot), None])], reason="NotAllowed")


def test_an_entry_into_an_azi_that_nobody_offered() -> None:
    ring = Ring(seed="enter").begin()
    ring.wait_for_turn(playing)
    expose(ring, [ring.sign(ring.cheat, "enter", [True])], reason="NotAllowed")
