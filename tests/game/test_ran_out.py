"""What a player's node did for him when his time ran out, and what he had paid by then."""

from __future__ import annotations

import random

from azi_p2p.game.actions import Look, Raise
from azi_p2p.game.events import Called, DealVoid, Declined, Folded, Looked
from azi_p2p.game.options import Options
from azi_p2p.game.ran_out import done_for, paid_in
from tests.views import OpenTable


def opened() -> OpenTable:
    table = OpenTable(Options(), 3)
    table.begin()
    table.deal(random.Random(1), opener=0)
    return table


def test_the_last_thing_done_counts_and_others_doings_do_not() -> None:
    table = opened()
    assert done_for(0, table.hand.events) is None
    table.apply(0, Look())
    assert done_for(0, table.hand.events) == Looked(0, last=False)
    table.apply(0, Raise(10))
    events = table.hand.events
    assert done_for(0, events) == events[-1]
    assert done_for(1, events) is None
    assert done_for(None, events) is None
    assert done_for(0, [*events, Folded(0, blind=False)]) == Folded(0, blind=False)
    assert done_for(0, [Declined(0), Declined(1)]) == Declined(0)


def test_that_everybody_looks_in_the_end_is_no_doing_of_his() -> None:
    assert done_for(0, [Looked(0, last=True)]) is None


def test_what_he_has_paid_is_added_up_and_what_came_back_is_not_in_it() -> None:
    table = opened()
    table.apply(0, Raise(20))
    events = table.hand.events
    assert (paid_in(0, events), paid_in(1, events), paid_in(None, events)) == (20, 10, 0)       # blind: half of 20
    more = [*events, Called(0, 7, 7, blind=False, short=False)]
    assert paid_in(0, more) == 27
    assert paid_in(0, [*more, DealVoid((2,), ((0, 17), (1, 3)))]) == 10
