"""What whole nodes cost: the readings are of the process that is meant. The figures together are in test_bench."""

from __future__ import annotations

import os
import sys
import time

import pytest

from azi_p2p.cli import node_figures


@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
async def test_of_this_process(monkeypatch) -> None:
    monkeypatch.setattr(node_figures, "SETTLE_S", 0.0)
    monkeypatch.setattr(node_figures, "REST_S", 0.01)
    core, memory = await node_figures._at_rest(os.getpid())
    assert core >= 0
    assert 10 < memory < 5000
    before = node_figures._ticks(node_figures._words(os.getpid(), "stat"))
    used = time.process_time()
    while time.process_time() - used < 0.3:
        pass
    after = node_figures._ticks(node_figures._words(os.getpid(), "stat"))
    assert (after - before) / os.sysconf("SC_CLK_TCK") == pytest.approx(0.3, abs=0.1)


async def test_elsewhere_it_is_not_told(monkeypatch) -> None:
    monkeypatch.setattr(node_figures.sys, "platform", "darwin")
    assert await node_figures._at_rest(os.getpid()) == (None, None)
