"""Bids of a plain player: his cards against the price, blind when it is cheap, Azi when the odds are right."""

from __future__ import annotations

import random
from dataclasses import replace

from azi_p2p.bots.bids import bid, enter
from azi_p2p.game.actions import Call, Decline, Enter, Fold, Look, Raise
from azi_p2p.game.legal import Legal
from azi_p2p.game.options import Options
from tests.views import OpenTable

TRIES = 40


def answers_to(cards: str, amount: int, **options) -> list:
    """What chair 1, who holds `cards` under a trump of hearts, answers to a bet of `amount`."""
    table = OpenTable(Options(blind=False, **options), 2)
    table.begin()
    table.deal(random.Random(1), {0: "Qh 10s Js", 1: cards}, "9h", opener=0)
    table.apply(0, Raise(amount))
    view = table.view(1)
    return [bid(view, view.legal, view.seats[1], random.Random(seed)) for seed in range(TRIES)]


def test_folds_rags_to_a_large_bet_and_bluffs_seldom() -> None:
    answers = answers_to("6s 7s 6d", 100)
    assert answers.count(Fold()) > 0.8 * TRIES


def test_never_folds_the_best_cards() -> None:
    answers = answers_to("Ah Kh As", 100)
    assert Fold() not in answers
    assert any(isinstance(answer, Raise) for answer in answers)


def test_calls_a_small_bet_with_fair_cards() -> None:
    assert answers_to("Kh 7s 9d", 10).count(Fold()) < 0.1 * TRIES


def blind_answers(stack: int, amount: int) -> list:
    table = OpenTable(Options(stack=stack, max_raise=None), 3)
    table.begin()
    table.deal(random.Random(1), opener=0)
    table.apply(0, Look())
    table.apply(0, Raise(amount))
    view = table.view(1)
    assert view.cards == ()
    return [bid(view, view.legal, view.seats[1], random.Random(seed)) for seed in range(TRIES)]


def test_bids_blind_now_and_then_where_it_is_cheap() -> None:
    answers = blind_answers(1000, 10)
    assert set(answers) == {Look(), Call()}
    assert answers.count(Call()) < TRIES / 2


def test_looks_before_a_dear_bid() -> None:
    assert set(blind_answers(1000, 400)) == {Look()}


def test_opens_with_at_least_the_ante() -> None:
    table = OpenTable(Options(blind=False), 4)
    table.begin()
    table.deal(random.Random(1), opener=2)
    view = table.view(2)
    for seed in range(TRIES):
        answer = bid(view, view.legal, view.seats[2], random.Random(seed))
        assert isinstance(answer, Raise)
        assert 10 <= answer.amount <= 100


def test_enters_azi_at_even_odds_and_seldom_below() -> None:
    table = OpenTable(Options(), 4)
    table.begin()
    table.deal(random.Random(1), opener=0)
    view = replace(table.view(3), pot=400, legal=Legal(enter=400, decline=True))
    seats = view.seats
    alone = tuple(
        replace(seat, standing="folded" if seat.chair in (1, 2, 3) else "playing") for seat in seats
    )
    assert enter(replace(view, seats=alone), 200, seats[3], random.Random(1)) == Enter()
    answers = [enter(view, 400, seats[3], random.Random(seed)) for seed in range(TRIES)]
    assert answers == [Decline()] * TRIES
    cheap = [enter(replace(view, pot=40), 40, seats[3], random.Random(seed)) for seed in range(10 * TRIES)]
    assert 0 < cheap.count(Enter()) < 2 * TRIES
