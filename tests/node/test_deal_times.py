"""Deals timed as one node sees them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from azi_p2p.node.deal_times import DealTimes
from azi_p2p.table.kinds import Stage
from azi_p2p.table.pool import Place


def chain(deals: int, stage: Stage, *, keys: int = 0, dealt: bool = False) -> SimpleNamespace:
    """What is read of a chain, at one moment."""
    place = Place()
    place.entries.update(dict.fromkeys(range(keys)))
    state = SimpleNamespace(deals=deals, stage=stage, parent=b"p", dealt=lambda: dealt)
    return SimpleNamespace(state=state, places={b"p": place})


def test_from_the_first_keys_to_the_turned_trump() -> None:
    times = DealTimes()
    times.see(chain(1, Stage.KEYS), 1.0)
    times.see(chain(1, Stage.KEYS, keys=1), 2.0)
    times.see(chain(1, Stage.KEYS, keys=2), 2.1)
    times.see(chain(1, Stage.SHUFFLE), 2.2)
    times.see(chain(1, Stage.SHARES), 2.4)
    times.see(chain(1, Stage.BID, dealt=True), 2.5)
    times.see(chain(1, Stage.PLAY, dealt=True), 9.0)
    assert list(times.milliseconds) == pytest.approx([500.0])


def test_a_void_deal_and_one_that_was_joined_late_are_not_counted() -> None:
    times = DealTimes()
    times.see(chain(1, Stage.KEYS, keys=1), 1.0)
    times.see(chain(2, Stage.KEYS, keys=1), 5.0)
    times.see(chain(2, Stage.BID, dealt=True), 6.0)
    times.see(chain(3, Stage.SHUFFLE), 7.0)
    times.see(chain(3, Stage.BID, dealt=True), 8.0)
    assert list(times.milliseconds) == pytest.approx([1000.0])
