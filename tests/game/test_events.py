from __future__ import annotations

from typing import get_args

import pytest

from azi_p2p.game import events as e
from azi_p2p.game.cards import Card

NAMES = {0: "Ann", 1: "Bob", 2: "Cid"}
SEVEN = Card.parse("7h")
SAID: list[tuple[e.Event, str]] = [
    (e.AntePaid(0, 10), "Ann pays the ante of 10."),
    (e.Dealt(1, SEVEN, 1), "The cards are dealt; 7h is turned, hearts are trumps. Bob opens."),
    (e.Dealt(2, SEVEN, 1), "New cards are dealt; 7h is turned, hearts are trumps. Bob opens."),
    (e.Looked(0, last=False), "Ann looks at the cards."),
    (e.Looked(0, last=True), "Ann looks at the cards now that the bidding is over."),
    (e.Discarded(0), "Ann puts a card away."),
    (e.OpenedShort(0, 5), "Ann cannot pay the opening bet and is in with 5."),
    (e.Bet(0, 40, 40, 20, blind=True, opening=True), "Ann bets 40, blind, for 20."),
    (e.Bet(1, 20, 60, 60, blind=False, opening=False), "Bob raises by 20 to 60, paying 60."),
    (e.Called(1, 20, 40, blind=True, short=False), "Bob calls 40, blind, for 20."),
    (e.Called(1, 15, 30, blind=True, short=True), "Bob calls short with all 15 left, which count 30."),
    (e.Called(1, 15, 15, blind=False, short=True), "Bob calls short with all 15 left."),
    (e.Folded(2, blind=True), "Cid folds without having looked."),
    (e.Folded(2, blind=False), "Cid folds."),
    (e.Forfeited(5), "seat 6 forfeits the hand."),
    (e.Leads(0), "Ann has the lead."),
    (e.Played(0, SEVEN, led=True), "Ann leads 7h."),
    (e.Played(1, SEVEN, led=False), "Bob plays 7h."),
    (e.TrickWon(0, 1, gone=False), "Ann wins trick 1."),
    (e.TrickWon(0, 2, gone=True), "Ann, though gone, wins trick 2."),
    (e.Azi(1, 170, (0, 1, 2)), "Azi! Nobody has two tricks; the pot of 170 stays. Ann, Bob and Cid play on."),
    (e.EntryPaid(0, 85), "Ann buys in for 85."),
    (e.Declined(0), "Ann stays out."),
    (e.DealVoid((1,), ((0, 20),)), "The deal is void without Bob; the others get back what they bid in it."),
    (e.HandWon(0, 60, ((0, 60),)), "Ann wins the pot of 60."),
    (e.HandWon(0, 60, ((0, 40), (1, 15), (2, 5))), "Ann wins 40 of the pot of 60; back go 15 to Bob, 5 to Cid."),
]


@pytest.mark.parametrize(("event", "sentence"), SAID)
def test_described(event: e.Event, sentence: str) -> None:
    assert e.describe(event, NAMES) == sentence


def test_every_event_has_its_sentence() -> None:
    assert {type(event) for event, _ in SAID} == set(get_args(e.Event))
