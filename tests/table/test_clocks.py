"""This node's clock: steps begin, sleep is noticed, time never runs back."""

from __future__ import annotations

from azi_p2p.table.clocks import Clocks
from azi_p2p.table.limits import FREEZE_SECONDS


def test_a_step_begins_when_it_is_begun() -> None:
    clocks = Clocks(10.0)
    clocks.tick(12.0)
    assert (clocks.now, clocks.since) == (12.0, 10.0)
    clocks.begin(12.0)
    assert clocks.since == 12.0


def test_after_a_sleep_everybody_has_his_time_again() -> None:
    clocks = Clocks(10.0)
    clocks.tick(10.0 + FREEZE_SECONDS)
    assert (clocks.since, clocks.awake_since) == (10.0, 10.0)
    woken = 10.0 + 2 * FREEZE_SECONDS + 0.1
    clocks.tick(woken)
    assert (clocks.since, clocks.awake_since, clocks.now) == (woken, woken, woken)


def test_time_does_not_run_back() -> None:
    clocks = Clocks(10.0)
    clocks.tick(4.0)
    assert clocks.now == 10.0
