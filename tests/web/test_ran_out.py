"""What a time that ran out cost is kept until the player is back, over hands that do not show it any more."""

from __future__ import annotations

import random
from dataclasses import replace

from azi_p2p.game.actions import Look, Raise
from azi_p2p.game.events import Folded
from azi_p2p.game.options import Options
from azi_p2p.web.ran_out import RanOut
from tests.views import OpenTable


def opened() -> OpenTable:
    table = OpenTable(Options(), 2)
    table.begin()
    table.deal(random.Random(1), opener=0)
    return table


def test_what_it_cost_is_told_until_he_is_back() -> None:
    table, ran_out = opened(), RanOut()
    table.apply(0, Look())
    table.apply(0, Raise(20))
    view = table.view(0)
    ran_out.see(view, unattended=False)
    assert ran_out.told is None         # he bet himself
    ran_out.see(view, unattended=True)
    assert ran_out.told == {"kind": "Bet", "chips": 20}
    ran_out.see(replace(view, events=(*view.events, Folded(0, blind=False))), unattended=True)
    assert ran_out.told == {"kind": "Folded", "chips": 30}
    ran_out.see(replace(view, events=()), unattended=True)
    assert ran_out.told == {"kind": "Folded", "chips": 30}
    ran_out.see(replace(view, events=()), unattended=False)
    assert ran_out.told is None
    ran_out.see(replace(view, events=()), unattended=True)
    assert ran_out.told is None         # what that hand cost is no news of a later one


def test_another_table_begins_anew() -> None:
    table, ran_out = opened(), RanOut()
    table.apply(0, Look())
    view = table.view(0)
    ran_out.see(view, unattended=True)
    assert ran_out.told == {"kind": "Looked", "chips": 0}
    ran_out.see(replace(view, table_id=bytes(32), events=()), unattended=True)
    assert ran_out.told is None
    ran_out.see(view, unattended=True)
    ran_out.see(None, unattended=True)
    assert ran_out.told is None
