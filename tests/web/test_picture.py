"""The replay's picture against what the rules' own engine says, event after event."""

from __future__ import annotations

import random

import pytest

from azi_p2p.game.options import Options
from azi_p2p.game.state import Phase
from azi_p2p.web.picture import Picture
from tests.views import OpenTable


@pytest.mark.parametrize("seed", range(40))
def test_a_picture_agrees_with_the_engine_all_the_way(seed: int) -> None:
    rng = random.Random(seed)
    options = Options(cards=rng.choice((3, 4)), blind=rng.random() < 0.7, stack=rng.choice((30, 1000)),
                      azi_entry=rng.choice(("full", "half", "closed")), max_bids=rng.choice((3, None)))
    table = OpenTable(options, rng.randint(2, 5))
    for _ in range(4):
        if len(table.match.payers()) < 2:
            return
        before = {chair: table.match.stack(key) for chair, key in enumerate(table.match.chairs) if key is not None}
        table.begin()
        picture, taken = Picture.begin(options, before), 0
        while table.match.hand is not None:
            hand = table.hand
            if hand.phase is Phase.DEAL:
                table.deal(rng)
            else:
                chair = rng.choice(sorted(hand.to_act()))
                table.apply(chair, rng.choice(hand.legal(chair, table.hands.get(chair)).actions()))
            for event in hand.events[taken:]:
                picture.take(event)
            taken = len(hand.events)
            if table.match.hand is not None:
                _agrees(picture, table)
        assert picture.pot == 0
        assert {chair: seat.stack for chair, seat in picture.seats.items()} == {
            chair: table.match.stack(key) for chair, key in enumerate(table.match.chairs) if key is not None}
        assert picture.stage == "open"


def _agrees(picture: Picture, table: OpenTable) -> None:
    hand = table.hand
    assert picture.pot == hand.pot_size
    if hand.phase is Phase.DEAL:
        return
    assert (picture.trump, picture.level, picture.opener) == (hand.trump, hand.level, hand.opener)
    told = picture.plain()
    for seat in told["seats"]:
        chair = seat["chair"]
        if chair not in hand.stacks:
            continue
        assert (seat["stack"], seat["paid"]) == (hand.stacks[chair], hand.paid(chair))
        if chair in hand.live and hand.phase is not Phase.ENTRY:
            assert seat["standing"] == "playing"
            assert seat["cards"] == hand.cards_held(chair)
            assert seat["short"] == hand.is_short(chair)
            assert seat["blind"] == (table.match.options.blind and chair not in hand.looked)
            assert seat["tricks"] == hand.tricks_won.get(chair, 0)
            assert seat["stake"] == hand.counted(chair)
    if hand.trick:
        assert picture.trick == list(hand.trick)
