"""The plain player: always legal, the same for the same generator, and better than chance."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

from azi_p2p.bots import choose, outlook
from azi_p2p.game.actions import Call, Discard, Play, Raise
from azi_p2p.game.options import Options
from azi_p2p.game.state import Phase
from azi_p2p.table.actions import Rebuy, SitOut
from tests.views import OpenTable, key_of


def any_action(table: OpenTable, chair: int, rng: random.Random):
    legal = table.hand.legal(chair, table.hands.get(chair))
    return rng.choice(legal.actions())


def play_hand(table: OpenTable, rng: random.Random, bots: set[int], *, faults: float = 0.0) -> None:
    """One hand; chairs outside `bots` act at random, and with `faults` a seat may forfeit before a move."""
    for chair in table.match.seated:
        table.match.set_away(key_of(chair), away=False)
        if table.match.may_rebuy(key_of(chair)):
            table.match.rebuy(key_of(chair))
    hand = table.begin()
    while hand.phase is not Phase.OVER:
        if hand.phase is Phase.DEAL:
            table.deal(rng)
            continue
        chair = hand.to_act()[0]
        if faults and rng.random() < faults:
            hand.forfeit(rng.choice(sorted(hand.live)))
            if hand.phase is Phase.OVER:
                table.match.finish_hand()
            continue
        action = choose(table.view(chair), rng) if chair in bots else any_action(table, chair, rng)
        assert action is not None
        table.apply(chair, action)      # raises IllegalAction where the bot erred


@pytest.mark.parametrize(("cards", "blind"), list(product((3, 4), (True, False))))
def test_always_legal_among_random_players(cards: int, blind: bool, monkeypatch) -> None:
    monkeypatch.setattr(outlook, "SAMPLES", 1)
    rng = random.Random(f"legal {cards} {blind}")
    for _ in range(80):
        options = Options(
            cards=cards, blind=blind, dropped_suit=rng.choice("shdc"), max_bids=rng.choice((3, None)),
            azi_entry=rng.choice(("full", "half", "closed")), short_stack=rng.choice(("share", "matched")),
            stack=rng.choice((15, 60, 300, 1000)), max_raise=rng.choice((10, 50, None)),
        )
        table = OpenTable(options, rng.randint(2, 6))
        bots = set(rng.sample(table.match.seated, rng.randint(1, len(table.match.seated))))
        for _ in range(8):
            play_hand(table, rng, bots, faults=rng.choice((0.0, 0.03)))


@pytest.mark.parametrize("seats", [2, 4])
def test_wins_chips_from_random_players(seats: int) -> None:
    rng = random.Random(f"chips {seats}")
    table = OpenTable(Options(), seats)
    for _ in range(150):
        play_hand(table, rng, {0})
    assert table.match.result(key_of(0)) > 20 * table.options.ante * seats


def test_same_generator_same_choices() -> None:
    def history() -> list:
        rng = random.Random(5)
        table = OpenTable(Options(cards=4), 4)
        for _ in range(3):
            play_hand(table, rng, {0, 1, 2, 3})
        return list(table.hand.events)

    assert history() == history()


def test_nothing_is_due() -> None:
    table = OpenTable(Options(), 3)
    hand = table.begin()
    table.deal(random.Random(1), opener=0)
    waiting = hand.to_act()[0]
    assert [choose(table.view(chair), random.Random(1)) is None for chair in (0, 1, 2)] == [
        chair != waiting for chair in (0, 1, 2)
    ]
    assert choose(table.view(None), random.Random(1)) is None


def test_takes_a_fresh_stack_and_comes_back() -> None:
    view = OpenTable(Options(), 2).view(1)
    assert choose(replace(view, may_rebuy=True), random.Random(1)) == Rebuy()
    assert choose(replace(view, sitting_out=True), random.Random(1)) == SitOut(out=False)


def led_to(table: OpenTable, hands: dict[int, str], trump: str, bids: int) -> None:
    """Cards dealt as written, chair 0 opens for 10, the others call: chair 0 leads."""
    table.begin()
    table.deal(random.Random(1), hands, trump, opener=0)
    table.apply(0, Raise(10))
    for chair in range(1, bids):
        table.apply(chair, Call())


def test_wins_cheaply_when_last() -> None:
    table = OpenTable(Options(blind=False), 2)
    led_to(table, {0: "10s 7d 8d", 1: "As Js 6h"}, "9h", 2)
    table.apply(0, Play(table.hands[0][0]))
    assert str(choose(table.view(1), random.Random(2))) == "play Js"


def test_follows_low_when_losing() -> None:
    table = OpenTable(Options(blind=False), 2)
    led_to(table, {0: "As 7d 8d", 1: "Ks 7s 6h"}, "9h", 2)
    table.apply(0, Play(table.hands[0][0]))
    assert str(choose(table.view(1), random.Random(2))) == "play 7s"


def test_puts_away_no_high_trump() -> None:
    table = OpenTable(Options(blind=False, cards=4), 2)
    table.begin()
    table.deal(random.Random(1), {0: "Ah Kh As 6d", 1: "7d 8d 9d 10d"}, "9h", opener=0)
    choice = choose(table.view(0), random.Random(2))
    assert isinstance(choice, Discard)
    assert str(choice.card) in ("6d", "As")
